"""The predictor: a segment's normalisation statistics, guessed before the vocoder runs.

Statistics are averages over time of what the generator makes of each frame, and a frame is governed by its energy, its
F0, a little by its neighbours and its sounds, and by the voice. So the features are averages over time of fixed waves
over (energy, F0, both a little earlier and later, leading text features): a smooth histogram of the segment. Voices
differ in how they react, so the leading axes of the histogram are crossed with how near the style is to each of the 54
voices. The harmonic source, which is added to what the generator makes, is there already: its moments say most of the
rest. A ridge regression maps all that to the leading directions of (mean ÷ typical deviation, log deviation) of the
8 448 channels, and to the gain that brings the segment to its level. `tools/calibrate.py` fits it for one base model.
"""

import io
import json
from dataclasses import dataclass
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kokoro_live.speech.acoustic import Acoustics
from kokoro_live.speech.vocoder import Statistics

Array = NDArray[Any]  # float32 here, float64 while fitting
Weights = dict[str, Array]

SHORTEST = 112  # frames; below, exact statistics cost no more than a first window
FOLDER = "calibration"
LOWEST_HZ = 20.0  # unvoiced frames have an F0 near zero
NEARBY = 4  # frames: what "earlier" and "later" mean
STYLE, SOURCE, TEXT, LENGTH = 128, 44, 512, 2  # how many features of each kind, besides the histogram
REST = SOURCE + TEXT + LENGTH


def frame_inputs(text: Array, f0: Array, energy: Array, weights: Weights) -> Array:
    """[time, 6 + axes]: energy and log F0, now, earlier and later, and leading text features, made comparable."""
    curves = np.stack([energy, np.log(np.maximum(f0, LOWEST_HZ))], 1)
    curves = (curves - weights["curve_centre"]) / weights["curve_spread"]
    times = np.arange(len(energy))
    earlier, later = curves[np.maximum(times - NEARBY, 0)], curves[np.minimum(times + NEARBY, len(energy) - 1)]
    sounds = (text.T - weights["text_centre"]) @ weights["text_axes"]
    return np.concatenate([curves, earlier, later, np.repeat(sounds, 2, axis=0)], 1)  # text comes at half the rate


def source_moments(source: Array) -> Array:
    """Mean and deviation of each channel of the harmonic source, [channel, time]."""
    return np.concatenate([source.mean(1), source.std(1)])


def features(text: Array, f0: Array, energy: Array, moments: Array, style: Array, weights: Weights) -> Array:
    """What is known of a segment before its decoder runs: voice, smooth histogram, harmonic source, text, length."""
    waves = np.cos(frame_inputs(text, f0, energy, weights) @ weights["waves"] + weights["phases"])
    length = np.array([np.log(len(energy)), 100 / len(energy)])
    return np.concatenate([style, waves.mean(0), moments, text.mean(1), length]).astype(np.float32)


def crossed(plain: Array, weights: Weights) -> Array:
    """Standardised features (one row per segment), and the histogram seen through each voice's way of reacting."""
    style, waves, rest = plain[:, :STYLE], plain[:, STYLE:-REST], plain[:, -REST:]
    distance = ((style[:, None, :] - weights["voices"][None]) ** 2).sum(2)
    near = np.exp(-distance / weights["voice_reach"]) @ weights["voice_mixing"]
    histogram = waves @ weights["wave_axes"]
    product = (near[:, :, None] * histogram[:, None, :]).reshape(len(plain), -1)
    alone, with_voice, voice = weights["shares"]
    return np.concatenate([style, near * voice, histogram * alone, product * with_voice, rest], 1)


@dataclass(frozen=True, slots=True)
class Guess:
    """What the vocoder and the level need to know of a segment before it is vocoded."""

    statistics: Statistics
    gain: float  # dB to the target level


class Predictor:
    """A fitted regression."""

    def __init__(self, weights: dict[str, NDArray[Any]], manifest: dict[str, Any]) -> None:
        self.manifest = manifest
        self._weights = {name: np.asarray(values, np.float32) for name, values in weights.items()}
        self._weights["directions"] *= self._weights.pop("direction_scales")

    @classmethod
    def of(cls, base_sha256: str) -> "Predictor | None":
        """The one fitted for this base model, if there is one."""
        folder = resources.files(__package__).joinpath(FOLDER)
        path = folder.joinpath(f"{base_sha256[:12]}.npz")
        if not path.is_file():
            return None
        manifest = json.loads(folder.joinpath(f"{base_sha256[:12]}.json").read_text())
        with np.load(io.BytesIO(path.read_bytes())) as stored:
            return cls(dict(stored), manifest)

    def guess(self, made: Acoustics) -> Guess | None:
        """None if this segment is unlike anything the predictor was taught."""
        plain = self.standardised(made)
        if self.strangeness(plain) > 1:
            return None
        weights = self._weights
        inputs = crossed(plain.reshape(1, -1), weights)[0]
        found = (inputs @ weights["slopes"] + weights["offsets"]) @ weights["directions"] + weights["average"]
        half = len(found) // 2
        mean, deviation = found[:half] * weights["typical"], np.exp(found[half:])
        statistics = Statistics(np.float32(mean).reshape(1, -1, 1), np.float32(deviation).reshape(1, -1, 1))
        return Guess(statistics, float(inputs @ weights["gain_slopes"] + weights["gain_offset"][0]))

    def standardised(self, made: Acoustics) -> Array:
        """The features of a segment, centred and scaled."""
        moments = source_moments(made.source[0])
        found = features(made.text, made.f0, made.energy, moments, made.style[0], self._weights)
        return np.asarray((found - self._weights["centre"]) / self._weights["spread"])

    def strangeness(self, plain: Array) -> float:
        """Distance from what was taught, along the axes on which examples vary; 1 is the calibrated limit."""
        weights = self._weights
        scores = (plain @ weights["guard_axes"]) / weights["guard_spread"]
        return float(np.mean(scores**2) / weights["guard_limit"])
