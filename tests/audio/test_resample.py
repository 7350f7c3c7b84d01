import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kokoro_live.audio.resample import resampler
from kokoro_live.records import SAMPLE_RATE, Samples
from tests.audio.sounds import speechlike

SOUND = speechlike(5, 1.0, 0.5)


def resampled(samples: Samples, rate: int, cuts: list[int] | None = None) -> Samples:
    made = resampler(rate)
    assert made is not None
    return np.concatenate([*(made.push(block) for block in np.split(samples, sorted(cuts or []))), made.finish()])


def test_the_native_rate_needs_nothing() -> None:
    assert resampler(SAMPLE_RATE) is None


@pytest.mark.parametrize("rate", [8000, 16_000, 22_050, 44_100, 48_000])
def test_tones_keep_their_pitch_level_and_place(rate: int) -> None:
    seconds = np.arange(SAMPLE_RATE) / SAMPLE_RATE
    tone = (0.5 * np.sin(2 * np.pi * 1000 * seconds)).astype(np.float32)
    out = resampled(tone, rate)
    assert len(out) == pytest.approx(rate, abs=2)
    expected = 0.5 * np.sin(2 * np.pi * 1000 * np.arange(len(out)) / rate)
    np.testing.assert_allclose(out[500:-500], expected[500:-500], atol=2e-3)


@pytest.mark.parametrize("hertz", [3000, 9000, 11_000])
def test_doubling_makes_no_images(hertz: int) -> None:
    tone = np.sin(2 * np.pi * hertz * np.arange(SAMPLE_RATE) / SAMPLE_RATE).astype(np.float32)
    spectrum = np.abs(np.fft.rfft(resampled(tone, 48_000)[2400:-2400] * np.hanning(43_200)))
    frequencies = np.fft.rfftfreq(43_200, 1 / 48_000)
    image = spectrum[np.abs(frequencies - (SAMPLE_RATE - hertz)) < 50].max()
    assert image < spectrum.max() * 10 ** (-70 / 20)


@given(st.lists(st.integers(0, SAMPLE_RATE), max_size=10), st.sampled_from([16_000, 44_100, 48_000]))
@settings(max_examples=20, deadline=None)
def test_cutting_it_differently_never_changes_a_sample(cuts: list[int], rate: int) -> None:
    np.testing.assert_array_equal(resampled(SOUND, rate, cuts), resampled(SOUND, rate))


@pytest.mark.parametrize("count", [0, 1, 47, 48, 95, 240, 241])
def test_scraps(count: int) -> None:
    assert len(resampled(SOUND[:count], 48_000)) == 2 * count
