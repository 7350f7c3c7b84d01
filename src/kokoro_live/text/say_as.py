"""What SSML's say-as asks for: a text read as a number, a date, one character after another …"""

import re

from kokoro_live.text.english.dates import said_date, valid
from kokoro_live.text.english.numbers import cardinal, digits, number, ordinal
from kokoro_live.text.english.times import clock_time
from kokoro_live.text.english.typed import SYMBOLS
from kokoro_live.text.other_languages import ordinal_words

KINDS = {
    "cardinal": "cardinal",
    "number": "cardinal",
    "ordinal": "ordinal",
    "date": "date",
    "time": "time",
    "characters": "characters",
    "spell-out": "characters",
    "verbatim": "characters",
    "digits": "digits",
    "telephone": "telephone",
    "address": "as written",
    "currency": "as written",
    "fraction": "as written",
    "unit": "as written",
    "expletive": "hidden",
    "bleep": "hidden",
}
HIDDEN = "beep"
DATE_FORMATS = frozenset("mdy dmy ymd md dm".split())
NUMBER = re.compile(r"[-−+]?\d[\d,]*(?:\.\d+)?")
DATE = re.compile(r"\d{1,4}(?:[/.\-\s]\d{1,4}){1,2}")
CLOSE_DATE = {"ymd": re.compile(r"(\d{4})(\d\d)(\d\d)"), "mdy": re.compile(r"(\d\d)(\d\d)(\d{4})"),
              "dmy": re.compile(r"(\d\d)(\d\d)(\d{4})")}  # fmt: skip
LONGEST_NUMBER = 60  # figures
SIGNS = {".": "dot", "-": "dash", "_": "underscore", ",": "comma", "!": "exclamation mark", "?": "question mark",
         ":": "colon", ";": "semicolon", "/": "slash", "(": "open parenthesis", ")": "close parenthesis",
         "'": "apostrophe", '"': "quote", "*": "star"}  # fmt: skip
TIME = re.compile(r"(\d{1,2})[:.h](\d{2})(?:[:.](\d{2}))?\s?([ap]\.?m\.?)?", re.IGNORECASE)


def date_format(written: str) -> str:
    """The order of day, month and year, however it is spelled: yyyymmdd, dd/mm/yy, DMY."""
    letters = "".join(char for char in written.lower() if char.isalpha())
    return re.sub(r"(.)\1+", r"\1", letters) or written.strip()


def said(kind: str, text: str, form: str, language: str) -> str:
    """In words, or as the rules of the language will read it; what does not fit the kind stays as it is."""
    english = language.startswith("en")
    british = language == "en-gb"
    if kind in ("as written", ""):  # our rules know it
        return text
    if kind == "hidden":
        return HIDDEN
    if kind == "characters":
        return " ".join(_character(char, english) for char in text if not char.isspace())
    if kind == "digits":
        words = digits(text) if english else " ".join(char for char in text if char.isdecimal())
        return words or text
    if kind == "telephone":
        return _telephone(text, english)
    if kind == "date":
        return _date(text, form, language)
    if kind == "time":
        return _time(text) if english else text
    return _number(text, kind, language, english, british)


def _character(char: str, english: bool) -> str:
    if char.isdecimal():
        return digits(char) if english else char
    if char.isalpha():
        return char.upper() if char.isascii() else char
    return SIGNS.get(char) or SYMBOLS.get(char) or char if english else char


def _telephone(text: str, english: bool) -> str:
    """Groups of figures digit by digit; what else stands there (ext., FLOWERS) stays."""
    groups = re.findall(r"[^\W_]+\.?", text)
    parts = [(digits(group) if english else " ".join(group)) if group.isdecimal() else group for group in groups]
    plus = "plus " if english and text.lstrip().startswith("+") else ""
    return plus + ", ".join(parts) if parts else text


def _number(text: str, kind: str, language: str, english: bool, british: bool) -> str:
    written = text.strip().lower()
    if kind == "ordinal":
        written = re.sub(r"(?<=\d)(?:st|nd|rd|th|\.|º|ª|e|er)$", "", written)
    if not NUMBER.fullmatch(written) or len(written) > LONGEST_NUMBER:
        return text
    plain = written.replace(",", "").lstrip("+")
    if kind == "ordinal" and plain.isdecimal() and len(plain) < 10:
        return ordinal(int(plain), british) if english else ordinal_words(int(plain), language) or text
    if not english:
        return text
    return cardinal(int(plain), british) if plain.isdecimal() else number(plain.replace("−", "-"), british)


def _date(text: str, form: str, language: str) -> str:
    if form in CLOSE_DATE and (close := CLOSE_DATE[form].fullmatch(text.strip())):
        text = "/".join(close.groups())
    numbers = re.findall(r"\d+", text)
    form = form or _usual_format(numbers, language)
    if not DATE.fullmatch(text.strip()):
        return text
    if len(numbers) != len(form):
        return text  # "May 5, 2026": the rules know it
    parts = {name: int(figures) for name, figures in zip(form, numbers, strict=True)}
    if not valid(parts["m"], parts["d"]):
        return text
    year = parts.get("y")
    if year is not None and year < 100:
        year += 2000 if year < 50 else 1900
    if not language.startswith("en"):
        return f"{year:04}-{parts['m']:02}-{parts['d']:02}" if year is not None else text
    return said_date(parts["m"], parts["d"], year, language)


def _usual_format(numbers: list[str], language: str) -> str:
    if len(numbers) == 2:
        return "md" if language == "en-us" else "dm"
    if numbers and len(numbers[0]) == 4:
        return "ymd"
    return "mdy" if language == "en-us" else "dmy"


def _time(text: str) -> str:
    match = TIME.fullmatch(text.strip())
    if not match or int(match[1]) > 24 or int(match[2]) > 59:
        return text
    half = f" {match[4][0].upper()} M" if match[4] else ""
    seconds = f" and {cardinal(int(match[3]))} seconds" if match[3] and int(match[3]) else ""
    return clock_time(int(match[1]), int(match[2])) + seconds + half
