"""Mathematics in plain text: functions, absolute values, factorials, logarithms, minus signs between letters."""

import re

from kokoro_live.text.english.context import text_before
from kokoro_live.text.english.numbers import cardinal, counted
from kokoro_live.text.english.short_forms import COMPASS
from kokoro_live.text.english.units import SUBSCRIPTS
from kokoro_live.text.rules import one_of, rule

FUNCTIONS = {
    **{"sin": "sine", "cos": "cosine", "tan": "tangent", "ln": "natural log", "log": "log", "exp": "exp"},
    **{"arcsin": "arc sine", "arccos": "arc cosine", "arctan": "arc tangent", "sec": "secant", "cot": "cotangent"},
    **{"max": "max", "min": "min", "det": "determinant", "lim": "limit", "gcd": "G C D", "sqrt": "square root"},
}
SETS = {"ℝ": "the real numbers", "ℤ": "the integers", "ℕ": "the natural numbers", "ℚ": "the rational numbers", "ℂ": "the complex numbers"}  # fmt: skip
WORDS = {
    **{"∛": "cube root of", "∜": "fourth root of", "∴": "therefore", "∵": "because", "∠": "angle", "⊥": "perpendicular to"},
    **{"∥": "parallel to", "⊂": "a subset of", "⊆": "a subset of", "∇": "nabla", "≡": "equivalent to", "∼": "similar to"},
    **{"≅": "congruent to", "≪": "much less than", "≫": "much greater than", "∓": "minus or plus", "⟹": "implies"},
    **{"⟺": "if and only if", "⇔": "if and only if", "∘": "of", "⋅": "times"},
}  # fmt: skip
WORDS_TOO = frozenset("sec cot det lim".split())
ELEMENTS = {
    **{"H": "hydrogen", "C": "carbon", "N": "nitrogen", "O": "oxygen", "U": "uranium", "Pu": "plutonium", "I": "iodine"},
    **{"Cs": "cesium", "Co": "cobalt", "Sr": "strontium", "Tc": "technetium", "K": "potassium", "Ra": "radium"},
    **{"He": "helium", "F": "fluorine", "P": "phosphorus", "Fe": "iron", "Am": "americium", "Th": "thorium"},
}  # fmt: skip
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
REMARK = re.compile(r"[A-Za-z]{3}[^()]*\)$")
NO_PRODUCT = frozenset("an as at be by do go he if in is it me my no of on or so to up us we am ok".split())


def _function(match: re.Match[str], language: str) -> str | None:
    """f(x), P(A|B); but s(he) and a(n) may or may not have these letters."""
    if match["inside"].isalpha() and (len(match["inside"]) > 1 or match.group() in ("a(n)", "A(n)")):
        return None
    inside = re.sub(r"\s?\|\s?", " given ", re.sub(r"^[-−]", "minus ", match["inside"]))
    return f"{match['name']}{_primes(match['primes'])} of {inside}"


def _primes(text: str) -> str:
    return {"": "", "'": " prime", "′": " prime", "''": " double prime", "″": " double prime"}.get(text, "")


def _named(match: re.Match[str], language: str) -> str | None:
    """sin²θ, ln 5, cos(x); but sec 3 of a book."""
    after = match.string[match.end() : match.end() + 8]
    if match["name"] in WORDS_TOO and not match["inside"] and after[:1].isdecimal() and not re.match(r"\d+[°π]", after):
        return None
    name = FUNCTIONS[match["name"]]
    square = {"²": " squared", "³": " cubed", "⁻¹": " inverse", None: ""}[match["power"]]
    inside = f" of {match['inside']}" if match["inside"] else " "
    return f"{name}{square}{inside}"


def _logarithm(match: re.Match[str], language: str) -> str:
    return f"log base {match[1].translate(SUBSCRIPTS)} of "


def _isotope(match: re.Match[str], language: str) -> str:
    element = ELEMENTS.get(match[2])
    number = cardinal(int(match[1].translate(RAISED)))
    return f"{element or match[2]} {number}"


def _product(match: re.Match[str], language: str) -> str | None:
    """y = mx + b."""
    pronounceable = re.search("[aeiou]", match.group()) and match.group() not in NO_PRODUCT
    return " ".join(match.group()) if pronounceable else None  # others are spelled anyway


def _minus(match: re.Match[str], language: str) -> str | None:
    """(x + 1) - 3; but a remark (like this) - 3 words long - takes nothing away."""
    before = text_before(match)
    if re.match(r"(?:a|\d+)\s[a-z]{3}", match.string[match.end() : match.end() + 8]):
        return None
    return None if REMARK.search(before) else " minus "


def _angle(match: re.Match[str], language: str) -> str:
    """45°30′15″."""
    names = ("degree", "minute", "second")
    parts = [counted(int(m), name) for m, name in zip(match.groups()[:3], names, strict=True) if m]  # fmt: skip
    return " ".join(parts) + (f" {COMPASS[match[4]].lower()}" if match[4] else "")


RULES = (
    rule("angle", r"(?<![\w.])(\d{1,3})°\s?(\d{1,2})[′'’](?:\s?(\d{1,2})(?:″|\"|''))?(?:\s?([NSEW])\b)?", _angle),
    rule("isotope", r"(?<![\w])([¹²³⁰⁴-⁹]+)([A-Z][a-z]?)\b", _isotope),
    rule("logarithm", r"\blog([₀-₉]+)\s?", _logarithm),
    rule("function", rf"(?<!\d )(?<!\d)\b(?P<name>{one_of(FUNCTIONS)})(?![A-Za-z])(?P<power>²|³|⁻¹)?(?:(?<!\s)\((?P<inside>[^()]{{1,30}})\)|\s?(?=[θαβφπxyztneABCDPQR]\b|\d|√)|(?<=²)\s?)", _named),
    rule("function", r"(?<![\w.])(?P<name>[A-Za-z])(?P<primes>['′]{0,2}|″)\((?P<inside>[-−]?[A-Za-z\d](?:[\w\s,|+−*/.-]{0,12}[\w)])?)\)(?!\w)(?=\s?[=<>≤≥≈+−,.;:)?]|\s(?:is|are|and|of|for|be|has|at|as|to|when|if|denote|equals)\b|\s[-*/]\s|$)", _function),
    rule("times", r"(?<![\w.])(\d+|[abcdkmnpqrxyz])\((?=[^()]{1,20}[-+−][^()]{1,20}\))([^()]{1,40})\)", lambda m, _: f"{m[1]} times the quantity {m[2]}"),
    rule("times", r"(?<=[a-z\d]\))\s?(?=\([a-z\d][^()]{0,20}[-+−])", " times "),
    rule("minus", r"(?:(?<=[=,]\s)|(?<==)|(?<=[\w=+*/^]\())[-−](?=\d*[a-z]\b)", "minus "),
    rule("derivative", r"\bd([a-z])/d([a-z])\b", lambda m, _: f"d {m[1]} d {m[2]}"),
    rule("integral", r"∫([₀-₉]+)([⁰¹²³⁴-⁹∞]+)\s?", lambda m, _: f"the integral from {cardinal(int(m[1].translate(SUBSCRIPTS)))} to {'infinity' if m[2] == '∞' else cardinal(int(m[2].translate(RAISED)))} of "),
    rule("ratio", r"\b([a-z]):([a-z])\b(?=\s?=)", lambda m, _: f"{m[1]} to {m[2]}"),
    rule("absolute", r"(?<!\w)\|(?=[^|]*\w)(?![^|]*[A-Za-z]{3})([\w\s+−-]{1,20})\|(?=\s?[=<>≤≥+−-])", lambda m, _: f"the absolute value of {m[1]} "),
    rule("factorial", r"(?<![\w.])(\d{1,3}|n|k|\(n\s?[-−+]\s?\d\))!(?=\s?[=/×·*+−)]|\s(?:is|equals|divided|times)\b)", lambda m, _: f"{m[1]} factorial "),
    rule("minus", r"(?<=[\w)²³⁰-⁹ⁿ′'%°])\s−\s(?=[\w(√\\π$])", " minus "),
    rule("minus", r"(?:(?<=[\d\s(][a-z])|(?<=[)²³]))\s-\s(?=[a-z\d(]\b|\d+[a-z]?\b)", _minus),
    rule("fraction", r"(?<![\w/])([a-z])/([a-z])(?=\s?[=+−×])|(?<=[=+−×]\s)([a-z])/([a-z])\b(?!/)", lambda m, _: f"{m[1] or m[3]} over {m[2] or m[4]}"),
    rule("product", r"(?:(?<=[=+−×·]\s)|(?<=minus\s))[a-z]{2}(?=²|³|\s[+=−<>-]|[.,;:)](?!\w)|$|\s(?:is|and|where|for|with|when)\b)", _product),
    rule("product", r"(?<=[=+−-]\s)(\d+)([xyzntk])(?![\w²³⁰-⁹])(?!\s(?:the|as|more|faster|larger|bigger)\b)", lambda m, _: f"{cardinal(int(m[1]))} {m[2]}"),
    rule("set", f"[{''.join(SETS)}]", lambda m, _: f" {SETS[m.group()]} "),
    rule("sign", f"[{''.join(WORDS)}]", lambda m, _: f" {WORDS[m.group()]} "),
)  # fmt: skip
