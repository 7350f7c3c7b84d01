"""Dates, years, decades and times of day."""

import re

from kokoro_live.text.english.context import british, full_stop, is_counted, word_after, word_before, words_before
from kokoro_live.text.english.numbers import cardinal, digits, ordinal, pairs, plural, year
from kokoro_live.text.english.tables import MONTHS, SHORT_MONTHS, WEEKDAYS
from kokoro_live.text.rules import one_of, rule

MONTH = rf"(?P<month>{'|'.join(MONTHS)}|(?:{one_of(SHORT_MONTHS)})\b\.?)"
DAY = r"(?P<day>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
DASH = r"\s?(?:-|–|—|to|and|&|/)\s?"
YEAR = r"(?P<year>\d{4})"
DAYS_IN = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
ON = frozenset(
    "avail available eod cob on by until till since before after from due dated starting ending through".split()
)
MONTHS_TUPLE = tuple(MONTHS)
DECADE_NEAR = re.compile(r"\b(?:\d{0,2}\d0s|\w+ties)\b")
HALVING = frozenset("from by than to".split())  # words before fractions, too
BEFORE_WEEKDAY = frozenset("other past coming each on next last every this by until till since from and or of".split())
BEFORE_DECADE = frozenset("the his her their my your our mid early late a roaring swinging".split())
BETWEEN_DECADES = frozenset("and or to".split())
BEFORE_NUMBERS_TOO = frozenset("the than for by and to around of from between before after".split())
IN_A_YEAR = frozenset(
    "in since from until till by of during circa year around before after early late mid through and to between spring "
    "summer autumn fall winter copyright for than back established est founded born died the class".split()
)


def _month_name(text: str) -> str:
    short = text.rstrip(".")
    return SHORT_MONTHS.get(short, short)


def said_date(month: int, day: int, in_year: int | None, language: str) -> str:
    """US: February twenty-ninth, twenty twenty-four. UK: the twenty-ninth of February, twenty twenty-four."""
    tail = f", {year(in_year, british(language))}" if in_year is not None else ""
    if british(language):
        return f"the {ordinal(day)} of {MONTHS[month - 1]}{tail}"
    return f"{MONTHS[month - 1]} {ordinal(day)}{tail}"


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
    said = said_date(month, day, int(match["year"]), language)
    if match["hour"] is None:
        return said
    clock = clock_time(int(match["hour"]), int(match["minute"]))
    if match["second"] and int(match["second"]):
        clock += f" and {cardinal(int(match['second']))} seconds"
    return f"{said}, at {clock}{_zone(match['zone'])}"


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
    if not before or apart or not valid(month, day) or _may_be_a_part(before, first, second):
        return None
    week = before[-1].lower() == "of" and len(before) > 1 and before[-2].lower() == "week"
    near = before[-1].lower() in ON or before[-1] in WEEKDAYS or before[-1] in WEEKDAYS.values()
    if not near and not week and not (before[-1] == "to" and "from" in before):
        return None
    return said_date(month, day, None, language)


def _may_be_a_part(before: list[str], above: int, below: int) -> bool:
    """Up from 1/2; but closed from 1/2 to 1/5, 12/24 to 1/2."""
    moved = {"up", "down", "rose", "fell", "grew", "dropped", "more", "less", "cut"} & set(before)
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
    month = _month_name(match["month"])
    said = f"{month} {'the ' if british(language) else ''}{ordinal(int(match['day']))}"
    if match["until"]:
        said += f" {'and' if match['link'].strip() in ('and', '&') else 'to'} {ordinal(int(match['until']))}"
    return said + (f", {year(int(match['year']), british(language))}" if match["year"] else "")


def _day_month(match: re.Match[str], language: str) -> str | None:
    """5 January 2024; 5th of May; 5–7 Jan."""
    month, days = _month_name(match["month"]), [match["from"], match["day"]]
    link = " and " if match["link"] and match["link"].strip() in ("and", "&") else " to "
    said = link.join(ordinal(int(day)) for day in days if day)
    the = "" if word_before(match).lower() == "the" else "the "
    return f"{the}{said} of {month}" + (f", {year(int(match['year']), british(language))}" if match["year"] else "")


def _month_year(match: re.Match[str], language: str) -> str:
    return f"{_month_name(match['month'])} {year(int(match['year']), british(language))}"


def _short_month(match: re.Match[str], language: str) -> str | None:
    return SHORT_MONTHS[match[1]] if match[1] != "May" else None


def _month_alone(match: re.Match[str], language: str) -> str | None:
    """In Aug., since last Sept."""
    if word_before(match).lower() not in ON | BEFORE_WEEKDAY | IN_A_YEAR or match[1] == "May":
        return None
    return SHORT_MONTHS[match[1]] + full_stop(match)


def _years(match: re.Match[str], language: str) -> str | None:
    first, second = match[1], match[2]
    whole = first[: 4 - len(second)] + second
    if not 1000 <= int(first) < int(whole) <= 2199:
        return None
    until = year(int(whole), british(language)) if len(second) == 4 else _two_digits(second)
    return f"{year(int(first), british(language))} to {until}"


def _two_digits(text: str) -> str:
    return f"oh {cardinal(int(text))}" if text[0] == "0" else cardinal(int(text))


def _decade(match: re.Match[str], language: str) -> str | None:
    """The 1990s, his 30s; but "a timeout of 30s" is none."""
    number = int(match["decade"])
    alone = number < 100 and match.group()[0] not in "'’"
    before = word_before(match).lower()
    near = match.string[max(0, match.start() - 24) : match.start()]
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
    surely = before.lower() in IN_A_YEAR or _month_name(before) in MONTHS
    if before.lower() in BEFORE_NUMBERS_TOO and is_counted(after):
        return None
    if not surely and (is_counted(after) or not 1400 <= number <= 2099):
        return None
    if not 1000 <= number <= 2199:
        return None
    return year(number, british(language))


def _short_year(match: re.Match[str], language: str) -> str | None:
    return _two_digits(match[1])


def _era(match: re.Match[str], language: str) -> str:
    said = _ancient(int(match[1].replace(",", "")), language)
    return f"{said} {' '.join(match[2].replace('.', '').upper())}{full_stop(match)}"


def _ancient(number: int, language: str) -> str:
    if number % 100 == 0 or number < 100 or number > 2100:
        return cardinal(number, british(language))
    return pairs(str(number)) if number < 1000 else year(number, british(language))


def _anno(match: re.Match[str], language: str) -> str:
    return f"A D {_ancient(int(match[1]), language)}"


def clock_time(hour: int, minute: int, half: str = "") -> str:
    """9:05 → nine oh five; 10:00 → ten o'clock; 15:00 → fifteen hundred."""
    if minute == 0:
        if half:
            return cardinal(hour)
        return f"{cardinal(hour)} o'clock" if 1 <= hour <= 12 else f"{cardinal(hour)} hundred"
    return f"{cardinal(hour)} {'oh ' if minute < 10 else ''}{cardinal(minute)}"


def _half(text: str | None) -> str:
    return f" {text[0].upper()} M" if text else ""


def _time(match: re.Match[str], language: str) -> str | None:
    hour, minute = int(match["hour"]), int(match["minute"])
    if hour > 24 or minute > 59:
        return None
    said = clock_time(hour, minute, match["half"] or "")
    if match["second"]:
        if int(match["second"]) > 59:
            return None
        said = f"{cardinal(hour)} {_two_digits(match['minute'])} {_two_digits(match['second'])}"
    return said + _half(match["half"]) + full_stop(match)


def _hour(match: re.Match[str], language: str) -> str | None:
    if not 1 <= int(match[1]) <= 24:
        return None
    return cardinal(int(match[1])) + _half(match[2]) + full_stop(match)


def _hours(match: re.Match[str], language: str) -> str | None:
    """9–5 pm, 9am–5pm, 9:00–17:30."""
    said = []
    for number in ("1", "2"):
        hour, minute, half = int(match["h" + number]), int(match["m" + number] or 0), match["a" + number]
        if hour > 24 or minute > 59:
            return None
        marked = match["a2"] or (not match["m1"] and not match["m2"])
        said.append(clock_time(hour, minute, "half" if marked else "") + _half(half))
    return " to ".join(said) + full_stop(match)


def _military(match: re.Match[str], language: str) -> str:
    """0800 hours, 1430 hrs."""
    hour, minute = int(match[1]), int(match[2])
    before = "oh " if match[1][0] == "0" and hour else ""
    rest = "hundred" if minute == 0 else f"{'oh ' if minute < 10 else ''}{cardinal(minute)}"
    return f"{before}{cardinal(hour)} {rest} hours{full_stop(match)}"


def _quarter(match: re.Match[str], language: str) -> str:
    """Q1/2025, Q3 '24, Q2 FY25."""
    fiscal = " F Y" if match["fiscal"] else ""
    return f"{match['kind']} {cardinal(int(match['number']))}{fiscal} {_quarter_year(match['year'])}"


def _quarter_year(text: str) -> str:
    return year(int(text)) if len(text) == 4 else f"twenty {_two_digits(text)}"


def _counted_quarter(match: re.Match[str], language: str) -> str:
    """4Q23, the 3Q of 2024."""
    return f"{ordinal(int(match[1]))} quarter" + (f" of {_quarter_year(match[2])}" if match[2] else "")


def _fiscal_year(match: re.Match[str], language: str) -> str:
    """FY24, FY2023/24."""
    until = f" to {_two_digits(match[2][-2:])}" if match[2] else ""
    return f"FY {year(int(match[1])) if len(match[1]) == 4 else _two_digits(match[1])}{until}"


def _month_of_year(match: re.Match[str], language: str) -> str:
    """3/2025."""
    return f"{MONTHS[int(match[1]) - 1]} {year(int(match[2]), british(language))}"


def _year_month(match: re.Match[str], language: str) -> str | None:
    """2026-04; but 2008-09 are two years."""
    if int(match["month"]) > int(match["short"]):
        return None
    return f"{MONTHS[int(match['month']) - 1]} {year(int(match['year']), british(language))}"


def _expiry(match: re.Match[str], language: str) -> str:
    """Exp. 08/27."""
    return f"{match['word']} {_two_digits(match['month'])} {_two_digits(match['year'][-2:])}"


def _surely_a_date(match: re.Match[str], language: str) -> str | None:
    """12/23: nobody writes such a fraction."""
    first, second = int(match[1]), int(match[2])
    month, day = (second, first) if british(language) else (first, second)
    if not valid(month, day) or day < 13 or day == 16:  # sixteenths are of an inch
        return None
    return said_date(month, day, None, language)


def _weekday(match: re.Match[str], language: str) -> str | None:
    """Sat. and Sun. may be the ends of other sentences."""
    certain = match[1] not in ("Sun", "Sat", "Mon", "Wed") or not match.group().endswith(".")
    after = match.string[match.end() : match.end() + 1]
    following = match.string[match.end() : match.end() + 12].lstrip()
    certain = certain or following[:1].isdecimal() or following.startswith(MONTHS_TUPLE)
    certain = certain or match.string[: match.start()].rstrip()[-1:].isdecimal()
    if not certain and word_before(match).lower() not in BEFORE_WEEKDAY and after != "," and match.start() > 0:
        return None
    return WEEKDAYS[match[1]] + full_stop(match)


def _weekday_alone(match: re.Match[str], language: str) -> str | None:
    """By Fri, next Tues."""
    return WEEKDAYS[match[1]] if word_before(match).lower() in ON | BEFORE_WEEKDAY else None


def _weekdays(match: re.Match[str], language: str) -> str:
    return f"{WEEKDAYS[match[1]]} to {WEEKDAYS[match[2]]}{full_stop(match)}"


DAYS = one_of(WEEKDAYS)
HALF = r"(?:[ap]\.?\s?m\b\.?|[AP]\.?M\b\.?)"
MONTH_NUMBER = r"(0?[1-9]|1[0-2])"
RULES = (
    rule("date", r"(?<![\d/.-])(?P<year>20(?P<short>\d\d))-(?P<month>0[1-9]|1[0-2])(?![\d-]|/)", _year_month),
    rule("dates", r"(?<![\d/.])(\d{1,2})/(\d{1,2})\s?[–—-]\s?(\d{1,2})/(\d{1,2})(?![\d/]|\.\d)", _from_to),
    rule("time", r"(?:(?<=\bat )|(?<=\bat about )|(?<=\bby )|(?<=until )|(?<=leaves )|(?<=from ))([01]?\d|2[0-3])h([0-5]\d)\b", lambda m, _: clock_time(int(m[1]), int(m[2]))),
    rule("zone", r"(?<=\s\d\d:\d\d)Z\b|(?<=\s\d\d\d\d)Z\b", " Zulu"),
    rule("hours", r"(?<=:\d\d)\sh\b(?!\w)", ""),
    rule("decades", r"(?<=\ds)\s?[–-]\s?(?=['’]?\d{2,4}s\b)", " to "),
    rule("countdown", r"\bT[-−](?=\d+\s?(?:s|sec|seconds?|min|minutes?|h|hours?|days?)\b)", "T minus "),
    rule("military", r"(?<![\w.,:$])([01]\d|2[0-3])([0-5]\d)\s?(?:hours|hrs|hr|h)\b\.?", _military),
    rule("time", r"(?<![\w.,:$])(\d{1,2}:[0-5]\d)([ap])(?!\w|\.?m)", lambda m, _: f"{m[1]} {m[2].upper()}M"),
    rule("until", r"\b(noon|midnight)\s?[-–]\s?(?=\d)", lambda m, _: f"{m[1]} to "),
    rule("until", r"(?<=[\dm])\s?[-–]\s?(?=(?:noon|midnight|present|now|today|close|date)\b)", " to "),
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
    rule("hours", rf"(?<![\d.:,$£€])(?P<h1>\d{{1,2}})(?::(?P<m1>\d{{2}}))?\s?(?P<a1>{HALF})?\s?(?:-|–|—|to)\s?(?P<h2>\d{{1,2}})(?::(?P<m2>\d{{2}}))?(?:\s?(?P<a2>{HALF})|(?<=:\d\d))(?![\d:])", _hours),
    rule("time", rf"(?<![\d.:,])(?P<hour>\d{{1,2}}):(?P<minute>\d{{2}})(?::(?P<second>\d{{2}})(?:\.\d+)?)?(?:\s?(?P<half>{HALF}))?(?![\d:]|\.\d)(?:\s?h\b)?", _time),
    rule("time", rf"(?<![\d.:,$£€])(\d{{1,2}})\s?({HALF})", _hour),
    rule("time", r"(?<![\d.:,$£€])(\d{1,2})[.h](\d{2})\s?(" + HALF + ")", lambda m, _: clock_time(int(m[1]), int(m[2]), "half") + _half(m[3]) + full_stop(m)),
    rule("lap", r"(?<![\d.:,])(\d{1,2}):([0-5]\d)\.(\d{1,3})(?!\d)", lambda m, _: f"{cardinal(int(m[1]))} {_two_digits(m[2])} point {digits(m[3])}"),
    rule("century", r"(?<![\w.])(\d{1,2})(?:st|nd|rd|th)\s(?:c|cent)\.(?=\s|,|$)", lambda m, lang: f"{ordinal(int(m[1]))} century{full_stop(m)}"),
    rule("years", r"(?<![\d.,/$£€-])(1\d{3}|20\d\d)(?:-|–|—|/)(\d{2}|\d{4})(?!\d|[,./-]\d)", _years),
    rule("decade", r"(?<![\d.,$£€])['’]?(?P<decade>(?:1[0-9]|20)\d0|[1-9]0|00)['’]?s\b(?!\s?-)", _decade),
    rule("era", r"(?<![\d.,])(\d{1,4})\s?[–—-]\s?(?=\d{1,4}\s?(?:B\.?C|C\.?E\.|A\.?D))", lambda m, lang: f"{_ancient(int(m[1]), lang)} to "),
    rule("era", r"(?<![\d.,])(\d{1,3}(?:,?\d{3})?)\s?(B\.?C\.?E\.?|C\.E\.|CE|B\.?C\.?|A\.D\.|AD)(?![A-Za-z])", _era),
    rule("era", r"\bA\.?D\.?\s(\d{1,4})\b", _anno),
    rule("year", r"(?<![\w.,/$£€#:+-])(?:1\d{3}|20\d\d|21\d\d)(?![\w/]|[.,:]\d|\s?(?:%|°)|-\d)", _year_alone),
    rule("year", r"(?<![\w])['’](\d{2})(?!\d|['’]?s?\w)", _short_year),
)  # fmt: skip
