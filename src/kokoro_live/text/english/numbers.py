"""Figures → English words."""

import re

SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()
SCALES = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"), (10**3, "thousand"))
LARGEST = 10**15  # from here on digit by digit
IRREGULAR = {
    **{"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth"},
    "twelve": "twelfth",
}
NUMBER = r"(?<!\d)(?:\d{1,3}(?:,\d{3})+|\d++)(?:\.\d++)?"  # a pattern: nothing is gone back over
AMOUNT = rf"(?:{NUMBER}|(?<!\d)\.\d++)"
FRACTIONS = {2: ("half", "halves"), 4: ("quarter", "quarters")}


def cardinal(number: int, british: bool = False) -> str:
    """123 → one hundred (and) twenty-three."""
    if number < 0:
        return f"minus {cardinal(-number, british)}"
    if number >= LARGEST:
        return digits(str(number))
    parts = []
    rest = number
    for size, name in SCALES:
        if rest >= size:
            parts.append(f"{_below_thousand(rest // size, british)} {name}")
            rest %= size
    if rest or not parts:
        small = _below_thousand(rest, british)
        parts.append(f"and {small}" if british and parts and rest < 100 else small)
    return " ".join(parts)


def _below_thousand(number: int, british: bool) -> str:
    if number < 100:
        return _below_hundred(number)
    hundreds = f"{SMALL[number // 100]} hundred"
    if not number % 100:
        return hundreds
    return f"{hundreds} {'and ' if british else ''}{_below_hundred(number % 100)}"


def _below_hundred(number: int) -> str:
    if number < 20:
        return SMALL[number]
    return TENS[number // 10] + (f"-{SMALL[number % 10]}" if number % 10 else "")


def ordinal(number: int, british: bool = False) -> str:
    """21 → twenty-first."""
    head, mark, last = re.fullmatch(r"(.*?)([- ]?)([a-z]+)", cardinal(number, british)).groups()  # type: ignore[union-attr]
    if last in IRREGULAR:
        last = IRREGULAR[last]
    elif last.endswith("y"):
        last = last[:-1] + "ieth"
    else:
        last += "th"
    return head + mark + last


def counted(number: int, noun: str) -> str:
    """2, hour → two hours."""
    return f"{cardinal(number)} {noun}{'' if number == 1 else 's'}"


def plural(word: str) -> str:
    """sixty → sixties, six → sixes."""
    if word.endswith("y"):
        return word[:-1] + "ies"
    return word + ("es" if word.endswith("x") else "s")


def digits(text: str) -> str:
    """Each digit by itself."""
    return " ".join(SMALL[int(char)] for char in text if char.isdecimal())


def year(number: int, british: bool = False) -> str:
    """1999 → nineteen ninety-nine."""
    century, rest = divmod(number, 100)
    if number < 1000 or (century % 10 == 0 and rest < 10):
        return cardinal(number, british)
    if rest == 0:
        return f"{cardinal(century)} hundred"
    return f"{cardinal(century)} {'oh ' if rest < 10 else ''}{cardinal(rest)}"


def pairs(text: str) -> str:
    """As rooms, flights and aeroplanes are called: 747 → seven forty-seven, 101 → one oh one."""
    if len(text) not in (3, 4) or text[0] == "0":
        return cardinal(int(text)) if text[0] != "0" else digits(text)
    head, rest = int(text[:-2]), int(text[-2:])
    if rest == 0:
        return f"{cardinal(head)} hundred" if head % 10 else cardinal(head * 100)
    return f"{cardinal(head)} {'oh ' if rest < 10 else ''}{cardinal(rest)}"


def number(text: str, british: bool = False) -> str:
    """Figures as written: 1,234.50 → one thousand two hundred thirty-four point five zero."""
    sign, text = ("minus ", text[1:]) if text[0] in "-−" else ("", text)
    whole, point, fraction = text.replace(",", "").partition(".")
    if not whole:
        words = "zero" if british else ""
        return f"{sign}{words} point {digits(fraction)}".replace("  ", " ").strip()
    if (len(whole) > 1 and whole[0] == "0") or (len(whole) >= 10 and "," not in text):
        words = digits(whole)
    else:
        words = cardinal(int(whole), british)
    return sign + words + (f" point {digits(fraction)}" if point and fraction else "")


def fraction(above: int, below: int, british: bool = False) -> str:
    """3/4 → three quarters."""
    single, many = FRACTIONS.get(below) or (ordinal(below, british), ordinal(below, british) + "s")
    return f"{cardinal(above, british)} {single if above == 1 else many}"


def roman(text: str) -> int | None:
    """The value of a Roman numeral in its usual spelling."""
    worth = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
    if not re.fullmatch("M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})", text) or not text:
        return None
    total = 0
    for char, following in zip(text, [*text[1:], ""], strict=True):
        total += -worth[char] if worth.get(following, 0) > worth[char] else worth[char]
    return total


def two_digits(text: str) -> str:
    """08 → oh eight."""
    return f"oh {cardinal(int(text))}" if text[0] == "0" else cardinal(int(text))
