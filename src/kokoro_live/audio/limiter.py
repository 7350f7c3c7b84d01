"""A true-peak limiter with look-ahead, for one stream, fed in blocks of one size.

It finds peaks between samples as well, with a longer filter than BS.1770's: sibilants reach up to half the sample rate,
where that one reads up to 0.7 dB too little. It starts to turn down 5 ms before a peak and lets go slowly, so that
nothing is bent. What does not reach the ceiling passes untouched, bit for bit.
"""

import numpy as np
from numpy.typing import NDArray

from kokoro_live.records import SAMPLE_RATE, Samples

CEILING = 10 ** (-1.5 / 20)  # true peak; meters, resamplers and encoders may read a little more
LOOKAHEAD = SAMPLE_RATE * 5 // 1000
RELEASE_DB = 100 / SAMPLE_RATE  # per sample
OVERSAMPLING = 8
TAPS = 64  # samples that decide the signal between two of them
LAG = TAPS // 2  # samples of the newest block whose right-hand neighbours are still to come


def _interpolator() -> NDArray[np.float32]:
    """[phases, taps]: a windowed sinc for the instants between two samples."""
    phases = np.arange(1, OVERSAMPLING) / OVERSAMPLING
    distance = np.arange(TAPS)[:, None] - (TAPS // 2 - 1) - phases[None, :]
    window = np.cos(np.pi * distance / TAPS) ** 2
    taps = np.sinc(distance) * window
    return np.ascontiguousarray((taps / taps.sum(0)).T, np.float32)


INTERPOLATOR = _interpolator()
HIGHEST = float(np.abs(INTERPOLATOR).sum(1).max())  # how far a peak can rise above the samples around it
SMOOTHER = np.full(LOOKAHEAD + 1, 1 / (LOOKAHEAD + 1))


class Limiter:
    """Keeps a stream below the ceiling. Output is one block behind input; blocks must be longer than the look-ahead."""

    def __init__(self, block: int) -> None:
        self._block = block
        self._samples = np.zeros(2 * block, np.float32)  # the block to be put out, and the newest
        self._wanted = np.zeros(
            2 * block + LOOKAHEAD
        )  # dB down at each sample, to LAG before the newest, release included
        self._ramp = RELEASE_DB * np.arange(1, block + 1)
        self._release = 0.0

    def push(self, block: Samples) -> Samples:
        """The block before this one, limited."""
        size = self._block
        self._samples = np.concatenate([self._samples[size:], block])
        self._wanted[:-size] = self._wanted[size:]
        self._wanted[-size:] = self._released(self._need())
        return self._turned_down(self._samples[:size])

    def _need(self) -> NDArray[np.float64]:
        """Decibels above the ceiling at the newest samples that have all their neighbours."""
        recent = self._samples[-self._block - 2 * LAG + 1 :]
        if HIGHEST * float(np.abs(recent).max()) <= CEILING:
            return np.zeros(self._block)
        between = np.abs([np.correlate(recent, taps, "valid") for taps in INTERPOLATOR]).max(0)
        peaks = np.maximum(between, np.abs(recent[LAG - 1 : LAG - 1 + self._block]))
        return np.asarray(20 * np.log10(np.maximum(peaks, CEILING).astype(np.float64) / CEILING))

    def _released(self, need: NDArray[np.float64]) -> NDArray[np.float64]:
        """What is needed, and what is left of earlier needs."""
        if self._release == 0 and not need.any():
            return need
        latest = np.maximum.accumulate(np.concatenate([[self._release], need + self._ramp]))[1:] - self._ramp
        self._release = max(0.0, float(latest[-1]))
        return np.asarray(np.maximum(latest, 0))

    def _turned_down(self, samples: Samples) -> Samples:
        first = len(self._wanted) - (2 * self._block - LAG)  # where samples[0] is among the wanted values
        around = self._wanted[first - LOOKAHEAD : first + self._block + LOOKAHEAD]
        if not around.any():
            return samples
        ahead = _running_maximum(around, LOOKAHEAD + 1)
        decibels = np.convolve(ahead, SMOOTHER, "valid")
        return np.asarray(samples * 10 ** (-decibels / 20), np.float32)


def _running_maximum(values: NDArray[np.float64], width: int) -> NDArray[np.float64]:
    """The largest of every `width` neighbours, by doubling the width."""
    size = 1
    while 2 * size <= width:
        values, size = np.maximum(values[:-size], values[size:]), 2 * size
    rest = width - size
    return np.asarray(np.maximum(values[: len(values) - rest], values[rest:]))


def limited(samples: Samples) -> Samples:
    """All at once."""
    size = max(len(samples), 2 * LOOKAHEAD)
    padded = np.concatenate([samples, np.zeros(size - len(samples), np.float32)])
    limiter = Limiter(size)
    limiter.push(padded)
    return limiter.push(np.zeros(size, np.float32))[: len(samples)]
