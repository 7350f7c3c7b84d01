"""The detector of clicks: deaf to speech, awake to a single odd sample."""

import numpy as np
import pytest

from kokoro_live.config import Settings
from kokoro_live.engine import Engine, whole
from lab.clicks import clicks
from lab.finished import Recording
from lab.glitches import BESIDE, BLIND, PAIRED, added_clicks, injected, judged, residue


@pytest.fixture(scope="module")
def speech(engine: Engine) -> np.ndarray:  # type: ignore[type-arg]
    return np.asarray(whole(engine.stream("The ferry carried seven suitcases, but the lake was frozen.")), np.float64)


def test_speech_and_silence_do_not_click(speech: np.ndarray) -> None:  # type: ignore[type-arg]
    assert clicks(speech, *BLIND) == []
    assert clicks(np.zeros(24_000), *PAIRED) == []


def test_a_click_in_a_pause_is_found_where_it_is(speech: np.ndarray) -> None:  # type: ignore[type-arg]
    spoiled = np.concatenate([speech, np.zeros(4800)])
    spoiled[len(speech) + 2000] += 0.01
    (found,) = clicks(spoiled, *BLIND)
    assert abs(found.position - len(speech) - 2000) <= BESIDE and found.amplitude == pytest.approx(0.01, rel=0.2)


def test_the_paired_detector_finds_every_faint_click(settings: Settings) -> None:
    recording = Recording(settings)
    clip = recording.clip("Six thieves sat in the sand. It was hot, and it was late.", "bf_emma")
    made = [recording.in_one_piece(segment) for segment in recording.segments]
    row = judged(0, clip, made, recording.exact)
    assert row["level"] == -40 and made
    assert row["paired"] == [] and row["blind"] == []
    assert row["found_paired"] == row["injected"]


def test_what_the_chain_leaves_is_nearly_nothing(settings: Settings) -> None:
    recording = Recording(settings)
    clip = recording.clip("An honest lawyer opened the door.", "am_puck")
    left = residue(clip, [recording.in_one_piece(segment) for segment in recording.segments])
    assert np.sqrt(np.mean(left**2)) < 0.05 * np.sqrt(np.mean(clip**2))
    spoiled, places = injected(clip, -40, np.random.default_rng(3))
    assert len(places) == 4 and np.abs(spoiled - clip).max() == pytest.approx(0.01)


def test_only_added_clicks_count(speech: np.ndarray) -> None:  # type: ignore[type-arg]
    clip = np.concatenate([speech, np.zeros(4800)])
    spoiled = clip.copy()
    spoiled[len(speech) + 2000] += 0.01
    assert len(added_clicks(clip, spoiled)) == 1
    assert added_clicks(spoiled, spoiled) == [] == added_clicks(clip, clip)
