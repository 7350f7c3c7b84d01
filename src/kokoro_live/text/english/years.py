"""Years, decades, centuries, eras."""

import re

from kokoro_live.text.english.context import british, full_stop, is_counted, text_before, word_after, word_before
from kokoro_live.text.english.numbers import cardinal, ordinal, pairs, plural, two_digits, year
from kokoro_live.text.english.tables import MONTHS, SHORT_MONTHS
from kokoro_live.text.rules import rule

DECADE_NEAR = re.compile(r"\b(?:\d{0,2}\d0s|\w+ties)\b")
BEFORE_DECADE = frozenset("the his her their my your our mid early late a roaring swinging".split())
BETWEEN_DECADES = frozenset("and or to".split())
BEFORE_NUMBERS_TOO = frozenset("the than for by and to around of from between before after".split())
IN_A_YEAR = frozenset(
    "in since from until till by of during circa year around before after early late mid through and to between spring "
    "summer autumn fall winter copyright for than back established est founded born died the class".split()
)


def month_name(text: str) -> str:
    short = text.rstrip(".")
    return SHORT_MONTHS.get(short, short)


def _years(match: re.Match[str], language: str) -> str | None:
    first, second = match[1], match[2]
    whole = first[: 4 - len(second)] + second
    if not 1000 <= int(first) < int(whole) <= 2199:
        return None
    until = year(int(whole), british(language)) if len(second) == 4 else two_digits(second)
    return f"{year(int(first), british(language))} to {until}"


def _decade(match: re.Match[str], language: str) -> str | None:
    """The 1990s, his 30s; but "a timeout of 30s" is none."""
    number = int(match["decade"])
    alone = number < 100 and match.group()[0] not in "'’"
    before = word_before(match).lower()
    near = text_before(match, 24)
    second = before in BETWEEN_DECADES and DECADE_NEAR.search(near)
    if number % 10 or (alone and before not in BEFORE_DECADE and not second):
        return None
    if number < 100:
        return "two thousands" if number == 0 else plural(cardinal(number))
    century, rest = divmod(number, 100)
    if rest == 0:
        return f"{cardinal(century)} hundreds" if century % 10 else f"{cardinal(number)}s"
    return f"{cardinal(century)} {plural(cardinal(rest))}"


def _year_alone(match: re.Match[str], language: str) -> str | None:
    """A number that looks like a year, unless what follows is counted."""
    number = int(match.group())
    before, after = word_before(match), word_after(match)
    surely = before.lower() in IN_A_YEAR or month_name(before) in MONTHS
    if before.lower() in BEFORE_NUMBERS_TOO and is_counted(after):
        return None
    if not surely and (is_counted(after) or not 1400 <= number <= 2099):
        return None
    if not 1000 <= number <= 2199:
        return None
    return year(number, british(language))


def _short_year(match: re.Match[str], language: str) -> str | None:
    return two_digits(match[1])


def _era(match: re.Match[str], language: str) -> str:
    words = _ancient(int(match[1].replace(",", "")), language)
    return f"{words} {' '.join(match[2].replace('.', '').upper())}{full_stop(match)}"


def _ancient(number: int, language: str) -> str:
    if number % 100 == 0 or number < 100 or number > 2100:
        return cardinal(number, british(language))
    return pairs(str(number)) if number < 1000 else year(number, british(language))


def _anno(match: re.Match[str], language: str) -> str:
    return f"A D {_ancient(int(match[1]), language)}"


RULES = (
    rule("decades", r"(?<=\ds)\s?[–-]\s?(?=['’]?\d{2,4}s\b)", " to "),
    rule("century", r"(?<![\w.])(\d{1,2})(?:st|nd|rd|th)\s(?:c|cent)\.(?=\s|,|$)", lambda m, lang: f"{ordinal(int(m[1]))} century{full_stop(m)}"),
    rule("years", r"(?<![\d.,/$£€-])(1\d{3}|20\d\d)(?:-|–|—|/)(\d{2}|\d{4})(?!\d|[,./-]\d)", _years),
    rule("decade", r"(?<![\d.,$£€])['’]?(?P<decade>(?:1[0-9]|20)\d0|[1-9]0|00)['’]?s\b(?!\s?-)", _decade),
    rule("era", r"(?<![\d.,])(\d{1,4})\s?[–—-]\s?(?=\d{1,4}\s?(?:B\.?C|C\.?E\.|A\.?D))", lambda m, lang: f"{_ancient(int(m[1]), lang)} to "),
    rule("era", r"(?<![\d.,])(\d{1,3}(?:,?\d{3})?)\s?(B\.?C\.?E\.?|C\.E\.|CE|B\.?C\.?|A\.D\.|AD)(?![A-Za-z])", _era),
    rule("era", r"\bA\.?D\.?\s(\d{1,4})\b", _anno),
    rule("year", r"(?<![\w.,/$£€#:+-])(?:1\d{3}|20\d\d|21\d\d)(?![\w/]|[.,:]\d|\s?(?:%|°)|-\d)", _year_alone),
    rule("year", r"(?<![\w])['’](\d{2})(?!\d|['’]?s?\w)", _short_year),
)  # fmt: skip
