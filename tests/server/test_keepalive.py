"""Silence for old decoders: off, it is not there; on, it is announced, and what is said is the same."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import numpy as np
import pytest

from kokoro_live.errors import SynthesisError
from kokoro_live.model.store import Graphs
from kokoro_live.records import Chunk, Event, TimedWord, UtteranceStart
from kokoro_live.server.keepalive import FILL_MS, KeepAlive
from kokoro_live.traced_text import Span

from .conftest import ended, started

SILENCE = FILL_MS * 24  # samples
SPEECH = "/v1/audio/speech"
pytestmark = pytest.mark.anyio


async def slow(*events: Event, seconds: float = 0.2, failure: Exception | None = None) -> AsyncIterator[Event]:
    for event in events:
        await asyncio.sleep(seconds)
        yield event
    if failure:
        raise failure


def words(*starts: int) -> UtteranceStart:
    told = tuple(TimedWord("word", Span(0, 4), start, start + 10) for start in starts)
    return UtteranceStart(0, 0, told, tokens=7)


def sound(size: int, start: int = 0) -> Chunk:
    return Chunk(np.ones(size, np.float32), start, 0)


async def test_nothing_is_filled_unless_asked_for() -> None:
    given = [words(0), sound(7), sound(9)]
    found = [pair async for pair in KeepAlive(False, None).filled(slow(*given))]
    assert [is_speech for _, is_speech in found] == [True] * 3
    assert [event for event, _ in found] == given
    assert KeepAlive(False, None).described == ""


async def test_a_prelude_comes_at_once_and_moves_the_words() -> None:
    found = [pair async for pair in KeepAlive(True, None).filled(slow(words(100), sound(50), sound(90, 50), seconds=0))]
    (first, is_speech), *others = found
    assert not is_speech and isinstance(first, Chunk)
    assert len(first.samples) == SILENCE and not first.samples.any()
    told = [event.words[0].start if isinstance(event, UtteranceStart) else len(event.samples) for event, _ in others]
    assert told == [50, 100 + SILENCE, 90]  # with the sound they are in


async def test_words_that_are_told_in_parts_are_told_once() -> None:
    events = slow(words(10, 60, 120), sound(50), sound(50, 50), sound(50, 100), seconds=0)
    starts = [e async for e, _ in KeepAlive(True, None).filled(events) if isinstance(e, UtteranceStart)]
    assert [[word.start - SILENCE for word in start.words] for start in starts] == [[10], [60], [120]]
    assert [start.tokens for start in starts] == [7, 0, 0]


async def test_words_at_the_very_end_are_told() -> None:
    found = [event async for event, _ in KeepAlive(True, None).filled(slow(words(100), sound(100), seconds=0))]
    assert sum(len(event.words) for event in found if isinstance(event, UtteranceStart)) == 1


async def test_keep_alive_waits_for_the_first_audio_then_fills_every_gap() -> None:
    filler = KeepAlive(False, 0.03)
    filled = filler.filled(slow(words(0), sound(5), sound(6)))
    kinds = [(is_speech, len(e.samples) if isinstance(e, Chunk) else 0) async for e, is_speech in filled]
    assert kinds[:2] == [(True, 0), (True, 5)]
    assert kinds[-1] == (True, 6)
    between = kinds[2:-1]
    assert between
    assert set(between) == {(False, SILENCE)}
    assert filler.samples == len(between) * SILENCE


async def test_a_failure_stays_one() -> None:
    with pytest.raises(SynthesisError):
        _ = [pair async for pair in KeepAlive(True, 0.01).filled(slow(sound(5), failure=SynthesisError("broken")))]


def test_a_stream_with_a_prelude_says_the_same_after_it(tmp_path: Path, graphs: Graphs, client: httpx.Client) -> None:
    body = {"input": "After the silence, the same.", "response_format": "pcm"}
    plain = client.post(SPEECH, json=body)
    assert "x-silence" not in plain.headers
    running = started(tmp_path, ephemeral="true", prelude="true", profile="safe")
    try:
        with running.client() as other:
            answer = other.post(SPEECH, json=body)
            whole = other.post(SPEECH, json=body | {"stream": False})
    finally:
        ended(running)
    assert answer.headers["x-silence"] == "prelude; 50 ms"
    assert "x-cache" not in answer.headers
    assert "x-silence" not in whole.headers
    silent, said = answer.content[: 2 * SILENCE], answer.content[2 * SILENCE :]
    assert np.abs(np.frombuffer(silent, "<i2")).max() <= 2  # dither
    exact, filled = (np.frombuffer(data, "<i2").astype(int) for data in (plain.content, said))
    assert len(exact) == len(filled)
    assert np.abs(exact - filled).max() <= 2  # dither follows the place in the stream
