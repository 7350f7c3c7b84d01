"""Segment → Utterance: the tokens the model reads, each traceable to the source text."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from kokoro_live.phonemes import eastasian, english
from kokoro_live.phonemes.alphabet import is_audible, tokens_of
from kokoro_live.phonemes.clauses import pieces as espeak_pieces
from kokoro_live.phonemes.languages import is_installed
from kokoro_live.phonemes.lexicon import POSSESSIVE, Lexicon, phonemes_given
from kokoro_live.phonemes.pieces import Piece
from kokoro_live.phonemes.scripts import UNREAD, Stretch, han_apart, stretches
from kokoro_live.phonemes.watchdog import Stalled, Watchdog
from kokoro_live.records import Directions, Segment, Utterance, Word
from kokoro_live.traced_text import Span, TracedText

NO_LEXICON = Lexicon()
CACHED = 2048  # segments, in memory only
SAID_BEFORE = "{}"  # of a pronunciation whose text reaches into another segment
Pieces = tuple[Piece, ...]


class Phonemiser:
    """Reads segments by the front end of each language, remembers what it read, and waits for none that hangs."""

    def __init__(self) -> None:
        self._watchdog = Watchdog()
        self._cached = lru_cache(maxsize=CACHED)(self._read_by_own)

    @property
    def stalls(self) -> int:
        """How often a front end hung, so that another took over."""
        return self._watchdog.stalls

    def load(self, language: str) -> None:
        """Makes a language ready, so that its first sentence does not wait for that."""
        if language.startswith("en"):
            english.load(language)

    def forget(self) -> None:
        """Empties the phoneme cache."""
        self._cached.cache_clear()

    def phonemise(self, segment: Segment, language: str, lexicon: Lexicon = NO_LEXICON) -> Utterance:
        """The segment as tokens; nothing is truncated (cutting to the budget comes later)."""
        directions = segment.directions
        words: list[Word] = []
        dropped = 0
        for part, own in language_parts(segment, language):
            text, pieces = self._spoken(part, own, lexicon, directions)
            for piece in pieces:
                word, lost = _word(piece, text, directions)
                words.append(word)
                dropped += lost
            if words and part.text[-1:].isspace():  # before another language
                words[-1] = replace(words[-1], space_after=True)
        prosody = directions.at(segment.text.starts[0])
        return Utterance(
            words=tuple(words),
            language=language,
            backends=tuple(sorted({word.backend for word in words if word.spoken})),
            dropped=dropped,
            join=segment.join,
            pause=segment.pause,
            lead=segment.lead,
            voice=prosody.voice,
            pitch=prosody.pitch,
            stand_ins=tuple(sorted(_stand_ins(segment, language))),
        )

    def _spoken(
        self, text: TracedText, language: str, lexicon: Lexicon, directions: Directions
    ) -> tuple[TracedText, Pieces]:
        """The phonemes of a text in one language, and that text as it was spelled for it."""
        text = lexicon.respelled(text, language)
        pieces = self._pieces(text.text, language)
        for start, end, phonemes in lexicon.said(text.text, language):
            pieces = self._with(pieces, Piece(start, end, phonemes, False, "lexicon"), text.text, language)
        for asked, backend in ((directions.looked_up, "lexicon"), (directions.pronounced, "markup")):
            for start, end, given in _asked_for(text, asked):
                piece = Piece(start, end, phonemes_given(given, language), False, backend)
                pieces = self._with(pieces, piece, text.text, language)
        return text, pieces

    def _with(self, pieces: Pieces, given: Piece, text: str, language: str) -> Pieces:
        """The pieces with one that is given; what sticks out of those it takes the place of is read by itself."""
        over = [piece for piece in pieces if piece.start < given.end and piece.end > given.start]
        if not over:
            return pieces
        first, last = over[0], over[-1]
        head, tail = text[first.start : given.start], text[given.end : last.end]
        before = tuple(piece.moved(first.start) for piece in self._pieces(head, language)) if head else ()
        if tail in POSSESSIVE:
            given, tail = replace(given, end=last.end, phonemes=given.phonemes + _possessive(given.phonemes)), ""
        after = tuple(piece.moved(given.end) for piece in self._pieces(tail, language)) if tail else ()
        middle = (*before, given, *after)
        middle = (*middle[:-1], replace(middle[-1], space_after=last.space_after))
        index = pieces.index(first)
        return (*pieces[:index], *middle, *pieces[index + len(over) :])

    def _pieces(self, text: str, language: str) -> Pieces:
        """From the cache, or new. What is made while a front end hangs is not kept: it is second best."""
        try:
            return self._cached(text, language)
        except Stalled:
            return _by_writing(text, language, espeak_pieces)

    def _read_by_own(self, text: str, language: str) -> Pieces:
        return _by_writing(text, language, self._read)

    def _read(self, text: str, language: str) -> list[Piece]:
        """What one front end makes of a text; where it is not here, what stands in for it."""
        if language.startswith("en"):
            english.load(language)  # once, and that takes seconds: it does not count
            words: list[Piece] = self._watchdog.done(lambda: english.pieces(text, language))
            return words
        if language in eastasian.NAMES and eastasian.is_installed(language):
            return eastasian.pieces(text, language)
        if language == "ja":
            return _by_parts(text, han_apart(text), espeak_pieces)
        return espeak_pieces(text, language)


def _by_writing(text: str, language: str, read: Callable[[str, str], list[Piece]]) -> Pieces:
    """The pieces of a text, each writing in it read as its own language."""
    return tuple(_by_parts(text, stretches(text, language), read))


def _by_parts(text: str, parts: Iterator[Stretch], read: Callable[[str, str], list[Piece]]) -> list[Piece]:
    return [piece.moved(part.start) for part in parts for piece in read(text[part.start : part.end], part.language)]


def _word(piece: Piece, text: TracedText, directions: Directions) -> tuple[Word, int]:
    """A piece as the model's tokens, and how many of its symbols the model lacks."""
    tokens, lost = tokens_of(piece.phonemes)
    span = text.span(piece.start, max(piece.end, piece.start + 1))
    prosody, source = directions.at(span.start), text.text[piece.start : piece.end]
    spoken = is_audible(piece.phonemes)
    return Word(source, span, tokens, piece.space_after, spoken, piece.backend, prosody.rate, prosody.volume), lost


def _stand_ins(segment: Segment, language: str) -> set[str]:
    """Languages in it whose own front end is not here; "und" for writing that nobody here reads."""
    readers = {one.language for part, own in language_parts(segment, language) for one in stretches(part.text, own)}
    return {reader or "und" for reader in readers if reader == UNREAD or not is_installed(reader)}


def language_parts(segment: Segment, language: str) -> Iterator[tuple[TracedText, str]]:
    """Parts of the text, each in one language."""
    starts = segment.languages or ((0, language),)
    ends = [start for start, _ in starts[1:]] + [len(segment.text)]
    for (start, own), end in zip(starts, ends, strict=True):
        yield segment.text[start:end], own


def _asked_for(text: TracedText, asked: tuple[tuple[Span, str], ...]) -> Iterator[tuple[int, int, str]]:
    """Ranges of the text whose pronunciation is given by places in the source."""
    whole = text.span() if len(text) else Span(0, 0)
    first = bisect_right(asked, whole.start, key=lambda one: one[0].end)
    for span, given in islice(asked, first, None):
        if span.start >= whole.end:
            return
        start, end = bisect_left(text.starts, span.start), bisect_right(text.ends, span.end)
        if start < end and text.starts[start] < span.end:
            yield start, end, given if span.start >= whole.start else SAID_BEFORE


def _possessive(phonemes: str) -> str:
    """How 's sounds after a sound."""
    last = phonemes.rstrip("ˈˌː")[-1:]
    if last in "szʃʒʧʤ":
        return "ᵻz"
    return "s" if last in "ptkfθ" else "z"
