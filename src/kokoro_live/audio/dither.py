"""Float samples → 16 bits, with TPDF dither: rounding becomes a faint steady hiss instead of distortion.

The dither is a function of the sample's place in the stream alone, so the same stream gives the same bytes however it
is cut, and whether or not it came from a cache.
"""

import numpy as np
from numpy.typing import NDArray

from kokoro_live.records import Samples

Pcm = NDArray[np.int16]

FULL_SCALE = 32767
# Constants of the splitmix64 generator: a cheap, well-mixed hash of a counter
GOLDEN, FIRST, SECOND = (np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
HALF = np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)


def pcm16(samples: Samples, start: int) -> Pcm:
    """Samples [start, start + len) of a stream; beyond full scale is clipped."""
    wanted = samples * np.float64(FULL_SCALE) + _triangular(start, len(samples))
    return np.asarray(np.clip(np.rint(wanted), -FULL_SCALE - 1, FULL_SCALE), np.int16)


def _triangular(start: int, count: int) -> NDArray[np.float64]:
    """Noise in (−1, 1) whose density is a triangle: the sum of two independent uniform halves."""
    mixed = np.arange(start, start + count, dtype=np.uint64) * GOLDEN
    mixed = (mixed ^ (mixed >> np.uint64(30))) * FIRST
    mixed = (mixed ^ (mixed >> np.uint64(27))) * SECOND
    mixed ^= mixed >> np.uint64(31)
    return np.asarray(((mixed >> HALF).astype(np.float64) + (mixed & LOW).astype(np.float64)) / 2.0**32 - 1)
