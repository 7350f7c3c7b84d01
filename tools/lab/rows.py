"""Rows of figures that a long evaluation makes: saved one by one, resumable, shared by several workers."""

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import kokoro_live
from kokoro_live.assets.fetch import Store
from kokoro_live.cli.progress import bar
from kokoro_live.code_hash import code_hash
from kokoro_live.config import Settings
from kokoro_live.model.loaded import chosen
from kokoro_live.model.store import ready_graphs
from lab.options import Options

Item = TypeVar("Item")
Row = dict[str, Any]
EMPTY = ("number", "of")  # what a row has that says nothing else
PACKAGE = Path(kokoro_live.__file__).parent
# What makes the sound: code, and the data beside it
STAGES = ("text", "phonemes", "model", "audio")
CODE = tuple(f"kokoro_live.{name}" for name in (*STAGES, "request", "text_frontend", "synthesis", "rendering"))
DATA = (".npz", ".tsv")


def collect(items: Sequence[Item], judge: Callable[[Item], Row | None], options: Options) -> list[Row]:
    """The rows of all items. Those in the target already are not made again; one worker makes every `workers`-th.

    Ends the run with status 1 while items are missing: part of an evaluation proves nothing. Nor does a mixture: rows
    of another model, code or question in the same file end it as well.
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
        raise SystemExit(f"{path} holds figures of another model, code or question: give another file.")
    return rows


def _keys(settings: Settings, items: Sequence[Item]) -> list[str]:
    """What each row's figures depend on: what was asked, of which graphs, with which calibration and code."""
    graphs = ready_graphs(Store(settings.cache_dir, settings.model_dir), settings.cache_dir, settings.base)
    same = hashlib.sha256(graphs.identity(chosen(graphs, settings.variant)).encode())
    same.update(code_hash(*CODE).encode())
    for path in sorted(path for folder in STAGES for path in (PACKAGE / folder).rglob("*") if path.suffix in DATA):
        same.update(path.read_bytes())
    return [hashlib.sha256(same.digest() + repr(item).encode()).hexdigest()[:16] for item in items]
