"""Figures and letters that are no quantity: PINs, cards, accounts, box and order numbers, postcodes, serials."""

import re

from kokoro_live.text.english.context import is_counted, text_before, word_after
from kokoro_live.text.english.numbers import digits, pairs
from kokoro_live.text.rules import rule

NAMED = (
    "PINs?|passcodes?|passwords?|OTP|one-time code|access code|verification code|security code|confirmation code|"
    "zip code|area code|door code|gate code|promo code|code|ext\\.|extension|SSN|serial number|serial no\\.|account number|"
    "account no\\.|acct\\.|account|routing number|tracking number|case number|case no\\.|ticket|invoice|order|"
    "conf\\.|order number|order no\\.|reference number|ref\\. no\\.|ref\\.|confirmation number|confirmation|policy number|"
    "member ID|ID number|ID|badge number|patient number|docket no\\.|license number|licence number|model number|"
    "part no\\.|part number|model no\\.|VIN|plate|license plate|tracking|serial|MAC|lot number|combination|ending in|ends in|last four digits|last four|digits|CVV|CVC|MRN"
)
LINK = r"(?:\s(?:is|#|no\.|number)|:|\s?#)?\s?(?:#\s?)?"
CALLED = frozenset("order account ticket id invoice confirmation case".split())  # "the order is 1200 units"
QUANTITIES_TOO = CALLED | {"code", "digits", "ends"}
ENDING = re.compile(r"\b(?:cards?|accounts?|numbers?|codes?|phones?|plates?|serials?|IDs?|SSN|visa|Visa|Mastercard)\b")
PARTS = re.compile(r"[A-Za-z]+|\d+")
NUMBERED = re.compile("[#:]|no|number")
KNOWN = ("CVE-", "COVID-", "ISO-", "SARS-")
WORD_AND_FIGURE = re.compile(r"[A-Z]*[AEIOU][A-Z]*\d{1,3}")  # SAVE20 is said as it looks


def spelled_code(text: str) -> str:
    """Figures one by one, capitals as letters, a breath where the code has a mark."""
    groups = re.split(r"[\s./_-]+", text)
    return ", ".join(" ".join(_part(part) for part in PARTS.findall(group)) for group in groups if group)


def _part(part: str) -> str:
    if part.isdecimal():
        return digits(part)
    return " ".join(part.upper())


def _named(match: re.Match[str], language: str) -> str | None:
    name, code = match["name"], match["code"]
    if code.isalpha() or WORD_AND_FIGURE.fullmatch(code) or (code.isdecimal() and len(code) < 3):
        return None
    if name.lower() in QUANTITIES_TOO and len(code) < 4:
        return None
    if name.lower() in CALLED and code.isdecimal() and not NUMBERED.search(match["link"]) and len(code) < 5:
        return None
    near = text_before(match)
    if code.isdecimal() and not match["link"].strip() and is_counted(word_after(match)):
        return None  # the road ends in 500 feet
    if name.lower() == "ends in" and not ENDING.search(near):
        return None  # the film ends in 1945
    number = "number " if "#" in match["link"] else ""
    name = (
        name.replace("no.", "number")
        .replace("acct.", "account")
        .replace("ref.", "reference")
        .replace("ext.", "extension")
        .replace("conf.", "confirmation")
    )
    return f"{name}{match['link'].replace('#', '').replace('no.', 'number').rstrip()} {number}{spelled_code(code)}"


def _hash(match: re.Match[str], language: str) -> str:
    return f"number {spelled_code(match[1])}"


def _box(match: re.Match[str], language: str) -> str:
    number = match["number"]
    return f"P O Box {digits(number) if len(number) > 4 else pairs(number)}"


def _letters_by_phone(match: re.Match[str], language: str) -> str:
    """1-800-FLOWERS."""
    area = "eight hundred" if match["area"] == "800" else digits(match["area"])
    return f"one, {area}, {match['word'].replace('-', ' ')}"


def _postcode(match: re.Match[str], language: str) -> str:
    return ", ".join(" ".join(digits(c) if c.isdecimal() else c for c in part) for part in match.group().split())


def _serial(match: re.Match[str], language: str) -> str | None:
    """XPS-15-9520, 88-1204-B, 4CE0460D0G: with letters and several figures."""
    text = match.group()
    if text.startswith(KNOWN) or not re.search(r"[A-Z]", text) or len(re.findall(r"\d", text)) < 3:
        return None
    groups = text.split("-")
    if len(groups) < 3:
        return None
    return ", ".join(" ".join(_serial_part(part) for part in PARTS.findall(group)) for group in groups)


def _serial_part(part: str) -> str:
    if part.isdecimal():
        return pairs(part) if len(part) in (2, 4) and part[0] != "0" else digits(part)
    return " ".join(part)


def _short_code(match: re.Match[str], language: str) -> str | None:
    """Text STOP to 55555."""
    near = text_before(match, 30).lower()
    sent = ("text " in near or "sms" in near) and not is_counted(word_after(match))
    return digits(match[1]) if sent else None


def _alone(match: re.Match[str], language: str) -> str:
    return spelled_code(match.group())


CODE = r"(?P<code>(?=[A-Za-z-]{0,6}\d)[A-Z\d]{1,20}(?:[-.][A-Z\d]{1,12}){0,4}(?:\s\d{3,4}){0,3})(?![\w/]|[.,:]\d|%|\s?(?:percent|dollars|million|billion))"
KEYS = (
    rule("key", r"(?<=\d\d\d)#(?=[\s.,;]|$)", " pound"),
    rule("key", r"(?<=[Pp]ress )#(?=\d|[\s.,;!]|$)", "pound "),
    rule("key", r"(?<=[Pp]ress )\*()(?!\w)|(?<![\w*'\")\]])\*(?P<figures>\d{2,3})(?=[\s,.;]|$)", lambda m, _: f"star {digits(m['figures'] or '')}".rstrip()),
)  # fmt: skip
RULES = (
    rule("iban", r"\b[A-Z]{2}\d{2}(?:(?:\s?[A-Z\d]{4}){3,7}(?:\s?[A-Z\d]{1,3})?|(?:\s\d{4}){2,3})\b", _alone),
    rule("box", r"\bP\.?\s?O\.?\s?Box\s(?P<number>\d{1,6})\b", _box),
    rule("telephone", r"(?<![\w-])1-(?P<area>8(?:00|88|77|66|55|44|33))-(?P<word>[A-Z]{3,}(?:-[A-Z]+)*)\b", _letters_by_phone),
    rule("postcode", r"\b(?:[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}|[A-Z]\d[A-Z]\s\d[A-Z]\d)\b", _postcode),
    rule("code", rf"(?P<name>(?<!\w)(?:{NAMED}))(?P<link>{LINK})\s?{CODE}", _named, re.I),
    rule("code", r"(?<=UPC )\d[\d ]{6,14}\d\b", _alone),
    rule("code", r"(?<=chmod )\d{3,4}\b", _alone),
    rule("revision", r"\bRev\.(?=\s[A-Z\d]\b(?!\w))", "Revision"),
    rule("extension", r"(?<=\d{4})\s(?:x|ext\.?)\s?(\d{2,5})\b", lambda m, _: f", extension {digits(m[1])}"),
    rule("code", r"(?<=to )(\d{5,6})(?![\w,.]\d|\d)", _short_code),
    rule("code", r"(?<![\w&])#(?=[A-Z\d-]*\d)(?=[\d-]*[A-Z])([A-Z\d]{3,12}(?:-[A-Z\d]{1,10}){0,3})\b", _hash),
    rule("code", r"(?<![\w.$£€/-])\d{3}-\d{7}-\d{7}\b", _alone),
    rule("code", r"(?<![\w.$£€/-])(?:[A-Z]{1,6}\d*|\d{2,6})(?:-[A-Z]{0,4}\d+[A-Z]{0,3}|-[A-Z]{1,3}){2,4}(?![\w-])", _serial),
)  # fmt: skip
