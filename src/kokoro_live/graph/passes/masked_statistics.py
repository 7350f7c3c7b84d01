"""The window graph that can also measure: with the statistics it is given, or with its own of a short segment.

Compiled for one length, it takes any segment up to that length whole. Frames behind the segment's end do not count:
before every convolution they are put back to nought, as if the segment ended there, and no statistic sees them.

    mean = given + Σ weight · x,    deviation² = given² + Σ weight · x² − (Σ weight · x)²

The sums take in as many frames as there are weights. With 1/n for each of the n frames that count, and next to nothing
given, it is the segment's own; with a single weight of nought what is given remains, and next to nothing is computed.
Values are averaged frame by frame first: a runtime that keeps channels together in memory would have to turn all of
them round for a sum over time. The one value behind the last frame is left out (56 dB SNR).
"""

import onnx
from onnx import TensorProto, helper

from kokoro_live.errors import UnknownGraph
from kokoro_live.graph.onnx_graph import Graph, NodeBuilder

# What runs at ten and at sixty values for each frame: normalisations, and convolutions that read more than one value.
# What comes before these is nought behind the end because the features and the source are.
RATES = {
    "10": ("/noise_res.0/", "/resblocks.0/", "/resblocks.1/", "/resblocks.2/", "/ups.1/"),
    "60": ("/noise_res.1/", "/resblocks.3/", "/resblocks.4/", "/resblocks.5/", "/conv_post/"),
}
LENGTHS = {"10": "10T", "60": "60T+1"}
NORMALISATIONS = 44
TIME = 2  # the axis


def measure_statistics(window: onnx.ModelProto) -> onnx.ModelProto:
    """The window graph, able to measure."""
    graph = Graph.copy_of(window)
    _add_input(graph, "weights", "measured")
    builder = NodeBuilder(graph, "measuring")
    frames = builder.slice(builder.add("Shape", "weights"), 0, TIME, TIME + 1)
    ends = {rate: builder.add("Mul", frames, builder.ints(int(rate))) for rate in RATES}
    consumers, count = graph.consumers(), 0
    for centred in graph.nodes:
        if centred.op_type == "Sub" and (at := _rate(centred)):
            (normal,) = (node for node in consumers[centred.output[0]] if node.op_type == "Div")
            _measure(builder, centred, normal, int(at), ends[at])
            count += 1
    if count != NORMALISATIONS:
        raise UnknownGraph("normalisations")
    graph.nodes += builder.nodes
    return graph.to_model()


def _measure(builder: NodeBuilder, centred: onnx.NodeProto, normal: onnx.NodeProto, rate: int, end: str) -> None:
    """Add what is measured to the mean that one normalisation takes off, and to the deviation that it divides by."""
    (value, mean), deviation, add = centred.input, normal.input[1], builder.add
    measured = add("Slice", value, builder.ints(0), end, builder.ints(TIME))

    def total(values: str) -> str:
        averages = add("AveragePool", values, kernel_shape=[rate], strides=[rate])
        return add("ReduceSum", add("Mul", averages, "weights"), builder.ints(TIME))

    own = total(measured)
    spread = add("Sub", total(add("Mul", measured, measured)), add("Mul", own, own))
    spread = add("Max", spread, builder.scalar(0))  # where nothing varies, rounding might leave less
    centred.input[1] = add("Add", mean, own)
    normal.input[1] = add("Sqrt", add("Add", add("Mul", deviation, deviation), spread))


def mask_frames(model: onnx.ModelProto) -> onnx.ModelProto:
    """The same with an end inside: what lies behind it is nought wherever a convolution reads it."""
    graph = Graph.copy_of(model)
    produced: dict[str, onnx.NodeProto] = {}
    for rate, length in LENGTHS.items():
        _add_input(graph, f"counts_{rate}", length)
    producers = graph.producers()
    for node in graph.nodes:
        if node.op_type == "Conv" and (at := _rate(node)):
            reader = _first_reader(node, producers)
            value = reader.input[0]
            counted = f"{value}/counted"
            produced[value] = helper.make_node("Mul", [value, f"counts_{at}"], [counted], name=counted)
            reader.input[0] = counted
    graph.nodes += produced.values()
    return graph.to_model()


def _first_reader(convolution: onnx.NodeProto, producers: dict[str, onnx.NodeProto]) -> onnx.NodeProto:
    """Of what the convolution reads: itself, or what makes whole numbers of it."""
    node = convolution
    for kind in ("DequantizeLinear", "Pad", "QuantizeLinear", "Mul"):
        before = producers.get(node.input[0])
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
