"""How one Romance language says things: its words, and the few functions in which grammar differs."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

Noun = tuple[str, str, str]  # one, many, and its gender: "m" or "f"


def nouns(table: str) -> dict[str, Noun]:
    """Of "km,Km kilómetro kilómetros m; …": signs, one, many, gender. A low line stands for a space."""
    nouns: dict[str, Noun] = {}
    for row in table.split(";"):
        signs, one, many, gender = row.split()
        noun = (one.replace("_", " "), many.replace("_", " "), gender)
        nouns |= dict.fromkeys(signs.split(","), noun)
    return nouns


@dataclass(frozen=True)
class Clock:
    """A time of day as it is written."""

    hour: int
    minute: int
    second: int = 0
    half: str = ""  # "a" or "p", where a half of the day is named
    named: bool = False  # with the sign of hours


@dataclass(frozen=True)
class Habits:
    """The words of a language."""

    cardinal: Callable[[int, str], str]  # with a gender, "" where no noun follows
    ordinal: Callable[[int, str], str]
    feminine: Callable[[str], bool]  # whether a noun is
    agreement: Callable[[str], str]  # the gender that `cardinal` is asked for before a noun
    is_noun: Callable[[str], bool]  # whether a word may be what is counted
    of: Callable[[str], str]  # "de euros", "d'euros"
    per: Callable[[Noun], str]  # "por metro", "al metro"
    clock: Callable[[Clock], str]
    months: str
    date: str  # with {day}, {month} and {year}
    first_day: str  # of a month; the others are cardinal
    day_words: str  # a pattern for what stands before a day, as in "le 12/05"
    currencies: dict[str, Noun]
    cents: dict[str, Noun]
    amount: str  # with {whole}, {part} and {cents}
    magnitudes: dict[str, tuple[str, str]]  # short form → one, many
    units: dict[str, Noun]
    abbreviations: dict[str, str]
    symbols: dict[str, str]
    letters: dict[str, str]  # how letters are called, for words that the front end takes for words
    initials: frozenset[str]  # words that are spelled
    ordinal_ends: dict[str, str]  # what is written after the figure → gender, "s" for many
    fractions: dict[int, tuple[str, str]]
    halves: dict[str, str]  # that stand without "one", and how they are called of something feminine
    web: dict[str, str]
    phone: re.Pattern[str]
    phone_groups: Callable[[str], str]
    roman: Callable[[re.Match[str], int], str | None]
    labels: frozenset[str]  # words before a number that is a name: page 1
    to: str = "a"
    minus: str = "menos"
    plus: str = "más"
    plus_minus: str = "más menos"
    percent: str = "por ciento"
    permille: str = "por mil"
    comma: str = "coma"
    point: str = "punto"
    and_: str = "y"
    thousand: str = "mil"
    hours_and: str = "y"  # between hours and minutes that something takes
    halves_counted: bool = False  # "un demi litre", not "medio litro"
    singular_below_two: bool = False
    versus: str = "por"  # "2 x 1"
    out_of: str = "sobre"  # "8/10"
    over: str = ""  # between figures with a slash
    roman_ends: str = "[ºª°]"  # after a Roman numeral that is an ordinal, a pattern
    per_hundred: str = "por"  # "cada cien kilómetros"
    extra: tuple[tuple[str, str, str], ...] = field(default=())  # rules of its own: name, pattern, words
