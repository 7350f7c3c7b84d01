"""kokoro-live bench text: how long it takes from characters to phonemes, and whether that grows with the text only."""

import argparse
import json
import time
from random import Random

from bench.asked import FEWEST
from bench.measure import summary
from bench.texts import passage, sentence
from kokoro_live import text as text_stage
from kokoro_live.phonemes import Phonemiser

CHARACTERS = 140
MOST_MS = 10.0
LENGTHS = (10_000, 100_000, 1_000_000)
MOST_GROWTH = 1.5  # time per character of the longest text, next to that of the shortest


def run(options: argparse.Namespace) -> int:
    """Fresh sentences, warm; then texts of growing length through the text stage. The last line is one JSON object."""
    random = Random(options.seed)
    phonemiser = Phonemiser()
    _phonemise(phonemiser, sentence(random, CHARACTERS))
    times = [_timed(phonemiser, sentence(random, CHARACTERS)) for _ in range(options.n)]
    per_character = {length: _text_stage(passage(random, length)) for length in LENGTHS}
    growth = per_character[LENGTHS[-1]] / per_character[LENGTHS[0]]
    result = {
        "text_and_g2p_ms": summary([1000 * seconds for seconds in times]),
        "text_us_per_character": {length: round(1e6 * seconds, 2) for length, seconds in per_character.items()},
        "growth": round(growth, 3),
    }
    passed = options.n >= FEWEST and result["text_and_g2p_ms"]["p50"] <= MOST_MS and growth <= MOST_GROWTH  # type: ignore[index]
    print(json.dumps(result | {"passed": passed}))
    return 0 if passed else 1


def _phonemise(phonemiser: Phonemiser, text: str) -> None:
    for segment in text_stage.segments(text, "en-us"):
        phonemiser.phonemise(segment, "en-us")


def _timed(phonemiser: Phonemiser, text: str) -> float:
    started = time.perf_counter()
    _phonemise(phonemiser, text)
    return time.perf_counter() - started


def _text_stage(text: str) -> float:
    """Seconds per character of the text stage alone."""
    started = time.perf_counter()
    for _ in text_stage.segments(text, "en-us"):
        pass
    return (time.perf_counter() - started) / len(text)
