"""Pauses that are asked for in the text: [pause:1.5s].

Inside the text stage a pause is one character that no input can contain (sanitise removes private ones): its number is
its length.
"""

import re
from itertools import groupby

from kokoro_live.records import Prosody, Script
from kokoro_live.traced_text import TracedText

TAG = re.compile(r"\[(?:pause|break)\s?[:=]\s?(\d{1,5}(?:\.\d{1,3})?)\s?(ms|s)?\s?\]", re.IGNORECASE)
FIRST = 0xE000
STEPS_PER_SECOND = 100
LONGEST = 60.0  # seconds, of one and of all in a text
LAST = FIRST + round(LONGEST * STEPS_PER_SECOND)
BLOCK = "\x1e"  # ends a block for sure, whatever the next line begins with
MARKS = f"{chr(FIRST)}-{chr(LAST)}"  # for a pattern


def with_pauses(text: TracedText) -> TracedText:
    """Tags → marks; once they ask for too much in all, without effect."""
    left = LONGEST

    def marked(match: re.Match[str]) -> str:
        nonlocal left
        seconds = min(left, float(match[1]) / (1000 if (match[2] or "").lower() == "ms" else 1))
        left -= seconds
        return mark(seconds)

    return text.replaced(TAG, marked)


def mark(seconds: float) -> str:
    """The character for a pause."""
    return chr(FIRST + round(min(LONGEST, seconds) * STEPS_PER_SECOND))


def seconds_of(marks: str) -> float | None:
    """How long the pauses among some characters are; None if there is none."""
    steps = [ord(char) - FIRST for char in marks if FIRST <= ord(char) <= LAST]
    return min(LONGEST, sum(steps) / STEPS_PER_SECOND) if steps else None


def tagged(script: Script, voice: str) -> str:
    """The script as text with tags; `voice` is the one that speaks anyway. Without one, pauses alone are told."""

    def part(number: int) -> tuple[bool, Prosody]:
        return FIRST <= ord(text[number]) <= LAST, script.directions.at(script.text.starts[number])

    text, said, before = script.text.text, "", Prosody()
    for (is_pause, prosody), run in groupby(range(len(text)), part):
        piece = "".join(text[number] for number in run)
        if is_pause:
            said += f"[pause:{seconds_of(piece):g}s]"
            continue
        if voice and prosody.voice != before.voice and piece.strip():
            said += f"[voice:{prosody.voice or voice}]"
            before = Prosody(prosody.voice)
        if voice and prosody.rate != before.rate and piece.strip():
            said += f"[rate:{prosody.rate:.3g}]"
        before = prosody if piece.strip() else before
        said += piece
    return " ".join(said.replace(BLOCK, "\n").split())
