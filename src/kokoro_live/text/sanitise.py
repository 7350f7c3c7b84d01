"""Line breaks made uniform, words that a line break cuts in two joined, what cannot be read removed.

No letter of any script is ever deleted.
"""

import re
import unicodedata
from collections.abc import Iterator

from kokoro_live.traced_text import TracedText

LINE_BREAK = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
BLANK = re.compile(r"[^\S\n ]")
# as PDF files have them
BROKEN_WORD = re.compile("(?<![^\\W\\d_])([^\\W\\d_]++)([-\u2010\u00ad])\n[ \t]*(?=[^\\W\\d_A-Z])")
# words that keep their hyphen before another one
FIRST_HALVES = frozenset(
    "well self non half long short high low cross co ex mid all ever so far old new full part first second third post "
    "pre two three four five six seven eight nine ten twenty thirty forty fifty sixty seventy eighty ninety".split()
)
# Cc control, Cf format (zero-width, bidi, soft hyphen), Cs lone surrogate, Co private use, Cn unassigned
UNREADABLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
JOINERS = "\u200c\u200d"  # zero-width, but part of the spelling in Devanagari
MARKS_KEPT = 4  # combining marks in a row; the rest of a "Zalgo" pile says nothing


def sanitise(source: str) -> TracedText:
    """The readable text, traced to the source."""
    return sanitised(TracedText.of(source))


def sanitised(text: TracedText) -> TracedText:
    """What of it can be read."""
    text = text.replaced(LINE_BREAK, "\n").replaced(BLANK, " ")
    text = text.contracted(_line_hyphens(text.text))
    return TracedText.joined(text[start:end] for start, end in _readable_runs(text.text))


def _line_hyphens(text: str) -> Iterator[tuple[int, int]]:
    """What stands between the halves of a word; where the word has a hyphen of its own, only the line break."""
    for match in BROKEN_WORD.finditer(text):
        yield (match.end(2) if match[1].lower() in FIRST_HALVES else match.start(2)), match.end()


def _readable_runs(text: str) -> list[tuple[int, int]]:
    """Ranges of characters to keep."""
    runs: list[tuple[int, int]] = []
    marks = 0
    for i, char in enumerate(text):
        category = unicodedata.category(char)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > MARKS_KEPT or (category in UNREADABLE and char != "\n" and not _is_spelling(text, i)):
            continue
        if runs and runs[-1][1] == i:
            runs[-1] = (runs[-1][0], i + 1)
        else:
            runs.append((i, i + 1))
    return runs


def _is_spelling(text: str, i: int) -> bool:
    return text[i] in JOINERS and i > 0 and "\u0900" <= text[i - 1] <= "\u0dff"
