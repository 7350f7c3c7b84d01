"""Money, percentages and units of the Romance languages."""

import re
from dataclasses import dataclass, replace

from kokoro_live.text.other_languages.counting import Counting
from kokoro_live.text.other_languages.figures import Figure, figure
from kokoro_live.text.other_languages.habits import Habits, Noun


@dataclass(frozen=True)
class Measures:
    """Says amounts of something that has a sign."""

    habits: Habits

    @property
    def counting(self) -> Counting:
        """Its numbers."""
        return Counting(self.habits)

    def money(self, match: re.Match[str], language: str) -> str:
        """5,50 €, US$ 3 milhões, 12 €/m²."""
        noun = self.habits.currencies[match["currency"]]
        amount, before = figure(match["amount"]), ""
        if match["until"]:
            before, amount = f"{self.counting.number(amount)} {self.habits.to} ", figure(match["until"])
        if match["magnitude"]:
            words = self._in_millions(match["magnitude"], amount, noun)
        elif len(amount.decimals) in (1, 2) and match["currency"] in self.habits.cents:
            words = self._with_cents(match, amount, noun)
        else:
            words = self.counted(amount, noun)
        return self.counting.signed(match["sign"]) + before + words + self._per(match["per"])

    def counted(self, amount: Figure, noun: Noun) -> str:
        """A number and its noun: a round million asks for "de"."""
        one, many, gender = noun
        words = self.counting.number(amount, gender)
        if amount.is_round_million:
            return f"{words} {self.habits.of(many)}"
        return f"{words} {one if amount.is_one or self._below_two(amount) else many}"

    def _below_two(self, amount: Figure) -> bool:
        """Where everything below two is singular."""
        return self.habits.singular_below_two and bool(amount.decimals) and int(amount.whole) < 2

    def _in_millions(self, magnitude: str, amount: Figure, noun: Noun) -> str:
        one, many = self.habits.magnitudes[magnitude]
        if one == self.habits.thousand:
            count = "" if amount.is_one else f"{self.counting.number(amount, noun[2])} "
            return f"{count}{one} {noun[1]}"
        name = one if amount.is_one or self._below_two(amount) else many
        return f"{self.counting.number(amount, 'm')} {name} {self.habits.of(noun[1])}"

    def _with_cents(self, match: re.Match[str], amount: Figure, noun: Noun) -> str:
        cents = int(amount.decimals.ljust(2, "0"))
        whole = replace(amount, mark="", decimals="")
        if not cents:
            return self.counted(whole, noun)
        one, many, gender = self.habits.cents[match["currency"]]
        name, part = one if cents == 1 else many, self.habits.cardinal(cents, gender)
        if amount.whole == "0":
            return f"{part} {name}"
        return self.habits.amount.format(whole=self.counted(whole, noun), part=part, cents=name)

    def many(self, match: re.Match[str], language: str) -> str:
        """3,2 M: millions of something that is named elsewhere."""
        one, many = self.habits.magnitudes[match["magnitude"]]
        amount = figure(match["amount"])
        name = one if amount.is_one or self._below_two(amount) else many
        thousands = one == self.habits.thousand
        gender = self.counting.gender(match, "0") if thousands else "m"
        count = "" if thousands and amount.is_one else self.counting.number(amount, gender) + " "
        return f"{self.counting.signed(match['sign'])}{count}{name}"

    def percent(self, match: re.Match[str], language: str) -> str:
        """20 %, 5 ‰."""
        name = self.habits.percent if match["percent"] == "%" else self.habits.permille
        return f"{self.counting.signed(match['sign'])}{self.counting.number(figure(match['amount']))} {name}"

    def unit(self, match: re.Match[str], language: str) -> str:
        """5 km, 3 mg/kg, -4 °C."""
        noun = self.habits.units[match["unit"]]
        return (
            self.counting.signed(match["sign"]) + self.counted(figure(match["amount"]), noun) + self._per(match["per"])
        )

    def bare_unit(self, match: re.Match[str], language: str) -> str:
        """€/m², km/h after words."""
        noun = self.habits.currencies.get(match["unit"]) or self.habits.units[match["unit"]]
        return noun[1] + self._per(match["per"])

    def one(self, match: re.Match[str], language: str) -> str:
        """A sign without a number: the kilo, at kilometre 5."""
        return self.habits.units[match["unit"]][0]

    def per_100(self, match: re.Match[str], language: str) -> str:
        """L/100 km."""
        noun = self.habits.units[match["unit"]]
        each = self.habits.units[match["each"]]
        hundred = f"{self.habits.per_hundred} {self.habits.cardinal(100, 'm')}"
        return f"{self.counted(figure(match['amount']), noun)} {hundred} {each[1]}"

    def _per(self, unit: str | None) -> str:
        if not unit:
            return ""
        noun = self.habits.units.get(unit) or (unit, unit, "f" if self.habits.feminine(unit) else "m")
        return f" {self.habits.per(noun)}"
