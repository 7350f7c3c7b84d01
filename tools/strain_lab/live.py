"""A server under test, and a client that notices when audio becomes audible."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import numpy as np
import psutil

from bench.host import Host, ours
from bench.listen import SPEECH
from bench.measure import AUDIBLE, trial
from kokoro_live.audio.decoding import decoded
from kokoro_live.records import SAMPLE_RATE

LOUD_ENOUGH = 32768 * AUDIBLE


@dataclass(frozen=True)
class Live:
    """A running server."""

    host: Host

    @property
    def url(self) -> str:
        """Where it is."""
        return self.host.url

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return bool(psutil.pid_exists(self.host.pid)) and psutil.Process(self.host.pid).status() != psutil.STATUS_ZOMBIE

    def rss_mb(self) -> float:
        """The server's, not ours."""
        return self.host.usage()["rss_mb"]

    def client(self) -> httpx.AsyncClient:
        """Without a limit of connections, each request in its own time."""
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=0)
        return httpx.AsyncClient(base_url=self.url, timeout=600, trust_env=False, limits=limits)


@asynccontextmanager
async def live(**settings: object) -> AsyncIterator[Live]:
    """Started, ready, and ended."""
    async with ours(**({"ephemeral": "true"} | settings)) as host:
        yield Live(host)


@dataclass
class Heard:
    """One answer, as a listener gets it."""

    ttfa: float
    seconds: float  # of audio
    wall: float
    margin: float  # seconds of audio buffered when they were scarcest
    data: bytes
    headers: httpx.Headers


async def heard(client: httpx.AsyncClient, text: str, only_start: bool = False, **options: Any) -> Heard:
    """Streams PCM, all of it or until it can be heard; an error or silence is an exception."""
    start, pieces = time.perf_counter(), list[tuple[float, bytes]]()
    body = {"input": text, "response_format": "pcm", **options}
    async with client.stream("POST", SPEECH, json=body) as answer:
        answer.raise_for_status()
        async for data in answer.aiter_raw():
            pieces.append((time.perf_counter() - start, data))
            if only_start and np.abs(np.frombuffer(data[: len(data) & ~1], "<i2")).max(initial=0) > LOUD_ENOUGH:
                break
        headers, wall = answer.headers, time.perf_counter() - start
    rate, blocks = decoded([data for _, data in pieces], "pcm", SAMPLE_RATE)
    found = trial([(pieces[number][0], block) for number, block in blocks], wall, rate)
    got = b"".join(data for _, data in pieces)
    return Heard(found.ttfa, len(got) / 2 / rate, wall, found.margin, got, headers)


async def status(client: httpx.AsyncClient) -> dict[str, Any]:
    """What the server says of itself."""
    found: dict[str, Any] = (await client.get("/status")).json()
    return found


async def idle(client: httpx.AsyncClient) -> dict[str, Any]:
    """Its status once nothing is under way; an error if that takes ten seconds."""
    for _ in range(200):
        found = await status(client)
        queue = found["queue"]
        if not (queue["active"] or queue["parked"] or queue["waiting"] or queue["readers"]):
            return found
        await asyncio.sleep(0.05)
    raise RuntimeError(f"leases were not returned: {queue}")


def percentiles(values: list[float]) -> dict[str, float]:
    """p50 and p95; no values is an error."""
    if not values:
        raise RuntimeError("nothing was measured")
    p50, p95 = np.percentile(values, [50, 95])
    return {"n": len(values), "p50": round(float(p50), 4), "p95": round(float(p95), 4)}
