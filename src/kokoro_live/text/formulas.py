"""Formulas that stand on lines of their own, put on one line, so that sentences are not cut inside them."""

import re

from kokoro_live.traced_text import TracedText

ENVIRONMENTS = "equation|align|aligned|gather|gathered|multline|cases|split|eqnarray"
DISPLAYED = re.compile(
    rf"\$\$(?P<dollars>[^$]{{1,800}})\$\$|\\\[(?P<square>[^$]{{1,800}}?)\\\]|\\\((?P<round>[^$\n]{{1,300}}?)\\\)|"
    rf"\\begin\{{(?P<name>{ENVIRONMENTS})\*?\}}(?P<inside>[^$]{{1,800}}?)\\end\{{(?P=name)\*?\}}"
)
HAS_MATHS = re.compile(r"\\[A-Za-z]|[\^_=<>]|\d\s?[+*/]|^\s*\w\s*$")


def with_formulas_on_one_line(text: TracedText) -> TracedText:
    """$$…$$, \\[…\\] and their like as $…$, which marks of Markdown and ends of lines leave alone."""
    if "$$" not in text.text and "\\" not in text.text:
        return text
    return text.replaced(DISPLAYED, _inline)


def _inline(match: re.Match[str]) -> str | None:
    inside = next(part for part in match.group("dollars", "square", "round", "inside") if part)
    if not HAS_MATHS.search(inside):
        return None
    return f"${' '.join(inside.split())}$"
