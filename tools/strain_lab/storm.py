"""Clients that hang up in mid-stream, by the thousand, eight at a time."""

import asyncio
from random import Random
from typing import Any

from bench.listen import SPEECH
from bench.texts import passage, sentence
from kokoro_live.server.state import IDLE_CHECK, REST_SECONDS
from strain_lab.live import heard, idle, live

MOST_GROWTH, MOST_GROWTH_SHORT = 30.0, 60.0  # MB; forty requests do not fill what a thousand share
AT_ONCE = 8
LONG = 2000  # characters
REST = REST_SECONDS + 3 * IDLE_CHECK  # by then the server has tidied up


async def run(short: bool) -> dict[str, Any]:
    """Memory is compared with that of a server that has read a text to its end and was hung up on for a tenth of the
    time: by then caches are full and windows of every size have been run. Both times it is at rest."""
    count, random = (40 if short else 2000), Random()
    async with live() as server, server.client() as client:

        async def hang_up() -> None:
            body = {"input": passage(random, random.choice((60, 400, LONG))), "response_format": "pcm"}
            patience = random.choice((0, 0, 1, 3, 10))  # pieces read before hanging up
            # a client of its own: one that is cancelled in mid-request may keep a connection that others reuse
            async with server.client() as own, own.stream("POST", SPEECH, json=body) as answer:
                async for _ in answer.aiter_raw():
                    patience -= 1
                    if patience < 0:
                        return

        async def many(number: int) -> None:
            for _ in range(number // AT_ONCE):
                try:
                    await asyncio.wait_for(hang_up(), random.choice((0.05, 0.3, 1, 3)))
                except TimeoutError:
                    continue

        before = (await heard(client, sentence(random, 100))).ttfa
        if not short:
            await heard(client, passage(random, LONG))
        await asyncio.gather(*(many(count // 10) for _ in range(AT_ONCE)))
        await idle(client)
        await asyncio.sleep(REST)
        settled = server.rss_mb()
        await asyncio.gather(*(many(count - count // 10) for _ in range(AT_ONCE)))
        found = await idle(client)
        await asyncio.sleep(REST)
        grown = server.rss_mb() - settled
        after = (await heard(client, sentence(random, 100))).ttfa
        alive = server.alive
    return {
        "disconnects": count,
        "outcomes": found["outcomes"],
        "rss_mb": round(settled),
        "rss_grown_mb": round(grown, 1),
        "ttfa_before": round(before, 3),
        "ttfa_after": round(after, 3),
        "passed": alive and abs(grown) <= (MOST_GROWTH_SHORT if short else MOST_GROWTH),
    }
