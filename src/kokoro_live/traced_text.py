"""The trace from every character that is said back to the characters that were sent."""

import re
from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass

FENCE = "\uf8ff"  # stands around a word whose sound is given, so that no rule takes it together with its neighbours


@dataclass(frozen=True, slots=True)
class Span:
    """Characters [start, end) of the text as the user sent it, counted in code points."""

    start: int
    end: int


class TracedText:
    """Text that remembers, for each of its characters, which source characters it came from."""

    __slots__ = ("ends", "starts", "text")

    def __init__(self, text: str, starts: "array[int]", ends: "array[int]") -> None:
        self.text, self.starts, self.ends = text, starts, ends

    @classmethod
    def of(cls, source: str) -> "TracedText":
        """The source itself: every character comes from itself."""
        return cls(source, array("l", range(len(source))), array("l", range(1, len(source) + 1)))

    def __len__(self) -> int:
        return len(self.text)

    def __getitem__(self, part: slice) -> "TracedText":
        return TracedText(self.text[part], self.starts[part], self.ends[part])

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """Where characters [start, end) came from."""
        end = len(self.text) if end is None else end
        return Span(self.starts[start], self.ends[end - 1])

    def replaced(self, pattern: re.Pattern[str], spoken: str | Callable[[re.Match[str]], str | None]) -> "TracedText":
        """Each match rewritten; all characters of the new text point at the whole match. None leaves a match alone."""
        pieces: list[TracedText] = []
        done = 0
        for match in pattern.finditer(self.text):
            new = spoken if isinstance(spoken, str) else spoken(match)
            if new is None or match.start() == match.end():
                continue
            pieces.append(self[done : match.start()])
            pieces.append(self.rewritten(match.start(), match.end(), new))
            done = match.end()
        if not pieces:
            return self
        return TracedText.joined([*pieces, self[done:]])

    def moved(self, by: int) -> "TracedText":
        """The same, from further on in a longer source."""
        starts, ends = (array("l", (place + by for place in places)) for places in (self.starts, self.ends))
        return TracedText(self.text, starts, ends)

    def rewritten(self, start: int, end: int, new: str) -> "TracedText":
        """Characters [start, end) alone, said otherwise; each new one points at all of them."""
        where = self.span(start, end)
        return TracedText(new, array("l", [where.start]) * len(new), array("l", [where.end]) * len(new))

    def without(self, ranges: Iterable[tuple[int, int]]) -> "TracedText":
        """The text with some ranges left out; they must be in order."""
        pieces: list[TracedText] = []
        done = 0
        for start, end in ranges:
            pieces.append(self[done : max(done, start)])
            done = max(done, end)
        return TracedText.joined([*pieces, self[done:]]) if pieces else self

    def contracted(self, ranges: Iterable[tuple[int, int]]) -> "TracedText":
        """The text with some ranges left out; the character before each stands for it, too."""
        ranges = list(ranges)
        ends = array("l", self.ends)
        for start, end in ranges:
            ends[start - 1] = self.ends[end - 1]
        return TracedText(self.text, self.starts, ends).without(ranges) if ranges else self

    @staticmethod
    def inserted(new: str, place: int) -> "TracedText":
        """Characters that come from nowhere in the source, at a place of it."""
        nowhere = array("l", [place]) * len(new)
        return TracedText(new, nowhere, nowhere)

    @staticmethod
    def joined(pieces: Iterable["TracedText"]) -> "TracedText":
        """The pieces one after another."""
        texts: list[str] = []
        starts, ends = array("l"), array("l")
        for piece in pieces:
            texts.append(piece.text)
            starts += piece.starts
            ends += piece.ends
        return TracedText("".join(texts), starts, ends)

    def stripped(self) -> "TracedText":
        """Without white space at either end."""
        left = self.left_stripped()
        return left[: len(left.text.rstrip())]

    def left_stripped(self) -> "TracedText":
        """Without white space before it."""
        return self[len(self.text) - len(self.text.lstrip()) :]


def fenced(pieces: list[TracedText]) -> list[TracedText]:
    """With a fence on either side."""
    whole: Span = TracedText.joined(pieces).span()
    return [TracedText.inserted(FENCE, whole.start), *pieces, TracedText.inserted(FENCE, whole.end)]
