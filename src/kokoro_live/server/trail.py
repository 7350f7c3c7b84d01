"""A stream's last two bytes wait for the next ones. Should the client stop sending, they tell whether anybody listens.

A client that hangs up and one that has only said all it has to say look the same until something is written to them. A
stream has nothing to write until the next window is made; without a little held back, that window would be made for
nobody, and the next request would wait for it. Events need no such reserve: a comment may stand between them.
"""

import asyncio

from starlette.types import Send

HELD = 2  # bytes: a sample
PROBE_SECONDS = 0.01  # in which a machine answers that nobody listens


class Trail:
    """One stream's writes."""

    def __init__(self, send: Send, comment: bytes = b"", packed: bool = False) -> None:
        self._send, self._comment = send, comment  # a comment says nothing to the client
        self._first_is_whole = packed  # less than the first write of a packed format would be no sound
        self._held = b""
        self._order = asyncio.Lock()

    async def push(self, piece: bytes) -> None:
        """Writes all but the last bytes."""
        async with self._order:
            data = self._held + piece
            keep = 0 if self._comment or self._first_is_whole else HELD
            self._first_is_whole = False
            self._held = data[len(data) - keep :]
            await self._write(data[: len(data) - keep])

    async def flush(self) -> None:
        """Writes what is held back."""
        async with self._order:
            held, self._held = self._held, b""
            await self._write(held)

    async def end(self) -> None:
        """The rest, and the clean end."""
        await self.flush()
        await self._send({"type": "http.response.body", "body": b"", "more_body": False})

    async def probe(self) -> None:
        """Writes a little, twice: the answer to the first makes the second one fail."""
        async with self._order:
            held, self._held = self._held or self._comment, b""
            await self._write(held[:1])
            await asyncio.sleep(PROBE_SECONDS)
            await self._write(held[1:])

    async def _write(self, data: bytes) -> None:
        if data:
            await self._send({"type": "http.response.body", "body": data, "more_body": True})
