"""Directions inside plain text: [voice:af_bella] and [rate:0.8] from there on, [word](/wɜːd/) for one pronunciation."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import replace

from kokoro_live.records import ALL_RULES, PLAIN_PROSODY, Directions, Prosody, Script
from kokoro_live.traced_text import FENCE, Span, TracedText, fenced

TAG = re.compile(r"(?<!`)\[(voice|rate|baserate)\s?[:=]\s?([^\[\]\n]{1,200})\]", re.IGNORECASE)
OUR_VOICE = re.compile(r"[a-z]{2}_[a-z0-9]+", re.IGNORECASE)
RATE = re.compile(r"\d{1,2}(?:\.\d{1,3})?|\.\d{1,3}")
SYMBOLS = re.compile(r"[^\s;:,.!?—…\"()“”]+")  # a word in Kokoro's own
SLOWEST, FASTEST = 0.25, 4.0
# a link to /about/ is no pronunciation: that has a letter which only phoneticians write
PRONOUNCED = re.compile(r"(?<!!)\[([^\[\]\n]{1,100})\]\(\s?(/(?=[^/\n()]{0,200}[^\x00-\x7f])[^/\n()]{1,200}/)\s?\)")
CODE_BLOCK = re.compile(r"^ {0,3}(```|~~~).*?(?:^ {0,3}\1|\Z)", re.DOTALL | re.MULTILINE)
FENCES = re.compile(FENCE)


def with_directions(
    text: TracedText, voice: Callable[[str], Prosody], known: frozenset[str] = frozenset(), obeyed: bool | None = None
) -> Script:
    """The text without those marks, and what they ask for. `voice` says how a voice speaks, `known` are names that the
    request itself gave to some. `obeyed`: whether tags are; None: those that name what looks like a voice of ours."""
    code = [edge for match in CODE_BLOCK.finditer(text.text) for edge in match.span()]  # inside after an odd number
    changes: list[tuple[int, Prosody]] = []
    tags: list[tuple[int, int]] = []
    prosody, own_rate = PLAIN_PROSODY, 1.0
    for match in TAG.finditer(text.text) if obeyed is not False else ():
        kind, value = match[1].lower(), match[2].strip()
        if bisect_right(code, match.start()) % 2:
            continue
        if kind == "voice" and (obeyed or OUR_VOICE.match(value) or value.lower() in known):
            prosody = voice(value)
            own_rate = prosody.rate
        elif kind != "voice" and RATE.fullmatch(value):  # a multiple of the voice's own, until the next voice
            own_rate = own_rate if kind == "rate" else 1.0
            prosody = replace(prosody, rate=min(FASTEST, max(SLOWEST, own_rate * float(value))))
        else:
            continue
        changes.append((text.starts[match.start()], prosody))
        tags.append(match.span())
    text = text.without(tags)
    pronounced = [(text.span(*match.span(1)), match[2]) for match in PRONOUNCED.finditer(text.text)]
    text = TracedText.joined(_unwrapped(text)) if pronounced else text
    places, prosodies = zip(*changes, strict=True) if changes else ((), ())
    return Script(text, Directions(places, prosodies, tuple(pronounced)))


def symbols_as_they_are(text: TracedText) -> Script:
    """A text that is written in Kokoro's own symbols: no word of it is read otherwise."""
    pieces: list[TracedText] = []
    given: list[tuple[Span, str]] = []
    done = 0
    for word in SYMBOLS.finditer(text.text):
        pieces += [text[done : word.start()], *fenced([text[word.start() : word.end()]])]
        given.append((text.span(*word.span()), f"{{{word.group()}}}"))
        done = word.end()
    script = TracedText.joined([*pieces, text[done:]])
    return Script(script, Directions(pronounced=tuple(given)), rules_off=frozenset({ALL_RULES}))


def _unwrapped(text: TracedText) -> Iterator[TracedText]:
    done = 0
    for match in PRONOUNCED.finditer(text.text):
        yield text[done : match.start()]
        yield from fenced([text[match.start(1) : match.end(1)]])
        done = match.end()
    yield text[done:]
