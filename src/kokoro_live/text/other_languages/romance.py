"""The rules of the Romance languages: one list for all four, each with its own habits."""

import re

from kokoro_live.text.other_languages.counting import VULGAR, Counting
from kokoro_live.text.other_languages.dates_and_times import Dates
from kokoro_live.text.other_languages.figures import FIGURE, SIGN
from kokoro_live.text.other_languages.habits import Habits
from kokoro_live.text.other_languages.measures import Measures
from kokoro_live.text.other_languages.web import Web
from kokoro_live.text.rules import Rule, one_of, rule

AMOUNT = rf"{SIGN}(?P<amount>{FIGURE})"
MAIL = r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}"
SITE = r"(?<![\w@.])(?:https?://)?(?:www\.)?[A-Za-z\d-]{1,63}(?:\.[A-Za-z\d-]{1,63}){0,3}\.(?:com|net|org|es|fr|it|br|pt|mx|ar|eu|info|gov|edu|io|app|be|ch|ca)(?![\w@])(?:/[\w%./?=&#-]{0,80}[\w/])?"
HOURS = r"(?<![\d:.,/])(?P<hour>[01]?\d|2[0-4])"
HALF = r"(?:\s?(?P<half>[AaPp]\.?\s?[Mm]\b\.?))"
ROMAN = r"[IVXLC]+(?![\w'’-]|\.\w|\s?[=+])"


def rules(habits: Habits) -> tuple[Rule, ...]:
    """All of them, in the order in which they are tried."""
    return (
        *_words(habits),
        *_typed(habits),
        *_days(habits),
        *_signs_between(habits),
        *_hours(habits),
        *_fractions(habits),
        *_amounts(habits),
        *_numbers(habits),
    )


def _words(habits: Habits) -> list[Rule]:
    web, counting = Web(habits), Counting(habits)
    capitals = {name[0].upper() + name[1:]: words for name, words in habits.abbreviations.items()}
    short = capitals | habits.abbreviations
    forms = "|".join(re.escape(key).replace(r"\ ", r"\s?") for key in sorted(short, key=len, reverse=True))
    keys = {key.replace(" ", ""): words for key, words in short.items()}
    ends = one_of(habits.ordinal_ends)
    return [
        rule("web", f"{MAIL}|{SITE}", web.address),
        *(rule(name, pattern, words) for name, pattern, words in habits.extra),
        rule("abbreviation", rf"(?<![\w.])(?:{forms})(?!\w)", lambda m, _: _short_form(m, keys[re.sub(r"\s", "", m.group())])),
        rule("unit", r"(?<=\b(?:d[ei]) )(?P<amount>\d{1,3})\s?(?P<unit>[°º])(?=[.,;!?)]|$| (?:a|y|e|à|en|no|in|na|ao)\b)(?P<sign>)(?P<per>)", Measures(habits).unit),
        rule("ordinal", rf"(?<![\w.,])(?P<number>\d{{1,3}})\.?(?P<end>{ends})(?![\w])(?!\s?[CF]\b)", counting.ordinal),
        rule("roman", rf"(?<!\w)(?P<number>[IVX]|[IVXLC]{{2,}})(?P<end>{habits.roman_ends})(?!\w)", counting.roman_ordinal),
        rule("roman", rf"(?<![\w.])(?P<head>[^\W\d_]{{2,24}}\.?) (?P<roman>{ROMAN})(?:(?P<and> (?:e|y|et|ed|a|al|à|o|ou) )(?P<second>{ROMAN}))?", counting.roman),
        rule("roman", rf"(?<![\w.])(?P<head>)(?P<roman>{ROMAN})(?= (?P<noun>[^\W\d_]{{2,24}}))", counting.roman),
        rule("code", r"(?<!\w)(?P<letters>[A-Z]{1,3})-?(?P<amount>[1-9]\d{0,4})(?![\w/]|[.,]\d)", web.letters_and_number),
        rule("code", r"(?<!\w)(?P<letters>[A-Z]{2}) (?P<amount>[1-9]\d{1,3})(?![\w/]|[.,]\d)", web.letters_and_number),
        rule("initialism", r"(?<![\w.])[A-Z]{2,6}(?!\w)", web.initialism),
    ]  # fmt: skip


NEAR = 40  # characters
INITIAL = re.compile(r"(?:(?<!\w)[A-ZÀ-Ý]\.\s?|(?<!\w)(?P<name>[A-ZÀ-Ý][\w'’-]+)\s)$")  # J. D., John D.
NO_NAMES = frozenset(
    "via piazza piazzale viale corso largo vicolo chiesa basilica rua praça avenida travessa largo calle plaza paseo colegio "
    "con para com por de do da e y a o el la il don según infante santa isla ilha".split()
)
NUMBERED = re.compile(r"\s?\d")
IN_STREETS = re.compile(r"(?:\b(?:na|da|à|pela|a|nas)|[,:(])\s$")


def _short_form(match: re.Match[str], words: str) -> str | None:
    """D. Juan; but John D. Rockefeller, J. P. Morgan, and P. and R. before a question and its answer."""
    short = match.group()
    if len(short) == 2 and short[0].isupper() and short[1] == ".":
        before = match.string[max(0, match.start() - NEAR) : match.start()]
        after = match.string[match.end() : match.end() + NEAR]
        name = INITIAL.search(before)
        if name and (name["name"] or "").lower() not in NO_NAMES and not NUMBERED.match(after):
            return None
        if words == "página" and not NUMBERED.match(after):
            return None
        if words == "rua" and not re.search(r"\d", after) and not IN_STREETS.search(before):
            return None
    return _kept_stop(match, words)


def _kept_stop(match: re.Match[str], words: str) -> str:
    """At the end of the text the stop of a short form is also that of the sentence."""
    return words + "." if match.group().endswith(".") and not match.string[match.end() :].strip() else words


def _typed(habits: Habits) -> list[Rule]:
    web = Web(habits)
    return [
        Rule("phone", habits.phone, web.phone),
        rule("code", r"(?<![\w-])(?:\d{1,5}(?:-\d{1,7}){2,5}-[\dX]|\d{5}-\d{3})(?![\w-])", web.code),
        rule("version", r"(?<![\w.,])\d{1,3}(?:\.\d{1,3}){2,3}(?![\w,]|\.\d)(?<!\.\d{3}\.\d{3})", web.version),
    ]


def _days(habits: Habits) -> list[Rule]:
    dates = Dates(habits)
    months = one_of(habits.months.split())
    day = r"(?P<day>0?[1-9]|[12]\d|3[01])"
    return [
        rule("date", r"(?<![\d/.-])(?P<year>\d{4})([-/])(?P<month>\d{1,2})\2(?P<day>\d{1,2})(?![\d/-])", dates.numeric),
        rule("date", r"(?<![\d/.-])(?P<day>\d{1,2})([/.-])(?P<month>\d{1,2})\2(?P<year>\d{4}|\d\d)(?![\d/]|[.,]\d)", dates.numeric),
        rule("date", rf"(?<![\w/.,]){day}º?(?P<rest>(?: (?:de|di))? (?:{months})\b)", dates.day_of_month),
        rule("date", rf"(?<!\w)(?P<before>{habits.day_words}) {day}/(?P<month>0?[1-9]|1[0-2])(?![\d/]|[,.]\d| d(?:e|el|es|i|os?|as?) | d['’])", dates.short),
    ]  # fmt: skip


def _signs_between(habits: Habits) -> list[Rule]:
    """What stands between two figures, which are then read as if it were a word."""
    return [
        rule("minus", r"(?<=\d) ?[-−–] ?(?=\d+ ?=)|(?<=\d)−(?=\d)", f" {habits.minus} "),
        rule("symbol", r"(?<=\d) : (?=\d)", f" {habits.symbols['÷']} "),
        rule("score", r"(?<=\d)\s?[xX]\s?(?=\d{1,2}(?:[.,;!?)]|$)(?![.,]?\d))", f" {habits.versus} "),
        rule("range", r"(?<=[\d%€ºª])(?<!\.\d)\s?(?<!, )[–—-]\s?(?=[$€£]?\d)", f" {habits.to} "),
        rule("range", r"(?:(?<=°C)|(?<=\dh)|(?<=\d h))\s?[–—-]\s?(?=\d)", f" {habits.to} "),
        rule("symbol", r"(?<=\d)\s?[x×·*]\s?(?=\d)", f" {habits.symbols['×']} "),
        rule("symbol", r"(?<=\d)\s?÷\s?(?=\d)", f" {habits.symbols['÷']} "),
    ]


def _hours(habits: Habits) -> list[Rule]:
    dates = Dates(habits)
    minute = r"(?P<minute>[0-5]\d)"
    return [
        rule("time", rf"{HOURS}:{minute}(?::(?P<second>[0-5]\d))?(?![\d:]){HALF}?(?P<named>\s?(?:h|hs|hrs)\b\.?(?!/))?", dates.time),
        rule("time", rf"{HOURS}{HALF}", dates.time),
        rule("time", rf"{HOURS}(?P<named>\s?[hH])\s?{minute}(?![\d:\w]|\s(?:min|mn)\b)", dates.time),
        rule("time", rf"{HOURS}(?P<named>\s?h\s?)(?=\d{{1,2}}\s?min\b)", dates.hours_and),
        rule("time", rf"{HOURS}(?P<named>\s?[hH])(?![\w/²³·]|\s\d|\.\w)", dates.time),
        rule("time", rf"(?:(?<=[aà]s )|(?<=lle )|(?<=[oO]re )){HOURS}\.{minute}(?!\d|[.,]\d)(?P<named>\s?h\b)?", dates.time),
        rule("time", rf"{HOURS}\.{minute}(?P<named>\s?h\b)(?!/)", dates.time),
    ]  # fmt: skip


def _amounts(habits: Habits) -> list[Rule]:
    measures = Measures(habits)
    currencies = one_of(habits.currencies)
    magnitudes = one_of(habits.magnitudes)
    units = one_of(habits.units)
    per = r"(?:\s?/\s?(?P<per>[^\W\d_]{1,12}[²³]?)(?![\w/]))?"
    scale = rf"(?:\s?(?P<magnitude>{magnitudes})(?!\w))?"
    begin = r"(?<![A-Za-z$€])"
    return [
        rule("money", r"[$€]\s?(?=[\d.,]{1,16} (?:pesos|d[oó]lares|dollars|dollari|euros?|reais)\b)", ""),
        rule("money", rf"{SIGN}{begin}(?P<currency>{currencies})\s?(?P<amount>{FIGURE})(?:\s{habits.to}\s(?P<until>{FIGURE}))?{scale}{per}", measures.money),
        rule("money", rf"{AMOUNT}(?:\s?(?P<magnitude>{magnitudes}))?\s?(?:de |d['’]|di )?(?P<currency>{currencies})(?!\w)(?P<until>){per}", measures.money),
        rule("percent", rf"{AMOUNT}\s?(?P<percent>[%‰])", measures.percent),
        rule("unit", rf"{AMOUNT}\s?(?P<unit>{units})/100\s?(?P<each>km)(?!\w)", measures.per_100),
        rule("unit", rf"{AMOUNT}\s?(?P<unit>{units})(?![\w²³'’]){per}(?!/\d)", measures.unit),
        rule("unit", rf"(?<![\w/])(?P<unit>{units}|{currencies})/(?P<per>[^\W\d_]{{1,12}}[²³]?)(?![\w/])", measures.bare_unit),
        rule("unit", r"(?<![\w/])(?P<unit>k[gm]|k?m²)(?![\w²/])(?P<per>)", measures.one),
        rule("money", rf"{AMOUNT}\s?(?P<magnitude>{magnitudes})(?!\w)", measures.many),
    ]  # fmt: skip


def _fractions(habits: Habits) -> list[Rule]:
    counting = Counting(habits)
    vulgar = "".join(VULGAR)
    return [
        rule("fraction", rf"(?<![\d/.,])(?P<whole>\d{{1,3}})(?:\s(?P<above>\d{{1,2}})/(?P<below>\d{{1,2}})(?![\d/]|[.,]\d)|\s?(?P<vulgar>[{vulgar}]))(?: (?P<noun>[^\W\d_]+))?", counting.mixed),
        rule("fraction", r"(?<![\d/.,])(?P<above>\d{1,2})/(?P<below>\d{1,2})(?P<vulgar>)(?![\d/]|[.,]\d)", counting.fraction),
        rule("fraction", rf"(?P<vulgar>[{vulgar}])(?P<above>)(?P<below>)", counting.fraction),
    ]  # fmt: skip


def _numbers(habits: Habits) -> list[Rule]:
    counting = Counting(habits)
    symbols = {key: f" {words} " for key, words in habits.symbols.items()}
    return [
        rule("symbol", r"(?<=\d)/(?=(?:10|20|100)\b)", f" {habits.out_of} "),
        rule("symbol", r"(?<=\d)/(?=\d{4})", f" {habits.symbols['/']} "),
        rule("symbol", r"(?<=\d)/(?=\d)", f" {habits.over} "),
        rule("number", AMOUNT, counting.plain),
        rule("elision", r"(?<=\bd') (?=\w)|(?<=\bun') (?=\w)", ""),
        rule("symbol", one_of(symbols), lambda m, _: symbols[m.group()]),
    ]  # fmt: skip
