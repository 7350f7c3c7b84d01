"""The corpus: strings of phonemes of all nine languages, as the project's own front end reads sentences.

    PYTHONPATH=tools python -m training.corpus OUT.npz --seconds 900

in the project's environment with the extras ja and zh.

Each string is kept once, as token ids without pads.
"""

import argparse
import hashlib
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np

from kokoro_live.phonemes import Phonemiser, is_installed
from kokoro_live.phonemes.alphabet import LANGUAGES
from kokoro_live.phonemes.chunking import token_row
from kokoro_live.text import segments
from training.sentences import generated_sentence, natural_sentences, project_sentences

PHONEMISER = Phonemiser()
LONGEST = 200  # tokens; longer ones are cut at a space
SPACE = 16
HELD_OUT_SHARE = 0.06  # of generated sentences, by a hash of their text
STRINGS = {"es": 8000, "fr-fr": 8000, "hi": 8000, "it": 8000, "ja": 9000, "pt-br": 8000, "zh": 10000}
ENGLISH = {"en-us": 0.65, "en-gb": 1.0}  # shares of the time that is left: English takes 60 ms a sentence, others 2


@dataclass
class Corpus:
    """Strings of tokens with their languages, and which of them are never taught."""

    strings: list[bytes] = field(default_factory=list)
    languages: list[int] = field(default_factory=list)
    held_out: list[bool] = field(default_factory=list)
    known: set[bytes] = field(default_factory=set)

    def add(self, tokens: list[int], language: str, held_out: bool) -> None:
        string = bytes(tokens)
        if len(string) < 2 or string in self.known:
            return
        self.known.add(string)
        self.strings.append(string)
        self.languages.append(LANGUAGES.index(language))
        self.held_out.append(held_out)

    def save(self, path: Path) -> None:
        np.savez_compressed(
            path,
            flat=np.frombuffer(b"".join(self.strings), np.uint8),
            sizes=np.array([len(string) for string in self.strings], np.uint16),
            language=np.array(self.languages, np.uint8),
            names=np.array(LANGUAGES),
            held_out=np.array(self.held_out, bool),
        )


def token_strings(text: str, language: str) -> Iterator[list[int]]:
    """A sentence's tokens without pads, in pieces of at most `LONGEST`."""
    for segment in segments(text, language):
        row = token_row(PHONEMISER.phonemise(segment, language))[0][1:-1]
        while len(row) > LONGEST:
            end = max((k for k in range(LONGEST // 2, LONGEST) if row[k] == SPACE), default=LONGEST)
            yield row[:end]
            row = row[end:].copy()
            row = row[1:] if row[:1] == [SPACE] else row
        while row and row[-1] == SPACE:
            row.pop()
        yield row


def is_held_out(text: str) -> bool:
    """The same answer in every run."""
    return hashlib.sha256(text.encode()).digest()[0] < 256 * HELD_OUT_SHARE


def read_into(corpus: Corpus, text: str, language: str, held_out: bool) -> None:
    """Adds a sentence; what the front end refuses is passed over."""
    try:
        for row in token_strings(text, language):
            corpus.add(row, language, held_out)
    except Exception as error:
        print(f"passed over ({language}, {type(error).__name__}): {text[:60]}", file=sys.stderr)


def fill(corpus: Corpus, language: str, seconds: float, most: int, seed: int) -> None:
    """Generated sentences of one language, until its time or its number is reached."""
    random, deadline, first = Random(f"{seed} {language}"), time.monotonic() + seconds, len(corpus.strings)
    while time.monotonic() < deadline and len(corpus.strings) - first < most:
        text = generated_sentence(random, language)
        read_into(corpus, text, language, is_held_out(text))


def make(seconds: float, seed: int) -> Corpus:
    corpus, began = Corpus(), time.monotonic()
    for language, text in natural_sentences():
        read_into(corpus, text, language, held_out=True)
    for language, text in islice(project_sentences(), 4000):
        read_into(corpus, text, language, is_held_out(text))
    print(f"{len(corpus.strings)} strings of the project's own texts, {time.monotonic() - began:.0f} s", flush=True)
    for language, most in STRINGS.items():
        _report(corpus, language, partial(fill, corpus, language, seconds / 20, most, seed))
    for language, share in ENGLISH.items():
        left = (seconds - (time.monotonic() - began)) * share
        _report(corpus, language, partial(fill, corpus, language, left, 10**6, seed))
    return corpus


def _report(corpus: Corpus, language: str, fill_language: Callable[[], None]) -> None:
    before, start = len(corpus.strings), time.monotonic()
    fill_language()
    print(f"{language}: {len(corpus.strings) - before} in {time.monotonic() - start:.0f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seconds", type=float, default=900)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    missing = [language for language in LANGUAGES if not is_installed(language)]
    if missing:
        sys.exit(f"Without their own front ends the strings would be wrong: {', '.join(missing)}. Install the extras.")
    corpus = make(given.seconds, given.seed)
    corpus.save(given.out)
    print(f"{len(corpus.strings)} strings, {sum(map(len, corpus.strings))} tokens, {sum(corpus.held_out)} held out")


if __name__ == "__main__":
    main()
