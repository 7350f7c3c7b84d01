"""Times of day, zones, hours."""

import re

from kokoro_live.text.english.context import full_stop
from kokoro_live.text.english.numbers import cardinal, digits, two_digits
from kokoro_live.text.rules import rule

HALF = r"(?:[ap]\.?\s?m\b\.?|[AP]\.?M\b\.?)"


def clock_time(hour: int, minute: int, half: str = "") -> str:
    """9:05 → nine oh five; 10:00 → ten o'clock; 15:00 → fifteen hundred."""
    if minute == 0:
        if half:
            return cardinal(hour)
        return f"{cardinal(hour)} o'clock" if 1 <= hour <= 12 else f"{cardinal(hour)} hundred"
    return f"{cardinal(hour)} {'oh ' if minute < 10 else ''}{cardinal(minute)}"


def _half(text: str | None) -> str:
    return f" {text[0].upper()} M" if text else ""


def _time(match: re.Match[str], language: str) -> str | None:
    hour, minute = int(match["hour"]), int(match["minute"])
    if hour > 24 or minute > 59:
        return None
    words = clock_time(hour, minute, match["half"] or "")
    if match["second"]:
        if int(match["second"]) > 59:
            return None
        words = f"{cardinal(hour)} {two_digits(match['minute'])} {two_digits(match['second'])}"
    return words + _half(match["half"]) + full_stop(match)


def _hour(match: re.Match[str], language: str) -> str | None:
    if not 1 <= int(match[1]) <= 24:
        return None
    return cardinal(int(match[1])) + _half(match[2]) + full_stop(match)


def _hours(match: re.Match[str], language: str) -> str | None:
    """9–5 pm, 9am–5pm, 9:00–17:30."""
    words = []
    for number in ("1", "2"):
        hour, minute, half = int(match["h" + number]), int(match["m" + number] or 0), match["a" + number]
        if hour > 24 or minute > 59:
            return None
        marked = match["a2"] or (not match["m1"] and not match["m2"])
        words.append(clock_time(hour, minute, "half" if marked else "") + _half(half))
    return " to ".join(words) + full_stop(match)


def _military(match: re.Match[str], language: str) -> str:
    """0800 hours, 1430 hrs."""
    hour, minute = int(match[1]), int(match[2])
    before = "oh " if match[1][0] == "0" and hour else ""
    rest = "hundred" if minute == 0 else f"{'oh ' if minute < 10 else ''}{cardinal(minute)}"
    return f"{before}{cardinal(hour)} {rest} hours{full_stop(match)}"


RULES = (
    rule("time", r"(?:(?<=\bat )|(?<=\bat about )|(?<=\bby )|(?<=until )|(?<=leaves )|(?<=from ))([01]?\d|2[0-3])h([0-5]\d)\b", lambda m, _: clock_time(int(m[1]), int(m[2]))),
    rule("zone", r"(?<=\s\d\d:\d\d)Z\b|(?<=\s\d\d\d\d)Z\b", " Zulu"),
    rule("hours", r"(?<=:\d\d)\sh\b(?!\w)", ""),
    rule("countdown", r"\bT[-−](?=\d+\s?(?:s|sec|seconds?|min|minutes?|h|hours?|days?)\b)", "T minus "),
    rule("military", r"(?<![\w.,:$])([01]\d|2[0-3])([0-5]\d)(?=\s(?:[ECMPA][SD]?T|GMT|UTC|Zulu|local|tomorrow|daily)\b)", lambda m, lang: str(_military(m, lang)).removesuffix(" hours")),
    rule("military", r"(?<![\w.,:$])([01]\d|2[0-3])([0-5]\d)\s?(?:hours|hrs|hr|h)\b\.?", _military),
    rule("time", r"(?<![\w.,:$])(\d{1,2}:[0-5]\d)([ap])(?!\w|\.?m)", lambda m, _: f"{m[1]} {m[2].upper()}M"),
    rule("until", r"\b(noon|midnight)\s?[-–]\s?(?=\d)", lambda m, _: f"{m[1]} to "),
    rule("until", r"(?<=[\dm])\s?[-–]\s?(?=(?:noon|midnight|present|now|today|close|date)\b)", " to "),
    rule("hours", rf"(?<![\d.:,$£€])(?P<h1>\d{{1,2}})(?::(?P<m1>\d{{2}}))?\s?(?P<a1>{HALF})?\s?(?:-|–|—|to)\s?(?P<h2>\d{{1,2}})(?::(?P<m2>\d{{2}}))?(?:\s?(?P<a2>{HALF})|(?<=:\d\d))(?![\d:])", _hours),
    rule("time", rf"(?<![\d.:,])(?P<hour>\d{{1,2}}):(?P<minute>\d{{2}})(?::(?P<second>\d{{2}})(?:\.\d+)?)?(?:\s?(?P<half>{HALF}))?(?![\d:]|\.\d)(?:\s?h\b)?", _time),
    rule("time", rf"(?<![\d.:,$£€])(\d{{1,2}})\s?({HALF})", _hour),
    rule("time", r"(?<![\d.:,$£€])(\d{1,2})[.h](\d{2})\s?(" + HALF + ")", lambda m, _: clock_time(int(m[1]), int(m[2]), "half") + _half(m[3]) + full_stop(m)),
    rule("lap", r"(?<![\d.:,])(\d{1,2}):([0-5]\d)\.(\d{1,3})(?!\d)", lambda m, _: f"{cardinal(int(m[1]))} {two_digits(m[2])} point {digits(m[3])}"),
)  # fmt: skip
