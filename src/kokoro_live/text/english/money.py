"""Amounts of money."""

import re

from kokoro_live.text.english.context import british, full_stop, word_after, word_before
from kokoro_live.text.english.numbers import AMOUNT, cardinal, number
from kokoro_live.text.english.tables import DEALS
from kokoro_live.text.english.units import CURRENCIES, MAGNITUDES, PER
from kokoro_live.text.rules import one_of, rule

SIGNS = one_of(sign for sign in CURRENCIES if not sign.isalpha())
CODES = one_of(code for code in CURRENCIES if code.isalpha())
MAGNITUDE = one_of(MAGNITUDES)
PER_UNIT = one_of(PER)
BEFORE_ONE = frozenset("a an this that each every another my your his her our their its one per first the".split())
FURTHER = re.compile(r",\s\d+(?:\.\d+)?-[a-z]")  # a $300,000, 30-year mortgage
NOT_A_THING = frozenset(
    "in on at for to from and or but per a an the is was as if when with by of this that than each every was were are has had have will would can could may might it he she they we you i "
    "not now more less extra total spent paid so while because until since before after during into out up down over".split()
)


def _said(currency: str, amount: str, magnitude: str | None, language: str, alone: bool) -> str:
    """`alone` is false before a thing it describes: a five dollar bill."""
    one, many, part, parts = CURRENCIES[currency]
    if magnitude:
        return f"{number(amount, british(language))} {MAGNITUDES[magnitude]} {many if alone else one}"
    whole, point, cents = amount.replace(",", "").partition(".")
    if not point or len(cents) != 2 or not part:
        exactly_one = amount == "1"
        return f"{number(amount, british(language))} {one if exactly_one or not alone else many}"
    units, hundredths = int(whole or 0), int(cents)
    some = f"{cardinal(hundredths)} {part if hundredths == 1 else parts}"
    if units == 0 and hundredths:
        return some
    main = f"{cardinal(units, british(language))} {one if units == 1 or not alone else many}"
    if not hundredths:
        return main
    if british(language) and currency in ("£", "GBP"):
        return f"{main} {'' if hundredths > 9 else 'and '}{cardinal(hundredths) if hundredths > 9 else some}"
    return f"{main} and {some}"


def _describes(match: re.Match[str]) -> bool:
    """Whether a thing follows that the amount describes."""
    after = word_after(match)
    if word_before(match).lower() in ("a", "an") and FURTHER.match(match.string, match.end()):
        return True
    if f"-{match.groupdict().get('magnitude')}" in match.group():  # a $1.5-million park
        return True
    if after in DEALS and match.groupdict().get("magnitude"):
        return True
    return word_before(match).lower() in BEFORE_ONE and after.islower() and after not in NOT_A_THING


def _money(match: re.Match[str], language: str) -> str:
    sign = "minus " if match["minus"] else ""
    words = _said(match["currency"], match["amount"], match["magnitude"], language, not _describes(match))
    return sign + words + _per(match.groupdict().get("per")) + full_stop(match)


def _per(unit: str | None) -> str:
    return f" per {PER[unit]}" if unit else ""


def _range(match: re.Match[str], language: str) -> str:
    """$5–10; £2m to £3m."""
    currency, low, high = match["currency"], match["low"], match["high"]
    magnitude = match["m2"]
    first = number(low, british(language))
    if re.search(r"\.\d\d$", low) and not magnitude:
        first = _said(currency, low, None, language, alone=True)
    if match["m1"]:
        first += f" {MAGNITUDES[match['m1']]}"
    alone = not (word_after(match) in DEALS and word_before(match).lower() in BEFORE_ONE)
    return f"{first} to {_said(currency, high, magnitude, language, alone)}{_per(match['per'])}"


RULES = (
    rule("money", rf"\b({CODES})/({CODES})\b", lambda m, _: f"{' '.join(m[1])} {' '.join(m[2])}"),
    rule("money", r"(?<![\w.])(\d{1,2})/(?=\$\d)", lambda m, _: f"{cardinal(int(m[1]))} for "),
    rule("money", rf"(?P<currency>{SIGNS})\s?(?P<low>{AMOUNT})\s?(?P<m1>{MAGNITUDE})?\s?(?:-|–|—|to)\s?(?:{SIGNS})?(?P<high>{AMOUNT})(?:\s?(?P<m2>{MAGNITUDE})\b)?(?:/(?P<per>{PER_UNIT})\b)?(?![\d])", _range),
    rule("money", rf"(?P<minus>(?<!\w)[-−])?(?P<currency>{SIGNS})\s?(?P<amount>{AMOUNT})(?:[\s-]?(?P<magnitude>{MAGNITUDE})\b)?(?:\s?/\s?(?P<per>{PER_UNIT})\b\.?)?(?!\d)", _money),
    rule("money", rf"(?<![\w.])(?P<minus>[-−])?(?P<amount>{AMOUNT})\s?(?P<magnitude>{MAGNITUDE})?\s?(?P<currency>€|£|₹|₽|₩|₺)(?:/(?P<per>{PER_UNIT})\b)?", _money),
    rule("money", rf"\b(?P<minus>-)?(?P<currency>{CODES})\s?(?P<amount>{AMOUNT})(?:\s?(?P<magnitude>{MAGNITUDE})\b)?(?!\d)", _money),
    rule("money", rf"(?<![\w.,])(?P<minus>[-−])?(?P<amount>{AMOUNT})(?:\s?(?P<magnitude>{MAGNITUDE}))?\s?(?P<currency>{CODES})\b(?:/(?P<per>{PER_UNIT})\b)?", _money),
    rule("money", r"(?<![\w.])(\d{1,3})\s?¢", lambda m, _: f"{cardinal(int(m[1]))} cent{'' if m[1] == '1' or _describes(m) else 's'}"),
    rule("money", r"(?<![\w.])(\d{1,3})p\b", lambda m, lang: f"{cardinal(int(m[1]))} {'penny' if m[1] == '1' else 'pence'}" if british(lang) else None),
)  # fmt: skip
