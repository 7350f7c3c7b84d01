"""The predictor: a segment's normalisation statistics, guessed before the generator runs.

Statistics are averages over time of what the generator makes of its two inputs: the decoder's features and the harmonic
source, which are there already. So what predicts them are the inputs' own moments over time, and a smooth histogram of
the segment: averages of fixed waves over (energy, F0). Voices differ in how they react, so the leading axes of moments
and histogram are crossed with how near the style is to each of the 54 voices, and those of the style with each other
(blends are near no voice). A ridge regression maps all that to the directions of (mean ÷ typical deviation, log
deviation) of the 8 448 channels that it explains best, and to the gain that brings the segment to its level.
`tools/calibrate.py` fits it for one base model.
"""

import hashlib
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kokoro_live.model import calibration
from kokoro_live.model.acoustic import Acoustics
from kokoro_live.model.vocoder import Statistics

Array = NDArray[Any]  # float32 here, float64 while fitting
Weights = dict[str, Array]

# Frames of content. What is heard before a segment covers the wait for it, and both are longer in slow speech.
SHORTEST = 150  # up to here a guess is poor, and the segment's own statistics do not cost much
SHORT_WAIT = 200  # the wait for exact statistics grows with the segment, and so does the error put up with
LOWEST_HZ = 20.0  # unvoiced frames have an F0 near zero
LEAK = 0.1  # of the leaky rectifier at the generator's door
STYLE, DECODER, SOURCE, LENGTH = 128, 1024, 44, 2  # how many features of each kind, besides the histogram
REST = SOURCE + LENGTH


def moments(channels: Array) -> Array:
    """Mean and deviation of each channel over time, [channel, time]."""
    return np.concatenate([channels.mean(1), channels.std(1)])


def decoder_moments(decoded: Array) -> Array:
    """Of the decoder's features as the generator takes them in."""
    return moments(np.maximum(decoded, LEAK * decoded))


def features(f0: Array, energy: Array, decoder: Array, source: Array, style: Array, weights: Weights) -> Array:
    """What is known of a segment before the generator runs: voice, histogram, moments of both inputs, length."""
    curves = np.stack([energy, np.log(np.maximum(f0, LOWEST_HZ))], 1)
    curves = (curves - weights["curve_centre"]) / weights["curve_spread"]
    waves = np.cos(curves @ weights["waves"] + weights["phases"]).mean(0)
    length = np.array([np.log(len(energy)), 100 / len(energy)])
    return np.concatenate([style, waves, decoder, source, length]).astype(np.float32)


def crossed(plain: Array, weights: Weights) -> Array:
    """Standardised features (one row per segment), the sound's leading axes as each voice reacts to them, the style's
    leading axes multiplied with each other."""
    style, sound, rest = plain[:, :STYLE], plain[:, STYLE:-REST], plain[:, -REST:]
    distance = ((style[:, None, :] - weights["voices"][None]) ** 2).sum(2)
    near = np.exp(-distance / weights["voice_reach"]) @ weights["voice_mixing"]
    leading = sound @ weights["sound_axes"]
    product = (near[:, :, None] * leading[:, None, :]).reshape(len(plain), -1)
    axes = style @ weights["style_axes"]
    first, second = np.triu_indices(axes.shape[1])
    squared = axes[:, first] * axes[:, second]
    alone, with_voice, voice, style_squared = weights["shares"]
    parts = [style, near * voice, sound * alone, product * with_voice, squared * style_squared, rest]
    return np.concatenate(parts, 1)


def guard_scores(even: Array, weights: Weights) -> Iterator[tuple[Array, Array]]:
    """Of the voice, then of the sound: places along the axes on which examples vary; distances along and away."""
    for block, part in (("voice", even[..., :STYLE]), ("sound", even[..., STYLE:])):
        along = part @ weights[f"guard_{block}_axes"]
        scores = along / weights[f"guard_{block}_spread"]
        away = (part**2).sum(-1) - (along**2).sum(-1)
        yield scores, np.stack([(scores**2).mean(-1), away], -1)


def guard_inputs(scores: Sequence[Array], distances: Sequence[Array], even: Array) -> Array:
    """What tells how wrong a guess may be."""
    return np.concatenate([*scores, *(np.log(distance) for distance in distances), even[..., -LENGTH:]], -1)


@dataclass(frozen=True, slots=True)
class Guess:
    """What the vocoder and the level need to know of a segment before it is vocoded."""

    statistics: Statistics
    gain: float  # dB to the target level


class Predictor:
    """A fitted regression."""

    def __init__(self, weights: dict[str, NDArray[Any]], manifest: dict[str, Any], digest: str) -> None:
        self.manifest, self.digest = manifest, digest
        self._weights = {name: np.asarray(values, np.float32) for name, values in weights.items()}
        self._weights["slopes"] *= self._weights.pop("slope_steps")
        others = self._weights.pop("other_directions") * self._weights.pop("steps")
        directions = np.concatenate([self._weights.pop("leading_directions"), others])
        self._weights["directions"] = np.asarray(directions / self._weights.pop("importance"), np.float32)

    @classmethod
    def of(cls, base_sha256: str) -> "Predictor | None":
        """The one fitted for this base model, if there is one."""
        folder = resources.files(calibration)
        path = folder.joinpath(f"{base_sha256[:12]}.npz")
        if not path.is_file():
            return None
        manifest = json.loads(folder.joinpath(f"{base_sha256[:12]}.json").read_text(encoding="utf-8"))
        data = path.read_bytes()
        with np.load(io.BytesIO(data)) as stored:
            return cls(dict(stored), manifest, hashlib.blake2b(data, digest_size=16).hexdigest())

    def guess(self, made: Acoustics) -> Guess | None:
        """None if a guess for this segment is not to be trusted."""
        plain = self.standardised(made)
        if not self.doubt(plain, made.content) <= 1:  # not a number is doubtful, too
            return None
        weights = self._weights
        inputs = crossed(plain.reshape(1, -1), weights)[0]
        predicted = (inputs @ weights["slopes"] + weights["offsets"]) @ weights["directions"] + weights["average"]
        half = len(predicted) // 2
        mean, deviation = predicted[:half] * weights["typical"], np.exp(predicted[half:])
        statistics = Statistics(np.float32(mean).reshape(1, -1, 1), np.float32(deviation).reshape(1, -1, 1))
        return Guess(statistics, float(inputs @ weights["gain_slopes"] + weights["gain_offset"][0]))

    def standardised(self, made: Acoustics) -> Array:
        """The features of a segment, centred and scaled."""
        decoder, source = decoder_moments(made.features[0]), moments(made.source[0])
        inputs = features(made.f0, made.energy, decoder, source, made.style[0], self._weights)
        return np.asarray((inputs - self._weights["centre"]) / self._weights["spread"])

    def doubt(self, plain: Array, content: int) -> float:
        """1 is the limit, both for the distance from what was taught and for the error to be expected."""
        weights, even = self._weights, plain / self._weights["guard_scale"]
        scores, distances = zip(*guard_scores(even, weights), strict=True)
        expected = np.exp(guard_inputs(scores, distances, even) @ weights["guard_slopes"] + weights["guard_offset"][0])
        strange = np.concatenate(distances) / weights["guard_limits"]
        return float(np.max([*strange, expected / max(1.0, content / SHORT_WAIT)]))

    def pace(self, voices: Iterable[str]) -> float:
        """Tokens per second of the slowest of these voices, at speed 1."""
        return float(min(self.manifest["pace"][voice] for voice in voices))
