"""Tokens and style → everything the vocoder needs, and how long each token lasts."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kokoro_live.cancel import Cancel
from kokoro_live.errors import SynthesisError
from kokoro_live.model.runtimes.onnxruntime import Array, Runs

FRAME = 300  # samples per frame (80 frames per second)
FRAMES_PER_TICK = 2  # durations count ticks of 600 samples (40 per second)
SOURCE_PER_FRAME = 60
LONGEST_TOKEN = 200  # ticks: 5 s for one token is not speech
# The model predicts an energy curve (log scale) before anything is vocoded. Speech becomes audible (−50 dBFS) when it
# leaves its floor, and not long before it has risen by a part of its range; it is over when it has fallen this far
# from its peak. Measured: docs/experiments/0001.
ONSET_ABOVE_FLOOR = 3.0
RISEN = ((0.3, 6), (0.5, 9))  # shares of the range, and by how many frames speech may be ahead of them
OVER_BELOW_PEAK = 16.0
CLEARLY_HEARD_BELOW_PEAK = 10.0
SAFETY_FRAMES = 3

MADE = ["features", "source", "durations", "expected", "f0", "energy"]


@dataclass(frozen=True, slots=True)
class Acoustics:
    """One segment, ready to be vocoded."""

    features: NDArray[np.float32]  # [1, 512, frames]
    source: NDArray[np.float32]  # [1, 22, 60 · frames + 1]
    style: NDArray[np.float32]  # [1, 128]
    durations: NDArray[np.int64]  # ticks per token, the two pads included
    expected: NDArray[np.float32]  # ticks per token at speed 1, before rounding
    f0: NDArray[np.float32]  # [frames]
    energy: NDArray[np.float32]  # [frames], log scale

    @property
    def frames(self) -> int:
        """Length of the segment in frames."""
        return int(self.features.shape[2])

    @property
    def content(self) -> int:
        """How much is said, in frames: slow speech is longer than what it says."""
        return min(self.frames, round(float(self.expected.sum()) * FRAMES_PER_TICK))

    def speech(self) -> tuple[int, int]:
        """Frames [start, end) outside of which nothing is audible."""
        floor, peak = float(self.energy.min()), float(self.energy.max())
        marks = [(ONSET_ABOVE_FLOOR, SAFETY_FRAMES), *((share * (peak - floor), early) for share, early in RISEN)]
        first = max(int(np.argmax(self.energy > floor + height)) - early for height, early in marks)
        sounding = int(np.flatnonzero(self.energy > peak - OVER_BELOW_PEAK)[-1])
        return max(0, first), min(self.frames, sounding + 1 + SAFETY_FRAMES)

    def last_heard(self) -> int:
        """The frame where the last word has been heard; the end of `speech` errs on the safe side."""
        return int(np.flatnonzero(self.energy > self.energy.max() - CLEARLY_HEARD_BELOW_PEAK)[-1]) + 1


class Acoustic:
    """The acoustic graph, loaded."""

    def __init__(self, session: Runs) -> None:
        self._session = session

    def run(
        self, tokens: list[int], style: NDArray[np.float32], speed: NDArray[np.float32], pitch: float, cancel: Cancel
    ) -> Acoustics:
        """One run. `tokens` has its pads; `style` is the row for this many tokens; `speed` is per token."""
        style = style.reshape(1, 256)
        feeds: dict[str, Array] = {
            "tokens": np.array([tokens], np.int64),
            "style": style,
            "speed": speed.reshape(1, -1),
            "pitch": np.array([pitch], np.float32),
        }
        features, source, durations, expected, f0, energy = self._session.run(MADE, feeds, cancel)
        acoustics = Acoustics(
            features,
            source,
            np.ascontiguousarray(style[:, :128]),
            np.asarray(durations).reshape(-1).astype(np.int64),
            np.asarray(expected).reshape(-1),
            np.asarray(f0).reshape(-1),
            np.asarray(energy).reshape(-1),
        )
        _check(acoustics, len(tokens))
        return acoustics


def _check(made: Acoustics, tokens: int) -> None:
    """Nothing implausible goes on to the vocoder."""
    frames = int(made.durations.sum()) * FRAMES_PER_TICK
    right_size = (
        len(made.durations) == tokens
        and made.frames == frames == len(made.energy)
        and made.source.shape[2] == frames * SOURCE_PER_FRAME + 1
    )
    if not right_size:
        raise SynthesisError("The acoustic graph's outputs do not fit together. Run: kokoro-live models build")
    if made.durations.min() < 1 or made.durations.max() > LONGEST_TOKEN:
        raise SynthesisError("The model made an implausible duration for this text.")
    values = (made.features, made.source, made.expected, made.f0, made.energy)
    if not all(np.isfinite(each).all() for each in values):
        raise SynthesisError("The acoustic graph made values that are not numbers.")
