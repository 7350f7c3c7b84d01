"""Pitch, buzz and breath of signals whose answers are known."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kokoro_live.records import SAMPLE_RATE
from lab.voicing import timbre, voicing


def pulses(hertz: float, noise: float = 0.0, seconds: float = 1.0) -> np.ndarray:  # type: ignore[type-arg]
    """A buzzing voice."""
    time = np.arange(int(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    partials = range(1, int(5000 / hertz))
    tone = sum(np.cos(2 * np.pi * hertz * k * time) / k for k in partials)
    return np.asarray(0.1 * tone + noise * np.random.default_rng(0).normal(size=len(time)), np.float32)


@settings(max_examples=20, deadline=None)
@given(st.floats(80, 350))
def test_the_pitch_is_the_pitch(hertz: float) -> None:
    found = voicing(pulses(hertz))
    assert found.pitch == pytest.approx(hertz, rel=0.03)
    assert found.movement < 0.5 and found.voiced > 0.9


def test_breath_lowers_the_harmonics() -> None:
    clean, breathy = voicing(pulses(120, 0.001)), voicing(pulses(120, 0.05))
    assert clean.hnr > breathy.hnr + 5 and clean.cpp > breathy.cpp


def test_noise_is_not_a_voice() -> None:
    noise = np.random.default_rng(0).normal(size=SAMPLE_RATE).astype(np.float32)
    assert voicing(noise).voiced < 0.1


def test_timbre_is_the_colour_not_the_level() -> None:
    voice, other = pulses(120, 0.01), np.diff(pulses(120, 0.01)).astype(np.float32)
    assert np.abs(timbre(voice) - timbre(voice * np.float32(0.5))).max() < 0.05
    assert np.abs(timbre(voice) - timbre(other)).max() > 0.2
