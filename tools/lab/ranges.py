"""Measure between which values the channels lie that integer convolutions read, and write it as package data.

A range must hold for all voices and speeds, but not for every sample: a channel's rarest thousandth is clipped, because
finer steps for the rest sound better (docs/experiments/0047).
"""

from pathlib import Path
from random import Random

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper

from kokoro_live.cancel import Cancel
from kokoro_live.cli.progress import bar
from kokoro_live.config import Settings
from kokoro_live.graph.passes.fuse_snake import fuse_snake
from kokoro_live.model import calibration
from kokoro_live.model.acoustic import Acoustic
from kokoro_live.model.runtimes.onnxruntime import Array, Session
from kokoro_live.model.vocoder import vocode_whole, window_feeds
from lab.examples import Teacher, spec

FRAMES = 96
RAREST = 0.001  # of a window's values, at either end
# Cheap, and much harm if quantised: the last convolution makes spectrum and phase, the first two read the raw source
IN_FLOAT = ("conv_post", "noise_convs")
# How the names begin of what the acoustic graph does in whole numbers: pitch and energy, and the decoder
CURVES_AND_DECODER = ("/encoder/F0.", "/encoder/N.", "/decoder/decoder/encode/", "/decoder/decoder/decode.")


class Observed:
    """A graph that also tells what its convolutions read."""

    provider = identity = "observed"

    def __init__(self, model: onnx.ModelProto, folder: Path, threads: int, within: tuple[str, ...] = ("",)) -> None:
        convolutions = [node for node in model.graph.node if node.op_type == "Conv" and node.name.startswith(within)]
        read = {node.input[0] for node in convolutions if not any(part in node.name for part in IN_FLOAT)}
        self.names, self.seen = sorted(read), dict[str, NDArray[np.float32]]()
        model.graph.output.extend(helper.make_tensor_value_info(name, 1, None) for name in self.names)
        onnx.save(model, folder / "observed.onnx")
        self._session = Session(folder / "observed.onnx", threads)
        (folder / "observed.onnx").unlink()

    def run(self, outputs: list[str], feeds: dict[str, Array], cancel: Cancel) -> list[NDArray[np.float32]]:
        """What was asked for; what was read besides is in `seen`."""
        made = self._session.run([*outputs, *self.names], feeds, cancel)
        self.seen = dict(zip(self.names, made[len(outputs) :], strict=True))
        return made[: len(outputs)]


def run(count: int) -> int:
    """Measure on `count` examples, in which every voice takes its turn."""
    settings = Settings.load()
    teacher = Teacher(settings, settings.threads)
    graphs, folder = teacher.graphs, teacher.graphs.folder
    window = Observed(fuse_snake(onnx.load(graphs.graph("vocoder_window"))), folder, settings.threads)
    acoustic = Observed(onnx.load(graphs.graph("acoustic")), folder, settings.threads, CURVES_AND_DECODER)
    found: dict[str, NDArray[np.float32]] = {}
    with bar() as progress:
        for number in range(count):
            progress("measuring", number + 1, count)
            for name, values in _values(teacher, window, acoustic, number).items():
                edges = np.quantile(values[0], (RAREST, 1 - RAREST), axis=1).astype(np.float32)
                known = found.get(name, edges)
                found[name] = np.stack([np.minimum(known[0], edges[0]), np.maximum(known[1], edges[1])])
    target = Path(calibration.__file__).parent / f"{graphs.base_sha256[:12]}.ranges.npz"
    with target.open("wb") as writer:
        np.savez_compressed(writer, **found)  # type: ignore[arg-type]
    channels = sum(edges.shape[1] for edges in found.values())
    print(f"{len(found)} tensors, {channels} channels, {target.stat().st_size} bytes")
    return 0


def _values(teacher: Teacher, window: Observed, acoustic: Observed, number: int) -> dict[str, NDArray[np.float32]]:
    """All that curves and decoder read for an example, and what the generator reads in a window of its speech; nothing
    if it is too long for one segment."""
    made = teacher.acoustics(spec(number, "ranges"), Acoustic(acoustic))
    if made is None:
        return {}
    _, statistics = vocode_whole(teacher.whole, made, Cancel())
    first, last = made.speech()
    start = Random(number).randint(first, max(first, last - FRAMES))
    window.run(["audio"], window_feeds(made, statistics, start, min(made.frames, start + FRAMES)), Cancel())
    return {**acoustic.seen, **window.seen}
