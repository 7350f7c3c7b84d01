"""Turns of the model, shared: with the real one."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator

import numpy as np
import pytest

from kokoro_live.engine import Engine
from kokoro_live.errors import QueueFull, ReadingError
from kokoro_live.records import SAMPLE_RATE, Chunk, Event, Samples, UtteranceStart
from kokoro_live.request import check
from kokoro_live.scheduler.admission import Limits
from kokoro_live.scheduler.job import Job, JobState, Reader
from kokoro_live.scheduler.policy import AVOID_UNDERRUN, FIRST_AUDIO, STABILITY, Policy
from kokoro_live.scheduler.scheduler import Scheduler
from kokoro_live.synthesis import whole

TEXTS = ("A first short sentence. And one more, for company.", "Somebody else has something to say, too.")
pytestmark = pytest.mark.anyio


@pytest.fixture
def scheduler() -> Iterator[Scheduler]:
    made = Scheduler(Limits(active=4, waiting=4, waiting_seconds=20))
    yield made
    made.close()


async def heard(scheduler: Scheduler, engine: Engine, text: str, client: str = "somebody") -> Samples:
    async with scheduler.reader(engine, check(text), client, whole=False) as reader:
        return whole([event async for event in scheduler.events(reader)])


async def test_no_policy_changes_a_sample(scheduler: Scheduler, engine: Engine) -> None:
    async def changing() -> None:
        while True:
            for policy in (STABILITY, AVOID_UNDERRUN, FIRST_AUDIO):
                scheduler.share(policy)
                await asyncio.sleep(0.2)

    change = asyncio.create_task(changing())
    together = await asyncio.gather(*(heard(scheduler, engine, text) for text in TEXTS))
    change.cancel()
    for text, samples in zip(TEXTS, together, strict=True):
        assert np.array_equal(samples, whole(engine.stream(text)))


async def test_stability_lets_in_one_at_a_time_until_it_is_over(scheduler: Scheduler, engine: Engine) -> None:
    scheduler.share(STABILITY)
    both = [asyncio.create_task(heard(scheduler, engine, text)) for text in TEXTS]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert scheduler.gauges()["active"] == 1
    assert scheduler.gauges()["waiting"] == 1
    scheduler.share(FIRST_AUDIO)
    assert scheduler.gauges() == {"active": 2, "parked": 0, "waiting": 0, "readers": 2}
    assert all(len(samples) for samples in await asyncio.gather(*both))


async def test_one_client_cannot_keep_everybody_else_out(engine: Engine) -> None:
    busy = Scheduler(Limits(active=2, waiting=4, waiting_seconds=20))
    tasks = [asyncio.create_task(heard(busy, engine, f"{text} {n}", "greedy")) for n, text in enumerate(TEXTS * 2)]
    await asyncio.sleep(0.01)
    assert busy.gauges()["active"] == 2
    assert busy.gauges()["waiting"] == 2
    polite = asyncio.create_task(heard(busy, engine, "Hello from somebody else.", "polite"))
    await asyncio.sleep(0.01)
    assert busy.gauges()["active"] == 3
    assert busy.gauges()["waiting"] == 2
    done, _ = await asyncio.wait({*tasks, polite}, return_when=asyncio.FIRST_COMPLETED)
    assert all(task.exception() is None for task in done)
    for task in (*tasks, polite):
        task.cancel()
    await asyncio.gather(*tasks, polite, return_exceptions=True)
    busy.close()


@pytest.mark.parametrize(("policy", "enough"), [(FIRST_AUDIO, 0.6), (AVOID_UNDERRUN, 1.6)])
def test_a_newcomer_goes_before_a_stream_unless_that_is_about_to_run_dry(
    engine: Engine, policy: Policy, enough: float
) -> None:
    newcomer, stream = (Job(engine, check(text), "somebody", whole=False) for text in TEXTS)
    stream.heard_at = newcomer.arrived
    stream.samples = round((enough - 0.2) * SAMPLE_RATE)
    assert policy.urgency(stream) < policy.urgency(newcomer)
    stream.samples = round(enough * SAMPLE_RATE)
    assert policy.urgency(newcomer) < policy.urgency(stream)


async def test_who_would_wait_too_long_is_refused_at_once(engine: Engine) -> None:
    busy = Scheduler(Limits(active=1, waiting=8, waiting_seconds=0.1))
    try:
        await heard(busy, engine, TEXTS[0])  # from here on it knows what a request takes
        under_way = asyncio.create_task(heard(busy, engine, TEXTS[1]))
        await asyncio.sleep(0.01)
        with pytest.raises(QueueFull):
            await heard(busy, engine, "There is room to wait, but no hope.")
        assert len(await under_way)
    finally:
        busy.close()


async def first_sound(scheduler: Scheduler, reader: Reader) -> tuple[AsyncIterator[Event], int]:
    """The stream after it, and how many samples it has."""
    events = scheduler.events(reader)
    while True:
        event = await anext(events)
        if isinstance(event, Chunk) and len(event.samples):
            return events, len(event.samples)


async def test_the_first_sound_is_taken_before_more_is_made(
    scheduler: Scheduler, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To be encoded and sent it needs the cores that the next window would keep busy."""
    monkeypatch.setattr("kokoro_live.scheduler.job.BACKOFF", 60.0)
    async with scheduler.reader(engine, check(TEXTS[0]), "somebody", whole=False) as reader:
        events, first = await first_sound(scheduler, reader)
        await asyncio.sleep(0.3)  # in which everything could be made
        assert reader.job.samples == first
        rest = len(whole([event async for event in events]))
    assert first + rest == len(whole(engine.stream(TEXTS[0])))


async def test_a_reader_that_takes_its_time_keeps_the_model_waiting_for_a_moment_only(
    scheduler: Scheduler, engine: Engine
) -> None:
    async with scheduler.reader(engine, check(TEXTS[0]), "somebody", whole=False) as reader:
        _, first = await first_sound(scheduler, reader)
        await until(lambda: reader.job.samples > first)


async def test_nobody_else_is_served_while_a_first_sound_leaves(
    scheduler: Scheduler, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A turn of somebody with all the time in the world would come between the first two windows of a listener with
    half a second buffered."""
    article = " ".join(f"{text} {number}." for number in range(20) for text in TEXTS)
    async with scheduler.reader(engine, check(article), "reader", whole=True) as other:
        await until(lambda: other.job.samples > 0)
        monkeypatch.setattr("kokoro_live.scheduler.job.BACKOFF", 60.0)
        async with scheduler.reader(engine, check(TEXTS[1]), "listener", whole=False) as reader:
            events, _ = await first_sound(scheduler, reader)
            made = other.job.samples
            await asyncio.sleep(0.5)
            assert other.job.samples == made and other.job.state is JobState.ACTIVE
            await anext(events)
            await until(lambda: other.job.samples > made)


async def test_an_answer_in_one_piece_does_not_stop_after_its_first_sound(engine: Engine, scheduler: Scheduler) -> None:
    async with scheduler.reader(engine, check(TEXTS[0]), "somebody", whole=True) as reader:
        await until(lambda: reader.job.state is JobState.DONE)


async def test_readers_are_woken_only_for_something(
    scheduler: Scheduler, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between prepared text and durations, or durations and sound, they would take a core from the model."""
    woken: list[bool] = []
    notify = Reader.notify

    def noted(reader: Reader) -> None:
        woken.append(True)
        notify(reader)

    monkeypatch.setattr(Reader, "notify", noted)
    async with scheduler.reader(engine, check(TEXTS[0]), "somebody", whole=True) as reader:
        seen = [event async for event in scheduler.events(reader)]
    assert all(isinstance(event, UtteranceStart) or len(event.samples) for event in seen[:-1])
    assert isinstance(seen[-1], Chunk) and seen[-1].last
    assert len(woken) <= len(seen) + 2  # let in, and over


async def until(true: Callable[[], bool]) -> None:
    """However long that takes: the whole test has a limit."""
    while not true():
        await asyncio.sleep(0.05)


@pytest.mark.parametrize("ticks", range(6))
async def test_who_goes_away_while_being_let_in_is_not_let_in(engine: Engine, ticks: int) -> None:
    """Few ticks of the event loop lie between a place that becomes free and who waits for it: in each, they leave."""
    busy = Scheduler(Limits(active=1, waiting=8, waiting_seconds=20))
    first, second = (asyncio.create_task(heard(busy, engine, text, "one")) for text in TEXTS)
    try:
        await until(lambda: busy.gauges()["waiting"] == 1)
        first.cancel()
        for _ in range(ticks):
            await asyncio.sleep(0)
        second.cancel()
        ends = await asyncio.gather(first, second, return_exceptions=True)
        assert [type(end) for end in ends] == [asyncio.CancelledError] * 2
        assert busy.gauges() == {"active": 0, "parked": 0, "waiting": 0, "readers": 0}
    finally:
        busy.close()


async def test_many_who_pretend_to_be_many_clients_do_not_keep_out_something_brief(engine: Engine) -> None:
    busy = Scheduler(Limits(active=1, waiting=8, waiting_seconds=600))
    article = " ".join(f"{text} {number}." for number in range(20) for text in TEXTS)
    tasks = [asyncio.create_task(heard(busy, engine, f"{n} {article}", f"agent {n}")) for n in range(5)]
    try:
        await until(lambda: busy.gauges()["active"] == 2 and busy.gauges()["waiting"] == 3)
        assert len(await heard(busy, engine, "Just this.", "agent 6"))
        assert busy.gauges()["waiting"] == 3
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        busy.close()


async def test_a_reader_that_is_ended_is_told_why(scheduler: Scheduler, engine: Engine) -> None:
    async with scheduler.reader(engine, check(TEXTS[0]), "somebody", whole=True) as reader:
        scheduler.end(reader, QueueFull("too large"))
        with pytest.raises(QueueFull, match="too large"):
            [event async for event in scheduler.events(reader)]


async def test_a_mistake_in_the_text_stage_is_no_failure_of_the_model(
    scheduler: Scheduler, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ValueError("a word of the text")

    monkeypatch.setattr("kokoro_live.phonemes.Phonemiser.phonemise", broken)
    with pytest.raises(ReadingError, match=r"^The text stage failed \(ValueError\)\.$"):
        await heard(scheduler, engine, TEXTS[0])
