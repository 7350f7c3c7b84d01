"""str → Segments with source spans."""

from collections.abc import Iterator

from kokoro_live.records import Segment
from kokoro_live.text.normalise import normalised
from kokoro_live.text.sanitise import sanitise
from kokoro_live.text.segment import segment, with_broken_words


def sentences(source: str) -> Iterator[Segment]:
    """The text as it is written, sentence by sentence."""
    return segment(sanitise(source))


def segments(source: str, language: str) -> Iterator[Segment]:
    """The text as it is said, sentence by sentence: every speakable character is in exactly one of them."""
    for sentence in sentences(source):
        said, readings = normalised(sentence.text, language)
        if len(said := said.stripped()):
            yield Segment(with_broken_words(said), sentence.join, tuple(readings))
