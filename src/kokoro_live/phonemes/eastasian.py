"""Japanese and Chinese through Misaki's own front ends, which are extras: their dictionaries are large."""

import importlib.util
import logging
import re
from functools import cache
from tempfile import TemporaryDirectory
from typing import Any

from kokoro_live.errors import UnknownLanguage
from kokoro_live.phonemes import english, letters
from kokoro_live.phonemes.alphabet import is_audible
from kokoro_live.phonemes.clauses import MARKS, SPLIT
from kokoro_live.phonemes.japanese_numbers import with_numbers
from kokoro_live.phonemes.once import once
from kokoro_live.phonemes.pieces import Piece

NAMES = {"ja": "Japanese", "zh": "Chinese"}
NEEDED = {  # modules
    "ja": ("pyopenjtalk", "fugashi", "unidic_lite", "jaconv", "mojimoji"),
    "zh": ("jieba", "pypinyin", "cn2an", "ordered_set"),
}
# A stretch of the language's own script, or of anything else that has letters (Latin words, Hangul, Cyrillic …).
OWN = "\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff10-\uff9f\U00020000-\U0003ffff々〆ー"
STRETCH = re.compile(rf"[{OWN}0-9０-９.,%]+|[^{OWN}]+")


def pieces(text: str, language: str) -> list[Piece]:
    """Clauses with their phonemes: these scripts mark no words, so a clause is the finest traceable unit."""
    spoken: list[Piece] = []
    position = 0
    for match in [*SPLIT.finditer(text), None]:
        start = match.start() if match else len(text)
        spoken += _clause(text, position, start, language)
        if match is None:
            break
        if not match.group().isspace():
            spoken.append(Piece(start, match.end(), MARKS[match.group()], True, "misaki"))
        elif spoken:
            last = spoken[-1]
            spoken[-1] = Piece(last.start, last.end, last.phonemes, True, last.backend)
        position = match.end()
    return spoken


def _clause(text: str, start: int, end: int, language: str) -> list[Piece]:
    """One clause, its foreign words read as English."""
    spoken: list[Piece] = []
    for stretch in STRETCH.finditer(text, start, end):
        if re.match(rf"[{OWN}0-9０-９.,%]", stretch.group()):
            spoken.append(_own(stretch, language))
        else:
            for piece in english.pieces(stretch.group(), "en-us"):
                at = stretch.start()
                spoken.append(Piece(at + piece.start, at + piece.end, piece.phonemes, piece.space_after, piece.backend))
    return spoken


def _own(stretch: re.Match[str], language: str) -> Piece:
    front_end = _front_end(language)
    try:
        sounds = front_end(stretch.group())
    except (KeyError, IndexError, ValueError, TypeError):  # what these front ends raise on a sign they do not know
        sounds = ""
    phonemes = str(sounds[0] if isinstance(sounds, tuple) else sounds)
    if is_audible(phonemes):
        return Piece(stretch.start(), stretch.end(), phonemes, False, "misaki")
    return Piece(stretch.start(), stretch.end(), letters.phonemes(stretch.group()), False, "characters")


def _chinese() -> Any:
    """Its word splitter would keep a dictionary under a well-known name where anybody can write."""
    import jieba
    from misaki import zh

    jieba.setLogLevel(logging.WARNING)
    front_end = zh.ZHG2P()
    with TemporaryDirectory() as private:
        jieba.dt.tmp_dir = private
        jieba.initialize()
    return front_end


def _japanese() -> Any:
    """It reads numbers character by character: they are read again before it looks up their sounds."""
    from misaki import ja

    front_end = ja.JAG2P()
    sounds = front_end.cutlet._romaji_tokens
    front_end.cutlet._romaji_tokens = lambda words: sounds(with_numbers(words))
    return front_end


@once
def _front_end(language: str) -> Any:
    if language == "ja":
        return _japanese()
    return _chinese()


@cache
def is_installed(language: str) -> bool:
    """Whether the packages are here that its front end needs."""
    return all(importlib.util.find_spec(module) for module in NEEDED[language])


def require(language: str) -> None:
    """An error that says how to get a language, if it is not here."""
    if language in NAMES and not is_installed(language):
        raise UnknownLanguage(f"{NAMES[language]} is not installed here. Run: kokoro-live install {language}")
