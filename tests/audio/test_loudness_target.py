from collections.abc import Iterator

import numpy as np
import pytest

from kokoro_live.audio.limiter import limited
from kokoro_live.audio.loudness_meter import loudness
from kokoro_live.audio.loudness_target import FAR_OFF, GLIDE, LOUDEST_GAIN, TARGET, Servo, factor, needed_gain, steadied
from kokoro_live.records import SAMPLE_RATE, Samples
from tests.audio.sounds import speechlike


@pytest.mark.parametrize("peak", [0.02, 0.2, 1.0])
def test_the_gain_brings_speech_to_the_target_through_the_limiter(peak: float) -> None:
    samples = speechlike(1, 4, peak)
    gain = needed_gain(samples)
    if gain < LOUDEST_GAIN:
        assert loudness(limited(samples * np.float32(factor(gain)))) == pytest.approx(TARGET, abs=0.3)


def test_silence_is_not_blown_up() -> None:
    assert needed_gain(np.zeros(1000, np.float32)) == LOUDEST_GAIN


def test_the_servo_learns_from_what_was_heard() -> None:
    servo, gain = Servo(), 0.0
    samples = speechlike(2, 3, 0.3)
    truth = needed_gain(samples)
    for _ in range(8):
        gain = servo.corrected(truth - 1.5)  # a predictor that is always 1.5 dB low
        servo.heard(limited(samples * np.float32(factor(gain))))
    assert gain == pytest.approx(truth, abs=0.3)


def test_the_servo_does_not_learn_from_scraps() -> None:
    servo = Servo()
    servo.heard(np.full(1000, 0.001, np.float32))
    assert servo.corrected(3.0) == 3.0


def even_speech() -> Samples:
    """Six seconds of noise in syllables, without peaks that a limiter would take for itself."""
    time = np.arange(6 * SAMPLE_RATE) / SAMPLE_RATE
    noise = np.random.default_rng(4).uniform(-1, 1, len(time))
    return (0.05 * noise * np.abs(np.sin(4 * np.pi * time))).astype(np.float32)


def blocks_of(samples: Samples) -> Iterator[Samples]:
    return iter(np.split(samples, [7_200, 14_400, 21_600, 28_800, 110_000]))


@pytest.mark.parametrize("error", [-1.3, 1.3])
def test_a_gain_that_is_far_off_glides_to_where_it_should_be(error: float) -> None:
    samples = even_speech()
    gain = needed_gain(samples) + error
    before = loudness(limited(samples * np.float32(factor(gain))))
    steady = np.concatenate([*steadied(blocks_of(samples), gain, len(samples))])
    after = loudness(limited(steady * np.float32(factor(gain))))
    assert abs(before - TARGET) > FAR_OFF and abs(after - TARGET) < abs(before - TARGET) - 0.4
    np.testing.assert_array_equal(steady[:28_800], samples[:28_800])  # what has left stays as it was
    loud = np.abs(samples) > 0.01
    decibels = 20 * np.log10(np.abs(steady[loud] / samples[loud]))
    assert np.abs(decibels).max() == pytest.approx(abs(TARGET - before), abs=0.01)
    steps = np.abs(np.diff(decibels)) / np.diff(np.flatnonzero(loud))
    assert steps.max() * SAMPLE_RATE < 1.1 * GLIDE  # nobody hears it on its way


@pytest.mark.parametrize("error", [-0.7 * FAR_OFF, 0.0, 0.7 * FAR_OFF])
def test_an_ordinary_error_is_left_alone(error: float) -> None:
    samples = even_speech()
    gain = needed_gain(samples) + error
    steady = np.concatenate([*steadied(blocks_of(samples), gain, len(samples))])
    np.testing.assert_array_equal(steady, samples)


def test_silence_does_not_glide() -> None:
    samples = np.zeros(48_000, np.float32)
    np.testing.assert_array_equal(np.concatenate([*steadied(blocks_of(samples), 9.0, len(samples))]), samples)
