"""Work that is done at the same time as its asker's, on another core from the start.

Linux may wake a thread on the core it is woken from, though another one is idle, and leaves both there until a clock
ticks: for up to 4 ms each has half a core. That is as long as the work takes (LOG.md, "Two threads on one core").
"""

import ctypes
import os
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from threading import get_native_id
from typing import TypeVar

Made = TypeVar("Made")


class Beside:
    """A few threads for that."""

    def __init__(self, threads: int) -> None:
        known: list[int] = []  # threads; they hold this list and not `self`, which they would keep alive
        self._known = known
        self._pool = ThreadPoolExecutor(threads, "kokoro-beside", lambda: known.append(get_native_id()))

    def begun(self, work: Callable[[], Made]) -> Future[Made]:
        """The work, under way. A RuntimeError says that the interpreter is about to end."""
        if not sys.platform.startswith("linux"):
            return self._pool.submit(work)
        cores = os.sched_getaffinity(0)
        if others := cores - {ctypes.CDLL(None).sched_getcpu()}:
            for thread in self._known:
                _keep_on(thread, others)
        return self._pool.submit(_anywhere, cores, work)


def _anywhere(cores: set[int], work: Callable[[], Made]) -> Made:
    """From where it has begun it may move: another core may become free first."""
    _keep_on(0, cores)
    return work()


def _keep_on(thread: int, cores: set[int]) -> None:
    with suppress(OSError):  # a sandbox may forbid it: then it is merely slower
        os.sched_setaffinity(thread, cores)
