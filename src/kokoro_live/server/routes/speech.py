"""POST /v1/audio/speech and its relatives: validate, get a place, make the first audio, and only then say 200."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Any

from starlette.requests import Request as HttpRequest
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from kokoro_live.errors import BadOption, KokoroError, TooLate
from kokoro_live.scheduler.job import Reader
from kokoro_live.server.connection import Connection, StreamWriter, connection_of
from kokoro_live.server.encodings import CaptionEncoding, Encoding, FileEncoding
from kokoro_live.server.errors import problem_of
from kokoro_live.server.keepalive import KeepAlive
from kokoro_live.server.response import Call
from kokoro_live.server.schemas import CaptionBody, SpeechBody, checked, document, understood
from kokoro_live.server.state import client_of, server_of

WRITE = 64 * 1024  # bytes of a whole answer at a time
EXPECTED_EXCESS = 1.5  # times the limit on whole answers: the guess at their length is no better


async def speech(request: HttpRequest) -> Response:
    """OpenAI's contract."""
    body, ignored = await _asked(request, SpeechBody)
    return await answer(request, body, ignored)


async def captioned_speech(request: HttpRequest) -> Response:
    """Kokoro-FastAPI's contract: audio with the words' times."""
    body, ignored = await _asked(request, CaptionBody)
    return await answer(request, body, ignored, captions=True)


async def _asked(request: HttpRequest, kind: type[SpeechBody]) -> tuple[SpeechBody, list[str]]:
    return checked(await document(request), kind, server_of(request).settings.max_characters)


async def answer(request: HttpRequest, body: SpeechBody, ignored: list[str], captions: bool = False) -> Response:
    """Speech as a body asks for it."""
    server = server_of(request)
    server.check_memory()
    inner = FileEncoding(body.response_format, body.sample_rate, server.chunk_ms)
    engine = await server.readiness.engine()
    asked = await understood(body, server.settings)
    if not captions and body.stream_format == "audio" and body.timestamps == "word":
        ignored = [*ignored, "timestamps"]  # bytes of audio have no place for words
    connection = connection_of(request)
    record = server.metrics.record(connection.request_id, connection.arrived)
    record.provider, record.variant = engine.model.provider, engine.model.variant
    record.chunk_ms, record.mode = server.chunk_ms, server.scheduler.policy.name
    record.text = body.input if server.settings.log_text else None
    record.voice, record.format, record.characters = asked.voice, body.response_format, len(body.input)
    record.whole = not body.stream and body.stream_format == "audio"
    call = Call(
        server=server,
        engine=engine,
        asked=asked,
        body=body,
        inner=inner,
        record=record,
        client=client_of(request),
        ignored=ignored,
        captions=captions,
        keepalive=KeepAlive(False, None) if record.whole else KeepAlive.of(server.settings),
        connection=_breakable(connection, request),
    )
    return Whole(call) if record.whole else Stream(call)


def _breakable(connection: Connection, request: HttpRequest) -> Connection:
    """HTTP/1.1 marks the end of an answer. HTTP/1.0 does not: only there a broken one must break the connection."""
    return connection if request.scope["http_version"] == "1.0" else replace(connection, abort=Connection().abort)


class Answer(Response):
    """Holds a place in a synthesis until the end, or until nobody listens any more."""

    whole: bool

    def __init__(self, call: Call) -> None:
        super().__init__()
        self._call = call
        self._reader: Reader | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An error before the first byte is raised, and answered as one."""
        outcome = "failed"
        try:
            outcome = await _while_connected(self._held(send), receive, self._hung_up)
        except KokoroError as error:
            outcome = self._call.server.outcome_of(error)
            raise
        finally:
            self._call.done(self._reader, outcome)

    def _hung_up(self) -> None:
        if self._reader is not None:
            self._call.server.scheduler.stop(stream=self._reader.id)

    async def _held(self, send: Send) -> str:
        call = self._call
        async with call.server.scheduler.reader(call.engine, call.asked, call.client, self.whole) as reader:
            self._reader = reader
            return await self._sent(reader, send)

    async def _sent(self, reader: Reader, send: Send) -> str:
        raise NotImplementedError


class Stream(Answer):
    """Bytes leave as they are made. A failure after the first cuts the connection."""

    whole = False

    async def _sent(self, reader: Reader, send: Send) -> str:
        call = self._call
        encoding = call.encoding()
        pieces = call.pieces(reader, encoding)
        first = await _in_time(anext(pieces), call.server.settings.first_audio_seconds)
        await _start(send, call.headers(reader, encoding.media_type))
        writer = StreamWriter(send, encoding.comment, call.inner.packed)
        await writer.push(first)
        probing = asyncio.ensure_future(_probed(writer, call.connection.quiet))
        try:
            return await self._followed(pieces, encoding, writer)
        finally:
            probing.cancel()

    async def _followed(self, pieces: AsyncIterator[bytes], encoding: Encoding, writer: StreamWriter) -> str:
        """Everything after the first piece."""
        call = self._call
        try:
            if call.keepalive.prelude:  # what came first was no sound
                await writer.push(await _in_time(anext(pieces), call.server.settings.first_audio_seconds))
            async for piece in pieces:
                await writer.push(piece)
        except KokoroError as error:
            # No clean end: a client must be able to tell that something is missing.
            await writer.push(encoding.failed(problem_of(error, call.server.readiness.diagnostics())))
            await writer.flush()
            call.connection.abort()
            return call.server.outcome_of(error)
        await writer.end()
        return "complete"


async def _probed(writer: StreamWriter, quiet: asyncio.Event) -> None:
    await quiet.wait()
    await writer.probe()


class Whole(Answer):
    """The whole answer at once, with its true sizes."""

    whole = True

    async def _sent(self, reader: Reader, send: Send) -> str:
        call, record = self._call, self._call.record
        try:
            pieces = [piece async for piece in self._bounded(reader)]
            parts = await asyncio.get_running_loop().run_in_executor(call.server.audio, call.whole, pieces)
        finally:
            call.server.whole_bytes.pop(reader, None)
        media_type = CaptionEncoding.media_type if call.captions else call.inner.media_type
        headers = call.headers(reader, media_type) | {"content-length": str(sum(map(len, parts)))}
        headers["x-audio-duration"] = f"{record.audio_seconds:.3f}"
        if record.audible:
            record.ttfa = time.perf_counter() - record.arrived
            headers |= {"x-ttfa": f"{record.ttfa:.4f}", "x-ttfa-of": "the whole answer: it was not streamed"}
        if record.rtf is not None:
            headers["x-rtf"] = f"{record.rtf:.4f}"
        await _start(send, headers)
        for part in parts:
            for start in range(0, len(part), WRITE):  # each waits until the reader has taken most of those before
                await send({"type": "http.response.body", "body": part[start : start + WRITE], "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
        return "complete"

    async def _bounded(self, reader: Reader) -> AsyncIterator[bytes]:
        """The pieces, as long as they are not too many to be held."""
        call, held = self._call, 0
        most = call.server.settings.max_whole_mb * 1_000_000
        if call.inner.expected_bytes(reader.job.audio_left) > EXPECTED_EXCESS * most:
            raise _too_long(most)
        async for piece in call.pieces(reader, call.inner):
            held += len(piece)
            if held > most:
                raise _too_long(most)
            call.server.whole_bytes[reader] = held
            yield piece


def _too_long(most: int) -> BadOption:
    size = f"{most // 1_000_000} MB"
    return BadOption(f"In one piece this would be more than {size} (KOKORO_MAX_WHOLE_MB). Use stream: true.", "stream")


async def _start(send: Send, headers: dict[str, str]) -> None:
    encoded = [(name.encode(), value.encode("latin-1", "replace")) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": 200, "headers": encoded})


async def _in_time(first: Awaitable[bytes], seconds: float) -> bytes:
    try:
        async with asyncio.timeout(seconds):  # not wait_for: in Python 3.11 it may swallow that the client has gone
            return await first
    except TimeoutError:
        raise TooLate(f"No sound within {seconds:g} seconds.") from None


async def _while_connected(work: Coroutine[Any, Any, str], receive: Receive, hung_up: Callable[[], None]) -> str:
    """The work's outcome; if the client goes away, the work is ended."""
    working = asyncio.ensure_future(work)
    watching = asyncio.ensure_future(_gone(receive))
    try:
        await asyncio.wait({working, watching}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        hung_up()  # whatever becomes of the cancellation, nobody listens any more
        return "disconnected"
    finally:
        for task in (working, watching):
            task.cancel()
        await asyncio.gather(working, watching, return_exceptions=True)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
