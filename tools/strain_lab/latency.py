"""What the server adds to the engine's own time; long texts; a first segment that was kept."""

import tempfile
from random import Random
from typing import Any

import numpy as np

from bench.texts import passage, sentence
from strain_lab.live import Heard, heard, live, percentiles

ADDED, LENGTH_RATIO, KEPT = 0.015, 1.5, 0.05  # seconds; ratio; seconds


async def run(short: bool) -> dict[str, Any]:
    """Interleaved, so that a noisy minute hits all alike."""
    n, random = (3 if short else 20), Random()
    fresh: list[Heard] = []
    long: list[Heard] = []
    kept: list[Heard] = []
    with tempfile.TemporaryDirectory() as folder:
        # kept audio in a folder of its own; the model files stay where they are
        async with live(ephemeral="false", cache_mb=200, take_dir=folder) as server, server.client() as client:
            for _ in range(n):
                text = sentence(random, 140)
                fresh.append(await heard(client, text))
                kept.append(await heard(client, text))
                long.append(await heard(client, sentence(random, 140) + " " + passage(random, 4850), only_start=True))
    if any(answer.headers["x-cache"] != "miss" for answer in fresh + long):
        raise RuntimeError("a fresh text was kept")
    if any(answer.headers["x-cache"] != "hit" for answer in kept):
        raise RuntimeError("a kept text was fresh")
    added = [answer.ttfa - _inside(answer) for answer in fresh]
    ratio = float(np.median([a.ttfa for a in long]) / np.median([a.ttfa for a in fresh]))
    result = {
        "fresh_ttfa": percentiles([answer.ttfa for answer in fresh]),
        "added_by_the_server": percentiles(added),
        "ttfa_5000_by_140": round(ratio, 3),
        "kept_ttfa": percentiles([answer.ttfa for answer in kept]),
        "least_margin": round(min(answer.margin for answer in fresh), 3),
    }
    passed = np.median(added) <= ADDED and ratio <= LENGTH_RATIO and result["kept_ttfa"]["p50"] <= KEPT  # type: ignore[index]
    return result | {"passed": bool(passed)}


def _inside(answer: Heard) -> float:
    """Seconds of text, phonemes, model and encoder until the first audio, by the server's own account."""
    parts = answer.headers["server-timing"].split(", ")
    return sum(float(part.split("dur=")[1]) for part in parts) / 1000
