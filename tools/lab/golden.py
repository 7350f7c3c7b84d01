"""Golden clips, kept as fingerprints: a changed model or a changed chain trips them, another processor does not.

    python tools/evaluate.py golden        writes tests/golden.json again, when a change of sound is meant

A fingerprint is the length, and of every tenth of a second the level of twelve bands and the highest sample: bands tell
a change of sound, samples tell clicks and limits.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kokoro_live.engine import Engine
from kokoro_live.model.store import FOLDED, QUANTISED
from kokoro_live.records import SAMPLE_RATE, Samples
from kokoro_live.synthesis import whole
from lab.options import Options

TARGET = Path(__file__).parents[2] / "tests" / "golden.json"
CLIPS = (
    ("af_heart", 1.0, "The old gardener repaired a wooden bridge near the river, and nobody noticed."),
    ("am_onyx", 1.0, "No."),
    ("bf_emma", 1.5, "Twenty people waited. Then the doors opened, at last!"),
    ("bm_george", 0.7, "Good evening."),
    ("ff_siwis", 1.0, "Le facteur attendait sous la pluie."),
    ("af_bella(2)+im_nicola(1)", 1.0, "A voice that nobody has, reading a sentence that nobody wrote."),
)
VARIANTS = (FOLDED, QUANTISED)
SLICE = SAMPLE_RATE // 10
EDGES_HZ = (0, 120, 250, 500, 1000, 1500, 2000, 3000, 4000, 5500, 7500, 9500, 12000)
STORED = 20  # steps to a decibel
FLOOR_DB = -70.0  # quieter than this is all the same
TYPICAL_DB, WORST_DB, LENGTH_SAMPLES = 0.15, 2.0, 24  # tolerances: mean and largest difference, length
PEAK_DB = 1.0  # of each slice's highest sample

Levels = NDArray[np.float64]


def run(options: Options) -> int:
    """Write the fingerprints of what the engine says today, in each of its variants."""
    found = {}
    for variant in VARIANTS:
        engine = Engine(replace(options.settings, variant=variant))
        found[variant] = [
            {"length": len(clip), "levels": _stored(levels(clip)), "peaks": _stored(peaks(clip))}
            for clip in clips(engine)
        ]
    TARGET.write_text(json.dumps(found) + "\n")
    print(f"{len(CLIPS)} fingerprints of each variant in {TARGET.name}: commit them with the reason for the change.")
    return 0


def clips(engine: Engine) -> Iterator[Samples]:
    """What the engine makes of the golden texts."""
    return (whole(engine.stream(text, voice, speed)) for voice, speed, text in CLIPS)


def levels(samples: Samples) -> Levels:
    """dB in each band, in slices that overlap by half."""
    slices = _slices(samples) * np.hanning(SLICE)
    power = np.abs(np.fft.rfft(slices)) ** 2 / SLICE**2
    frequencies = np.fft.rfftfreq(SLICE, 1 / SAMPLE_RATE)
    bands = [(frequencies >= low) & (frequencies < high) for low, high in pairwise(EDGES_HZ)]
    total = np.stack([power[:, band].sum(1) for band in bands], 1)
    return np.asarray(np.maximum(10 * np.log10(total + 1e-12), FLOOR_DB))


def peaks(samples: Samples) -> Levels:
    """dB of the highest sample in each slice."""
    return np.asarray(np.maximum(20 * np.log10(np.abs(_slices(samples)).max(1) + 1e-9), FLOOR_DB))


def _slices(samples: Samples) -> Levels:
    padded = np.pad(samples.astype(np.float64), (SLICE // 2, SLICE))
    return np.lib.stride_tricks.sliding_window_view(padded, SLICE)[:: SLICE // 2]


def difference(samples: Samples, golden: dict[str, object]) -> str | None:
    """What has changed, or None."""
    length = golden["length"]
    assert isinstance(length, int)
    if abs(len(samples) - length) > LENGTH_SAMPLES:
        return f"{len(samples)} samples instead of {length}"
    if not np.isfinite(samples).all():
        return "samples that are no numbers"
    found = levels(samples)
    kept = np.array(golden["levels"], np.float64) / STORED
    off = np.abs(_apart(found, kept))
    sounding = np.maximum(found[: len(off)], kept[: len(off)]) > FLOOR_DB
    if not (off[sounding].mean() <= TYPICAL_DB and off.max() <= WORST_DB):
        return f"levels differ by {off[sounding].mean():.2f} dB on average, {off.max():.1f} dB at most"
    higher = np.abs(_apart(peaks(samples), np.array(golden["peaks"], np.float64) / STORED))
    if not higher.max() <= PEAK_DB:
        return f"peaks differ by {higher.max():.1f} dB"
    return None


def _apart(found: Levels, kept: Levels) -> Levels:
    both = min(len(found), len(kept))
    return np.asarray(found[:both] - kept[:both])


def read(variant: str) -> list[dict[str, object]]:
    """The fingerprints that were committed."""
    return list(json.loads(TARGET.read_text())[variant])


def _stored(found: Levels) -> list[object]:
    return list(np.round(found * STORED).astype(int).tolist())
