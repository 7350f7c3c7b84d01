"""A front end that hangs must not make a listener wait: its work has a limit, and then somebody else does it.

What counts is the work itself, not the clock on the wall: on a busy machine a healthy sentence takes as long as it
takes. The limit is passed by work that has used so much of a processor, or that has stood still for so long while the
one who waits for it was given its own turns on time. Collections of garbage, which may fall into anybody's work, do not
count: they tell of what the process keeps, not of the sentence.
"""

import gc
import queue
import threading
import time
from collections.abc import Callable
from typing import Any

BUDGET = 0.2  # seconds of a processor for one sentence; it usually takes a few thousandths
LOOK_SECONDS = 0.02  # between two looks at how far the work is
ON_TIME = 1.5  # times that: a look that comes later tells of a busy machine, not of work that hangs


class Stalled(Exception):
    """The work did not end in time. Not an error of ours: another front end takes over."""


class Watchdog:
    """Runs work on a thread of its own. One that hangs keeps that thread, and is not asked again until it is back."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[tuple[Callable[[], Any], queue.SimpleQueue[tuple[Any, BaseException | None]]]]
        self._jobs = queue.SimpleQueue()
        self._busy = threading.Lock()
        self._thread: threading.Thread | None = None
        self._late = False  # what is being done has taken too long already: nobody else need wait to learn that
        self.stalls = 0
        self._collected = 0.0  # seconds of the thread that went into collections
        self._collecting_since: float | None = None  # of its own seconds, while it is in one
        gc.callbacks.append(self._note_collection)

    def done(self, work: Callable[[], Any], budget: float = BUDGET) -> Any:
        """What the work returns, or raises; Stalled if it takes too long, or if earlier work still hangs."""
        while not self._busy.acquire(timeout=LOOK_SECONDS):
            if self._late:
                self.stalls += 1
                raise Stalled
        self._late = False
        try:
            self._start()
        except RuntimeError:  # there is no thread to be had
            self._busy.release()
            raise
        answer: queue.SimpleQueue[tuple[Any, BaseException | None]] = queue.SimpleQueue()
        self._jobs.put((work, answer))
        result, error = self._awaited(answer, budget)
        if error is not None:
            raise error
        return result

    def _awaited(self, answer: "queue.SimpleQueue[tuple[Any, BaseException | None]]", budget: float) -> Any:
        """The answer; Stalled once the work has used its budget, or stood still for as long."""
        used = first = self._processor_seconds()
        still = 0.0  # seconds without progress, as far as they could be seen
        while True:
            before = time.monotonic()
            try:
                return answer.get(timeout=min(LOOK_SECONDS, budget))
            except queue.Empty:
                looked = time.monotonic() - before
            now = self._processor_seconds()
            if now > used:
                still = 0.0
            elif looked < ON_TIME * LOOK_SECONDS:
                still += looked
            used = now
            if used - first > budget or still >= budget:
                self.stalls += 1
                self._late = True
                raise Stalled

    def _processor_seconds(self) -> float:
        """Of the work itself; while it is interrupted by a collection, as far as it had come."""
        since = self._collecting_since
        return (_processor_seconds(self._thread) if since is None else since) - self._collected

    def _note_collection(self, phase: str, info: dict[str, int]) -> None:
        """Python calls this before and after each collection, in the thread that does it."""
        if threading.current_thread() is not self._thread:
            return
        now = time.thread_time()
        if phase == "start":
            self._collecting_since = now
        elif self._collecting_since is not None:
            self._collected += now - self._collecting_since
            self._collecting_since = None

    def _start(self) -> None:
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._work, name="kokoro-g2p", daemon=True)
            self._thread.start()

    def _work(self) -> None:
        while True:
            work, answer = self._jobs.get()
            try:
                outcome: tuple[Any, BaseException | None] = (work(), None)
            except BaseException as error:  # it is raised where it was asked for; this thread goes on
                outcome = (None, error)
            self._busy.release()
            answer.put(outcome)


def _processor_seconds(thread: threading.Thread | None) -> float:
    """What a thread has used of the processors; where the system does not tell, what the whole process has."""
    if thread is not None and thread.ident is not None and hasattr(time, "pthread_getcpuclockid"):
        try:
            return time.clock_gettime(time.pthread_getcpuclockid(thread.ident))
        except OSError:  # it has just ended
            return 0.0
    return time.process_time()
