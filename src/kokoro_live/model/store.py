"""Where the engine's graphs are kept: built once from the published model, verified when they are loaded.

    <cache>/derived/<base>-<number>/acoustic.onnx, vocoder_whole.onnx, vocoder_window.onnx, manifest.json
    <cache>/derived/<base>-<number>/variants/NAME/…    what a variant has of its own: int8, if its ranges were measured

The number stands for everything that shapes them: the base model, the code that builds them, its tools, the ranges. Two
installations that differ in any of these each find their own.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from kokoro_live.assets.fetch import Store
from kokoro_live.assets.manifest import FP32, INT8, Asset, manifest
from kokoro_live.code_hash import code_hash
from kokoro_live.errors import AssetError, BuildError
from kokoro_live.files import file_hash, locked, writing
from kokoro_live.model.calibration import is_calibrated, ranges_digest
from kokoro_live.records import Progress, silent

GRAPHS = ("acoustic", "vocoder_whole", "vocoder_window")
MANIFEST = "manifest.json"
NEEDED_BYTES = 600_000_000
BASES = {"int8": INT8, "fp32": FP32}
FOLDED = "folded"  # the variant that is always there: float arithmetic on the published weights
QUANTISED = "int8"  # integer convolutions: as published up to the durations, with measured ranges from there on
VARIANTS = "variants"
KEPT_SETS = 2  # of graphs for each base, 600 MB each: those of other versions, least recently used first, make room
BUILDER = "kokoro_live.graph"


@dataclass(frozen=True, slots=True)
class Graphs:
    """A complete set of graphs."""

    folder: Path
    base: str  # int8 (folded) or fp32
    base_sha256: str

    def graph(self, name: str, variant: str = FOLDED) -> Path:
        """The file of one graph, the variant's own if it has one."""
        if variant not in self.variants():
            raise BuildError(f"There is no variant {variant!r} here. Present: {', '.join(self.variants())}.")
        own = f"{VARIANTS}/{variant}/{name}"
        has_own = own in recorded(self.folder) or graph_file(self.folder, own).is_file()
        return graph_file(self.folder, own if has_own else name)

    def verified(self, name: str, variant: str = FOLDED) -> Path:
        """The same, about to be loaded: an error if it is not what was built. What nobody loads is not read."""
        path = self.graph(name, variant)
        record = recorded(self.folder).get(str(path.relative_to(self.folder).with_suffix("")))
        if record and not (path.is_file() and file_hash(path) == record["sha256"]):
            raise AssetError(f"{path} is damaged: it is not what was built. Run: kokoro-live models build")
        return path

    def identity(self, variant: str) -> str:
        """Changes whenever a graph of the variant does."""
        own = f"{VARIANTS}/{variant}/"
        hashes = {name: record["sha256"] for name, record in recorded(self.folder).items()}
        used = {name: value for name, value in hashes.items() if not name.startswith(VARIANTS) or name.startswith(own)}
        return json.dumps([self.base_sha256, variant, used], sort_keys=True)

    def variants(self) -> list[str]:
        """Those that are here."""
        return [FOLDED, *sorted({path.parent.name for path in (self.folder / VARIANTS).glob("*/*.onnx")})]


def chosen_base(store: Store, wanted: str) -> str:
    """int8 or fp32; `auto` takes the official fp32 file if it is here and can be streamed."""
    if wanted != "auto":
        return wanted
    asset = manifest()[FP32]
    return "fp32" if store.path(asset).is_file() and is_calibrated(asset.sha256) else "int8"


def graphs_of(cache_dir: Path, base: str) -> Graphs:
    """Where this base's graphs are, or would be."""
    sha256 = manifest()[BASES[base]].sha256
    key = hashlib.blake2b(json.dumps(made_by(sha256), sort_keys=True).encode(), digest_size=6).hexdigest()
    return Graphs(cache_dir / "derived" / f"{base}-{key}", base, sha256)


def ready_graphs(
    store: Store, cache_dir: Path, wanted: str, progress: Progress = silent, again: bool = False
) -> Graphs:
    """The graphs, complete: built (in any case if `again`) or simply there."""
    base = chosen_base(store, wanted)
    asset, graphs = manifest()[BASES[base]], graphs_of(cache_dir, base)
    if again or not is_built(graphs.folder):
        published = store.fetch(asset, progress)
        with writing(graphs.folder.parent, NEEDED_BYTES), locked(graphs.folder.parent / ".lock"):
            if again or not is_built(graphs.folder):
                _build(published, graphs, asset, progress)
    if problem := incomplete(graphs.folder, GRAPHS):  # a variant's own are looked at when they are loaded
        raise AssetError(f"{problem} Run: kokoro-live models build")
    with suppress(OSError):  # where nothing may be written, nothing is forgotten either
        os.utime(graphs.folder / MANIFEST)
    return graphs


def _build(published: Path, graphs: Graphs, asset: Asset, progress: Progress) -> None:
    from kokoro_live.graph.build import build  # a compiler that runs once: nothing else needs it, nor onnx

    build(published, graphs.folder, asset, made_by(asset.sha256), progress)
    sets = graphs.folder.parent.glob(f"{graphs.base}*/{MANIFEST}")
    for unused in sorted(sets, key=lambda path: -path.stat().st_mtime)[KEPT_SETS:]:
        shutil.rmtree(unused.parent, ignore_errors=True)


def is_built(folder: Path) -> bool:
    """Whether the folder holds a complete set."""
    try:
        return set(recorded(folder)) >= set(GRAPHS)
    except (OSError, ValueError, KeyError, TypeError):
        return False


def made_by(base_sha256: str) -> dict[str, Any]:
    """Everything the graphs depend on."""
    tools = {name: version(name) for name in ("onnx", "numpy", "onnxruntime")}  # without importing onnx: half a second
    return {"base": base_sha256, "code": code_hash(BUILDER), "ranges": ranges_digest(base_sha256), **tools}


def tampered(folder: Path) -> str | None:
    """What is wrong with the files, to the last byte, or None."""
    records = recorded(folder).items()
    damaged = (name for name, record in records if file_hash(graph_file(folder, name)) != record["sha256"])
    return incomplete(folder) or next(
        (f"{graph_file(folder, name)} is damaged: it is not what was built." for name in damaged), None
    )


def incomplete(folder: Path, names: Sequence[str] = ()) -> str | None:
    """What is missing or cut short, of these graphs or of all, or None."""
    records = recorded(folder)
    for name in names or records:
        path = graph_file(folder, name)
        if not path.is_file():
            return f"{path} is missing."
        if path.stat().st_size != records[name]["size"]:
            return f"{path} is damaged: it is not what was built."
    return None


def recorded(folder: Path) -> dict[str, Any]:
    """Size and hash of every graph when it was built."""
    records: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["graphs"]
    return records


def graph_file(folder: Path, name: str) -> Path:
    """The file of a graph, by the name that the manifest gives it."""
    return folder / f"{name}.onnx"
