"""Silence for old decoders that give up when nothing comes: before the first audio, and while the next is late.

Off unless asked for. It is never counted as audio, and a header says that it is there.
"""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

import numpy as np

from kokoro_live.config import Settings
from kokoro_live.records import SAMPLE_RATE, Chunk

FILL_MS = 50  # of silence at a time


@dataclass
class Filler:
    """One stream's silence."""

    prelude: bool
    keep_alive: float | None  # seconds without audio until silence is sent
    samples: int = 0  # of silence so far: everything after it is heard so much later

    @classmethod
    def of(cls, settings: Settings) -> "Filler":
        """As configured."""
        return cls(settings.prelude, settings.keep_alive_ms / 1000 or None)

    @property
    def described(self) -> str:
        """For a header; empty if nothing is ever filled."""
        parts = ["prelude"] * self.prelude + ["keep-alive"] * bool(self.keep_alive)
        return ", ".join(parts) and f"{', '.join(parts)}; {FILL_MS} ms"

    async def filled(self, chunks: AsyncIterator[Chunk]) -> AsyncIterator[tuple[Chunk, bool]]:
        """The chunks, and silence between them; with whether each is speech."""
        if self.prelude:
            yield self._silence(), False
        begun = self.prelude  # until then an error can still have a status of its own
        while True:
            coming = asyncio.ensure_future(anext(chunks, None))
            try:
                while not (await asyncio.wait({coming}, timeout=self.keep_alive if begun else None))[0]:
                    yield self._silence(), False
                chunk = coming.result()
            finally:
                coming.cancel()
            if chunk is None:
                return
            begun = begun or len(chunk.samples) > 0
            yield self._later(chunk), True

    def _silence(self) -> Chunk:
        size = SAMPLE_RATE * FILL_MS // 1000
        self.samples += size
        return Chunk(np.zeros(size, np.float32), 0, 0)

    def _later(self, chunk: Chunk) -> Chunk:
        """Its words as late as the silence makes them."""
        words = tuple(replace(w, start=w.start + self.samples, end=w.end + self.samples) for w in chunk.words)
        return replace(chunk, words=words)
