"""str → Segments with source spans."""

from collections.abc import Iterator

from kokoro_live.records import Segment
from kokoro_live.text.sanitise import sanitise
from kokoro_live.text.segment import segment


def segments(source: str) -> Iterator[Segment]:
    """The text as segments that tile it: every speakable character is in exactly one."""
    return segment(sanitise(source))
