"""Sanitised text → sentences. Long ones are cut later, in tokens, where the real budget is known."""

import re
from collections.abc import Iterator
from dataclasses import replace

from kokoro_live.records import Join, Segment
from kokoro_live.text.pause_tags import LONGEST, MARKS, seconds_of
from kokoro_live.text.short_forms import (
    ANYWHERE,
    BEFORE_FIGURES,
    BEFORE_NAMES,
    IN_NAMES,
    NOUNS_TOO,
    STARTERS,
    WORDS_TOO,
)
from kokoro_live.traced_text import TracedText

SPACES = re.compile(r"\s{2,}|[^\S ]")
BREAK = re.compile(rf"[\n\x1e{MARKS}][ \n\x1e{MARKS}]*")  # markup sets \x1e where a block ends for sure
# A sentence ends at a full stop, question or exclamation mark, with its closing quotes and brackets.
EMOTICON = r"(?:\s[:;=8xX]'?-?[)(DPpO/|*3]+)?"
END = re.compile(rf"(?<![.!?…])[.!?…]++[\"'”’)\]»]*+{EMOTICON}(?=\s)|[。！？]+[」』”’）]*|[।॥]+")
LIST_LABEL = re.compile(r"\s*(\d{1,3}|[A-Za-z])\.$")
OPENING = "(\"'“‘[«"
MEASURED = re.compile(
    r"\d\s?(?:hrs?|mins?|ft|in|lbs?|oz|yrs?|mi|yds?|sec|tsp|tbsp|gal|pts?|qts?)$", re.IGNORECASE
)  # "5 ft. 6"
DAY, MONTH = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day", r"(?:January|February|March|April|May|June|July|August)"
ZONE = r"(?:Eastern|Pacific|Central|Mountain|[ECMP][SD]?T|GMT|UTC|BST|CES?T|IST)"
DATED = re.compile(rf"(?:{DAY}|{MONTH}|(?:Septem|Octo|Novem|Decem)ber|{ZONE})\b")
STREET = re.compile(r"(?:[A-Z]\w*|\d+(?:st|nd|rd|th))\s+St$")
LETTERED = re.compile(
    r"\b(?:vitamin|plan|type|grade|class|option|group|team|hepatitis|wing|block) [A-Z]$",
    re.IGNORECASE,
)
STARTS = re.compile(rf"(?:{STARTERS})\b(?!\.)")
FIGURE = re.compile(r"[#§№$€£]?\s?\d|(?!I(?:['’]|\s[a-z]))[IVXLC]+\b")
COUNTED = re.compile(r"\d[\d,]*\s[a-z]{3}")
OPERATOR = re.compile(r"[=+*/×÷·−<>≤≥)]")  # after a factorial
MOVE = re.compile(r"(?:[KQRBN][a-h1-8]?x?)?[a-h]x?[a-h1-8]|O-O")  # of chess, after its number
SIGNS_AFTER = frozenset("+&=<>%@")  # no sentence begins with one
APOSTROPHE = re.compile("['’]")
BRAND = re.compile(r"[a-z]{1,2}[A-Z]")  # iPad, eBay
CLAUSE_MARKS = ",;:—，；：、"
# Longer runs than these are cut, so that no later stage meets an unbounded one.
LONGEST_SENTENCE = 1_000
LONGEST_WORD = 60
UNSPACED = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"  # scripts that write no spaces
LONG_WORD = re.compile(rf"[^\s{UNSPACED}]{{{LONGEST_WORD}}}(?=[^\s{UNSPACED}])")


def split_sentences(text: TracedText) -> Iterator[Segment]:
    """Sentences, each with what joins it to the next. Pauses around silent blocks go to the sentence before them."""
    waiting: list[Segment] = []  # the last sentence, and what stands after it and makes no sound
    lead = 0.0
    for block, block_join, pause in _blocks(text):
        pieces = [piece for sentence in _sentences(block.replaced(SPACES, " ")) for piece in _bounded(sentence)]
        segments = [Segment(piece, join) for piece, join in pieces]
        if segments:
            segments[-1] = replace(segments[-1], join=block_join)
        if not any(char.isalnum() for char in block.text):
            if pause is not None and waiting:
                waiting[0] = replace(waiting[0], pause=min(LONGEST, (waiting[0].pause or 0.0) + pause))
            elif pause is not None:
                lead = min(LONGEST, lead + pause)
            yield from () if waiting else segments
            waiting += segments if waiting else ()
            continue
        yield from waiting
        segments[0], lead = replace(segments[0], lead=lead), 0.0
        yield from segments[:-1]
        waiting = [replace(segments[-1], pause=pause)]
    yield from waiting


def with_broken_words(text: TracedText) -> TracedText:
    """A space, from nowhere in the source, inside words no front end could take whole."""
    cuts = [match.end() for match in LONG_WORD.finditer(text.text)]
    pieces: list[TracedText] = []
    done = 0
    for cut in cuts:
        pieces += [text[done:cut], TracedText.inserted(" ", text.starts[cut])]
        done = cut
    return TracedText.joined([*pieces, text[done:]]) if cuts else text


def _blocks(text: TracedText) -> Iterator[tuple[TracedText, Join, float | None]]:
    """Paragraphs and lines, with the pause that was asked for after them.

    A single line break ends a block only if the next line starts like a new sentence.
    """
    start = 0
    for match in BREAK.finditer(text.text):
        blank_line, pause = match.group().count("\n") > 1, seconds_of(match.group())
        sure = blank_line or pause is not None or "\x1e" in match.group()
        if sure or not text.text[match.end() : match.end() + 1].islower():
            yield text[start : match.start()], Join.PARAGRAPH if blank_line else Join.SENTENCE, pause
            start = match.end()
    yield text[start:], Join.SENTENCE, None


def _sentences(block: TracedText) -> Iterator[tuple[TracedText, Join]]:
    start = 0
    for match in END.finditer(block.text):
        if _ends_sentence(block.text[max(start, match.start() - 40) : match.end()], match, block.text):
            yield block[start : match.end()], Join.SENTENCE
            start = match.end()
    yield block[start:], Join.SENTENCE


def _ends_sentence(before: str, match: re.Match[str], text: str) -> bool:
    """Whether the mark that `before` ends with closes a sentence."""
    mark, rest = match.group(), text[match.end() : match.end() + 40].lstrip().lstrip(OPENING)
    if mark[0] in "。！？।॥":
        return True
    if mark[0] == "." and mark[1:2] != ".":
        ends = _ends_after_short_form(before[: -len(mark)], rest)
        if ends is not None:
            return ends
    if mark == "!" and OPERATOR.match(rest) and before[-2:-1].isalnum():
        return False  # "5! = 120"
    if rest[:1] in SIGNS_AFTER:
        return False
    return not rest[:1].islower() or BRAND.match(rest) is not None


def _ends_after_short_form(before: str, rest: str) -> bool | None:
    """Whether a sentence ends at the full stop of a short form; None if it stands after no short form."""
    word = before.rsplit(None, 1)[-1:]
    last = APOSTROPHE.split(word[0].lower().lstrip(OPENING))[-1] if word else ""  # dell'art. 5
    if last == "st" and STREET.search(before) and (STARTS.match(rest) or rest.startswith("St. ")):
        return True  # "221B Baker St. It was nice."
    if last.isdecimal() and MOVE.match(rest):
        return False
    if last in WORDS_TOO and word[0].islower() and COUNTED.match(rest):
        return True  # "I missed the bus. 5 people waited."
    if last in BEFORE_FIGURES and FIGURE.match(rest):
        return False  # "Fig. 3", "Act. IV"
    if last in ("a.m", "p.m"):
        return rest[:1].isupper() and not DATED.match(rest)
    if last in NOUNS_TOO and word[0].islower() and STARTS.match(rest):
        return True  # "Call the rep. He knows."
    if MEASURED.search(before):
        return rest[:1].isupper() and (rest[1:2].islower() or bool(STARTS.match(rest)))  # "12 mi. NE of Tulsa"
    if last in BEFORE_NAMES or LIST_LABEL.fullmatch(before + "."):
        return False  # "Dr. Smith", "1. First"
    if len(last) == 1 and last.isalpha() and last != "i":
        begun = before.count(" ") > 2 or LETTERED.search(before)  # "J. Smith"; "They chose plan B. It failed."
        return bool(STARTS.match(rest)) and bool(begun)
    if "." in last or last in IN_NAMES:
        return bool(STARTS.match(rest))
    return rest[:1].isupper() if last in ANYWHERE else None


def _bounded(sentence: tuple[TracedText, Join]) -> Iterator[tuple[TracedText, Join]]:
    """The sentence itself, or pieces of it if it is too long for one G2P call."""
    text, join = sentence
    start = 0
    while len(text) - start > LONGEST_SENTENCE:
        end = _cut(text.text, start)
        yield text[start:end].stripped(), Join.CLAUSE if text.text[end - 1] in CLAUSE_MARKS else Join.NONE
        start = end
    last = text[start:].stripped()
    if len(last):
        yield last, join


def _cut(text: str, start: int) -> int:
    """Where to end a piece that starts at `start`: after a clause, else at a space, else anywhere."""
    limit = start + LONGEST_SENTENCE
    clause = max(text.rfind(mark, start + LONGEST_SENTENCE // 2, limit) for mark in CLAUSE_MARKS) + 1
    return clause or max(0, text.rfind(" ", start + 1, limit)) or limit
