import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kokoro_live.audio.tempo import Tempo
from kokoro_live.records import SAMPLE_RATE, Samples


def stretched(samples: Samples, tempo: float, block: int = 10**9) -> Samples:
    made = Tempo(tempo)
    out = [made.push(samples[start : start + block]) for start in range(0, len(samples), block)]
    return np.concatenate([*out, made.finish()])


def tone(seconds: float, hertz: float = 180) -> Samples:
    t = np.arange(round(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    voice = sum(np.sin(2 * np.pi * hertz * k * t) / k for k in range(1, 9))
    return (0.2 * voice).astype(np.float32)


def pitch(samples: Samples) -> float:
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples)), 1 << 18))
    return float(np.argmax(spectrum) * SAMPLE_RATE / (1 << 18))


@pytest.mark.parametrize("tempo", [0.5, 0.8, 1.2, 2.0, 2.4])
def test_length_changes_and_pitch_does_not(tempo: float) -> None:
    out = stretched(tone(1.5), tempo)
    assert len(out) == round(1.5 * SAMPLE_RATE / tempo)
    middle = out[2000:-2000]
    assert abs(pitch(middle) - 180) < 2
    assert 0.8 < np.sqrt(np.mean(middle**2)) / np.sqrt(np.mean(tone(1) ** 2)) < 1.2


@pytest.mark.parametrize("tempo", [0.5, 1.7])
def test_no_clicks_in_a_steady_tone(tempo: float) -> None:
    steps = np.abs(np.diff(stretched(tone(1), tempo)[1000:-1000]))
    assert steps.max() < 1.5 * np.abs(np.diff(tone(1))).max()


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 5000), st.floats(0.4, 3))
def test_any_length_works(length: int, tempo: float) -> None:
    samples = np.random.default_rng(length).normal(0, 0.1, length).astype(np.float32)
    out = stretched(samples, tempo)
    assert len(out) == round(length / tempo) and np.isfinite(out).all()
    np.testing.assert_array_equal(out, stretched(samples, tempo, 777))
    np.testing.assert_array_equal(out, stretched(samples, tempo, 5000))


def test_how_loud_it_is_makes_no_difference() -> None:
    samples = np.concatenate([tone(0.3), 1e-7 * tone(0.5, 130), tone(0.3, 90)])
    np.testing.assert_allclose(stretched(samples / 8, 1.04) * 8, stretched(samples, 1.04), atol=1e-6)


def test_sound_comes_out_before_the_end() -> None:
    made = Tempo(1.5)
    assert len(made.push(tone(1))) > 0.5 * SAMPLE_RATE
