"""Fit the predictor of `kokoro_live.speech.norms` on the collected examples and write it as package data.

Inputs are standardised features and their products with the style, outputs the leading directions of the statistics.
Each direction gets its own shrinkage, chosen by cross-validation.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kokoro_live.config import Settings
from kokoro_live.records import SAMPLE_RATE
from kokoro_live.speech import norms
from kokoro_live.speech.assets import Store, manifest
from kokoro_live.speech.build import BASES, chosen_base
from kokoro_live.speech.norms import LOWEST_HZ, SHORTEST, crossed, features
from lab.examples import AUDIO_SCALE, folder

Matrix = NDArray[Any]

RANK = 112
TEXT_AXES = 8
WAVES = 256  # of each kind: sharp over energy and F0 alone, and softer ones that see the text too
SHARP, SOFT, SOFT_TEXT = 2.0, 1.0, 0.15
# How much each block of features may explain (squared scale), found by cross-validation: LOG.md.
BLOCKS = {"style": (128, 1.0), "sharp": (WAVES, 1.0), "soft": (WAVES, 0.5), "text": (512, 0.03), "length": (2, 0.05)}
CROSS = 0.15
STYLE_AXES, REST_AXES = 40, 64
SHRINKAGES = np.geomspace(1e-6, 1, 19)
FOLDS = 5
GUARD_AXES = 64
GUARD_QUANTILE = 0.999
GUARD_SLACK = 1.5
RECIPE = 2


def run() -> int:
    """Fit, report the cross-validated errors, write."""
    settings = Settings.load()
    base = manifest()[BASES[chosen_base(Store(settings.cache_dir), settings.base)]]
    paths = sorted(folder(settings, base.sha256).glob("*.npz"))
    examples = load(paths)
    print(f"{len(paths)} examples, {len(examples)} longer than {SHORTEST} frames")
    specs = [example.spec for example in examples]
    fitted = Fit(examples)
    errors = fitted.cross_validated()
    weights = fitted.weights()
    target = Path(norms.__file__).parent / norms.FOLDER
    target.mkdir(exist_ok=True)
    name = base.sha256[:12]
    with (target / f"{name}.npz").open("wb") as writer:
        np.savez_compressed(writer, **weights)  # type: ignore[arg-type]
    counts = {
        "examples": len(examples),
        "voices": len({part.split("(")[0] for s in specs for part in s["voice"].split("+")}),
        "languages": len({s["language"] for s in specs}),
        "blends": sum("+" in s["voice"] for s in specs),
        "other_speeds": sum(s["speed"] != 1 for s in specs),
        "other_pitches": sum(s["pitch"] != 1 for s in specs),
    }
    size = (target / f"{name}.npz").stat().st_size
    document = {
        "base": base.sha256,
        "recipe": RECIPE,
        "rank": RANK,
        "bytes": size,
        "counts": counts,
        "held_out": errors,
    }
    (target / f"{name}.json").write_text(json.dumps(document, indent=1) + "\n")
    print(json.dumps(document, indent=1))
    return 0 if size <= 5_000_000 else 1


@dataclass(frozen=True)
class Example:
    """One collected example that is long enough to be predicted."""

    text: NDArray[np.float32]
    f0: NDArray[np.float32]
    energy: NDArray[np.float32]
    style: NDArray[np.float32]
    mean: NDArray[np.float32]
    deviation: NDArray[np.float32]
    level: float
    spec: dict[str, Any]


def load(paths: list[Path]) -> list[Example]:
    """The usable examples."""
    found = []
    for path in paths:
        with np.load(path) as stored:
            if len(stored["energy"]) > SHORTEST:
                found.append(
                    Example(
                        stored["text"].astype(np.float32),
                        stored["f0"],
                        stored["energy"],
                        stored["style"].reshape(-1)[:128],
                        stored["mean"],
                        stored["deviation"],
                        level_db(stored["audio"]),
                        json.loads(str(stored["spec"])),
                    )
                )
    return found


def level_db(audio: NDArray[np.int16]) -> float:
    """Speech level: mean power of the 50 ms blocks within 25 dB of the loudest, in dBFS."""
    samples = audio.astype(np.float64) / AUDIO_SCALE
    size = SAMPLE_RATE // 20
    power = (samples[: len(samples) // size * size].reshape(-1, size) ** 2).mean(1)
    return float(10 * np.log10(power[power > power.max() * 10**-2.5].mean()))


def _histogram_weights(examples: list[Example]) -> dict[str, NDArray[np.float32]]:
    """The waves, and what makes frames comparable."""
    random = np.random.default_rng(20261115)
    energy = np.concatenate([e.energy for e in examples])
    pitch = np.log(np.maximum(np.concatenate([e.f0 for e in examples]), LOWEST_HZ))
    text = np.concatenate([e.text.T[::7] for e in examples])
    axes = np.linalg.svd(text - text.mean(0), full_matrices=False)[2][:TEXT_AXES].T
    axes = axes / ((text - text.mean(0)) @ axes[:, 0]).std()
    waves = random.normal(0, 1, (2 + TEXT_AXES, 2 * WAVES))
    scale = np.full((2 + TEXT_AXES, 2 * WAVES), SOFT)
    scale[:2, :WAVES], scale[2:, :WAVES], scale[2:, WAVES:] = SHARP, 0, SOFT_TEXT
    weights = {
        "curve_centre": np.array([energy.mean(), pitch.mean()]),
        "curve_spread": np.array([energy.std(), pitch.std()]),
        "text_centre": text.mean(0),
        "text_axes": axes,
        "waves": waves * scale,
        "phases": random.uniform(0, 2 * np.pi, 2 * WAVES),
    }
    return {name: np.asarray(values, np.float32) for name, values in weights.items()}


def _scaling(found: Matrix) -> tuple[Matrix, Matrix]:
    """Centre and spread that give each block of features its weight in the kernel."""
    scale = np.concatenate([np.full(count, np.sqrt(weight / count)) for count, weight in BLOCKS.values()])
    return found.mean(0), (found.std(0) + 1e-5) / scale


class Fit:
    """Everything derived from the examples."""

    def __init__(self, examples: list[Example]) -> None:
        deviation = np.stack([example.deviation for example in examples]).astype(np.float64)
        self.typical = np.exp(np.log(deviation).mean(0))
        mean = np.stack([example.mean for example in examples]) / self.typical
        targets = np.concatenate([mean, np.log(deviation)], 1)
        self.average = targets.mean(0)
        self.targets = targets - self.average
        self.directions = np.linalg.svd(self.targets, full_matrices=False)[2][:RANK]
        self.coefficients = self.targets @ self.directions.T
        self.level = np.array([example.level for example in examples])
        self.histogram = _histogram_weights(examples)
        found = np.stack([features(e.text, e.f0, e.energy, e.style, self.histogram) for e in examples])
        self.centre, self.spread = _scaling(found)
        self.plain = ((found - self.centre) / self.spread).astype(np.float64)
        self.axes = self._axes()
        self.inputs = crossed(np.asarray(self.plain), self.axes)

    def _axes(self) -> dict[str, Matrix]:
        """Leading axes of the style and of the histogram; their products approximate the product of the two kernels."""
        axes = {}
        for name, part, count in (
            ("style_axes", slice(0, 128), STYLE_AXES),
            ("rest_axes", slice(128, 128 + 2 * WAVES), REST_AXES),
        ):
            masked = np.zeros_like(self.plain)
            masked[:, part] = self.plain[:, part]
            axes[name] = np.linalg.svd(masked, full_matrices=False)[2][:count].T
        return axes | {"style_axes": axes["style_axes"] * np.sqrt(CROSS)}

    def _solve(self, rows: NDArray[np.int64]) -> tuple[Matrix, Matrix, Matrix]:
        """Eigen-decomposition of the kernel of some rows: every shrinkage comes cheap afterwards."""
        inputs = self.inputs[rows]
        values, vectors = np.linalg.eigh(inputs @ inputs.T)
        return np.maximum(values, 0), vectors, inputs

    def _predict(self, rows: NDArray[np.int64], others: NDArray[np.int64], targets: Matrix) -> Matrix:
        """Predictions for `others` at every shrinkage: [shrinkage, other, column]."""
        values, vectors, inputs = self._solve(rows)
        middle = targets[rows].mean(0)
        projected = vectors.T @ (targets[rows] - middle)
        across = self.inputs[others] @ inputs.T @ vectors
        return np.stack([across @ (projected / (values + s)[:, None]) + middle for s in SHRINKAGES])

    def cross_validated(self) -> dict[str, float]:
        """Chooses each direction's shrinkage; returns the errors it would have made on examples it had not seen."""
        targets = np.concatenate([self.coefficients, self.level[:, None]], 1)
        order = np.random.default_rng(0).permutation(len(targets))
        guesses = np.zeros((len(SHRINKAGES), *targets.shape))
        for fold in np.array_split(order, FOLDS):
            guesses[:, fold] = self._predict(np.setdiff1d(order, fold), fold, targets)
        errors = ((guesses - targets) ** 2).mean(1)
        self.shrinkage = SHRINKAGES[errors.argmin(0)]
        best = np.take_along_axis(guesses, errors.argmin(0)[None, None, :], 0)[0]
        wrong = (best[:, :-1] @ self.directions - self.targets) ** 2
        half = wrong.shape[1] // 2
        return {
            "mean_error": round(float(wrong[:, :half].mean()), 5),
            "log_deviation_error": round(float(wrong[:, half:].mean()), 5),
            "constant_mean_error": round(float((self.targets[:, :half] ** 2).mean()), 5),
            "constant_log_deviation_error": round(float((self.targets[:, half:] ** 2).mean()), 5),
            "level_error_db": round(float(np.sqrt(((best[:, -1] - self.level) ** 2).mean())), 3),
        }

    def weights(self) -> dict[str, NDArray[Any]]:
        """What the package carries."""
        targets = np.concatenate([self.coefficients, self.level[:, None]], 1)
        everything = np.arange(len(targets))
        values, vectors, inputs = self._solve(everything)
        middle = targets.mean(0)
        projected = vectors.T @ (targets - middle)
        dual = np.stack([vectors @ (projected[:, k] / (values + s)) for k, s in enumerate(self.shrinkage)], 1)
        slopes = inputs.T @ dual
        return {
            "centre": self.centre.astype(np.float32),
            "spread": self.spread.astype(np.float32),
            **{name: values.astype(np.float32) for name, values in self.histogram.items()},
            **{name: values.astype(np.float16) for name, values in self.axes.items()},
            "slopes": slopes[:, :-1].astype(np.float16),
            "offsets": middle[:-1].astype(np.float32),
            "level_slopes": slopes[:, -1].astype(np.float32),
            "level_offset": middle[-1:].astype(np.float32),
            "directions": self.directions.astype(np.float16),
            "average": self.average.astype(np.float16),
            "typical": self.typical.astype(np.float16),
            **self._guard(),
        }

    def _guard(self) -> dict[str, NDArray[Any]]:
        """Axes of ordinary variation and the distance that nearly all examples keep."""
        axes = np.linalg.svd(self.plain, full_matrices=False)[2][:GUARD_AXES].T
        scores = self.plain @ axes
        spread = scores.std(0)
        distances = ((scores / spread) ** 2).mean(1)
        limit = np.quantile(distances, GUARD_QUANTILE) * GUARD_SLACK
        return {
            "guard_axes": axes.astype(np.float16),
            "guard_spread": spread.astype(np.float32),
            "guard_limit": np.array(limit, np.float32),
        }
