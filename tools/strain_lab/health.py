"""/health and the event loop while ten thousand characters are made in one answer."""

import asyncio
import time
from random import Random
from typing import Any

import numpy as np

from bench.listen import SPEECH
from bench.texts import passage
from strain_lab.live import live, percentiles, status

MOST = 0.1  # seconds


async def run(short: bool) -> dict[str, Any]:
    """Asked every 20 ms."""
    waits: list[float] = []
    async with live() as server, server.client() as client:
        text = passage(Random(), 600 if short else 10_000)
        answer = asyncio.create_task(client.post(SPEECH, json={"input": text, "stream": False}))
        while not answer.done():
            start = time.perf_counter()
            (await client.get("/health")).raise_for_status()
            waits.append(time.perf_counter() - start)
            await asyncio.sleep(0.02)
        (await answer).raise_for_status()
        lag = (await status(client))["loop_lag_seconds"]
        size = len((await answer).content)
    p99 = float(np.percentile(waits, 99))
    return {
        "health": percentiles(waits) | {"p99": round(p99, 4)},
        "worst_loop_lag_last_minute": lag,
        "answer_bytes": size,
        "passed": p99 <= MOST and lag <= MOST,
    }
