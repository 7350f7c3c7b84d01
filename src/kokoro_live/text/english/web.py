"""Addresses and names of the digital world: URLs, e-mail, paths, files, handles, tags, identifiers."""

import re

from kokoro_live.text.english.numbers import cardinal, digits, pairs, year
from kokoro_live.text.english.typed import DOMAINS, EXTENSIONS, KEYS
from kokoro_live.text.english.units import UNITS
from kokoro_live.text.rules import one_of, rule

MARKS = {
    **{".": "dot", "/": "slash", "-": "dash", "_": "underscore", "?": "question mark", "=": "equals", "&": "and"},
    **{
        "#": "hash",
        "%": "percent",
        ":": "colon",
        "+": "plus",
        "~": "tilde",
        "@": "at",
        "\\": "backslash",
        ",": "comma",
    },
}
SPELLED = frozenset(
    "www http https api url html css php cgi faq id pdf ssl ftp usb cpu gpu rss xml sql npm cdn uk irs nih fda epa usps "
    "uscis imdb espn abc nyu mit ucla ieee acm aws ibm cia fbi usa eu un nba nfl mlb nhl ncaa aarp aaa ada ceo hr it tv".split()
)
SAID = {"src": "source", "usr": "user", "tmp": "temp", "cfg": "config", "pkg": "package"}
PART = re.compile(r"[A-Z]?[a-z]+(?:'[a-z]+)?|[A-Z]+(?![a-z])|\d+|[^\sA-Za-z\d]")
LONG_NUMBER = 5  # digits from which a number in an address is read digit by digit


def spelled(text: str) -> str:
    """Letter by letter."""
    return " ".join(text.upper())


def address(text: str) -> str:
    """An address part by part, marks by their names."""
    return " ".join(word for part in PART.findall(text) if (word := _part(part)))


def _part(part: str) -> str:
    if part.isdecimal():
        return (
            digits(part)
            if len(part) >= LONG_NUMBER or part[0] == "0"
            else pairs(part)
            if len(part) == 4
            else cardinal(int(part))
        )
    if len(part) == 1 and part.isalpha():
        return part.upper()
    if part.lower() in SAID:
        return SAID[part.lower()]
    if part.lower() in SPELLED or (part.isalpha() and not re.search("[aeiouyAEIOUY]", part)):
        return spelled(part)
    return MARKS.get(part, part if part.isalpha() else "")


def _url(match: re.Match[str], language: str) -> str:
    bare = re.sub(r"^\w+://", "", match.group()).rstrip("/")
    host, slash, path = bare.partition("/")
    words = " ".join(filter(None, (_host(host), address(slash + path) if path else "")))
    return words or address(match.group())


def _host(host: str) -> str:
    name, colon, port = host.partition(":")
    if colon and not re.fullmatch(r"[0-9]{1,5}", port):  # `localhost:$PORT`, `user:secret@example.com`, `[::1]`
        return address(host)
    octets = re.fullmatch(r"(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})", name)
    words = " dot ".join(pairs(str(int(part))) for part in octets.groups()) if octets else address(name)
    return f"{words} port {_port(port)}" if colon else words


def _port(port: str) -> str:
    return cardinal(int(port)) if len(port) < 4 or port.endswith("000") else f"{_two(port[:-2])} {_two(port[-2:])}"


def _two(figures: str) -> str:
    return digits(figures) if figures[0] == "0" else cardinal(int(figures))


def _bare(match: re.Match[str], language: str) -> str | None:
    """A name with a dot is an address only if it looks like one: `example.com`, not `end.In`."""
    if match["tail"] is None and match["host"].split(".")[-1] not in SURE and not match["host"].startswith("www."):
        return None
    return _url(match, language)


def _keys(match: re.Match[str], language: str) -> str:
    return " ".join(KEYS.get(key, key) for key in match.group().split("+"))


SURE = frozenset("com org net io dev ai edu gov uk de eu app info tv fr".split())


def _ip(match: re.Match[str], language: str) -> str | None:
    if any(int(part) > 255 for part in match["host"].split(".")):
        return None
    words = _host(match["host"] + (match["port"] or ""))
    return words + (f" slash {cardinal(int(match['net']))}" if match["net"] else "")


def _file(match: re.Match[str], language: str) -> str:
    name, *extensions = match.group().split(".")
    stem = re.sub(r"\s+", " ", address(name).replace("underscore", "").replace("dash", "")).strip()
    return " dot ".join([stem, *(EXTENSIONS.get(part.lower()) or address(part) for part in extensions)])


def _path(match: re.Match[str], language: str) -> str:
    return re.sub(r"\s+", " ", address(match.group()).replace("underscore", "")).strip()


def _hashtag(match: re.Match[str], language: str) -> str:
    return f"hashtag {_identifier(match[1])}"


def _identifier(text: str) -> str:
    parts = [part for part in PART.findall(text) if part.isalnum()]
    return " ".join(year(int(part)) if re.fullmatch("(?:19|20)\\d\\d", part) else cardinal(int(part)) if part.isdecimal() and len(part) < LONG_NUMBER else
                    digits(part) if part.isdecimal() else part for part in parts)  # fmt: skip


EXTENSION = one_of(EXTENSIONS)
RULES = (
    rule("url", r"\b(?:https?|ftp|wss?|file)://[^\s<>\"'”’)\]]*[^\s<>\"'”’)\].,;:!?]", _url, re.I),
    rule("e-mail", r"\b[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+\b", lambda m, _: address(m.group())),
    rule("address", rf"(?<![\w@./-])(?P<host>(?:[a-z\d-]{{1,63}}\.){{1,5}}(?:{DOMAINS}))\b(?::\d+)?(?P<tail>/[\w./~%?=&#+-]*[\w/])?(?![\w@])", _bare),
    rule("address", r"(?<![\w@./-])(?:[a-z\d-]{1,63}\.){1,4}[a-z]{2,10}/[\w./~%?=&#+-]*[\w/]", _url),
    rule("address", r"(?<![\w@./-])www\.(?:[a-z\d-]{1,63}\.){1,4}[a-z]{2,10}\b", _url),
    rule("ip", r"(?<![\d.])(?P<host>\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})(?P<port>:\d{2,5})?(?:/(?P<net>\d{1,2}))?(?![\d.]\d|\d)", _ip),
    rule("path", r"(?<![\w./])(?:~|\.{1,2}|[A-Z]:)?(?:[/\\][\w.+-]*\w){2,}[/\\]?|(?<![\w./])(?:~|\.{1,2})/[\w.+-]*\w/?|(?<![\w./])/(?:usr|etc|var|home|tmp|opt|bin|dev)\b", _path),
    rule("path", rf"(?<![\w./])[\w-]+(?:/[\w-]+)+\.(?:{EXTENSION})\b", _path),
    rule("file", rf"(?<![\w./@])[\w-]*\w(?:\.(?:{EXTENSION}))+\b(?![\w/])", _file),
    rule("file", r"(?<![\w./@])\.(?:env|bashrc|zshrc|gitignore|npmrc|vimrc)\b", lambda m, _: f"dot {m.group()[1:]}"),
    rule("file", rf"(?<=\s)\.(?:{EXTENSION})\b", lambda m, _: f"dot {EXTENSIONS[m.group()[1:].lower()]}"),
    rule("keys", r"\b(?:Ctrl|Cmd|Alt|Shift|Opt|Option|Command|Control)(?:\+\w+)+\b", _keys),
    rule("hashtag", r"(?<![\w&])#(?=\w*[A-Za-z])(?!\d{1,4}[A-Z]?\b)(?![0-9a-fA-F]{6}\b)(\w+)", _hashtag),
    rule("handle", r"(?<![\w.])@([A-Za-z]\w*(?:\.\w+)*)", lambda m, _: f"at {address(m[1])}"),
    rule("identifier", r"\b[A-Za-z][A-Za-z\d]*(?:_[A-Za-z\d]+)+\b", lambda m, _: _identifier(m.group())),
    rule("identifier", r"\b[a-z]{2,}\d*(?:[A-Z][a-z\d]+){1,}\b(?=\()?", lambda m, _: None if m.group() in UNITS else _identifier(m.group())),
    rule("call", r"(?<=\w)\(\)", ""),
    rule("option", r"(?<=\s)--(?=[a-z])", "dash dash "),
    rule("option", r"(?:(?<=\s)|(?<=[A-Za-z,]\s\())-(?![Ia]\s[^-\n]{2,40}-(?:\W|$))(?=[A-Za-z](?:\s|,\s|\)|$))", "dash "),
)  # fmt: skip
