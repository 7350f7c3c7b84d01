"""Figures as they are written elsewhere, made those that English writes: 1.299,00 → 1,299.00; 1'200 → 1,200."""

import re

from kokoro_live.text.english.numbers import cardinal, digits
from kokoro_live.text.rules import rule

LAKH, CRORE = 100_000, 10_000_000
AFTER_DECIMALS = r"(?=\s?(?:€|%|°C|EUR\b|CHF\b|Mio\b|Mrd\b|Mln\b|mln\b|million|kg\b|l\b|L\b|ml\b|km\b|cm\b|mm\b|kr\b|zł))"  # what says that a comma is a point


def _grouped(match: re.Match[str], language: str) -> str:
    whole, _, cents = match[1].partition(",")
    figures = re.sub(r"\D", "", whole)
    return f"{int(figures):,}" + (f".{cents}" if cents else "")


def _with_sign(match: re.Match[str], language: str) -> str:
    return f"{match['sign']}{int(match['amount'].replace('.', '')):,}"


def _indian(match: re.Match[str], language: str) -> str:
    """12,34,567 → twelve lakh thirty-four thousand five hundred sixty-seven."""
    whole = int(match["amount"].replace(",", ""))
    crores, rest = divmod(whole, CRORE)
    lakhs, rest = divmod(rest, LAKH)
    parts = [f"{cardinal(crores)} crore" if crores else "", f"{cardinal(lakhs)} lakh" if lakhs else ""]
    words = " ".join(filter(None, [*parts, cardinal(rest) if rest else ""]))
    if match["part"]:
        words += f" point {digits(match['part'])}"
    return f"{words} rupees" if match["sign"] else words


RULES = (
    rule("figures", r"(?<![\w.,])(\d{1,3}(?:\.\d{3})+),[–—-](?=\W|$)", _grouped),
    rule("figures", r"(?P<sign>₹|Rs\.?|INR)?\s?(?<![\w.,])(?P<amount>\d{1,2}(?:,\d{2})+,\d{3})(?:\.(?P<part>\d{1,2}))?(?![\d,])", _indian),
    rule("figures", r"(?<![\w.,'’])(\d{1,3}(?:['’]\d{3})+)(?!\d)", _grouped),
    rule("figures", r"(?<![\w.,])(\d{1,3}(?:\.\d{3})+,\d{1,2})(?![\d,])", _grouped),
    rule("figures", r"(?<![\w.,])(\d{1,3}(?:\.\d{3}){2,})(?!\d|[.,]\d)", _grouped),
    rule("figures", r"(?P<sign>€\s?|EUR\s)(?P<amount>\d{1,3}(?:\.\d{3})+)(?!\d|[.,]\d)", _with_sign),
    rule("figures", r"(?<![\w.,])(?P<sign>)(?P<amount>\d{1,3}(?:\.\d{3})+)(?=\s?(?:€|EUR\b))", _with_sign),
    rule("figures", rf"(?<![\w.,])(\d+),(\d{{1,2}}){AFTER_DECIMALS}", lambda m, _: f"{m[1]}.{m[2]}"),
    rule("figures", r"((?:€|EUR|CHF)\s?\d+),(\d{2})(?![\d,])", lambda m, _: f"{m[1]}.{m[2]}"),
    rule("figures", r"(?<=\d)(?:\.[–—-]|,[–—-])(?=\W|$)", ""),
    rule("figures", "(?<![\\w.,$£€-])([1-9]\\d{0,2}(?:[\u00a0\u202f\u2009]\\d{3})+)(?![\\w-]|[.,]\\d)", _grouped),
)  # fmt: skip
