"""How a text would be read: what was written, by which rule it is said so, and who knew the phonemes."""

from typing import Any

from kokoro_live.phonemes.alphabet import phonemes_of
from kokoro_live.records import Segment, Utterance
from kokoro_live.request import Request
from kokoro_live.text_frontend import TextFrontend


def explained(frontend: TextFrontend, asked: Request) -> dict[str, Any]:
    """Segment by segment; every place counts characters of the text as sent."""
    segments = [_segment(segment, utterance) for segment, utterance in frontend.readings(asked)]
    return {
        "voice": asked.voice,
        "language": asked.language,
        "spoken": " ".join(segment["text"] for segment in segments),
        "segments": segments,
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
