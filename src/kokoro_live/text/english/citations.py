"""Passages of books and laws: chapter and verse, sections and their paragraphs, cases, pages."""

import re

from kokoro_live.text.english.numbers import cardinal, digits, ordinal, pairs
from kokoro_live.text.rules import one_of, rule

BOOKS = {
    **{"Gen": "Genesis", "Ex": "Exodus", "Exod": "Exodus", "Lev": "Leviticus", "Num": "Numbers", "Deut": "Deuteronomy"},
    **{"Josh": "Joshua", "Judg": "Judges", "Sam": "Samuel", "Kgs": "Kings", "Chr": "Chronicles", "Chron": "Chronicles"},
    **{"Neh": "Nehemiah", "Ps": "Psalm", "Pss": "Psalms", "Prov": "Proverbs", "Eccl": "Ecclesiastes", "Isa": "Isaiah"},
    **{"Jer": "Jeremiah", "Lam": "Lamentations", "Ezek": "Ezekiel", "Dan": "Daniel", "Hos": "Hosea", "Mic": "Micah"},
    **{"Zech": "Zechariah", "Mal": "Malachi", "Matt": "Matthew", "Mt": "Matthew", "Mk": "Mark", "Lk": "Luke"},
    **{"Jn": "John", "Rom": "Romans", "Cor": "Corinthians", "Gal": "Galatians", "Eph": "Ephesians"},
    **{"Phil": "Philippians", "Col": "Colossians", "Thess": "Thessalonians", "Tim": "Timothy", "Tit": "Titus"},
    **{"Heb": "Hebrews", "Jas": "James", "Pet": "Peter", "Rev": "Revelation", "Q": "Quran"},
}
NAMES = (
    frozenset(BOOKS.values())
    | frozenset(
        "Esther Ezra Ruth Job Song Psalms Joel Amos Obadiah Jonah Nahum Habakkuk Zephaniah Haggai Acts Philemon Jude Wisdom "
        "Sirach Tobit Judith Baruch Maccabees Surah Sura Qur'an Koran Gita Nephi Alma Mosiah Ether Moroni Helaman".split()
    )
    | {"Song of Solomon", "Song of Songs"}
)
CHAPTERED = frozenset(BOOKS) - {
    "Q",
    "Mt",
    "Col",
    "Gen",
    "Num",
    "Rev",
    "Dan",
    "Ex",
    "Phil",
    "Tim",
    "Sam",
}  # others are words, too
BOOK = rf"(?P<book>(?:{one_of(BOOKS)})\b\.?|(?:{one_of(NAMES)})\b)"
VERSE = r"(?P<chapter>\d{1,3}):(?P<verse>\d{1,3})[ab]?"
LAWS_NAMED = {"Art": "Article", "Arts": "Articles", "Sec": "Section", "Reg": "Regulation", "Para": "Paragraph", "§": "section", "§§": "sections", "C.F.R": "C F R", "U.S.C": "U S C"}  # fmt: skip
PROCEDURES = {"Civ": "Civil", "Crim": "Criminal", "App": "Appellate"}
ITEM = re.compile(r"\(([^()]+)\)")
LAWS = "Art|Arts|Article|Articles|Sec|Section|Sections|Rule|Rules|Title|Clause|Reg|Regulation|Para|Paragraph|Schedule|Act|Part|Amendment|§§?|Code|C\\.F\\.R\\.|U\\.S\\.C\\."


def _passage(match: re.Match[str], language: str) -> str:
    """1 Cor. 13:4–7 → First Corinthians thirteen, four to seven."""
    short = match["book"].rstrip(".")
    number = f"{ordinal(int(match['number'])).capitalize()} " if match["number"] else ""
    chapter, verse = _chapter(match["chapter"]), _chapter(match["verse"])
    words = f"{number}{BOOKS.get(short, short)} {chapter} {verse}"
    if match["on"]:
        words += f" to {_chapter(match['on'])} {_chapter(match['until'])}"
    elif match["until"]:
        words = f"{number}{BOOKS.get(short, short)} {chapter}, {verse} to {_chapter(match['until'])}"
    return words + "".join(f", {cardinal(int(part))}" for part in re.findall(r"\d+", match["more"] or ""))


def _chapter(text: str) -> str:
    return pairs(text) if len(text) == 3 else cardinal(int(text))


def _whole_book(match: re.Match[str], language: str) -> str:
    """1 Corinthians; Ps. 23."""
    short = match["book"].rstrip(".")
    number = f"{ordinal(int(match['number'])).capitalize()} " if match["number"] else ""
    return number + BOOKS.get(short, short)


def _law(match: re.Match[str], language: str) -> str:
    """12(b)(6) → twelve B six."""
    number, items = match["number"], ITEM.findall(match["items"])
    first = pairs(number) if len(number) in (3, 4) else cardinal(int(number))
    first += f" {match['letter'].upper()}" if match["letter"] else ""
    law = LAWS_NAMED.get(match["law"].rstrip("."), match["law"])
    return f"{law} {first} {' '.join(_item(item) for item in items)}".lstrip()


def _item(text: str) -> str:
    if text.isdecimal():
        return cardinal(int(text))
    return text.upper() if len(text) == 1 else " ".join(text)  # ii is two letters in law


def _code(match: re.Match[str], language: str) -> str:
    """42 U.S.C. § 1983."""
    name = "sections" if match["sign"] == "§§" else "section"
    until = f" to {_section(match['until'])}" if match["until"] else ""
    return f"{name} {_section(match['number'])}{_lettered(match['letter'])}{until}"


def _lettered(text: str | None) -> str:
    """10b-5."""
    if not text:
        return ""
    letter, _, number = text.partition("-")
    return f" {letter.upper()}{f' dash {cardinal(int(number))}' if number else ''}"


def _section(text: str) -> str:
    if "." in text:
        whole, _, part = text.partition(".")
        return f"{_section(whole)} point {cardinal(int(part)) if part[0] != '0' else digits(part)}"
    return pairs(text) if len(text) in (3, 4) and text[-2:] != "00" else cardinal(int(text))


def _bill(match: re.Match[str], language: str) -> str:
    """H.R. 3684."""
    house = " ".join(char for char in match["house"] if char.isalpha())
    return f"{house} {pairs(match['number']) if len(match['number']) > 2 else cardinal(int(match['number']))}"


def _numbered(match: re.Match[str], language: str) -> str:
    """Table 4-2, No. 117-58."""
    name = {"Fig.": "Figure", "Figs.": "Figures", "Sec.": "Section", "": "number"}.get(match["name"], match["name"])
    number, part = match["number"], match["part"]
    letter = f"{number[0]} " if number[0].isalpha() else ""
    return f"{name} {letter}{_section(number.lstrip('ABCDEFGHIJKLMNOPQRSTUVWXYZ'))} dash {_section(part)}"


RULES = (
    rule("procedure", r"\bFed\.\sR\.\s(Civ|Crim|App)\.\sP\.", lambda m, _: f"Federal Rule of {PROCEDURES[m[1]]} Procedure"),
    rule("procedure", r"\bFed\.\sR\.\sEvid\.", "Federal Rule of Evidence"),
    rule("passage", rf"(?<![\w.])(?:(?P<number>[123])\s)?\b{BOOK}\s{VERSE}(?:\s?[–—-]\s?(?:(?P<on>\d{{1,3}}):)?(?P<until>\d{{1,3}})[ab]?)?(?P<more>(?:,\s?\d{{1,3}}(?![\d:]))*)(?!\d)", _passage),
    rule("passage", rf"(?<![\w.])(?P<number>[123])\s{BOOK}(?!\w)", _whole_book),
    rule("passage", rf"\b(?P<book>(?:{one_of(CHAPTERED)})\.|Pss?|Jn|Lk|Mk)(?P<number>)(?=\s\d)", _whole_book),
    rule("section", r"(?P<sign>§§?)\s?(?P<number>\d+(?:\.\d+)?)(?P<letter>[a-z](?:-\d{1,3})?(?!\w))?(?:\s?[–-]\s?(?P<until>\d+(?:\.\d+)?))?(?![\d(])", _code),
    rule("section", rf"\b(?P<law>(?:{LAWS})\.?|§)\s?(?P<number>\d{{1,4}})(?P<letter>[a-z](?!\w))?(?P<items>(?:\([A-Za-z\d]{{1,4}}\))+)", _law),
    rule("section", r"(?<![\w.])(?P<law>)(?P<number>\d{1,4})(?P<letter>(?!.))?(?P<items>(?:\([A-Za-z\d]{1,3}\)){2,})", _law),
    rule("section", r"(?<![\w)])(?P<items>(?:\([A-Za-z\d]{1,3}\)){2,})", lambda m, _: " ".join(_item(item) for item in ITEM.findall(m["items"]))),
    rule("section", r"\b(?P<law>Sections?|Sec\.)\s(?P<number>\d{3,4})(?![\w(]|[.,]\d|-\d)", lambda m, _: f"{LAWS_NAMED.get(m['law'].rstrip('.'), m['law'])} {_section(m['number'])}"),
    rule("section", r"(?<=and )(?P<number>\d{3,4})(?=\sof\sthe\s(?:Act|Code|Constitution|Rules|Regulations|Statute)\b)", lambda m, _: _section(m["number"])),
    rule("section", r"§§(?=\s?\d)", "sections"),
    rule("reporter", r"\bF\.\s?([23])d\b", lambda m, _: f"F {ordinal(int(m[1]))}"),
    rule("circuit", r"(?<=\dst\s|\dnd\s|\drd\s|\dth\s|.2d\s|.3d\s)Cir\.", "Circuit"),
    rule("bill", r"(?<![\w.])(?P<house>H\.\s?R\.|H\.\s?B\.|S\.\s?B\.|[HS]B|S\.)\s(?P<number>\d{1,4})\b(?![.,]\d)", _bill),
    rule("numbered", r"\b(?P<name>Table|Tables|Fig\.|Figs\.|Figure|Figures|Exhibit|Section|Sec\.|Chapter|Appendix|Form|Level)\s(?P<number>[A-Z]?\d{1,3})-(?P<part>\d{1,3})\b", _numbered),
    rule("numbered", r"\bNo\.\s(?P<name>)(?P<number>\d{1,4})-(?P<part>\d{1,5})\b", _numbered),
    rule("life", r"(?<=, )([bd])\.(?=\s[A-Z][a-z]{2}|\s\d)", lambda m, _: "born" if m[1] == "b" else "died"),
    rule("letters", r"(?<=\d)([A-H])\s?[–-]\s?([A-H])\b", lambda m, _: f" {m[1]} to {m[2]}"),
    rule("versus", r"(?<=[\w.)]\s)(?:vs\.(?=\s[A-Z\d])|v\.(?=\s[A-Z]))", "versus"),
)  # fmt: skip
