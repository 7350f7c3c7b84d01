"""The recipe: from the published model to the engine's graphs, read top to bottom."""

import json
import platform
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import onnx
from google.protobuf.message import DecodeError

from kokoro_live.assets.manifest import Asset
from kokoro_live.errors import BuildError
from kokoro_live.files import file_hash
from kokoro_live.graph.onnx_graph import Graph
from kokoro_live.graph.partition import decoder_part, describe, f0_energy_part, partition, source_part, text_parts
from kokoro_live.graph.passes.dequantize import dequantize
from kokoro_live.graph.passes.fuse_snake import fuse_snake, upsample_by_convolution
from kokoro_live.graph.passes.hn_nsf_source import simplify_source
from kokoro_live.graph.passes.int8 import quantize, read_by_convolutions
from kokoro_live.graph.passes.loop_layers import loop_layers
from kokoro_live.graph.passes.masked_statistics import mask_frames, measure_statistics
from kokoro_live.graph.passes.stft_as_conv import replace_stft
from kokoro_live.model.calibration import Ranges, ranges_of
from kokoro_live.model.store import GRAPHS, MANIFEST, QUANTISED, VARIANTS, graph_file
from kokoro_live.records import Progress, silent

Models = dict[str, onnx.ModelProto]
Step = Callable[[str], None]  # says what begins


def build(published: Path, folder: Path, asset: Asset, made_by: dict[str, Any], progress: Progress = silent) -> None:
    """Make the set in a temporary folder beside `folder`, then put it there in one step."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    for abandoned in folder.parent.glob(f".{folder.name}-*"):  # of a build that was killed; we hold the lock
        shutil.rmtree(abandoned, ignore_errors=True)
    unfinished = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    unfinished.chmod(0o755)  # mkdtemp makes it private, but a cache may be shared
    step = _counted(progress)
    try:
        models = derive(published, ranges_of(asset.sha256), step)
        facts = {"made_by": made_by, "toolchain": _toolchain(), "base": asset.name, "licence": asset.licence}
        _write(models, unfinished, facts, step)
        if folder.exists():
            shutil.rmtree(folder)
        unfinished.replace(folder)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def derive(published: Path, ranges: Ranges | None, step: Step) -> Models:
    """All graphs, by name: float ones, and int8 ones if there are ranges for this model."""
    step("reading the published model")
    model = _read(published)
    step("dequantizing its weights")
    graph = dequantize(model)
    replace_stft(graph)
    simplify_source(graph)
    step("partitioning")
    models = partition(graph)
    models["acoustic"] = loop_layers(models["acoustic"])
    step("quantizing")
    if ranges is not None:
        own = _integer_models(model, graph, models["vocoder_window"], ranges)
        models |= {f"{VARIANTS}/{QUANTISED}/{name}": each for name, each in own.items()}
    return models


def _integer_models(model: onnx.ModelProto, graph: Graph, window: onnx.ModelProto, ranges: Ranges) -> Models:
    """The variant int8: what reads the text as it was published, the rest with measured ranges."""
    published = Graph(model)
    replace_stft(published)
    simplify_source(published)
    models = {part.graph.name: loop_layers(part) for part in (*text_parts(published), source_part(published))}
    left = dict(ranges)
    for part in (f0_energy_part(graph), decoder_part(graph)):
        within = {name: left.pop(name) for name in read_by_convolutions(part) & left.keys()}
        models[part.graph.name] = quantize(upsample_by_convolution(part), within)
    models["vocoder_window"] = quantize(fuse_snake(window), left)
    models["vocoder_measuring"] = mask_frames(quantize(fuse_snake(measure_statistics(window)), left))
    return models


def _read(published: Path) -> onnx.ModelProto:
    try:
        return onnx.load(published)
    except (DecodeError, OSError, ValueError) as error:
        raise BuildError(f"{published} is not an ONNX model. Run: kokoro-live models fetch") from error


def _write(models: Models, folder: Path, facts: dict[str, Any], step: Step) -> None:
    """The graphs, and a manifest that says what they are."""
    records: dict[str, Any] = {}
    for name, model in models.items():
        path = graph_file(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        onnx.save(model, path)
        records[name] = {"sha256": file_hash(path), "size": path.stat().st_size, **describe(model)}
        if name in GRAPHS:
            step(f"writing {name}")
    (folder / MANIFEST).write_text(json.dumps({**facts, "graphs": records}, indent=1) + "\n", encoding="utf-8")


def _toolchain() -> dict[str, str]:
    """Where they were built, for people."""
    return {"python": platform.python_version(), "system": platform.system(), "machine": platform.machine()}


def _counted(progress: Progress) -> Step:
    """Progress by named steps."""
    total, done = 4 + len(GRAPHS), 0

    def step(what: str) -> None:
        nonlocal done
        done += 1
        progress(f"building: {what}", done, total)

    return step
