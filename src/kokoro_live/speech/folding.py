"""Published int8 model → the same graph in float arithmetic on the very same stored weights ("folded").

The published file quantises activations on the fly (DynamicQuantizeLinear) and multiplies integers. Folding puts each
stored weight back as a float tensor, so that what remains is plain Conv, MatMul and LSTM: exact arithmetic, fewer
nodes, and convolutions that can be cut into windows without a window-dependent rounding.
"""

from collections import defaultdict
from collections.abc import Iterable

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

from kokoro_live.errors import BuildError

QUANTISED = ("ConvInteger", "MatMulInteger", "DynamicQuantizeLSTM")


class Graph:
    """A flat ONNX graph that can be asked who makes and who uses a tensor."""

    def __init__(self, model: onnx.ModelProto) -> None:
        self.model = model
        self.nodes = list(model.graph.node)
        self.weights = {tensor.name: tensor for tensor in model.graph.initializer}
        self.inputs = [value.name for value in model.graph.input]
        self.outputs = [value.name for value in model.graph.output]

    def makers(self) -> dict[str, onnx.NodeProto]:
        """Tensor name → the node that makes it."""
        return {name: node for node in self.nodes for name in node.output}

    def users(self) -> dict[str, list[onnx.NodeProto]]:
        """Tensor name → the nodes that read it."""
        readers: dict[str, list[onnx.NodeProto]] = defaultdict(list)
        for node in self.nodes:
            for name in node.input:
                readers[name].append(node)
        return readers

    def array(self, name: str) -> NDArray[np.float32]:
        """A stored tensor as float32."""
        return numpy_helper.to_array(self.weights[name]).astype(np.float32)

    def store(self, name: str, values: NDArray[np.float32]) -> str:
        """Keep a float tensor under `name` and return the name."""
        self.weights[name] = numpy_helper.from_array(np.ascontiguousarray(values, dtype=np.float32), name)
        return name

    def store_whole(self, name: str, values: list[int]) -> str:
        """Keep whole numbers under `name` and return the name."""
        self.weights[name] = numpy_helper.from_array(np.array(values, np.int64), name)
        return name


def fold(model: onnx.ModelProto) -> Graph:
    """The model with every quantised operator replaced by its float counterpart; a float model passes unchanged."""
    graph = Graph(model)
    makers, users = graph.makers(), graph.users()
    replaced: dict[int, onnx.NodeProto] = {}
    dropped: set[int] = set()
    for node in graph.nodes:
        if node.op_type == "DynamicQuantizeLSTM":
            replaced[id(node)] = _float_lstm(graph, node)
        elif node.op_type in QUANTISED:
            replaced[id(node)], gone = _float_product(graph, node, makers, users)
            dropped |= gone
    graph.nodes = [replaced.get(id(node), node) for node in graph.nodes if id(node) not in dropped]
    graph.nodes = in_order(reachable(graph.nodes, set(graph.inputs), graph.outputs), {*graph.inputs, *graph.weights})
    return graph


def rebuilt(graph: Graph) -> onnx.ModelProto:
    """A model of the graph's nodes, in order, without what nothing needs."""
    given = set(graph.inputs)
    nodes = in_order(reachable(graph.nodes, given, graph.outputs), {*given, *graph.weights})
    used = {name for node in nodes for name in node.input}
    model = onnx.ModelProto()
    model.CopyFrom(graph.model)
    del model.graph.node[:], model.graph.initializer[:]
    model.graph.node.extend(nodes)
    model.graph.initializer.extend(tensor for name, tensor in graph.weights.items() if name in used)
    return model


def _float_product(
    graph: Graph,
    node: onnx.NodeProto,
    makers: dict[str, onnx.NodeProto],
    users: dict[str, list[onnx.NodeProto]],
) -> tuple[onnx.NodeProto, set[int]]:
    """quantise → integer product [→ + integer bias] → cast → rescale, as one float Conv or MatMul."""
    quantise, cast = makers[node.input[0]], users[node.output[0]][0]
    gone: set[int] = set()
    bias: list[str] = []
    if cast.op_type == "Add":
        gone.add(id(cast))
        bias = [_float_bias(makers[_other(cast.input, node.output[0])], makers)]
        cast = users[cast.output[0]][0]
    rescale = users[cast.output[0]][0]
    scales = makers[_other(rescale.input, cast.output[0])]
    if (cast.op_type, rescale.op_type, scales.op_type) != ("Cast", "Mul", "Mul"):
        raise BuildError(f"The base model has an unknown quantisation pattern at {node.name}. Fetch the pinned model.")
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


def _float_bias(node: onnx.NodeProto, makers: dict[str, onnx.NodeProto]) -> str:
    """The bias was divided by the scales and rounded at run time: walk back to the float one."""
    while node.op_type != "Div":
        node = makers[node.input[0]]
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


def reachable(nodes: list[onnx.NodeProto], inputs: set[str], outputs: Iterable[str]) -> list[onnx.NodeProto]:
    """The nodes that `outputs` depend on when the tensors in `inputs` are given; the order is kept."""
    makers = {name: node for node in nodes for name in node.output if name not in inputs}
    wanted, needed = [name for name in outputs if name in makers], set()
    while wanted:
        node = makers[wanted.pop()]
        if id(node) not in needed:
            needed.add(id(node))
            wanted += [name for name in node.input if name in makers]
    return [node for node in nodes if id(node) in needed]


def in_order(nodes: list[onnx.NodeProto], available: set[str]) -> list[onnx.NodeProto]:
    """Topological order (rewrites leave some nodes ahead of their inputs)."""
    ready_names, ordered, waiting = {*available, ""}, [], nodes
    while waiting:
        later = []
        for node in waiting:
            if all(name in ready_names for name in node.input):
                ordered.append(node)
                ready_names.update(node.output)
            else:
                later.append(node)
        if len(later) == len(waiting):
            raise BuildError(f"The base model's graph cannot be ordered at {later[0].name}. Fetch the pinned model.")
        waiting = later
    return ordered
