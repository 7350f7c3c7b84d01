"""How far one piece of audio is from another, sample-aligned, by what an ear would notice."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from kokoro_live.records import SAMPLE_RATE, Samples
from lab.recogniser import RATE, resampled

Spectrum = NDArray[np.float64]

WINDOW, STEP = 512, 128
BLOCK = SAMPLE_RATE * 300 // 1000
PESQ_DOUBTFUL = 4.3
PESQ_PADS = (1200, 2400, 4800, 12_000)  # samples
SHIFT_BLOCK, SHIFT_REACH, SHIFT_MOST = 2400, 1200, 2  # samples
SHIFT_LOUD, SHIFT_CLEARLY = 0.1, 1.02


def spectrum(samples: Samples) -> Spectrum:
    """Power, [frame, bin]."""
    frames = np.lib.stride_tricks.sliding_window_view(samples.astype(np.float64), WINDOW)[::STEP]
    return np.asarray(np.abs(np.fft.rfft(frames * np.hanning(WINDOW))) ** 2)


def decibels(power: Spectrum) -> Spectrum:
    """With a floor well below hearing."""
    return np.asarray(10 * np.log10(power + 1e-8))


def loud_frames(power: Spectrum) -> NDArray[np.bool_]:
    """Frames within 40 dB of the loudest."""
    energy = power.sum(1)
    return np.asarray(energy > energy.max() * 1e-4)


def log_spectral_distance(exact: Samples, other: Samples) -> float:
    """Mean over sounding frames, dB."""
    p, q = spectrum(exact), spectrum(other)
    loud = loud_frames(p)
    return float(np.sqrt(((decibels(p[loud]) - decibels(q[loud])) ** 2).mean(1)).mean())


def level_error(exact: Samples, other: Samples) -> float:
    """Overall level difference, dB."""
    return float(10 * np.log10(np.mean(other.astype(np.float64) ** 2) / np.mean(exact.astype(np.float64) ** 2)))


def pumping(exact: Samples, other: Samples) -> float:
    """Spread of the level difference over 300 ms blocks that sound, dB: a level that breathes."""
    count = len(exact) // BLOCK
    a = (exact[: count * BLOCK].reshape(count, BLOCK).astype(np.float64) ** 2).mean(1)
    b = (other[: count * BLOCK].reshape(count, BLOCK).astype(np.float64) ** 2).mean(1)
    loud = a > a.max() * 1e-2
    return float(np.std(10 * np.log10(b[loud] / a[loud]))) if loud.sum() > 1 else 0.0


def floor_change(exact: Samples, other: Samples) -> float:
    """How much louder the quietest tenth of frames is, dB (both floored at −90 dBFS)."""
    a, b = (np.sort(spectrum(s).mean(1) / WINDOW) for s in (exact, other))
    tenth = max(1, len(a) // 10)
    return float(10 * np.log10((b[:tenth].mean() + 1e-9) / (a[:tenth].mean() + 1e-9)))


def band_error(exact: Samples, other: Samples, low: float = 8000, high: float = 12000) -> float:
    """Difference of energy in a band, dB."""
    bins = np.fft.rfftfreq(WINDOW, 1 / SAMPLE_RATE)
    inside = (bins >= low) & (bins <= high)
    p, q = spectrum(exact)[:, inside].sum(), spectrum(other)[:, inside].sum()
    return float(10 * np.log10(q / p))


def long_term_differences(exact: Samples, other: Samples) -> list[float]:
    """Difference of the long-term spectra in bands of about a third of an octave, dB each."""
    edges = np.unique(np.geomspace(2, WINDOW // 2, 24).astype(int))
    loud = loud_frames(spectrum(exact))
    p, q = (spectrum(s)[loud].mean(0) for s in (exact, other))
    return [float(10 * np.log10(q[a:b].sum() / p[a:b].sum())) for a, b in pairwise(edges)]


def voicing_flips(exact: Samples, other: Samples) -> float:
    """Share of sounding frames that are periodic in one and not in the other."""
    a, b = _periodic(exact), _periodic(other)
    loud = loud_frames(spectrum(exact))[: len(a)]
    both = min(len(a), len(b), len(loud))
    return float(np.mean((a != b)[:both][loud[:both]]))


def _periodic(samples: Samples) -> NDArray[np.bool_]:
    """By the peak of the normalised autocorrelation between 60 and 400 Hz."""
    size = 960
    frames = np.lib.stride_tricks.sliding_window_view(samples.astype(np.float64), size)[::STEP]
    frames = frames - frames.mean(1, keepdims=True)
    power = np.abs(np.fft.rfft(frames, 2048)) ** 2
    correlation = np.fft.irfft(power)[:, : SAMPLE_RATE // 60]
    return np.asarray(correlation[:, SAMPLE_RATE // 400 :].max(1) / (correlation[:, 0] + 1e-9) > 0.5)


def pesq(exact: Samples, other: Samples) -> float:
    """PESQ wide band at 16 kHz."""
    import pesq as library

    return float(library.pesq(RATE, resampled(exact), resampled(other), "wb"))


def pesq_aligned(exact: Samples, other: Samples, plain: float) -> float:
    """PESQ without its own mistakes. It looks for delays between two signals; ours have none, but now and then it finds
    one, and silence around the same pair moves its verdict by a whole point (docs/experiments/0017). Where a low score
    could be such a mistake, and nothing was really shifted, the best over a few lengths of silence counts."""
    if plain >= PESQ_DOUBTFUL or shifted(exact, other):
        return plain
    padded = ([np.pad(clip, length) for clip in (exact, other)] for length in PESQ_PADS)
    return max(plain, *(pesq(*pair) for pair in padded))


def shifted(exact: Samples, other: Samples) -> bool:
    """Whether any sounding 100 ms of one fit the other better elsewhere than where they are: lost or repeated sound."""
    loudest = float(np.abs(exact).max())
    for start in range(0, len(exact) - SHIFT_BLOCK, SHIFT_BLOCK):
        block = exact[start : start + SHIFT_BLOCK].astype(np.float64)
        if np.abs(block).max() < SHIFT_LOUD * loudest:
            continue
        low = max(0, start - SHIFT_REACH)
        around = other[low : start + SHIFT_BLOCK + SHIFT_REACH].astype(np.float64)
        fits = np.correlate(around, block, "valid") / np.sqrt(
            np.convolve(around**2, np.ones(SHIFT_BLOCK), "valid") + 1e-9
        )
        if abs(int(fits.argmax()) - (start - low)) > SHIFT_MOST and fits.max() > SHIFT_CLEARLY * fits[start - low]:
            return True
    return False


def stoi(exact: Samples, other: Samples) -> float:
    """Short-time objective intelligibility, 0 to 1."""
    import pystoi

    return float(pystoi.stoi(exact, other, SAMPLE_RATE))
