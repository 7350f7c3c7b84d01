"""A text that is still being written, spoken while it is: with the real model."""

import asyncio
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from kokoro_live.engine import Engine
from kokoro_live.records import SAMPLE_RATE, Chunk, Event, Samples
from kokoro_live.request import check
from kokoro_live.scheduler.admission import Limits
from kokoro_live.scheduler.scheduler import Scheduler
from kokoro_live.synthesis import whole, words_of
from kokoro_live.text import LiveText

TEXT = (
    "When the rain had stopped at last, we went out again. It was late. [voice:am_adam] **Nobody** was there, and "
    "the 2,500 lamps were out! ```python\nprint('x. y')\n``` [Kokoro](/kəˈkoʊɹoʊ/) says: 😀 goodbye… Yes."
)
pytestmark = pytest.mark.anyio


@pytest.fixture
def scheduler() -> Iterator[Scheduler]:
    made = Scheduler(Limits(active=2, waiting=4, waiting_seconds=20))
    yield made
    made.close()


async def spoken(scheduler: Scheduler, engine: Engine, pieces: list[str], pause: float = 0.0) -> list[Event]:
    live = LiveText(10_000, early=True)
    request = check("", language="en-us", input_format="markdown", live=live)

    async def write() -> None:
        for piece in pieces:
            live.push(piece)
            scheduler.written()
            await asyncio.sleep(pause)
        live.end()
        scheduler.written()

    async with scheduler.reader(engine, request, "writer", whole=False) as reader:
        writing = asyncio.create_task(write())
        events = [event async for event in scheduler.events(reader)]
        await writing
    return events


def cut(text: str, places: list[int]) -> list[str]:
    """Also between the two halves of a character, as programs that count in 16 bits do."""
    units = text.encode("utf-16-le")
    edges = [0, *sorted(2 * (place % (len(units) // 2)) for place in places), len(units)]
    return [units[a:b].decode("utf-16-le", "surrogatepass") for a, b in pairwise(edges)]


def facts(events: list[Event]) -> tuple[Samples, list[tuple[str, int, int]]]:
    return whole(events), [(word.text, word.span.start, word.start) for word in words_of(events)]


async def test_the_same_samples_however_it_is_cut(scheduler: Scheduler, engine: Engine) -> None:
    samples, words = facts(await spoken(scheduler, engine, [TEXT]))
    assert [TEXT[start : start + len(word)] for word, start, _ in words if "*" not in word] == [w for w, _, _ in words]
    assert "print" not in {word for word, _, _ in words} and len(samples) > 8 * SAMPLE_RATE
    random = Random(1)
    for pieces in (list(TEXT), cut(TEXT, [random.randrange(10_000) for _ in range(9)]), cut(TEXT, list(range(400)))):
        again, same = facts(await spoken(scheduler, engine, pieces))
        np.testing.assert_array_equal(again, samples)
        assert same == words


async def test_speech_starts_before_the_sentence_is_written(scheduler: Scheduler, engine: Engine) -> None:
    live = LiveText(1000, early=True)
    async with scheduler.reader(engine, check("", live=live), "writer", whole=False) as reader:
        live.push("When the rain had stopped at last, we went")
        scheduler.written()
        async with asyncio.timeout(60):
            async for event in scheduler.events(reader):
                if isinstance(event, Chunk) and np.abs(event.samples).max(initial=0) > 0.01:
                    break
        assert not live.over and scheduler.gauges()["readers"] == 1


async def test_who_writes_slowly_takes_nobodys_place(scheduler: Scheduler, engine: Engine) -> None:
    live = LiveText(1000)
    async with scheduler.reader(engine, check("", live=live), "writer", whole=False) as reader:
        live.push("Not a sentence yet")
        scheduler.written()
        async with asyncio.timeout(20):
            while scheduler.gauges()["active"]:
                await asyncio.sleep(0.01)
        live.flush()
        scheduler.written()
        events = scheduler.events(reader)
        while not isinstance(event := await anext(events), Chunk) or not len(event.samples):
            pass
        live.push(" never heard")
        live.drop()
        live.end()
        scheduler.written()
        rest = [event async for event in events]
        assert isinstance(rest[-1], Chunk) and rest[-1].last and "heard" not in {word.text for word in words_of(rest)}
