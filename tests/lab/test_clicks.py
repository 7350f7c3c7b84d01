"""The detector of clicks: deaf to speech, awake to a single odd sample."""

import hypothesis
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kokoro_live.audio.clicks import clicks
from kokoro_live.config import Settings
from kokoro_live.engine import Engine
from kokoro_live.synthesis import whole
from lab.finished import Recording
from lab.glitches import BESIDE, BLIND, FAULTS, LEVELS, added_clicks, judged, jumps, odd, verdict
from lab.rows import Row


@pytest.fixture(scope="module")
def speech(engine: Engine) -> np.ndarray:  # type: ignore[type-arg]
    return np.asarray(whole(engine.stream("The ferry carried seven suitcases, but the lake was frozen.")), np.float64)


def test_speech_and_silence_do_not_click(speech: np.ndarray) -> None:  # type: ignore[type-arg]
    assert clicks(speech, *BLIND) == []
    assert clicks(np.zeros(24_000), *BLIND) == []


def test_a_click_in_a_pause_is_found_where_it_is(speech: np.ndarray) -> None:  # type: ignore[type-arg]
    spoiled = np.concatenate([speech, np.zeros(4800)])
    spoiled[len(speech) + 2000] += 0.01
    (found,) = clicks(spoiled, *BLIND)
    assert abs(found.position - len(speech) - 2000) <= BESIDE and found.amplitude == pytest.approx(0.01, rel=0.2)


@pytest.mark.parametrize(("voice", "speed"), [("bf_emma", 1.0), ("am_fenrir", 1.5)])
def test_the_paired_detector_finds_faults_of_every_shape_and_no_others(
    settings: Settings, voice: str, speed: float
) -> None:
    recording = Recording(settings)
    clip = recording.clip("Six thieves sat in the sand. It was hot, and it was late.", voice, speed)
    made = [recording.should_be(segment) for segment in recording.segments]
    joined = [jump for segment in recording.segments for jump in recording.jumps(segment)]
    assert odd(clip, made) == [] == joined
    for number in range(len(FAULTS)):
        row = judged(number, clip, made, joined, recording.exact)
        assert row["fault_found"], row["fault"]
        assert row["found_paired"] == row["injected"] == 4


def test_a_join_that_jumps_is_found_and_rounding_all_over_is_not(speech: np.ndarray) -> None:  # type: ignore[type-arg]
    rounding = 0.001 * np.random.default_rng(3).standard_normal(len(speech))
    joins = [10_000, 20_000, 30_000]
    assert jumps(speech + rounding, speech, joins) == []
    stepped = speech + rounding
    stepped[20_000:] += 0.03
    ((place, size),) = jumps(stepped, speech, joins)
    assert place == 20_000 and size > 0.02
    assert jumps(stepped, speech, [10_000]) == []


@given(before=st.integers(0, 60_000), length=st.integers(3_000, 60_000), after=st.integers(0, 60_000))
@hypothesis.settings(max_examples=10, deadline=None)
@example(before=200_000, length=8_000, after=0)  # past the middle of the transform
def test_a_segment_is_found_wherever_in_the_clip_it_is(before: int, length: int, after: int) -> None:
    first, second = (0.1 * np.random.default_rng(seed).standard_normal(length) for seed in (1, 2))
    clip = np.concatenate([first, np.zeros(before), second, np.zeros(after)])
    assert odd(clip, [first, second]) == []


def test_too_few_clips_or_a_single_fault_fail() -> None:
    good: Row = {"voice": "af_heart", "speed": 1.0, "text": "Yes.", "paired": [], "blind": [], "model": []}
    rows = [
        good
        | {"level": LEVELS[n % 3], "injected": 4, "found_paired": 4, "found_blind": 1}
        | {"fault": list(FAULTS)[n % len(FAULTS)], "fault_found": True}
        for n in range(1000)
    ]
    assert verdict(rows)
    assert not verdict(rows[:-1]) and not verdict([])
    assert not verdict([*rows[:-1], rows[-1] | {"paired": [[100, 0.02]]}])
    assert not verdict([row | {"fault_found": row["fault"] != "a sample lost"} for row in rows])


def test_only_added_clicks_count(speech: np.ndarray) -> None:  # type: ignore[type-arg]
    clip = np.concatenate([speech, np.zeros(4800)])
    spoiled = clip.copy()
    spoiled[len(speech) + 2000] += 0.01
    assert len(added_clicks(clip, spoiled)) == 1
    assert added_clicks(spoiled, spoiled) == [] == added_clicks(clip, clip)
