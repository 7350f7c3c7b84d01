"""Sounds to test with."""

import numpy as np

from kokoro_live.records import SAMPLE_RATE, Samples


def speechlike(seed: int, seconds: float, peak: float) -> Samples:
    """Noise in bursts of 50 ms, smooth, with this peak."""
    random = np.random.default_rng(seed)
    count = int(seconds * SAMPLE_RATE)
    noise = np.convolve(random.normal(0, 1, count + 31), np.hanning(32), "valid")
    corners = np.arange(0, count + 1200, 1200)
    sound = noise[:count] * np.interp(np.arange(count), corners, random.uniform(0, 1, len(corners))) ** 3
    return np.asarray(sound / np.abs(sound).max() * peak, np.float32)
