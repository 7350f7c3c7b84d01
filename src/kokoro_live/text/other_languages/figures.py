"""Figures as they are written in lands with a decimal comma: 1.234,50, 12 500, 3,5 and a stray 2.5."""

import re
from dataclasses import dataclass

GROUPED = r"\d{1,3}(?:(?:\.\d{3})+|(?: \d{3})+|(?:,\d{3}){2,}|(?:,\d{3})+(?=\.\d{1,2}(?!\d)))(?!\d)"
FIGURE = rf"(?<!\d)(?<!\d[.,])(?:{GROUPED}|\d++)(?:[.,]\d++)?+(?![.,]\d)"  # a pattern: nothing is gone back over
SIGN = r"(?P<sign>(?<![\w)%°])(?:[-−–](?=[\d$€£R¥U])|[±+]\s?))?"
PARTS = re.compile(rf"({GROUPED}|\d+)(?:([.,])(\d+))?")
LONGEST = 15  # figures that are one number; more are read one by one


@dataclass(frozen=True)
class Figure:
    """The figures before and after the decimal mark, and the mark."""

    whole: str
    mark: str
    decimals: str

    @property
    def is_one(self) -> bool:
        """Exactly one."""
        return self.whole == "1" and not self.decimals

    @property
    def is_round_million(self) -> bool:
        """Then it asks for "de": un millón de euros."""
        return not self.decimals and self.whole.endswith("000000") and not self.is_code

    @property
    def is_code(self) -> bool:
        """Figures one by one: 007, or a number nobody could say."""
        return (len(self.whole) > 1 and self.whole[0] == "0") or len(self.whole) > LONGEST


def figure(text: str) -> Figure:
    """What stands in a text that FIGURE matched."""
    match = PARTS.fullmatch(text)
    if match is None:  # only figures of other scripts are left
        return Figure("".join(char for char in text if char.isdecimal()), "", "")
    return Figure(re.sub(r"\D", "", match[1]), match[2] or "", match[3] or "")
