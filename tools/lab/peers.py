"""What speed costs the listener: word errors, pauses and fresh starts of the pitch in what a bench has kept.

    kokoro-live bench --against kokoro-onnx fastkokoro --audio --json RUN.json
    python tools/evaluate.py peers --json RUN.json

A reader who gets a few words at a time pauses where no mark stands, and begins each piece on a high note again.
"""

import json
import wave
from pathlib import Path

import numpy as np

from bench.report import HEARD
from bench.sample import sound_file
from kokoro_live.records import SAMPLE_RATE, Samples
from lab.options import Options
from lab.recogniser import Recogniser
from lab.rows import Row
from lab.voicing import pitch_track
from lab.wer import errors, word_count

STEP = SAMPLE_RATE // 100
SHORTEST_PAUSE = 12  # steps of 10 ms
QUIETER = 10 ** (-35 / 20)  # than the loudest step
BESIDE = 15  # steps before and after a pause in which its pitch is looked for
FRESH_START = 3.0  # semitones up


def run(options: Options) -> int:
    """A table by target and preset, which is added to the run's file, too."""
    if not options.target:
        raise SystemExit("which run? --json RUN.json")
    document = json.loads(Path(options.target).read_text())
    folder, recogniser = Path(options.target).with_suffix(""), Recogniser(options.settings)
    rows: dict[str, list[Row]] = {}
    for sample in document["samples"]:
        path = folder / sound_file(sample["target"], sample["preset"], sample["number"])
        if sample["series"] == "warm" and not sample["faults"] and path.exists():
            name = f"{sample['target']}/{sample['preset']}"
            rows.setdefault(name, []).append(judged(path, sample["text"], recogniser))
    if not rows:
        raise SystemExit(f"there is no sound in {folder}: run the bench with --audio")
    document["listening"] = {name: _per_hundred_words(own) for name, own in rows.items()}
    Path(options.target).write_text(json.dumps(document) + "\n")
    print(f"{'per 100 words':36}" + "".join(f"{what:>22}" for what in ("n", *HEARD.values())))
    for name, found in document["listening"].items():
        print(f"{name:36}{found['n']:22}" + "".join(f"{found[key]:22.1f}" for key in HEARD))
    return 0


def _per_hundred_words(rows: list[Row]) -> dict[str, float]:
    words = sum(row["words"] for row in rows)
    return {"n": len(rows)} | {key: round(100 * sum(row[key] for row in rows) / words, 2) for key in HEARD}


def judged(path: Path, text: str, recogniser: Recogniser) -> Row:
    """One clip."""
    samples = _read(path)
    found = pauses(samples)
    heard = " ".join(word.text for word in recogniser.words(samples))
    return {
        "words": word_count(text),
        "wrong": errors(text, heard),
        "pauses": len(found),
        "unmarked": max(0, len(found) - sum(text.strip(".!?").count(mark) for mark in ",;:.!?")),
        "fresh": fresh_starts(samples, found),
    }


def pauses(samples: Samples) -> list[tuple[int, int]]:
    """Where speech stops for a moment, in steps of 10 ms; not at the ends."""
    steps = samples[: len(samples) // STEP * STEP].reshape(-1, STEP)
    level = np.sqrt((steps.astype(np.float64) ** 2).mean(1))
    loud = np.flatnonzero(level > QUIETER * level.max(initial=0))
    gaps = np.flatnonzero(np.diff(loud) > SHORTEST_PAUSE)
    return [(int(loud[n]) + 1, int(loud[n + 1])) for n in gaps]


def fresh_starts(samples: Samples, found: list[tuple[int, int]]) -> int:
    """Pauses after which the voice is higher than before by more than a speaker in mid-sentence would be."""
    pitch = pitch_track(samples, STEP)
    count = 0
    for start, end in found:
        before, after = pitch[max(0, start - BESIDE) : start], pitch[end : end + BESIDE]
        if np.isfinite(before).any() and np.isfinite(after).any():
            count += 12 * np.log2(np.nanmedian(after) / np.nanmedian(before)) > FRESH_START
    return int(count)


def _read(path: Path) -> Samples:
    with wave.open(str(path)) as file:
        rate, data = file.getframerate(), file.readframes(file.getnframes())
    samples = (np.frombuffer(data, "<i2") / 32768).astype(np.float32)
    if rate == SAMPLE_RATE:
        return samples
    from scipy.signal import resample_poly

    return np.asarray(resample_poly(samples, SAMPLE_RATE, rate), np.float32)
