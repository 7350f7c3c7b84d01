"""Acoustics → samples: the whole segment at once with its own statistics, or any window of it with given ones."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kokoro_live.errors import SynthesisError
from kokoro_live.records import Samples
from kokoro_live.speech.acoustic import FRAME, SOURCE_PER_FRAME, Acoustics
from kokoro_live.speech.sessions import Array, Cancel, Runs
from kokoro_live.speech.windows import Window

LOUDEST = 4.0  # full scale is 1; the loudest voice peaks near 1.2
QUIETEST_SPEECH = 1e-4  # root mean square (−80 dBFS); even the whispering voice is 40 dB above


@dataclass(frozen=True, slots=True)
class Statistics:
    """Mean and deviation of every normalised channel over one segment."""

    mean: NDArray[np.float32]  # [1, 8448, 1]
    deviation: NDArray[np.float32]  # [1, 8448, 1]


def vocode_whole(session: Runs, made: Acoustics, cancel: Cancel) -> tuple[Samples, Statistics]:
    """The segment exactly as the unsplit model speaks it, silence at both ends included."""
    audio, mean, deviation = session.run(["audio", "mean", "deviation"], _feeds(made, 0, made.frames), cancel)
    samples = _checked(audio, made.frames, 0, made.frames)
    speech_start, speech_end = made.speech()
    audible(samples[speech_start * FRAME : speech_end * FRAME])
    return samples, Statistics(mean, deviation)


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
