"""Dates and times of the Romance languages."""

import re
from dataclasses import dataclass

from kokoro_live.text.other_languages.habits import Clock, Habits

PIVOT = 50  # of years with two figures


@dataclass(frozen=True)
class Dates:
    """Says days and hours."""

    habits: Habits

    def numeric(self, match: re.Match[str], language: str) -> str | None:
        """12/05/2024, 12.5.24 and 2024-05-12: the day comes first everywhere but in ISO's order."""
        day, month = int(match["day"]), int(match["month"])
        if not self._is_valid(day, month):
            return None
        year = int(match["year"])
        if len(match["year"]) == 2:
            year += 2000 if year < PIVOT else 1900
        return self.habits.date.format(day=self._day(day), month=self._month(month), year=self._number(year))

    def short(self, match: re.Match[str], language: str) -> str | None:
        """Le 12/05."""
        day, month = int(match["day"]), int(match["month"])
        if not self._is_valid(day, month):
            return None
        words = self.habits.date.partition("{month}")[0].format(day=self._day(day)) + self._month(month)
        return f"{match['before']} {words}"

    def day_of_month(self, match: re.Match[str], language: str) -> str:
        """12 de mayo: the year after it is a number like any other."""
        return self._day(int(match["day"])) + match["rest"]

    def _is_valid(self, day: int, month: int) -> bool:
        return 1 <= month <= 12 and 1 <= day <= 31

    def _day(self, day: int) -> str:
        return self.habits.first_day if day == 1 else self._number(day)

    def _month(self, month: int) -> str:
        return self.habits.months.split()[month - 1]

    def _number(self, number: int) -> str:
        return self.habits.cardinal(number, "")

    def time(self, match: re.Match[str], language: str) -> str:
        """15:30, 8h, 8:30 PM."""
        groups = match.groupdict()
        return self.habits.clock(
            Clock(
                int(match["hour"]),
                int(groups.get("minute") or 0),
                int(groups.get("second") or 0),
                (groups.get("half") or "")[:1].lower(),
                bool(groups.get("named")),
            )
        )

    def hours_and(self, match: re.Match[str], language: str) -> str:
        """2 h 30 min: so long it takes."""
        one, many, gender = self.habits.units["h"]
        hours = int(match["hour"])
        return (
            f"{self.habits.cardinal(hours, gender)} {one if hours == 1 else many} {self.habits.hours_and}".rstrip()
            + " "
        )
