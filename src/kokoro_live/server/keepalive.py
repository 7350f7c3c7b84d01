"""Silence for old decoders that give up when nothing comes: before the first audio, and while the next is late.

Off unless asked for. It is never counted as audio, and a header says that it is there.
"""

import asyncio
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace

import numpy as np

from kokoro_live.config import Settings
from kokoro_live.records import NO_SEGMENT, SAMPLE_RATE, Chunk, Event, UtteranceStart

FILL_MS = 50  # of silence at a time


@dataclass
class KeepAlive:
    """One stream's silence."""

    prelude: bool
    keep_alive: float | None  # seconds without audio until silence is sent
    samples: int = 0  # of silence so far: everything after it is heard so much later
    _began: float | None = None  # when a listener who plays at once began, later by each wait
    _played: int = 0  # samples sent, silence included
    _untold: list[UtteranceStart] = field(default_factory=list)  # whose words are not all told yet

    @classmethod
    def of(cls, settings: Settings) -> "KeepAlive":
        """As configured."""
        return cls(settings.prelude, settings.keep_alive_ms / 1000 or None)

    @property
    def described(self) -> str:
        """For a header; empty if nothing is ever filled."""
        parts = ["prelude"] * self.prelude + ["keep-alive"] * bool(self.keep_alive)
        return ", ".join(parts) and f"{', '.join(parts)}; {FILL_MS} ms"

    async def filled(self, events: AsyncIterator[Event]) -> AsyncIterator[tuple[Event, bool]]:
        """The events, and silence between them; with whether each is of the speech."""
        if self.prelude:
            yield self._silence(), False
        while True:
            coming = asyncio.ensure_future(anext(events, None))
            try:
                while not (await asyncio.wait({coming}, timeout=self._patience()))[0]:
                    yield self._silence(), False
                event = coming.result()
            finally:
                coming.cancel()
            if event is None:
                break
            if isinstance(event, UtteranceStart) and self.described:
                self._untold.append(event)
                continue
            if isinstance(event, Chunk):
                self._sent(len(event.samples))
                for start in self._due(event.start + len(event.samples)):
                    yield start, True
            yield event, True
        for start in self._due(sys.maxsize):
            yield start, True

    def _patience(self) -> float | None:
        """Seconds until the listener has played everything and waited long enough; for ever before the first sound,
        while an error can still have a status of its own."""
        if self.keep_alive is None or self._began is None:
            return None
        return max(0.0, self._began + self._played / SAMPLE_RATE + self.keep_alive - time.monotonic())

    def _sent(self, samples: int) -> None:
        if samples:
            now = time.monotonic()
            self._began = now if self._began is None else max(self._began, now - self._played / SAMPLE_RATE)
            self._played += samples

    def _silence(self) -> Chunk:
        size = SAMPLE_RATE * FILL_MS // 1000
        self.samples += size
        self._sent(size)
        return Chunk(np.zeros(size, np.float32), 0, NO_SEGMENT)

    def _due(self, end: int) -> list[UtteranceStart]:
        """Starts of utterances with the words that begin before `end`, as late as the silence makes them; words are
        told with their own sound, for more silence may come before."""
        told, waiting = [], []
        for start in self._untold:
            due = tuple(word for word in start.words if word.start < end)
            if due or not start.words:
                late = (replace(w, start=w.start + self.samples, end=w.end + self.samples) for w in due)
                told.append(replace(start, words=tuple(late)))
            if len(due) < len(start.words):
                waiting.append(replace(start, words=start.words[len(due) :], tokens=0 if due else start.tokens))
        self._untold = waiting
        return told
