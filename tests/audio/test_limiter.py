import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kokoro_live.audio.limiter import CEILING, INTERPOLATOR, LOOKAHEAD, TAPS, Limiter, limited
from kokoro_live.records import SAMPLE_RATE, Samples
from lab import loudness
from tests.audio.sounds import speechlike

ALLOWED = CEILING * 10 ** (0.2 / 20)


def true_peak(samples: Samples) -> float:
    """By the lab's meter: not the limiter's own way."""
    return float(10 ** (loudness.true_peak(samples) / 20))


@given(st.integers(0, 10_000), st.floats(0.5, 8))
@settings(max_examples=30, deadline=None)
def test_nothing_gets_above_the_ceiling_even_between_samples(seed: int, peak: float) -> None:
    assert true_peak(limited(speechlike(seed, 0.7, peak))) <= ALLOWED


@pytest.mark.parametrize("seed", range(5))
def test_hiss_stays_below_as_well(seed: int) -> None:
    spectrum = np.fft.rfft(np.random.default_rng(seed).normal(0, 0.5, 12_000))
    spectrum[5500:] = 0  # 11 kHz; nothing can be said of 12
    assert true_peak(limited(np.fft.irfft(spectrum).astype(np.float32))) <= ALLOWED


def test_a_peak_between_samples_is_seen() -> None:
    beat = np.tile(np.array([1, 1, -1, -1], np.float32) * 0.8, 3000)  # samples at 0.8, the wave itself at 1.13
    assert true_peak(limited(beat)[600:-600]) <= ALLOWED


@given(st.integers(0, 10_000))
@settings(max_examples=10, deadline=None)
def test_what_stays_below_passes_bit_for_bit(seed: int) -> None:
    samples = speechlike(seed, 0.5, 0.6)
    np.testing.assert_array_equal(limited(samples), samples)


def test_it_turns_down_gently_and_lets_go_again() -> None:
    samples = np.full(SAMPLE_RATE, 0.1, np.float32)
    samples[SAMPLE_RATE // 2] = 2.0
    gain = limited(samples) / samples
    assert gain[: SAMPLE_RATE // 2 - 2 * LOOKAHEAD].min() == 1
    assert gain[-2000:].min() == 1
    assert np.abs(np.diff(gain)).max() < 0.02


@given(st.integers(1, 8), st.integers(0, 10_000))
@settings(max_examples=20, deadline=None)
def test_any_block_size_limits_alike(blocks: int, seed: int) -> None:
    size = 240 * blocks
    samples = speechlike(seed, 0.6, 3.0)
    padded = np.pad(samples, (0, size + -len(samples) % size)).reshape(-1, size)
    out = Limiter(size).push(padded)
    np.testing.assert_allclose(out[size : size + len(samples)], limited(samples), atol=1e-6)


@given(st.integers(0, 10_000), st.lists(st.integers(0, 60), max_size=8), st.floats(0.7, 4))
@settings(max_examples=30, deadline=None)
def test_however_many_blocks_come_at_a_time_no_sample_changes(seed: int, cuts: list[int], peak: float) -> None:
    blocks = speechlike(seed, 0.6, peak).reshape(-1, 240)
    limiter = Limiter(240)
    parts = [limiter.push(part) for part in np.split(blocks, sorted(cuts))]
    np.testing.assert_array_equal(np.concatenate(parts), Limiter(240).push(blocks))


@given(st.integers(0, 10_000), st.floats(0.3, 1.2), st.sampled_from([200, 1000, 4000, 8000, 11_500]))
@settings(max_examples=60, deadline=None)
def test_a_block_in_which_no_peak_is_looked_for_has_none(seed: int, peak: float, highest_hz: int) -> None:
    """However the limiter chooses where to look: what it leaves alone is below, measured everywhere."""
    spectrum = np.fft.rfft(np.random.default_rng(seed).normal(0, 1, 9600))
    spectrum[highest_hz * 9600 // SAMPLE_RATE :] = 0
    wave = np.fft.irfft(spectrum)
    samples = (wave * peak / np.abs(wave).max()).astype(np.float32)
    untouched = limited(samples) == samples
    margins = np.abs([np.convolve(samples, taps[::-1], "same") for taps in INTERPOLATOR]).max(0)
    inner = slice(TAPS, -TAPS)
    assert (margins[inner][untouched[inner]] <= CEILING * (1 + 1e-5)).all()
