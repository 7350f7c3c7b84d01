"""A short request into four long ones: its first audio within three times what it takes alone."""

import asyncio
from random import Random
from typing import Any

import numpy as np

from bench.texts import passage, sentence
from strain_lab.live import heard, live, percentiles

MOST = 3.0


async def run(short: bool) -> dict[str, Any]:
    """Alone and among others by turns."""
    n, random = (2 if short else 10), Random()
    alone: list[float] = []
    among: list[float] = []
    async with live() as server, server.client() as client:
        for _ in range(n):
            alone.append((await heard(client, sentence(random, 60))).ttfa)
            others = [asyncio.create_task(heard(client, passage(random, 3000))) for _ in range(4)]
            await asyncio.sleep(random.uniform(4, 8))
            among.append((await heard(client, sentence(random, 60))).ttfa)
            for other in others:
                other.cancel()
            await asyncio.gather(*others, return_exceptions=True)
    ratio = float(np.median(among) / np.median(alone))
    return {
        "alone": percentiles(alone),
        "among_four": percentiles(among),
        "ratio": round(ratio, 2),
        "passed": ratio <= MOST,
    }
