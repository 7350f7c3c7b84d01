"""Segment → Utterance: the tokens the model reads, each traceable to the source text."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from kokoro_live.errors import UnknownLanguage
from kokoro_live.phonemes import eastasian, english
from kokoro_live.phonemes.alphabet import LANGUAGES, is_audible, tokens_of
from kokoro_live.phonemes.clauses import pieces as espeak_pieces
from kokoro_live.phonemes.lexicon import POSSESSIVE, Lexicon, phonemes_given
from kokoro_live.phonemes.pieces import Piece
from kokoro_live.phonemes.scripts import UNREAD, han_apart, stretches
from kokoro_live.phonemes.watchdog import Stalled, Watchdog
from kokoro_live.records import Directions, Segment, Utterance, Word
from kokoro_live.traced_text import Span, TracedText

NO_LEXICON = Lexicon()
watchdog = Watchdog()
CACHED = 2048  # segments, in memory only
SAID_BEFORE = "{}"  # of a pronunciation whose text reaches into another segment
ALIASES = {
    **{"en": "en-us", "en_us": "en-us", "en_gb": "en-gb", "a": "en-us", "b": "en-gb", "e": "es", "f": "fr-fr"},
    **{"fr": "fr-fr", "pt": "pt-br", "p": "pt-br", "pt_br": "pt-br", "h": "hi", "i": "it", "j": "ja", "jp": "ja"},
    **{"z": "zh", "cmn": "zh", "zh-cn": "zh", "es-es": "es", "it-it": "it", "ja-jp": "ja", "hi-in": "hi"},
    **{"english": "en-us", "american": "en-us", "british": "en-gb", "spanish": "es", "french": "fr-fr", "hindi": "hi"},
    **{"italian": "it", "japanese": "ja", "portuguese": "pt-br", "brazilian": "pt-br", "chinese": "zh"},
    **{"mandarin": "zh", "eng": "en-us", "spa": "es", "fra": "fr-fr", "fre": "fr-fr", "hin": "hi", "ita": "it"},
    **{"jpn": "ja", "por": "pt-br", "zho": "zh", "chi": "zh"},
}
NO_LANGUAGE = frozenset(("", "none", "null", "und", "mul", "multi", "multilingual", "unknown", "default"))


REGION = re.compile(r"[a-z]{2}[-_](?:[a-z]{2}|\d{3})")
BRITISH_ENOUGH = frozenset(("au", "nz", "ie", "za", "in", "uk"))


def known_language(name: str) -> str | None:
    """Our name of a language, if we speak it."""
    key = name.strip().lower()
    language = ALIASES.get(key, ALIASES.get(key.replace("-", "_"), key))
    if language not in LANGUAGES and REGION.fullmatch(key):  # es-MX, zh-TW: the nearest we have
        base = key.replace("_", "-").partition("-")[0]
        language = "en-gb" if key[3:] in BRITISH_ENOUGH and base == "en" else ALIASES.get(base, base)
    return language if language in LANGUAGES else None


def language_named(name: str) -> str:
    """The same; or an error that lists them."""
    language = known_language(name)
    if language is None:
        raise UnknownLanguage(f"No language {name[:40]!r}. There are: {', '.join(LANGUAGES)}.")
    return language


def is_foreign(name: str | None) -> bool:
    """Whether a language is named at all: some programs send "none" or "und"."""
    return bool(name) and str(name).strip().lower() not in NO_LANGUAGE


def phonemise(segment: Segment, language: str, lexicon: Lexicon = NO_LEXICON) -> Utterance:
    """The segment as tokens; nothing is truncated (cutting to the budget comes later)."""
    directions = segment.directions
    words, backends, dropped = [], set(), 0
    for part, tongue in _tongues(segment, language):
        text, found = _spoken(part, tongue, lexicon, directions)
        for piece in found:
            tokens, lost = tokens_of(piece.phonemes)
            dropped += lost
            source, span = text.text[piece.start : piece.end], text.span(piece.start, max(piece.end, piece.start + 1))
            manner, spoken = directions.at(span.start), is_audible(piece.phonemes)
            made = Word(source, span, tokens, piece.space_after, spoken, piece.backend, manner.rate, manner.volume)
            words.append(made)
            backends |= {piece.backend} if spoken else set()
        if words and part.text[-1:].isspace():  # before another language
            words[-1] = replace(words[-1], space_after=True)
    manner = directions.at(segment.text.starts[0])
    return Utterance(
        tuple(words),
        language,
        tuple(sorted(backends)),
        dropped,
        segment.join,
        segment.pause,
        segment.lead,
        manner.voice,
        manner.pitch,
        tuple(sorted(_stand_ins(segment, language))),
    )


def _stand_ins(segment: Segment, language: str) -> set[str]:
    """Languages in it whose own front end is not here; "und" for writing that nobody here reads."""
    readers = {one.language for part, tongue in _tongues(segment, language) for one in stretches(part.text, tongue)}
    return {reader or "und" for reader in readers if reader == UNREAD or not is_installed(reader)}


def is_installed(language: str) -> bool:
    """Whether its own front end is here."""
    return language not in eastasian.NAMES or eastasian.is_installed(language)


def _tongues(segment: Segment, language: str) -> Iterator[tuple[TracedText, str]]:
    """Parts of the text, each in one language."""
    starts = segment.tongues or ((0, language),)
    ends = [start for start, _ in starts[1:]] + [len(segment.text)]
    for (start, tongue), end in zip(starts, ends, strict=True):
        yield segment.text[start:end], tongue


def _spoken(
    text: TracedText, language: str, lexicon: Lexicon, directions: Directions
) -> tuple[TracedText, tuple[Piece, ...]]:
    """The phonemes of a text in one language, and that text as it was spelled for it."""
    text = lexicon.respelled(text, language)
    found = _pieces(text.text, language)
    for start, end, phonemes in lexicon.said(text.text, language):
        found = _with(found, Piece(start, end, phonemes, False, "lexicon"), text.text, language)
    for asked, backend in ((directions.looked_up, "lexicon"), (directions.pronounced, "markup")):
        for start, end, given in _asked_for(text, asked):
            piece = Piece(start, end, phonemes_given(given, language), False, backend)
            found = _with(found, piece, text.text, language)
    return text, found


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


def _with(found: tuple[Piece, ...], given: Piece, text: str, language: str) -> tuple[Piece, ...]:
    """The pieces with one that is given; what sticks out of those it takes the place of is read by itself."""
    over = [piece for piece in found if piece.start < given.end and piece.end > given.start]
    if not over:
        return found
    first, last = over[0], over[-1]
    head, tail = text[first.start : given.start], text[given.end : last.end]
    before = tuple(piece.moved(first.start) for piece in _pieces(head, language)) if head else ()
    if tail in POSSESSIVE:
        given, tail = replace(given, end=last.end, phonemes=given.phonemes + _possessive(given.phonemes)), ""
    after = tuple(piece.moved(given.end) for piece in _pieces(tail, language)) if tail else ()
    middle = (*before, given, *after)
    middle = (*middle[:-1], replace(middle[-1], space_after=last.space_after))
    index = found.index(first)
    return (*found[:index], *middle, *found[index + len(over) :])


def _possessive(phonemes: str) -> str:
    """How 's sounds after a sound."""
    last = phonemes.rstrip("ˈˌː")[-1:]
    if last in "szʃʒʧʤ":
        return "ᵻz"
    return "s" if last in "ptkfθ" else "z"


def load(language: str) -> None:
    """Makes a language ready, so that its first sentence does not wait for that."""
    if language.startswith("en"):
        english.load(language)


def forget() -> None:
    """Empties the phoneme cache."""
    _cached.cache_clear()


def _pieces(text: str, language: str) -> tuple[Piece, ...]:
    """From the cache, or new. What is made while a front end hangs is not kept: it is second best."""
    try:
        return _cached(text, language)
    except Stalled:
        return tuple(_joined(text, language, espeak_pieces))


@lru_cache(maxsize=CACHED)
def _cached(text: str, language: str) -> tuple[Piece, ...]:
    return tuple(_made(text, language))


def _made(text: str, language: str) -> list[Piece]:
    return _joined(text, language, _read)


def _joined(text: str, language: str, read: Callable[[str, str], list[Piece]]) -> list[Piece]:
    """The pieces of a text, each writing in it read as its own language."""
    parts = stretches(text, language)
    return [piece.moved(part.start) for part in parts for piece in read(text[part.start : part.end], part.language)]


def _read(text: str, language: str) -> list[Piece]:
    """What one front end makes of a text; where it is not here, what stands in for it."""
    if language.startswith("en"):
        english.load(language)  # once, and that takes seconds: it does not count
        words: list[Piece] = watchdog.done(lambda: english.pieces(text, language))
        return words
    if language in eastasian.NAMES and eastasian.is_installed(language):
        return eastasian.pieces(text, language)
    if language == "ja":
        parts = han_apart(text)
        return [
            p.moved(part.start) for part in parts for p in espeak_pieces(text[part.start : part.end], part.language)
        ]
    return espeak_pieces(text, language)
