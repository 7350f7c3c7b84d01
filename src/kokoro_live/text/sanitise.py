"""Line breaks made uniform, what cannot be read removed; no letter of any script is ever deleted."""

import re
import unicodedata

from kokoro_live.records import TracedText

LINE_BREAK = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
BLANK = re.compile(r"[^\S\n ]")
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
    return TracedText.joined(text[start:end] for start, end in _readable_runs(text.text))


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
