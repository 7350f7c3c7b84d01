"""Addresses of the web, telephone numbers and codes of the Romance languages, which are read sign by sign."""

import re
from dataclasses import dataclass

from kokoro_live.text.other_languages.counting import Counting
from kokoro_live.text.other_languages.figures import figure
from kokoro_live.text.other_languages.habits import Habits

PART = re.compile(r"\d+|[^\W\d_]+|[^\w\s]|_")


@dataclass(frozen=True)
class Web:
    """Reads what is typed or dialled."""

    habits: Habits

    def address(self, match: re.Match[str], language: str) -> str:
        """ana.ruiz@correo.es, www.example.com/es."""
        text = re.sub(r"^https?://", "", match.group())
        return " ".join(self._part(part.group(), part.start(), text) for part in PART.finditer(text))

    def _part(self, part: str, start: int, text: str) -> str:
        if part in self.habits.web:
            return self.habits.web[part]
        if part.isdecimal():
            counting = Counting(self.habits)
            return counting.number(figure(part)) if len(part) < 5 else counting.digits(part)
        if part == "www" or (text[max(0, start - 1) : start] == "." and len(part) == 2):
            return self.spelled(part)
        return part

    def spelled(self, word: str) -> str:
        """Letter by letter."""
        return " ".join(self.habits.letters.get(char.lower(), char) for char in word)

    def initialism(self, match: re.Match[str], language: str) -> str | None:
        """PIB where it is spelled."""
        word = match.group().replace(".", "")
        return self.spelled(word) if word in self.habits.initials else None

    def letters_and_number(self, match: re.Match[str], language: str) -> str | None:
        """A6, G7, BR-101, AF 447."""
        letters = match["letters"]
        if " " in match.group() and not self.habits.is_noun(letters.lower()):
            return None
        return f"{self.spelled(letters)} {Counting(self.habits).number(figure(match['amount']))}"

    def phone(self, match: re.Match[str], language: str) -> str:
        """In the groups in which people say it."""
        plus = f"{self.habits.plus} " if match.group().startswith("+") else ""
        return plus + self.habits.phone_groups(match.group())

    def version(self, match: re.Match[str], language: str) -> str:
        """2.4.1; 192.168.1.1."""
        counting = Counting(self.habits)
        return f" {self.habits.point} ".join(counting.number(figure(part)) for part in match.group().split("."))

    def code(self, match: re.Match[str], language: str) -> str:
        """978-84-376-0494-7: figures one by one, a breath at each hyphen."""
        counting = Counting(self.habits)
        return ", ".join(counting.digits(part) for part in match.group().split("-"))
