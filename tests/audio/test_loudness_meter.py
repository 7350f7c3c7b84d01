"""Against the definition, and against the reference implementation where it is installed."""

import numpy as np
import pytest

from kokoro_live.audio.loudness_meter import ABSOLUTE_GATE, loudness
from kokoro_live.records import SAMPLE_RATE, Samples


def sine(hertz: float, seconds: float, peak: float = 1.0) -> Samples:
    return (peak * np.sin(2 * np.pi * hertz * np.arange(int(seconds * SAMPLE_RATE)) / SAMPLE_RATE)).astype(np.float32)


def test_the_definition_a_full_scale_sine_reads_minus_three() -> None:
    assert loudness(sine(997, 5)) == pytest.approx(-3.01, abs=0.05)  # the filter is a little different at 24 kHz


def test_ten_decibels_are_ten_units() -> None:
    assert loudness(sine(500, 3)) - loudness(sine(500, 3, 10 ** (-10 / 20))) == pytest.approx(10, abs=0.01)


def test_silence_around_speech_does_not_count() -> None:
    sound = sine(300, 4)
    quiet = np.zeros(6 * SAMPLE_RATE, np.float32)
    assert loudness(np.concatenate([quiet, sound, quiet])) == pytest.approx(loudness(sound), abs=0.4)


def test_ears_hardly_hear_rumble() -> None:
    assert loudness(sine(15, 5)) < loudness(sine(1000, 5)) - 12


@pytest.mark.parametrize("count", [0, 1, 500])
def test_silence_and_scraps_have_a_number_too(count: int) -> None:
    assert loudness(np.zeros(count, np.float32)) == ABSOLUTE_GATE


def test_it_agrees_with_the_reference_implementation() -> None:
    ebur128 = pytest.importorskip("pyebur128")
    random = np.random.default_rng(3)
    for seconds in (0.5, 2, 9):
        envelope = np.repeat(random.uniform(0, 1, int(seconds * 10)) ** 2, SAMPLE_RATE // 10)
        noise = (random.normal(0, 0.2, len(envelope)) * envelope).astype(np.float32)
        state = ebur128.R128State(1, SAMPLE_RATE, ebur128.MeasurementMode.MODE_I)
        state.add_frames(noise, len(noise))
        assert loudness(noise) == pytest.approx(ebur128.get_loudness_global(state), abs=0.01)
