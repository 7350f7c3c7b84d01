"""A true-peak limiter with look-ahead, for one stream, fed in blocks of one size, as many at a time as there are.

It finds peaks between samples as well, with a longer filter than BS.1770's: sibilants reach up to half the sample rate,
where that one reads up to 0.7 dB too little. It starts to turn down 5 ms before a peak and lets go slowly, so that
nothing is bent. What does not reach the ceiling passes untouched, bit for bit.
"""

from collections.abc import Iterator

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


def _steepest() -> float:
    """How far a peak can rise above the two samples beside it, by the largest step between neighbours around it."""
    phases = np.arange(1, OVERSAMPLING) / OVERSAMPLING
    beyond_a_line = INTERPOLATOR.astype(np.float64)
    beyond_a_line[:, LAG - 1] -= 1 - phases
    beyond_a_line[:, LAG] -= phases
    return float(np.abs(beyond_a_line.cumsum(1)).sum(1).max())


STEEPEST = _steepest()


class Limiter:
    """Keeps a stream below the ceiling. Output is one block behind input; blocks must be longer than all look-ahead.

    How many blocks come at a time never changes a sample.
    """

    def __init__(self, block: int) -> None:
        self._block = block
        self._held = np.zeros(block, np.float32)  # the block to be put out next
        # dB down at each sample, to LAG before the newest, release included: as far back as the next block needs it
        self._wanted = np.zeros(block - LAG + LOOKAHEAD)
        self._ramp = RELEASE_DB * np.arange(1, block + 1)
        self._release = 0.0

    def push(self, blocks: Samples) -> Samples:
        """[n, block]: the block before each of these, limited, in a row."""
        samples = np.concatenate([self._held, blocks.ravel()])
        wanted = np.concatenate([self._wanted, self._released(self._need(samples)).ravel()])
        self._held, self._wanted = samples[-self._block :].copy(), wanted[-len(self._wanted) :].copy()  # not all of it
        return self._turned_down(samples[: -self._block], wanted)

    def _need(self, samples: Samples) -> NDArray[np.float64]:
        """[n, block]: decibels above the ceiling, as far as samples have all their neighbours."""
        need = np.zeros((len(samples) // self._block - 1, self._block))
        for start, stop in _runs(self._may_exceed(samples)):
            recent = samples[(start + 1) * self._block - 2 * LAG + 1 : (stop + 1) * self._block]
            between = np.abs([np.correlate(recent, taps, "valid") for taps in INTERPOLATOR]).max(0)
            peaks = np.maximum(between, np.abs(recent[LAG - 1 : LAG - 1 + len(between)]))
            decibels = 20 * np.log10(np.maximum(peaks, CEILING).astype(np.float64) / CEILING)
            need[start:stop] = decibels.reshape(-1, self._block)
        return need

    def _may_exceed(self, samples: Samples) -> NDArray[np.bool_]:
        """Which blocks, with the samples before them that now have their neighbours, could hold a peak: few do."""
        highest = self._highest(np.abs(samples))
        step = self._highest(np.abs(np.diff(samples, prepend=samples[:1])))
        return np.asarray(np.minimum(HIGHEST * highest, highest + STEEPEST * step) > CEILING * (1 - 1e-6))

    def _highest(self, values: Samples) -> Samples:
        blocks = values.reshape(-1, self._block)
        return np.asarray(np.maximum(blocks[1:].max(1), blocks[:-1, -2 * LAG + 1 :].max(1)))

    def _released(self, need: NDArray[np.float64]) -> NDArray[np.float64]:
        """What is needed, and what is left of earlier needs."""
        latest = np.maximum.accumulate(need + self._ramp, axis=1)
        left = np.empty((len(need), 1))
        for number, at_the_end in enumerate(latest[:, -1].tolist()):
            left[number] = self._release
            self._release = max(0.0, max(self._release, at_the_end) - float(self._ramp[-1]))
        return np.asarray(np.maximum(np.maximum(left, latest) - self._ramp, 0))

    def _turned_down(self, samples: Samples, wanted: NDArray[np.float64]) -> Samples:
        """By what is wanted from LOOKAHEAD before the first of these samples until as long after the last."""
        out, size = samples.copy(), self._block
        many = np.concatenate([[0], np.cumsum(wanted > 0)])
        first = np.arange(0, len(samples), size)
        for start, stop in _runs(many[first + size + 2 * LOOKAHEAD] > many[first]):
            ahead = _running_maximum(wanted[start * size : stop * size + 2 * LOOKAHEAD], LOOKAHEAD + 1)
            out[start * size : stop * size] *= 10 ** (-np.convolve(ahead, SMOOTHER, "valid") / 20)
        return out


def _runs(chosen: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """Where [start, stop) of neighbours are all chosen."""
    edges = np.flatnonzero(np.diff(chosen, prepend=False, append=False)).tolist()
    return zip(edges[::2], edges[1::2], strict=True)


def _running_maximum(values: NDArray[np.float64], width: int) -> NDArray[np.float64]:
    """The largest of every `width` neighbours, by doubling the width."""
    size = 1
    while 2 * size <= width:
        values, size = np.maximum(values[:-size], values[size:]), 2 * size
    rest = width - size
    return np.asarray(np.maximum(values[: len(values) - rest], values[rest:]))


def limited(samples: Samples) -> Samples:
    """All at once."""
    size = 2 * LOOKAHEAD
    blocks = np.pad(samples, (0, size + -len(samples) % size)).reshape(-1, size)
    return Limiter(size).push(blocks)[size : size + len(samples)]


def true_peaks(samples: Samples) -> Samples:
    """How high the signal is at each sample, or between it and the next."""
    around = np.pad(samples, (LAG - 1, LAG))
    between = np.abs([np.correlate(around, taps, "valid") for taps in INTERPOLATOR]).max(0)
    return np.asarray(np.maximum(between, np.abs(samples)), np.float32)
