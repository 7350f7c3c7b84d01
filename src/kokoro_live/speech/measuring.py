"""The window graph that can also measure: with the statistics it is given, or with its own of a short segment.

Compiled for one length, it takes any segment up to that length whole. Frames behind the segment's end do not count:
before every convolution they are put back to nought, as if the segment ended there, and no statistic sees them.

    mean = given + Σ weight · x,    deviation² = given² + Σ weight · (x − mean)²

With weights of nought what is given remains; with 1/n for each of the n frames that count, and next to nothing given,
it is the segment's own. Values are averaged frame by frame first: a runtime that keeps channels together in memory
would have to turn all of them round for a sum over time. The one value behind the last frame is left out (59 dB SNR).
"""

import onnx
from onnx import TensorProto, helper

from kokoro_live.errors import BuildError
from kokoro_live.speech.folding import Graph, rebuilt

# What runs at ten and at sixty values for each frame: normalisations, and convolutions that read more than one value.
# What comes before these is nought behind the end because the features and the source are.
RATES = {
    "10": ("/noise_res.0/", "/resblocks.0/", "/resblocks.1/", "/resblocks.2/", "/ups.1/"),
    "60": ("/noise_res.1/", "/resblocks.3/", "/resblocks.4/", "/resblocks.5/", "/conv_post/"),
}
LENGTHS = {"10": "10T", "60": "60T+1"}
NORMALISATIONS = 44
TIME = 2  # the axis


def measuring(window: onnx.ModelProto) -> onnx.ModelProto:
    """The window graph, able to measure."""
    graph = _copied(window)
    users, count = graph.users(), 0
    made: list[onnx.NodeProto] = []
    axis = graph.store_whole("measuring/time", [TIME])
    _add_input(graph, "weights", "T")
    for centred in graph.nodes:
        if centred.op_type != "Sub" or not (at := _rate(centred)):
            continue
        value, mean = centred.input
        (normal,) = (node for node in users[centred.output[0]] if node.op_type == "Div")
        deviation, name, count = normal.input[1], f"measuring{count}", count + 1

        def make(kind: str, *inputs: str, name: str = name, **how: list[int]) -> str:
            result = f"{name}/{len(made)}"
            made.append(helper.make_node(kind, inputs, [result], name=result, **how))  # type: ignore[arg-type]
            return result

        def total(values: str, frame: int = int(at)) -> str:
            averages = make("AveragePool", values, kernel_shape=[frame], strides=[frame])
            return make("ReduceSum", make("Mul", averages, "weights"), axis)

        centred.input[1] = make("Add", mean, total(value))
        squared = make("Mul", centred.output[0], centred.output[0])
        normal.input[1] = make("Sqrt", make("Add", make("Mul", deviation, deviation), total(squared)))
    if count != NORMALISATIONS:
        raise BuildError("The base model's normalisations have an unknown shape. Fetch the pinned model.")
    graph.nodes += made
    return rebuilt(graph)


def ending(model: onnx.ModelProto) -> onnx.ModelProto:
    """The same with an end inside: what lies behind it is nought wherever a convolution reads it."""
    graph = _copied(model)
    made: dict[str, onnx.NodeProto] = {}
    for rate, length in LENGTHS.items():
        _add_input(graph, f"counts_{rate}", length)
    makers = graph.makers()
    for node in graph.nodes:
        if node.op_type == "Conv" and (at := _rate(node)):
            reader = _first_reader(node, makers)
            value = reader.input[0]
            counted = f"{value}/counted"
            made[value] = helper.make_node("Mul", [value, f"counts_{at}"], [counted], name=counted)
            reader.input[0] = counted
    graph.nodes += made.values()
    return rebuilt(graph)


def _first_reader(convolution: onnx.NodeProto, makers: dict[str, onnx.NodeProto]) -> onnx.NodeProto:
    """Of what the convolution reads: itself, or what makes whole numbers of it."""
    node = convolution
    for kind in ("DequantizeLinear", "Pad", "QuantizeLinear", "Mul"):
        before = makers.get(node.input[0])
        if before is not None and before.op_type == kind:
            node = before
        elif kind != "Pad":
            return convolution
    return node


def _rate(node: onnx.NodeProto) -> str | None:
    return next((rate for rate, parts in RATES.items() if any(part in node.name for part in parts)), None)


def _add_input(graph: Graph, name: str, length: str) -> None:
    graph.model.graph.input.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, 1, length]))
    graph.inputs.append(name)


def _copied(model: onnx.ModelProto) -> Graph:
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    return Graph(copy)
