import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kokoro_live.audio.dither import pcm16
from kokoro_live.records import SAMPLE_RATE


@given(st.integers(0, 10**9), st.lists(st.floats(-2, 2, width=32), min_size=1, max_size=60), st.integers(0, 60))
def test_a_sample_depends_on_its_place_only(start: int, values: list[float], cut: int) -> None:
    samples = np.array(values, np.float32)
    cut = min(cut, len(samples))
    parts = np.concatenate([pcm16(samples[:cut], start), pcm16(samples[cut:], start + cut)])
    np.testing.assert_array_equal(pcm16(samples, start), parts)
    np.testing.assert_allclose(parts / 32767, np.clip(samples, -1, 1), atol=1.6 / 32767)


def test_it_turns_distortion_into_noise() -> None:
    tone = (np.sin(2 * np.pi * 1000 * np.arange(SAMPLE_RATE) / SAMPLE_RATE) * 0.7 / 32767).astype(np.float32)
    spectrum = np.abs(np.fft.rfft(pcm16(tone, 0) * np.hanning(SAMPLE_RATE)))
    plain = np.abs(np.fft.rfft(np.rint(tone * 32767) * np.hanning(SAMPLE_RATE)))
    third = slice(2990, 3011)
    assert spectrum[third].max() < plain[third].max() / 5
    assert spectrum[990:1011].max() > 10 * np.median(spectrum)


def test_the_noise_is_white_unbiased_and_half_a_step_wide() -> None:
    noise = pcm16(np.zeros(200_000, np.float32), 123).astype(np.float64)
    assert abs(noise.mean()) < 0.01
    assert 0.23 < noise.var() < 0.27  # 1/6 of the triangle and 1/12 of the rounding
    assert abs(np.corrcoef(noise[1:], noise[:-1])[0, 1]) < 0.01
