"""Acoustics → samples: the whole segment at once with its own statistics, or any window of it with given ones."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kokoro_live.cancel import Cancel
from kokoro_live.errors import SynthesisError
from kokoro_live.model.acoustic import FRAME, SOURCE_PER_FRAME, Acoustics
from kokoro_live.model.runtimes.onnxruntime import Array, Runs
from kokoro_live.model.windows import Window
from kokoro_live.records import Samples

LOUDEST = 4.0  # full scale is 1; the loudest voice peaks near 1.2
CHANNELS = 8448  # of all normalisations
FIRST_RATE = 10  # values for each frame after the generator's first upsampling
QUIETEST_SPEECH = 1e-4  # root mean square (−80 dBFS); even the whispering voice is 40 dB above


@dataclass(frozen=True, slots=True)
class Statistics:
    """Mean and deviation of every normalised channel over one segment."""

    mean: NDArray[np.float32]  # [1, CHANNELS, 1]
    deviation: NDArray[np.float32]  # [1, CHANNELS, 1]


SMALLEST = 1e-5**0.5  # as a deviation: what the model adds to it, so that silence can be divided by
OWN = Statistics(np.zeros((1, CHANNELS, 1), np.float32), np.full((1, CHANNELS, 1), SMALLEST, np.float32))


def vocode_whole(session: Runs, made: Acoustics, cancel: Cancel) -> tuple[Samples, Statistics]:
    """The segment exactly as the unsplit model speaks it, silence at both ends included."""
    audio, mean, deviation = session.run(["audio", "mean", "deviation"], _feeds(made, 0, made.frames), cancel)
    return _spoken(audio, made), Statistics(mean, deviation)


def _spoken(audio: NDArray[np.float32], made: Acoustics) -> Samples:
    samples = _checked(audio, made.frames, 0, made.frames)
    speech_start, speech_end = made.speech()
    audible(samples[speech_start * FRAME : speech_end * FRAME])
    return samples


def audible(samples: Samples) -> Samples:
    """The samples, if there is speech in them."""
    if float(np.sqrt(np.mean(samples**2))) < QUIETEST_SPEECH:
        raise SynthesisError("The model made silence where there should be speech.")
    return samples


def vocode_window(session: Runs, made: Acoustics, statistics: Statistics, window: Window, cancel: Cancel) -> Samples:
    """What the window delivers. With the segment's true statistics, equal to the same stretch of the whole."""
    left, right = window.left, window.right
    (audio,) = session.run(["audio"], window_feeds(made, statistics, left, right), cancel)
    return _checked(audio, right - left, window.new - left, window.end - left)


def window_feeds(made: Acoustics, statistics: Statistics, left: int, right: int) -> dict[str, Array]:
    """What the window graph takes in for frames [left, right)."""
    return _feeds(made, left, right) | {"mean": statistics.mean, "deviation": statistics.deviation}


class Measuring:
    """Windows of a few sizes, and short segments whole: the largest size takes statistics in or makes its own."""

    def __init__(self, small: Runs, large: Runs, frames: int) -> None:
        self._small, self._large, self._frames = small, large, frames
        self.provider, self.identity = large.provider, large.identity
        self._given = _counting(frames, 0)

    def run(self, outputs: list[str], feeds: dict[str, Array], cancel: Cancel) -> list[NDArray[np.float32]]:
        """Of a window, with the statistics that are given."""
        if feeds["features"].shape[2] == self._frames:
            return self._large.run(outputs, feeds | self._given, cancel)
        return self._small.run(outputs, feeds, cancel)

    def whole(self, made: Acoustics, cancel: Cancel) -> Samples | None:
        """The segment with its own statistics, silence at both ends included; None if it is too long for that."""
        behind = self._frames - made.frames
        if behind < 0:
            return None
        feeds: dict[str, Array] = {
            "features": np.pad(made.features, ((0, 0), (0, 0), (0, behind))),
            "source": np.pad(made.source, ((0, 0), (0, 0), (0, SOURCE_PER_FRAME * behind))),
            "vocoder_style": made.style,
            "mean": OWN.mean,
            "deviation": OWN.deviation,
        }
        (audio,) = self._large.run(["audio"], feeds | _counting(self._frames, made.frames), cancel)
        return _spoken(audio.reshape(-1)[: made.frames * FRAME], made)


def _counting(frames: int, measured: int) -> dict[str, Array]:
    """Which values count: the first `measured` frames for statistics and sound, or all of them for sound alone."""
    weights = np.full(measured, 1 / measured) if measured else np.zeros(1)
    feeds: dict[str, Array] = {"weights": weights.astype(np.float32).reshape(1, 1, -1)}
    for rate, more in ((FIRST_RATE, 0), (SOURCE_PER_FRAME, 1)):
        counts = np.arange(rate * frames + more) < rate * (measured or frames) + more
        feeds[f"counts_{rate}"] = counts.astype(np.float32).reshape(1, 1, -1)
    return feeds


def _feeds(made: Acoustics, left: int, right: int) -> dict[str, Array]:
    return {
        "features": np.ascontiguousarray(made.features[:, :, left:right]),
        "source": np.ascontiguousarray(made.source[:, :, left * SOURCE_PER_FRAME : right * SOURCE_PER_FRAME + 1]),
        "vocoder_style": made.style,
    }


def _checked(audio: NDArray[np.float32], frames: int, start: int, end: int) -> Samples:
    """Frames [start, end) of a run over `frames`: finite, of the right length and of a plausible level, or an error."""
    samples = audio.reshape(-1)
    if len(samples) != frames * FRAME:
        raise SynthesisError(f"The vocoder made {len(samples)} samples instead of {frames * FRAME}.")
    samples = samples[start * FRAME : end * FRAME]
    if not np.isfinite(samples).all():
        raise SynthesisError("The vocoder made values that are not numbers.")
    if float(np.abs(samples).max()) > LOUDEST:
        raise SynthesisError("The vocoder made a sound far beyond full scale.")
    return samples
