"""How long does a listener wait if the English front end hangs? Another reads the sentence; the first sound tells."""

import threading
import time
from random import Random

from bench.measure import summary, trial
from bench.texts import sentence
from kokoro_live.engine import Engine
from kokoro_live.phonemes import Phonemiser, english
from kokoro_live.phonemes.pieces import Piece
from kokoro_live.synthesis import chunks_of
from lab.options import Options

CHARACTERS = 140
MOST = 0.7  # seconds


def run(options: Options) -> int:
    """Every sentence is the first that meets the hang: whoever comes later need not wait for the limit."""
    engine, random = Engine(options.settings), Random(time.time_ns())
    frontend = engine.frontend
    _first_sound(engine, random)  # warm
    pieces, over = english.pieces, threading.Event()

    def hang(text: str, language: str) -> list[Piece]:
        over.wait()
        return pieces(text, language)

    found: dict[str, list[float]] = {"well": [], "hangs": [], "hung before": []}
    for _ in range(options.sentences):
        found["well"].append(_first_sound(engine, random))
        english.pieces, frontend.phonemiser = hang, Phonemiser()  # the last one's thread hangs for good
        found["hangs"].append(_first_sound(engine, random))
        found["hung before"].append(_first_sound(engine, random))
        english.pieces, frontend.phonemiser = pieces, Phonemiser()
    over.set()
    return verdict(found)


def verdict(found: dict[str, list[float]]) -> int:
    """The three in a line each."""
    for kind, seconds in found.items():
        print(f"{kind}: {summary(seconds)}")
    passed = all(summary(found[kind])["p95"] < MOST for kind in ("hangs", "hung before"))
    print("PASS" if passed else f"FAIL: the first sound within {MOST:g} s, hang or not")
    return 0 if passed else 1


def _first_sound(engine: Engine, random: Random) -> float:
    started = time.perf_counter()
    deliveries = []
    for chunk in chunks_of(engine.stream(sentence(random, CHARACTERS))):
        deliveries.append((time.perf_counter() - started, chunk.samples))
        if len(deliveries) > 3:
            break
    return trial(deliveries, time.perf_counter() - started).ttfa
