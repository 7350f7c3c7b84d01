"""An SSML document as it was sent: how one begins, signs as people type them, and where in it something stands."""

import html
import re
from xml.parsers import expat

from kokoro_live.errors import BadMarkup

ROOT = "<speak>"  # what a fragment is put into
LEAD = "\ufeff \t\r\n"  # may stand before a document
COMMENTS = r"(?:<!--(?:(?!-->).)*+-->\s*+)*+"  # nothing is gone back over
OPENING = re.compile(
    rf"[{LEAD}]*+(?:<\?xml[^<>]{{0,200}}\?>\s*+)?{COMMENTS}<(?:speak[\s>/]|!DOCTYPE\s+(?!html\b))", re.DOTALL
)
DECLARED = re.compile(r"<\?xml|<!DOCTYPE")
# An ampersand that stands for itself, or for one of HTML's signs: hand-written templates are full of them. While expat
# reads, another character of the same length keeps its place.
AMPERSAND = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)")
STAND_IN = "\uff06"
STANDING_IN = re.compile(rf"{STAND_IN}([A-Za-z]\w{{1,9}};)?")


def is_ssml(source: str) -> bool:
    """Whether it begins as only SSML does."""
    return OPENING.match(source) is not None


def own_sign(match: re.Match[str]) -> str:
    """What an ampersand begins, if it is one of HTML's signs."""
    sign = f"&{match[1]}" if match[1] else ""
    return meant if sign and (meant := html.unescape(sign)) != sign else f"&{match[1] or ''}"


class Document:
    """What expat is given, and the way back from its places to those of the source."""

    def __init__(self, source: str, strict: bool) -> None:
        self._source, self._strict = source, strict
        self._passed_over: dict[str, None] = {}  # in the order in which they were met
        self._skipped = source[: len(source) - len(source.lstrip(LEAD))]
        self._prefix = "" if is_ssml(source) or DECLARED.match(source, len(self._skipped)) else ROOT
        parsed = self._prefix + source[len(self._skipped) :]
        self._bytes = (parsed if strict else AMPERSAND.sub(STAND_IN, parsed)).encode("utf-8", "replace")
        self._place, self._byte = len(self._skipped) - len(self._prefix), 0  # the last place that was looked up
        self._parser = expat.ParserCreate("utf-8")

    def _pass_over(self, name: str, what: str) -> None:
        """What we cannot follow: strictly read, an error."""
        if self._strict:
            raise self._wrong(what)
        self._passed_over.setdefault(name)

    def _wrong(self, what: str, line: int | None = None, column: int | None = None) -> BadMarkup:
        line = line or self._parser.CurrentLineNumber
        column = self._parser.CurrentColumnNumber if column is None else column
        if line == 1:
            column += len(self._skipped.rpartition("\n")[2]) - len(self._prefix)
        return self._wrong_at(line + self._skipped.count("\n"), column, what)

    def _wrong_at(self, line: int, column: int, what: str) -> BadMarkup:
        """`column` counts from 0, and may lie after the end of what was sent."""
        lines = self._source.split("\n")
        column = min(max(1, column + 1), len(lines[min(line, len(lines)) - 1]) + 1)
        return BadMarkup(f"SSML, line {line}, column {column}: {what}.")

    def _here(self) -> int:
        """The place in the source of the event that is being told."""
        at = self._parser.CurrentByteIndex
        self._place += len(self._bytes[self._byte : at].decode("utf-8", "replace"))
        self._byte = at
        return max(0, self._place)
