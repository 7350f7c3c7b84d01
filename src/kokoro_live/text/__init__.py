"""str → Segments with source spans."""

from collections.abc import Iterator

from kokoro_live.records import Segment, TracedText
from kokoro_live.text.markdown import is_markdown, without_marks
from kokoro_live.text.normalise import normalised
from kokoro_live.text.pauses import with_pauses
from kokoro_live.text.sanitise import sanitise
from kokoro_live.text.segment import segment, with_broken_words

FORMATS = ("auto", "text", "markdown")


def sentences(source: str, form: str = "text") -> Iterator[Segment]:
    """The text as it is written, sentence by sentence."""
    return segment(_unmarked(with_pauses(sanitise(source)), form))


def segments(source: str, language: str, form: str = "auto") -> Iterator[Segment]:
    """The text as it is said, sentence by sentence: every speakable character is in exactly one of them."""
    for sentence in sentences(source, form):
        said, readings = normalised(sentence.text, language)
        if len(said := said.stripped()):
            yield Segment(with_broken_words(said), sentence.join, tuple(readings), sentence.pause)


def _unmarked(text: TracedText, form: str) -> TracedText:
    if form == "markdown" or (form == "auto" and is_markdown(text.text)):
        return without_marks(text)
    return text
