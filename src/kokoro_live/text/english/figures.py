"""Everything else that is written in figures: telephone numbers, versions, codes, ranges, ordinals, plain numbers."""

import re

from kokoro_live.text.english.context import (
    british,
    character_after,
    character_before,
    text_before,
    word_before,
    words_before,
)
from kokoro_live.text.english.numbers import NUMBER, cardinal, digits, number, ordinal, pairs, plural
from kokoro_live.text.english.short_forms import COMPASS, STATES, STREET_ENDINGS
from kokoro_live.text.english.tables import GRAPHICS, ROOMS
from kokoro_live.text.english.versions import another_version, lettered_version, product_version, version
from kokoro_live.text.rules import rule

AIRLINES = "UA|AA|DL|BA|LH|AF|WN|NK|AS|EK|QF|SQ|JL|NH|KL|IB|AC|LX|OS|TK|QR|EY|VS|EI|SK|AY|TP|FR"
SEPARATOR = r"[\s.\-–]"
BEFORE_STATUS = frozenset(
    "a an http status error code handle handles returns returned return got gets throws on".split()
)
PLAYED = re.compile(
    r"\b(?:records?|seasons?|teams?|wins?|won|loss(?:es)?|lost|beat|beats|play(?:s|ed)?|games?|league)\b"
)
COUNTED_THINGS = frozenset("Ages Aged Pages Years Verses Chapters Lines Items People Adults Children Questions".split())


def groups(text: str) -> str:
    """Digits, with a breath between groups: 555-1234 → five five five, one two three four."""
    return ", ".join(digits(part) for part in re.findall(r"\d+", text))


def spelled(text: str) -> str:
    """Letters and digits one by one."""
    return " ".join(digits(char) if char.isdecimal() else char.upper() for char in text if char.isalnum())


def _phone(match: re.Match[str], language: str) -> str:
    plus = "plus " if match.group().lstrip().startswith("+") else ""
    return plus + groups(match.group())


def _isbn(match: re.Match[str], language: str) -> str:
    last = " X" if match.group()[-1] in "xX" else ""
    return f"I S B N {groups(match[1])}{last}"


def _hexadecimal(match: re.Match[str], language: str) -> str:
    return f"zero x {spelled(match[1])}"


def _colour(match: re.Match[str], language: str) -> str | None:
    return f"hash {spelled(match[1])}"


def _code(match: re.Match[str], language: str) -> str | None:
    """a1b2c3d: letters and digits that mean nothing together."""
    text = match.group()
    changes = len(re.findall(r"\d(?=[a-f])|[a-f](?=\d)", text))
    return spelled(text) if changes >= 2 else None


def _booking(match: re.Match[str], language: str) -> str | None:
    """X7KQ2P: a code to be typed."""
    changes = len(re.findall(r"\d(?=[A-Z])|[A-Z](?=\d)", match.group()))
    return spelled(match.group()) if changes >= 3 else None


def _uuid(match: re.Match[str], language: str) -> str:
    return ", ".join(spelled(part) for part in re.split("[-:]", match.group()))


def _room(match: re.Match[str], language: str) -> str | None:
    return f"{match[1]} {pairs(match[2])}" if match[1] in ROOMS else None


def _road(match: re.Match[str], language: str) -> str | None:
    """I-405 S, Highway 101 N, Unit #305."""
    if len(match[2]) < 3 and not match[3]:
        return None
    before = match[1].replace("#", "number ").replace("-", " ").replace("Hwy.", "Highway").replace("Rte.", "Route")
    return f"{before}{pairs(match[2])}{' ' + COMPASS[match[3]] if match[3] else ''}"


def _zip(match: re.Match[str], language: str) -> str | None:
    near = text_before(match, 20)
    if not any(near.rstrip().endswith(state) for state in STATES.values()):
        return None
    return groups(match.group())


def _ordinal(match: re.Match[str], language: str) -> str | None:
    value = int(match[1].replace(",", ""))
    right = "th" if value % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return ordinal(value, british(language)) if match[2].lower() == right else None


def _range(match: re.Match[str], language: str) -> str | None:
    first, second = match[1], match[2]
    if first == second == "50":
        return f"{number(first, british(language))} {number(second, british(language))}"
    return f"{number(first, british(language))} to {number(second, british(language))}"


def _ratio(match: re.Match[str], language: str) -> str:
    return " to ".join(number(part, british(language)) for part in match.group().split(":"))


def _power(match: re.Match[str], language: str) -> str:
    return f"{_base(match[1])} {power(match[2])}"


def _base(text: str) -> str:
    return number(text) if text[0].isdigit() else text


def power(exponent: str) -> str:
    """2 → squared, 3 → cubed, −5 → to the power of minus five."""
    if exponent in ("2", "3"):
        return "squared" if exponent == "2" else "cubed"
    return f"to the power of {number(exponent)}" if exponent.lstrip("-−").isdigit() else f"to the power of {exponent}"


def _scientific(match: re.Match[str], language: str) -> str:
    return f"{number(match[1])} times ten to the power of {number(match[2].lstrip('+'))}"


def _glued(match: re.Match[str], language: str) -> str | None:
    """MP3, H1N1, GPT-4, B2B: letters and figures side by side."""
    parts = re.findall(r"[A-Za-z]+|\d+(?:\.\d+)?", match.group())
    words = []
    for part in parts:
        if part[0].isdigit():
            words.append(_glued_figures(part))
        elif part == "s" and words:  # omega-3s
            words.append(plural(words.pop()))
        else:
            words.append(part if len(part) > 1 else part.upper())
    return " ".join(words)


def _glued_figures(text: str) -> str:
    if "." in text or len(text) < 3:
        return number(text)
    return pairs(text) if len(text) < 5 else digits(text)


def _negative(match: re.Match[str], language: str) -> str:
    return f"minus {number(match[1], british(language))}"


def _plain(match: re.Match[str], language: str) -> str:
    """Apart from letters that it touches: Fig. 3a, 13st, F4; but threeish."""
    before, after = character_before(match), character_after(match)
    if match.string.startswith("ish", match.end()):
        after = ""
    return " " * before.isalpha() + number(match.group(), british(language)) + " " * after.isalpha()


def _grouped(match: re.Match[str], language: str) -> str:
    return cardinal(int(re.sub(r"\D", "", match.group())), british(language))


def _vulnerability(match: re.Match[str], language: str) -> str:
    return f"C V E {pairs(match[1])} dash {digits(match[2])}"


def _plural_number(match: re.Match[str], language: str) -> str:
    return plural(pairs(match[1]) if len(match[1]) > 2 else cardinal(int(match[1])))


def _season(match: re.Match[str], language: str) -> str | None:
    """A team that improved to 9-2 has won nine and lost two."""
    earlier = words_before(match, 3)
    moved = {
        "improved",
        "improve",
        "improves",
        "fell",
        "fall",
        "falls",
        "dropped",
        "drops",
        "moved",
        "moves",
        "slipped",
    }
    return f"{cardinal(int(match[1]))} and {cardinal(int(match[2]))}" if moved & set(earlier) else None


def _standing(match: re.Match[str], language: str) -> str | None:
    """The Lakers (12-4); but readers (18-24), pages (12-15)."""
    before = word_before(match)
    if not PLAYED.search(match.string) and (not before[:1].isupper() or before in COUNTED_THINGS):
        return None
    return f"({cardinal(int(match[1]))} and {cardinal(int(match[2]))})"


def _status(match: re.Match[str], language: str) -> str | None:
    return pairs(match[1]) if word_before(match).lower() in BEFORE_STATUS else None


BEFORE = (  # before dates and measures
    rule("isbn", r"\bISBN(?:-1[03])?:?\s?((?:97[89][\s-]?)?(?:\d[\s-]?){9}[\dXx])\b", _isbn),
    rule("uuid", r"\b[\da-fA-F]{8}-[\da-fA-F]{4}-[\da-fA-F]{4}-[\da-fA-F]{4}-[\da-fA-F]{12}\b|\b(?:[\da-fA-F]{2}:){5}[\da-fA-F]{2}\b", _uuid),
    rule("number", "(?<![\\w.,$£€-])[1-9]\\d{0,2}(?:[ \u00a0\u202f]\\d{3}){2,}(?![\\w-]|[.,]\\d| \\d)", _grouped),
    rule("vulnerability", r"\bCVE-(\d{4})-(\d{4,7})\b", _vulnerability),
    rule("telephone", rf"(?<![\w.])\+(?=(?:[\s().-]{{0,2}}\d){{7}})\d{{1,3}}(?:{SEPARATOR}?\(?\d{{1,4}}\)?){{2,5}}\b", _phone),
    rule("telephone", r"(?<![\w.])(?:1[\s.-])?\(\d{3}\)\s?\d{3}[\s.-]\d{4}\b|(?<![\w.-])(?:1[\s.-])?\d{3}([\s.-])\d{3}\1\d{4}\b", _phone),
    rule("telephone", r"(?<=[Dd]ial |[Cc]all |[Rr]ing |Text |text )\d{3}(?=[\s.,;:!?]|$)(?!\s?\d)", lambda m, _: digits(m.group())),
    rule("telephone", r"(?<![\w.,$-])[2-9]11\b(?=\s(?:for|call|calls|operator|dispatch|center|emergency)\b)", lambda m, _: digits(m.group())),
    rule("telephone", r"(?<![\w.,$-])\d{3}(?=\sarea code)", lambda m, _: digits(m.group())),
    rule("version", r"(?<![\w.$£€])(\d{1,2}\.\d{1,2})(?![\w%]|[.,]\d)", another_version),
    rule("isbn", r"(?<![\w-])97[89]-\d{1,5}-\d{1,7}-\d{1,7}-[\dX]\b", lambda m, _: groups(m.group())),
    rule("telephone", r"(?<!\w)\(0\d{2,4}\)\s?\d{3,4}[\s-]\d{3,4}\b", _phone),
    rule("telephone", r"(?<![\w.,-])0\d{2,4}\s\d{3,4}\s?\d{3,4}\b", _phone),
    rule("telephone", r"(?<![\w.,$£€-])[2-9]\d{2}-\d{4}\b(?!-)", _phone),
    rule("number", r"(?<![\w.-])\d{3}-\d{2}-\d{4}\b", _phone),
    rule("number", r"(?<![\w.-])\d{4}[\s-]\d{4}[\s-]\d{4}[\s-]\d{4}\b", _phone),
    rule("version", r"(?<![\w.])(?P<v>[vV]\.?\s?)(?P<numbers>\d+(?:\.(?:\d+|x)){0,3})(?P<tail>[-+]?(?:rc|beta|alpha|dev|b|a)[.-]?\d*)?\b", version),
    rule("version", r"(?<![\w.$£€])(?!\d{1,2}\.\d{1,2}\.(?:19|20)\d\d\b)(?P<v>)(?P<numbers>\d+(?:\.\d+){2,3})(?P<tail>[-+]?(?:rc|beta|alpha|dev|b|a)[.-]?\d*)?(?![\w]|\.\d)", version),
    rule("version", r"\b(?P<product>[A-Za-z]+)(?P<space>[\s-])?(?P<numbers>\d+(?:\.(?:\d+|x))+)(?![\w%]|\.\d)", product_version),
    rule("hexadecimal", r"\b0[xX]([\da-fA-F]+)\b", _hexadecimal),
    rule("colour", r"(?<!\w)#([\da-fA-F]{6})\b", _colour),
    rule("code", r"\b(?=[a-f\d]{7,40}\b)(?=[a-f]*\d)(?=\d*[a-f])[a-f\d]+\b", _code),
    rule("code", r"\b(?=[A-Z\d]*\d)(?=\d*[A-Z])[A-Z\d]{5,12}\b", _booking),
    rule("version", r"(?<![\w.$£€])(?P<v>)(?P<numbers>\d+\.\d+)(?P<tail>)(?=\+?\s(?:or|and)\s(?:newer|later|above|older|earlier|higher|below|up)\b)", version),
    rule("version", r"(?<=grade to )(?P<v>)(?P<numbers>\d+\.\d+)(?P<tail>)(?![\w.]\d)", version),
    rule("resolution", r"(?<![\w.])(\d{3,4})([pi])\b(?=\W|$)", lambda m, _: f"{pairs(m[1])} {m[2].upper()}" if m[1] in ("240", "360", "480", "576", "720", "1080", "1440", "2160") else None),
    rule("status", r"(?<![\w.,$£€-])([45]\d\d)(?=[.,;:)]|\s[a-z]|$)(?!\s(?:percent|dollar|km|cm|mm|kg|mg|ml|m|g)\b)", _status),
    rule("codec", r"\bH\.(26[1-6])\b", lambda m, _: f"H {pairs(m[1])}"),
    rule("flight", r"(?<=Flight )([A-Z]{2})\s?(\d{3,4})\b", lambda m, _: f"{m[1]} {pairs(m[2])}"),
    rule("road", r"\b((?:Highway|Hwy\.?|Route|Rte\.?|Interstate|US|SR|I|Unit|Apt\.?|Suite|Ste\.?)[\s-]#?)(\d{1,4})(?:\s?([NSEW])(?=\s(?:to|at|toward|towards|near|until|exit|from)\b|[,.;]|$))?\b(?![,.]\d|-\d)", _road),
    rule("version", r"\b([A-Z]{1,3})\.(?P<numbers>\d+(?:\.\d+){1,3})\b", lettered_version),
    rule("number", r"(?<![\w&])#(\d{4})\b(?![,.]\d)", lambda m, _: f"number {pairs(m[1])}"),
    rule("time", r"(?:(?<=\bat )|(?<=\bby )|(?<=from )|(?<=until )|(?<=before )|(?<=after ))0(\d)([0-5]\d)\b(?!-)", lambda m, _: f"oh {cardinal(int(m[1]))} {'hundred' if m[2] == '00' else pairs('1' + m[2])[4:]}"),
    rule("grade", r"(?<![<*])\b([A-F])[-−](?=\s(?:in|on|for|and|or|to|student|average|grade|minus)\b|[.,;)]|$)", lambda m, _: f"{m[1]} minus"),
    rule("house", rf"(?<![\w.,$])(\d{{3,4}})(?=\s(?:(?:[NSEW]\.?|North|South|East|West)\s)?(?:[A-Z][a-z]+|\d+(?:st|nd|rd|th))(?:\s[A-Z][a-z]+)?\s(?:{STREET_ENDINGS})\b)", lambda m, _: pairs(m[1])),
    rule("batting", r"(?:(?<=batting )|(?<=hitting )|(?<=\bhit )|(?<=\bhits ))\.(\d{3})\b", lambda m, _: pairs(m[1])),
    rule("record", r"(?<=[a-z] to )(\d{1,3})-(\d{1,3})(?![\w-])", _season),
    rule("meeting", r"(?<![\w.:])1:1s?(?=\s(?:with|meeting|call|chat|session)\b)", lambda m, _: "one on one" + "s" * m.group().endswith("s")),
    rule("model", r"\b(7[0-8]7)-(\d{1,3}[A-Z]{0,2})\b", lambda m, _: f"{pairs(m[1])} {pairs(re.sub('[A-Z]', '', m[2]))} {' '.join(re.findall('[A-Z]', m[2]))}".rstrip()),
    rule("model", r"(?:(?<=Boeing )|(?<=Boeing's )|(?<=\ba ))(7[0-8]7)\b(?!-\d)", lambda m, _: pairs(m[1])),
    rule("model", rf"\b({'|'.join(sorted(GRAPHICS))})\s(\d{{4}})\b", lambda m, _: f"{m[1]} {pairs(m[2])}"),
    rule("model", r"(?<![\w.,$£€-])(1099|1040|1098)s?(?=\s(?:forms?|returns?|statement)\b|-\w+\b)", lambda m, _: pairs(m[1])),
    rule("case", r"\b(\d{1,2})-(cv|cr|mc|md|bk)-(\d{2,5})\b", lambda m, _: f"{cardinal(int(m[1]))} {' '.join(m[2].upper())} {digits(m[3])}"),
    rule("flight", rf"\b({AIRLINES})\s?(\d{{2,4}})\b(?![.,]\d|%)", lambda m, _: f"{' '.join(m[1])} {pairs(m[2])}"),
    rule("half", r"(?<![\w./])(?<!\d\s)([a-zA-Z])/(\d{1,2})(?![\w/.]|\s?(?:h|hrs?|hours?|min|days?)\b)", lambda m, _: f"{m[1]} over {cardinal(int(m[2]))}"),
    rule("record", r"(?<=[a-z] )\((\d{1,3})[-–](\d{1,3})\)", _standing),
    rule("teams", r"(?<![\w.])(\d{1,2})v(\d{1,2})\b", lambda m, _: f"{cardinal(int(m[1]))} V {cardinal(int(m[2]))}"),
    rule("number", r"\b(RFC)[\s-]?(\d{3,4})\b", lambda m, _: f"{m[1]} {pairs(m[2])}"),
    rule("room", r"\b([A-Z][a-z]+)\s(\d{3,4})\b(?!,\d|\.\d)", _room),
)  # fmt: skip
AFTER = (  # what they left
    rule("post code", r"(?<![\w.,])\d{5}(?:-\d{4})?\b(?!,)", _zip),
    rule("ordinal", r"(?<![\w.])(\d{1,3}(?:,\d{3})*|\d+)(st|nd|rd|th|ST|ND|RD|TH)\b", _ordinal),
    rule("scientific", r"(?<![\w.])(\d+(?:\.\d+)?)[eE]([+-]?\d{1,3})\b", _scientific),
    rule("power", r"(?<![\w.])(\d+(?:\.\d+)?|[A-Za-z])\s?(?:\^|\*\*)\s?\{?([-−]?\d+|[A-Za-z])\}?(?!\w)", _power),
    rule("ratio", r"(?<![\w.:])\d{1,4}(?:\.\d{1,3})?(?::\d{1,4}(?:\.\d{1,3})?){1,2}(?![\w:]|\.\d)", _ratio),
    rule("range", rf"(?<![\w.,/-])({NUMBER})\s?(?:–|—)\s?({NUMBER})(?![\w-]|\.\d)", _range),
    rule("range", rf"(?<![\w.,/-])({NUMBER})-({NUMBER})(?![\w-]|\.\d|,\d)", _range),
    rule("glued", r"(?<![\w.-])(?:[A-Za-z]+-?\d+(?:\.\d+)?(?:-?[A-Za-z]+(?:\d+)?)*|\d+-?[A-Z][A-Za-z]*(?:-?\d+)*)(?![\w]|\.\d)", _glued),
    rule("plural", r"(?<![\w.,])(\d{1,2}|\d{4})s\b", _plural_number),
    rule("negative", rf"(?<![\w)\]])[-−]({NUMBER}|\.\d+)(?![\w]|\.\d)", _negative),
    rule("number", rf"{NUMBER}|(?<!\d)\.\d+", _plain),
)  # fmt: skip
