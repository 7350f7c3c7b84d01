"""On miniaudio's null backend: everything but the loudspeaker is real."""

from collections.abc import Iterator

import miniaudio
import numpy as np
import pytest

from kokoro_live.errors import NoSoundDevice
from kokoro_live.player.device import has_device, open_device, play
from kokoro_live.records import SAMPLE_RATE, Samples


def test_everything_is_played_before_it_returns() -> None:
    def stream() -> Iterator[Samples]:
        yield np.zeros(0, np.float32)
        for _ in range(3):
            yield np.full(SAMPLE_RATE // 10, 0.1, np.float32)

    assert play(stream(), open_device([miniaudio.Backend.NULL])) == 3 * (SAMPLE_RATE // 10)


def test_a_failing_stream_is_not_swallowed() -> None:
    def stream() -> Iterator[Samples]:
        yield np.zeros(100, np.float32)
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        play(stream(), open_device([miniaudio.Backend.NULL]))


def test_a_machine_without_sound_says_how_to_get_a_file() -> None:
    if has_device():
        return  # this machine has one: the other branch is what CI runs
    with pytest.raises(NoSoundDevice, match=r"say -o out\.wav"):
        open_device()
