"""Rows of figures that a long evaluation makes: saved one by one, resumable, shared by several workers."""

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from kokoro_live.commands.progress import bar
from kokoro_live.config import Settings
from kokoro_live.speech import norms
from kokoro_live.speech.windows import SCHEDULE
from lab.options import Options

Item = TypeVar("Item")
Row = dict[str, Any]
EMPTY = ("number", "of")  # what a row has that says nothing else
CALIBRATION = Path(norms.__file__).parent / norms.FOLDER


def collect(items: Sequence[Item], judge: Callable[[Item], Row | None], options: Options) -> list[Row]:
    """The rows of all items. Those in the target already are not made again; one worker makes every `workers`-th.

    Ends the run with status 1 while items are missing: part of an evaluation proves nothing. Nor does a mixture: rows
    of another model, calibration or question in the same file end it as well.
    """
    path = Path(options.target) if options.target else None
    keys = _keys(options.settings, items)
    done = _read(path, keys)
    own = range(options.worker, len(items), options.workers)
    wanted = [number for number in own if number not in done]
    with bar() as report:
        for count, number in enumerate(wanted):
            done[number] = {"of": keys[number]} | (judge(items[number]) or {})
            if path:
                with path.open("a") as log:  # short lines, one write each: workers do not mix
                    log.write(json.dumps({"number": number} | done[number]) + "\n")
            report("evaluating", count + 1, len(wanted))
    done |= _read(path, keys)
    if len(done) < len(items):
        raise SystemExit(f"{len(done)} of {len(items)}: run again without --worker when the others are done")
    rows = [row for _, row in sorted(done.items()) if len(row) > len(EMPTY)]
    if len(rows) < len(items):
        print(f"{len(items) - len(rows)} of {len(items)} texts were too long for one segment and are left out")
    return rows


def _read(path: Path | None, keys: list[str]) -> dict[int, Row]:
    if path is None or not path.exists():
        return {}
    rows = {row["number"]: row for row in map(json.loads, path.read_text().splitlines())}
    if any(number >= len(keys) or row["of"] != keys[number] for number, row in rows.items()):
        raise SystemExit(f"{path} holds figures of another model, calibration or question: give another file.")
    return rows


def _keys(settings: Settings, items: Sequence[Item]) -> list[str]:
    """What each row's figures depend on: what was asked, of which variant, with which calibration."""
    rules = (norms.SHORTEST, norms.SHORT_WAIT, SCHEDULE)
    same = hashlib.sha256(f"{settings.base} {settings.variant} {rules} ".encode())
    for path in sorted(CALIBRATION.glob("*.npz")):
        same.update(path.read_bytes())
    return [hashlib.sha256(same.digest() + repr(item).encode()).hexdigest()[:16] for item in items]
