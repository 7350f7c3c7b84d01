"""One request to a server that speaks OpenAI's audio API, as a listener's program makes it: what arrived, and when."""

import asyncio
import base64
import binascii
import json
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import httpx

SPEECH = "/v1/audio/speech"


@dataclass(frozen=True, slots=True)
class Ask:
    """What is asked of every target alike."""

    text: str
    voice: str
    kind: str = "pcm"
    whole: bool = False  # not as a stream
    events: bool = False  # as server-sent events

    def body(self) -> dict[str, Any]:
        """OpenAI's fields, and `stream`, which many servers want to be told and others do not mind."""
        body: dict[str, Any] = {"model": "kokoro", "input": self.text, "voice": self.voice}
        body |= {"response_format": self.kind, "stream": not self.whole}
        return body | ({"stream_format": "sse"} if self.events else {})


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a listener waits: for the next byte, and for all of it (seconds)."""

    silence: float = 60.0
    whole: float = 900.0


@dataclass(slots=True)
class Answer:
    """What arrived. Times are seconds since the request."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    pieces: list[tuple[float, bytes]] = field(default_factory=list)  # of audio
    events: list[dict[str, Any]] = field(default_factory=list)  # without the audio in them
    wall: float = 0.0
    broken: str = ""  # why it did not end as it should

    @property
    def first_byte(self) -> float | None:
        """Not to be called time to first audio."""
        return next((when for when, data in self.pieces if data), None)


async def listen(client: httpx.AsyncClient, ask: Ask, patience: Patience) -> Answer:
    """Asks, and takes what comes until it ends, breaks or patience is over; never raises for what a server does."""
    answer, start = Answer(), time.perf_counter()
    try:
        async with asyncio.timeout(patience.whole):
            timeout = httpx.Timeout(patience.silence)
            async with client.stream("POST", SPEECH, json=ask.body(), timeout=timeout) as response:
                answer.status, answer.headers = response.status_code, dict(response.headers)
                if response.status_code == 200:
                    await _take(response, ask, answer, start)
    except TimeoutError:
        answer.broken = f"not done after {patience.whole:g} s"
    except httpx.TimeoutException:
        answer.broken = f"nothing for {patience.silence:g} s"
    except httpx.HTTPError as error:
        answer.broken = f"the connection broke ({type(error).__name__})"
    except (ValueError, KeyError, TypeError, binascii.Error) as error:
        answer.broken = f"an event cannot be read ({error})"
    answer.wall = time.perf_counter() - start
    return answer


async def _take(response: httpx.Response, ask: Ask, answer: Answer, start: float) -> None:
    if not ask.events:
        async for data in response.aiter_raw():
            answer.pieces.append((time.perf_counter() - start, data))
        return
    async for event in _events(response):
        audio = base64.b64decode(event.pop("audio", ""), validate=True)
        answer.events.append(event)
        if audio:
            answer.pieces.append((time.perf_counter() - start, audio))


async def _events(response: httpx.Response) -> AsyncIterator[dict[str, Any]]:
    async for line in response.aiter_lines():
        if line.startswith("data:") and (data := line[5:].strip()) != "[DONE]":
            event = json.loads(data)
            if not isinstance(event, dict):
                raise ValueError("an event is not an object")
            yield event
