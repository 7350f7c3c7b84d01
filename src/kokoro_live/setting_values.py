"""What may stand for a setting's value, whether in a file, a variable or a flag. What may not says why."""

import ipaddress
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

LOCALHOST = ("127.0.0.1", "::1")
ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://(?:[^/\s:@*\[\]]+|\[[\da-f:.]+\])(?::\d{1,5})?", re.IGNORECASE)
PAUSES = ("tight", "natural", "slow")
Reader = Callable[[str], Any]


def folder(text: str) -> Path:
    """A folder or a file."""
    if not text.strip():
        raise ValueError("must name a folder")
    return Path(text).expanduser()


def folders(text: str) -> tuple[Path, ...]:
    """Several, with commas between them."""
    return tuple(folder(part) for part in items(text))


def items(text: str) -> tuple[str, ...]:
    """What stands between commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def choice(*allowed: str) -> Reader:
    """One of a few."""

    def read(text: str) -> str:
        if text not in allowed:
            raise ValueError(f"is not one of: {', '.join(allowed)}")
        return text

    return read


def choices(*allowed: str) -> Reader:
    """Some of a few."""
    read_one = choice(*allowed)
    return lambda text: tuple(read_one(part) for part in items(text))


def number(low: float, high: float) -> Reader:
    """A number within bounds."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not low <= value <= high:
            raise ValueError(f"must be a number from {low:g} to {high:g}")
        return value

    return read


def whole_number(low: int, high: int) -> Reader:
    """The same without a fraction."""
    read_number = number(low, high)

    def read(text: str) -> int:
        value = read_number(text)
        if value != int(value):
            raise ValueError("must be a whole number")
        return int(value)

    return read


def switch(text: str) -> bool:
    """On or off."""
    states = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
    if text.lower() not in states:
        raise ValueError("must be true or false")
    return states[text.lower()]


def addresses(text: str) -> tuple[str, ...]:
    """IP addresses to listen on."""
    known: list[str] = []
    for part in items(text):
        try:
            known += LOCALHOST if part.lower() == "localhost" else [str(ipaddress.ip_address(part))]
        except ValueError:
            raise ValueError(f"{part!r} is not an IP address (like 127.0.0.1 or ::1)") from None
    return tuple(dict.fromkeys(known))


def origins(text: str) -> tuple[str, ...]:
    """What browsers send as the Origin of a page."""
    for part in items(text):
        if not ORIGIN.fullmatch(part):
            example = "http://localhost:3000"
            raise ValueError(f"{part!r} will never match: write scheme, host and port as in {example}, nothing after")
    return tuple(part.lower() for part in items(text))


def pause_length(text: str) -> str:
    """A name for the length of pauses, or how many times as long they are."""
    if text not in PAUSES:
        number(0, 5)(text)
    return text
