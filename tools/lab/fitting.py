"""Fit the predictor of `kokoro_live.model.statistics` on the collected examples and write it as package data.

Inputs are its features, outputs those directions of the statistics that the features explain best: a ridge regression
of reduced rank. Each direction has its own shrinkage, found by cross-validation. How the weights were found:
docs/experiments, 0006, 0009 and 0011.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray

from kokoro_live.assets.fetch import Store
from kokoro_live.audio.loudness_target import needed_gain
from kokoro_live.config import Settings
from kokoro_live.model import calibration
from kokoro_live.model.statistics import (
    DECODER,
    LENGTH,
    LOWEST_HZ,
    REST,
    SOURCE,
    STYLE,
    crossed,
    features,
    guard_inputs,
    guard_scores,
)
from kokoro_live.model.store import ready_graphs
from lab.examples import AUDIO_SCALE, folder, remember

Matrix = NDArray[Any]

RANK = 320
WIDEST = 1000  # directions among which the explainable ones are sought
WAVES, SHARPNESS = 256, (2.0, 6.0)  # over energy and F0
# How much each block of features may explain (squared scale)
STYLE_WEIGHT, WAVES_WEIGHT, SOURCE_WEIGHT, LENGTH_WEIGHT = 3.0, 0.3, 10.0, 0.05
DECODER_WEIGHTS = (1.0, 0.3)  # of means, of deviations
SOUND_AXES, STYLE_AXES = 20, 32
# What an error in a layer does to the sound (log-spectral distance squared per squared error), measured layer by layer
SENSITIVITY = {
    "noise_res": 0.1,
    "resblocks.0": 0.6,
    "resblocks.0/adain1.0": 2.5,  # shared by resblocks 0 to 2
    "resblocks.1": 1.8,
    "resblocks.2": 0.7,
    "resblocks.3": 0.45,
    "resblocks.3/adain1.0": 10.0,  # shared by resblocks 3 to 5
    "resblocks.4": 2.1,
    "resblocks.5": 1.2,
}
MEANS_MATTER, DEVIATIONS_MATTER = 1.3, 0.7
FINEST = 4.2e-4  # how precisely directions are stored: an error of this size in a direction's share of a channel
SLOPE_STEP = 4.5e-4
VOICE_REACH = 9.0  # squared distance of scaled styles at which a voice's example counts for 1/e
SHARES = (0.1, 0.08, 1.0, 0.05)  # of the sound alone, the sound with the voice, the voice alone, the style squared
UNUSUAL = 3.0  # the noise of other speeds, pitches and blends, next to plain speech
SHRINKAGES = np.geomspace(1e-6, 100, 25)
FOLDS = 5
GUARD_AXES = 48
GUARD_QUANTILE = 0.999
GUARD_SLACK = 1.3
WORTH_A_WAIT = 0.0104  # a weighted error (root mean) that is heard rather than the wait for exact statistics
GUARD_RIDGE = 30.0
SHORTEST_TAUGHT = 112  # frames
LONG = 400  # frames
RECIPE = 7


def run() -> int:
    """Fit, report the cross-validated errors, write."""
    settings = Settings.load()
    store = Store(settings.cache_dir, settings.model_dir, settings.sources)
    graphs = ready_graphs(store, settings.cache_dir, settings.base)
    paths = sorted(folder(settings, graphs.base_sha256).glob("*.npz"))
    examples = load(paths)
    print(f"{len(paths)} examples, {len(examples)} longer than {SHORTEST_TAUGHT} frames")
    specs = [example.spec for example in examples]
    fitted = Fit(examples, importance(graphs.graph("vocoder_window")))
    errors = fitted.cross_validated()
    weights = fitted.weights()
    target = Path(calibration.__file__).parent
    target.mkdir(exist_ok=True)
    name = graphs.base_sha256[:12]
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
    remember([json.loads(str(np.load(path)["spec"])) for path in paths])
    size = (target / f"{name}.npz").stat().st_size
    document = {
        "base": graphs.base_sha256,
        "recipe": RECIPE,
        "rank": RANK,
        "bytes": size,
        "counts": counts,
        "pace": pace(examples),
        "held_out": errors,
    }
    (target / f"{name}.json").write_text(json.dumps(document, indent=1) + "\n")
    print(json.dumps(document, indent=1))
    return 0 if size <= 5_000_000 else 1


@dataclass(frozen=True)
class Example:
    """One collected example that is long enough to be predicted."""

    f0: NDArray[np.float32]
    energy: NDArray[np.float32]
    decoder: NDArray[np.float32]  # moments
    source: NDArray[np.float32]  # moments
    style: NDArray[np.float32]
    mean: NDArray[np.float32]
    deviation: NDArray[np.float32]
    gain: float  # dB to the target level
    pace: float  # tokens per second
    spec: dict[str, Any]


def load(paths: list[Path]) -> list[Example]:
    """The usable examples."""
    found = []
    for path in paths:
        with np.load(path) as stored:
            if len(stored["energy"]) > SHORTEST_TAUGHT:
                found.append(
                    Example(
                        stored["f0"],
                        stored["energy"],
                        stored["decoder"],
                        stored["source"],
                        stored["style"].reshape(-1)[:128],
                        stored["mean"],
                        stored["deviation"],
                        gain_of(path, stored["audio"]),
                        (len(stored["tokens"]) - 2) / (len(stored["energy"]) / 80),
                        json.loads(str(stored["spec"])),
                    )
                )
    return found


def pace(examples: list[Example]) -> dict[str, float]:
    """Tokens per second of every voice at its own speed: what three quarters of its long sentences keep."""
    own: dict[str, list[float]] = {}
    for example in examples:
        if _plain(example.spec) and len(example.energy) > LONG:  # the silence around short ones would count as slowness
            own.setdefault(example.spec["voice"], []).append(example.pace)
    return {voice: round(float(np.quantile(paces, 0.25)), 1) for voice, paces in sorted(own.items())}


def gain_of(path: Path, audio: NDArray[np.int16]) -> float:
    """The gain an example needs; kept beside it, because finding it takes a while."""
    kept = path.with_suffix(".gain")
    if not kept.exists():
        kept.write_text(f"{needed_gain(np.asarray(audio / AUDIO_SCALE, np.float32)):.4f}")
    return float(kept.read_text())


def _plain(spec: dict[str, Any]) -> bool:
    return bool(spec["speed"] == 1 and spec["pitch"] == 1 and "+" not in spec["voice"])


def _histogram_weights(examples: list[Example]) -> dict[str, NDArray[np.float32]]:
    """The waves, and what makes frames comparable."""
    random = np.random.default_rng(20261115)
    energy = np.concatenate([e.energy for e in examples])
    pitch = np.log(np.maximum(np.concatenate([e.f0 for e in examples]), LOWEST_HZ))
    weights = {
        "curve_centre": np.array([energy.mean(), pitch.mean()]),
        "curve_spread": np.array([energy.std(), pitch.std()]),
        "waves": random.normal(0, 1, (2, WAVES)) * np.array(SHARPNESS)[:, None],
        "phases": random.uniform(0, 2 * np.pi, WAVES),
    }
    return {name: np.asarray(values, np.float32) for name, values in weights.items()}


def _scaling(found: Matrix) -> tuple[Matrix, Matrix]:
    """Centre and spread that give each block of features its weight in the kernel."""
    blocks = [(STYLE, STYLE_WEIGHT), (WAVES, WAVES_WEIGHT)]
    blocks += [(DECODER // 2, weight) for weight in DECODER_WEIGHTS]
    blocks += [(SOURCE, SOURCE_WEIGHT), (LENGTH, LENGTH_WEIGHT)]
    scale = np.concatenate([np.full(count, np.sqrt(weight / count)) for count, weight in blocks])
    return found.mean(0), (found.std(0) + 1e-5) / scale


def importance(window_graph: Path) -> Matrix:
    """How much an error in each target matters, by the layer its channel belongs to."""
    graph = onnx.load(window_graph).graph
    split = next(node for node in graph.node if node.name == "mean")
    channels = onnx.numpy_helper.to_array(next(w for w in graph.initializer if w.name == split.input[1]))
    found = []
    for part, count in zip(split.output, channels, strict=True):
        layer = max((name for name in SENSITIVITY if name in part), key=len)
        found.append(np.full(count, SENSITIVITY[layer]))
    by_channel = np.concatenate(found)
    return np.asarray(np.sqrt(np.concatenate([by_channel * MEANS_MATTER, by_channel * DEVIATIONS_MATTER])))


class Fit:
    """Everything derived from the examples."""

    def __init__(self, examples: list[Example], importance: Matrix) -> None:
        deviation = np.stack([example.deviation for example in examples]).astype(np.float64)
        self.typical = np.exp(np.log(deviation).mean(0))
        mean = np.stack([example.mean for example in examples]) / self.typical
        targets = np.concatenate([mean, np.log(deviation)], 1)
        self.average = targets.mean(0)
        self.targets = targets - self.average
        self.importance = importance
        self.gain = np.array([example.gain for example in examples])
        self.histogram = _histogram_weights(examples)
        found = np.stack([features(e.f0, e.energy, e.decoder, e.source, e.style, self.histogram) for e in examples])
        self.centre, self.spread = _scaling(found)
        self.found_spread = found.std(0) + 1e-5
        self.plain = ((found - self.centre) / self.spread).astype(np.float64)
        self.noise = np.array([1.0 if _plain(e.spec) else UNUSUAL for e in examples])
        self.crossing = self._crossing([e.spec["voice"] for e in examples])
        self.inputs = crossed(self.plain, self.crossing)
        self.directions = self._explainable(self.targets * importance)
        self.coefficients = (self.targets * importance) @ self.directions.T

    def _explainable(self, weighted: Matrix) -> Matrix:
        """The directions of the weighted targets along which a regression on the inputs varies most."""
        widest = np.linalg.svd(weighted, full_matrices=False)[2][:WIDEST]
        coefficients = weighted @ widest.T
        _, shrinkage = self._held_out(coefficients)
        slopes, _ = self._slopes(coefficients, shrinkage)
        fitted = self.inputs @ slopes
        return np.asarray(np.linalg.svd(fitted - fitted.mean(0), full_matrices=False)[2][:RANK] @ widest)

    def _crossing(self, names: list[str]) -> dict[str, Matrix]:
        """What `crossed` needs: the leading axes of the sound, and where the voices are among the styles."""
        style, sound = self.plain[:, :STYLE], self.plain[:, STYLE:-REST]
        voices = np.stack(
            [style[[name == own for own in names]].mean(0) for name in sorted(set(names)) if "+" not in name]
        )
        near = np.exp(-((voices[:, None] - voices[None]) ** 2).sum(2) / VOICE_REACH)
        values, vectors = np.linalg.eigh(near)
        return {
            "voices": voices,
            "voice_reach": np.array(VOICE_REACH),
            "voice_mixing": vectors / np.sqrt(np.maximum(values, 1e-6)),
            "sound_axes": np.linalg.svd(sound, full_matrices=False)[2][:SOUND_AXES].T,
            "style_axes": np.linalg.svd(style, full_matrices=False)[2][:STYLE_AXES].T,
            "shares": np.sqrt(SHARES),
        }

    def _solve(self, rows: NDArray[np.int64], targets: Matrix) -> tuple[Matrix, Matrix, Matrix, Matrix]:
        """Eigen-decomposition of the weighted kernel of some rows: every shrinkage comes cheap afterwards."""
        trust = 1 / np.sqrt(self.noise[rows])[:, None]
        inputs = self.inputs[rows] * trust
        values, vectors = np.linalg.eigh(inputs @ inputs.T)
        middle = (targets[rows] * trust**2).sum(0) / (trust**2).sum()
        return np.maximum(values, 0), inputs.T @ vectors, vectors.T @ ((targets[rows] - middle) * trust), middle

    def _predict(self, rows: NDArray[np.int64], others: NDArray[np.int64], targets: Matrix) -> Matrix:
        """Predictions for `others` at every shrinkage: [shrinkage, other, column]."""
        values, back, projected, middle = self._solve(rows, targets)
        across = self.inputs[others] @ back
        return np.stack([across @ (projected / (values + s)[:, None]) + middle for s in SHRINKAGES])

    def _held_out(self, targets: Matrix) -> tuple[Matrix, Matrix]:
        """What would have been predicted for examples not seen, at each column's best shrinkage; and that shrinkage."""
        order = np.random.default_rng(0).permutation(len(targets))
        guesses = np.zeros((len(SHRINKAGES), *targets.shape), np.float32)
        for fold in np.array_split(order, FOLDS):
            guesses[:, fold] = self._predict(np.setdiff1d(order, fold), fold, targets)
        errors = [((guess - targets) ** 2 / self.noise[:, None]).mean(0) for guess in guesses]
        chosen = np.argmin(errors, 0)
        return np.take_along_axis(guesses, chosen[None, None, :], 0)[0], SHRINKAGES[chosen]

    def _slopes(self, targets: Matrix, shrinkage: Matrix) -> tuple[Matrix, Matrix]:
        """The regression on all examples: slopes, [input, column], and what to add."""
        values, back, projected, middle = self._solve(np.arange(len(targets)), targets)
        return np.stack([back @ (projected[:, k] / (values + s)) for k, s in enumerate(shrinkage)], 1), middle

    def cross_validated(self) -> dict[str, Any]:
        """Chooses each direction's shrinkage; returns the errors it would have made on examples it had not seen."""
        best, self.shrinkage = self._held_out(np.concatenate([self.coefficients, self.gain[:, None]], 1))
        wrong = (best[:, :-1] @ self.directions / self.importance - self.targets) ** 2
        weighted = wrong * self.importance**2
        self.errors = np.sqrt(weighted.mean(1))
        half = wrong.shape[1] // 2
        plain = self.noise == 1
        return {
            name: {
                "weighted_error": round(float(weighted[rows].mean()), 6),
                "mean_error": round(float(wrong[rows, :half].mean()), 5),
                "log_deviation_error": round(float(wrong[rows, half:].mean()), 5),
                "constant_mean_error": round(float((self.targets[rows, :half] ** 2).mean()), 5),
                "constant_log_deviation_error": round(float((self.targets[rows, half:] ** 2).mean()), 5),
                "gain_error_db": round(float(np.sqrt(((best[rows, -1] - self.gain[rows]) ** 2).mean())), 3),
            }
            for name, rows in (("plain", plain), ("other speeds, pitches, blends", ~plain))
        }

    def weights(self) -> dict[str, NDArray[Any]]:
        """What the package carries."""
        targets = np.concatenate([self.coefficients, self.gain[:, None]], 1)
        slopes, middle = self._slopes(targets, self.shrinkage)
        # A direction's entries need be no finer than their share of the result. Most are stored in coarse steps, which
        # compresses well; the few that carry most of the variation need more than 8 bits.
        step = FINEST / self.coefficients.std(0)
        needs_more = np.abs(self.directions).max(1) > 127 * step
        fine, coarse = np.flatnonzero(needs_more), np.flatnonzero(~needs_more)
        order = np.concatenate([fine, coarse])
        slope_steps = SLOPE_STEP / (self.inputs.std(0)[:, None] + 1e-6)  # the same of a slope
        return {
            "centre": self.centre.astype(np.float32),
            "spread": self.spread.astype(np.float32),
            **{name: values.astype(np.float32) for name, values in self.histogram.items()},
            **{name: values.astype(np.float32) for name, values in self.crossing.items()},
            "slopes": np.round(slopes[:, order] / slope_steps).astype(np.int16),
            "slope_steps": slope_steps.astype(np.float32),
            "offsets": middle[order].astype(np.float32),
            "gain_slopes": slopes[:, -1].astype(np.float32),
            "gain_offset": middle[-1:].astype(np.float32),
            "leading_directions": self.directions[fine].astype(np.float16),
            "other_directions": np.round(self.directions[coarse] / step[coarse, None]).astype(np.int8),
            "steps": step[coarse, None].astype(np.float32),
            "importance": self.importance.astype(np.float32),
            "average": self.average.astype(np.float16),
            "typical": self.typical.astype(np.float16),
            **self._guard(),
        }

    def _guard(self) -> dict[str, NDArray[Any]]:
        """Axes of ordinary variation, the distances along and away from them that nearly all examples keep, and how
        the error of a guess goes with all these."""
        scale = self.found_spread / self.spread  # every feature counts the same, whatever it explains
        even = self.plain / scale
        guard = {"guard_scale": scale}
        for block, part in (("voice", even[:, :STYLE]), ("sound", even[:, STYLE:])):
            axes = np.linalg.svd(part, full_matrices=False)[2][:GUARD_AXES].T
            guard |= {f"guard_{block}_axes": axes, f"guard_{block}_spread": (part @ axes).std(0)}
        scores, distances = zip(*guard_scores(even, guard), strict=True)
        guard["guard_limits"] = np.quantile(np.concatenate(distances, 1), GUARD_QUANTILE, axis=0) * GUARD_SLACK
        guard["guard_slopes"], guard["guard_offset"] = self._error_slopes(guard_inputs(scores, distances, even))
        return {name: values.astype(np.float16 if "axes" in name else np.float32) for name, values in guard.items()}

    def _error_slopes(self, inputs: Matrix) -> tuple[Matrix, Matrix]:
        """From the guard's inputs to the log of the cross-validated error, in units of what is worth a wait."""
        middle, spread = inputs.mean(0), inputs.std(0)
        even, wanted = (inputs - middle) / spread, np.log(self.errors / WORTH_A_WAIT)
        normal = even.T @ even + GUARD_RIDGE * np.eye(even.shape[1])
        slopes = np.linalg.solve(normal, even.T @ (wanted - wanted.mean())) / spread
        return slopes, np.array([wanted.mean() - middle @ slopes])
