"""Lengths and sizes: feet and inches, and one measure by another."""

import re

from kokoro_live.text.english.context import (
    british,
    full_stop,
    word_after,
    word_before,
)
from kokoro_live.text.english.measures import (
    NOT_DESCRIBED,
    after_and,
    describes,
    plural_unit,
)
from kokoro_live.text.english.numbers import cardinal, fraction, number, pairs
from kokoro_live.text.english.units import UNITS
from kokoro_live.text.rules import rule

OPERATORS = frozenset("+−÷=*")
LENGTH = r"(?:ft|in|cm|mm|m|yd|feet|inches)\b\.?"
SIDES = {"W": "wide", "D": "deep", "H": "high", "L": "long"}


def _inches_by_inches(match: re.Match[str], language: str) -> str:
    """A 9" x 13" pan; a sofa of 84" x 36"."""
    noun = re.match(r"\s([a-z]{3,})", match.string[match.end() : match.end() + 20])
    of_a_thing = noun is not None and noun[1] not in NOT_DESCRIBED
    first, second = number(match[1]), number(match[2])
    return f"{first} by {second} inch" if of_a_thing else f"{first} inches by {second} inches"


def _size(match: re.Match[str], language: str) -> str:
    words = " by ".join(number(part, british(language)) for part in re.split(r"\s?[x×]\s?", match["sizes"]))
    name = UNITS[match["unit"].rstrip(".")]
    return f"{words} {name if describes(match) else plural_unit(name)}{full_stop(match)}"


def _height(match: re.Match[str], language: str) -> str:
    feet, inches = match[1], match[2]
    return f"{cardinal(int(feet))} foot {number(inches)}" if inches else f"{cardinal(int(feet))} feet"


def _inches(match: re.Match[str], language: str) -> str | None:
    if match.string[: match.start()].count('"') % 2:  # it closes a quotation
        return None
    after = match.string[match.end() : match.end() + 4].lstrip()
    single = match[1] == "1" or (word_before(match).lower() in ("a", "the") and word_after(match) != "")
    single = single or after[:2] in ("4K", "8K", "HD")
    return f"{number(match[1])} inch{'' if single or describes(match) else 'es'}"


def _by(match: re.Match[str], language: str) -> str | None:
    if match.string[: match.start()].rstrip()[-1:] in OPERATORS or re.match(
        r"\s?[-+−÷]\s?\d", match.string[match.end() :]
    ):
        return None  # a calculation
    parts = re.split(r"\s?[x×]\s?", match[1])
    return " by ".join(
        pairs(part) if len(part) == 4 and part.isdigit() else number(part, british(language)) for part in parts
    )


def _hyphenated(match: re.Match[str], language: str) -> str:
    """A 13-in. laptop, a 9×13-in. pan."""
    sizes = " by ".join(number(part) for part in re.split(r"\s?[x×]\s?", match["sizes"]))
    return f"{sizes} {UNITS[match['unit']]}"


RULES = (
    rule("unit", r"(?<![\w.])(?P<sizes>(?:\d[\d.]*\s?[x×]\s?)*\d[\d.]*)-(?P<unit>in|ft|lb|oz|mi|yd|gal|qt|pt|sec|min|hr|yr|mo|wk|spd|ct|pk|sq ft)\b\.?(?=\s\w|,)", _hyphenated),
    rule("inches", r"(?<![\w.\"“-])(\d+(?:\.\d+)?)(?:\"|″)?\s?[–-]\s?(?=\d+(?:\.\d+)?(?:\"|″))", lambda m, _: f"{number(m[1])} to "),
    rule("feet", r"(?<![\w.'‘-])(\d+)['′]?\s?[–-]\s?(\d+)(?:['′](?![\w\d]))", lambda m, _: f"{cardinal(int(m[1]))} to {cardinal(int(m[2]))} feet"),
    rule("size", r"(?<![\w.])(\d+(?:\.\d+)?)(?:\"|″)\s?([WDHL])\b(\s?[x×]\s?(?=\d))?", lambda m, _: f"{number(m[1])} inches {SIDES[m[2]]}{' by ' if m[3] else ''}"),
    rule("size", r"(?<![\w.])(\d+(?:\.\d+)?)(?:\"|″)[WHDL]?\s?[x×]\s?(\d+(?:\.\d+)?)(?:\"|″)(?!\s?[x×])", _inches_by_inches),
    rule("size", r"(?<![\w.])(\d+(?:\.\d+)?)(?:\"|″)[WHDL]?\s?[x×]\s?(?=\d+(?:\.\d+)?(?:\"|″))", lambda m, _: f"{number(m[1])} inches by "),
    rule("fraction", r"(?<![\w./])(\d{1,2})[\s-](\d{1,2})/(\d{1,2})(?:\"|″)", lambda m, _: f"{cardinal(int(m[1]))} and {after_and(fraction(int(m[2]), int(m[3])))} inch{'' if re.match(r' [a-z]', m.string[m.end():]) else 'es'}"),
    rule("fraction", r"(?<![\w./])(\d{1,2})/(\d{1,2})(?:\"|″)", lambda m, _: f"{fraction(int(m[1]), int(m[2]))} inch"),
    rule("size", rf"(?<=\d)(\s?{LENGTH})\s?[x×]\s?(?=\d[\d.]*\s?{LENGTH})", lambda m, _: f"{m[1]} by "),
    rule("height", r"(?<![\w.])(\d{1,2})['′’]\s?(\d{1,2}(?:\.\d)?)(?:\"|″|”|'')", _height),
    rule("height", r"(?<![\w.'’])(\d{1,4})(?:′(?!\w)|'(?=\s(?:tall|long|wide|deep|high)\b))()", _height),
    rule("inches", r"(?<![\w./]|[x×])(?<![x×]\s)(\d+(?:\.\d+)?)\s?in\.(?!\w)", lambda m, _: f"{number(m[1])} inch{'' if m[1] == '1' else 'es'}{full_stop(m)}"),
    rule("inches", r"(?<![\w.])(\d+(?:\.\d+)?)(?:\"|″)(?!\w)", _inches),
    rule("size", r"(?<![\w.])(?P<sizes>\d[\d.]*(?:\s?[x×]\s?\d[\d.]*)+)\s?(?P<unit>in\.|ft\.?|cm|mm|m|px|km)(?![\w²³])", _size),
    rule("size", r"(?<![\w.])(\d+)['′]\s?[x×]\s?(\d+)['′]", lambda m, _: f"{cardinal(int(m[1]))} feet by {cardinal(int(m[2]))} feet"),
    rule("size", r"(?<![\w.,])(\d[\d,.]*+(?:\s?[x×]\s?\d(?:[\d,.]*\d)?+)++)(?![\w^⁰¹²³⁴-⁹⁻]|\s?=)", _by),
)  # fmt: skip
