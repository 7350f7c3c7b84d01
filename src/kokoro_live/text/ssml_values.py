"""What values in SSML mean: pauses in seconds; rates, pitches and volumes as factors.

A ValueError says what is wrong with one.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from kokoro_live.records import Prosody

TIME = re.compile(r"\+?(\d{1,8}(?:\.\d{1,6})?|\.\d{1,6})(ms|s)")
RELATIVE = re.compile(r"([+-]?\d{1,6}(?:\.\d{1,6})?)(%|st|dB|)")
LONGEST_BREAK, LONGEST_BREAKS = 10.0, 60.0  # seconds: of one, of all
ALPHABETS = ("ipa", "kokoro")
BREAKS = {"none": 0.0, "x-weak": 0.25, "weak": 0.5, "medium": 0.75, "strong": 1.0, "x-strong": 1.25}  # seconds
EMPHASIS = {"strong": (0.8, 1.4), "moderate": (0.9, 1.2), "none": (1.0, 1.0), "reduced": (1.15, 0.7)}  # rate, volume
RATES = {"x-slow": 0.5, "slow": 0.75, "medium": 1.0, "default": 1.0, "fast": 1.25, "x-fast": 1.6}
PITCHES = {"x-low": 0.75, "low": 0.87, "medium": 1.0, "default": 1.0, "high": 1.15, "x-high": 1.35}
VOLUMES = {"silent": 0.0, "x-soft": 0.25, "soft": 0.5, "medium": 1.0, "default": 1.0, "loud": 1.5, "x-loud": 2.0}
SLOWEST, FASTEST = 0.25, 4.0
LOWEST, HIGHEST = 0.5, 2.0
LOUDEST = 2.0


def one_of(attribute: str, value: str, known: Iterable[str]) -> str:
    """The value, if it is known."""
    if value not in known:
        raise ValueError(f"{attribute}={value!r} is not one of: {', '.join(known)}")
    return value


def pause_seconds(values: dict[str, str]) -> float:
    """How long a break is."""
    if "time" not in values:
        return BREAKS[one_of("strength", values.get("strength", "medium"), BREAKS)]
    match = TIME.fullmatch(values["time"].strip())
    if not match:
        raise ValueError(f"time={values['time']!r} is not like 500ms or 1.5s")
    return float(match[1]) / (1000 if match[2] == "ms" else 1)


def emphasised(outer: Prosody, level: str) -> Prosody:
    """Slower and louder, or the reverse."""
    slower, louder = EMPHASIS[one_of("level", level, EMPHASIS)]
    return changed(outer, rate=slower, volume=louder)


def prosodic(outer: Prosody, attribute: str, value: str) -> Prosody:
    """With another rate, pitch or volume."""
    if attribute == "rate":
        units: Units = {"%": _percent, "": _times}
        return changed(outer, rate=_scale("rate", value, RATES, units, "80%, +20%, 1.2", (SLOWEST, FASTEST)))
    if attribute == "pitch":
        units = {"%": _percent, "st": lambda text: 2 ** (_bounded(text) / 12)}
        return changed(outer, pitch=_scale("pitch", value, PITCHES, units, "+10%, -2st", (LOWEST, HIGHEST)))
    units = {"dB": lambda text: 10 ** (_bounded(text) / 20), "%": _percent, "": _percent}
    return changed(outer, volume=_scale("volume", value, VOLUMES, units, "-6dB, +20%, 80 (of 100)", (0.0, LOUDEST)))


Units = dict[str, Callable[[str], float]]


def _scale(
    attribute: str,
    value: str,
    known: dict[str, float],
    units: Units,
    examples: str,
    limits: tuple[float, float],
) -> float:
    """A factor, within what can be done."""
    value = value.strip()
    if value in known:
        return known[value]
    match = RELATIVE.fullmatch(value)
    if not match or match[2] not in units:
        raise ValueError(f"{attribute}={value!r} is neither one of {', '.join(known)} nor like {examples}")
    return min(limits[1], max(limits[0], units[match[2]](match[1])))


def changed(outer: Prosody, rate: float = 1.0, pitch: float = 1.0, volume: float = 1.0) -> Prosody:
    """Times as fast, high and loud, within limits."""
    return replace(
        outer,
        rate=min(FASTEST, max(SLOWEST, outer.rate * rate)),
        pitch=min(HIGHEST, max(LOWEST, outer.pitch * pitch)),
        volume=min(LOUDEST, outer.volume * volume),
    )


def _bounded(text: str) -> float:
    """No power of it is too large."""
    return max(-200.0, min(200.0, float(text)))


def _percent(text: str) -> float:
    """+20 is a change, 120 the whole."""
    return (100 if text[0] in "+-" else 0) / 100 + float(text) / 100


def _times(text: str) -> float:
    return (1 if text[0] in "+-" else 0) + float(text)
