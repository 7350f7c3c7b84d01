"""Quantities with a unit: percent, degrees, lengths, weights, sizes, rates, magnitudes."""

import re

from kokoro_live.text.english.context import (
    british,
    character_after,
    full_stop,
    is_counted,
    is_plural,
    word_after,
    word_before,
    words_before,
)
from kokoro_live.text.english.numbers import AMOUNT, cardinal, counted, fraction, number, pairs
from kokoro_live.text.english.tables import PLURAL_NOUNS
from kokoro_live.text.english.units import CLOSE_ONLY, MAGNITUDES, PER, UNCHANGED, UNITS, VULGAR
from kokoro_live.text.rules import one_of, rule

SIGNED = rf"(?:(?<![\w)])[-−+±~≈]\s?)?(?:{AMOUNT})"
DASH = r"\s?(?:-|–|—|to)\s?"
UNIT = one_of(UNITS)
PER_UNIT = one_of(PER)
SCALE = {"C": "Celsius", "F": "Fahrenheit", "K": "Kelvin", "": ""}
DIRECTIONS = {"N": "north", "S": "south", "E": "east", "W": "west"}
SIGN_WORDS = {"-": "minus", "−": "minus", "+": "plus", "±": "plus or minus", "~": "about", "≈": "about"}
BEFORE_ONE_THING = frozenset("a an the this that each every another my your our their his her its one".split())
NOT_DESCRIBED = frozenset(
    "in on at for to from and or but per a an the is was are were as if when with by of this that than each every away "
    "ago later before after while because so then it he she they we you i not into onto over under above below off "
    "until till since during via around about up down out across through without within between now here there left "
    "more less only thick wide tall long deep high broad apart north south east west northeast northwest southeast "
    "southwest total each old young even just still about contains contain costs weighs makes takes gives holds serves has have had was were".split()
)


def signed(text: str, language: str) -> str:
    """A number with its sign."""
    text = text.replace(" ", "")
    if text[0] in SIGN_WORDS:
        return f"{SIGN_WORDS[text[0]]} {number(text[1:], british(language))}"
    return number(text, british(language))


def plural_unit(name: str) -> str:
    """meter → meters, mile per hour → miles per hour, foot → feet."""
    head, of, tail = re.fullmatch(r"(.+?)( per | of |$)(.*)", name).groups()  # type: ignore[union-attr]
    if head in UNCHANGED or head.isupper():
        return name
    if head.endswith("foot"):
        head = head[:-4] + "feet"
    else:
        head += "es" if head.endswith("ch") else "s"
    return head + of + tail


def _is_one(amount: str) -> bool:
    return amount.lstrip("-−+±~≈ ") == "1"


def _unit(match: re.Match[str], language: str) -> str | None:
    """5 km; a 5 km run; 10 MB/s."""
    unit, amount = match["unit"], match["amount"]
    if match["space"] and (unit in CLOSE_ONLY or (len(unit) == 1 and character_after(match) in ("'", "’"))):
        return None
    if match["space"] and unit in ("B", "L", "V", "W") and word_before(match).lower() in SEATS | LETTERED:
        return None  # room 12 B
    if (unit in ("m", "mm") and _is_million(match)) or (unit == "B" and match["space"] != " "):
        return None
    if unit == "s" and len(amount) > 3 and amount.isdigit() and not match["space"]:  # the 1099s
        return None
    name = UNITS[unit]
    words = signed(amount, language)
    if match["low"]:
        words = f"{signed(match['low'], language)} to {words}"
    if match["per"]:
        rates = "".join(f" per {PER[part]}" for part in match["per"].split("/"))
        return f"{words} {name if _is_one(amount) else plural_unit(name)}{rates}{full_stop(match)}"
    single = _is_one(amount) or match["space"] == "-" or describes(match)
    return f"{words} {name if single else plural_unit(name)}{full_stop(match)}"


def _duration(match: re.Match[str], language: str) -> str | None:
    """1h 45m 20s; 2h30; 12m 30s."""
    names = ("hour", "minute", "second")
    parts = [(int(text), name) for text, name in zip(match.groups(), names, strict=True) if text]
    if len(parts) < 2 or any(number > 59 for number, name in parts if name != "hour"):
        return None
    return " ".join(counted(number, name) for number, name in parts) + full_stop(match)


def _aged(match: re.Match[str], language: str) -> str:
    """A 2-yr-old."""
    return f"{cardinal(int(match[1]))}-{UNITS.get(match[2], match[2])}-{match[3]}"


def _days(match: re.Match[str], language: str) -> str:
    count = match["times"] or match["some"]
    return f"{'for ' if match['times'] else ''}{counted(int(count), 'day')}"


def _rooms(match: re.Match[str], language: str) -> str:
    """2BR/1.5BA."""
    name = ROOM_NAMES[match["kind"].upper()]
    return f"{number(match['amount'])} {name}{', ' if match['slash'] else ''}"


def _bare_unit(match: re.Match[str], language: str) -> str | None:
    """Each yr., per lb."""
    if word_before(match).lower() not in ("this", "each", "next", "last", "every", "per", "a", "an"):
        return None
    return UNITS[match[1]] + full_stop(match)


def _pressure(match: re.Match[str], language: str) -> str | None:
    measured = match["unit"] or {"pressure", "BP"} & set(words_before(match, 3))
    if not measured:
        return None
    unit = " millimeters of mercury" if match["unit"] else ""
    return f"{pairs(match[1])} over {pairs(match[2])}{unit}"


def _part_of(match: re.Match[str], language: str) -> str:
    """1/2 tsp., 1¼ cups."""
    words = _amount(match["amount"], language)
    name = UNITS[match["unit"]]
    return f"{words} {name if ' and ' not in words else plural_unit(name)}{full_stop(match)}"


def _cups(match: re.Match[str], language: str) -> str:
    """2 c. flour."""
    amount = number(match[1]) if match[1].isdecimal() else _amount(match[1], language)
    return f"{amount} cup{'' if amount == 'one' or ('and' not in amount and not match[1].isdecimal()) else 's'}"


def _amount(text: str, language: str) -> str:
    written = re.fullmatch(rf"(?:(\d+)[\s-]?(?=\d+/|[{''.join(VULGAR)}]))?(?:(\d+)/(\d+)|([{''.join(VULGAR)}]))", text)
    if not written:
        return text
    above, below = VULGAR[written[4]] if written[4] else (int(written[2]), int(written[3]))
    part = fraction(above, below, british(language))
    return f"{cardinal(int(written[1]))} and {after_and(part)}" if written[1] else part


def after_and(part: str) -> str:
    return part.replace("one half", "a half").replace("one quarter", "a quarter")


def _is_million(match: re.Match[str]) -> bool:
    """5m people, but 5m rope."""
    after = word_after(match)
    return (
        not match["space"]
        and after not in THINGS
        and (after.lower() in PLURAL_NOUNS - {"feet", "miles"} or is_plural(after))
    )


def describes(match: re.Match[str]) -> bool:
    """A five meter rope, 100 meter sprint: a thing follows at once, and it is one."""
    after = word_after(match)
    if not after or not match.string[match.end() : match.end() + 1].isspace() or not after.islower():
        return False
    if after in NOT_DESCRIBED or after.endswith(("ly", "ing")) or len(after) < 3:
        return False
    return word_before(match).lower() in BEFORE_ONE_THING or after in THINGS or _is_glued_to_a_thing(match, after)


def _is_glued_to_a_thing(match: re.Match[str], after: str) -> bool:
    """900W microwave: what is written without a space describes what follows, if that is one thing."""
    written = match.group().rstrip(".")
    return written[:1].isdecimal() and " " not in written and not is_counted(after)


THINGS = frozenset(
    "rope sprint race run walk drive ride dash radius cable wire screen monitor display lens disk drive battery "
    "stretch distance jump dive pool ladder pipe board tank engine hike swim relay freestyle hurdles backstroke charger "
    "bottle bag box file limit zone window delay timeout buffer dose tablet tablets tabs capsules pills warranty round bullet gun cannon wave band".split()
)


def _percent(match: re.Match[str], language: str) -> str:
    low = f"{signed(match['low'], language)} to " if match["low"] else ""
    return f"{low}{signed(match['amount'], language)} percent"


def _degrees(match: re.Match[str], language: str) -> str:
    low = f"{signed(match['low'], language)} to " if match["low"] else ""
    amount = match["amount"]
    scale = SCALE[(match["scale"] or "").upper()]
    single = _is_one(amount) or (not scale and describes(match))
    return f"{low}{signed(amount, language)} degree{'' if single else 's'} {scale}".rstrip()


def _bearing(match: re.Match[str], language: str) -> str:
    return f"{signed(match[1], language)} degrees {DIRECTIONS[match[2]]}"


def _magnitude(match: re.Match[str], language: str) -> str | None:
    """10k users, 5M, 1.5bn."""
    letter = match["magnitude"]
    if word_before(match).lower() in SEATS:
        return f"{number(match['amount'])} {letter.upper()}"
    screens = letter == "K" and match["amount"] in ("4", "8")
    if screens or (letter == "K" and match["amount"] in ("2", "5", "10", "15") and not is_plural(word_after(match))):
        return f"{number(match['amount'])} K"  # 4K screens, 10K runs
    counted = is_counted(word_after(match))
    if letter in ("m", "b", "t", "mm", "B") and not counted and "." not in match["amount"]:
        return None
    low = f"{number(match['low'], british(language))} to " if match["low"] else ""
    return f"{low}{number(match['amount'], british(language))} {MAGNITUDES[letter]}"


def _times(match: re.Match[str], language: str) -> str:
    low = f"{cardinal(int(match[1]))} to " if match[1] else ""
    return f"{low}{number(match[2], british(language))} times"


def _mixed(match: re.Match[str], language: str) -> str:
    above, below = VULGAR[match[2]]
    part = fraction(above, below, british(language))
    if not match[1]:
        return part
    return f"{number(match[1].strip(), british(language))} and {after_and(part)}"


def _slash_mixed(match: re.Match[str], language: str) -> str | None:
    above, below = int(match[2]), int(match[3])
    if not 0 < above < below:
        return None
    return f"{cardinal(int(match[1]), british(language))} and {after_and(fraction(above, below, british(language)))}"


def _fraction(match: re.Match[str], language: str) -> str | None:
    above, below = int(match[1]), int(match[2])
    after = word_after(match)
    if above + below == 100 and above > 20 and below > 20:
        return f"{cardinal(above)} {cardinal(below)}"
    if (below == 10 and after != "of") or (below == 5 and after == "stars"):
        return f"{cardinal(above)} out of {cardinal(below)}"
    if below == 0 or below > 100 or (above > below and below > 10):
        return None
    if below == 1 or above > 20:
        return f"{cardinal(above)} out of {cardinal(below)}"
    if below > 20 and below not in (32, 64, 100):
        return f"{cardinal(above)} out of {cardinal(below)}"
    return fraction(above, below, british(language))


LOW = rf"(?:(?P<low>{SIGNED}){DASH})?"
SEATS = frozenset("seat row gate zone exit apt unit room flight platform track section".split())
LETTERED = frozenset("grade type size class building block level part step option".split())
ROOM_NAMES = {"BR": "bedroom", "BD": "bedroom", "BA": "bath", "BDRM": "bedroom"}
RULES = (
    rule("ages", r"(?<![\w.])(\d{1,3})\s?(mos?|yrs?|wks?|days?|hrs?|mins?)\b\.?\s?[–-]\s?(?=\d{1,3}\s?(?:mos?|yrs?|wks?|days?|hrs?|mins?)\b)", lambda m, _: f"{cardinal(int(m[1]))} {plural_unit(UNITS.get(m[2], 'day'))} to "),
    rule("days", r"(?:[x×]\s?(?P<times>\d{1,3})|(?:(?<=\bfor )|(?<=\bin )|(?<=every )|(?<=last )|(?<=past ))(?P<some>\d{1,3}))\s?d\b(?!\w)", _days),
    rule("pressure", r"(?<![\w./])(\d{2,3})/(\d{2,3})\b(?P<unit>\s?mm\s?Hg\b)?", _pressure),
    rule("duration", r"(?<![\w.])(\d{1,3})\s?d(?:ays?)?,?\s(?=\d{1,2}\s?h)", lambda m, _: f"{counted(int(m[1]), 'day')}, "),
    rule("duration", r"(?<![\w.])(?:(\d{1,3})\s?h(?:rs?|ours?)?\.?\s?)?(?:(\d{1,2})\s?m(?:ins?)?\b\.?|(?<=h)(?<!\s)\d{2}\b)?(?:\s?(\d{1,2})\s?s(?:ecs?)?)?(?![\w/])", _duration),
    rule("duration", r"(?<![\w.])(\d{1,2})h([0-5]\d)()(?![\w:])", _duration),
    rule("age", r"(?<![\w.])(\d{1,3})-(yr|mo|wk|hr|min|day|ft|in|lb|oz|mi|yd|km|cm|mm|kg|m)s?-([a-z]+)\b", _aged),
    rule("age", r"(?<![\w.])(\d{1,3})[\s-]?(?:y/o|y\.o\.|yo)(?![\w/])\.?", lambda m, _: f"{cardinal(int(m[1]))} year old"),
    rule("rate", r"(?<=:\d\d)/(mi|km)\b", lambda m, _: f" per {PER[m[1]]}"),
    rule("rate", r"(?<=\d)/(min|hr|h|sec|day|wk|week|mo|month|yr|year)\b(?!/)", lambda m, _: f" per {PER[m[1]]}"),
    rule("rate", r"(?<=[a-z])\s?/(?=\d+(?:\.\d+)?\s?(?:m²|kg|m[lL]|g|L|h|hrs?|hours?|min|days?)(?!\w))", " per "),
    rule("rate", r"(?<=\s)x\s?(?=\d+\s?(?:h|hrs?|hours?|days?|wks?|weeks?|mins?|minutes?|months?|mos?)\b)", "for "),
    rule("rooms", r"(?<![\w.])(?P<amount>\d(?:\.5)?)\s?(?P<kind>BR|BD|BA|bdrm|br|ba)(?![\w.])(?P<slash>\s?/\s?(?=\d))?", _rooms),
    rule("fraction", r"(?<![\w./])(\d{1,2})/(\d{1,3})(?:ths|rds|nds|th)\b", lambda m, _: fraction(int(m[1]), int(m[2]))),
    rule("percent", r"(?<=\d)\s?%\s?[–—-]\s?(?=[\d.]+\s?%)", " percent to "),
    rule("percent", rf"{LOW}(?P<amount>{SIGNED})\s?%", _percent),
    rule("degrees", rf"{LOW}(?P<amount>{SIGNED})\s?°(?:\s?(?P<scale>[CFK])\b)?(?!\s?[NSEW]\b|\d)", _degrees),
    rule("degrees", r"(?P<amount>(?<![\w.])[-−]?\d+(?:\.\d+)?)(?P<low>\b\B)?\s?(?:deg|degs)\b\.?(?:\s?(?P<scale>[CF])\b)?", _degrees),
    rule("bearing", rf"({AMOUNT})\s?°\s?([NSEW])\b", _bearing),
    rule("acres", r"(?<=\d)\s?ac\.?(?=\s(?:lot|of|parcel|farm|land|site|tract)\b)", " acre"),
    rule("count", r"(?<=[A-Za-z]\s)x(?!86|64|32)(\d{1,2})\b(?!\s?[a-z\d])", lambda m, _: f"times {cardinal(int(m[1]))}"),
    rule("fraction", rf"(?<![\w./])(?P<amount>\d+[\s-]\d{{1,2}}/\d{{1,2}}|\d{{1,2}}/\d{{1,2}}|\d*\s?[{''.join(VULGAR)}])[\s-]?(?P<unit>{UNIT})\b\.?(?!\w)", _part_of),
    rule("cups", rf"(?<![\w./])(\d+[\s-]\d/\d|\d/\d|\d*\s?[{''.join(VULGAR)}]|\d+)\s?c\.(?=\s[a-z])", _cups),
    rule("unit", rf"(?<=10)([⁻⁰¹²³⁴-⁹]+|\^[-−]?\d+)\s({UNIT})(?![\w²³]|-\w)", lambda m, _: f"{m[1]} {plural_unit(UNITS[m[2]])}"),
    rule("times", r"(?<![\w.])(?:(\d+)\s?[-–]\s?)?(\d+(?:\.\d+)?)[x×](?!\w|\s?[-−+=]\s?[\w(]|\s(?:minus|plus|equals)\b)", _times),
    rule("mixed", rf"(?<![\w.])(\d+\s?)?([{''.join(VULGAR)}])", _mixed),
    rule("mixed", r"(?<![\w./])(\d+)[\s-](\d{1,2})/(\d{1,2})(?![\d/])", _slash_mixed),
    rule("unit", rf"(?<![\w.,$£€#])(?<![A-Za-z]-){LOW}(?P<amount>{SIGNED})(?P<space>[\s-]?)(?P<unit>{UNIT})(?:/(?P<per>(?:{PER_UNIT})(?:/(?:{PER_UNIT}))?))?(?![\w²³]|-\w)(?:\.(?=\s|,|\)|;|$))?", _unit),
    rule("unit", r"(?P<scale>(?<=\d\s)(?:thousand|million|billion|trillion))\s(?P<unit>mi|ly|km|lbs?|oz|gal|sq ft|ft|yrs?|hrs?)\b\.?(?!\w)", lambda m, _: f"{m['scale']} {plural_unit(UNITS[m['unit']])}{full_stop(m)}"),
    rule("unit", r"(?<=\s)(yr|mo|wk|hr|min|sec|lb|oz|gal|mi|qt)\b\.?(?=\W|$)", _bare_unit),
    rule("unit", r"(?<![\w/])km/h(?![\w/])", "kilometers per hour"),
    rule("rate", r"(?<=[a-z])/(mm³|cm³|mm²|m²|m³|km²|ft²)(?!\w)", lambda m, _: f" per {PER.get(m[1]) or UNITS[m[1]]}"),
    rule("rate", r"(?<=[a-z])/(sec|min|hr|hour|day|wk|week|month|mo|yr|year|s|person|user|night|page)\b\.?(?=\W|$)", lambda m, _: f" per {PER[m[1]]}{full_stop(m)}"),
    rule("magnitude", r"(?<![\w.,$£€#])(\d+(?:\.\d+)?)k\s?(mi|km|miles|ft|lbs?)\b\.?(?=[\s,;)]|$)", lambda m, _: f"{number(m[1])} thousand {plural_unit(UNITS.get(m[2], 'mile'))}{full_stop(m)}"),
    rule("magnitude", rf"(?<![\w.,$£€#])(?:(?P<low>{AMOUNT}){DASH})?(?P<amount>{AMOUNT})(?P<magnitude>k|K|m|mm|M|MM|mn|mil|b|B|bn|Bn|t|tn)(?!\w)", _magnitude),
    rule("odds", r"(?:(?<=odds are )|(?<=odds of )|(?<=\bat ))(\d{1,3})/(\d{1,2})(?=\s(?:on|odds|to win|favou?rite|underdog|longshot)\b|[.,;]|$)", lambda m, _: f"{cardinal(int(m[1]))} to {cardinal(int(m[2]))}"),
    rule("part", r"(?<=nearest )1/(\d{1,4})\b", lambda m, _: fraction(1, int(m[1])).removeprefix("one ")),
    rule("score", r"(?<![\w./,-])(\d+\.\d+)/(\d{1,3})(?![\d/.])", lambda m, _: f"{number(m[1])} out of {cardinal(int(m[2]))}"),
    rule("fraction", r"(?<![\w./,-])(\d{1,3})/(\d{1,3})(?![\d/]|\.\d|-)", _fraction),
)  # fmt: skip
