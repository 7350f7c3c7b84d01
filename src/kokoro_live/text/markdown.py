"""Markdown, and the habits of chat models: marks taken away, words kept, blocks set apart.

Line by line and by ranges of characters to leave out, so that every character that stays knows where it stood.
"""

import html
import re
from collections.abc import Iterator
from itertools import pairwise

from kokoro_live.text.pause_tags import BLOCK
from kokoro_live.traced_text import TracedText

FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
UNDERLINE = re.compile(r"~{4,}\s*")  # of a heading, elsewhere
UNEVEN = 4  # characters that it may be longer or shorter
RULE = re.compile(r" {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,}|=+)$")
TABLE_RULE = re.compile(r" *\|?(?: *:?-{2,}:? *\|)+(?: *:?-{2,}:? *)?$")
LINE_START = re.compile(
    r"(?P<quote>(?: {0,3}> ?)*)(?P<head> {0,3}#{1,6}(?: +|$))?(?P<item> *(?:[-*+•] +(?:\[[ xX]\] +)?))?(?P<number> *\d{1,3}[.)] +)?"
)
HIDDEN = re.compile(
    r"<(?P<thought>think|thinking|reasoning)>|(?P<comment><!--)|<(?P<code>script|style)\b|^\[[^\]\n]{1,80}\]: +\S+.*$",
    re.MULTILINE | re.IGNORECASE,
)
TAG = re.compile(r"</?[A-Za-z][A-Za-z0-9-]*(?:\s[^<>\n]{0,400})?/?>")
CLOSING = re.compile(r"</([A-Za-z][A-Za-z0-9-]*)>")
ENTITY = re.compile(r"&(?:[A-Za-z]{2,10}|#\d{1,6}|#x[0-9A-Fa-f]{1,5});")
CITATION = re.compile(
    r"\s?(?:\[\^?[1-9]\d{0,2}(?:\s?[,–-]\s?\d{1,3})*\](?!\(|\s*=|[.\[][A-Za-z_])|\[\^[\w-]{1,20}\]|【[^】\n]{1,80}】)"
)
NEAR = 40  # characters
NO_SOURCE = re.compile(r"[=({<>+*]$|(?<!\w)(?:[A-Z]{4,}|[A-Za-z]+_\w*)$")
IMAGE_OR_LINK = re.compile(
    r"!?\[(?P<text>[^\]\n]{0,400})\](?:\((?P<to>[^()\s]{0,2000}(?:\s+\"[^\"\n]*\")?)\)|\[[^\]\n]{0,80}\])"
)
AUTOLINK = re.compile(r"<(?:https?://|mailto:)[^<>\s]{1,500}>")
CODE = re.compile(r"(`{1,2})(?!`)([^`\n]{1,300})\1(?!`)")
EMPHASIS = tuple(
    re.compile(rf"(?<![\w{mark[-1]}\\])({mark})(?=\S)([^\n]{{1,400}}?)(?<=\S)({mark})(?![\w{mark[-1]}])")
    for mark in (r"\*\*\*", r"\*\*", "__", r"\*", "_", "~~", "==")
)
LOWERED = re.compile(r"(?<=\w)~(\w{1,4})~(?!~)")  # H~2~O
RAISED = re.compile(r"(?<=\w)\^(\w{1,4})\^")  # x^2^
ACTION = re.compile(r"(?<![\w*\\])\*(?=[^\s*])[^*\n]{1,200}(?<=[^\s*])\*(?![\w*])[ \t]?")
ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+.!|>~-])")
TAGS = "a|abbr|b|blockquote|br|code|del|details|div|em|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|s|samp|small|span|strong|sub|summary|sup|table|td|th|tr|u|ul|var"  # fmt: skip
KNOWN_TAG = re.compile(rf"(?:{TAGS}|html|head|body|title|main|section|article|header|footer|nav|label|input|button|form|font|center|big|tt|cite|dfn|dl|dt|dd|q|s|strike|time|thead|tbody|tfoot|col|caption|figure|figcaption|video|audio|source|iframe|svg|path|meta|link|base|wbr|ruby|rt|rp|think|thinking|reasoning)", re.IGNORECASE)  # fmt: skip
SIGNS = re.compile(
    rf"</?(?:{TAGS})(?:\s[^<>\n]{{0,200}})?/?>|&(?:amp|nbsp|lt|gt|quot|apos|mdash|ndash|hellip|copy|pound|euro|#\d{{2,5}});|(?<![\w~])~~\S|"
    r"^ *[-*+] \[[ xX]\] \S|!\[[^\]\n]*\]\(|  \n|"
    r"^ {0,3}#{1,6} \S|^ {0,3}(?:```|~~~)|\]\([^\s()]+\)|(?<![\w*])\*\*\S|^ *\|[^|\n]*\|.*\n *\|? *:?-{2,}|"
    r"^ {0,3}> \S|(?:^ *[-*+] \S.*\n){2}|<think>|【|(?<!\w)\*\S[^*\n]{0,80}\*(?!\w)|(?<!`)`[^`\n]+`(?!`)|\[\^?[1-9]\d{0,2}\](?!\s?=|[.\[][A-Za-z_])",
    re.MULTILINE,
)


def is_markdown(text: str) -> bool:
    """Whether it looks so: only by signs that hardly anything else has."""
    return SIGNS.search(text) is not None


def without_marks(text: TracedText, skips_actions: bool = False) -> TracedText:
    """What a reader would read out; without what somebody does meanwhile (*smiles*), if that is not wanted."""
    text = text.without(_hidden(text.text))
    if skips_actions:
        text = text.without(match.span() for match in ACTION.finditer(text.text))
    lines = TracedText.joined(_lines(text))
    return _inline(lines)


def _hidden(text: str) -> Iterator[tuple[int, int]]:
    """What no reader sees. A thought need not end; a comment that does not is none."""
    done = 0
    endless: set[str] = set()  # what was looked for to the end of the text in vain
    for match in HIDDEN.finditer(text):
        name = (match["thought"] or match["code"] or match["comment"] or "").lower()
        if match.start() < done or name in endless:
            continue
        done = _closed(text, match, name) if name else match.end()
        if not done:
            endless.add(name)
            continue
        yield match.start(), done


def _closed(text: str, opening: re.Match[str], name: str) -> int:
    """Where it ends; 0 if it does not."""
    closing = re.compile("-->" if opening["comment"] else f"</{name}>", re.IGNORECASE).search(text, opening.end())
    if closing:
        return closing.end()
    return len(text) if opening["thought"] else 0


def _lines(text: TracedText) -> Iterator[TracedText]:
    """Line by line without their marks; code blocks are left out."""
    fence = above = ""
    start = 0
    for line in text.text.split("\n"):
        end = start + len(line)
        mark = FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence) and not line[mark.end() :].strip():
                fence = ""
        elif mark and UNDERLINE.fullmatch(line) and above and abs(len(line) - len(above)) < UNEVEN:
            yield _break(text, start)
        elif mark:
            fence = mark[1]
            yield _break(text, start)
        elif RULE.fullmatch(line) or TABLE_RULE.fullmatch(line):
            yield _break(text, start)
        else:
            yield from _line(text, line, start)
        above = line.strip()
        if end < len(text):
            yield text[end : end + 1]
        start = end + 1


def _line(text: TracedText, line: str, start: int) -> Iterator[TracedText]:
    opening = LINE_START.match(line)
    assert opening  # it matches nothing, too
    head, item, number = opening["head"], opening["item"], opening["number"]
    first = opening.start("number") if number else opening.end()
    last = len(line)
    if head:
        last = max(first, _head_end(line))
    if head or item or number:
        yield _break(text, start)
    if line.count("|") >= 2 and line.strip().startswith("|"):
        yield _break(text, start)
        yield from _cells(text, line, start)
    else:
        yield text[start + first : start + last]
    if head:
        yield _break(text, start)


def _head_end(line: str) -> int:
    """Where a heading ends, without the marks that may close it."""
    shown = line.rstrip()
    words = shown.rstrip("#")
    return len(words.rstrip()) if words[-1:].isspace() else len(shown)


def _cells(text: TracedText, line: str, start: int) -> Iterator[TracedText]:
    """A row of a table: its cells with commas between."""
    cells = [m for m in re.finditer(r"(?:[^|\\]|\\.)+", line) if m.group().strip()]
    for number, cell in enumerate(cells):
        yield text[start + cell.start() : start + cell.end()].stripped()
        if number + 1 < len(cells):
            yield _inserted(text, start + cell.end(), ", ")


def _break(text: TracedText, place: int) -> TracedText:
    return _inserted(text, place, BLOCK)


def _inserted(text: TracedText, place: int, what: str) -> TracedText:
    at = text.starts[place] if place < len(text) else (text.ends[-1] if len(text) else 0)
    return TracedText.inserted(what, at)


def _inline(text: TracedText) -> TracedText:
    text = text.replaced(AUTOLINK, lambda match: match.group()[1:-1].removeprefix("mailto:"))
    text = text.without(match.span() for match in CITATION.finditer(text.text) if _cites(match))
    text = text.without(_link_marks(text.text))
    text = text.without(
        span for match in CODE.finditer(text.text) for span in (match.span(1), (match.end(2), match.end()))
    )
    text = text.replaced(LOWERED, lambda match: match[1]).replaced(RAISED, lambda match: f"^{match[1]}")
    closed = {match[1].lower() for match in CLOSING.finditer(text.text)}
    text = text.replaced(TAG, lambda match: _without_tag(match, closed))
    for emphasis in EMPHASIS:
        text = text.without(span for match in emphasis.finditer(text.text) for span in (match.span(1), match.span(3)))
    text = text.without((match.start(), match.start() + 1) for match in ESCAPE.finditer(text.text))
    return text.replaced(ENTITY, lambda match: html.unescape(match.group()))


def _cites(match: re.Match[str]) -> bool:
    """[2, 3] after words; no list of numbers and no place in one: x = [1, 2], ARGV[1], [2, 1]."""
    before = match.string[max(0, match.start() - NEAR) : match.start() + 1].rstrip("[ ")
    figures = [int(figure) for figure in re.findall(r"\d+", match.group())]
    return "^" in match.group() or not (NO_SOURCE.search(before) or any(a >= b for a, b in pairwise(figures)))


def _link_marks(text: str) -> Iterator[tuple[int, int]]:
    for match in IMAGE_OR_LINK.finditer(text):
        yield match.start(), match.start("text")
        yield match.end("text"), match.end()


def _without_tag(match: re.Match[str], closed: set[str]) -> str | None:
    """None for what only stands in such brackets: <username> said, open <file name>."""
    tag = match.group()
    if _is_block(tag):
        return BLOCK
    name = tag.strip("</>").split()[0].lower()
    markup = KNOWN_TAG.fullmatch(name) or name in closed or "=" in tag or tag.endswith("/>") or tag.startswith("</")
    return "" if markup else None


def _is_block(tag: str) -> bool:
    return re.match(r"</?(?:br|p|div|li|ul|ol|h[1-6]|tr|table|blockquote)\b", tag, re.IGNORECASE) is not None
