"""Who speaks next: admission, deadlines, cancelling; the one bridge between the event loop and the computing threads.

A job is one synthesis; its readers each have their own place in it. Two threads work for all jobs: one prepares
utterances, a few ahead of each job, the other owns the model and gives one turn (one run of the model) to the job that
needs it most: the one that will run dry first, where a newcomer counts as one with half a second in hand. If that one's
first sound has not left yet, the thread waits for it, some milliseconds at the most. A job works only while one of its
readers wants more, so a reader that stops reading stops nobody but itself.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from threading import Condition, Thread
from typing import TypeVar

from kokoro_live.engine import Engine
from kokoro_live.errors import Cancelled, KokoroError, QueueFull, ShuttingDown, SynthesisError, TooLate
from kokoro_live.records import SAMPLE_RATE, Chunk
from kokoro_live.request import Request
from kokoro_live.scheduler.job import Job, Reader, same_samples
from kokoro_live.scheduler.policy import FIRST_AUDIO, Policy

Made = TypeVar("Made")

JOINABLE_SECONDS = 20.0  # while no more than this has been made, an equal request may still join from the start
FAREWELL_SECONDS = 1.0  # for the answers to those whose speech is broken off at the end
TYPICAL_SECONDS = 2.0  # of work for a request, before any was measured
SURE = 0.6  # of its patience: who would probably wait longer is refused at once instead of too late


@dataclass(frozen=True, slots=True)
class Limits:
    """How much may be under way."""

    active: int = 8  # jobs that compete for the model
    waiting: int = 32  # requests that wait to be among them
    waiting_seconds: float = 30.0
    open: int = 256  # jobs in all, those included whose readers do not read


class Scheduler:
    """Runs from its creation to `close`."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.policy: Policy = FIRST_AUDIO
        self._changed = Condition()
        self._jobs: list[Job] = []
        self._typical: float | None = None  # seconds of the model's time for a request
        self._closed = False
        self._draining = False
        self.joined = 0  # requests that shared another's synthesis
        self._threads = [
            Thread(target=self._work, args=(kind,), name=f"kokoro-{kind}", daemon=True) for kind in ("text", "model")
        ]
        for thread in self._threads:
            thread.start()

    @asynccontextmanager
    async def reader(self, engine: Engine, request: Request, client: str, whole: bool) -> AsyncIterator[Reader]:
        """A place in a synthesis, new or under way, given back at the end."""
        with self._changed:  # a job is never seen without a reader
            equal = self._equal(request)
            job = equal or self._new(engine, request, client, whole)
            reader = Reader(job, client, whole, asyncio.get_running_loop(), joined=equal is not None)
            self.joined += reader.joined
            job.whole = job.whole and whole
            job.readers.append(reader)
        try:
            self._call_waiting()
            await self._admission(reader)
            yield reader
        finally:
            self._leave(reader)

    async def chunks(self, reader: Reader) -> AsyncIterator[Chunk]:
        """What the reader has not had yet, as it comes; the job's failure, if it fails."""
        starved = False
        while True:
            reader.news.clear()
            with self._changed:
                chunk = self._next(reader)
                over = chunk is None and reader.job.done
            if chunk is not None:
                reader.starved, starved = starved, False
                yield chunk
            elif over:
                return
            else:
                starved = True
                await reader.news.wait()

    def stop(self, client: str | None = None, stream: str | None = None) -> int:
        """Ends what one client, one stream or everybody is listening to; returns how many streams that were."""
        with self._changed:
            readers = [reader for job in self._jobs for reader in job.readers]
            wanted = [r for r in readers if (client is None or r.client == client) and stream in (None, r.id)]
            for reader in wanted:
                reader.stopped = True
        for reader in wanted:
            reader.notify()
            self._leave(reader)
        return len(wanted)

    def share(self, policy: Policy) -> None:
        """In the event loop: turns are shared in this way from now on."""
        if policy is not self.policy:
            self.policy = policy
            self._call_waiting()

    @property
    def working(self) -> bool:
        """Whether both threads are alive."""
        return all(thread.is_alive() for thread in self._threads)

    def gauges(self) -> dict[str, int]:
        """What is under way."""
        with self._changed:
            active, waiting = len(self._active()), len(self._waiting())
            return {
                "active": active,
                "parked": len(self._jobs) - active - waiting,
                "waiting": waiting,
                "readers": sum(len(job.readers) for job in self._jobs),
            }

    async def drain(self, seconds: float) -> None:
        """Takes nothing new; lets what is under way finish."""
        self._draining = True
        self._fail(self._waiting)
        end = time.monotonic() + seconds
        while self._jobs and time.monotonic() < end:
            await asyncio.sleep(0.05)
        self._fail(lambda: self._jobs)
        end = time.monotonic() + FAREWELL_SECONDS
        while self._jobs and time.monotonic() < end:  # they tell their clients
            await asyncio.sleep(0.01)

    def _fail(self, jobs: Callable[[], list[Job]]) -> None:
        """Ends jobs in a way that their clients are told."""
        with self._changed:
            for job in jobs():
                job.cancel.request()
                job.failure = job.failure or ShuttingDown("The server is shutting down.")
                for reader in job.readers:
                    reader.notify()

    def close(self) -> None:
        """Cancels what is left and ends the threads."""
        self._draining = True
        self.stop()
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    # admission

    def _new(self, engine: Engine, request: Request, client: str, whole: bool) -> Job:
        """A job, if there is room for one that waits at least."""
        if self._draining:
            raise ShuttingDown("The server is shutting down.")
        if len(self._jobs) >= self._limits.open:
            raise QueueFull("Too many streams are open.", self._retry_after())
        if not self._may_enter(client) and not self._may_wait():
            raise QueueFull("Too many requests are waiting.", self._retry_after())
        job = Job(engine, request, client, whole)
        self._jobs.append(job)
        return job

    async def _admission(self, reader: Reader) -> None:
        """Returns when the reader's job is let in; an error says why it will not be."""
        job, start, patience = reader.job, time.monotonic(), self._patience
        while not job.admitted and job.failure is None and not reader.stopped:
            reader.news.clear()
            try:
                await asyncio.wait_for(reader.news.wait(), patience - (time.monotonic() - start))
            except TimeoutError:
                raise TooLate(f"No room for {patience:g} seconds; try again later.") from None
        reader.queued = time.monotonic() - start

    def _call_waiting(self) -> None:
        """In the event loop: lets in as many as there is room for, those first whose client has least under way."""
        with self._changed:
            waiting = self._waiting()
            busy = [job.client for job in self._jobs if job.admitted]
            while waiting:
                chosen = min(waiting, key=lambda job: busy.count(job.client))
                if not self._may_enter(chosen.client):
                    break
                waiting.remove(chosen)
                busy.append(chosen.client)
                chosen.admitted = True
                for reader in chosen.readers:
                    reader.notify()
            self._changed.notify_all()

    def _waiting(self) -> list[Job]:
        return [job for job in self._jobs if not job.admitted and not job.over]

    def _may_enter(self, client: str) -> bool:
        """There is room; and again as much for clients that have nothing under way: nobody can keep all others out."""
        most = self._limits.active if self.policy.active is None else min(self._limits.active, self.policy.active)
        clients = [job.client for job in self._active()]
        return len(clients) < most or (len(clients) < 2 * most and client not in clients)

    def _may_wait(self) -> bool:
        """There is room among those who wait, and hope: one after another must be done before a newcomer is let in."""
        hopeful = self._typical is None or self._expected_wait() <= SURE * self._patience
        return hopeful and len(self._waiting()) < self._limits.waiting

    @property
    def _patience(self) -> float:
        return self._limits.waiting_seconds * self.policy.patience

    def _expected_wait(self) -> float:
        return (self._typical or TYPICAL_SECONDS) * (len(self._waiting()) + 1)

    def _retry_after(self) -> int:
        return max(1, round(self._expected_wait()))

    def _active(self) -> list[Job]:
        """Jobs that compete for the model, now or as soon as their text is prepared."""
        return [job for job in self._jobs if job.admitted and not job.over and job.hungry(self.policy)]

    # readers

    def _equal(self, request: Request) -> Job | None:
        for job in self._jobs:
            from_start = job.failure is None and not job.dropped and not job.cancel.requested
            if from_start and not request.no_cache and same_samples(job.request, request):
                return job
        return None

    def _next(self, reader: Reader) -> Chunk | None:
        job = reader.job
        if reader.stopped:
            raise Cancelled("The stream was stopped.")
        here = reader.number - job.dropped
        if here < len(job.chunks):
            chunk = job.chunks[here]
            reader.number, reader.fetched = reader.number + 1, chunk.start
            job.fetched_at(reader)
            self._trim(job)
            self._changed.notify_all()
            return chunk
        if job.failure is not None:
            raise job.failure
        if reader.fetched != job.samples:
            reader.fetched = job.samples
            self._changed.notify_all()
        return None

    @staticmethod
    def _trim(job: Job) -> None:
        """Drops what everybody has had, once nobody can join any more."""
        if job.samples > JOINABLE_SECONDS * SAMPLE_RATE:
            for _ in range(min(reader.number for reader in job.readers) - job.dropped):
                job.chunks.popleft()
                job.dropped += 1

    def _leave(self, reader: Reader) -> None:
        with self._changed:
            job = reader.job
            if reader in job.readers:
                job.readers.remove(reader)
            if not job.readers:
                job.cancel.request()  # inside a run, within one operator
                if job in self._jobs:
                    self._jobs.remove(job)
        self._call_waiting()

    # the two threads

    def _work(self, kind: str) -> None:
        while True:
            with self._changed:
                while (job := self._most_urgent(kind)) is None or (kind == "model" and job.gives_way() > 0):
                    if self._closed:
                        return
                    self._changed.wait(None if job is None else job.gives_way())
                job.working = job.working or kind == "model"
            if kind == "text":
                self._prepared(job)
            else:
                self._spoken(job)

    def _most_urgent(self, kind: str) -> Job | None:
        policy = self.policy
        wanting = [job for job in self._jobs if (job.wants_text if kind == "text" else job.wants_model(policy))]
        return min(wanting, key=lambda job: job.urgency(policy), default=None)

    def _prepared(self, job: Job) -> None:
        utterance, failure = _attempted(job.prepare)
        with self._changed:
            if utterance is not None:
                job.ready.append(utterance)
            job.text_done = utterance is None
            self._tell(job, failure)

    def _spoken(self, job: Job) -> None:
        started = time.monotonic()
        made, failure = _attempted(job.turn)
        chunk, last = made or (None, False)
        with self._changed:
            job.working, job.done = False, last
            job.worked += time.monotonic() - started
            if chunk is not None:
                job.chunks.append(chunk)
                job.samples = chunk.start + len(chunk.samples)
                if job.samples and job.heard_at is None:
                    job.heard_at = time.monotonic()
            self._tell(job, failure, chunk is not None)

    def _tell(self, job: Job, failure: KokoroError | None, news: bool = False) -> None:
        """Something changed; call it with the lock. Readers are woken if there is news for them: to be woken for
        nothing takes processors from the model."""
        job.failure = job.failure or failure
        if job.done:
            known = job.worked if self._typical is None else self._typical
            self._typical = known + 0.1 * (job.worked - known)
        if news or job.over:
            for reader in job.readers:
                reader.notify()
        if (job.over or not job.hungry(self.policy)) and (waiting := self._waiting()):
            waiting[0].readers[0].loop.call_soon_threadsafe(self._call_waiting)
        self._changed.notify_all()


def _attempted(work: Callable[[], Made]) -> tuple[Made | None, KokoroError | None]:
    """What the work made, or why it failed."""
    try:
        return work(), None
    except Exception as error:  # whatever a front end or the model raises ends this job, not the thread
        return None, _ours(error)


def _ours(error: Exception) -> KokoroError:
    """The error as one of our tree; what others say may contain the text, so it is not repeated."""
    if isinstance(error, KokoroError):
        return error
    failure = SynthesisError(f"The model stage failed ({type(error).__name__}).")
    failure.__cause__ = error
    return failure
