"""Silence for old decoders: off, it is not there; on, it is announced, and what is said is the same."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import numpy as np
import pytest

from kokoro_live.errors import SynthesisError
from kokoro_live.graph.build import Derived
from kokoro_live.records import Chunk, TimedWord
from kokoro_live.server.keepalive import FILL_MS, Filler
from kokoro_live.traced_text import Span

from .conftest import ended, started

SILENCE = FILL_MS * 24  # samples
SPEECH = "/v1/audio/speech"
pytestmark = pytest.mark.anyio


async def slow(*chunks: Chunk, seconds: float = 0.2, failure: Exception | None = None) -> AsyncIterator[Chunk]:
    for chunk in chunks:
        await asyncio.sleep(seconds)
        yield chunk
    if failure:
        raise failure


def words(start: int) -> Chunk:
    return Chunk(np.zeros(0, np.float32), 0, 0, (TimedWord("word", Span(0, 4), start, start + 10),))


def sound(size: int, start: int = 0) -> Chunk:
    return Chunk(np.ones(size, np.float32), start, 0)


async def test_nothing_is_filled_unless_asked_for() -> None:
    given = [words(0), sound(7), sound(9)]
    found = [pair async for pair in Filler(False, None).filled(slow(*given))]
    assert [is_speech for _, is_speech in found] == [True] * 3
    assert [len(chunk.samples) for chunk, _ in found] == [0, 7, 9]
    assert Filler(False, None).described == ""


async def test_a_prelude_comes_at_once_and_moves_the_words() -> None:
    found = [pair async for pair in Filler(True, None).filled(slow(words(100), sound(50), sound(90, 50), seconds=0))]
    (first, is_speech), *others = found
    assert not is_speech
    assert len(first.samples) == SILENCE
    assert not first.samples.any()
    told = [[word.start for word in chunk.words] for chunk, _ in others]
    assert told == [[], [], [100 + SILENCE]]  # with the sound they are in


async def test_words_at_the_very_end_are_told() -> None:
    found = [chunk async for chunk, _ in Filler(True, None).filled(slow(words(100), sound(100), seconds=0))]
    assert sum(len(chunk.words) for chunk in found) == 1


async def test_keep_alive_waits_for_the_first_audio_then_fills_every_gap() -> None:
    filler = Filler(False, 0.03)
    kinds = [(is_speech, len(c.samples)) async for c, is_speech in filler.filled(slow(words(0), sound(5), sound(6)))]
    assert kinds[:2] == [(True, 0), (True, 5)]
    assert kinds[-1] == (True, 6)
    between = kinds[2:-1]
    assert between
    assert set(between) == {(False, SILENCE)}
    assert filler.samples == len(between) * SILENCE


async def test_a_failure_stays_one() -> None:
    with pytest.raises(SynthesisError):
        _ = [pair async for pair in Filler(True, 0.01).filled(slow(sound(5), failure=SynthesisError("broken")))]


def test_a_stream_with_a_prelude_says_the_same_after_it(tmp_path: Path, graphs: Derived, client: httpx.Client) -> None:
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
