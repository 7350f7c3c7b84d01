"""Japanese and Chinese through Misaki's own front ends, which are extras: their dictionaries are large."""

from functools import cache
from typing import Any

from kokoro_live.errors import UnknownLanguage
from kokoro_live.phonemes.clauses import MARKS, SPLIT
from kokoro_live.phonemes.pieces import Piece

NAMES = {"ja": "Japanese", "zh": "Chinese"}


def pieces(text: str, language: str) -> list[Piece]:
    """Clauses with their phonemes: these scripts mark no words, so a clause is the finest traceable unit."""
    found: list[Piece] = []
    position = 0
    for match in [*SPLIT.finditer(text), None]:
        start = match.start() if match else len(text)
        if start > position:
            found.append(Piece(position, start, _phonemes(text[position:start], language), False, "misaki"))
        if match is None:
            break
        if not match.group().isspace():
            found.append(Piece(start, match.end(), MARKS[match.group()], True, "misaki"))
        elif found:
            last = found[-1]
            found[-1] = Piece(last.start, last.end, last.phonemes, True, last.backend)
        position = match.end()
    return found


def _phonemes(text: str, language: str) -> str:
    phonemes = _front_end(language)(text)
    return str(phonemes[0] if isinstance(phonemes, tuple) else phonemes)


@cache
def _front_end(language: str) -> Any:
    try:
        if language == "ja":
            from misaki import ja

            return ja.JAG2P()
        from misaki import zh

        return zh.ZHG2P()
    except ImportError as missing:
        remedy = f"pip install 'kokoro-live[{language}]'"
        raise UnknownLanguage(f"{NAMES[language]} needs an extra ({missing.name} is missing): {remedy}") from missing
