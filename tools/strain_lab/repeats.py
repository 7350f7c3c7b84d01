"""A realistic day: people hear the same things again. How much of it was kept?"""

import tempfile
from random import Random
from typing import Any

from bench.texts import sentence
from strain_lab.live import heard, live, percentiles, status

SEED = 20261115
LEAST, LEAST_SHORT = 0.6, 0.2
PHRASES = 20  # that a person's programs say again and again


async def run(short: bool) -> dict[str, Any]:
    """Seeded: greetings, notifications and re-read paragraphs, mixed with texts that are new."""
    n, random = (12 if short else 120), Random(SEED)
    phrases = [sentence(random, random.choice((25, 60, 120))) for _ in range(4 if short else PHRASES)]
    times: dict[str, list[float]] = {"hit": [], "miss": []}
    with tempfile.TemporaryDirectory() as folder:
        async with live(ephemeral="false", take_dir=folder) as server, server.client() as client:
            for _ in range(n):
                # few phrases are said often, many rarely
                known = phrases[min(int(random.paretovariate(0.9)) - 1, len(phrases) - 1)]
                text = known if random.random() < 0.85 else sentence(random, 80)
                answer = await heard(client, text)
                times[answer.headers["x-cache"]].append(answer.ttfa)
            facts = (await status(client))["cache"]
    return {
        "requests": n,
        "hit_rate": facts["hit_rate"],
        "ttfa_hit": percentiles(times["hit"]),
        "ttfa_miss": percentiles(times["miss"]),
        "passed": facts["hit_rate"] > (LEAST_SHORT if short else LEAST),
    }
