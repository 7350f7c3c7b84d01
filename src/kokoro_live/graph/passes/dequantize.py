"""Published int8 model → the same graph in float arithmetic on the very same stored weights ("folded").

The published file quantises activations on the fly (DynamicQuantizeLinear) and multiplies integers. Folding puts each
stored weight back as a float tensor, so that what remains is plain Conv, MatMul and LSTM: exact arithmetic, fewer
nodes, and convolutions that can be cut into windows without a window-dependent rounding.
"""

from collections.abc import Iterable

import onnx
from onnx import helper

from kokoro_live.errors import UnknownGraph
from kokoro_live.graph.onnx_graph import Graph, toposort, upstream

QUANTISED = ("ConvInteger", "MatMulInteger", "DynamicQuantizeLSTM")


def dequantize(model: onnx.ModelProto) -> Graph:
    """The model with every quantised operator replaced by its float counterpart; a float model passes unchanged."""
    graph = Graph(model)
    producers, consumers = graph.producers(), graph.consumers()
    replaced: dict[int, onnx.NodeProto] = {}
    dropped: set[int] = set()
    for node in graph.nodes:
        if node.op_type == "DynamicQuantizeLSTM":
            replaced[id(node)] = _float_lstm(graph, node)
        elif node.op_type in QUANTISED:
            replaced[id(node)], gone = _float_product(graph, node, producers, consumers)
            dropped |= gone
    graph.nodes = [replaced.get(id(node), node) for node in graph.nodes if id(node) not in dropped]
    graph.nodes = toposort(upstream(graph.nodes, set(graph.inputs), graph.outputs), {*graph.inputs, *graph.weights})
    return graph


def _float_product(
    graph: Graph,
    node: onnx.NodeProto,
    producers: dict[str, onnx.NodeProto],
    consumers: dict[str, list[onnx.NodeProto]],
) -> tuple[onnx.NodeProto, set[int]]:
    """quantise → integer product [→ + integer bias] → cast → rescale, as one float Conv or MatMul."""
    quantise, cast = producers[node.input[0]], consumers[node.output[0]][0]
    gone: set[int] = set()
    bias: list[str] = []
    if cast.op_type == "Add":
        gone.add(id(cast))
        bias = [_float_bias(producers[_other(cast.input, node.output[0])], producers)]
        cast = consumers[cast.output[0]][0]
    rescale = consumers[cast.output[0]][0]
    scales = producers[_other(rescale.input, cast.output[0])]
    if (cast.op_type, rescale.op_type, scales.op_type) != ("Cast", "Mul", "Mul"):
        raise UnknownGraph(f"quantisation at {node.name}")
    scale = graph.array(_other(scales.input, quantise.output[1]))
    zero = graph.array(node.input[3])
    # One scale per output channel sits on axis 0 of a convolution's weight and on the last axis of a matrix.
    shape = [-1, 1, 1] if node.op_type == "ConvInteger" else [-1]
    if scale.size > 1:
        scale, zero = scale.reshape(shape), zero.reshape(shape) if zero.size > 1 else zero
    weight = graph.store(f"{node.input[1]}/float", (graph.array(node.input[1]) - zero) * scale)
    operator = "Conv" if node.op_type == "ConvInteger" else "MatMul"
    inputs, outputs = [quantise.input[0], weight, *bias], [rescale.output[0]]
    product = helper.make_node(operator, inputs, outputs, name=f"{node.name}/float")
    product.attribute.extend(node.attribute)
    return product, gone | {id(cast), id(rescale), id(scales)}


def _float_bias(node: onnx.NodeProto, producers: dict[str, onnx.NodeProto]) -> str:
    """The bias was divided by the scales and rounded at run time: walk back to the float one."""
    while node.op_type != "Div":
        node = producers[node.input[0]]
    return str(node.input[0])


def _float_lstm(graph: Graph, node: onnx.NodeProto) -> onnx.NodeProto:
    """DynamicQuantizeLSTM keeps its matrices transposed and quantised per direction."""
    inputs = list(node.input)
    for matrix, scale_at, zero_at in ((1, 8, 9), (2, 10, 11)):
        stored, scale, zero = (graph.array(inputs[i]) for i in (matrix, scale_at, zero_at))
        directions = len(scale)
        values = (stored - zero.reshape(directions, 1, -1)) * scale.reshape(directions, 1, -1)
        inputs[matrix] = graph.store(f"{inputs[matrix]}/float", values.transpose(0, 2, 1))
    lstm = helper.make_node("LSTM", inputs[:8], list(node.output), name=f"{node.name}/float")
    lstm.attribute.extend(node.attribute)
    return lstm


def _other(names: Iterable[str], known: str) -> str:
    return next(name for name in names if name != known)
