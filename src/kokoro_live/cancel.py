"""How a stream is stopped, from any thread."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

from kokoro_live.errors import Cancelled


class Cancel:
    """Asks a stream to stop: between two runs at once, inside a run within one operator."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._requested = False
        self._stops: list[Callable[[], None]] = []

    @property
    def requested(self) -> bool:
        """Whether somebody asked."""
        return self._requested

    def check(self) -> None:
        """An error if somebody asked."""
        if self._requested:
            raise Cancelled("The stream was stopped.")

    def request(self) -> None:
        """Stop. May be called from any thread, more than once."""
        with self._lock:
            self._requested = True
            for stop in self._stops:
                stop()

    @contextmanager
    def stopping(self, stop: Callable[[], None]) -> Iterator[None]:
        """During one run, which `request` ends by calling `stop`."""
        with self._lock:
            if self._requested:
                raise Cancelled("The request was cancelled.")
            self._stops.append(stop)
        try:
            yield
        finally:
            with self._lock:
                self._stops.remove(stop)
