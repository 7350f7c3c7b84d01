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
    "subseteq": "is a subset of", "cup": "union", "cap": "intersection", "forall": "for all", "exists": "there exists",
    "partial": "partial", "nabla": "nabla", "sum": "the sum of", "prod": "the product of", "int": "the integral of",
    "iint": "the double integral of", "oint": "the contour integral of", "lim": "the limit of",
    "log": "log", "ln": "natural log", "sin": "sine", "cos": "cosine", "tan": "tangent", "exp": "exp", "max": "max",
    "min": "min", "ldots": "and so on", "dots": "and so on", "cdots": "and so on", "degree": "degrees",
    "circ": "degrees", "land": "and", "lor": "or", "neg": "not", "hbar": "h bar", "ell": "l", "mid": "given",
    "det": "the determinant of", "perp": "is perpendicular to", "parallel": "is parallel to", "angle": "angle",
    "triangle": "triangle", "cong": "is congruent to", "therefore": "therefore", "because": "because", "mapsto": "maps to",
    "varepsilon": "epsilon", "varphi": "phi", "vartheta": "theta", "emptyset": "the empty set", "bmod": "mod",
    "gcd": "G C D", "arcsin": "arc sine", "arccos": "arc cosine", "arctan": "arc tangent", "prime": "prime",
    "leftarrow": "from", "Leftrightarrow": "if and only if", "leftrightarrow": "to and from", "ll": "is much less than",
    "gg": "is much greater than", "setminus": "without", "otimes": "tensor", "oplus": "direct sum", "star": "star",
}  # fmt: skip
SPOKEN = {
    "=": " equals ",
    "+": " plus ",
    "<": " is less than ",
    ">": " is greater than ",
    "*": " times ",
    "/": " over ",
    "!": " factorial ",
}
BIG = {  # with limits: what it is, and the word before the lower one
    "sum": ("the sum", "from"), "prod": ("the product", "from"), "int": ("the integral", "from"),
    "oint": ("the contour integral", "over"), "iint": ("the double integral", "over"), "lim": ("the limit", "as"),
    "max": ("the maximum", "over"), "min": ("the minimum", "over"), "sup": ("the supremum", "over"),
    "bigcup": ("the union", "from"), "bigcap": ("the intersection", "from"),
}  # fmt: skip
SETS = {"R": "the real numbers", "Z": "the integers", "N": "the natural numbers", "Q": "the rational numbers", "C": "the complex numbers"}  # fmt: skip
WRAPPERS = (
    "text|mathrm|mathbf|mathit|mathbb|mathcal|operatorname|boldsymbol|textbf|textit|left|right|quad|qquad|"
    "displaystyle|limits|big|Big|bigg|Bigg|bigl|bigr|underbrace|boxed|dfrac|hline|nonumber|tag|label"
)
ACCENTS = {"vec": "vector {}", "bar": "{} bar", "hat": "{} hat", "tilde": "{} tilde", "dot": "{} dot", "overline": "{} bar"}  # fmt: skip
GROUP = r"\{([^{}]{0,120})\}"
PLAIN = r"(\\[A-Za-z]+|[\w'])"
FRACTION = re.compile(rf"\\[dt]?frac\s*(?:{GROUP}|(\d))\s*(?:{GROUP}|(\d))")
CHOICE = re.compile(rf"\\[dt]?binom\s*{GROUP}\s*{GROUP}")
ROOT = re.compile(rf"\\sqrt\s*(?:\[([^\]]{{1,10}})\])?\s*(?:{GROUP}|(\w))")
LIMITS = re.compile(
    rf"\\({one_of(BIG)})(?![A-Za-z])\s*(?:\\limits)?\s*_\s*(?:{GROUP}|{PLAIN})(?:\s*\^\s*(?:{GROUP}|{PLAIN}))?"
)
POWER = re.compile(rf"\^\s*(?:{GROUP}|{PLAIN})")
INDEX = re.compile(rf"_\s*(?:{GROUP}|{PLAIN})")
COMMAND = re.compile(rf"\\({one_of([*SIGNS, *GREEK, *(name.capitalize() for name in GREEK)])})(?![A-Za-z])")
WRAPPER = re.compile(rf"\\(?:{WRAPPERS})(?![A-Za-z])")
ACCENT = re.compile(rf"\\({one_of(ACCENTS)})(?![A-Za-z])\s*(?:{GROUP}|(\w))")
SET = re.compile(r"\\mathbb\s*\{?([RZNQC])\}?")
MODULO = re.compile(rf"\\pmod\s*{GROUP}")
MATRIX = re.compile(r"\\(?:begin|end)\s*\{[A-Za-z]{1,12}\*?\}(?:\{[clr|]{1,10}\})?")
SPACING = re.compile(r"\\[,;:! ]|(?<!\\)~")
ROW = re.compile(r"\\\\(?:\[[^\]]{0,10}\])?")
CALL = re.compile(r"(?<![A-Za-z\\])([A-Za-z])((?:\s*prime)*)\s*\(([^()]{1,40})\)")
FUNCTIONS = frozenset("fghFGHPEpqLTVSRKN")
ABSOLUTE = re.compile(r"\|([^|]{1,40})\|")
FIXED_PRIME = re.compile(r"(?<=[A-Za-z])'+")
MINUS = re.compile(r"(?<=[\w)}|])\s*[-−]\s*(?=[\w\\({|])|(?<=[=(,<>])\s*[-−]\s*(?=[\w\\({])|^\s*[-−]\s*(?=[\w\\({])")
PRODUCT = re.compile(r"(?<=\d)(?=[A-Za-z])|(?<![A-Za-z\\])([A-Za-z])(?=[A-Za-z](?![A-Za-z]))")  # 2x, mc
WORDS = re.compile(rf"(\\(?:text|mathrm|operatorname)\s*{GROUP})")
# what formulas do not have: then the dollars are money
PROSE = re.compile(
    r"(?<![\\A-Za-z])(?!(?:sin|cos|tan|log|exp|max|min|mod|lim|gcd|det|dim|deg|arg)\b)[A-Za-z]{3,}|"
    r"(?<![\\A-Za-z])(?:to|or|of|in|is|he|it|at|on|by|we|an|as|so|if|no|me|my|up|do|go)(?![A-Za-z])"
)
NO_PROSE = re.compile(rf"{MATRIX.pattern}|\\[A-Za-z]+\s*\{{(?=[a-z]{{3,}}\*?\}})[a-z]{{3,}}\*?\}}")
POWERS = {"2": " squared", "3": " cubed", "\\circ": " degrees", "'": " prime", "\\prime": " prime", "T": " transpose"}
DEEPEST = 4  # braces inside braces
HAS_MATHS = re.compile(r"\\[A-Za-z]|[\^_=<>+]|^\s*[A-Za-z]\s*$|^\s*[A-Za-z]\([A-Za-z\d]\)\s*$")
FORMULA = (
    r"(?<![\\$\w])(\${1,2})(?=[^\s$])(?P<inside>[^$\n]{1,800}?)(?<=[^\s$\\])\1(?![\d$]|[a-z]{2})|"
    r"\\[(\[](?P<other>[^\n]{1,300}?)\\[)\]]"
)


def _formula(match: re.Match[str], language: str) -> str | None:
    inside = match["inside"] or match["other"]
    if not HAS_MATHS.search(inside) or PROSE.search(NO_PROSE.sub("", WORDS.sub("", inside))):
        return None  # "$5 and $6"
    return spoken(inside)


def spoken(formula: str) -> str:
    """In words, from the inside out."""
    formula = MATRIX.sub(" ", SET.sub(lambda m: f" {SETS[m[1]]} ", SPACING.sub(" ", formula)))
    formula = (
        ROW.sub(", ", formula).replace("&", " ").replace("\\{", "(").replace("\\}", ")").replace("\\%", " percent ")
    )
    parts = WORDS.split(formula)  # between formulas: words in a command, and those words again
    text = "".join(PRODUCT.sub(lambda m: f"{m[1] or ''} ", part) + f" {word or ''} " for part, word in _pairs(parts))
    text = FIXED_PRIME.sub(lambda m: " prime" if len(m.group()) == 1 else " double prime", text)
    for _ in range(DEEPEST):
        text = _inner(text)
    text = CALL.sub(_call, text)
    text = COMMAND.sub(lambda m: f" {SIGNS.get(m[1]) or m[1].lower()} ", text)
    text = WRAPPER.sub(" ", text)
    text = MINUS.sub(" minus ", ABSOLUTE.sub(lambda m: f" the absolute value of {m[1]} ", text))
    for sign, words in SPOKEN.items():
        text = text.replace(sign, words)
    return re.sub(r"\s+([,.)])", r"\1", " ".join(re.sub(r"[\\{}$&]", " ", text).split())).strip(" ,")


def _call(match: re.Match[str]) -> str:
    """f(x) is f of x, n(n + 1) is a product."""
    product = match[1] not in FUNCTIONS and not match[2] and re.search(r"[-+−]", match[3])
    return f"{match[1]}{match[2]} {'times the quantity' if product else 'of'} {match[3]} "


def _inner(text: str) -> str:
    """One step outwards: what stands in innermost braces."""
    text = FRACTION.sub(_fraction, text)
    text = CHOICE.sub(lambda m: f" {m[1]} choose {m[2]} ", text)
    text = ROOT.sub(_root, text)
    text = ACCENT.sub(lambda m: f" {ACCENTS[m[1]].format(m[2] or m[3])} ", text)
    text = LIMITS.sub(_limits, text)
    text = MODULO.sub(lambda m: f" mod {m[1]} ", text)
    text = POWER.sub(_power, text)
    return INDEX.sub(lambda m: f" sub {m[1] or m[2]} ", text)


def _pairs(parts: list[str]) -> list[tuple[str, str | None]]:
    """Each formula with the words after it."""
    return list(zip_longest(parts[::3], parts[2::3]))


def _limits(match: re.Match[str]) -> str:
    r"""\int_0^1 → the integral from 0 to 1 of."""
    name, before = BIG[match[1]]
    low, high = match[2] or match[3], match[4] or match[5]
    if match[1] == "lim":
        low = re.sub(r"\\(?:to|rightarrow)(?![A-Za-z])", " approaches ", low)
    until = f" to {high}" if high else ""
    before = before if high or before != "from" else "over"
    return f" {name} {before} {low}{until} of "


def _fraction(match: re.Match[str]) -> str:
    above, below = (match[1] or match[2]).strip(), (match[3] or match[4]).strip()
    if above.isdecimal() and below.isdecimal() and 1 < int(below) < 100:
        return f" {fraction(int(above), int(below))} "
    return f" {above} over {below} "


def _root(match: re.Match[str]) -> str:
    kind = {None: "the square root of", "3": "the cube root of"}.get(match[1]) or f"root {match[1]} of"
    return f" {kind} {match[2] or match[3]} "


def _power(match: re.Match[str]) -> str:
    power = (match[1] or match[2]).strip()
    return POWERS.get(power, f" to the {power} ") + " "


RULES = (rule("formula", FORMULA, _formula),)
