"""Does a recogniser understand streamed speech as well as exact speech? Same texts, paired."""

import json
import os
import re
from pathlib import Path
from random import Random

import jiwer
import numpy as np

from kokoro_live.commands.progress import bar
from kokoro_live.config import Settings
from kokoro_live.engine import Engine, whole
from kokoro_live.speech.voices import CATALOGUE
from lab.corpus import sentence
from lab.recogniser import Recogniser

MOST_WORSE = 1.0  # points, upper end of the 95 % interval
RESAMPLES = 5000
MARKS = re.compile(r"[^a-z0-9' ]")


def run(sentences: int, voices: list[str], target: str | None) -> int:
    """`sentences` texts per voice over the English voices; word errors of `fast` minus those of `quality`."""
    del voices
    settings = Settings.load()
    engine, recogniser = Engine(settings), Recogniser(settings)
    random = Random("words")
    names = [name for name, voice in CATALOGUE.items() if voice.language.startswith("en")]
    rows = []
    with bar() as report, Path(target or os.devnull).open("w") as log:
        for number in range(sentences * len(names)):
            voice = names[number % len(names)]
            text = sentence(random, "en-us", random.randint(40, 140))
            row: dict[str, object] = {"voice": voice, "text": text, "words": len(_plain(text).split())}
            for latency in ("fast", "quality"):
                heard = recogniser.words(whole(engine.stream(text, voice, latency=latency)))
                row[latency] = _errors(text, " ".join(word.text for word in heard))
            rows.append(row)
            log.write(json.dumps(row) + "\n")
            report("listening", number + 1, sentences * len(names))
    return verdict(rows)


def verdict(rows: list[dict[str, object]]) -> int:
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
