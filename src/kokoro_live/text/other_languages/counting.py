"""Numbers, ordinals, fractions and Roman numerals of the Romance languages."""

import re
from dataclasses import dataclass

from kokoro_live.text.english.numbers import roman
from kokoro_live.text.other_languages.figures import Figure, figure
from kokoro_live.text.other_languages.habits import Habits

NEXT_WORD = re.compile(r" (?:mil )?([^\W\d_]+(?:['’-][^\W\d_]+)*)")
LAST_WORD = re.compile(r"([^\W\d_]+)\.?\s$")
VULGAR = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅛": (1, 8), "⅜": (3, 8), "⅗": (3, 5),
}  # fmt: skip
NEAR = 40  # characters that are looked at before and after a number


@dataclass(frozen=True)
class Counting:
    """Says how many, which one, and what part of one."""

    habits: Habits

    def number(self, amount: Figure, gender: str = "") -> str:
        """Figures as written, with their decimals."""
        habits, gender = self.habits, "" if amount.decimals else gender
        whole = self.digits(amount.whole) if amount.is_code else habits.cardinal(int(amount.whole), gender)
        mark = habits.comma if amount.mark == "," else habits.point
        return f"{whole} {mark} {self.decimals(amount.decimals)}" if amount.decimals else whole

    def digits(self, text: str) -> str:
        """One by one."""
        return " ".join(self.habits.cardinal(int(char), "") for char in text if char.isdecimal())

    def decimals(self, text: str) -> str:
        """Up to two are a number, with its noughts before it."""
        bare = text.lstrip("0")
        zeros = self.digits("0" * (len(text) - len(bare)))
        rest = self.habits.cardinal(int(bare), "") if 0 < len(bare) <= 2 else self.digits(bare)
        return f"{zeros} {rest}".strip()

    def signed(self, sign: str | None) -> str:
        """The sign before a number."""
        habits = self.habits
        names = {"-": habits.minus, "−": habits.minus, "–": habits.minus, "+": habits.plus, "±": habits.plus_minus}
        return f"{names[sign.strip()]} " if sign else ""

    def plain(self, match: re.Match[str], language: str) -> str:
        """A number that no other rule took: it agrees with what is counted."""
        amount = figure(match["amount"])
        words = self.signed(match["sign"]) + self.number(amount, self.gender(match, amount.whole))
        noun = re.match(r" ([^\W\d_]{3,}s)\b", match.string[match.end() : match.end() + NEAR])
        if noun and amount.is_round_million and self.habits.is_noun(noun[1]):
            words += " " + self.habits.of(noun[1]).removesuffix(noun[1]).strip()
        return words

    def gender(self, match: re.Match[str], whole: str) -> str:
        following = NEXT_WORD.match(match.string[match.end() : match.end() + NEAR])
        before = LAST_WORD.search(match.string[max(0, match.start() - NEAR) : match.start()])
        if following is None or (before and before[1].lower() in self.habits.labels):
            return ""
        noun = following[1].lower()
        if not self.habits.is_noun(noun) or (whole != "1" and not noun.endswith(("s", "x"))):
            return ""
        return self.habits.agreement(noun)

    def ordinal(self, match: re.Match[str], language: str) -> str | None:
        """1º, 2e, 3ª."""
        number, gender = int(match["number"]), self.habits.ordinal_ends[match["end"]]
        noun = NEXT_WORD.match(match.string[match.end() : match.end() + NEAR])
        if gender == "m?":  # shortened before a noun only
            gender = "m" if noun and self.habits.is_noun(noun[1].lower()) else ""
        return self.habits.ordinal(number, gender) if number else None

    def roman_ordinal(self, match: re.Match[str], language: str) -> str | None:
        """XVIIIe, Ier."""
        number = roman(match["number"])
        return self.habits.ordinal(number, self.habits.ordinal_ends[match["end"]]) if number else None

    def roman(self, match: re.Match[str], language: str) -> str | None:
        """Luis XIV, siglo XX: each language has habits of its own."""
        words = self._roman_words(match, match["roman"])
        if words is None or not match["head"]:
            return words
        second = self._roman_words(match, match["second"]) if match["second"] else None
        rest = f"{match['and']}{second or match['second']}" if match["second"] else ""
        return f"{match['head']} {words}{rest}"

    def _roman_words(self, match: re.Match[str], written: str) -> str | None:
        number = roman(written)
        return self.habits.roman(match, number) if number else None

    def fraction(self, match: re.Match[str], language: str) -> str | None:
        """3/4, ½."""
        above, below = _fraction_of(match)
        names = self.habits.fractions.get(below)
        if names is None or not above:
            return None
        noun = NEXT_WORD.match(match.string[match.end() : match.end() + NEAR])
        return self._part(above, names, bool(noun) and self.habits.feminine(str(noun and noun[1])))

    def mixed(self, match: re.Match[str], language: str) -> str | None:
        """2 1/2 tazas: the noun comes before the fraction, dos tazas y media."""
        above, below = _fraction_of(match)
        names = self.habits.fractions.get(below)
        if names is None or not above:
            return None
        noun, whole = match["noun"] or "", int(match["whole"])
        one, many, gender = self.habits.units.get(noun) or (noun, noun, "f" if self.habits.feminine(noun) else "m")
        counts = bool(noun) and self.habits.is_noun(noun.lower())
        number = self.habits.cardinal(whole, gender if counts else "")
        part = self._part(above, names, counts and gender[:1] == "f", after=True)
        if counts:
            return f"{number} {one if whole == 1 else many} {self.habits.and_} {part}"
        return f"{number} {self.habits.and_} {part} {noun}".rstrip()

    def _part(self, above: int, names: tuple[str, str], feminine: bool, after: bool = False) -> str:
        one, many = names
        if above > 1:
            return f"{self.habits.cardinal(above, 'm')} {many}"
        if one in self.habits.halves and (after or not self.habits.halves_counted):
            return self.habits.halves[one] if feminine else one
        return f"{self.habits.cardinal(1, 'm')} {one}"


def _fraction_of(match: re.Match[str]) -> tuple[int, int]:
    return VULGAR.get(match["vulgar"] or "") or (int(match["above"]), int(match["below"]))
