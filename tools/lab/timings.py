"""Do our word timings tell the truth? Against the word starts a recogniser hears."""

import json
import re
from difflib import SequenceMatcher
from pathlib import Path
from random import Random

import numpy as np

from bench.texts import sentence
from kokoro_live.cli.progress import bar
from kokoro_live.engine import Engine
from kokoro_live.records import SAMPLE_RATE
from kokoro_live.synthesis import whole, words_of
from lab.options import Options
from lab.recogniser import Recogniser

TARGET = 0.100  # seconds
MATCHED = 0.8  # share of our words the recogniser must have heard as such
LETTERS = re.compile(r"[^a-z0-9']")


def run(options: Options) -> int:
    """Median absolute deviation of word starts ≤ 100 ms."""
    settings, voices, sentences, target = options.settings, options.voices, options.sentences, options.target
    engine, recogniser = Engine(settings), Recogniser(settings)
    random = Random(11)
    rows, spoken = [], 0
    with bar() as report:
        for voice in voices:
            for number in range(sentences):
                text = sentence(random, 100)
                events = list(engine.stream(text, voice, language="en-us"))
                samples, words = whole(events), words_of(events)
                spoken += len(words)
                ours = [(_plain(word.text), word.start / SAMPLE_RATE) for word in words]
                theirs = [(_plain(word.text), word.start) for word in recogniser.words(samples)]
                rows += [{"voice": voice, "deviation": a - b} for a, b in _matched(ours, theirs)]
                report("listening", number + 1, sentences)
    if len(rows) < MATCHED * spoken or not rows:
        print(f"FAIL: only {len(rows)} of {spoken} words were recognised")
        return 1
    for voice in voices:
        found = np.array([row["deviation"] for row in rows if row["voice"] == voice])
        middle, spread = float(np.median(found)) * 1e3, _mad(found) * 1e3
        print(f"{voice:12} {len(found):4} words, median {middle:+5.0f} ms, median of magnitudes {spread:4.0f} ms")
    overall = _mad(np.array([row["deviation"] for row in rows]))
    if target:
        Path(target).write_text(json.dumps(rows, indent=1) + "\n")
    print(
        f"{'PASS' if overall <= TARGET else 'FAIL'}: median |deviation| {overall * 1e3:.0f} ms over {len(rows)} words"
    )
    return 0 if overall <= TARGET else 1


def _mad(values: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> float:
    return float(np.median(np.abs(values)))


def _plain(word: str) -> str:
    return LETTERS.sub("", word.lower())


def _matched(ours: list[tuple[str, float]], theirs: list[tuple[str, float]]) -> list[tuple[float, float]]:
    matcher = SequenceMatcher(a=[word for word, _ in ours], b=[word for word, _ in theirs], autojunk=False)
    return [
        (ours[block.a + k][1], theirs[block.b + k][1])
        for block in matcher.get_matching_blocks()
        for k in range(block.size)
    ]
