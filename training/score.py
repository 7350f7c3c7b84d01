"""Scores of the held-out clips that `training.clips` wrote.

    PYTHONPATH=src:tools python -m training.score FOLDER NAME …

in an environment with pesq, speechmos and librosa. Every NAME is compared with
FOLDER/exact.npz; the control is `other`.
"""

import argparse
import json
from pathlib import Path

import librosa
import numpy as np

from lab import metrics
from lab.opinion import Opinion
from lab.recogniser import RATE, resampled

PADS = (0, 1200, 4800)  # samples; PESQ looks for delays where there are none, so the best over some silence counts
CLEARLY_ALIKE = 4.3
VOICED_FRAMES = 10  # fewer tell no pitch


def load_clips(path: Path) -> list[np.ndarray]:
    with np.load(path) as archive:
        return [archive[name].astype(np.float32) for name in sorted(archive.files)]


def best_pesq(exact: np.ndarray, other: np.ndarray) -> float:
    found: list[float] = []
    for pad in PADS:
        found.append(metrics.pesq(np.pad(exact, pad), np.pad(other, pad)))
        if found[-1] > CLEARLY_ALIKE:
            break
    return max(found)


def measure_pitch(clip: np.ndarray) -> np.ndarray:
    """Hz by frame; not a number where nothing is voiced."""
    pitch, _, _ = librosa.pyin(resampled(clip), fmin=60, fmax=500, sr=RATE, frame_length=1024, hop_length=256)
    return np.asarray(pitch)


def compare_pitch(exact: np.ndarray, other: np.ndarray) -> dict[str, float]:
    """Median difference in cents, and per cent of frames voiced in one and not in the other."""
    voiced = ~np.isnan(exact) & ~np.isnan(other)
    scores = {"flips": 100 * float((np.isnan(exact) != np.isnan(other)).mean())}
    if voiced.sum() >= VOICED_FRAMES:
        scores["cents"] = float(np.median(np.abs(1200 * np.log2(other[voiced] / exact[voiced]))))
    return scores


def score_clip(exact: np.ndarray, other: np.ndarray, pitch: np.ndarray, opinion: Opinion) -> dict[str, float]:
    return {
        "pesq": best_pesq(exact, other),
        "lsd": metrics.log_spectral_distance(exact, other),
        "dnsmos": opinion.overall(other),
        "level": metrics.level_error(exact, other),
        "pumping": metrics.pumping(exact, other),
        "high": metrics.band_error(exact, other),
        **compare_pitch(pitch, measure_pitch(other)),
    }


def sum_up(rows: list[dict[str, float]]) -> dict[str, dict[str, float]]:
    """Mean, lowest and highest of every score."""
    columns = {name: [row[name] for row in rows if name in row] for name in rows[0]}
    return {
        name: {"mean": round(float(np.mean(v)), 3), "lowest": round(min(v), 3), "highest": round(max(v), 3)}
        for name, v in columns.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="+")
    given = parser.parse_args()
    exact, opinion = load_clips(given.folder / "exact.npz"), Opinion()
    pitches = [measure_pitch(clip) for clip in exact]
    heard = [opinion.overall(clip) for clip in exact]
    print(json.dumps({"exact": {"dnsmos": round(float(np.mean(heard)), 3), "lowest": round(min(heard), 3)}}))
    for name in given.names:
        clips = load_clips(given.folder / f"{name}.npz")
        rows = [score_clip(a, b, pitch, opinion) for a, b, pitch in zip(exact, clips, pitches, strict=True)]
        for row, own in zip(rows, heard, strict=True):
            row["dnsmos_off"] = row["dnsmos"] - own
        print(json.dumps({name: sum_up(rows)}), flush=True)
        stored = {"sum": sum_up(rows), "clips": rows}
        (given.folder / f"{name}.json").write_text(json.dumps(stored) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
