"""Rows of figures that a long evaluation makes: saved one by one, resumable, shared by several workers."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from kokoro_live.commands.progress import bar

Item = TypeVar("Item")
Row = dict[str, Any]


def collect(
    items: Sequence[Item], judge: Callable[[Item], Row | None], target: str | None, worker: int, workers: int
) -> list[Row]:
    """The rows of all items. Those in `target` already are not made again; one worker makes every `workers`-th.

    Ends the run with status 1 while items are missing: part of an evaluation proves nothing.
    """
    path = Path(target) if target else None
    done = _read(path)
    wanted = [number for number in range(len(items)) if number % workers == worker and number not in done]
    with bar() as report:
        for count, number in enumerate(wanted):
            done[number] = judge(items[number]) or {}
            if path:
                with path.open("a") as log:  # short lines, one write each: workers do not mix
                    log.write(json.dumps({"number": number} | done[number]) + "\n")
            report("evaluating", count + 1, len(wanted))
    done |= _read(path)
    if len(done) < len(items):
        raise SystemExit(f"{len(done)} of {len(items)}: run again without --worker when the others are done")
    return [row for number, row in sorted(done.items()) if number < len(items) and len(row) > 1]


def _read(path: Path | None) -> dict[int, Row]:
    if path is None or not path.exists():
        return {}
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return {row["number"]: row for row in rows}
