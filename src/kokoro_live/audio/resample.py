"""24 kHz → another sample rate, as a stream; on a fixed grid, so that how it is cut never changes a sample."""

from typing import Protocol

import numpy as np

from kokoro_live.audio.grid import Grid
from kokoro_live.records import SAMPLE_RATE, Samples

GRID = SAMPLE_RATE * 10 // 1000
REACH = 48  # samples on each side that decide the one between two
SHARPNESS = 9.0  # of the Kaiser window: images 90 dB down


class Converter(Protocol):
    """Blocks of exactly GRID samples, and a shorter last one."""

    def convert(self, block: Samples) -> Samples:
        """What is decided."""

    def last(self, block: Samples) -> Samples:
        """This block and the rest."""


class Resampler:
    """Puts a stream on the grid for a converter."""

    def __init__(self, converter: Converter) -> None:
        self._converter = converter
        self._grid = Grid(GRID)

    def push(self, samples: Samples) -> Samples:
        """What is decided."""
        blocks = [self._converter.convert(block) for block in self._grid.blocks(samples)]
        return np.concatenate([np.zeros(0, np.float32), *blocks])

    def finish(self) -> Samples:
        """The rest."""
        return self._converter.last(self._grid.rest)


class Soxr:
    """Any rate, high quality, up to 40 ms behind."""

    def __init__(self, rate: int) -> None:
        import soxr

        self._stream = soxr.ResampleStream(SAMPLE_RATE, rate, 1, dtype="float32", quality="HQ")

    def convert(self, block: Samples) -> Samples:
        """What is decided."""
        return np.asarray(self._stream.resample_chunk(block), np.float32)

    def last(self, block: Samples) -> Samples:
        """This block and the rest."""
        return np.asarray(self._stream.resample_chunk(block, last=True), np.float32)


class Doubler:
    """Exactly twice the rate, 2 ms behind: Opus and AAC need 48 kHz, and soxr would hold back their first frame."""

    _distance = np.arange(-REACH, REACH) + 0.5
    _taps = (np.sinc(_distance) * np.kaiser(2 * REACH, SHARPNESS)).astype(np.float32)

    def __init__(self) -> None:
        self._before = np.zeros(REACH - 1, np.float32)  # what still has a sample to follow it

    def convert(self, block: Samples) -> Samples:
        """What is decided."""
        known = np.concatenate([self._before, block])
        self._before = known[-(2 * REACH - 1) :]
        if len(known) < 2 * REACH:
            return np.zeros(0, np.float32)
        between = np.convolve(known, self._taps, "valid")
        own = known[REACH - 1 : REACH - 1 + len(between)]
        return np.stack([own, between], 1).reshape(-1)

    def last(self, block: Samples) -> Samples:
        """This block and the rest."""
        return self.convert(np.concatenate([block, np.zeros(REACH, np.float32)]))


def resampler(rate: int) -> Resampler | None:
    """For an output rate; None if nothing is to be done."""
    if rate == SAMPLE_RATE:
        return None
    return Resampler(Doubler() if rate == 2 * SAMPLE_RATE else Soxr(rate))
