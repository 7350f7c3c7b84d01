"""What is wrong with a melody is told."""

from dataclasses import replace

import numpy as np
import pytest

from kokoro_live.model.acoustic import Acoustics
from lab.curves import curve_errors


@pytest.fixture
def made() -> Acoustics:
    frames = 200
    times = np.arange(frames)
    voiced = (times > 20) & (times % 50 > 10) & (times < 180)
    f0 = np.where(voiced, 180 + 30 * np.sin(times / 15), 0).astype(np.float32)
    energy = np.where((times > 18) & (times < 182), 5, -12).astype(np.float32)
    empty = np.zeros((1, 1, frames), np.float32)
    return Acoustics(empty, empty, empty[0], np.ones(1, np.int64), np.ones(1, np.float32), f0, energy)


def test_the_same_curves_have_no_error(made: Acoustics) -> None:
    assert set(curve_errors(made, made).values()) == {0.0}


def test_a_wobble_shows_though_it_is_nought_on_average(made: Acoustics) -> None:
    wobble = 2 ** (np.where(np.arange(200) % 2, 30, -30) / 1200)
    found = curve_errors(replace(made, f0=(made.f0 * wobble).astype(np.float32)), made)
    assert found["cents"] == pytest.approx(30, abs=0.1) and found["rare_cents"] == pytest.approx(30, abs=0.1)
    assert found["curve_flips"] == found["energy_error"] == found["edge_frames"] == 0


def test_what_is_voiced_in_one_only_and_where_speech_ends_shows(made: Acoustics) -> None:
    f0, energy = made.f0.copy(), made.energy.copy()
    f0[120:124] = 0
    energy[:25] = -12
    found = curve_errors(replace(made, f0=f0, energy=energy), made)
    assert found["curve_flips"] == pytest.approx(4 / 200)
    assert found["energy_error"] > 1 and found["edge_frames"] >= 5
