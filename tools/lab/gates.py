"""A figure, and whether it is good enough."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Gate:
    """What was found beside what was wanted."""

    name: str
    found: float
    wanted: str
    passed: bool


def at_least(name: str, found: float, least: float) -> Gate:
    """NaN fails."""
    return Gate(name, found, f"at least {least:g}", bool(found >= least))


def at_most(name: str, found: float, most: float) -> Gate:
    """NaN fails."""
    return Gate(name, found, f"at most {most:g}", bool(found <= most))
