"""What stands around a match: the only place where rules look further than what they match."""

import re

from kokoro_live.text.english.tables import NOT_PLURAL, PLURAL_NOUNS

NEAR = 60  # characters; no rule looks further, so that none takes longer than it should
WORD = re.compile(r"[A-Za-z][A-Za-z'’]*")


def british(language: str) -> bool:
    """Whether it is read the British way."""
    return language == "en-gb"


def text_before(match: re.Match[str], characters: int = NEAR) -> str:
    """What stands right before the match."""
    return match.string[max(0, match.start() - characters) : match.start()]


def text_around(match: re.Match[str]) -> str:
    """The match, and what stands near it on both sides."""
    return match.string[max(0, match.start() - NEAR) : match.end() + NEAR]


def word_before(match: re.Match[str]) -> str:
    """The word that ends right before the match, without its full stop."""
    near = text_before(match).rstrip(" \"'“‘(")
    word = re.search(r"([A-Za-z][A-Za-z'’]*)[.]?$", near)
    return word[1] if word else ""


def words_before(match: re.Match[str], count: int) -> list[str]:
    """The last words before the match, nearest last."""
    near = text_before(match)
    return WORD.findall(near)[-count:]


def word_after(match: re.Match[str]) -> str:
    """The word that begins right after the match."""
    word = re.match(r"[\s-]*([A-Za-z][A-Za-z'’]*)", match.string[match.end() : match.end() + NEAR])
    return word[1] if word else ""


def is_plural(word: str) -> bool:
    """Whether a word looks like several of a thing."""
    likely = len(word) > 3 and word.islower() and word.endswith("s") and not word.endswith(("ss", "us", "is"))
    return likely and word not in NOT_PLURAL


def is_counted(word: str) -> bool:
    """Whether a word can be counted: people, miles, users."""
    return word.lower() in PLURAL_NOUNS or is_plural(word)


def full_stop(match: re.Match[str]) -> str:
    """The stop of a short form also ends the sentence that it is the last word of."""
    return "." if match.group().endswith(".") and not match.string[match.end() :].strip(" \"'”’)") else ""


def character_before(match: re.Match[str]) -> str:
    """The character before the match; a space at the beginning."""
    return match.string[match.start() - 1 : match.start()] or " "


def character_after(match: re.Match[str]) -> str:
    """The character after the match, or nothing."""
    return match.string[match.end() : match.end() + 1]
