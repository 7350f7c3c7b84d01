"""The part of speech of each token: the network of spaCy's small English tagger, run by numpy (tagger.json tells more).

A token is what its usual spelling, its first letter, its last ones, its shape and the space after it add up to. Four
layers then look one token further to the left and to the right each. Penn Treebank's tags come out.
"""

from functools import lru_cache
from importlib import resources
from typing import Any

import numpy as np

from kokoro_live.phonemes import murmur
from kokoro_live.phonemes.once import once
from kokoro_live.phonemes.tokens import tokens

Tokens = list[tuple[str, str]]  # with the space after each, as in tokens.py
FILE = "tagger.npz"
ENDING = 3  # letters
RUN = 4  # signs of one kind in a row that a shape tells apart
LONG = 100  # letters: such a word has no shape
PIECES = 3  # a layer's answer is the largest of so many
BEYOND = 4  # tokens of nothing before and behind a text, as the network met them when it learned
EPSILON = 1e-8
CACHED = 4096  # tokens, in memory only: 1 kB each


class Tagger:
    """The network, as it lies in the package."""

    def __init__(self, arrays: Any) -> None:
        names = [name for name in arrays if name.startswith("weight")]
        kinds = ("weight", "bias", "gain", "shift")
        self._layers = [[arrays[f"{kind}{k}"].astype(np.float32) for kind in kinds] for k in range(len(names))]
        self._last, self._offset = (arrays[name].astype(np.float32) for name in ("last", "offset"))
        # The first layer is a product of what the tables say: each table is multiplied by its part of it beforehand
        tables = np.split(arrays["table"].astype(np.float32), np.cumsum(arrays["sizes"])[:-1])
        parts = np.split(self._layers[0][0], len(tables))
        self._tables = [table @ part for table, part in zip(tables, parts, strict=True)]
        self._seeds = arrays["seeds"].tolist()
        self._usual = dict(zip(arrays["norm_from"].tolist(), arrays["norm_to"].tolist(), strict=True))
        self._symbols = dict(zip(arrays["symbol"].tolist(), arrays["number"].tolist(), strict=True))
        self.names = tuple(arrays["tags"].tolist())
        self._features = lru_cache(CACHED)(self._looked_up)
        self._part = lru_cache(CACHED)(self._row)

    def tagged(self, text: str) -> list[tuple[str, str, str]]:
        """Each token of a text with the space after it and its tag."""
        pieces = tokens(text)
        return [(*token, tag) for token, tag in zip(pieces, self.tags(pieces), strict=True)]

    def tags(self, pieces: Tokens) -> list[str]:
        """One for each token."""
        return [self.names[best] for best in self.scores(pieces).argmax(1).tolist()] if pieces else []

    def scores(self, pieces: Tokens) -> np.ndarray:
        """[tokens, tags]"""
        count = len(pieces)
        summed = np.array([self._features(token, bool(space)) for token, space in pieces])
        width = summed.shape[1] // PIECES
        now = np.zeros((count + 2 * BEYOND, width), np.float32)
        now[BEYOND : BEYOND + count] = self._largest(0, summed)
        around = np.zeros((len(now), 3 * width), np.float32)
        for number in range(1, len(self._layers)):
            around[1:, :width] = now[:-1]
            around[:, width : 2 * width] = now
            around[:-1, 2 * width :] = now[1:]
            now = now + self._largest(number, around @ self._layers[number][0])
        scores: np.ndarray = now[BEYOND : BEYOND + count] @ self._last + self._offset
        return scores

    def _largest(self, number: int, x: np.ndarray) -> np.ndarray:
        """The largest of each three, evened out."""
        _, bias, gain, shift = self._layers[number]
        x = x + bias
        y = np.maximum(np.maximum(x[:, ::PIECES], x[:, 1::PIECES]), x[:, 2::PIECES])
        width = y.shape[1]
        y = y - y.sum(1, keepdims=True) / width
        even: np.ndarray = y / np.sqrt(np.einsum("ij,ij->i", y, y)[:, None] / width + EPSILON)
        answer: np.ndarray = even * gain + shift
        return answer

    def _looked_up(self, token: str, space: bool) -> np.ndarray:
        """What the tables say of a token."""
        usual = self._usual.get(self._number(token), token.lower())
        told = (usual, token[:1], token[-ENDING:], _shape(token), int(space), int(token.isspace()))
        row: np.ndarray = np.add.reduce([self._part(table, one) for table, one in enumerate(told)])
        return row

    def _row(self, number: int, told: str | int) -> np.ndarray:
        """What one table says: the sum of four of its rows."""
        table = self._tables[number]
        places = murmur.of_number(told if isinstance(told, int) else self._number(told), self._seeds[number])
        row: np.ndarray = table[[place % len(table) for place in places]].sum(0)
        return row

    def _number(self, text: str) -> int:
        """A string as spaCy numbers it: a few have numbers of their own."""
        known = self._symbols.get(text)
        return int(known) if known is not None else murmur.of_bytes(text.encode(errors="surrogatepass"))


def _shape(token: str) -> str:
    """Capitals, small letters and digits as X, x and d; long runs cut short."""
    if len(token) >= LONG:
        return "LONG"
    shape = ""
    for char in token:
        kind = "d" if char.isdigit() else ("X" if char.isupper() else "x") if char.isalpha() else char
        if shape[-RUN:] != kind * RUN:
            shape += kind
    return shape


@once
def shipped() -> Tagger:
    """The tagger of this package."""
    with (resources.files("kokoro_live.phonemes") / FILE).open("rb") as file:
        return Tagger(dict(np.load(file)))
