"""A front end that hangs must not make a listener wait: its work has a time limit, and then somebody else does it."""

import queue
import threading
from collections.abc import Callable
from typing import Any

BUDGET = 0.2  # seconds for one sentence; it usually takes a few thousandths


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

    def done(self, work: Callable[[], Any], budget: float = BUDGET) -> Any:
        """What the work returns, or raises; Stalled if it takes too long, or if earlier work still hangs."""
        if (self._late and self._busy.locked()) or not self._busy.acquire(timeout=budget):
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
        try:
            result, error = answer.get(timeout=budget)
        except queue.Empty:
            self.stalls += 1
            self._late = True
            raise Stalled from None
        if error is not None:
            raise error
        return result

    def _start(self) -> None:
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._work, name="kokoro-g2p", daemon=True)
            self._thread.start()

    def _work(self) -> None:
        while True:
            work, answer = self._jobs.get()
            try:
                found: tuple[Any, BaseException | None] = (work(), None)
            except BaseException as error:  # it is raised where it was asked for; this thread goes on
                found = (None, error)
            self._busy.release()
            answer.put(found)
