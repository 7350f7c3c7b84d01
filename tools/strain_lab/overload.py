"""Four times as many requests as can be served: the surplus is refused at once, the rest is served."""

import asyncio
import time
from random import Random
from typing import Any

import httpx
import numpy as np

from bench.listen import SPEECH
from bench.texts import sentence
from strain_lab.live import heard, live, percentiles

MOST_WAIT = 0.05  # seconds until a refusal
LEAST_GOODPUT = 0.9


async def run(short: bool) -> dict[str, Any]:
    """Peak: eight at a time for a while. Then requests arrive four times as fast as they were served."""
    seconds, random = (10.0 if short else 90.0), Random()
    async with live(max_active=8, max_waiting=8) as server, server.client() as client:
        peak = await _closed(client, random, seconds)
        refused: list[float] = []
        served: list[float] = []
        failed: list[str] = []

        async def ask() -> None:
            start = time.perf_counter()
            body = {"input": sentence(random, 100), "response_format": "pcm"}
            try:
                answer = await client.post(SPEECH, json=body)
            except httpx.HTTPError as error:
                failed.append(type(error).__name__)
                return
            if answer.status_code == 200:
                served.append(len(answer.content) / 48_000)
            elif answer.status_code == 429:
                refused.append(time.perf_counter() - start)
            else:
                failed.append(str(answer.status_code))

        start, tasks = time.monotonic(), []
        while time.monotonic() - start < seconds:
            tasks.append(asyncio.create_task(ask()))
            await asyncio.sleep(random.expovariate(4 * peak["requests_per_second"]))
        await asyncio.gather(*tasks)
        took = time.monotonic() - start
    goodput = sum(served) / took
    p95 = float(np.percentile(refused, 95)) if refused else float("nan")
    return {
        "peak": peak,
        "offered": len(tasks),
        "served": len(served),
        "refused": len(refused),
        "failed": failed,
        "refusal_seconds": percentiles(refused) if refused else None,
        "goodput_by_peak": round(goodput / peak["audio_per_second"], 3),
        "passed": not failed and p95 <= MOST_WAIT and goodput >= LEAST_GOODPUT * peak["audio_per_second"],
    }


async def _closed(client: httpx.AsyncClient, random: Random, seconds: float) -> dict[str, float]:
    end, audio, count = time.monotonic() + seconds, 0.0, 0

    async def one() -> None:
        nonlocal audio, count
        while time.monotonic() < end:
            answer = await heard(client, sentence(random, 100))  # not in one line: others count meanwhile
            audio, count = audio + answer.seconds, count + 1

    start = time.monotonic()
    await asyncio.gather(*(one() for _ in range(8)))
    took = time.monotonic() - start
    return {"requests_per_second": round(count / took, 3), "audio_per_second": round(audio / took, 3)}
