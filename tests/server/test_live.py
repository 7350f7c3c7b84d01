"""Speech over a WebSocket, with an independent client: text in pieces, sound in numbered frames."""

import asyncio
import json
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import av
import pytest
import websockets
from websockets.asyncio.client import ClientConnection

from kokoro_live.model.store import Graphs

from .conftest import Served, ended, started

pytestmark = pytest.mark.anyio
HEADER = struct.Struct("<2sBBIIIQQ")
PROTOCOL = "kokoro.speech.v1"
TEXT = "When the rain had stopped at last, we went out again. It was late, and nobody spoke of it."


@dataclass
class Heard:
    """What one response came to."""

    audio: bytes = b""
    events: list[dict[str, Any]] = field(default_factory=list)

    def kinds(self) -> list[str]:
        return [event["type"] for event in self.events]


class Client:
    """Checks what must hold for every message, and sorts them by response."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket, self.seq = socket, 0
        self.heard: dict[int, Heard] = {}
        self.names: dict[str, int] = {}

    async def say(self, kind: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"type": kind, **fields}))

    async def next(self) -> dict[str, Any] | None:
        """The next event; None for sound."""
        async with asyncio.timeout(60):
            message = await self.socket.recv()
        if isinstance(message, bytes):
            self._sound(message)
            return None
        event: dict[str, Any] = json.loads(message)
        self._number(event["seq"])
        if event["type"] == "response.created":
            self.names[event["response_id"]] = event["response"]
            self.heard[event["response"]] = Heard()
        if event.get("response_id") in self.names:
            self.heard[self.names[event["response_id"]]].events.append(event)
        return event

    def _number(self, seq: int) -> None:
        assert seq == self.seq
        self.seq += 1

    def _sound(self, message: bytes) -> None:
        magic, version, _, response, _, _, seq, pts = HEADER.unpack_from(message)
        self._number(seq)
        heard = self.heard[response]
        assert (magic, version) == (b"KS", 1) and pts == len(heard.audio) // 2
        assert not heard.kinds()[-1].startswith(("response.done", "response.cancelled", "response.failed"))
        heard.audio += message[HEADER.size :]

    async def until(self, *kinds: str) -> dict[str, Any]:
        while (event := await self.next()) is None or event["type"] not in kinds:
            pass
        return event

    async def spoken(self, pieces: list[str], name: str = "r1", **fields: Any) -> Heard:
        await self.say("response.create", response_id=name, session=fields)
        for piece in pieces:
            await self.say("input_text.append", response_id=name, text=piece)
        await self.say("input_text.end", response_id=name)
        while (await self.until("response.done", "response.failed"))["response_id"] != name:
            pass
        return self.heard[self.names[name]]


@asynccontextmanager
async def connected(served: Served, **options: Any) -> AsyncIterator[Client]:
    address = served.url.replace("http", "ws") + "/v1/audio/speech/ws"
    given = {"subprotocols": [PROTOCOL], "max_size": None, "proxy": None, **options}
    async with websockets.connect(address, **given) as socket:
        client = Client(socket)
        created = await client.next()
        assert created and created["type"] == "session.created" and created["limits"]["responses"] == 4
        yield client


async def test_the_same_sound_however_the_text_is_cut(served: Served) -> None:
    random = Random(5)
    async with connected(served) as client:
        whole = await client.spoken([TEXT], "whole", timestamps="word")
        words = [word for event in whole.events for word in event.get("words", ())]
        assert [TEXT[word["char_start"] : word["char_end"]] for word in words] == [word["word"] for word in words]
        assert whole.events[-1]["samples"] * 2 == len(whole.audio) > 4 * 48_000
        for number in range(3):
            edges = sorted(random.randrange(len(TEXT)) for _ in range(random.randrange(20)))
            pieces = [TEXT[a:b] for a, b in zip([0, *edges], [*edges, len(TEXT)], strict=True)]
            again = await client.spoken(pieces, f"again{number}")
            assert again.audio == whole.audio
        assert (await client.spoken(list(TEXT), "letters")).audio == whole.audio


async def test_speech_starts_while_the_sentence_is_written(served: Served) -> None:
    async with connected(served) as client:
        await client.say("input_text.append", text="When the rain had stopped at last, we w")
        await client.until("segment.started")
        while not client.heard[0].audio:
            await client.next()
        await client.say("input_text.append", text="ent out.")
        await client.say("input_text.flush")
        await client.until("segment.started")
        await client.say("input_text.end")
        assert (await client.until("response.done"))["characters"] == 47


async def test_cancelling_is_told_at_once_and_nothing_follows(served: Served) -> None:
    async with connected(served) as client:
        await client.say("input_text.append", text=TEXT * 5)
        while len(client.heard.get(0, Heard()).audio) < 48_000:
            await client.next()
        await client.say("response.cancel", playback_offset_ms=700)
        told = await client.until("response.cancelled")
        assert told["text_spoken"] + told["text_remaining"] == TEXT * 5 and told["audio_played_ms"] == 700
        assert 0 < told["char_spoken"] < 40
        await client.say("response.cancel")
        assert (await client.until("warning"))["code"] == "no_active_response"
        assert (await client.spoken(["And on it goes."], "next")).kinds()[-1] == "response.done"
    with served.client() as http:
        assert http.get("/status").json()["queue"]["readers"] == 0


async def test_what_is_cleared_is_not_spoken(served: Served) -> None:
    async with connected(served) as client:
        await client.say("input_text.append", text="Not this")
        await client.say("input_text.clear")
        await client.say("input_text.append", text="But that.")
        await client.say("input_text.end")
        await client.until("response.done")
        spans = [(event["char_start"], event["char_end"]) for event in client.heard[0].events if "char_start" in event]
        assert spans == [(8, 16)]


async def test_responses_side_by_side_are_the_same_as_alone(served: Served) -> None:
    texts = {
        name: f"{name.capitalize()} has something of its own to say, and says it." for name in ("one", "two", "three")
    }
    async with connected(served) as client:
        alone = {name: (await client.spoken([text], name, voice="bm_george")).audio for name, text in texts.items()}
    async with connected(served) as client:
        for name in texts:
            await client.say("response.create", response_id=name, session={"voice": "bm_george"})
        for place in range(0, 60, 5):
            for name, text in texts.items():
                await client.say("input_text.append", response_id=name, text=text[place : place + 5])
        for name in texts:
            await client.say("input_text.end", response_id=name)
        for _ in texts:
            await client.until("response.done")
        assert {name: client.heard[client.names[name]].audio for name in texts} == alone


@pytest.mark.parametrize("name", ["opus", "mp3", "flac", "wav"])
async def test_other_formats_are_whole_files(served: Served, name: str, tmp_path: Path) -> None:
    async with connected(served) as client:
        await client.say("response.create", session={"response_format": name})
        await client.say("input_text.append", text="A file of its own.")
        await client.say("input_text.end")
        data = b""
        async with asyncio.timeout(60):
            while not isinstance(message := await client.socket.recv(), str) or "response.done" not in message:
                data += message[HEADER.size :] if isinstance(message, bytes) else b""
    (tmp_path / name).write_bytes(data)
    with av.open(str(tmp_path / name)) as container:
        assert 1 < sum(frame.samples / frame.sample_rate for frame in container.decode(audio=0)) < 4


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("nonsense", "invalid_json"),
        ("[]", "invalid_type"),
        ('{"type": "sing"}', "invalid_value"),
        ('{"type": "input_text.append"}', "missing_required_parameter"),
        ('{"type": "input_text.append", "text": 5}', "invalid_type"),
        (json.dumps({"type": "input_text.append", "text": "x" * 5000}), "invalid_value"),
        ('{"type": "session.update", "session": {"voice": 3}}', "invalid_type"),
        ('{"type": "response.create", "session": {"voice": "nobody"}}', "voice_not_found"),
        ('{"type": "response.create", "session": {"speed": 99}}', "invalid_value"),
        ("[" * 50_000, "invalid_json"),
    ],
)
async def test_a_mistake_is_told_and_the_session_goes_on(served: Served, message: str, code: str) -> None:
    async with connected(served) as client:
        await client.socket.send(message)
        told = await client.until("error")
        assert told["error"]["code"] == code, told
        await client.say("ping", nonce="here")
        assert (await client.until("pong"))["nonce"] == "here"


async def test_only_so_many_responses_at_a_time(served: Served) -> None:
    async with connected(served) as client:
        for number in range(4):
            await client.say("input_text.append", response_id=f"r{number}", text="Waiting")
        await client.say("input_text.append", response_id="r5", text="Too many")
        assert (await client.until("error"))["error"]["code"] == "too_many_responses"


async def test_who_hangs_up_is_not_worked_for(served: Served) -> None:
    async with connected(served) as client:
        await client.say("input_text.append", text=TEXT * 20)
        await client.until("segment.started")
        client.socket.transport.abort()
    async with asyncio.timeout(20):
        with served.client() as http:
            while http.get("/status").json()["queue"]["readers"]:
                await asyncio.sleep(0.05)


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ({"subprotocols": None}, 400),
        ({"subprotocols": ["chat"]}, 400),
        ({"origin": "http://elsewhere.example"}, 403),
    ],
)
async def test_who_may_not_ask_is_told_why(served: Served, options: dict[str, Any], status: int) -> None:
    with pytest.raises(websockets.InvalidStatus) as refused:
        async with connected(served, **options):
            pass
    assert refused.value.response.status_code == status and b'"error"' in (refused.value.response.body or b"")


async def test_a_key_comes_by_header_or_by_sub_protocol(tmp_path: Path, graphs: Graphs) -> None:
    served = started(tmp_path, api_key="secret", ephemeral="true")
    try:
        with pytest.raises(websockets.InvalidStatus) as refused:
            async with connected(served):
                pass
        assert refused.value.response.status_code == 401
        async with connected(served, additional_headers={"Authorization": "Bearer secret"}):
            pass
        async with connected(served, subprotocols=[PROTOCOL, "bearer.secret"]) as client:
            assert len((await client.spoken(["Yes."])).audio) > 10_000
    finally:
        assert ended(served) == 0


async def test_sockets_that_say_nothing_cost_nobody_anything(served: Served) -> None:
    async with connected(served) as one, connected(served) as two:
        for client in (one, two):
            await client.say("input_text.append", text="I am still thinking")
        async with asyncio.timeout(20):
            with served.client() as http:
                while http.get("/status").json()["queue"]["active"]:
                    await asyncio.sleep(0.05)


async def test_after_a_cancel_the_same_name_speaks_again_at_once(served: Served) -> None:
    async with connected(served) as client:
        await client.say("input_text.append", text="Hello there, my friend.")
        await client.say("response.cancel")
        await client.say("input_text.append", text="Second answer.")
        await client.say("input_text.end")
        assert (await client.until("response.done"))["characters"] == 14
        assert client.heard[0].kinds()[-1] == "response.cancelled" and not client.heard[0].audio
        assert len(client.heard[1].audio) > 20_000


async def test_what_comes_after_the_end_is_not_swallowed_without_a_word(served: Served) -> None:
    async with connected(served) as client:
        for kind, fields in (("append", {"text": "Hello there."}), ("end", {}), ("append", {"text": " More."})):
            await client.say(f"input_text.{kind}", **fields)
        assert (await client.until("warning"))["code"] == "text_is_over"
        assert (await client.until("response.done"))["characters"] == 12


async def test_what_was_refused_leaves_no_trace(served: Served) -> None:
    async with connected(served) as client:
        for wrong in ({"speed": "x"}, {"voice": "nobody"}, {"early": {}}, {"input_format": "ssml"}):
            await client.say("session.update", session=wrong)
            await client.until("error")
        assert len((await client.spoken(["It goes on."])).audio) > 20_000


async def test_nonsense_without_end_ends_the_session_and_not_the_server(served: Served) -> None:
    async with connected(served) as client:
        for _ in range(150):
            await client.socket.send(b"not a message")
        with pytest.raises(websockets.ConnectionClosed) as closed:
            while True:
                await client.next()
        assert closed.value.rcvd and closed.value.rcvd.code == 4400


async def test_a_response_without_a_text_takes_nobodys_place(served: Served) -> None:
    async with connected(served) as client:
        await client.say("response.create")
        await client.until("response.created")
        with served.client() as http:
            assert http.get("/status").json()["queue"]["readers"] == 0


async def test_who_stops_reading_is_cut_off(tmp_path: Path, graphs: Graphs) -> None:
    served = started(tmp_path, stall_seconds=2, ephemeral="true")
    try:
        async with connected(served, max_queue=1) as client:
            client.socket.transport.pause_reading()
            for number in range(4):
                await client.say("input_text.append", response_id=f"r{number}", text=TEXT * 40)
                await client.say("input_text.end", response_id=f"r{number}")
            async with asyncio.timeout(60):
                with served.client() as http:
                    while not http.get("/status").json()["queue"]["readers"]:
                        await asyncio.sleep(0.05)
                    while http.get("/status").json()["queue"]["readers"]:
                        await asyncio.sleep(0.05)
            client.socket.transport.resume_reading()
            with pytest.raises(websockets.ConnectionClosed):
                while True:
                    await client.next()
    finally:
        ended(served)
