"""eSpeak for whole clauses of a language: phonemes word by word, so that each is traceable to the text."""

import re

from kokoro_live.phonemes import espeak, letters
from kokoro_live.phonemes.alphabet import is_audible
from kokoro_live.phonemes.pieces import Piece

# Marks the model knows, and what to read for those it does not. A mark inside a number ("1.234,50") is not one.
MARKS = {
    **{mark: mark for mark in ";:,.!?—…“”()"},
    **{"«": "“", "»": "”", "„": "“", '"': '"', "–": "—", "¿": "", "¡": "", "。": ".", "，": ",", "、": ",", "！": "!"},
    **{"？": "?", "；": ";", "：": ":", "।": ".", "॥": ".", "（": "(", "）": ")", "「": "“", "」": "”"},
    **{"[": "", "]": ""},
}
SPLIT = re.compile(rf"(?<!\d)[{re.escape(''.join(MARKS))}]|[{re.escape(''.join(MARKS))}](?!\d)|\s+")


def pieces(text: str, language: str) -> list[Piece]:
    """Words and marks with their phonemes; eSpeak reads clause by clause to keep liaison and stress."""
    pieces: list[Piece] = []
    clause: list[tuple[int, int]] = []
    position = 0
    for match in [*SPLIT.finditer(text), None]:
        start = match.start() if match else len(text)
        if start > position:
            clause.append((position, start))
        if match is None or not match.group().isspace():
            pieces += _clause(text, clause, language)
            clause = []
        if match is None:
            break
        if not match.group().isspace():
            pieces.append(Piece(start, match.end(), MARKS[match.group()], False, "espeak"))
        position = match.end()
    return [_spaced(piece, text) for piece in pieces]


def _spaced(piece: Piece, text: str) -> Piece:
    return Piece(piece.start, piece.end, piece.phonemes, text[piece.end : piece.end + 1].isspace(), piece.backend)


def _clause(text: str, words: list[tuple[int, int]], language: str) -> list[Piece]:
    """One eSpeak call for the clause; its words shared out to ours."""
    if not words:
        return []
    unread = espeak.phonemes(" ".join(text[a:b] for a, b in words), language).split(" ")
    shares = [1] * len(words)
    if len(unread) != len(words):
        # A number is several words, a clitic may join its neighbour: ask for each word alone how many it makes.
        shares = [len(espeak.phonemes(text[a:b], language).split()) for a, b in words]
    if sum(shares) != len(unread):
        alone = [espeak.phonemes(text[a:b], language) for a, b in words]
        return [_piece(text, word, phonemes) for word, phonemes in zip(words, alone, strict=True)]
    pieces = []
    for word, share in zip(words, shares, strict=True):
        pieces.append(_piece(text, word, " ".join(unread[:share])))
        unread = unread[share:]
    return pieces


def _piece(text: str, word: tuple[int, int], phonemes: str) -> Piece:
    start, end = word
    if is_audible(phonemes) or not any(char.isalnum() for char in text[start:end]):
        return Piece(start, end, phonemes, False, "espeak")
    return Piece(start, end, letters.phonemes(text[start:end]), False, "characters")
