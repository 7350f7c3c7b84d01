"""Eight streams side by side: each complete, and byte for byte what it is alone; and pairs, which must not starve."""

import asyncio
from random import Random
from typing import Any

from bench.texts import passage
from strain_lab.live import Heard, heard, live

VOICES = ("af_heart", "am_michael", "bf_emma", "af_sky")
LATEST = 2.0  # seconds by which the second of a pair may start after the first


async def run(short: bool) -> dict[str, Any]:
    """First alone, then together, without kept audio."""
    count, pairs, length, random = (3, 2, 120, Random()) if short else (8, 20, 300, Random())
    texts = [passage(random, length) for _ in range(count)]
    async with live() as server, server.client() as client:

        async def say(number: int, text: str, after: float = 0) -> Heard:
            await asyncio.sleep(after)
            return await heard(client, text, voice=VOICES[number % len(VOICES)], no_cache=True)

        alone = [await say(number, text) for number, text in enumerate(texts)]
        together = await asyncio.gather(*(say(number, text) for number, text in enumerate(texts)))
        of_two: list[Heard] = []
        for number in range(pairs):
            later, fresh = random.uniform(0, LATEST), [passage(random, length) for _ in range(2)]
            of_two += await asyncio.gather(say(number, fresh[0]), say(number + 1, fresh[1], after=later))
    same = sum(a.data == b.data for a, b in zip(alone, together, strict=True))
    rtf = sum(a.wall for a in alone) / sum(a.seconds for a in alone)
    least = min(a.margin for a in of_two)
    return {
        "streams": count,
        "identical": same,
        "rtf_alone": round(rtf, 3),
        "streams_that_can_keep_up": round(1 / rtf, 1),
        "least_margin_alone": round(min(a.margin for a in alone), 3),
        "pairs": pairs,
        "least_margin_of_two": round(least, 3),
        "least_margin_of_all": round(min(a.margin for a in together), 3),
        "passed": same == count and least >= 0,
    }
