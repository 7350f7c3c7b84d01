"""Characters: typographic variants made plain first, signs that are left said last."""

import re
import unicodedata

from kokoro_live.text.english.context import text_before
from kokoro_live.text.english.figures import power
from kokoro_live.text.english.numbers import digits
from kokoro_live.text.english.typed import SYMBOLS
from kokoro_live.text.english.units import SUBSCRIPTS, SUPERSCRIPTS
from kokoro_live.text.rules import rule

RAISED = "".join(SUPERSCRIPTS)
WIDE = "\uff01-\uff5e\ufb00-\ufb06\u2460-\u2473"  # full-width forms, ligatures, circled numbers
ARITHMETIC = {"+": "plus", "-": "minus", "−": "minus", "*": "times", "×": "times", "/": "divided by", "=": "equals"}
KEY_SIGNS = {"⌘": "command", "⌥": "option", "⇧": "shift", "⌃": "control", "⌫": "delete", "⏎": "return", "⎋": "escape"}
PICTOGRAPHS = (
    "\U0001f000-\U0001faff\u2600-\u26ff\u2700-\u27bf\u2300-\u23ff\u2b00-\u2bff\ufe0f\u20e3\u200d\U000e0020-\U000e007f"
)


def _plain(match: re.Match[str], language: str) -> str:
    return unicodedata.normalize("NFKC", match.group())


def _raised(match: re.Match[str], language: str) -> str:
    exponent = "".join(SUPERSCRIPTS.get(char, "-") for char in match.group())
    return f" {power(exponent)}"


def _symbol(match: re.Match[str], language: str) -> str:
    words = SYMBOLS[match.group()]
    return f" {words} " if words else ""


def _face(match: re.Match[str], language: str) -> str | None:
    """8) closes what a bracket opened: (see page 8)."""
    near = text_before(match)
    if match.group()[0] in "8=$" and near.count("(") > near.count(")"):
        return None
    if match.group()[0] == "8" and (not near.strip() or "7)" in near):
        return None  # of a list
    return ""


def _comparison(match: re.Match[str], language: str) -> str:
    return {">=": " greater than or equal to ", "<=": " less than or equal to ", "!=": " not equal to ", "==": " equals ",
            "->": " to ", "=>": " implies ", "<-": " from ", "~=": " approximately ", "&&": " and ", "||": " or "}[match.group()]  # fmt: skip


def _operator(match: re.Match[str], language: str) -> str | None:
    return f" {ARITHMETIC[match[1]]} "


FACE = r"(?:[:;][\'’]?-?(?:[)(\]\[/|*]+|D+|P+|p+|O|o[)(P]?)|[=8]-?[)(D](?=\s|$)|[xX]D+|\^_+\^|¯\\?_\(ツ\)_/¯|<\\?/3)"
BEFORE = (
    rule("face", rf"(?<![\w:/(.-]){FACE}(?![\w/])", _face),
    rule(
        "heart",
        r"(?<![\w<=])<3+(?![\d.,]|\s?\d|\s?(?:%|percent|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|yrs?|seconds?|secs?|[ckm]?m|[km]?g|ms|MB|GB|°)(?![a-z]))",
        "heart",
    ),
    rule("variable", r"(?<![\w$:/])\$\{?([A-Za-z_]\w*)\}?(?!\w|\$)", lambda m, _: f"dollar {m[1].replace('_', ' ')}"),
    rule(
        "apostrophe",
        r"(?<=[A-Za-z])[’ʼ‘´`](?=[A-Za-z])|(?<=s)’(?=\s)|(?<!\w)[’‘](?=(?:[Tt]is|[Tt]was|em|[Cc]ause|til|bout|n)\b)",
        "'",
    ),
    rule("character", rf"[{WIDE}]+", _plain),
    rule("hyphen", "[\u2010\u2011]", "-"),
    rule("letter", r"(?<=[A-Za-z])\u00ad", ""),
)
AROUND = (
    rule(
        "placeholder",
        r"(?<![\w<=])<(?=[|A-Za-z])([\w|.-]{1,30}(?: [\w.-]{1,20}){0,2})(?<=[\w|])>(?![=>\d])",
        lambda m, _: m[1].strip("|"),
    ),
    rule("line", r"(?<!\S)([=*~#+^_-])\1{3,}(?!\S)", ""),
    rule("menu", r"(?<=[A-Za-z])\s[>›»]\s(?=[A-Z])", ", "),  # while figures are still figures
    rule("operator", r"(?<=[\d)])\s?([+×*=]|(?<=\s)[-−/](?=\s))\s?(?=[\d(.]|[-−]\d)", _operator),
    rule("comparison", r">=|<=|!=|==|=>|->|<-|~=|&&|(?<=[\w)\]] )\|\|(?= )", _comparison),
    rule("operator", r"(?<=\d[xyzn])\s([-−+=/])\s(?=[\d(]|[xyzn]\b)", _operator),
    rule("tilde", r"(?<=\w)~(?=\d)", " tilde "),
    rule("about", r"(?<!\w)~(?=\s?[\d$£€])", "about "),
    rule("power", rf"(?<=[\w)])[⁻]?[{RAISED}]+", _raised),
)
AFTER = (
    rule("subscript", r"(?<=[A-Za-zα-ωΑ-Ω])[₀-₉]+", lambda m, _: f" {digits(m.group().translate(SUBSCRIPTS))} "),
    rule("prime", r"(?<=\b[A-Za-z])[′](?!\w)", " prime"),
    rule("slash", r"(?<=[A-Za-z])/(?=[A-Za-z])", " slash "),
    rule("key", f"[{''.join(KEY_SIGNS)}]", lambda m, _: f" {KEY_SIGNS[m.group()]} "),
    rule("emoji", rf"[{PICTOGRAPHS}]+", " "),
    rule("bullet", r"(?<=\w)\s?[•·■●▪►|]\s?(?=\w)", ", "),
    rule("symbol", f"[{re.escape(''.join(SYMBOLS))}]", _symbol),
    rule("space", r"\s+(?=[,.;:!?])|(?<=\s)\s+", ""),
)
