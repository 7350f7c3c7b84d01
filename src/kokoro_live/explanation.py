"""How a text would be read: what was written, by which rule it is said so, and who knew the phonemes."""

from typing import Any

from kokoro_live.engine import Engine
from kokoro_live.phonemes.alphabet import phonemes_of
from kokoro_live.records import Segment, Utterance
from kokoro_live.request import Request


def explained(engine: Engine, wanted: Request) -> dict[str, Any]:
    """Segment by segment; every place counts characters of the text as sent."""
    found = [_segment(segment, utterance) for segment, utterance in engine.readings(wanted)]
    return {
        "voice": wanted.voice,
        "language": wanted.language,
        "spoken": " ".join(segment["text"] for segment in found),
        "segments": found,
    }


def _segment(segment: Segment, utterance: Utterance) -> dict[str, Any]:
    span = segment.text.span()
    return {
        "text": segment.text.text,
        "char_start": span.start,
        "char_end": span.end,
        "readings": [
            {
                "rule": reading.rule,
                "char_start": reading.span.start,
                "char_end": reading.span.end,
                "written": reading.written,
                "spoken": reading.spoken,
            }
            for reading in segment.readings
        ],
        "phonemes": "".join(phonemes_of(word.tokens) + " " * word.space_after for word in utterance.words),
        "words": [
            {
                "text": word.text,
                "char_start": word.span.start,
                "char_end": word.span.end,
                "phonemes": phonemes_of(word.tokens),
                "spoken": word.spoken,
                "backend": word.backend,
            }
            for word in utterance.words
        ],
        "backends": list(utterance.backends),
        "dropped": utterance.dropped,
        "join": utterance.join.value,
    }
