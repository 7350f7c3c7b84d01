"""A connection: what uvicorn leaves open to clients that send or read too slowly, or nonsense; and a stream's writes.

A client that hangs up and one that has only said all it has to say look the same until something is written to them. A
stream has nothing to write until the next window is made; without a little held back, that window would be made for
nobody, and the next request would wait for it. So a stream's last two bytes wait for the next ones. Events need no such
reserve: a comment may stand between them.
"""

import asyncio
import json
import re
import socket
import struct
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

import h11
from starlette.requests import Request as HttpRequest
from starlette.types import Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from kokoro_live.config import Settings
from kokoro_live.server.errors import Problem, new_request_id

PROBE_SECONDS = 0.02  # between two words to a client that sends no more: if it is gone, the second fails
HALF_CLOSED_SECONDS = 1.0  # until one that cannot be asked so (HTTP/1.0) counts as gone
SEND_BUFFER = 128 * 1024  # bytes the kernel may hold for a reader: more would hide that it does not read
LINGER_SECONDS = 1.0  # for one that is still sending what was refused already: closed at once, it would lose the answer
LOOSE_LINE = re.compile(rb"(?<!\r)\n|\r\n[ \t]|\r(?!\n|\Z)")
CHUNKED = re.compile(rb"\r\ntransfer-encoding[ \t]*:", re.IGNORECASE)
MOST_CHUNKS = 10_000  # of a body: while the event loop reads the crumbs of a larger one, nobody else is served
LARGEST_MESSAGE = 64 * 1024  # bytes, over a socket
LARGEST_HEAD = 16 * 1024  # bytes; of one that arrives at once, the guard sees to it
HELD = 2  # bytes of a stream that wait for the next ones: a sample
ANSWER_SECONDS = 0.01  # in which a machine answers that nobody listens


def _nothing() -> None:
    pass


@dataclass(frozen=True, slots=True)
class Connection:
    """What is known of a request besides its head and body."""

    abort: Callable[[], None] = _nothing  # so that nobody can take the connection's end for the answer's
    quiet: asyncio.Event = field(default_factory=asyncio.Event)  # set when the client sends no more
    request_id: str = ""
    arrived: float = 0.0  # by time.perf_counter
    has_key: bool = False


def connection_of(request: HttpRequest) -> Connection:
    """The one that a request came by."""
    connection: Connection = request.scope["state"]["connection"]
    return connection


def protocol(settings: Settings) -> type[H11Protocol]:
    """A protocol class with these settings' time limits."""
    return type("LimitedProtocol", (GuardedProtocol,), {"settings": settings})


class GuardedProtocol(H11Protocol):
    """HTTP/1.1 with a limit on how long a head may take to arrive and how long a reader may stop reading."""

    settings: Settings
    _timer: asyncio.TimerHandle | None = None
    _stall: asyncio.TimerHandle | None = None
    _quiet: asyncio.Event
    _refused = False
    _handed_over = False  # to the protocol of sockets, which has limits of its own
    _chunks = 0  # of this request's body so far

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A new client has to say what it wants soon."""
        super().connection_made(transport)
        connection: Any = transport.get_extra_info("socket")
        if connection is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        self._quiet = asyncio.Event()
        self.app_state = {**self.app_state, "connection": Connection(self._reset, self._quiet)}
        if len(self.connections) > self.settings.max_connections:
            transport.abort()
            return
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Whoever has begun a head must finish it in time. What follows a refusal is thrown away."""
        if self._refused:
            return
        try:
            super().data_received(data)
            self._check_chunk()
        except h11.LocalProtocolError:  # nonsense while an answer is under way: there is no polite way out
            self.transport.abort()
            return
        if self._handed_over:
            self._head_is_here()
        elif self._between_requests():
            self._await_head()
        else:
            self._head_is_here()

    def handle_events(self) -> None:
        """Before the parser, which is too kind: a head in which lines end or go on in other ways than HTTP's could be
        read otherwise by somebody in between, and crumbs of a body would keep it busy."""
        body, _ = self.conn.trailing_data
        if self.conn.their_state is h11.IDLE:
            head, _, body = body.partition(b"\r\n\r\n")
            if LOOSE_LINE.search(head):
                self._refuse(400, "bad_request", "Lines of a head end with CR LF, and do not go on in the next one.")
                return
            self._chunks, chunked = 0, bool(CHUNKED.search(head))
        else:
            chunked = self._reads_chunks()
        self._chunks += body.count(b"\r\n") // 2 if chunked else 0
        if self._chunks > MOST_CHUNKS:
            self._refuse(400, "bad_request", f"A body may come in {MOST_CHUNKS} chunks at the most.")
            return
        super().handle_events()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on somebody else reads what comes."""
        self._handed_over = True
        super().handle_websocket_upgrade(event)

    def _reads_chunks(self) -> bool:
        reading = self.conn.their_state is h11.SEND_BODY
        return reading and any(name == b"transfer-encoding" for name, _ in self.headers or ())

    def _check_chunk(self) -> None:
        """What can never become a body is not waited for: a chunk that says that it is larger than any may be, or whose
        first line ends in another way than HTTP's."""
        if self._refused or not self._reads_chunks():
            return
        reader, most = getattr(self.conn, "_reader", None), self.settings.max_body_bytes
        expected = getattr(reader, "_bytes_in_chunk", 0)
        between = not expected and not getattr(reader, "_bytes_to_discard", b"")
        if expected > most:
            self._refuse(413, "request_too_large", f"A request may have {most} bytes at the most.")
        elif between and LOOSE_LINE.search(self.conn.trailing_data[0]):
            self._refuse(400, "bad_request", "Lines between chunks end with CR LF.")

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is awaited any more."""
        self._head_is_here()
        self._reading_again()
        super().connection_lost(exc)

    def eof_received(self) -> bool:  # type: ignore[override]
        """A client that has finished sending may still be listening: only a write can tell.

        Before the answer, HTTP/1.1 allows notes that it is being worked on; during it, see `StreamWriter`.
        """
        if self._refused or self.cycle is None or self.cycle.response_complete:
            return False
        self._quiet.set()
        if self.conn.their_http_version == b"1.0":
            self.loop.call_later(HALF_CLOSED_SECONDS, self._give_up, self.cycle)
        else:
            self._probe(self.cycle)
            self.loop.call_later(PROBE_SECONDS, self._probe, self.cycle)
        return True

    def _probe(self, cycle: object) -> None:
        if self.cycle is not cycle or self.cycle.response_started or self.transport.is_closing():
            return
        note = h11.InformationalResponse(status_code=102, headers=[], reason=b"Processing")
        try:
            self.transport.write(self.conn.send(note) or b"")
        except h11.LocalProtocolError:  # it broke off in the middle of its request
            self.transport.abort()

    def _reset(self) -> None:
        """Ends the connection so that nobody can take it for the end of an answer."""
        connection: Any = self.transport.get_extra_info("socket")
        if connection is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.transport.abort()

    def _give_up(self, cycle: object) -> None:
        if self.cycle is cycle and not self.cycle.response_started:
            self.transport.abort()

    def pause_writing(self) -> None:
        """The reader does not keep up."""
        super().pause_writing()
        if self._stall is None:
            self._stall = self.loop.call_later(self.settings.stall_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """It does again."""
        self._reading_again()
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """Like every other error of ours, and with the status that fits."""
        hint = getattr(sys.exc_info()[1], "error_status_hint", 400)  # called while the parser's error is handled
        hint = hint if hint == 431 else 400
        self._refuse(hint, "headers_too_large" if hint == 431 else "bad_request", msg)

    def _refuse(self, status: int, code: str, message: str) -> None:
        """The last answer of this connection."""
        body = json.dumps(Problem(status, code, message).body).encode()
        headers = [
            ("content-type", "application/json"),
            ("connection", "close"),
            ("content-length", str(len(body))),
            ("x-request-id", new_request_id()),
        ]
        try:
            answer = h11.Response(status_code=status, headers=headers, reason=HTTPStatus(status).phrase.encode())
            for event in (answer, h11.Data(data=body), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        except h11.LocalProtocolError:
            self.transport.abort()
            return
        self._refused = True
        self.transport.write_eof()
        self.loop.call_later(LINGER_SECONDS, self.transport.close)

    def _between_requests(self) -> bool:
        """Or at least answered: what is still being sent is read and thrown away, but not for ever."""
        return self.cycle is None or self.cycle.response_complete

    def _await_head(self) -> None:
        if self._timer is None and not self.transport.is_closing():
            self._timer = self.loop.call_later(self.settings.header_seconds, self.transport.abort)

    def _head_is_here(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _reading_again(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None


class StreamWriter:
    """Writes one stream's body."""

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
            await asyncio.sleep(ANSWER_SECONDS)
            await self._write(held[1:])

    async def _write(self, data: bytes) -> None:
        if data:
            await self._send({"type": "http.response.body", "body": data, "more_body": True})
