"""Prose out of files: paragraphs of books, web pages, documentation, dialogues and treebanks."""

import html as entities
import json
import re
from collections.abc import Iterator

BLOCK = re.compile(r"<(?:p|li|dd|h[1-4]|title)\b[^>]*>(.*?)</(?:p|li|dd|h[1-4]|title)>", re.S | re.I)
TAG = re.compile(r"<[^>]+>")
DROPPED = re.compile(r"<(script|style|pre|code|svg|head)\b.*?</\1>", re.S | re.I)
CODE = re.compile(r"^(?:```|~~~).*?^(?:```|~~~)[^\n]*$|\{\{.*?\}\}|\{%.*?%\}|<!--.*?-->", re.S | re.M)
FRONT = re.compile(r"\A---\n.*?\n---\n", re.S)
LINK = re.compile(r"!?\[([^\]\[]*)\]\([^)]*\)|!?\[([^\]\[]*)\]\[[^\]]*\]")
MARKS = re.compile(r"^\s*(?:[-*+>#|]+|\d+[.)])\s+", re.M)
QUOTED = re.compile(r'["`]((?:[^"`\\]|\\.){25,})["`]')


def matches(pattern: str, name: str) -> bool:
    """Whether a document is one that is read."""
    return re.fullmatch(pattern, name) is not None


def lines(text: str) -> Iterator[str]:
    """One paragraph a line."""
    for line in text.splitlines():
        yield line.strip()


def paragraphs(text: str) -> Iterator[str]:
    """Paragraphs with an empty line between them."""
    for block in re.split(r"\n\s*\n", text):
        yield " ".join(block.split())


def html(text: str) -> Iterator[str]:
    """Paragraphs, lists and headings of a web page or a book."""
    for block in BLOCK.findall(DROPPED.sub(" ", text)):
        yield " ".join(entities.unescape(TAG.sub("", block)).replace("\u2060", "").split())


def markdown(text: str) -> Iterator[str]:
    """Prose of a documentation page."""
    text = CODE.sub("\n\n", FRONT.sub("", text))
    text = LINK.sub(lambda match: match[1] or match[2] or "", text)
    for block in re.split(r"\n\s*\n|\n(?=\s*(?:[-*+#>]|\d+\.)\s)", text):
        plain = TAG.sub("", MARKS.sub("", block)).replace("`", "").replace("**", "").replace("\\", "")
        if "|" not in plain and "{" not in plain:
            yield " ".join(plain.split())


def treebank(text: str) -> Iterator[str]:
    """Sentences of a CoNLL-U file."""
    for line in text.splitlines():
        if line.startswith("# text = "):
            yield line.removeprefix("# text = ")


def utterances(text: str) -> Iterator[str]:
    """Turns of dialogues in JSON."""
    for said in re.findall(r'"(?:text|utterance)": "((?:[^"\\]|\\.){12,})"', text):
        yield json.loads(f'"{said}"')


def table(text: str) -> Iterator[str]:
    """Wikipedia's sentences, whose marks stand apart from the words."""
    for line in text.splitlines():
        yield _joined(line.split("\t")[0])


def quoted(text: str) -> Iterator[str]:
    """What a game's data say between quotation marks."""
    for said in QUOTED.findall(text):
        yield re.sub(r"\\[nt]|\\", " ", said)


def values(text: str) -> Iterator[str]:
    """Every longer string of a JSON document."""
    for said in re.findall(r'"text": "((?:[^"\\]|\\.){30,})"', text):
        yield from re.split(r"<br>|;|--", TAG.sub("", json.loads(f'"{said}"')))


def glosses(text: str) -> Iterator[str]:
    """Examples of a dictionary."""
    yield from re.findall(r'; "([^"]{20,})"', text)


def fortunes(text: str) -> Iterator[str]:
    """Sayings with a line of "%" between them."""
    for saying in re.split(r"\n%\n", text):
        if "\x1b" not in saying and not re.search(r"[|_]{2}|\.\.\.\.\.| {6}", saying):
            yield " ".join(re.sub(r"\t+--.*", "", saying, flags=re.S).split())


def speeches(text: str) -> Iterator[str]:
    """Speeches with one paragraph a line, or lines with an empty one between paragraphs."""
    yield from (" ".join(block.split()) for block in re.split(r"\n\s*\n", text.replace("\r", "")))


def _joined(text: str) -> str:
    """Words and marks as they are written."""
    text = re.sub(r"``\s*|''\s?(?=\w)", '"', text.replace(" ''", '"'))
    text = re.sub(r" ([.,;:!?%)\]])", r"\1", text)
    text = re.sub(r"([(\[$]) ", r"\1", text)
    return re.sub(r" ('(?:s|re|ve|ll|d|m|t)|n't)\b", r"\1", text).strip()
