"""The window graph for Core ML: fixed shapes, only operators it takes, and a copy in half precision.

Core ML compiles a graph once for a shape and runs what it knows; every stretch it refuses is copied to the CPU and
back. ONNX Runtime's own checker tells, on any machine, how much of a graph it would take. Nobody has run these on
Apple hardware yet.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
from numpy.typing import NDArray
from onnx import TensorProto, helper
from onnx.shape_inference import infer_shapes
from onnxruntime.tools.mobile_helpers.usability_checker import check_coreml_partitions
from onnxruntime.transformers.float16 import convert_float_to_float16

from kokoro_live.errors import UnknownGraph
from kokoro_live.graph.onnx_graph import Graph
from kokoro_live.graph.passes.fuse_snake import fuse_snake
from kokoro_live.model.acoustic import FRAME
from kokoro_live.model.loaded import shapes
from kokoro_live.model.store import Graphs
from kokoro_live.model.windows import QUICK_SCHEDULE, lengths

TAKEN = "coreml_supported_mlprogram_ops.md"  # the checker's list of what a Core ML program takes
NAME = "portable"
TRANSFORM = 20  # samples in each of the inverse transform's pieces
CONVOLUTIONS = ("Conv", "ConvTranspose")


@dataclass(frozen=True, slots=True)
class Report:
    """What Core ML would make of a graph."""

    path: Path
    nodes: int
    taken: int
    parts: int
    convolutions: int
    convolutions_taken: int
    refused: list[str]  # operators

    def __str__(self) -> str:
        refused = f"; refused: {', '.join(self.refused)}" if self.refused else ""
        return (
            f"{self.path}: Core ML takes {self.taken} of {self.nodes} nodes in {self.parts} part(s), "
            f"{self.convolutions_taken} of {self.convolutions} convolutions{refused}"
        )


def export(graphs: Graphs, folder: Path) -> list[Report]:
    """Writes the window graph for each of its lengths, in single and in half precision; what Core ML takes of each."""
    leaner = fuse_snake(onnx.load(graphs.verified("vocoder_window")))
    folder.mkdir(parents=True, exist_ok=True)
    reports = []
    for frames in lengths(QUICK_SCHEDULE):
        single = fixed(leaner, frames)
        half = Graph(convert_float_to_float16(single, keep_io_types=True)).to_model()  # it leaves nodes out of order
        for name, model in (("single", single), ("half", half)):
            path = folder / f"vocoder_window_{frames}_{name}.onnx"
            onnx.save(model, path)
            reports.append(report(path, model))
    return reports


def report(path: Path, model: onnx.ModelProto) -> Report:
    """By ONNX Runtime's checker."""
    shaped = infer_shapes(model, strict_mode=True, data_prop=True)
    partitions = check_coreml_partitions(shaped, True, TAKEN)
    every = [node.op_type for node in model.graph.node]
    taken = [node.op_type for group in partitions.supported_groups for node in group]
    refused = sorted(name.removeprefix("ai.onnx:") for name in partitions.unsupported_ops)
    convolutions, known = (sum(kind in CONVOLUTIONS for kind in kinds) for kinds in (every, taken))
    return Report(path, len(every), len(taken), partitions.num_partitions, convolutions, known, refused)


def fixed(model: onnx.ModelProto, frames: int) -> onnx.ModelProto:
    """The same function of windows of this length, without operators that Core ML refuses."""
    graph = Graph.copy_of(model)
    for value in graph.model.graph.input:
        shape = shapes(frames)[value.name]
        value.CopyFrom(helper.make_tensor_value_info(value.name, TensorProto.FLOAT, shape))
    (audio,) = graph.model.graph.output
    audio.CopyFrom(helper.make_tensor_value_info(audio.name, TensorProto.FLOAT, [frames * FRAME]))
    try:
        graph.splice([*_mirrored(graph), *_evened(graph, frames), *_flattened(graph, audio.name, frames)])
    except (ValueError, KeyError) as error:
        raise UnknownGraph("vocoder") from error
    return graph.to_model()


def _mirrored(graph: Graph) -> list[onnx.NodeProto]:
    """The one sample that is padded, by mirroring, is a copy of the second."""
    (node,) = (node for node in graph.nodes if node.op_type == "Pad")
    if graph.array(node.input[1]).tolist() != [0, 0, 1, 0, 0, 0]:
        raise ValueError("other samples are padded")
    edges = [graph.store_ints(f"{NAME}/{name}", [value]) for name, value in (("first", 1), ("end", 2), ("axis", 2))]
    second = f"{NAME}/second"
    return [
        helper.make_node("Slice", [node.input[0], *edges], [second], name=second),
        helper.make_node("Concat", [second, node.input[0]], list(node.output), name=node.name, axis=2),
    ]


def _evened(graph: Graph, frames: int) -> list[onnx.NodeProto]:
    """The inverse transform divides its first samples by the sum of its windows there: picks them out, divides, puts
    them back. Whatever it does to ones it does to any signal of that length: a factor for each sample."""
    (node,) = (node for node in graph.nodes if node.op_type == "ScatterND")
    factor = graph.store(f"{NAME}/factor", _made_of_ones(graph, node, frames))
    return [helper.make_node("Mul", [node.input[0], factor], list(node.output), name=node.name)]


def _made_of_ones(graph: Graph, node: onnx.NodeProto, frames: int) -> NDArray[np.float32]:
    """What the nodes between the transposed convolution and this one make of a signal of ones."""
    squeezing = graph.producers()[node.input[0]]
    signal = squeezing.input[0]
    alone = Graph(graph.model)
    alone.nodes, alone.inputs, alone.outputs = graph.nodes, [signal], [node.output[0]]
    model = alone.to_model()
    del model.graph.input[:], model.graph.output[:]
    samples = frames * FRAME + TRANSFORM
    model.graph.input.append(helper.make_tensor_value_info(signal, TensorProto.FLOAT, [1, 1, samples]))
    model.graph.output.append(helper.make_tensor_value_info(node.output[0], TensorProto.FLOAT, [1, samples]))
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return np.asarray(session.run(None, {signal: np.ones((1, 1, samples), np.float32)})[0])


def _flattened(graph: Graph, audio: str, frames: int) -> list[onnx.NodeProto]:
    """The samples lie in a batch of one, of one channel."""
    producers = graph.producers()
    node = producers[audio]
    while node.op_type != "Slice":
        node = producers[node.input[0]]
    shape = graph.store_ints(f"{NAME}/shape", [frames * FRAME])
    return [helper.make_node("Reshape", [node.output[0], shape], [audio], name=f"{NAME}/audio")]
