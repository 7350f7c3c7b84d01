"""Servers that lie: each must fail, or be measured as what it is."""

import asyncio
import base64
import gzip
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import httpx
import numpy as np
import pytest

from bench.artefact import document
from bench.listen import Ask, Patience, listen
from bench.sample import Sample, judged
from bench.texts import sentence
from kokoro_live.records import SAMPLE_RATE

pytestmark = pytest.mark.anyio
TEXT = sentence(Random(1), 140)
SECONDS = len(TEXT) / 16  # an honest pace
Writer = asyncio.StreamWriter
Liar = Callable[[Writer, str], Awaitable[None]]  # answers a text


def speech(seconds: float, seed: int = 1) -> bytes:
    noise = np.random.default_rng(seed).normal(0, 3000, round(seconds * SAMPLE_RATE))
    return noise.astype("<i2").tobytes()


def silence(seconds: float) -> bytes:
    return bytes(2 * round(seconds * SAMPLE_RATE))


async def head(writer: Writer, kind: str = "audio/pcm", **headers: str) -> None:
    lines = ["HTTP/1.1 200 OK", f"Content-Type: {kind}", "Connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
    await writer.drain()


async def send(writer: Writer, data: bytes) -> None:
    writer.write(data)
    await writer.drain()


@asynccontextmanager
async def serving(liar: Liar) -> AsyncIterator[httpx.AsyncClient]:
    async def handle(reader: asyncio.StreamReader, writer: Writer) -> None:
        request = await reader.readuntil(b"\r\n\r\n")
        size = int(
            next(line.split(b":")[1] for line in request.lower().split(b"\r\n") if line.startswith(b"content-l"))
        )
        body = json.loads(await reader.readexactly(size))
        try:
            await liar(writer, body["input"])
        except ConnectionError:  # the listener has gone
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(handle, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server, httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False) as client:
        yield client


async def heard(liar: Liar, series: str = "warm", text: str = TEXT, target: str = "liar", **options: Any) -> Sample:
    ask = Ask(text, "af_heart", **options)
    async with serving(liar) as client:
        answer = await listen(client, ask, Patience(silence=0.3, whole=1.5))
    return judged(Sample(target, "short", series, 0, len(text), "af_heart"), ask, answer)


async def honest(writer: Writer, text: str) -> None:
    await head(writer, x_cache="miss")
    await send(writer, speech(len(text) / 16, len(text)))


async def test_an_honest_server_passes() -> None:
    sample = await heard(honest)
    assert sample.faults == [] and sample.audio == pytest.approx(SECONDS, rel=0.01)
    assert sample.ttfa is not None and sample.ttfb is not None and sample.ttfb <= sample.ttfa <= 1.0


async def begins_like_json(writer: Writer, text: str) -> None:
    await head(writer, x_cache="miss")
    await send(writer, b"{\xf8" + speech(len(text) / 16)[2:])


async def test_raw_samples_may_begin_with_any_byte() -> None:
    assert (await heard(begins_like_json)).faults == []


async def header_then_stall(writer: Writer, _: str) -> None:
    await head(writer)
    await asyncio.sleep(1)


async def wav_header_then_stall(writer: Writer, _: str) -> None:
    await head(writer, "audio/wav")
    await send(writer, b"RIFF\xff\xff\xff\xffWAVEfmt ")
    await asyncio.sleep(1)


async def drip(writer: Writer, _: str) -> None:
    await head(writer)
    for _ in range(100):
        await send(writer, b"\x11")
        await asyncio.sleep(0.1)


async def digital_silence(writer: Writer, text: str) -> None:
    await head(writer)
    await send(writer, silence(len(text) / 16))


async def nothing(writer: Writer, _: str) -> None:
    await head(writer)


async def an_error_page(writer: Writer, _: str) -> None:
    await head(writer, "text/html")
    await send(writer, b"<html>Bad gateway</html>")


async def cut_short(writer: Writer, text: str) -> None:
    await head(writer)
    await send(writer, speech(len(text) / 32))


async def twice_the_rate(writer: Writer, text: str) -> None:
    await head(writer)
    await send(writer, speech(2 * len(text) / 16))


async def fewer_bytes_than_stated(writer: Writer, text: str) -> None:
    data = speech(len(text) / 16)
    await head(writer, content_length=str(len(data) + 100))
    await send(writer, data)


async def from_its_cache(writer: Writer, text: str) -> None:
    await head(writer, x_cache="hit")
    await send(writer, speech(len(text) / 16))


async def wav_header_then_speech(writer: Writer, text: str) -> None:
    """The header must not pass for the first sound."""
    await head(writer)
    await send(writer, b"RIFF\xff\xff\xff\xffWAVEfmt " + bytes(range(28)))
    await asyncio.sleep(0.2)
    await send(writer, speech(len(text) / 16))


async def packed(writer: Writer, text: str) -> None:
    await head(writer, content_encoding="gzip")
    await send(writer, gzip.compress(speech(len(text) / 16)))


async def from_a_proxy(writer: Writer, text: str) -> None:
    await head(writer, x_cache="HIT from somewhere")
    await send(writer, speech(len(text) / 16))


async def a_rate_of_nothing(writer: Writer, text: str) -> None:
    await head(writer, "audio/pcm;rate=0")
    await send(writer, speech(len(text) / 32))


@pytest.mark.parametrize(
    ("liar", "fault"),
    [
        (header_then_stall, "nothing for"),
        (wav_header_then_stall, "nothing for"),
        (drip, "not done after"),
        (digital_silence, "no audible sample"),
        (nothing, "no audio"),
        (an_error_page, "text/html instead of raw samples"),
        (wav_header_then_speech, "a file of some kind"),
        (packed, "packed"),
        (from_a_proxy, "from a cache"),
        (a_rate_of_nothing, "for .* characters"),
        (cut_short, "cut short"),
        (twice_the_rate, "another sample rate"),
        (fewer_bytes_than_stated, "connection broke"),
        (from_its_cache, "from a cache"),
    ],
)
async def test_liars_have_a_fault_and_no_figures(liar: Liar, fault: str) -> None:
    sample = await heard(liar)
    (found,) = sample.faults
    assert re.search(fault, found)
    assert sample.ttfa is None and sample.rtf is None


async def test_silence_first_is_not_first_audio() -> None:
    async def silent_at_first(writer: Writer, text: str) -> None:
        await head(writer)
        await send(writer, silence(0.05))
        await asyncio.sleep(0.2)
        await send(writer, speech(len(text) / 16))

    sample = await heard(silent_at_first)
    assert sample.faults == [] and sample.silence == pytest.approx(0.05, abs=0.001)
    assert sample.ttfa is not None and sample.ttfb is not None and sample.ttfa >= sample.ttfb + 0.19


async def test_silence_that_comes_with_the_first_sound_is_heard_first() -> None:
    async def slow_to_speak(writer: Writer, text: str) -> None:
        await head(writer)
        await send(writer, silence(0.3) + speech(len(text) / 16))

    sample = await heard(slow_to_speak)
    assert sample.heard is not None and sample.ttfb is not None
    assert sample.heard == pytest.approx(sample.ttfb + 0.3, abs=0.001)


async def test_a_click_is_not_speech() -> None:
    async def clicking(writer: Writer, text: str) -> None:
        await head(writer, x_cache="miss")
        await send(writer, b"\x00\x40" + silence(0.2) + speech(len(text) / 16))

    assert (await heard(clicking)).labels == ["a click first, speech only later"]


async def test_our_own_server_has_to_tell() -> None:
    async def mute(writer: Writer, text: str) -> None:
        await head(writer)
        await send(writer, speech(len(text) / 16))

    assert (await heard(mute, target="kokoro-live")).faults == ["the server does not say whether this was cached"]
    assert (await heard(mute)).labels == ["it does not say whether this was cached"]


async def test_a_cache_that_is_not_told_is_labelled_and_never_meets_a_text_twice() -> None:
    async def hidden_cache(writer: Writer, text: str) -> None:
        await head(writer)
        await send(writer, speech(len(text) / 16))

    sample = await heard(hidden_cache, "cached")
    assert sample.labels == ["it does not say whether this was cached"]
    assert (await heard(honest, "cached")).faults == ["not from the cache"]
    random = Random(5)
    assert len({sentence(random, 140) for _ in range(2000)}) == 2000


async def test_the_same_sound_for_every_text_is_no_speech() -> None:
    async def canned(writer: Writer, _: str) -> None:
        await head(writer)
        await send(writer, speech(SECONDS))

    samples = []
    for number in range(2):
        sample = await heard(canned, text=sentence(Random(number), 140))
        sample.number = number
        samples.append(sample)
    config = {"presets": {"short": 20}, "against": ["liar"], "cold": 0, "cached": 0}
    found = document("speech", config, samples, [], False, {"machine": {"variant": "folded"}})
    assert any("the same sound as for another text" in gate for gate in found["failed"])
    assert any("kokoro-live/short/warm: no samples" in gate for gate in found["failed"])


def event(**fields: Any) -> bytes:
    return f"data: {json.dumps(fields)}\n\n".encode()


@pytest.mark.parametrize(
    ("order", "fault"),
    [
        ("delta words later done", None),
        ("delta words done delta", "must come once, and last"),
        ("delta later words done", "order of their times"),
        ("delta", "must come once, and last"),
        ("delta nonsense done", "cannot be read"),
    ],
)
async def test_events_must_be_in_order(order: str, fault: str | None) -> None:
    events = {
        "delta": event(type="speech.audio.delta", audio=base64.b64encode(speech(SECONDS)).decode()),
        "words": event(type="speech.audio.alignment", words=[{"start": 0.1}, {"start": 0.5}]),
        "later": event(type="speech.audio.alignment", words=[{"start": 0.9}]),
        "nonsense": event(type="speech.audio.delta", audio="%%%"),
        "done": event(type="speech.audio.done"),
    }

    async def events_in(writer: Writer, _: str) -> None:
        await head(writer, "text/event-stream")
        for name in order.split():
            await send(writer, events[name])

    sample = await heard(events_in, events=True)
    if fault is None:
        assert sample.faults == []
    else:
        assert fault in sample.faults[0]
