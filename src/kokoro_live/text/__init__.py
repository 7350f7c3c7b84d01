"""Text as it was sent → segments as they are spoken."""

from kokoro_live.text.live import LiveText
from kokoro_live.text.live_reading import LiveReading
from kokoro_live.text.reading import (
    FORMATS,
    asked_silence,
    is_blank,
    plain_script,
    read,
    rewrites,
    segments,
    spoken_segments,
    written_sentences,
)

__all__ = [
    "FORMATS",
    "LiveReading",
    "LiveText",
    "asked_silence",
    "is_blank",
    "plain_script",
    "read",
    "rewrites",
    "segments",
    "spoken_segments",
    "written_sentences",
]
