"""Directions inside plain text: [voice:af_bella] from there on, [word](/wɜːd/) for one pronunciation."""

import re
from collections.abc import Callable

from kokoro_live.records import Directions, Manner, Script, Span, TracedText

VOICE = re.compile(r"\[voice\s?[:=]\s?([a-z]{2}_[a-z0-9]+(?:[^\]\n]{0,200})?)\]", re.IGNORECASE)
PRONOUNCED = re.compile(r"\[([^\[\]\n]{1,100})\]\(\s?(/[^/\n()]{1,200}/)\s?\)")


def with_directions(text: TracedText, voice: Callable[[str], tuple[str, str]]) -> Script:
    """The text without those marks, and what they ask for. `voice` knows a voice's usual spelling and its language."""
    changes = [(text.starts[match.start()], Manner(*voice(match[1].strip()))) for match in VOICE.finditer(text.text)]
    text = text.replaced(VOICE, "")
    pronounced: list[tuple[Span, str]] = []
    marks: list[tuple[int, int]] = []
    for match in PRONOUNCED.finditer(text.text):
        pronounced.append((text.span(*match.span(1)), match[2]))
        marks += [(match.start(), match.start(1)), (match.end(1), match.end())]
    places, manners = zip(*changes, strict=True) if changes else ((), ())
    return Script(text.without(marks), Directions(places, manners, tuple(pronounced)))
