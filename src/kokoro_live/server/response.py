"""One request for speech on its way through the server: what is asked, what was measured, what is written."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from kokoro_live.audio.formats import usual_ending
from kokoro_live.engine import Engine
from kokoro_live.records import SAMPLE_RATE, Chunk, Event, TimedWord, UtteranceStart
from kokoro_live.request import Request
from kokoro_live.scheduler.job import JobState, Reader
from kokoro_live.server.connection import Connection
from kokoro_live.server.encodings import (
    CaptionEncoding,
    Encoding,
    FileEncoding,
    SseEncoding,
    captioned,
    is_audible,
)
from kokoro_live.server.keepalive import KeepAlive
from kokoro_live.server.metrics import Record
from kokoro_live.server.schemas import SpeechBody
from kokoro_live.server.state import Server


@dataclass
class Call:
    """One request for speech on its way through the server."""

    server: Server
    engine: Engine
    asked: Request
    body: SpeechBody
    inner: FileEncoding
    record: Record
    client: str
    ignored: list[str]
    captions: bool
    keepalive: KeepAlive
    connection: Connection
    words: list[TimedWord] = field(default_factory=list)
    sentences: list[dict[str, Any]] = field(default_factory=list)  # and their seconds
    stand_ins: set[str] = field(default_factory=set)  # languages that another front end read so far

    def encoding(self) -> Encoding:
        """How the answer travels."""
        if self.captions:
            return CaptionEncoding(self.inner, getattr(self.body, "return_timestamps", True))
        if self.body.stream_format == "sse":
            return SseEncoding(self.inner, self.body.timestamps == "word")
        return self.inner

    async def pieces(self, reader: Reader, encoding: Encoding) -> AsyncIterator[bytes]:
        """What is written, as soon as it is made."""
        loop, record = asyncio.get_running_loop(), self.record
        record.seconds_queued = reader.queued
        async for event, is_speech in self.keepalive.filled(self.server.scheduler.events(reader)):
            start = time.perf_counter()
            pieces = await loop.run_in_executor(self.server.audio, encoding.push, event)
            if is_speech:
                record.stages["encode"] = record.stages.get("encode", 0) + time.perf_counter() - start
                record.stages |= reader.job.times.seconds
                self._note(event, bool(pieces), reader.starved)
            for piece in pieces:
                yield piece
        for piece in await loop.run_in_executor(self.server.audio, encoding.finish):
            yield piece

    def _note(self, event: Event, leaves: bool, starved: bool) -> None:
        if isinstance(event, UtteranceStart):
            self._note_start(event)
        else:
            self._note_sound(event, leaves, starved)

    def _note_sound(self, chunk: Chunk, leaves: bool, starved: bool) -> None:
        record = self.record
        seconds, audible = len(chunk.samples) / SAMPLE_RATE, is_audible(chunk.samples)
        record.audible = record.audible or audible
        if not leaves or record.whole:
            record.audio_seconds += seconds
        elif record.heard(seconds, audible, starved):
            self.server.load_policy.ran_dry()

    def _note_start(self, start: UtteranceStart) -> None:
        self.stand_ins |= set(start.stand_ins)
        self.words += start.words
        self.record.began(start)
        if start.words:
            first, last = start.words[0], start.words[-1]
            text = self.body.input[first.span.start : last.span.end]
            seconds = {"start": round(first.start / SAMPLE_RATE, 3), "end": round(last.end / SAMPLE_RATE, 3)}
            self.sentences.append({"text": text, **seconds})

    def whole(self, pieces: list[bytes]) -> list[bytes]:
        """A whole answer's body. It computes: it runs on the audio thread."""
        parts = self.inner.whole(pieces)
        if not self.captions:
            return parts
        words = self.words if getattr(self.body, "return_timestamps", True) else []
        return [json.dumps(captioned(b"".join(parts), self.inner.media_type, words)).encode()]

    def done(self, reader: Reader | None, outcome: str) -> None:
        """Written down, however it ended."""
        record = self.record
        record.outcome = outcome
        if reader is not None:
            record.shared = reader.joined
            record.stages |= reader.job.times.seconds
            if self.body.return_timing:
                self.server.keep_timing(reader.id, self.sentences)
        self.server.metrics.note_stand_ins(self.stand_ins)
        self.server.metrics.finished(record, self.server.settings.verbose_logs)

    def headers(self, reader: Reader, media_type: str) -> dict[str, str]:
        """What is known when the first audio is."""
        record = self.record
        name = usual_ending(record.format)
        headers = {
            "content-type": media_type,
            "cache-control": "no-cache",
            "x-accel-buffering": "no",
            "x-content-type-options": "nosniff",
            "x-speech-stream": reader.id,
            "x-provider": record.provider,
            "server-timing": record.server_timing(),
            "openai-processing-ms": str(round(1000 * (time.perf_counter() - record.arrived))),
        }
        if record.segments:  # with a prelude nothing is known yet
            headers |= {"x-cache": "hit" if record.cached else "miss", "x-g2p": ",".join(record.backends)}
        elif reader.job.state is JobState.DONE and not self.keepalive.prelude:
            headers["x-nothing-to-say"] = "true"
        if self.asked.script.passed_over:
            headers["x-ignored-ssml"] = ",".join(self.asked.script.passed_over)[:500]
        if fallbacks := sorted({*self.asked.unspoken, *self.stand_ins}):
            headers["x-language-fallback"] = ",".join(fallbacks)
        if self.body.return_timing:
            headers["x-timing-path"] = f"/v1/audio/speech/streams/{reader.id}/timing"
        if self.inner.rate not in (None, self.body.sample_rate) and self.body.sample_rate:
            headers["x-sample-rate"] = str(self.inner.rate)
        if self.keepalive.described:
            headers["x-silence"] = self.keepalive.described
        if not self.captions and self.body.stream_format == "audio":
            headers["content-disposition"] = f"attachment; filename=speech.{name}"
        if self.ignored:
            headers["x-ignored-params"] = ",".join(n for n in self.ignored if n.isascii() and n.isidentifier())[:500]
        return headers
