"""Loudness as broadcasters measure it (ITU-R BS.1770, EBU R 128).

Mono convention: the file as it is, one channel of weight 1. That is what players' and editors' meters show for a mono
file; played on two loudspeakers it is 3 dB more.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kokoro_live.records import SAMPLE_RATE, Samples

BLOCK, HOP = SAMPLE_RATE * 400 // 1000, SAMPLE_RATE * 100 // 1000
ABSOLUTE_GATE = -70.0  # LUFS
RELATIVE_GATE = -10.0  # below the mean of what passes the absolute gate
OFFSET = -0.691  # makes a full-scale 997 Hz sine read −3.01 LUFS
RINGING = 5  # the weighting filter has died away after this part of a second
# The two filters of BS.1770, by what they are rather than by their coefficients at one sample rate
SHELF_HZ, SHELF_DB, SHELF_Q = 1681.974450955533, 3.999843853973347, 0.7071752369554196
HIGH_PASS_HZ, HIGH_PASS_Q = 38.13547087602444, 0.5003270373238773


def loudness(samples: Samples) -> float:
    """Integrated loudness in LUFS; −70 for silence. Less than 400 ms counts as if silence followed."""
    if len(samples) < BLOCK:
        samples = np.concatenate([samples, np.zeros(BLOCK - len(samples), np.float32)])
    return gated(_block_powers(weighted(samples)))


def gated(powers: NDArray[np.float64]) -> float:
    """Integrated loudness of overlapping blocks of 400 ms, by their weighted power; pauses do not count."""
    loud = powers[powers > _power(ABSOLUTE_GATE)]
    if not len(loud):
        return ABSOLUTE_GATE
    return _lufs(loud[loud > loud.mean() * 10 ** (RELATIVE_GATE / 10)].mean())


def _block_powers(signal: NDArray[np.float64]) -> NDArray[np.float64]:
    total = np.concatenate([[0.0], np.cumsum(signal * signal)])
    starts = np.arange(0, len(signal) - BLOCK + 1, HOP)
    return np.asarray((total[starts + BLOCK] - total[starts]) / BLOCK)


def _lufs(power: float) -> float:
    return float(OFFSET + 10 * np.log10(power))


def _power(lufs: float) -> float:
    return float(10 ** ((lufs - OFFSET) / 10))


def weighted(samples: Samples, rate: int = SAMPLE_RATE) -> NDArray[np.float64]:
    """K-weighted: louder where ears are sensitive, without what they do not hear."""
    size = _good_size(len(samples) + rate // RINGING)
    return np.asarray(np.fft.irfft(np.fft.rfft(samples, size) * _response(size, rate), size)[: len(samples)])


def _good_size(least: int) -> int:
    """The next length whose only prime factors are 2 and 3: fast to transform, few different ones."""
    power = 1 << (least - 1).bit_length()
    return power * 3 // 4 if power * 3 // 4 >= least else power


@lru_cache(maxsize=16)
def _response(size: int, rate: int) -> NDArray[np.complex128]:
    """The weighting at each frequency of a transform of this size."""
    z = np.exp(-2j * np.pi * np.arange(size // 2 + 1) / size)  # one sample of delay
    gain = 10 ** (SHELF_DB / 20)
    band = gain**0.4996667741545416
    k = np.tan(np.pi * SHELF_HZ / rate)
    a0 = 1 + k / SHELF_Q + k * k
    shelf = (
        (gain + band * k / SHELF_Q + k * k) / a0
        + z * 2 * (k * k - gain) / a0
        + z * z * (gain - band * k / SHELF_Q + k * k) / a0
    ) / (1 + z * 2 * (k * k - 1) / a0 + z * z * (1 - k / SHELF_Q + k * k) / a0)
    k = np.tan(np.pi * HIGH_PASS_HZ / rate)
    a0 = 1 + k / HIGH_PASS_Q + k * k
    high_pass = (1 - 2 * z + z * z) / (1 + z * 2 * (k * k - 1) / a0 + z * z * (1 - k / HIGH_PASS_Q + k * k) / a0)
    return np.asarray(shelf * high_pass)
