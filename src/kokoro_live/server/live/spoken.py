"""One response on a socket: its text comes in pieces, its sound leaves in frames."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from kokoro_live.engine import Engine
from kokoro_live.errors import Cancelled, KokoroError
from kokoro_live.records import SAMPLE_RATE, Chunk, Event, TimedWord, UtteranceStart
from kokoro_live.scheduler.job import Reader
from kokoro_live.server.encodings import described, is_audible
from kokoro_live.server.errors import problem_of
from kokoro_live.server.live.framer import Framer
from kokoro_live.server.live.frames import AudioFrame
from kokoro_live.server.metrics import Record
from kokoro_live.server.schemas import SpeechBody, understood_live
from kokoro_live.server.state import Server
from kokoro_live.text import LiveText

Tell = Callable[[dict[str, Any]], Awaitable[None]]
SendAudio = Callable[[AudioFrame], Awaitable[None]]


class Response:
    """From its first word to exactly one last event: done, cancelled or failed."""

    def __init__(self, server: Server, engine: Engine, name: str, number: int, body: SpeechBody, early: bool) -> None:
        self.name, self.number, self.over = name, number, False
        self.text = LiveText(server.settings.max_characters, early)
        self._server, self._engine, self._body = server, engine, body
        self._asked = understood_live(body, server.settings, self.text)
        self._framer = Framer(number, body.response_format, body.sample_rate, server.chunk_ms)
        self._words: list[TimedWord] = []
        self._reader: Reader | None = None
        self._record: Record | None = None
        self._begun = False

    @property
    def described(self) -> dict[str, Any]:
        """What a client has to know to play it."""
        audio = {"format": self._body.response_format, "sample_rate": self._framer.rate}
        return {"response_id": self.name, "response": self.number, "voice": self._asked.voice, "audio": audio}

    def begin(self, request_id: str) -> bool:
        """Its first text is here: from now on somebody waits. False if that is known already."""
        begins, self._begun = not self._begun, True
        if begins:
            self._record = record = self._server.metrics.record(request_id, time.perf_counter())
            record.voice, record.format, record.chunk_ms = self._asked.voice, self._body.response_format, 0
            record.provider, record.variant = self._engine.model.provider, self._engine.model.variant
            record.mode = self._server.scheduler.policy.name
            record.whole = True  # how soon its sound came says how fast somebody wrote
        return begins

    async def speak(self, client: str, tell: Tell, send: SendAudio) -> None:
        """Until its text is over and all of it has been sent."""
        outcome = "disconnected"
        try:
            async with self._server.scheduler.reader(self._engine, self._asked, client, whole=False) as reader:
                self._reader = reader
                if self.over:  # it was cancelled while it waited for a place
                    raise Cancelled("The response was cancelled.")
                async for event in self._server.scheduler.events(reader):
                    await self._pass_on(event, tell, send)
                await self._complete(tell, send)
            outcome = "complete"
        except Cancelled as error:
            outcome = self._server.outcome_of(error)
            await self.cancelled(tell, None)
        except KokoroError as error:
            outcome = self._server.outcome_of(error)
            if not self.over:
                self.over = True
                problem = problem_of(error, self._server.readiness.diagnostics())
                await tell({"type": "response.failed", "response_id": self.name, **problem.body})
        finally:
            self.over = True
            self._note_end(outcome)

    def stop(self) -> None:
        """Nothing more is computed for it."""
        self.text.end()
        if self._reader is not None:
            self._server.scheduler.stop(stream=self._reader.id)

    async def cancelled(self, tell: Tell, heard_ms: int | None) -> None:
        """The last that is said of it, at once: whatever is still on its way is thrown away."""
        if self.over:
            return
        self.over = True
        sent = self._framer.samples / self._framer.rate
        heard = sent if heard_ms is None else min(sent, heard_ms / 1000)
        spoken = max((word.span.end for word in self._words if word.start / SAMPLE_RATE < heard), default=0)
        text = self.text.text
        await tell(
            {
                "type": "response.cancelled",
                "response_id": self.name,
                "audio_sent_ms": round(1000 * sent),
                "audio_played_ms": round(1000 * heard),
                "char_spoken": spoken,
                "text_spoken": text[:spoken],
                "text_remaining": text[spoken:],
            }
        )

    async def _pass_on(self, event: Event, tell: Tell, send: SendAudio) -> None:
        if isinstance(event, UtteranceStart):
            await self._announce(event, tell)
            return
        self._note_sound(event)
        loop = asyncio.get_running_loop()
        for frame in await loop.run_in_executor(self._server.audio, self._framer.push, event):
            await self._unless_over(send, frame)

    async def _announce(self, start: UtteranceStart, tell: Tell) -> None:
        self._words += start.words
        if self._record is not None:
            self._record.began(start)
        spans = [word.span for word in start.words]
        first, last = (min(span.start for span in spans), max(span.end for span in spans)) if spans else (0, 0)
        event: dict[str, Any] = {
            "type": "segment.started",
            "response_id": self.name,
            "segment": start.segment,
            "pts_samples": self._framer.at(start.start),
            "char_start": first,
            "char_end": last,
        }
        if self._body.timestamps == "word":
            event["words"] = [described(word) for word in start.words]
        await self._unless_over(tell, event)

    async def _complete(self, tell: Tell, send: SendAudio) -> None:
        loop = asyncio.get_running_loop()
        for frame in await loop.run_in_executor(self._server.audio, self._framer.finish):
            await self._unless_over(send, frame)
        if not self.over:
            self.over = True
            done = {"samples": self._framer.samples, "characters": len(self.text.text)}
            await tell({"type": "response.done", "response_id": self.name, **done})

    async def _unless_over(self, send: Callable[[Any], Awaitable[None]], what: Any) -> None:
        if not self.over:
            await send(what)

    def _note_sound(self, chunk: Chunk) -> None:
        if self._record is not None:
            seconds, audible = len(chunk.samples) / SAMPLE_RATE, is_audible(chunk.samples)
            self._record.audible = self._record.audible or audible
            self._record.heard(seconds, audible, starved=False)

    def _note_end(self, outcome: str) -> None:
        record, self._record = self._record, None
        if record is None:
            return
        record.outcome, record.characters = outcome, len(self.text.text)
        if self._reader is not None:
            record.stages |= self._reader.job.times.seconds
        self._server.metrics.finished(record, self._server.settings.verbose_logs)
