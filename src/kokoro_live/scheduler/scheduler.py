"""Who speaks next: admission, deadlines, cancelling; the one bridge between the event loop and the computing threads.

A job is one synthesis; its readers each have their own place in it. Two threads work for all jobs: one prepares
utterances, a few ahead of each job, the other owns the model and gives one turn (one run of the model) to the job that
needs it most, as `policy` says: the one that will run dry first. If that one's first sound has not left yet, the thread
waits for it, some milliseconds at the most. A job works only while one of its readers wants more, so a reader that
stops reading stops nobody but itself.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from threading import Condition, Thread

from kokoro_live.engine import Engine
from kokoro_live.errors import Cancelled, KokoroError, QueueFull, ReadingError, ShuttingDown, SynthesisError, TooLate
from kokoro_live.records import Event, Utterance
from kokoro_live.request import Request
from kokoro_live.scheduler.admission import Admission, Limits
from kokoro_live.scheduler.attempt import attempt
from kokoro_live.scheduler.job import Job, JobState, Reader
from kokoro_live.scheduler.policy import FIRST_AUDIO, Policy

FAREWELL_SECONDS = 1.0  # for the answers to those whose speech is broken off at the end


class Scheduler:
    """Runs from its creation to `close`."""

    def __init__(self, limits: Limits) -> None:
        self._admission = Admission(limits)
        self.policy: Policy = FIRST_AUDIO
        self._changed = Condition()
        self._jobs: list[Job] = []
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
            await self._let_in(reader)
            yield reader
        finally:
            self._leave(reader)

    async def events(self, reader: Reader) -> AsyncIterator[Event]:
        """What the reader has not had yet, as it comes; the job's failure, if it fails."""
        starved = False
        while True:
            reader.news.clear()
            with self._changed:
                event = self._next(reader)
                over = event is None and reader.job.state is JobState.DONE
            if event is not None:
                reader.starved, starved = starved, False
                yield event
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

    def end(self, reader: Reader, failure: KokoroError) -> None:
        """Ends what one reader is listening to; it is told why."""
        with self._changed:
            reader.failure = failure
        reader.notify()

    def written(self) -> None:
        """Somebody has written more of a text, or said that it is over."""
        with self._changed:
            self._changed.notify_all()

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
        while any(job.has_work for job in self._jobs) and time.monotonic() < end:
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
                job.fail(ShuttingDown("The server is shutting down."))
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
        if len(self._jobs) >= self._admission.limits.open:
            raise QueueFull("Too many streams are open.", self._retry_after())
        job = Job(engine, request, client, whole)
        active, waiting = self._active(), self._waiting()
        may_enter = self._admission.may_enter(job, active, self.policy)
        if not may_enter and not self._admission.may_wait(active, waiting, self.policy):
            raise QueueFull("Too many requests are waiting.", self._retry_after())
        self._jobs.append(job)
        return job

    async def _let_in(self, reader: Reader) -> None:
        """Returns when the reader's job is let in; an error says why it will not be."""
        job, start, patience = reader.job, time.monotonic(), self._admission.patience(self.policy)
        while job.state is JobState.WAITING and not reader.stopped:
            reader.news.clear()
            try:
                # Not wait_for: in Python 3.11 it swallows a cancellation that comes with what it waits for, and then
                # a client that has gone away would be let in.
                async with asyncio.timeout(patience - (time.monotonic() - start)):
                    await reader.news.wait()
            except TimeoutError:
                raise TooLate(f"No room for {patience:g} seconds.", self._retry_after()) from None
        reader.queued = time.monotonic() - start

    def _call_waiting(self) -> None:
        """In the event loop: lets in as many as there is room for, those first whose client has least under way."""
        with self._changed:
            waiting = self._waiting()
            busy = [job.client for job in self._jobs if job.state is not JobState.WAITING]
            while waiting:
                chosen = min(waiting, key=lambda job: (busy.count(job.client), not job.brief))
                if not self._admission.may_enter(chosen, self._active(), self.policy):
                    break
                waiting.remove(chosen)
                busy.append(chosen.client)
                chosen.state = JobState.ACTIVE
                for reader in chosen.readers:
                    reader.notify()
            self._changed.notify_all()

    def _waiting(self) -> list[Job]:
        return [job for job in self._jobs if job.state is JobState.WAITING]

    def _retry_after(self) -> int:
        """In seconds, for those who are sent away."""
        return max(1, round(self._admission.expected_wait(self._active(), self._waiting())))

    def _active(self) -> list[Job]:
        """Jobs that compete for the model, now or as soon as their text is prepared."""
        return [job for job in self._jobs if job.state is JobState.ACTIVE and job.wants_audio(self.policy)]

    # readers

    def _equal(self, request: Request) -> Job | None:
        return next((job for job in self._jobs if job.may_be_joined(request)), None)

    def _next(self, reader: Reader) -> Event | None:
        job = reader.job
        if reader.stopped:
            raise Cancelled("The stream was stopped.")
        if reader.failure is not None:
            raise reader.failure
        here = reader.number - job.dropped
        if here < len(job.events):
            event = job.events[here]
            reader.number, reader.fetched = reader.number + 1, event.start
            job.fetched_at(reader)
            job.trim()
            self._changed.notify_all()
            return event
        if job.failure is not None:
            raise job.failure
        if reader.fetched != job.samples:
            reader.fetched = job.samples
            self._changed.notify_all()
        return None

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
                while (job := self._most_urgent(kind)) is None or (kind == "model" and job.backoff() > 0):
                    if self._closed:
                        return
                    self._changed.wait(None if job is None else job.backoff())
                job.working = job.working or kind == "model"
            if kind == "text":
                self._prepared(job)
            else:
                self._spoken(job)

    def _most_urgent(self, kind: str) -> Job | None:
        policy = self.policy
        wanting = (job for job in self._jobs if (job.wants_text if kind == "text" else job.wants_model(policy)))
        return min(wanting, key=policy.urgency, default=None)

    def _prepared(self, job: Job) -> None:
        utterance, failure = attempt(job.prepare, ReadingError)
        with self._changed:
            if isinstance(utterance, Utterance):
                job.ready.append(utterance)
            job.all_prepared = utterance is None
            self._tell(job, failure)

    def _spoken(self, job: Job) -> None:
        started = time.monotonic()
        event, failure = attempt(job.turn, SynthesisError)
        with self._changed:
            job.working = False
            job.worked += time.monotonic() - started
            if event is not None:
                job.add(event)
            self._tell(job, failure, event is not None)

    def _tell(self, job: Job, failure: KokoroError | None, news: bool = False) -> None:
        """Something changed; call it with the lock. Readers are woken if there is news for them: to be woken for
        nothing takes processors from the model."""
        if failure is not None:
            job.fail(failure)
        if job.state is JobState.DONE:
            self._admission.learn(job)
        if news or job.over:
            for reader in job.readers:
                reader.notify()
        if (job.over or not job.wants_audio(self.policy)) and (waiting := self._waiting()):
            waiting[0].readers[0].loop.call_soon_threadsafe(self._call_waiting)
        self._changed.notify_all()
