"""Other people's clients, and the habits they teach: requests as their programs send them, against a live server.

python tools/strangers.py                 all of them, as a table; exit status 1 if one fails
python tools/strangers.py --short         those that take less than a minute together (what the suite runs)
python tools/strangers.py ssml players    only these

One server is started on a free port of this machine, and ended. Nothing here is anybody else's code: what was learned
from other projects' tests is written down again as requests and what has to come of them.
"""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import httpx
from rich.console import Console
from rich.table import Table

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

from strain_lab.live import live
from strangers_lab.case import Outcome

GROUPS = {
    "kokoro_fastapi": "Kokoro-FastAPI 0.8: fields, tags, dialogues, captions, phonemes, every voice",
    "others": "speaches and chatterbox: fields, events, health",
    "openai_schema": "OpenAI: bodies, errors, events, openai-python",
    "ssml": "SSML as Azure, Google, Polly and W3C write it",
    "letterless": "texts without a letter, six formats",
    "addresses": "addresses, numbers and names as people write them; joined files",
    "players": "players: ffprobe, ffmpeg, mpv; the first write",
    "bridges": "Wyoming, LiveKit, Pipecat: replies in pieces",
}


def main() -> int:
    """Run groups one after another."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("groups", nargs="*", metavar="|".join(GROUPS), default=[])
    parser.add_argument("--short", action="store_true", help="fewer of the same kind, and no other interpreters")
    parser.add_argument("--json", metavar="FILE", help="write every outcome")
    given = parser.parse_args()
    for name in given.groups:
        if name not in GROUPS:
            parser.error(f"no group {name!r}; there are: {', '.join(GROUPS)}")
    outcomes = asyncio.run(_all(given.groups or list(GROUPS), given.short))
    _show(outcomes)
    if given.json:
        listed = {name: [vars_of(outcome) for outcome in group] for name, (group, _) in outcomes.items()}
        Path(given.json).write_text(json.dumps(listed, indent=1, ensure_ascii=False) + "\n")
    return int(any(_failed(group) for group, _ in outcomes.values()))


def vars_of(outcome: Outcome) -> dict[str, object]:
    """For a file."""
    return {"name": outcome.name, "problem": outcome.problem, "absent": outcome.absent}


async def _all(names: Sequence[str], brief: bool) -> dict[str, tuple[list[Outcome], float]]:
    async with live() as server:
        return {name: await asyncio.to_thread(_group, name, server.url, brief) for name in names}


def _group(name: str, url: str, brief: bool) -> tuple[list[Outcome], float]:
    start = time.monotonic()
    with httpx.Client(base_url=url, timeout=180, trust_env=False) as client:
        group = list(import_module(f"strangers_lab.{name}").outcomes(client, brief))
    return group, time.monotonic() - start


def _failed(group: list[Outcome]) -> list[Outcome]:
    return [outcome for outcome in group if outcome.problem and not outcome.absent]


def _show(outcomes: dict[str, tuple[list[Outcome], float]]) -> None:
    console = Console(width=120)
    table = Table("group", "passed", "failed", "not here", "seconds")
    for name, (group, seconds) in outcomes.items():
        absent, failed = sum(outcome.absent for outcome in group), len(_failed(group))
        passed = len(group) - absent - failed
        table.add_row(GROUPS[name], str(passed), str(failed), str(absent), f"{seconds:.0f}")
    console.print(table)
    for name, (group, _) in outcomes.items():
        for outcome in group:
            if outcome.problem:
                sign = "not here" if outcome.absent else "FAIL"
                console.print(f"{sign} {name}: {outcome.name}: {outcome.problem}", markup=False, soft_wrap=True)


if __name__ == "__main__":
    sys.exit(main())
