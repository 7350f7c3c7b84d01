"""Does a recogniser understand streamed speech as well as exact speech? Same texts, paired."""

import re
from random import Random

import jiwer
import numpy as np

from kokoro_live.engine import Engine, whole
from kokoro_live.speech.voices import CATALOGUE
from lab.corpus import sentence
from lab.options import Options
from lab.recogniser import Recogniser
from lab.rows import Row, collect

MOST_WORSE = 1.0  # points, upper end of the 95 % interval
RESAMPLES = 5000
MARKS = re.compile(r"[^a-z0-9' ]")


def run(options: Options) -> int:
    """`sentences` texts per voice over the English voices; word errors of `fast` minus those of `quality`."""
    engine, recogniser = Engine(options.settings), Recogniser(options.settings)
    random = Random("words")
    names = [name for name, voice in CATALOGUE.items() if voice.language.startswith("en")]
    items = [
        (voice, sentence(random, "en-us", random.randint(40, 140))) for _ in range(options.sentences) for voice in names
    ]

    def judge(item: tuple[str, str]) -> Row:
        voice, text = item
        row: Row = {"voice": voice, "text": text, "words": len(_plain(text).split())}
        for latency in ("fast", "quality"):
            heard = recogniser.words(whole(engine.stream(text, voice, latency=latency)))
            row[latency] = _errors(text, " ".join(word.text for word in heard))
        return row

    return verdict(collect(items, judge, options.target, options.worker, options.workers))


def verdict(rows: list[Row]) -> int:
    """Paired bootstrap of the difference in word error rate."""
    if not rows:
        print("FAIL: nothing was heard")
        return 1
    fast, exact, words = (np.array([row[key] for row in rows], np.float64) for key in ("fast", "quality", "words"))
    picks = np.random.default_rng(1).integers(0, len(rows), (RESAMPLES, len(rows)))
    differences = 100 * (fast[picks].sum(1) - exact[picks].sum(1)) / words[picks].sum(1)
    upper = float(np.percentile(differences, 97.5))
    print(f"n {len(rows)}: fast {100 * fast.sum() / words.sum():.2f} %, exact {100 * exact.sum() / words.sum():.2f} %")
    print(f"difference {np.mean(differences):+.2f} points, 95 % up to {upper:+.2f}")
    print("PASS" if upper <= MOST_WORSE else "FAIL")
    return 0 if upper <= MOST_WORSE else 1


def _plain(text: str) -> str:
    return " ".join(MARKS.sub(" ", text.lower().replace("’", "'")).split())


def _errors(text: str, heard: str) -> int:
    result = jiwer.process_words(_plain(text), _plain(heard) or "nothing")
    return int(result.substitutions + result.deletions + result.insertions)
