"""Roman numerals: of rulers, parts, years and pages."""

import re

from kokoro_live.text.english.context import british, word_before, words_before
from kokoro_live.text.english.numbers import cardinal, ordinal, roman, year
from kokoro_live.text.english.tables import FIRST_NAMES, NUMBERED, RULERS
from kokoro_live.text.short_forms import STARTERS

MYSELF = re.compile(  # what an I does and no king
    r"\s(?:am|have|think|know|want|like|liked|love|loved|need|needed|guess|hope|believe|mean|remember|wish|feel|met|see|"
    r"bought|wrote|chose|joined|drive|drew|teach|use|do|don't|can't|won't|didn't|just|always|never|really)\b"
)
OPENING = frozenset(STARTERS.split("|")) - NUMBERED  # words that a sentence begins with
CROWNED = frozenset("King Queen Pope Emperor Tsar Elector".split())


def roman_number(match: re.Match[str], language: str) -> str | None:
    """Part IV, Henry VIII, World War II."""
    numeral, before = match[1], word_before(match)
    value = roman(numeral)
    if numeral == "I" and MYSELF.match(match.string, match.end()):
        return None  # the Part I want
    if before in OPENING or (numeral == "I" and before in CROWNED):
        return None  # The IV line, the King I knew
    if len(numeral) == 1 and re.match(r"\.\s[A-Z][a-z]", match.string[match.end() : match.end() + 4]):
        return None  # George V. Smith
    if value and len(numeral) > 1 and before.capitalize() in NUMBERED and before.islower():
        return cardinal(value)  # in phase III
    if value is None or not before[:1].isupper() or not match.string[: match.start()].endswith(" "):
        return None
    if before in RULERS and value <= 30 and before not in NUMBERED:
        return f"the {ordinal(value).capitalize()}"
    if len(numeral) == 1 and before not in NUMBERED:
        return None
    earlier = words_before(match, 2)
    if len(earlier) == 2 and earlier[0] in FIRST_NAMES and value <= 5 and len(numeral) > 1 and before not in NUMBERED:
        return f"the {ordinal(value).capitalize()}"
    return cardinal(value, british(language)).capitalize() if value < 100 and numeral not in ("XL", "XXX") else None


def roman_ordinal(match: re.Match[str], language: str) -> str | None:
    """The XXXIII Olympiad."""
    value = roman(match[1])
    return ordinal(value) if value else None


def roman_year(match: re.Match[str], language: str) -> str | None:
    """MCMXCIV."""
    value = roman(match.group())
    return year(value) if value and value > 1400 and len(match.group()) > 3 else None


def lettered_numeral(match: re.Match[str], language: str) -> str | None:
    """Part III.B."""
    value = roman(match[2])
    return f"{match[1]} {cardinal(value).capitalize()} {match[3]}" if value else None


def two_numerals(match: re.Match[str], language: str) -> str | None:
    """Phase I/II."""
    first, second = roman(match[2]), roman(match[4])
    if not first or not second:
        return None
    link = {"/": " ", "-": " to ", "–": " to "}.get(match[3], f" {match[3]} ")
    return f"{match[1]} {cardinal(first)}{link}{cardinal(second)}"


def small_numeral(match: re.Match[str], language: str) -> str | None:
    """Scene ii, page xiv."""
    value = roman(match[2].upper())
    if len(match[2]) == 1 and match[1].lower() in ("item", "step", "part", "phase"):
        return None  # item x in list a
    return f"{match[1]} {cardinal(value)}" if value and match[2] else None
