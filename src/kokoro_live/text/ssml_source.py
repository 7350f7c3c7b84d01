"""What stands around the elements of an SSML document: how one begins, and signs as people type them."""

import html
import re

LEAD = "\ufeff \t\r\n"  # may stand before a document
COMMENTS = r"(?:<!--(?:(?!-->).)*+-->\s*+)*+"  # nothing is gone back over
OPENING = re.compile(
    rf"[{LEAD}]*+(?:<\?xml[^<>]{{0,200}}\?>\s*+)?{COMMENTS}<(?:speak[\s>/]|!DOCTYPE\s+(?!html\b))", re.DOTALL
)
DECLARED = re.compile(r"<\?xml|<!DOCTYPE")
# An ampersand that stands for itself, or for one of HTML's signs: hand-written templates are full of them. While expat
# reads, another character of the same length keeps its place.
AMPERSAND = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)")
STAND_IN = "\uff06"
STANDING_IN = re.compile(rf"{STAND_IN}([A-Za-z]\w{{1,9}};)?")


def is_ssml(source: str) -> bool:
    """Whether it begins as only SSML does."""
    return OPENING.match(source) is not None


def own_sign(match: re.Match[str]) -> str:
    """What an ampersand begins, if it is one of HTML's signs."""
    sign = f"&{match[1]}" if match[1] else ""
    return meant if sign and (meant := html.unescape(sign)) != sign else f"&{match[1] or ''}"
