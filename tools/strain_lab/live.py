"""A server under test, and a client that notices when audio becomes audible."""

import asyncio
import os
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import numpy as np
import psutil

from kokoro_live.records import SAMPLE_RATE

AUDIBLE = 32768 * 10 ** (-50 / 20)
SPEECH = "/v1/audio/speech"


@dataclass
class Live:
    """A running server."""

    process: "subprocess.Popen[str]"
    url: str

    def rss_mb(self) -> float:
        """The server's, not ours."""
        return float(psutil.Process(self.process.pid).memory_info().rss / 1e6)

    def client(self) -> httpx.AsyncClient:
        """Without a limit of connections, each request in its own time."""
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=0)
        return httpx.AsyncClient(base_url=self.url, timeout=600, trust_env=False, limits=limits)


@asynccontextmanager
async def live(**settings: object) -> AsyncIterator[Live]:
    """Started, ready, and ended."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("KOKORO_") or k == "KOKORO_CACHE_DIR"}
    environment |= {f"KOKORO_{name.upper()}": str(value) for name, value in ({"ephemeral": "true"} | settings).items()}
    command = [sys.executable, "-m", "kokoro_live", "serve", "--port", "0", "--host", "127.0.0.1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout
    found = re.search(r"(http://[\d.]+:\d+)/v1", await asyncio.to_thread(process.stdout.readline))
    if not found:
        raise SystemExit("the server did not start")
    server = Live(process, found[1])
    try:
        async with server.client() as client:
            while (await client.get("/health")).status_code != 200:
                if process.poll() is not None:
                    raise SystemExit("the server ended")
                await asyncio.sleep(0.05)
        yield server
    finally:
        process.terminate()
        await asyncio.to_thread(process.wait, 60)
        process.stdout.close()


@dataclass
class Heard:
    """One answer, as a listener gets it."""

    ttfa: float
    seconds: float  # of audio
    wall: float
    margin: float  # seconds of audio in hand when they were scarcest
    data: bytes
    headers: httpx.Headers


async def heard(client: httpx.AsyncClient, text: str, only_start: bool = False, **options: Any) -> Heard:
    """Streams PCM, all of it or until it can be heard; an error or silence is an exception."""
    start, ttfa, margin, got = time.perf_counter(), None, float("inf"), bytearray()
    body = {"input": text, "response_format": "pcm", **options}
    async with client.stream("POST", SPEECH, json=body) as answer:
        answer.raise_for_status()
        async for data in answer.aiter_raw():
            now = time.perf_counter() - start
            if ttfa is not None:
                margin = min(margin, len(got) / 2 / SAMPLE_RATE - (now - ttfa))
            got += data
            if ttfa is None and np.abs(np.frombuffer(bytes(got[: len(got) & ~1]), "<i2")).max(initial=0) > AUDIBLE:
                ttfa = now
                if only_start:
                    break
        headers = answer.headers
    if ttfa is None:
        raise RuntimeError("no audible sample")
    return Heard(ttfa, len(got) / 2 / SAMPLE_RATE, time.perf_counter() - start, margin, bytes(got), headers)


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
