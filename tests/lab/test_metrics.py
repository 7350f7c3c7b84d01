"""What the measures must notice, and what they must not."""

import numpy as np
import pytest

from kokoro_live.engine import Engine
from kokoro_live.records import Samples
from kokoro_live.synthesis import whole
from lab.metrics import shifted


@pytest.fixture(scope="module")
def clip(engine: Engine) -> Samples:
    return whole(engine.stream("The ferry carried seven suitcases, but the lake was frozen.", "bf_emma"))


def test_sound_that_was_lost_or_repeated_is_noticed(clip: Samples) -> None:
    place = int(np.abs(clip).argmax())
    for milliseconds in (5, 30):
        length = 24 * milliseconds
        lost = np.concatenate([clip[:place], clip[place + length :], np.zeros(length, np.float32)])
        twice = np.concatenate([clip[:place], clip[place - length : place], clip[place:]])[: len(clip)]
        assert shifted(clip, lost) and shifted(clip, twice)


def test_a_little_noise_and_another_level_are_not_a_shift(clip: Samples) -> None:
    noise = np.random.default_rng(0).normal(0, 0.003, len(clip)).astype(np.float32)
    assert not shifted(clip, clip) and not shifted(clip, clip * np.float32(0.8) + noise)
