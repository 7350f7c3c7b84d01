"""Misaki for English: its phonemes are what the model was trained on. eSpeak says the words Misaki does not know."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import resources
from types import ModuleType
from typing import Any

from kokoro_live.phonemes import espeak, letters, tagger
from kokoro_live.phonemes.alphabet import is_audible
from kokoro_live.phonemes.dictionary import Dictionary
from kokoro_live.phonemes.once import once
from kokoro_live.phonemes.pieces import Piece

UNKNOWN = "❓"  # what Misaki writes for a word nobody could say
LETTER_A = "ˈA"
CAP_STRESSES = (0.5, 2)  # Misaki's: how much a capital adds, the second for words all in capitals
FALLBACK_RATING = 2  # Misaki rates its own dictionaries 3 and 4


def load(language: str) -> None:
    """The tagger and the dictionaries, once."""
    g2p(language == "en-gb")


def pieces(text: str, language: str) -> list[Piece]:
    """Words and marks of one sentence with their phonemes."""
    return pieces_by(g2p(language == "en-gb"), text, language)


def pieces_by(reader: Any, text: str, language: str) -> list[Piece]:
    """The same by a reader of Misaki's kind."""
    spoken: list[Piece] = []
    position = 0
    for token in reader(text, preprocess=False)[1]:
        start, end = _place(token.text, text, position)
        phonemes, backend = token.phonemes, _backend(token)
        if phonemes is None or UNKNOWN in phonemes:
            phonemes, backend = letters.phonemes(token.text), "characters"
        elif not is_audible(phonemes) and any(char.isalnum() for char in token.text):
            # Misaki takes "-10" or "/20" for punctuation when its tagger does, and says nothing
            phonemes, backend = espeak.phonemes(token.text, language), "espeak"
        spoken.append(Piece(start, end, phonemes, bool(token.whitespace), backend))
        position = end
    return _with_letters(spoken, text)


def _with_letters(spoken: list[Piece], text: str) -> list[Piece]:
    """An "A" beside another single letter ("A M", "J A R") is a letter, too, and not the article."""
    words = [text[piece.start : piece.end] for piece in spoken]
    single = [False, *(len(word) == 1 and word.isupper() for word in words), False]
    return [
        replace(piece, phonemes=LETTER_A) if word == "A" and (single[i] or single[i + 2]) else piece
        for i, (piece, word) in enumerate(zip(spoken, words, strict=True))
    ]


def _place(token: str, text: str, position: int) -> tuple[int, int]:
    """Where a token stands, from `position` on. Misaki drops some marks inside words: "0’0" comes back as "00"."""
    start = end = max(position, text.find(token[:1], position))
    for char in token:
        end = max(end, text.find(char, end)) + 1
    return start, min(end, len(text))


def _backend(token: Any) -> str:
    rating = getattr(token, "rating", None) or token._.rating
    return "espeak" if rating == FALLBACK_RATING else "misaki"


@once
def g2p(british: bool) -> Any:
    """Misaki with our tagger, our eSpeak as its fallback, and dictionaries that take little memory."""
    en = _misaki()

    class SmallLexicon(en.Lexicon):  # type: ignore[misc,name-defined]
        """en.Lexicon with small dictionaries."""

        def __init__(self) -> None:
            self.british, self.cap_stresses = british, CAP_STRESSES
            self.golds, self.silvers = (_dictionary(british, quality) for quality in ("gold", "silver"))

    class OwnG2P(en.G2P):  # type: ignore[misc,name-defined]
        """en.G2P without spaCy: it asks for tokens in one place, `tokenize`."""

        def __init__(self) -> None:
            self.version, self.british, self.unk = None, british, UNKNOWN
            self.lexicon = SmallLexicon()
            self.fallback = self._with_espeak
            self.tagged = tagger.shipped().tagged

        def tokenize(self, text: str, asked: Any, features: Any) -> list[Any]:
            return [
                en.MToken(word, tag, space, _=en.MToken.Underscore(is_head=True, num_flags="", prespace=False))
                for word, space, tag in self.tagged(text)
            ]

        def _with_espeak(self, token: Any) -> tuple[str | None, int]:
            phonemes = espeak.phonemes(token.text, "en-gb" if british else "en-us")
            return (phonemes or None), FALLBACK_RATING

    return OwnG2P()


@once
def _misaki() -> Any:
    """Misaki's English. Its file imports spaCy at the top, for a loader of taggers that is not called here."""
    with _stand_in("spacy"):
        from misaki import en
    return en


@contextmanager
def _stand_in(name: str) -> Iterator[None]:
    """An empty module of that name, only while something imports it that does not need it."""
    if name in sys.modules:
        yield
        return
    sys.modules[name] = ModuleType(name)
    try:
        yield
    finally:
        del sys.modules[name]


def _dictionary(british: bool, quality: str) -> Dictionary:
    file = resources.files("misaki.data") / f"{'gb' if british else 'us'}_{quality}.json"
    return Dictionary(json.loads(file.read_text(encoding="utf-8")))
