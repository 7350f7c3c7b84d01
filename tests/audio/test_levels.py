import numpy as np
import pytest

from kokoro_live.audio.levels import LOUDEST_GAIN, TARGET, Servo, factor, needed_gain
from kokoro_live.audio.limiter import limited
from kokoro_live.audio.loudness import loudness
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
