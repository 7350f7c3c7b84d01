"""One socket: what its client says, and everything that is told to it, in one order."""

import asyncio
import json
import time
from collections.abc import Awaitable
from contextlib import suppress
from secrets import token_hex
from typing import Any

from pydantic import BaseModel
from starlette.websockets import WebSocket, WebSocketDisconnect

from kokoro_live.errors import KokoroError
from kokoro_live.server.connection import LARGEST_MESSAGE, Connection
from kokoro_live.server.errors import Problem, problem_of
from kokoro_live.server.field_types import Switch
from kokoro_live.server.live import messages
from kokoro_live.server.live.frames import PROTOCOL, AudioFrame
from kokoro_live.server.live.spoken import Response
from kokoro_live.server.schemas import SpeechBody, understood_live, validated
from kokoro_live.server.state import Server
from kokoro_live.text import LiveText

MOST_RESPONSES = 4  # that are open at a time
MOST_MISTAKES = 100  # of a client, after which it is no client of this protocol
IDLE_SECONDS = 120.0  # in which neither side says anything
BAD_CLIENT, IDLE = 4400, 4408  # why a socket is closed, as its protocol says it
GONE = (WebSocketDisconnect, RuntimeError)  # nobody is there to be written to


class Own(BaseModel):
    """What a session may say besides the fields of POST /v1/audio/speech."""

    early: Switch = True


class Session:
    """From `session.created` until the socket is closed."""

    def __init__(self, server: Server, socket: WebSocket, client: str, connection: Connection) -> None:
        self._server, self._socket, self._client, self._connection = server, socket, client, connection
        self._sent_at = time.monotonic()
        self.id = "sess_" + token_hex(12)
        self._fields: dict[str, Any] = {"response_format": "pcm", "input_format": "text"}
        self._seq = 0
        self._sending = asyncio.Lock()
        self._numbered = 0  # responses so far
        self._responses: dict[str, Response] = {}
        self._speaking: set[asyncio.Task[None]] = set()
        self._mistakes = 0

    async def run(self) -> None:
        """Everything the client says, until it goes."""
        try:
            await self.tell({"type": "session.created", "protocol": PROTOCOL, "limits": self._limits()})
            while await self._heard_one():
                pass
        except GONE:
            pass
        except TimeoutError:  # it stopped reading
            self._connection.abort()
        finally:
            await self._end()

    async def tell(self, event: dict[str, Any]) -> None:
        """An event, with its number."""
        async with self._sending:
            numbered = {**event, "seq": self._seq, "session_id": self.id}
            self._seq += 1
            await self._in_time(self._socket.send_text(json.dumps(numbered, separators=(",", ":"))))

    async def send(self, frame: AudioFrame) -> None:
        """Sound, with its number."""
        async with self._sending:
            seq, self._seq, self._sent_at = self._seq, self._seq + 1, time.monotonic()
            await self._in_time(self._socket.send_bytes(frame.packed(seq)))

    async def _in_time(self, writing: Awaitable[None]) -> None:
        """Who stops reading is not waited for."""
        async with asyncio.timeout(self._server.settings.stall_seconds):
            await writing

    async def _heard_one(self) -> bool:
        """One message and what comes of it; False when the socket is to be closed."""
        try:
            async with asyncio.timeout(IDLE_SECONDS):
                message = await self._socket.receive()
        except TimeoutError:
            if time.monotonic() - self._sent_at < IDLE_SECONDS:
                return True
            await self._close(IDLE, "nothing was said for a while")
            return False
        try:
            return await self._obey(messages.understood(_text_of(message)))
        except Problem as problem:
            return await self._complain(problem)
        except KokoroError as error:
            return await self._complain(problem_of(error, self._server.readiness.diagnostics()))

    async def _complain(self, problem: Problem) -> bool:
        self._mistakes += 1
        await self.tell({"type": "error", **problem.body})
        if self._mistakes < MOST_MISTAKES:
            return True
        await self._close(BAD_CLIENT, "too many messages that mean nothing")
        return False

    async def _obey(self, said: messages.Said) -> bool:
        match said:
            case messages.Close():
                await self._close(1000, "goodbye")
                return False
            case messages.Update():
                body, _ = self._checked(said.session)
                understood_live(body, self._server.settings, LiveText(1))  # voices and languages, too
                self._fields = self._fields | said.session
                await self.tell({"type": "session.updated"})
            case messages.Ping():
                await self.tell({"type": "pong", "nonce": said.nonce})
            case messages.Create():
                await self._create(said.response_id, said.session)
            case messages.Append():
                await self._append(said)
            case messages.Stop():
                await self._stop(said)
            case _:
                await self._steer(said)
        return True

    async def _append(self, said: messages.Append) -> None:
        response = self._open(said.response_id) or await self._create(said.response_id, {})
        if response.text.over:
            await self._warn("text_is_over", said.response_id)
            return
        self._server.readiness.last_used = time.monotonic()
        response.text.push(said.text)
        self._begin(response)

    def _begin(self, response: Response) -> None:
        """There is something to be spoken, or to be told that there is nothing: from now on it takes a place."""
        if response.begin(self._connection.request_id):
            task = asyncio.create_task(self._spoken(response))
            self._speaking.add(task)
            task.add_done_callback(self._speaking.discard)
        self._server.scheduler.written()

    async def _steer(self, said: messages.Flush | messages.Clear | messages.End) -> None:
        response = self._open(said.response_id)
        if response is None:
            await self._warn("no_active_response", said.response_id)
            return
        text = response.text
        {messages.Flush: text.flush, messages.Clear: text.drop, messages.End: text.end}[type(said)]()
        self._begin(response)

    async def _stop(self, said: messages.Stop) -> None:
        response = self._open(said.response_id)
        if response is None:
            await self._warn("no_active_response", said.response_id)
            return
        await response.cancelled(self.tell, said.playback_offset_ms)
        response.stop()
        self._server.scheduler.written()

    async def _create(self, name: str, fields: dict[str, Any]) -> Response:
        if sum(not response.over for response in self._responses.values()) >= MOST_RESPONSES:
            message = f"At most {MOST_RESPONSES} responses at a time: end or cancel one."
            raise Problem(429, "too_many_responses", message, "response_id")
        if self._open(name):
            raise Problem(400, "response_exists", f"There is a response {name!r} already.", "response_id")
        self._server.check_memory()
        engine = await self._server.readiness.engine()
        body, own = self._checked(fields)
        response = Response(self._server, engine, name, self._numbered, body, own.early)
        self._numbered += 1
        self._responses[name] = response
        await self.tell({"type": "response.created", **response.described})
        return response

    async def _spoken(self, response: Response) -> None:
        try:
            with suppress(*GONE):
                await response.speak(self._client, self.tell, self.send)
        except TimeoutError:  # nobody reads it
            self._connection.abort()
        if self._responses.get(response.name) is response:
            del self._responses[response.name]

    def _open(self, name: str) -> Response | None:
        """The response of this name that is not over."""
        response = self._responses.get(name)
        return None if response is None or response.over else response

    async def _warn(self, code: str, name: str) -> None:
        await self.tell({"type": "warning", "code": code, "response_id": name})

    def _checked(self, fields: dict[str, Any]) -> tuple[SpeechBody, Own]:
        """The session's fields and a response's own, checked as those of a POST are."""
        given = {name: value for name, value in {**self._fields, **fields}.items() if value is not None}
        return validated({**given, "input": "-"}, SpeechBody), validated(given, Own)

    def _limits(self) -> dict[str, Any]:
        return {
            "message_bytes": LARGEST_MESSAGE,
            "characters_at_a_time": messages.LONGEST_PIECE,
            "characters": self._server.settings.max_characters,
            "responses": MOST_RESPONSES,
            "idle_seconds": IDLE_SECONDS,
        }

    async def _close(self, code: int, reason: str) -> None:
        with suppress(*GONE):
            await self._socket.close(code, reason)

    async def _end(self) -> None:
        """Nobody listens any more."""
        for response in self._responses.values():
            response.over = True
            response.stop()
        self._server.scheduler.written()
        for task in self._speaking:
            task.cancel()
        await asyncio.gather(*self._speaking, return_exceptions=True)


def _text_of(message: Any) -> str:
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1006))
    if message.get("text") is None:
        raise Problem(400, "invalid_type", "Messages are JSON, in text frames.")
    return str(message["text"])
