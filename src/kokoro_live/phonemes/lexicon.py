"""Pronunciations that somebody wrote down, and where they stand in a text.

A pronunciation is /IPA/, {Kokoro's own symbols}, or simply how it sounds in ordinary spelling.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kokoro_live.errors import BadOption, LexiconError
from kokoro_live.phonemes import espeak
from kokoro_live.phonemes.alphabet import LANGUAGES, TOKEN_IDS, is_audible
from kokoro_live.records import Script
from kokoro_live.traced_text import Span, TracedText, fenced

LETTERS = r"[^\W_][^\W_\u0300-\u036f]*(?:[\u0300-\u036f]+[^\W_]*)*"
WORD = re.compile(rf"{LETTERS}(?:['’.&+]{LETTERS})*[+#]*")
LONGEST = 200  # characters of a word or of its pronunciation
MOST_WORDS = 8  # of one entry
LONGEST_TAIL = 3  # characters after its last word, as in "Dr." or "Yahoo!"
MOST_IN_REQUEST = 100
ANY = "*"
NAMED = {ANY, *LANGUAGES, *(language.partition("-")[0] for language in LANGUAGES)}  # what an entry may be for
FLAGS = frozenset({"case"})  # case: only when spelled exactly so
PEOPLE = {"\u0361": "", "\u035c": "", ".": "", "g": "ɡ", "ɫ": "l", "ɝ": "ɜːɹ", "'": "ˈ", ":": "ː"}
PAIRS = re.compile("(?=aɪ|aʊ|eɪ|oʊ|əʊ|ɔɪ|tʃ|dʒ)(.)(.)")
STRESSED = re.compile("([ˈˌ])([^aeiouyæɑɒɐəɚɛɜɪɨɔʊʌœøɯɤᵻˈˌ ]+)")  # eSpeak marks the vowel, people the syllable
OWN = frozenset("AIOQWYᵊ")  # symbols of Kokoro's that IPA does not have; people write them between slashes, too
POSSESSIVE = ("'s", "’s")
POSSESSIVE_KEYS = ("'s",)
OFTEN = 512  # words between two looks at whether anybody still waits


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
    words = list(WORD.finditer(grapheme))
    if len(words) > MOST_WORDS or len(grapheme) - words[-1].end() > LONGEST_TAIL:
        raise LexiconError(f"{grapheme[:40]!r} is too long: {MOST_WORDS} words, {LONGEST_TAIL} marks after the last")
    if not phoneme or len(phoneme) > LONGEST:
        raise LexiconError(f"{grapheme!r} has no pronunciation, or one that is too long")
    closing = {"/": "/", "{": "}"}.get(phoneme[0])
    if closing and (len(phoneme) < 3 or phoneme[-1] != closing):
        raise LexiconError(f"{grapheme!r}: {phoneme!r} must end with {closing}")
    if not closing and not any(char.isalnum() for char in phoneme):
        raise LexiconError(f"{grapheme!r}: nothing in {phoneme!r} can be said")
    entry = Entry(language, grapheme, phoneme, "case" in flags.split())
    if closing and not is_audible(entry.phonemes("en-us")):
        raise LexiconError(f"{grapheme!r}: no symbol in {phoneme!r} can be said")
    if phoneme[0] == "{" and (unknown := set(phoneme[1:-1]) - set(TOKEN_IDS)):
        raise LexiconError(f"{grapheme!r}: {''.join(sorted(unknown))!r} is not in Kokoro's alphabet")
    return entry


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


@dataclass(slots=True)
class Node:
    """Where the words of entries lead: further words, or entries by what stands after the last word."""

    further: dict[tuple[str, str], "Node"] = field(default_factory=dict)  # by what stands between, and the next word
    entries: dict[str, list[Entry]] = field(default_factory=dict)  # later ones first


def _fitting(entries: Iterable[Entry], word: str, language: str) -> Entry | None:
    """Of the entries of one word, the one for a language: the nearest kind first."""
    for kind in (language, language.partition("-")[0], ANY):
        for one in entries:
            if one.language == kind and (not one.exactly or one.grapheme == word):
                return one
    return None


class Lexicon:
    """Entries by word; later ones win. A text is looked through in time that does not grow with their number."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._root = Node()
        self._size = 0
        for one in entries:
            node, before, end = self._root, "", 0
            for word in WORD.finditer(one.grapheme):
                between = one.grapheme[end : word.start()] if before else ""
                node = node.further.setdefault((between, _key(word.group())), Node())
                before, end = word.group(), word.end()
            node.entries.setdefault(one.grapheme[end:], []).insert(0, one)
            self._size += 1

    def __len__(self) -> int:
        return self._size

    def found(
        self, text: str, language: str, pause: Callable[[], object] = lambda: None
    ) -> Iterator[tuple[int, int, Entry]]:
        """Where entries stand in a text, the longest first, none over another. `pause` is called now and then: it may
        raise an error if nobody wants to know any more."""
        words = list(WORD.finditer(text)) if self._size else []
        keys = [_key(word.group()) for word in words]
        at = 0
        while at < len(words):
            if at % OFTEN == 0:
                pause()
            longest = self._longest(text, words, keys, at, language)
            if longest is None:
                at += 1
                continue
            count, end, one = longest
            yield words[at].start(), end, one
            at += count

    def _longest(
        self, text: str, words: list[re.Match[str]], keys: list[str], at: int, language: str
    ) -> tuple[int, int, Entry] | None:
        """How many words from this one on have an entry, where that ends, and the entry."""
        best: tuple[int, int, Entry] | None = None
        node, between = self._root, ""
        for number in range(at, len(words)):
            word, key, start = words[number], keys[number], words[at].start()
            for ending in POSSESSIVE_KEYS if key.endswith(POSSESSIVE_KEYS) else ():
                owner = node.further.get((between, key.removesuffix(ending)))
                end = word.end() - len(ending)
                if owner and (one := _fitting(owner.entries.get("", ()), text[start:end], language)):
                    best = number - at + 1, end, one
            following = node.further.get((between, key))
            if following is None:
                break
            node = following
            for size in range(LONGEST_TAIL, -1, -1):
                end = word.end() + size
                tail = text[word.end() : end]
                if len(tail) == size and (one := _fitting(node.entries.get(tail, ()), text[start:end], language)):
                    best = number - at + 1, end, one
                    break
            between = text[word.end() : words[number + 1].start()] if number + 1 < len(words) else ""
        return best

    def marked(self, script: Script, language: str, pause: Callable[[], object] = lambda: None) -> Script:
        """With these words set apart before any rule can take "GPT-4" for a number or "kg" for a unit."""
        text, directions = script.text, script.directions
        pieces: list[TracedText] = []
        given: list[tuple[Span, str]] = []
        done = 0
        for start, end, one in self.found(text.text, language, pause):
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
        places = self.found(text, language)
        return [(start, end, one.phonemes(language)) for start, end, one in places if not one.sounds_like]
