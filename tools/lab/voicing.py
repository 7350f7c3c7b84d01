"""How a voice sounds, without a reference: pitch, its movement, buzz and breath, timbre."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kokoro_live.records import SAMPLE_RATE, Samples
from lab.metrics import loud_frames, spectrum

Matrix = NDArray[np.float64]

FRAME, STEP = 1200, 240  # 50 ms, so that the lowest voice has three periods in it
LOWEST_HZ, HIGHEST_HZ = 60, 450
VOICED = 0.5  # of the normalised autocorrelation's peak
BANDS, CEPSTRA = 40, 20


@dataclass(frozen=True)
class Voicing:
    """Of the voiced frames of a clip."""

    pitch: float  # Hz, median
    movement: float  # semitones, standard deviation
    voiced: float  # share of sounding frames
    hnr: float  # dB: harmonics over noise; falls when a voice becomes hoarse or hissy
    cpp: float  # dB: how far the cepstral peak stands out; falls when periodicity is smeared, rises when a voice buzzes


def voicing(samples: Samples) -> Voicing:
    """NaN where nothing is voiced."""
    frames = np.lib.stride_tricks.sliding_window_view(samples.astype(np.float64), FRAME)[::STEP]
    energy = (frames**2).sum(1)
    frames = frames[energy > energy.max() * 1e-3]
    likeness, pitch = _periodicity(frames)
    voiced = likeness > VOICED
    if not voiced.any():
        return Voicing(np.nan, np.nan, 0.0, np.nan, np.nan)
    likeness, pitch = np.minimum(likeness[voiced], 0.9999), pitch[voiced]
    return Voicing(
        float(np.median(pitch)),
        float(np.std(12 * np.log2(pitch / np.median(pitch)))),
        float(voiced.mean()),
        float(np.mean(10 * np.log10(likeness / (1 - likeness)))),
        float(_prominence(frames[voiced]).mean()),
    )


def pitch_track(samples: Samples, step: int) -> Matrix:
    """Hz at every step; NaN where nothing is voiced."""
    padded = np.pad(samples.astype(np.float64), FRAME // 2)
    frames = np.lib.stride_tricks.sliding_window_view(padded, FRAME)[::step]
    likeness, pitch = _periodicity(frames)
    energy = (frames**2).sum(1)
    return np.where((likeness > VOICED) & (energy > energy.max() * 1e-3), pitch, np.nan)


def _periodicity(frames: Matrix) -> tuple[Matrix, Matrix]:
    """The autocorrelation's peak in the range of voices, corrected for the window, and its frequency."""
    window = np.hanning(FRAME)
    own = np.fft.irfft(np.abs(np.fft.rfft(window, 2 * FRAME)) ** 2)
    centred = (frames - frames.mean(1, keepdims=True)) * window
    correlation = np.fft.irfft(np.abs(np.fft.rfft(centred, 2 * FRAME)) ** 2)
    correlation = correlation / (correlation[:, :1] + 1e-12) / (own / own[0] + 1e-12)
    lags = np.arange(SAMPLE_RATE // HIGHEST_HZ, SAMPLE_RATE // LOWEST_HZ)
    # of two equally good lags the shorter one is the period
    weighed = correlation[:, lags] - 0.02 * np.log2(lags / lags[0])
    best = weighed.argmax(1)
    return correlation[np.arange(len(frames)), lags[best]], SAMPLE_RATE / lags[best]


def _prominence(frames: Matrix) -> Matrix:
    """Cepstral peak above the straight line through the cepstrum, dB."""
    power = 20 * np.log10(np.abs(np.fft.rfft(frames * np.hanning(FRAME), 2048)) + 1e-9)
    cepstrum = 20 * np.log10(np.abs(np.fft.irfft(power)) + 1e-9)
    lags = np.arange(SAMPLE_RATE // HIGHEST_HZ, SAMPLE_RATE // LOWEST_HZ)
    own = cepstrum[:, lags]
    line = np.polynomial.polynomial.polyfit(lags, own.T, 1)
    expected = line[0][:, None] + line[1][:, None] * lags
    best = own.argmax(1)
    rows = np.arange(len(frames))
    return np.asarray(own[rows, best] - expected[rows, best])


def timbre(samples: Samples) -> Matrix:
    """The average colour of the sounding frames: cepstra of a mel-like spectrum, level left out."""
    power = spectrum(samples)
    power = power[loud_frames(power)]
    logs = np.log(power @ _mel_bands(power.shape[1]).T + 1e-9)
    ranks = np.arange(1, CEPSTRA + 1)[:, None] * (np.arange(BANDS) + 0.5)[None]
    return np.asarray((logs @ np.cos(np.pi * ranks / BANDS).T / BANDS).mean(0))


def _mel_bands(bins: int) -> Matrix:
    """Triangles, evenly spaced on the mel scale."""
    top = 2595 * np.log10(1 + SAMPLE_RATE / 2 / 700)
    edges = 700 * (10 ** (np.linspace(0, top, BANDS + 2) / 2595) - 1)
    frequencies = np.linspace(0, SAMPLE_RATE / 2, bins)
    low, middle, high = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    rising, falling = (frequencies - low) / (middle - low), (high - frequencies) / (high - middle)
    return np.asarray(np.clip(np.minimum(rising, falling), 0, 1))
