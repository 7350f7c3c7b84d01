"""Eight streams side by side: each complete, and byte for byte what it is alone; and how many keep up."""

import asyncio
from random import Random
from typing import Any

from kokoro_live.bench.texts import passage
from strain_lab.live import heard, live

VOICES = ("af_heart", "am_michael", "bf_emma", "af_sky")


async def run(short: bool) -> dict[str, Any]:
    """First alone, then together, without kept audio."""
    count, random = (3 if short else 8), Random()
    texts = [passage(random, 120 if short else 300) for _ in range(count)]
    async with live() as server, server.client() as client:

        async def say(number: int) -> Any:
            return await heard(client, texts[number], voice=VOICES[number % len(VOICES)], no_cache=True)

        alone = [await say(number) for number in range(count)]
        together = await asyncio.gather(*(say(number) for number in range(count)))
        pair = await asyncio.gather(say(0), say(1))
    same = sum(a.data == b.data for a, b in zip(alone, together, strict=True))
    rtf = sum(a.wall for a in alone) / sum(a.seconds for a in alone)
    return {
        "streams": count,
        "identical": same,
        "rtf_alone": round(rtf, 3),
        "streams_that_can_keep_up": round(1 / rtf, 1),
        "least_margin_alone": round(min(a.margin for a in alone), 3),
        "least_margin_of_two": round(min(a.margin for a in pair), 3),
        "least_margin_of_all": round(min(a.margin for a in together), 3),
        "passed": same == count and (rtf > 0.5 or min(a.margin for a in pair) >= 0),
    }
