r"""Formulas as people type them: $E = mc^2$, \frac{1}{2}, \alpha \leq 3. Not TeX, only what can be said in a line."""

import re
from itertools import zip_longest

from kokoro_live.text.english.numbers import fraction
from kokoro_live.text.rules import one_of, rule

GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi "
    "psi omega"
).split()
SIGNS = {
    "times": "times", "cdot": "times", "div": "divided by", "pm": "plus or minus", "mp": "minus or plus",
    "leq": "is at most", "le": "is at most", "geq": "is at least", "ge": "is at least", "neq": "is not equal to",
    "ne": "is not equal to", "approx": "is approximately", "sim": "is similar to", "equiv": "is equivalent to",
    "propto": "is proportional to", "to": "to", "rightarrow": "to", "Rightarrow": "implies", "implies": "implies",
    "iff": "if and only if", "infty": "infinity", "in": "in", "notin": "not in", "subset": "is a subset of",
    "cup": "union", "cap": "intersection", "forall": "for all", "exists": "there exists", "partial": "partial",
    "nabla": "nabla", "sum": "the sum of", "prod": "the product of", "int": "the integral of", "lim": "the limit of",
    "log": "log", "ln": "natural log", "sin": "sine", "cos": "cosine", "tan": "tangent", "exp": "exp", "max": "max",
    "min": "min", "ldots": "and so on", "dots": "and so on", "cdots": "and so on", "degree": "degrees",
    "circ": "degrees", "land": "and", "lor": "or", "neg": "not", "hbar": "h bar", "ell": "l", "mid": "given",
}  # fmt: skip
SPOKEN = {
    "=": " equals ",
    "+": " plus ",
    "<": " is less than ",
    ">": " is greater than ",
    "*": " times ",
    "/": " over ",
}
WRAPPERS = (
    "text|mathrm|mathbf|mathit|mathbb|mathcal|operatorname|boldsymbol|textbf|textit|vec|bar|hat|left|right|quad|qquad|"
    "displaystyle"
)
GROUP = r"\{([^{}]{0,80})\}"
FRACTION = re.compile(rf"\\[dt]?frac\s*{GROUP}\s*{GROUP}")
ROOT = re.compile(rf"\\sqrt\s*(?:\[([^\]]{{1,10}})\])?\s*{GROUP}")
POWER = re.compile(rf"\^\s*(?:{GROUP}|(\\[A-Za-z]+|\w|'))")
INDEX = re.compile(rf"_\s*(?:{GROUP}|(\\[A-Za-z]+|\w))")
COMMAND = re.compile(rf"\\({one_of([*SIGNS, *GREEK, *(name.capitalize() for name in GREEK)])})(?![A-Za-z])")
WRAPPER = re.compile(rf"\\(?:{WRAPPERS})(?![A-Za-z])")
MINUS = re.compile(r"(?<=[\w)}])\s*[-−]\s*(?=[\w\\({])")
PRODUCT = re.compile(r"(?<=\d)(?=[A-Za-z])|(?<![A-Za-z\\])([A-Za-z])(?=[A-Za-z](?![A-Za-z]))")  # 2x, mc
WORDS = re.compile(rf"(\\(?:text|mathrm|operatorname)\s*{GROUP})")
# what formulas do not have: then the dollars are money
PROSE = re.compile(
    r"(?<![\\A-Za-z])(?!(?:sin|cos|tan|log|exp|max|min|mod|lim|gcd|det|dim|deg|arg)\b)[A-Za-z]{3,}|"
    r"(?<![\\A-Za-z])(?:to|or|of|in|is|he|it|at|on|by|we|an|as|so|if|no|me|my|up|do|go)(?![A-Za-z])"
)
POWERS = {"2": " squared", "3": " cubed", "\\circ": " degrees", "'": " prime"}
DEEPEST = 4  # braces inside braces
HAS_MATHS = re.compile(r"\\[A-Za-z]|[\^_=<>+]|^\s*[A-Za-z]\s*$")
FORMULA = (
    r"(?<![\\$\w])(\${1,2})(?=[^\s$])(?P<inside>[^$\n]{1,300}?)(?<=[^\s$\\])\1(?![\w$])|"
    r"\\[(\[](?P<other>[^\n]{1,300}?)\\[)\]]"
)


def _formula(match: re.Match[str], language: str) -> str | None:
    inside = match["inside"] or match["other"]
    if not HAS_MATHS.search(inside) or PROSE.search(WORDS.sub("", inside)):
        return None  # "$5 and $6"
    return spoken(inside)


def spoken(formula: str) -> str:
    """In words, from the inside out."""
    parts = WORDS.split(formula)  # between formulas: words in a command, and those words again
    text = "".join(PRODUCT.sub(lambda m: f"{m[1] or ''} ", part) + f" {word or ''} " for part, word in _pairs(parts))
    for _ in range(DEEPEST):
        text = FRACTION.sub(_fraction, text)
        text = ROOT.sub(_root, text)
        text = POWER.sub(_power, text)
        text = INDEX.sub(lambda m: f" sub {m[1] or m[2]} ", text)
    text = COMMAND.sub(lambda m: f" {SIGNS.get(m[1]) or m[1].lower()} ", text)
    text = WRAPPER.sub(" ", text)
    text = MINUS.sub(" minus ", text)
    for sign, words in SPOKEN.items():
        text = text.replace(sign, words)
    return " ".join(re.sub(r"[\\{}$&]", " ", text).split())


def _pairs(parts: list[str]) -> list[tuple[str, str | None]]:
    """Each formula with the words after it."""
    return list(zip_longest(parts[::3], parts[2::3]))


def _fraction(match: re.Match[str]) -> str:
    above, below = match[1].strip(), match[2].strip()
    if above.isdecimal() and below.isdecimal() and 1 < int(below) < 100:
        return f" {fraction(int(above), int(below))} "
    return f" {above} over {below} "


def _root(match: re.Match[str]) -> str:
    kind = {None: "the square root of", "3": "the cube root of"}.get(match[1]) or f"root {match[1]} of"
    return f" {kind} {match[2]} "


def _power(match: re.Match[str]) -> str:
    power = (match[1] or match[2]).strip()
    return POWERS.get(power, f" to the {power} ") + " "


RULES = (rule("formula", FORMULA, _formula),)
