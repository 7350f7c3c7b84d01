"""Measure between which values the channels lie that integer convolutions read, and write it as package data.

A range must hold for all voices and speeds, but not for every sample: a channel's rarest thousandth is clipped, because
finer steps for the rest sound better (LOG.md, "Eight bits").
"""

from pathlib import Path
from random import Random

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper

from kokoro_live.commands.progress import bar
from kokoro_live.config import Settings
from kokoro_live.speech import ranges
from kokoro_live.speech.leaning import lean
from kokoro_live.speech.sessions import Cancel, Session
from kokoro_live.speech.vocoder import vocode_whole, window_feeds
from lab.examples import Teacher, spec

FRAMES = 96
RAREST = 0.001  # of a window's values, at either end
# Cheap, and much harm if quantised: the last convolution makes spectrum and phase, the first two read the raw source
IN_FLOAT = ("conv_post", "noise_convs")


def run(count: int) -> int:
    """Measure on `count` examples, in which every voice takes its turn."""
    settings = Settings.load()
    teacher = Teacher(settings, settings.threads)
    observed = _observed(lean(onnx.load(teacher.graphs.graph("vocoder_window"))))
    names = [value.name for value in observed.graph.output[1:]]
    folder = teacher.graphs.folder
    onnx.save(observed, folder / "observed.onnx")
    session = Session(folder / "observed.onnx", settings.threads)
    (folder / "observed.onnx").unlink()
    found: dict[str, NDArray[np.float32]] = {}
    with bar() as progress:
        for number in range(count):
            progress("measuring", number + 1, count)
            for name, values in _values(teacher, session, names, number).items():
                edges = np.quantile(values[0], (RAREST, 1 - RAREST), axis=1).astype(np.float32)
                known = found.get(name, edges)
                found[name] = np.stack([np.minimum(known[0], edges[0]), np.maximum(known[1], edges[1])])
    target = Path(ranges.__file__).parent / ranges.FOLDER / f"{teacher.graphs.base_sha256[:12]}.ranges.npz"
    with target.open("wb") as writer:
        np.savez_compressed(writer, **found)  # type: ignore[arg-type]
    channels = sum(edges.shape[1] for edges in found.values())
    print(f"{len(found)} tensors, {channels} channels, {target.stat().st_size} bytes")
    return 0


def _observed(model: onnx.ModelProto) -> onnx.ModelProto:
    """The graph with everything an integer convolution will read as an output."""
    convolutions = [node for node in model.graph.node if node.op_type == "Conv"]
    read = {node.input[0] for node in convolutions if not any(part in node.name for part in IN_FLOAT)}
    model.graph.output.extend(helper.make_tensor_value_info(name, 1, None) for name in sorted(read))
    return model


def _values(teacher: Teacher, session: Session, names: list[str], number: int) -> dict[str, NDArray[np.float32]]:
    """Of a window somewhere in an example's speech; none if it is too long for one segment."""
    made = teacher.acoustics(spec(number, "ranges"))
    if made is None:
        return {}
    _, statistics = vocode_whole(teacher.whole, made, Cancel())
    first, last = made.speech()
    start = Random(number).randint(first, max(first, last - FRAMES))
    feeds = window_feeds(made, statistics, start, min(made.frames, start + FRAMES))
    return dict(zip(names, session.run(names, feeds, Cancel()), strict=True))
