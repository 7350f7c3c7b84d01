"""A text as the tokens that Misaki expects of its tagger: words, marks, and the parts of contractions.

The boundaries are those of spaCy's English tokeniser, with which the tagger learned: what stands between spaces is
freed of marks at its front and end until nothing is left to take away, and is then cut at marks between letters.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from kokoro_live.phonemes.contractions import PARTS

CHUNK = re.compile(r"(\S+)( ?)(\s*)")
LETTER = r"[^\W\d_]"
LOWER = "a-z" + "".join(char for char in map(chr, range(0xDF, 0x2B0)) if char.islower())
UPPER = "A-Z" + "".join(char for char in map(chr, range(0xC0, 0x250)) if char.isupper())
QUOTES = "'\"”“`‘´’‚,„»«「」『』（）〔〕【】《》〈〉⟦⟧"
MARKS = re.escape(",:;!?¿؟¡()[]{}<>_#*&。？！，、；：～·।،۔؛٪")
ICONS = "¦©®°\u2100-\u2129\u212e\u214a-\u214f\u2195-\u21f3\u2300-\u23ff\u2440-\u25b6\u25b8-\u266e\u2670-\u2bff\U0001f000-\U0001faff�"
CURRENCY = r"US\$|C\$|A\$|[$£€¥฿\u20a0-\u20bf﷼]"
UNITS = (
    "km²|km³|km/h|kmh|km|m²|m³|m/s|mph|mm²|mm³|mm|mbar|mb|mg|m|dm²|dm³|dm|cm²|cm³|cm|ha|hPa|Pa|µm|µg|nm|yd|in|ft|"
    "kg|kb|g|t|lb|oz|MB|KB|gb|GB|tb|TB|T|G|M|K|%"
)
HYPHENS = "-|–|—|--|---|——|~"
PREFIX = re.compile(rf"[§%=—–…{MARKS}{QUOTES}{ICONS}]|\+(?![0-9])|\.\.+|{CURRENCY}")
SUFFIX = re.compile(
    rf"(?:[—–…{MARKS}{QUOTES}{ICONS}]|\.\.+|['’][sS]|(?<=[0-9])\+|(?<=°[FfCcKk])\.|(?<=[0-9])(?:{CURRENCY}|{UNITS})|"
    rf"(?<=[0-9{LOWER}%²\-+…{MARKS}{QUOTES}])\.|(?<=[{UPPER}][{UPPER}])\.)$"
)
INFIX = re.compile(
    rf"\.\.+|[…{ICONS}]|(?<=[0-9])[+\-*^](?=[0-9-])|(?<=[{LOWER}{QUOTES}])\.(?=[{UPPER}{QUOTES}])|"
    rf"(?<={LETTER}),(?={LETTER})|(?<=[^\W_])(?:{HYPHENS})(?={LETTER})|(?<=[^\W_])[:<>=/](?={LETTER})"
)
ADDRESS = re.compile(
    rf"(?:[\w+\-.]{{2,}}://)?(?:\S+(?::\S*)?@)?(?:[^\W_](?:[\w-]*[^\W_])?\.)+[{LOWER}]{{2,63}}(?::\d{{2,5}})?(?:[/?#]\S*)?"
)
CACHED = 16_384  # words of the texts, in memory only
LONGEST = 120  # characters between spaces: longer ones are no words and are cut into such pieces first


def tokens(text: str) -> list[tuple[str, str]]:
    """Each token with the space after it, if there is one. Together they are the text."""
    pieces: list[tuple[str, str]] = []
    lead = len(text) - len(text.lstrip())
    if lead:
        pieces.append((text[:lead], ""))
    for word, space, more in CHUNK.findall(text, lead):
        *first, last = _parts(word)
        pieces.extend((part, "") for part in first)
        pieces.append((last, space))
        if more:
            pieces.append((more, ""))
    return pieces


def _parts(word: str) -> tuple[str, ...]:
    """The tokens of what stands between two spaces."""
    if len(word) <= LONGEST:
        return _cut(word)
    return tuple(part for at in range(0, len(word), LONGEST) for part in _cut(word[at : at + LONGEST]))


@lru_cache(CACHED)
def _cut(word: str) -> tuple[str, ...]:
    if word.isalpha():
        return PARTS.get(word, (word,))
    start, end = _bare(word)
    front, ends = [], []
    left = 0
    for at in start:
        front.append(word[left:at])
        left = at
    right = len(word)
    for at in end:
        ends.append(word[at:right])
        right = at
    return _joined([*front, *_inside(word[left:right]), *reversed(ends)])


def _joined(parts: list[str]) -> tuple[str, ...]:
    """Two neighbours are one token if together they are known as one: the ")" and ":" of "(so):"."""
    at = 0
    while at + 1 < len(parts):
        if len(PARTS.get(parts[at] + parts[at + 1], ())) == 1:
            parts[at : at + 2] = [parts[at] + parts[at + 1]]
        at += 1
    return tuple(parts)


def _bare(word: str) -> tuple[list[int], list[int]]:
    """Where the marks before a word end, and where those behind it begin, from the outside."""
    fronts: list[int] = []
    ends: list[int] = []
    left, right = 0, len(word)
    while left < right and word[left:right] not in PARTS:
        core = word[left:right]
        prefix = PREFIX.match(core)
        before = prefix.end() if prefix else 0
        if before and core[before:] in PARTS:
            fronts.append(left + before)
            return fronts, ends
        suffix = SUFFIX.search(core, before) if before < len(core) else None
        if suffix is None and before == 0:
            break
        if suffix and core[: suffix.start()] in PARTS:
            ends.append(left + suffix.start())
            return fronts, ends
        if before:
            left += before
            fronts.append(left)
        if suffix:
            right = left - before + suffix.start()
            ends.append(right)
    return fronts, ends


def _inside(core: str) -> Iterator[str]:
    """What is left of a word without the marks around it."""
    if not core:
        return
    if core in PARTS:
        yield from PARTS[core]
        return
    done = 0
    if not ("." in core and ADDRESS.fullmatch(core)):
        for match in INFIX.finditer(core):
            if match.start() == 0:
                continue
            if match.start() > done:
                yield core[done : match.start()]
            yield match.group()
            done = match.end()
    if done < len(core):
        yield core[done:]
