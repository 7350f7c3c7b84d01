"""Numbers of versions."""

import re

from kokoro_live.text.english.context import text_before, word_before
from kokoro_live.text.english.numbers import cardinal, digits
from kokoro_live.text.english.tables import PRODUCTS

SAID_VERSION = re.compile(rf"\b(?i:{'|'.join(sorted(PRODUCTS))}) (?:version )?[a-z-]+ point [a-z-]+\b")
PRE_RELEASE = {"rc": "release candidate", "beta": "beta", "alpha": "alpha", "dev": "dev", "b": "beta", "a": "alpha"}


def version(match: re.Match[str], language: str) -> str:
    """v2.1-rc1."""
    label = "version " if match["v"] and word_before(match).lower() != "version" else ""
    numbers = _points(match["numbers"])
    return label + numbers + _pre_release(match["tail"])


def _points(numbers: str) -> str:
    return " point ".join(_version_part(part) for part in numbers.split("."))


def _version_part(part: str) -> str:
    if part in "xX*":
        return "x"
    return digits(part) if len(part) > 1 and part[0] == "0" else cardinal(int(part))


def lettered_version(match: re.Match[str], language: str) -> str:
    """R.3.2: letters, then the numbers."""
    return f"{' '.join(match[1])} {_points(match['numbers'])}"


def _pre_release(tail: str | None) -> str:
    words = [
        PRE_RELEASE.get(word, word) if word.isalpha() else cardinal(int(word))
        for word in re.findall(r"[A-Za-z]+|\d+", tail or "")
    ]
    return "".join(f" {word}" for word in words)


def product_version(match: re.Match[str], language: str) -> str | None:
    """Python 3.11 is three point eleven; 3.11 dollars are not."""
    if match["product"].lower() not in PRODUCTS:
        return None
    numbers = _points(match["numbers"])
    return f"{match['product']} {numbers}"


def another_version(match: re.Match[str], language: str) -> str | None:
    """Python three point twelve … so 3.11 is safer."""
    near = text_before(match)
    if not SAID_VERSION.search(near):
        return None
    return _points(match[1])
