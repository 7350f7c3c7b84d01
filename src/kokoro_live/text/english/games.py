"""Sport, chess and music: records, tie-breaks, moves, keys, time signatures."""

import re

from kokoro_live.text.english.context import text_around
from kokoro_live.text.english.numbers import cardinal, number
from kokoro_live.text.rules import rule

PIECES = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight"}
ACCIDENTALS = {"♯": "sharp", "♭": "flat", "♮": "natural"}
QUALITIES = {"m": "minor", "dim": "diminished", "maj": "major", "sus": "suspended"}
CHECKS = {"+": " check", "#": " mate", "++": " double check", "": ""}
MOVED = re.compile(
    r"\b(?:(?:king|queen|rook|bishop|knight) |[a-hA-H] (?:one|two|three|four|five|six|seven|eight)|castles)"
)
METRE = re.compile(
    r"\b(?:time|signature|metre|meter|measures?|waltz|beats?|bars?|tempo|chord|song|groove|rhythm|march|BPM|bpm|polka|jig|reel|tune|played|minor|major)\b"
)


def _move(match: re.Match[str], language: str) -> str:
    """Nxe5+ → knight takes E five check."""
    piece = PIECES[match["piece"]]
    start = f" {_square(match['start'])}" if match["start"] else ""
    takes = " takes" if match["takes"] else ""
    return f"{piece}{start}{takes} {_square(match['to'])}{_promoted(match)}{CHECKS[match['check'] or '']}"


def _pawn(match: re.Match[str], language: str) -> str:
    """exd5, e8=Q."""
    start = f"{match['start'].upper()} takes " if match["start"] else ""
    return f"{start}{_square(match['to'])}{_promoted(match)}{CHECKS[match['check'] or '']}"


def _square(text: str) -> str:
    return " ".join(char.upper() if char.isalpha() else cardinal(int(char)) for char in text)


def _promoted(match: re.Match[str]) -> str:
    return f" promotes to {PIECES[match['promoted']]}" if match["promoted"] else ""


def _castles(match: re.Match[str], language: str) -> str | None:
    near = text_around(match)
    if match.group()[0] == "0" and not MOVED.search(near):
        return None  # a draw without goals
    return "castles queenside" if match.group().count("-") == 2 else "castles kingside"


def _move_number(match: re.Match[str], language: str) -> str:
    return f"{cardinal(int(match[1]))}, "


def _metre(match: re.Match[str], language: str) -> str | None:
    """In 6/8 time."""
    near = text_around(match)
    return f"{cardinal(int(match[1]))} {cardinal(int(match[2]))}" if METRE.search(near) else None


def _key(match: re.Match[str], language: str) -> str:
    return f"{match[1]} {ACCIDENTALS[match[2]]}"


def _record(match: re.Match[str], language: str) -> str:
    """A 12-4-1 record."""
    return f"{cardinal(int(match[1]))}, {cardinal(int(match[2]))} and {cardinal(int(match[3]))}"


def _clock(match: re.Match[str], language: str) -> str:
    seconds = int(match[2])
    return f"{cardinal(int(match[1]))} {'oh ' if 0 < seconds < 10 else ''}{cardinal(seconds)}"


def _tie_break(match: re.Match[str], language: str) -> str:
    return f", {number(match[1])}"


SQUARE = r"(?P<to>[a-h][1-8])(?:=(?P<promoted>[QRBN]))?(?P<check>\+\+|[+#](?![+\w]))?"
RULES = (
    rule("move", r"(?<![\w.])(\d{1,3})\.(?:\.\.)?\s?(?=(?:[KQRBN][a-h1-8]?x?)?[a-h]?x?[a-h][1-8]\b|O-O)", _move_number),
    rule("move", rf"(?<![A-Za-z\d])(?P<piece>[KQRBN])(?P<start>[a-h]|[1-8]|[a-h][1-8])?(?P<takes>x)?{SQUARE}(?!\w)", _move),
    rule("move", rf"(?<![A-Za-z\d])(?P<start>[a-h])x{SQUARE}(?!\w)", _pawn),
    rule("move", r"(?<![A-Za-z\d])(?P<start>)(?P<to>[a-h][18])=(?P<promoted>[QRBN])(?P<check>[+#])?(?!\w)", _pawn),
    rule("move", r"(?<![\w-])(?:O-O(?:-O)?|0-0(?:-0)?)(?![\w-])(?=[+#]?(?:\W|$))", _castles),
    rule("chord", r"\b([A-G])([#♯♭]?)m(?:in)?(\d{1,2})\b", lambda m, _: f"{m[1]} {ACCIDENTALS.get(m[2].replace('#', '♯'), '')} minor {cardinal(int(m[3]))}".replace("  ", " ")),
    rule("key", r"\b([A-G])([♯♭♮])", _key),
    rule("key", r"(?<![\w&])([A-G])#(m|dim|maj|sus)?(?=\b|\s|[.,;:]|$)(?!\w)", lambda m, _: f"{m[1]} sharp {QUALITIES.get(m[2] or '', '')}".rstrip()),
    rule("key", r"(?<![\w&])([A-G])b(?=\s(?:minor|major))", lambda m, _: f"{m[1]} flat"),
    rule("tempo", r"♩(?=\s?=)", "quarter note"),
    rule("metre", r"(?<![\w./])(\d{1,2})/(2|4|8|16)(?![\d/]|\s?(?:cup|tsp|tbsp|inch|mile|oz|lb)|\")", _metre),
    rule("record", r"(?<![\w-])(\d{1,2})-(\d{1,2})-(\d{1,2})(?=\s(?:record|season|start|mark|finish|on the|this|last|overall|in\b))", _record),
    rule("clock", r"(?:(?<=\bin )|(?<=\btime of )|(?<=\bclocked )|(?<=\bran )|(?<=\bbest of )|(?<=\bfinished in ))(\d{1,2}):([0-5]\d)(?![:\d]|\.\d|\s?[ap]\.?m)", _clock),
    rule("tie-break", r"(?<=\d[-–]\d)\s?\((\d{1,2})\)", _tie_break),
    rule("relay", r"(?<![\w.])(\d)\s?[x×]\s?(\d{3})\s?m(?=\srelay)", lambda m, _: f"{cardinal(int(m[1]))} by {cardinal(int(m[2]))} meter"),
    rule("bars", r"\bmm\.\s?(?=\d)", "measures "),
    rule("bars", r"(?<!\d\s)(?<!\d)\bm\.\s(?=\d)(?!\d{4})", "measure "),
)  # fmt: skip
