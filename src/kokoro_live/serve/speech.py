"""POST /v1/audio/speech and its relatives: validate, get a place, make the first audio, and only then say 200."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request as HttpRequest
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from kokoro_live.engine import Engine, Request
from kokoro_live.errors import Cancelled, KokoroError, Refused, RequestError, TooLate
from kokoro_live.records import SAMPLE_RATE, Chunk, TimedWord
from kokoro_live.scheduler.job import Reader
from kokoro_live.serve.bodies import CaptionBody, SpeechBody, checked, document
from kokoro_live.serve.filler import Filler
from kokoro_live.serve.forms import EXTENSIONS, CaptionForm, EventForm, FileForm, Form, captioned, is_audible
from kokoro_live.serve.meter import Record
from kokoro_live.serve.problems import problem_of
from kokoro_live.serve.server import Server, client_of, server_of

SYNTHESIS = ("acoustic", "vocoder")  # stages that count as wall time of synthesis


async def speech(request: HttpRequest) -> Response:
    """OpenAI's contract."""
    body, ignored = await _asked(request, SpeechBody)
    return await _answer(request, body, ignored, captions=False)


async def captioned_speech(request: HttpRequest) -> Response:
    """Kokoro-FastAPI's contract: audio with the words' times."""
    body, ignored = await _asked(request, CaptionBody)
    return await _answer(request, body, ignored, captions=True)


async def _asked(request: HttpRequest, kind: type[SpeechBody]) -> tuple[SpeechBody, list[str]]:
    return checked(document(await request.body()), kind, server_of(request).settings.max_characters)


async def _answer(request: HttpRequest, body: SpeechBody, ignored: list[str], captions: bool) -> Response:
    server = server_of(request)
    server.check_memory()
    inner = FileForm(body.response_format, body.sample_rate, server.chunk_ms)  # a rate it cannot do: 400
    engine = await server.readiness.engine()
    wanted = _wanted(engine, body, server)
    record = server.meter.record(request.scope["state"]["request_id"], request.scope["state"]["arrived"])
    record.variant, record.chunk_ms, record.mode = engine.model.variant, server.chunk_ms, server.scheduler.policy.name
    record.text = body.input if server.settings.log_text else None
    record.voice, record.format, record.characters = wanted.voice, body.response_format, len(body.input)
    record.whole = not body.stream and body.stream_format == "audio"
    filler = Filler(False, None) if record.whole else Filler.of(server.settings)
    call = Call(server, engine, wanted, body, inner, record, client_of(request), ignored, captions, filler)
    return Whole(call) if record.whole else Stream(call)


def _wanted(engine: Engine, body: SpeechBody, server: Server) -> Request:
    settings = server.settings
    return engine.checked(
        body.input,
        body.voice or settings.voice,
        settings.speed if body.speed is None else body.speed,
        body.language,
        body.latency,
        body.volume,
        body.no_cache,
    )


@dataclass
class Call:
    """One request for speech on its way through the server."""

    server: Server
    engine: Engine
    wanted: Request
    body: SpeechBody
    inner: FileForm
    record: Record
    client: str
    ignored: list[str]
    captions: bool
    filler: Filler
    words: list[TimedWord] = field(default_factory=list)

    def form(self, stream: str) -> Form:
        """How the answer travels."""
        if self.captions:
            return CaptionForm(self.inner, getattr(self.body, "return_timestamps", True))
        if self.body.stream_format == "sse":
            return EventForm(self.inner, stream, self.body.timestamps == "word")
        return self.inner

    async def pieces(self, reader: Reader, form: Form) -> AsyncIterator[bytes]:
        """What is written, as soon as it is made."""
        loop, record = asyncio.get_running_loop(), self.record
        record.seconds_queued = reader.queued
        async for chunk, is_speech in self.filler.filled(self.server.scheduler.chunks(reader)):
            start = time.perf_counter()
            pieces = await loop.run_in_executor(self.server.audio, form.push, chunk)
            if is_speech:
                record.stages["encode"] = record.stages.get("encode", 0) + time.perf_counter() - start
                record.stages |= reader.job.times.seconds
                self._note(chunk, bool(pieces))
            for piece in pieces:
                yield piece
        for piece in await loop.run_in_executor(self.server.audio, form.finish):
            yield piece

    def _note(self, chunk: Chunk, leaves: bool) -> None:
        record = self.record
        seconds = len(chunk.samples) / SAMPLE_RATE
        if not leaves:
            record.audio_seconds += seconds
        elif record.heard(seconds, is_audible(chunk.samples)):
            self.server.pressure.ran_dry()
        self.words += chunk.words
        if chunk.words:
            if not record.segments:
                record.cached = chunk.cached
            record.segments += 1
            record.cached_segments += chunk.cached
            record.backends = tuple(sorted({*record.backends, *chunk.backends}))

    def done(self, reader: Reader | None, outcome: str) -> None:
        """Written down, however it ended."""
        record = self.record
        record.outcome = outcome
        if reader is not None:
            record.stages |= reader.job.times.seconds
            record.synthesis_seconds = sum(record.stages.get(stage, 0.0) for stage in SYNTHESIS)
        if outcome == "failed":
            self.server.pressure.failed()
        self.server.meter.finished(record, self.server.settings.verbose_logs)

    def headers(self, reader: Reader, media_type: str) -> dict[str, str]:
        """What is known when the first audio is."""
        record = self.record
        name = EXTENSIONS.get(record.format, record.format)
        headers = {
            "content-type": media_type,
            "cache-control": "no-cache",
            "x-accel-buffering": "no",
            "x-content-type-options": "nosniff",
            "x-speech-stream": reader.id,
            "x-provider": "cpu",
            "server-timing": record.server_timing(),
            "openai-processing-ms": str(round(1000 * (time.perf_counter() - record.arrived))),
        }
        if record.segments:  # with a prelude nothing is known yet
            headers |= {"x-cache": "hit" if record.cached else "miss", "x-g2p": ",".join(record.backends)}
        if self.filler.described:
            headers["x-silence"] = self.filler.described
        if not self.captions and self.body.stream_format == "audio":
            headers["content-disposition"] = f"attachment; filename=speech.{name}"
        if self.ignored:
            headers["x-ignored-params"] = ",".join(n for n in self.ignored if n.isascii() and n.isidentifier())[:500]
        return headers


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
            outcome = await _while_connected(self._held(send), receive)
        except Cancelled:
            outcome = "stopped"
            raise
        except (Refused, RequestError):
            outcome = "refused"
            raise
        finally:
            self._call.done(self._reader, outcome)

    async def _held(self, send: Send) -> str:
        call = self._call
        async with call.server.scheduler.reader(call.engine, call.wanted, call.client, self.whole) as reader:
            self._reader = reader
            return await self._sent(reader, send)

    async def _sent(self, reader: Reader, send: Send) -> str:
        raise NotImplementedError


class Stream(Answer):
    """Bytes leave as they are made. A failure after the first cuts the connection."""

    whole = False

    async def _sent(self, reader: Reader, send: Send) -> str:
        call = self._call
        form = call.form(reader.id)
        pieces = call.pieces(reader, form)
        first = await _in_time(anext(pieces), call.server.settings.first_audio_seconds)
        await _start(send, call.headers(reader, form.media_type))
        await send({"type": "http.response.body", "body": first, "more_body": True})
        try:
            async for piece in pieces:
                await send({"type": "http.response.body", "body": piece, "more_body": True})
        except KokoroError as error:
            # No clean end: a client must be able to tell that something is missing.
            if last := form.failed(problem_of(error, call.server.readiness.diagnostics())):
                await send({"type": "http.response.body", "body": last, "more_body": True})
            return "stopped" if isinstance(error, Cancelled) else "failed"
        await send({"type": "http.response.body", "body": b"", "more_body": False})
        return "complete"


class Whole(Answer):
    """The whole answer at once, with its true sizes."""

    whole = True

    async def _sent(self, reader: Reader, send: Send) -> str:
        call, record = self._call, self._call.record
        data = call.inner.whole([piece async for piece in call.pieces(reader, call.inner)], call.body.sample_rate)
        media_type = call.inner.media_type
        if call.captions:
            data = json.dumps(captioned(data, media_type, call.words)).encode()
            media_type = CaptionForm.media_type
        headers = call.headers(reader, media_type) | {"content-length": str(len(data))}
        headers |= {"x-audio-duration": f"{record.audio_seconds:.3f}", "x-ttfa": f"{record.ttfa or 0:.4f}"}
        record.synthesis_seconds = sum(record.stages.get(stage, 0.0) for stage in SYNTHESIS)
        if record.rtf is not None:
            headers["x-rtf"] = f"{record.rtf:.4f}"
        await _start(send, headers)
        await send({"type": "http.response.body", "body": data, "more_body": False})
        return "complete"


async def _start(send: Send, headers: dict[str, str]) -> None:
    encoded = [(name.encode(), value.encode("latin-1", "replace")) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": 200, "headers": encoded})


async def _in_time(first: Awaitable[bytes], seconds: float) -> bytes:
    try:
        return await asyncio.wait_for(first, seconds)
    except TimeoutError:
        raise TooLate(f"No sound within {seconds:g} seconds.") from None


async def _while_connected(work: Coroutine[Any, Any, str], receive: Receive) -> str:
    """The work's outcome; if the client goes away, the work is ended."""
    working = asyncio.ensure_future(work)
    watching = asyncio.ensure_future(_gone(receive))
    try:
        await asyncio.wait({working, watching}, return_when=asyncio.FIRST_COMPLETED)
        return working.result() if working.done() else "disconnected"
    finally:
        for task in (working, watching):
            task.cancel()
        await asyncio.gather(working, watching, return_exceptions=True)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
