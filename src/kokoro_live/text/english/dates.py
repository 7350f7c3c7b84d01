"""Dates, days of the week, quarters."""

import re

from kokoro_live.text.english.context import (
    NEAR,
    british,
    full_stop,
    text_before,
    word_after,
    word_before,
    words_before,
)
from kokoro_live.text.english.numbers import cardinal, ordinal, two_digits, year
from kokoro_live.text.english.tables import MONTHS, SHORT_MONTHS, WEEKDAYS
from kokoro_live.text.english.times import HALF, clock_time
from kokoro_live.text.english.years import IN_A_YEAR, month_name
from kokoro_live.text.rules import one_of, rule

MONTH = rf"(?P<month>{'|'.join(MONTHS)}|(?:{one_of(SHORT_MONTHS)})\b\.?)"
DAY = r"(?P<day>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
DASH = r"\s?(?:-|–|—|to|and|&|/)\s?"
YEAR = r"(?P<year>\d{4})"
MOVED = frozenset(
    "up down rose fell grew dropped more less cut cuts increase increased increases decrease decreased decreases reduce "
    "reduced reduces shrank shrunk expanded raised lowered slashed trimmed improved gained widened boosted larger smaller "
    "longer shorter faster slower multiply multiplied divided".split()
)
DAYS_IN = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
ON = frozenset(
    "avail available eod cob on by until till since before after from due dated starting ending through".split()
)
MONTHS_TUPLE = tuple(MONTHS)
TIMES_OF_DAY = frozenset("noon midnight m am pm morning night".split())
HALVING = frozenset("from by than to".split())  # words before fractions, too
BEFORE_WEEKDAY = frozenset("other past coming each on next last every this by until till since from and or of".split())
LASTING = re.compile(r"\s\d+\s(?:hours?|minutes?|days?|weeks?|months?|years?|times)\b")
DAYS = one_of(WEEKDAYS)
# what stands near the day and not near the star
SUNDAY = re.compile(
    rf"\b(?:{one_of(short for short in WEEKDAYS if short != 'Sun')})\b|day\b|\d:\d\d|\d\s?[ap]\.?m\b|"
    rf"\b(?:{one_of(SHORT_MONTHS)})|^\W*\|[.,]?\s\d|\b(?:next|last|this|every|each|by|until|till|due|open|closed)\s\|"
)
MONTH_NUMBER = r"(0?[1-9]|1[0-2])"


def said_date(month: int, day: int, in_year: int | None, language: str) -> str:
    """US: February twenty-ninth, twenty twenty-four. UK: the twenty-ninth of February, twenty twenty-four."""
    tail = f", {year(in_year, british(language))}" if in_year is not None else ""
    if british(language):
        return f"the {ordinal(day)} of {MONTHS[month - 1]}{tail}"
    return f"{MONTHS[month - 1]} {ordinal(day)}{tail}"


def _said_month(month: str, in_year: str, language: str) -> str:
    return f"{month} {year(int(in_year), british(language))}"


def valid(month: int, day: int) -> bool:
    """Whether there is such a day."""
    return 1 <= month <= 12 and 1 <= day <= DAYS_IN[month - 1]


def _full_year(text: str) -> int:
    number = int(text)
    return number if len(text) == 4 else number + (2000 if number < 50 else 1900)


def _iso(match: re.Match[str], language: str) -> str | None:
    month, day = int(match["month"]), int(match["day"])
    if not valid(month, day):
        return None
    words = said_date(month, day, int(match["year"]), language)
    if match["hour"] is None:
        return words
    clock = clock_time(int(match["hour"]), int(match["minute"]))
    if match["second"] and int(match["second"]):
        clock += f" and {cardinal(int(match['second']))} seconds"
    return f"{words}, at {clock}{_zone(match['zone'])}"


def _zone(text: str | None) -> str:
    if not text:
        return ""
    if text in "Zz" or text[1:] in ("00:00", "0000", "00"):
        return " U T C"
    hours, minutes = int(text[1:3]), int(text[-2:]) if len(text) > 3 else 0
    sign = "plus" if text[0] == "+" else "minus"
    return f" U T C {sign} {cardinal(hours)}{' ' + cardinal(minutes) if minutes else ''}"


def _slashes(match: re.Match[str], language: str) -> str | None:
    first, second = int(match[1]), int(match[3])
    orders = (
        [(second, first), (first, second)]
        if british(language) or match[2] == "."
        else [(first, second), (second, first)]
    )
    for month, day in orders:
        if valid(month, day):
            return said_date(month, day, _full_year(match[4]), language)
    return None


def _slashes_without_year(match: re.Match[str], language: str) -> str | None:
    first, second = int(match[1]), int(match[2])
    month, day = (second, first) if british(language) else (first, second)
    before = words_before(match, 5)
    apart = match.string[: match.start()].rstrip()[-1:].isdecimal()  # 2 1/4
    if (
        not before
        or apart
        or not valid(month, day)
        or word_after(match) == "of"
        or _may_be_a_part(before, first, second)
    ):
        return None
    week = before[-1].lower() == "of" and len(before) > 1 and before[-2].lower() == "week"
    near = (
        before[-1].lower() in ON
        or before[-2:] == ["as", "of"]
        or before[-1] in WEEKDAYS
        or before[-1] in WEEKDAYS.values()
    )
    if not near and not week and not (before[-1] == "to" and "from" in before):
        return None
    return said_date(month, day, None, language)


def _may_be_a_part(before: list[str], above: int, below: int) -> bool:
    """Up from 1/2; but closed from 1/2 to 1/5, 12/24 to 1/2."""
    moved = MOVED & set(before)
    return before[-1] in HALVING and above < below in (2, 3, 4, 5, 8) and bool(moved)


def _from_to(match: re.Match[str], language: str) -> str | None:
    """11/25–12/2."""
    order = (1, 0) if british(language) else (0, 1)
    pairs_of = [(int(match[1]), int(match[2])), (int(match[3]), int(match[4]))]
    dates = [(pair[order[0]], pair[order[1]]) for pair in pairs_of]
    if not all(valid(month, day) for month, day in dates):
        return None
    return " to ".join(said_date(month, day, None, language) for month, day in dates)


def _month_day(match: re.Match[str], language: str) -> str | None:
    """January 5, 2024; Jan. 5–7; May 5."""
    month = month_name(match["month"])
    words = f"{month} {'the ' if british(language) else ''}{ordinal(int(match['day']))}"
    if match["until"]:
        words += f" {'and' if match['link'].strip() in ('and', '&') else 'to'} {ordinal(int(match['until']))}"
    return words + (f", {year(int(match['year']), british(language))}" if match["year"] else "")


def _day_month(match: re.Match[str], language: str) -> str | None:
    """5 January 2024; 5th of May; 5–7 Jan."""
    month, days = month_name(match["month"]), [match["from"], match["day"]]
    link = " and " if match["link"] and match["link"].strip() in ("and", "&") else " to "
    words = link.join(ordinal(int(day)) for day in days if day)
    the = "" if word_before(match).lower() == "the" else "the "
    return f"{the}{words} of {month}" + (f", {year(int(match['year']), british(language))}" if match["year"] else "")


def _month_year(match: re.Match[str], language: str) -> str:
    return _said_month(month_name(match["month"]), match["year"], language)


def _short_month(match: re.Match[str], language: str) -> str | None:
    return SHORT_MONTHS[match[1]] if match[1] != "May" else None


def _month_alone(match: re.Match[str], language: str) -> str | None:
    """In Aug., since last Sept."""
    if word_before(match).lower() not in ON | BEFORE_WEEKDAY | IN_A_YEAR or match[1] == "May":
        return None
    return SHORT_MONTHS[match[1]] + full_stop(match)


def _quarter(match: re.Match[str], language: str) -> str:
    """Q1/2025, Q3 '24, Q2 FY25."""
    fiscal = " F Y" if match["fiscal"] else ""
    return f"{match['kind']} {cardinal(int(match['number']))}{fiscal} {_quarter_year(match['year'])}"


def _quarter_year(text: str) -> str:
    return year(int(text)) if len(text) == 4 else f"twenty {two_digits(text)}"


def _counted_quarter(match: re.Match[str], language: str) -> str:
    """4Q23, the 3Q of 2024."""
    return f"{ordinal(int(match[1]))} quarter" + (f" of {_quarter_year(match[2])}" if match[2] else "")


def _fiscal_year(match: re.Match[str], language: str) -> str:
    """FY24, FY2023/24."""
    until = f" to {two_digits(match[2][-2:])}" if match[2] else ""
    return f"FY {year(int(match[1])) if len(match[1]) == 4 else two_digits(match[1])}{until}"


def _month_of_year(match: re.Match[str], language: str) -> str:
    """3/2025."""
    return _said_month(MONTHS[int(match[1]) - 1], match[2], language)


def _year_month(match: re.Match[str], language: str) -> str | None:
    """2026-04; but 2008-09 are two years."""
    if int(match["month"]) > int(match["short"]):
        return None
    return _said_month(MONTHS[int(match["month"]) - 1], match["year"], language)


def _expiry(match: re.Match[str], language: str) -> str:
    """Exp. 08/27."""
    return f"{match['word']} {two_digits(match['month'])} {two_digits(match['year'][-2:])}"


def _surely_a_date(match: re.Match[str], language: str) -> str | None:
    """12/23: nobody writes such a fraction."""
    first, second = int(match[1]), int(match[2])
    month, day = (second, first) if british(language) else (first, second)
    if not valid(month, day) or day < 13 or day == 16:  # sixteenths are of an inch
        return None
    return said_date(month, day, None, language)


def _weekday(match: re.Match[str], language: str) -> str | None:
    """Sat. and Sun. may be the ends of other sentences."""
    if match[1] == "Sun" and not match.group().endswith(".") and not SUNDAY.search(_around(match)):
        return None  # that which shines
    if match[1] in ("Sat", "Wed") and LASTING.match(match.string, match.end()):
        return None  # sat 3 hours
    certain = match[1] not in ("Sun", "Sat", "Mon", "Wed") or not match.group().endswith(".")
    after = match.string[match.end() : match.end() + 1]
    following = match.string[match.end() : match.end() + 12].lstrip()
    certain = (
        certain
        or word_before(match).lower() in TIMES_OF_DAY
        or following[:1].isdecimal()
        or following.startswith(MONTHS_TUPLE)
    )
    certain = certain or match.string[: match.start()].rstrip()[-1:].isdecimal()
    if not certain and word_before(match).lower() not in BEFORE_WEEKDAY and after != "," and match.start() > 0:
        return None
    return WEEKDAYS[match[1]] + full_stop(match)


def _weekday_alone(match: re.Match[str], language: str) -> str | None:
    """By Fri, next Tues."""
    if match[1] == "Sun" and not SUNDAY.search(_around(match)):
        return None
    return WEEKDAYS[match[1]] if word_before(match).lower() in ON | BEFORE_WEEKDAY else None


def _around(match: re.Match[str]) -> str:
    return f"{text_before(match)}|{match.string[match.end() : match.end() + NEAR]}"


def _weekdays(match: re.Match[str], language: str) -> str:
    return f"{WEEKDAYS[match[1]]} to {WEEKDAYS[match[2]]}{full_stop(match)}"


RULES = (
    rule("date", r"(?<![\d/.-])(?P<year>20(?P<short>\d\d))-(?P<month>0[1-9]|1[0-2])(?![\d-]|/)", _year_month),
    rule("dates", r"(?<![\d/.])(\d{1,2})/(\d{1,2})\s?[–—-]\s?(\d{1,2})/(\d{1,2})(?![\d/]|\.\d)", _from_to),
    rule("weekday", r"\bM\s?[-–]\s?(F|Th|Sa)\b", lambda m, _: f"Monday to {WEEKDAYS[{'F': 'Fri', 'Th': 'Thu', 'Sa': 'Sat'}[m[1]]]}"),
    rule("quarter", r"\b(?P<kind>[QH])(?P<number>[1-4])(?:\s?[/-]\s?|\s?(?=FY|['’]))(?P<fiscal>FY\s?)?['’]?(?P<year>(?:19|20)\d\d|\d\d)\b(?!%)", _quarter),
    rule("quarter", r"(?<![\w.])([1-4])Q\s?['’]?((?:19|20)\d\d|\d\d)?(?!\w)", _counted_quarter),
    rule("fiscal year", r"\bFY\s?['’]?((?:19|20)\d\d|\d\d)(?:\s?[/–-]\s?((?:20)?\d\d))?\b", _fiscal_year),
    rule("expiry", r"(?P<word>(?i:exp\.?|expires|expiry|expiration|valid thru|valid through|good thru)):?\s(?P<month>0[1-9]|1[0-2])/(?P<year>(?:20)?\d\d)(?![/\d])", _expiry),
    rule("date", rf"(?<![\w/.-]){MONTH_NUMBER}/((?:19|20)\d\d)(?![\d/-])", _month_of_year),
    rule("timestamp", r"(?<![\d-])(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})(?:[T ](?P<hour>[01]\d|2[0-4]):(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d)(?:[.,]\d+)?)?(?:\s?(?P<zone>Z\b|[+-]\d{2}:?\d{2}))?)?(?![\d-])", _iso),
    rule("date", r"(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/-]|\.\d)", _slashes),
    rule("date", r"(?<![\d/.])(\d{4})/(\d{1,2})/(\d{1,2})(?![\d/])", lambda m, lang: said_date(int(m[2]), int(m[3]), int(m[1]), lang) if valid(int(m[2]), int(m[3])) else None),
    rule("dates", rf"(?<=\d)\s?[–—-]\s?(?=(?:\d{{1,2}}\s)?(?:{'|'.join(MONTHS)}|(?:{one_of(SHORT_MONTHS)})\b\.?)\s\d)", " to "),
    rule("date", rf"\b{MONTH}\s{DAY}(?:(?P<link>{DASH})(?P<until>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?(?!\s?(?:{HALF}|:\d)))?(?:,?\s{YEAR})?(?![\d:%]|[.,]\d)", _month_day),
    rule("date", rf"(?<![\d.,/:$£€-])\b(?:(?P<from>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?(?P<link>{DASH}))?{DAY}(?:\sof)?\s{MONTH}(?!\w)(?:,?\s{YEAR}\b)?", _day_month),
    rule("date", rf"\b{MONTH},?\s(?P<year>1\d{{3}}|20\d\d)\b(?![,.]\d)", _month_year),
    rule("date", r"(?<![\d/.])(\d{1,2})/(\d{1,2})(?![\d/]|\.\d)", _slashes_without_year),
    rule("date", r"(?<![\d/.$£€])(\d{1,2})/(\d{1,2})(?![\d/]|\.\d|\s?(?:inch|in\.|cups?|tsp|tbsp|mile|mi\b|\"|″|of\b))", _surely_a_date),
    rule("month", rf"\b({one_of(SHORT_MONTHS)})\.(?=\s?['’]?\d|,)", _short_month),
    rule("month", rf"\b({one_of(SHORT_MONTHS)})\.(?=\s|$)", _month_alone),
    rule("weekday", rf"\b({DAYS})\.?\s?[-–]\s?({DAYS})\b\.?", _weekdays),
    rule("weekday", rf"\b({DAYS})\b(?:\.|(?=,?\s(?:\d|the\b|{'|'.join(MONTHS)})))", _weekday),
    rule("weekday", rf"(?<=[A-Za-z]\s)\b({DAYS})\b(?!['’-]|\s[A-Z])", _weekday_alone),
)  # fmt: skip
