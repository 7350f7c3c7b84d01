"""Short forms of words and names: titles, streets, abbreviations, initialisms, Roman numerals, states."""

import re

from kokoro_live.text.english.context import (
    character_after,
    character_before,
    full_stop,
    text_before,
    word_before,
)
from kokoro_live.text.english.numbers import cardinal, ordinal, roman
from kokoro_live.text.english.roman_numerals import (
    lettered_numeral,
    roman_number,
    roman_ordinal,
    roman_year,
    small_numeral,
    two_numerals,
)
from kokoro_live.text.english.short_forms import (
    ABBREVIATIONS,
    BEFORE_NUMBERS,
    COMPASS,
    DOSAGES,
    MIXED,
    OLD_STATES,
    SLANG,
    SPELLED,
    STATES,
    STREET_ENDINGS,
    STREETS,
    TITLES,
)
from kokoro_live.text.english.tables import WEEKDAYS
from kokoro_live.text.rules import one_of, rule


def _letters(text: str) -> str:
    return " ".join(text.replace(".", "").upper())


def _title(match: re.Match[str], language: str) -> str | None:
    """Dr. Smith, St. Louis; but Main St. and Main Dr."""
    short, before = match[1], word_before(match)
    after = re.match(r"\s+([A-Z][\w'’]*|\d+)", match.string[match.end() : match.end() + 40])
    numbered = re.search(r"\d(?:st|nd|rd|th)\s$", text_before(match, 6))
    lower = re.match(r"\s+(?:[a-z]|&)", match.string[match.end() : match.end() + 4])
    sure = short == "St" and lower and before not in ("The", "A", "Our")  # Main St. near the park
    at_street = short in STREETS and (before[:1].isupper() or numbered) and (sure or _looks_like_a_street(match))
    if at_street:
        return STREETS[short] + full_stop(match)
    if after and after[1][0].isalpha():
        return TITLES[short]
    return None if short in ("Gen", "Col", "Hon", "Rep", "Fr", "Mt", "Ft", "Maj") else TITLES[short]


def _looks_like_a_street(match: re.Match[str]) -> bool:
    """`42 Main St.` and `on Baker St.` are streets; `Visit St. Louis` and `ask Dr. Who` are not."""
    near = text_before(match, 40)
    numbered = re.search(
        r"(?:\d+\w*|\b(?:on|at|of|along|near|from|to|down|up|and))\s+(?:[NSEW]\.?\s+)?(?:[A-Z\d][\w'’.]*\s+){1,3}$",
        near,
    )
    following = re.match(r"\s+([A-Z][a-z]+)", match.string[match.end() : match.end() + 30])
    return bool(numbered) and (
        not following or following[1] in ("In", "It", "The", "He", "She", "They", "We", "And", "Then", "NW", "NE")
    )


def _street(match: re.Match[str], language: str) -> str:
    return STREETS[match[1]] + full_stop(match)


def _abbreviation(match: re.Match[str], language: str) -> str | None:
    key = match[1].lower()
    if (
        key in ("min", "max", "est", "ed", "co", "ext", "temp", "ft", "oz")
        and match[1][:1].islower()
        and full_stop(match)
    ):
        return None
    if (
        key in WORDS_TOO
        and word_before(match) != "percent"
        and (full_stop(match) or (key == "pop" and word_before(match) in ("a", "per", "my", "your")))
    ):
        return None  # the name is apt
    if key in ("max", "min") and match[1].isupper() and not re.match(r"\s?\d", match.string[match.end() :][:2]):
        return None  # a 737 MAX
    if key == "est" and match[1].isupper():
        return None  # a time zone
    if key == "ft" and match[1][:1].isupper():
        return None
    if key in ("inc", "ltd", "co", "corp", "bros") and not match[1][:1].isupper():
        return None
    words = "included" if key == "incl" and (full_stop(match) or character_after(match) == ",") else ABBREVIATIONS[key]
    if match[1][:1].isupper() and words.islower() and match.start() == 0:
        words = words[0].upper() + words[1:]
    return words + full_stop(match)


def _before_number(match: re.Match[str], language: str) -> str | None:
    if len(match[1]) == 1 and match[1].isupper():
        return None  # B.1.1.7
    if match[1] in ("r", "m", "b", "d") and (
        character_before(match) not in "(, "
        or re.match(r"\d{1,2}\s[a-z]{3}", match.string[match.end() : match.end() + 6])
    ):
        return None
    words = BEFORE_NUMBERS[match[1].lower()]
    return (
        words.capitalize() if match[1][0].isupper() and (match.start() == 0 or match[1] not in ("No", "Nos")) else words
    ) + " "


def _initials(match: re.Match[str], language: str) -> str:
    """U.S., Ph.D., J.R.R."""
    plural = "s" if match.group().endswith("s") and not match.group().endswith(".s") else ""
    return _letters(match.group().removesuffix("s") if plural else match.group()) + plural + full_stop(match)


def _state(match: re.Match[str], language: str) -> str | None:
    before = word_before(match)
    if match[2] in STATES_TOO and (not before[:1].isupper() or before in NO_TOWNS):
        return None  # tell me, OK?
    return f"{match[1]}{STATES[match[2]]}"


def _by_mouth(match: re.Match[str], language: str) -> str | None:
    near = text_before(match, 16)
    return "by mouth" + full_stop(match) if DOSE.search(near) else None


def _century(match: re.Match[str], language: str) -> str | None:
    value = roman(match[1])
    return None if value is None else f"{ordinal(value)} {match[2]}"


def _slang(match: re.Match[str], language: str) -> str | None:
    words = SLANG[match.group()]
    if match.group() == "9/11" and word_before(match) in DAYS_NAMED:
        return None
    return words + " " if match.group() == "w/" and character_after(match).isalnum() else words


def _health(match: re.Match[str], language: str) -> str | None:
    """The organisation; but I wonder WHO did it."""
    return None if word_before(match).lower() in BEFORE_QUESTIONS else "W H O"


def _ampersand(match: re.Match[str], language: str) -> str:
    return f"{' '.join(match[1])} and {' '.join(match[2])}"


WORDS_TOO = frozenset("apt opt pop hum temp prod ref med exp ed mo reg trans div dir ret vis eff arr dep".split())
STATES_TOO = frozenset("OK OR IN HI ME OH MA PA LA ID DE AL".split())
NO_TOWNS = frozenset(
    "Yes No Well Fine So Sure Alright Right Okay And Now Hey Oh Look Listen Please Thanks Great Good Mom Dad Hello Hi "
    "Wait Stop Come Go".split()
)
BEFORE_QUESTIONS = frozenset(
    "wonder wonders wondered ask asks asked know knows knew remember remembered tell tells told guess guessed see saw is "
    "was matter care cares say said find forget forgot people man woman one those".split()
)
DOES_IT = frozenset(
    "do does did doing done get gets got getting want wants wanted like liked love loved hate need make made makes take "
    "took saw see seen keep kept say said know knew believe mean meant be finish finished end stop watch read".split()
)
DAYS_NAMED = frozenset([*WEEKDAYS, *WEEKDAYS.values(), "due", "by", "until", "on"])
DOSE = re.compile(r"\d\s?(?:mg|mcg|g|m[lL]|units?|tab(?:let)?s?|cap(?:sule)?s?)\s$")
SLANGS = one_of(SLANG)
SHORT = one_of(ABBREVIATIONS)
COUNTED = one_of(BEFORE_NUMBERS)
SMALL_NUMERAL = "(?:x{0,3}(?:ix|iv|v?i{0,3}))"
BEFORE = (  # while figures are still figures
    rule("short form", rf"(?<![\w/])(?:{SLANGS})(?![\w/+#&]|\.(?:,|\s[a-z]))", _slang),
    rule("initialism", r"\b([A-Z])&([A-Z])\b", _ampersand),
    rule(
        "compass",
        r"(?<=[a-z\d\"”.]\s)(NE|NW|SE|SW|NNE|NNW|SSE|SSW|[NSEW])(?=\sof\b)",
        lambda m, _: COMPASS[m[1]].lower(),
    ),
    rule(
        "compass",
        r"(?<=[Ww]inds\s)(NE|NW|SE|SW|NNE|NNW|SSE|SSW|ENE|ESE|WNW|WSW|[NSEW])\b",
        lambda m, _: COMPASS[m[1]].lower(),
    ),
    rule("regarding", r"\bre:(?=\s)", "regarding"),
    rule("dew point", r"(?<=[Dd]ew )pt\b\.?", "point"),
    rule("directed", r"\bDir\.(?=\sby\b)", "Directed"),
    rule(
        "compass",
        rf"(\b(?:{STREET_ENDINGS})\.?\s)(NE|NW|SE|SW|[NSEW](?=[\s.,;]|$))\b\.?",
        lambda m, _: m[1] + COMPASS[m[2]].capitalize() + full_stop(m),
    ),
    rule(
        "letters",
        rf"\b(?:{one_of(SPELLED)})(?!\w)",
        lambda m, _: " ".join(m.group().rstrip("s").upper()) + "s" * m.group().endswith("s"),
    ),
    rule("chemical", r"\b(CO|NO|SO|HO|NH|CH|CN)([₀-₉]|\d(?!\d))", lambda m, _: f"{' '.join(m[1])} {m[2]}"),
    rule(
        "compass",
        rf"(?<=\s)([NSEW])\.?(?=\s(?:[A-Z][a-z]+|\d+(?:st|nd|rd|th))(?:\s[A-Z][a-z]+)?\s(?:{STREET_ENDINGS})\b)",
        lambda m, _: COMPASS[m[1]],
    ),
    rule("letters", r"\bIPv(\d)\b", lambda m, _: f"I P V {cardinal(int(m[1]))}"),
    rule("letters", r"\b([BM])\.?Sc\b\.?", lambda m, _: f"{m[1]} S C{full_stop(m)}"),
    rule("letters", r"(?<=[a-z]\s)WHO\b", _health),
    rule(
        "letters",
        r"(?<=[a-z,]\s)IT\b(?=\s[a-z]|[.,;)]|$)",
        lambda m, _: None if word_before(m).lower() in DOES_IT else "I T",
    ),
    rule(
        "touchdown",
        r"(?:(?<=\ba )|(?<=\bthe )|(?<=\d ))TD(s?)\b(?!\s(?i:bank|garden|ameritrade|securities))",
        lambda m, _: f"touchdown{m[1]}",
    ),
    rule("letters", r"(?<=[a-zé-ÿ]\s)\(([A-Z]{3})\)", lambda m, _: f"({' '.join(m[1])})"),
    rule(
        "home runs",
        r"(?:(?<=\d\s)|(?<=\ba\s)|(?<=\ban\s))HR(s?)\b(?=[\s.,;)]|$)(?!\s(?:manager|department|team|rep|person))",
        lambda m, _: f"home run{m[1]}",
    ),
    rule("edition", r"(?<=\dst\s|\dnd\s|\drd\s|\dth\s)ed\.", lambda m, _: f"edition{full_stop(m)}"),
    rule("letters", r"\b(SpO|SaO|HbA)(?=[\d₂]|1c)", lambda m, _: MIXED[m[1]] + " "),
    rule(
        "dosage",
        r"\bq\.?(\d{1,2})\s?[–-]\s?(\d{1,2})\s?h(?:rs?)?\b\.?(?!\w)",
        lambda m, _: f"every {cardinal(int(m[1]))} to {cardinal(int(m[2]))} hours",
    ),
    rule("departure", r"(?:(?<=before )|(?<=after ))dep\.", "departure"),
    rule("dosage", r"\bq\.?(\d{1,2})\s?h(?:rs?)?\b\.?(?!\w)", lambda m, _: f"every {cardinal(int(m[1]))} hours"),
    rule("dosage", rf"(?<![\w.])(?:{one_of(DOSAGES)})(?![\w])", lambda m, _: DOSAGES[m.group()] + full_stop(m)),
    rule("dosage", r"\b(?:PO|p\.o\.)(?!\w)", _by_mouth),
    rule("order", r"\bO\(([^()]{1,30})\)", lambda m, _: f"O of {m[1]}"),
    rule("abbreviation", rf"(?<![\w.-])({COUNTED})\.\s?(?=[\d#]|\(\d|(?!I\s[a-z])[IVXL]+\b)", _before_number, re.I),
)
RULES = (
    rule("numeral", r"\b(Part|Section|Article|Title|Chapter|Annex|Appendix|Book)\s([IVX]{1,6})\.([A-Z\d])\b", lettered_numeral),
    rule("numeral", r"\b([A-Z][a-z]+)\s([IVX]{1,4})\s?(/|-|–|and|or|to|&)\s?([IVX]{1,5})\b(?!['’]?\w)", two_numerals),
    rule("numeral", r"\b([IVXLC]{2,7})(?=\s(?:Olympi|Legion|Corps\b|Army\b|Congress\b|Games\b|Symposium\b|Summit\b|International\b))", roman_ordinal),
    rule("numeral", r"\bM{1,3}[CDXLVI]{2,12}\b", roman_year),
    rule("title", r"(?<=\s)dr\.(?=\s[a-z])", "doctor"),
    rule("numeral", rf"\b([Ss]cene|[Aa]ct|[Pp]art|[Cc]hapter|[Pp]age|[Vv]ol\.|[Bb]ook|[Pp]hase|[Ss]tep|[Ii]tem|[Cc]anto)\s({SMALL_NUMERAL})(?![\w'’.-]\w|\w)", small_numeral),
    rule("floor", r"(?<=\dst\s|\dnd\s|\drd\s|\dth\s)Fl\.", lambda m, _: f"Floor{full_stop(m)}"),
    rule("state", rf"(?:(?<=,\s)|(?<=of\s)|(?<=in\s))({one_of(OLD_STATES)})\.", lambda m, _: OLD_STATES[m[1]] + full_stop(m)),
    rule("state", rf"(?<=[a-z])(,\s)({'|'.join(STATES)})\b(?=[\s,.;:!?)]|$)", _state),
    rule("initials", r"\bPh\.?\s?D(?:\b\.?['’]?s\b|s\b|\b\.?)", lambda m, _: ("PHDs" if m.group().endswith("s") else "P H D") + full_stop(m)),
    rule("letters", rf"\b(?:{one_of(MIXED)})(?!\w)", lambda m, _: MIXED[m.group()]),
    rule("abbreviation", rf"(?<![\w.])({SHORT})\.(?!\w)", _abbreviation, re.I),
    rule("title", rf"\b({one_of(TITLES)})\.(?=\s|$)", _title),
    rule("title", r"\b(Mr|Mrs|Ms|Dr|Prof)(?=\s[A-Z])", lambda m, _: TITLES[m[1]]),
    rule("street", rf"(?<=[a-z\d]\s)({one_of(STREETS)})\.(?=\W|$)", _street),
    rule("street", r"(?<=[a-z]\s)(Ave|Blvd|Rd|Ln|Hwy|Pkwy)\b", _street),
    rule("century", r"\b([IVX]{1,6})(?:th)?\s(century|centuries|dynasty)\b", _century),
    rule("numeral", r"(?<=\s)([IVXL]{1,7})\b(?!['’](?!s\b)|[\-.]\w|\.[A-Z])", roman_number),
    rule("initials", r"\b(?:[A-Z]\.){2,}(?:[A-Z]\b)?s?|\b(?:[a-z]\.){2,}(?=\s|$)", _initials),
    rule("initials", r"\b([A-Z])\.(?=\s[A-Z][a-z])", lambda m, _: m[1]),
    rule("initials", r"(?<=\s)([A-Z])\.(?=\s[a-z]{3,})", lambda m, _: m[1]),
    rule("letters", r"\b([A-Z])/([A-Z])\b", lambda m, _: f"{m[1]} {m[2]}"),
    rule("number sign", r"(?<![\w&])(?:#|№)\s?(?=\d)", "number "),
)  # fmt: skip
