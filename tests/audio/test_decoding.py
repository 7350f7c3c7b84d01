"""What the bench hears must be what was sent, and not before it was sent."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kokoro_live.audio.decoding import decoded
from kokoro_live.audio.formats import FORMATS, encoder
from kokoro_live.errors import Unreadable
from kokoro_live.records import SAMPLE_RATE, Samples

PIECE = SAMPLE_RATE // 20
SILENT_PIECES = 10


def tone_after_silence() -> Samples:
    times = np.arange(SAMPLE_RATE) / SAMPLE_RATE
    tone = 0.5 * np.sin(2 * np.pi * 440 * times)
    return np.concatenate([np.zeros(SILENT_PIECES * PIECE), tone]).astype(np.float32)


def pieces(kind: str) -> list[bytes]:
    coder, sound = encoder(kind), tone_after_silence()
    parts = [coder.push(sound[start : start + PIECE]) for start in range(0, len(sound), PIECE)]
    return [*parts, coder.finish()]


@pytest.mark.parametrize("kind", FORMATS)
def test_it_is_heard_when_it_has_arrived_and_not_before(kind: str) -> None:
    rate, blocks = decoded(pieces(kind), kind)
    heard = np.concatenate([block for _, block in blocks])
    assert len(heard) / rate == pytest.approx(1.5, abs=0.08)
    first = int(np.flatnonzero(np.abs(heard) > 0.1)[0]) / rate - FORMATS[kind].delay / rate
    assert first == pytest.approx(SILENT_PIECES * PIECE / SAMPLE_RATE, abs=0.02)
    numbers = [number for number, _ in blocks]
    audible = next(number for number, block in blocks if np.abs(block).max(initial=0) > 0.1)
    assert numbers == sorted(numbers)
    assert SILENT_PIECES <= audible <= SILENT_PIECES + 4  # decoders hold back a frame or two


@settings(max_examples=30, deadline=None)
@given(cuts=st.lists(st.integers(0, 2000), max_size=12))
def test_raw_samples_survive_any_cut(cuts: list[int]) -> None:
    data = np.arange(1000, dtype="<i2").tobytes()
    edges = [0, *sorted(cuts), len(data)]
    _, blocks = decoded([data[a:b] for a, b in pairwise(edges)], "pcm")
    assert np.array_equal(np.concatenate([block for _, block in blocks]) * 32768, np.arange(1000))


@pytest.mark.parametrize("kind", [kind for kind in FORMATS if kind != "pcm"])
@pytest.mark.parametrize("data", [b"", b"<html>Bad gateway</html>" * 20])
def test_what_is_no_audio_is_an_error(kind: str, data: bytes) -> None:
    with pytest.raises(Unreadable):
        decoded([data], kind)
