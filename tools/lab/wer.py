"""Does a recogniser understand streamed speech as well as exact speech? Same texts, paired."""

import re
from random import Random

import jiwer
import numpy as np
from numpy.typing import NDArray

from bench import texts
from kokoro_live.engine import Engine
from kokoro_live.model.voices import CATALOGUE
from kokoro_live.synthesis import whole
from lab.options import Options
from lab.recogniser import Recogniser
from lab.rows import Row, collect

MOST_WORSE = 1.0  # points, upper end of the 95 % interval
FEWEST = 300  # sentences; fewer prove nothing
RESAMPLES = 5000
MARKS = re.compile(r"[^a-z0-9' ]")
Counts = NDArray[np.float64]


def run(options: Options) -> int:
    """`sentences` texts per voice over the English voices; word errors of `fast` minus those of `quality`."""
    engine, recogniser = Engine(options.settings), Recogniser(options.settings)
    random = Random("words")
    names = [name for name, voice in CATALOGUE.items() if voice.language.startswith("en")]
    items = [
        (voice, texts.sentence(random, random.randint(40, 140))) for _ in range(options.sentences) for voice in names
    ]

    def judge(item: tuple[str, str]) -> Row:
        voice, text = item
        row: Row = {"voice": voice, "text": text, "words": word_count(text)}
        for latency in ("fast", "quality"):
            heard = recogniser.words(whole(engine.stream(text, voice, latency=latency)))
            row[latency] = errors(text, " ".join(word.text for word in heard))
        return row

    return verdict(collect(items, judge, options))


def verdict(rows: list[Row]) -> int:
    """Paired bootstrap of the difference in word error rate."""
    if not rows:
        print("FAIL: nothing was heard")
        return 1
    fast, exact, words = (np.array([row[key] for row in rows], np.float64) for key in ("fast", "quality", "words"))
    upper = upper_difference(fast, exact, words)
    print(f"n {len(rows)}: fast {100 * fast.sum() / words.sum():.2f} %, exact {100 * exact.sum() / words.sum():.2f} %")
    print(f"difference {100 * (fast - exact).sum() / words.sum():+.2f} points, 95 % up to {upper:+.2f}")
    passed = upper <= MOST_WORSE and len(rows) >= FEWEST
    print("PASS" if passed else f"FAIL: at most {MOST_WORSE:+g} points over at least {FEWEST} sentences")
    return 0 if passed else 1


def upper_difference(one: Counts, other: Counts, words: Counts) -> float:
    """How many points more word errors `one` may have, at the upper end of the paired bootstrap's 95 %."""
    picks = np.random.default_rng(1).integers(0, len(words), (RESAMPLES, len(words)))
    differences = 100 * (one[picks].sum(1) - other[picks].sum(1)) / words[picks].sum(1)
    return float(np.percentile(differences, 97.5))


def word_count(text: str) -> int:
    """As the recogniser's words are counted."""
    return len(_plain(text).split())


def errors(text: str, heard: str) -> int:
    """Words wrong, missing or too many."""
    result = jiwer.process_words(_plain(text), _plain(heard) or "nothing")
    return int(result.substitutions + result.deletions + result.insertions)


def character_errors(text: str, heard: str) -> int:
    """Letters and signs wrong, missing or too many; for languages whose words are not set apart. Marks do not count."""
    said, wanted = ("".join(char for char in t.lower() if char.isalnum()) for t in (heard, text))
    result = jiwer.process_characters(wanted, said or "-")
    return int(result.substitutions + result.deletions + result.insertions)


def _plain(text: str) -> str:
    return " ".join(MARKS.sub(" ", text.lower().replace("’", "'")).split())
