"""Which front end reads which writing: stretches of a text in letters that its own language does not use."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

KANA = "\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f"
HAN = "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
DEVANAGARI = "\u0900-\u0963\u0966-\u097f"
LATIN = "A-Za-zªºÀ-ÖØ-öø-ʯḀ-ỿⱠ-ⱿꜢ-ꟿ"
UNREAD = ""  # the language of a writing that nobody here reads: its letters are called by their names
# Ranges of characters → the language that reads them: one of ours, or one that only eSpeak has a voice for.
WRITINGS = {
    KANA + HAN: "ja", DEVANAGARI: "hi", "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af": "ko",
    "\u0400-\u052f\u1c80-\u1c8f": "ru", "\u0370-\u03ff\u1f00-\u1fff": "el", "\u0530-\u058f": "hy",
    "\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefc": "ar", "\u0590-\u05ff\ufb1d-\ufb4f": "he",
    "\u0e00-\u0e7f": "th", "\u10a0-\u10ff": "ka", "\u1200-\u139f": "am", "\u0980-\u09ff": "bn", "\u0a00-\u0a7f": "pa",
    "\u0a80-\u0aff": "gu", "\u0b00-\u0b7f": "or", "\u0b80-\u0bff": "ta", "\u0c00-\u0c7f": "te", "\u0c80-\u0cff": "kn",
    "\u0d00-\u0d7f": "ml", "\u0d80-\u0dff": "si", "\u1000-\u109f": "my",
    "\u0700-\u074f\u0780-\u08ff\u0e80-\u0fff\u13a0-\u1cff\u2c00-\u2c5f\ua000-\ua4cf\ua800-\uabff": UNREAD,
}  # fmt: skip
# Letters that tell a language apart from others in the same writing
TELLING = {
    "ru": (("[іїєґІЇЄҐ]", "uk"), ("[ўЎ]", "be"), ("[ђћџљњЂЋЏЉЊ]", "sr"), ("[ѓќѕЃЌЅ]", "mk")),
    "ar": (("[ٹڈڑںےھ]", "ur"), ("[پچژگکی]", "fa")),
}


@dataclass(frozen=True, slots=True)
class Stretch:
    """Characters of a text that one front end reads."""

    start: int
    end: int
    language: str


def _words(letters: str) -> str:
    """Words of these letters, with the marks inside them and the spaces after each."""
    spaces = "" if KANA in letters else r"\s"  # languages that write none change at a space
    return rf"[{letters}](?:[{letters}{spaces}\u0300-\u036f\u200c\u200d]|['’-](?=[{letters}]))*+\s*+"


READERS = tuple(WRITINGS.values())
FOREIGN = [f"(?P<w{number}>{_words(letters)})" for number, letters in enumerate(WRITINGS)]
# In Chinese, the Han before kana are taken for Chinese; between two kana they are Japanese.
KANA_WORDS = rf"(?P<w0>[{KANA}]++(?:[{HAN}]{{1,4}}[{KANA}]++)*+\s*+)"
KINDS = {"hi": [*FOREIGN, f"(?P<latin>{_words(LATIN)})"], "zh": [KANA_WORDS, *FOREIGN[1:]]}
HAS_KANA = re.compile(f"[{KANA}]")
HAN_WORDS = re.compile(_words(HAN))


@cache
def _pattern(language: str) -> re.Pattern[str]:
    """Compiled when a language is first read: that takes 8 ms each."""
    return re.compile("|".join(KINDS.get(language, FOREIGN)))


def stretches(text: str, language: str) -> Iterator[Stretch]:
    """The whole text, in order, each part with the language whose front end reads it."""
    done = 0
    for start, end, reader in _foreign(text, language):
        if start > done:
            yield Stretch(done, start, language)
        yield Stretch(start, end, reader)
        done = end
    if done < len(text):
        yield Stretch(done, len(text), language)


def han_apart(text: str) -> Iterator[Stretch]:
    """Japanese for eSpeak, whose Japanese voice knows no kanji: its Chinese voice has to read those."""
    done = 0
    for match in HAN_WORDS.finditer(text):
        if match.start() > done:
            yield Stretch(done, match.start(), "ja")
        yield Stretch(match.start(), match.end(), "zh")
        done = match.end()
    if done < len(text):
        yield Stretch(done, len(text), "ja")


def _foreign(text: str, language: str) -> Iterator[tuple[int, int, str]]:
    if text.isascii() and language != "hi":
        return
    for match in _pattern(language if language in KINDS else "").finditer(text):
        reader = _reader(match, language)
        if reader != language:
            yield match.start(), match.end(), reader


def _reader(match: re.Match[str], language: str) -> str:
    """Who reads words that are written in these letters."""
    if match.lastgroup == "latin":
        return "en-us"  # between Devanagari, words in Latin letters are nearly always English ones
    reader = READERS[int(str(match.lastgroup)[1:])]
    if reader == "ja" and language != "ja" and not HAS_KANA.search(match.group()):
        return "zh"
    for letters, other in TELLING.get(reader, ()):
        if re.search(letters, match.group()):
            return other
    return reader
