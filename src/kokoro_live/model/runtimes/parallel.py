"""Work that is done at the same time as its asker's, begun on another core.

Linux may wake a thread on the core it is woken from, though another one is idle, and leaves both there until a clock
ticks: for up to 4 ms each has half a core. That is as long as the work takes (docs/experiments/0089).
"""

import ctypes
import os
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from threading import Lock, get_native_id
from typing import TypeVar

Made = TypeVar("Made")
# Not CDLL: that would let another thread of Python go first
CORE = getattr(ctypes.PyDLL(None), "sched_getcpu", None) if sys.platform.startswith("linux") else None


class Beside:
    """A few threads for that."""

    def __init__(self, threads: int) -> None:
        self._idle = Idle()
        self._pool = ThreadPoolExecutor(threads, "kokoro-beside")

    def begun(self, work: Callable[[], Made]) -> Future[Made]:
        """The work, under way. A RuntimeError says that the interpreter is about to end."""
        return self._pool.submit(self._idle.at_work, self._idle.sent_elsewhere(), work)


class Idle:
    """Threads that wait for more work. They know this and not their `Beside`, which they would keep alive."""

    def __init__(self) -> None:
        self._lock, self._threads = Lock(), set[int]()

    def sent_elsewhere(self) -> set[int]:
        """Whichever of them is woken next does not begin on this core, if there is another. On which it may run."""
        cores = set[int]()
        with self._lock, suppress(OSError):  # a sandbox may forbid it: then it is merely slower
            if CORE is not None:
                cores = os.sched_getaffinity(0)
                for thread in self._threads if len(cores) > 1 else ():
                    os.sched_setaffinity(thread, cores - {CORE()})
        return cores

    def at_work(self, cores: set[int], work: Callable[[], Made]) -> Made:
        """From where it has begun it may move: another core may become free first."""
        thread = get_native_id()
        with self._lock:
            self._threads.discard(thread)
            if cores:
                with suppress(OSError):
                    os.sched_setaffinity(thread, cores)
        try:
            return work()
        finally:
            with self._lock:
                self._threads.add(thread)
