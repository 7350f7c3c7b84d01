"""Pronunciations that somebody wrote down: shipped < project < user < request.

A file has lines of `language, word, pronunciation, flags`, separated by tabs (.tsv) or commas (.csv), or is a JSON list
of objects with those names (lang, grapheme, phoneme, flags). A pronunciation is /IPA/, {Kokoro's own symbols}, or
simply how it sounds in ordinary spelling.
"""

import csv
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from kokoro_live.errors import BadOption, LexiconError
from kokoro_live.phonemes import espeak
from kokoro_live.phonemes.alphabet import LANGUAGES, TOKEN_IDS, is_audible
from kokoro_live.records import Script, Span, TracedText, fenced

LETTERS = r"[^\W_][^\W_\u0300-\u036f]*(?:[\u0300-\u036f]+[^\W_]*)*"
WORD = re.compile(rf"{LETTERS}(?:['’.&+]{LETTERS})*[+#]*")
LONGEST = 200  # characters of a word or of its pronunciation
MOST_IN_REQUEST = 100
ANY = "*"
NAMED = {ANY, *LANGUAGES, *(language.partition("-")[0] for language in LANGUAGES)}  # what an entry may be for
FLAGS = frozenset({"case"})  # case: only when spelled exactly so
COLUMNS = ("lang", "grapheme", "phoneme", "flags")
PEOPLE = {"\u0361": "", "\u035c": "", ".": "", "g": "ɡ", "ɫ": "l", "ɝ": "ɜːɹ", "'": "ˈ", ":": "ː"}
PAIRS = re.compile("(?=aɪ|aʊ|eɪ|oʊ|əʊ|ɔɪ|tʃ|dʒ)(.)(.)")
STRESSED = re.compile("([ˈˌ])([^aeiouyæɑɒɐəɚɛɜɪɨɔʊʌœøɯɤᵻˈˌ ]+)")  # eSpeak marks the vowel, people the syllable
OWN = frozenset("AIOQWYᵊ")  # symbols of Kokoro's that IPA does not have; people write them between slashes, too
POSSESSIVE = ("'s", "’s")


@dataclass(frozen=True, slots=True)
class Entry:
    """One word, or several, and how they are said."""

    language: str  # ours, the part before its hyphen ("en"), or * for all
    grapheme: str
    phoneme: str  # as it was written
    exactly: bool = False  # only in this spelling

    @property
    def sounds_like(self) -> str | None:
        """Ordinary spelling to read instead, if that is what was written."""
        return None if self.phoneme[0] in "/{" else self.phoneme

    def phonemes(self, language: str) -> str:
        """In Kokoro's alphabet."""
        return phonemes_given(self.phoneme, language)


def phonemes_given(written: str, language: str) -> str:
    """/IPA/ or {Kokoro's own symbols} in Kokoro's alphabet."""
    inside = written[1:-1]
    if written[0] == "{" or (OWN & set(inside) and set(inside) <= set(TOKEN_IDS)):
        return inside
    return espeak.kokoro_symbols(_as_espeak_writes(inside), language)


def _as_espeak_writes(ipa: str) -> str:
    """People write ties, syllables and a few sounds differently."""
    for old, new in PEOPLE.items():
        ipa = ipa.replace(old, new)
    return STRESSED.sub(r"\2\1", PAIRS.sub(r"\1^\2", ipa))


def entry(language: str, grapheme: str, phoneme: str, flags: str = "") -> Entry:
    """Checked; an error says what is wrong with it."""
    language, grapheme, phoneme = language.strip().lower() or ANY, grapheme.strip(), phoneme.strip()
    if language not in NAMED:
        raise LexiconError(f"no language {language!r}; there are: {', '.join(sorted(NAMED))}")
    wrong = [flag for flag in flags.split() if flag not in FLAGS]
    if wrong:
        raise LexiconError(f"no flag {wrong[0]!r}; there is: {', '.join(sorted(FLAGS))}")
    if not WORD.match(grapheme) or len(grapheme) > LONGEST:
        raise LexiconError(f"{grapheme[:40]!r} is not a word, or too long")
    if not phoneme or len(phoneme) > LONGEST:
        raise LexiconError(f"{grapheme!r} has no pronunciation, or one that is too long")
    closing = {"/": "/", "{": "}"}.get(phoneme[0])
    if closing and (len(phoneme) < 3 or phoneme[-1] != closing):
        raise LexiconError(f"{grapheme!r}: {phoneme!r} must end with {closing}")
    if not closing and not any(char.isalnum() for char in phoneme):
        raise LexiconError(f"{grapheme!r}: nothing in {phoneme!r} can be said")
    made = Entry(language, grapheme, phoneme, "case" in flags.split())
    if closing and not is_audible(made.phonemes("en-us")):
        raise LexiconError(f"{grapheme!r}: no symbol in {phoneme!r} can be said")
    if phoneme[0] == "{" and (unknown := set(phoneme[1:-1]) - set(TOKEN_IDS)):
        raise LexiconError(f"{grapheme!r}: {''.join(sorted(unknown))!r} is not in Kokoro's alphabet")
    return made


def read(path: Path) -> list[Entry]:
    """The entries of a file; the first mistake is named with its line."""
    try:
        text = path.read_text("utf-8-sig")  # some editors put a mark before it
    except (OSError, ValueError) as error:
        raise LexiconError(f"{path} cannot be read: {error}") from error
    return list(_entries(text, path.suffix.lower(), str(path)))


def _entries(text: str, kind: str, name: str) -> Iterator[Entry]:
    rows = _objects(text, name) if kind == ".json" else _rows(text, "," if kind == ".csv" else "\t", name)
    for number, row in rows:
        try:
            yield entry(*row)
        except LexiconError as error:
            raise LexiconError(f"{name}, {'entry' if kind == '.json' else 'line'} {number}: {error}.") from None


def _rows(text: str, separator: str, name: str) -> Iterator[tuple[int, list[str]]]:
    lines = text.splitlines()
    reader = csv.reader(lines) if separator == "," else csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    try:
        yield from _checked(reader, name)
    except csv.Error as error:
        raise LexiconError(f"{name}, line {reader.line_num}: {error}.") from None


def _checked(reader: Any, name: str) -> Iterator[tuple[int, list[str]]]:
    for row in reader:
        cells = [cell.strip() for cell in row]
        if not any(cells) or cells[0].startswith("#") or tuple(cells[:3]) == COLUMNS[:3]:
            continue
        if not 3 <= len(cells) <= 4:
            raise LexiconError(
                f"{name}, line {reader.line_num}: language, word, pronunciation, flags; not {len(cells)} columns."
            )
        yield reader.line_num, cells


def _objects(text: str, name: str) -> Iterator[tuple[int, list[str]]]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise LexiconError(f"{name} is not JSON: {error}.") from None
    for number, item in enumerate(found if isinstance(found, list) else [found], 1):
        if not isinstance(item, dict):
            raise LexiconError(f"{name}, entry {number}: not an object.")
        values = [item.get(column) or "" for column in COLUMNS]
        if isinstance(values[3], list):
            values[3] = " ".join(map(str, values[3]))
        if not all(isinstance(value, str) for value in values):
            raise LexiconError(f"{name}, entry {number}: {', '.join(COLUMNS)} must be texts.")
        yield number, values


def requested(given: Mapping[str, Any], language: str) -> tuple[Entry, ...]:
    """Of a request: {"word": "pronunciation"}."""
    if len(given) > MOST_IN_REQUEST:
        raise BadOption(f"A request may bring {MOST_IN_REQUEST} pronunciations at the most.", "lexicon")
    try:
        return tuple(entry(language, str(word), said if isinstance(said, str) else "") for word, said in given.items())
    except LexiconError as error:
        raise BadOption(f"lexicon: {error}.", "lexicon") from None


def _key(word: str) -> str:
    """Under which it is found: whatever its case, its apostrophes and how its accents are written."""
    return unicodedata.normalize("NFC", word).replace("’", "'").lower()


class Lexicon:
    """Entries by word; later ones win."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._entries: dict[str, list[Entry]] = {}
        self._longest = 0
        tails = {""}  # what entries have after their last word: "Dr.", "Yahoo!"
        for one in entries:
            self._entries.setdefault(_key(one.grapheme), []).insert(0, one)
            words = list(WORD.finditer(one.grapheme))
            self._longest = max(self._longest, len(words))
            tails.add(one.grapheme[words[-1].end() :])
        self._tails = sorted(tails, key=len, reverse=True)

    def __len__(self) -> int:
        return sum(map(len, self._entries.values()))

    def found(self, text: str, language: str) -> Iterator[tuple[int, int, Entry]]:
        """Where entries stand in a text, the longest first, none over another."""
        words = list(WORD.finditer(text)) if self._longest else []
        at = 0
        while at < len(words):
            for count in range(min(self._longest, len(words) - at), 0, -1):
                start, end = words[at].start(), words[at + count - 1].end()
                if (one := self._lookup(text, start, end, language)) is not None:
                    yield start, one[0], one[1]
                    at += count
                    break
            else:
                at += 1

    def _lookup(self, text: str, start: int, end: int, language: str) -> tuple[int, Entry] | None:
        """Where what has an entry ends, and the entry."""
        ends = [end + len(tail) for tail in self._tails if text.startswith(tail, end)]
        ends += [end - len(ending) for ending in POSSESSIVE if text.endswith(ending, start, end)]
        for last in ends:
            word = text[start:last]
            if (found := self._entries.get(_key(word))) is not None:
                for kind in (language, language.partition("-")[0], ANY):
                    for one in found:
                        if one.language == kind and (not one.exactly or one.grapheme == word):
                            return last, one
        return None

    def marked(self, script: Script, language: str) -> Script:
        """With these words set apart before any rule can take "GPT-4" for a number or "kg" for a unit."""
        text, directions = script.text, script.directions
        pieces: list[TracedText] = []
        given: list[tuple[Span, str]] = []
        done = 0
        for start, end, one in self.found(text.text, language):
            pieces.append(text[done:start])
            if one.sounds_like:
                pieces.append(text.rewritten(start, end, one.sounds_like))
            else:
                pieces += fenced([text[start:end]])
                given.append((text.span(start, end), one.phoneme))
            done = end
        if not pieces:
            return script
        return Script(TracedText.joined([*pieces, text[done:]]), replace(directions, looked_up=tuple(given)))

    def respelled(self, text: TracedText, language: str) -> TracedText:
        """With what sounds like something else spelled so."""
        pieces: list[TracedText] = []
        done = 0
        for start, end, one in self.found(text.text, language):
            if one.sounds_like:
                pieces += [text[done:start], text.rewritten(start, end, one.sounds_like)]
                done = end
        return TracedText.joined([*pieces, text[done:]]) if pieces else text

    def said(self, text: str, language: str) -> list[tuple[int, int, str]]:
        """Ranges whose phonemes are given."""
        found = self.found(text, language)
        return [(start, end, one.phonemes(language)) for start, end, one in found if not one.sounds_like]


@cache
def shipped() -> tuple[Entry, ...]:
    """What comes with the program: brands and technical words that front ends get wrong."""
    text = resources.files(__package__).joinpath("lexicons", "default.tsv").read_text("utf-8")
    return tuple(_entries(text, ".tsv", "default.tsv"))


class Files:
    """Lexicons on disk, read again when they change."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self._paths = tuple(paths)  # later ones win
        self._stamp: tuple[object, ...] | None = None
        self._entries: tuple[Entry, ...] = ()
        self._lexicon: tuple[tuple[Entry, ...], Lexicon] | None = None  # and of which own entries it was made

    def lexicon(self, further: tuple[Entry, ...] = ()) -> Lexicon:
        """All of them, the shipped ones first, and further ones, which win."""
        own, known = self.own(), self._lexicon
        if further:
            return Lexicon((*shipped(), *own, *further))
        if known is None or known[0] is not own:
            self._lexicon = known = (own, Lexicon((*shipped(), *own)))
        return known[1]

    def entries(self) -> tuple[Entry, ...]:
        """All of them, the shipped ones first."""
        return (*shipped(), *self.own())

    def own(self) -> tuple[Entry, ...]:
        """Without the shipped ones."""
        stamp = tuple(_stamp(path) for path in self._paths)
        if stamp != self._stamp:
            self._entries = tuple(one for path in self._paths if path.is_file() for one in read(path))
            self._stamp = stamp
        return self._entries


def _stamp(path: Path) -> object:
    try:
        facts = path.stat()
    except OSError:
        return None
    return facts.st_mtime_ns, facts.st_size
