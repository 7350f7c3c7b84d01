"""Directions inside plain text: [voice:af_bella] from there on, [word](/wɜːd/) for one pronunciation."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator

from kokoro_live.records import FENCE, Directions, Manner, Script, TracedText, fenced

VOICE = re.compile(r"(?<!`)\[voice\s?[:=]\s?([a-z]{2}_[a-z0-9]+(?:[^\]\n]{0,200})?)\]", re.IGNORECASE)
# a link to /about/ is no pronunciation: that has a letter which only phoneticians write
PRONOUNCED = re.compile(r"(?<!!)\[([^\[\]\n]{1,100})\]\(\s?(/(?=[^/\n()]{0,200}[^\x00-\x7f])[^/\n()]{1,200}/)\s?\)")
CODE_BLOCK = re.compile(r"^ {0,3}(```|~~~).*?(?:^ {0,3}\1|\Z)", re.DOTALL | re.MULTILINE)
FENCES = re.compile(FENCE)


def with_directions(text: TracedText, voice: Callable[[str], tuple[str | None, str]]) -> Script:
    """The text without those marks, and what they ask for. `voice` knows a voice's usual spelling and its language."""
    code = [edge for match in CODE_BLOCK.finditer(text.text) for edge in match.span()]  # inside after an odd number
    changes: list[tuple[int, Manner]] = []
    tags: list[tuple[int, int]] = []
    for match in VOICE.finditer(text.text):
        if bisect_right(code, match.start()) % 2 == 0:
            changes.append((text.starts[match.start()], Manner(*voice(match[1].strip()))))
            tags.append(match.span())
    text = text.without(tags)
    pronounced = [(text.span(*match.span(1)), match[2]) for match in PRONOUNCED.finditer(text.text)]
    text = TracedText.joined(_unwrapped(text)) if pronounced else text
    places, manners = zip(*changes, strict=True) if changes else ((), ())
    return Script(text, Directions(places, manners, tuple(pronounced)))


def _unwrapped(text: TracedText) -> Iterator[TracedText]:
    done = 0
    for match in PRONOUNCED.finditer(text.text):
        yield text[done : match.start()]
        yield from fenced([text[match.start(1) : match.end(1)]])
        done = match.end()
    yield text[done:]
