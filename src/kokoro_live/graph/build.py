"""Derive the engine's graphs from the published model, once, and keep them with a manifest that says what they are.

    <cache>/derived/<base>/acoustic.onnx, vocoder_whole.onnx, vocoder_window.onnx, manifest.json
    <cache>/derived/<base>/variants/NAME/…    other makes of some of them: int8, if its ranges were measured

They are made in a temporary folder that is renamed when complete, and made again when the base, the recipe or a tool
that shapes them changes.
"""

import json
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from kokoro_live.assets.fetch import Store
from kokoro_live.assets.manifest import FP32, INT8, Asset, manifest
from kokoro_live.errors import AssetError, BuildError
from kokoro_live.files import file_hash, locked, writing
from kokoro_live.model.calibration import is_calibrated, ranges_digest, ranges_of
from kokoro_live.records import Progress, silent

RECIPE = 13  # raise it whenever a module that derives graphs changes what it produces
GRAPHS = ("acoustic", "vocoder_whole", "vocoder_window")
MANIFEST = "manifest.json"
NEEDED_BYTES = 600_000_000
BASES = {"int8": INT8, "fp32": FP32}
FOLDED = "folded"  # the variant that is always there: float arithmetic on the published weights
QUANTISED = "int8"  # products of whole numbers: as published up to the durations, with measured ranges from there on
VARIANTS = "variants"


@dataclass(frozen=True, slots=True)
class Derived:
    """A complete set of graphs."""

    folder: Path
    base: str  # int8 (folded) or fp32
    base_sha256: str

    def graph(self, name: str, variant: str = FOLDED) -> Path:
        """The file of one graph, in a variant's make if it has its own."""
        if variant not in self.variants():
            raise BuildError(f"There is no variant {variant!r} here. Present: {', '.join(self.variants())}.")
        own = f"{VARIANTS}/{variant}/{name}"
        has_own = own in _recorded(self.folder) or _file(self.folder, own).is_file()
        return _file(self.folder, own if has_own else name)

    def verified(self, name: str, variant: str = FOLDED) -> Path:
        """The same, about to be loaded: an error if it is not what was built. What nobody loads is not read."""
        path = self.graph(name, variant)
        recorded = _recorded(self.folder).get(str(path.relative_to(self.folder).with_suffix("")))
        if recorded and not (path.is_file() and file_hash(path) == recorded["sha256"]):
            raise AssetError(f"{path} is damaged: it is not what was built. Run: kokoro-live models build")
        return path

    def identity(self, variant: str) -> str:
        """Changes whenever the graphs or what runs them do."""
        files = [*self.folder.glob("*.onnx"), *(self.folder / VARIANTS / variant).glob("*.onnx")]
        made = sorted((path.name, path.stat().st_size, path.stat().st_mtime_ns) for path in files)
        return json.dumps([made_by(self.base_sha256), variant, made])

    def variants(self) -> list[str]:
        """The makes that are here."""
        return [FOLDED, *sorted({path.parent.name for path in (self.folder / VARIANTS).glob("*/*.onnx")})]


def chosen_base(store: Store, wanted: str) -> str:
    """int8 or fp32; `auto` takes the official fp32 file if it is here and can be streamed."""
    if wanted != "auto":
        return wanted
    asset = manifest()[FP32]
    return "fp32" if store.path(asset).is_file() and is_calibrated(asset.sha256) else "int8"


def derived(store: Store, cache_dir: Path, wanted: str, progress: Progress = silent, again: bool = False) -> Derived:
    """The graphs, complete: fetched, built (in any case if `again`) or simply there."""
    base = chosen_base(store, wanted)
    asset = manifest()[BASES[base]]
    folder = cache_dir / "derived" / base
    if again or not is_current(folder, asset.sha256):
        published = store.fetch(asset, progress)
        with writing(folder.parent, NEEDED_BYTES), locked(folder.parent / ".lock"):
            if again or not is_current(folder, asset.sha256):
                build(published, folder, asset, progress)
    if problem := incomplete(folder, GRAPHS):  # a variant's own are looked at when they are loaded
        raise AssetError(f"{problem} Run: kokoro-live models build")
    return Derived(folder, base, asset.sha256)


def is_current(folder: Path, base_sha256: str) -> bool:
    """Whether the folder holds a complete set made from this base by this recipe and these tools."""
    path = folder / MANIFEST
    if not path.is_file():
        return False
    try:
        made = json.loads(path.read_text(encoding="utf-8"))
        complete = set(made["graphs"]) >= set(GRAPHS)
    except (ValueError, KeyError, TypeError):
        return False
    return complete and bool(made.get("made_by") == made_by(base_sha256))


def made_by(base_sha256: str) -> dict[str, Any]:
    """Everything the graphs depend on."""
    tools = {name: version(name) for name in ("onnx", "numpy", "onnxruntime")}  # without importing onnx: half a second
    return {"base": base_sha256, "recipe": RECIPE, "ranges": ranges_digest(base_sha256), **tools}


def tampered(folder: Path) -> str | None:
    """What is wrong with the files, to the last byte, or None."""
    damaged = (name for name, record in _recorded(folder).items() if file_hash(_file(folder, name)) != record["sha256"])
    return incomplete(folder) or next(
        (f"{_file(folder, name)} is damaged: it is not what was built." for name in damaged), None
    )


def incomplete(folder: Path, names: Sequence[str] = ()) -> str | None:
    """What is missing or cut short, of these graphs or of all, or None."""
    recorded = _recorded(folder)
    for name in names or recorded:
        record = recorded[name]
        path = _file(folder, name)
        if not path.is_file():
            return f"{path} is missing."
        if path.stat().st_size != record["size"]:
            return f"{path} is damaged: it is not what was built."
    return None


def _recorded(folder: Path) -> dict[str, Any]:
    """Size and hash of every graph when it was built."""
    found: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["graphs"]
    return found


def _file(folder: Path, name: str) -> Path:
    return folder / f"{name}.onnx"


def build(published: Path, folder: Path, asset: Asset, progress: Progress = silent) -> None:
    """Make the set in a temporary folder beside `folder`, then put it there in one step."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    for abandoned in folder.parent.glob(f".{folder.name}-*"):  # of a build that was killed; we hold the lock
        shutil.rmtree(abandoned, ignore_errors=True)
    made = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    made.chmod(0o755)  # mkdtemp makes it private, but a cache may be shared
    try:
        _derive(published, made, asset, _counted(progress))
        if folder.exists():
            shutil.rmtree(folder)
        made.replace(folder)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _counted(progress: Progress) -> Callable[[str], None]:
    """Progress by named steps."""
    total, done = 4 + len(GRAPHS), 0

    def step(what: str) -> None:
        nonlocal done
        done += 1
        progress(f"building: {what}", done, total)

    return step


def _derive(source: Path, made: Path, asset: Asset, step: Callable[[str], None]) -> None:
    import onnx
    from google.protobuf.message import DecodeError

    from kokoro_live.graph.onnx_graph import Graph
    from kokoro_live.graph.partition import cut, cut_curves, cut_decoder, cut_harmonics, cut_reading, describe
    from kokoro_live.graph.passes.dequantize import fold
    from kokoro_live.graph.passes.fuse_snake import lean, upsampled_by_convolutions
    from kokoro_live.graph.passes.hn_nsf_source import with_fewer_passes
    from kokoro_live.graph.passes.int8 import quantise, read_by
    from kokoro_live.graph.passes.loop_layers import repeated
    from kokoro_live.graph.passes.masked_statistics import ending, measuring
    from kokoro_live.graph.passes.stft_as_conv import with_convolution

    step("reading the published model")
    try:
        model = onnx.load(source)
    except (DecodeError, OSError, ValueError) as error:
        raise BuildError(f"{source} is not an ONNX model. Run: kokoro-live models fetch") from error
    step("folding int8 weights")
    graph = fold(model)
    with_convolution(graph)
    with_fewer_passes(graph)
    step("cutting")
    parts = cut(graph)
    parts["acoustic"] = repeated(parts["acoustic"])
    step("quantising")
    ranges = ranges_of(asset.sha256)
    if ranges is not None:
        published = Graph(model)
        with_convolution(published)
        with_fewer_passes(published)
        own = f"{VARIANTS}/{QUANTISED}"
        for part in (*cut_reading(published), cut_harmonics(published)):
            parts[f"{own}/{part.graph.name}"] = repeated(part)
        for part in (cut_curves(graph), cut_decoder(graph)):
            within = {name: ranges.pop(name) for name in read_by(part) & ranges.keys()}
            parts[f"{own}/{part.graph.name}"] = quantise(upsampled_by_convolutions(part), within)
        window = parts["vocoder_window"]
        parts[f"{own}/vocoder_window"] = quantise(lean(window), ranges)
        parts[f"{own}/vocoder_measuring"] = ending(quantise(lean(measuring(window)), ranges))
        (made / own).mkdir(parents=True)
    record: dict[str, Any] = {}
    for name, part in parts.items():
        path = made / f"{name}.onnx"
        onnx.save(part, path)
        record[name] = {"sha256": file_hash(path), "size": path.stat().st_size, **describe(part)}
        if name in GRAPHS:
            step(f"writing {name}")
    document = {"made_by": made_by(asset.sha256), "base": asset.name, "licence": asset.licence, "graphs": record}
    (made / MANIFEST).write_text(json.dumps(document, indent=1) + "\n")
