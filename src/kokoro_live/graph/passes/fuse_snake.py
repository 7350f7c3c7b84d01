"""The window graph with fewer passes over its data: what other variants start from.

A normalisation with given statistics, its style and the Snake behind it are nine element-wise operators:

    u = gain (x - mean) / deviation + offset,    y = u + sin²(alpha u) / alpha

With t = alpha u / π they are an affine map, a period of one to be left out, and a polynomial:

    t = slope x + shift,    y = π / alpha (t + sin²(π t) / π)

sin²(π t) is even in r = t - round(t), so it is a polynomial in r². The factor π / alpha moves into the weights of the
convolution behind it. A runtime that compiles element-wise operators (OpenVINO) makes one pass of them all.

The two upsampling convolutions become ordinary ones, which runtimes have fast kernels for. So do those of other graphs.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import onnx
from onnx import helper

from kokoro_live.errors import UnknownGraph
from kokoro_live.graph.onnx_graph import Graph

# sin²(π r) / π as a polynomial in r² without constant term, for |r| ≤ ½: wrong by 1.6e-7 at most
SINE_SQUARED = (3.14156732, -10.333974876, 13.573824144, -9.366674076, 3.368132558)
UPSAMPLING = "/ups."  # in the names of the generator's two


@dataclass(frozen=True)
class Activation:
    """One normalisation with its Snake; tensors by name."""

    value: str
    mean: str
    deviation: str
    gain: str
    offset: str
    alpha: str
    result: str
    reader: onnx.NodeProto  # the convolution behind it


def fuse_snake(model: onnx.ModelProto) -> onnx.ModelProto:
    """The same function of the same inputs, to 100 dB."""
    graph = Graph.copy_of(model)
    replaced = activations(graph)
    for name, value in zip(_coefficients(), SINE_SQUARED, strict=True):
        graph.store(name, np.array(value, np.float32))
    nodes = [node for k, each in enumerate(replaced) for node in _fused(graph, each, f"snake{k}")]
    for node in graph.nodes:
        if node.op_type == "ConvTranspose" and UPSAMPLING in node.name:
            nodes += _as_convolution(graph, node)
    graph.splice(nodes)
    return graph.to_model()


def activations(graph: Graph) -> list[Activation]:
    """All of them, in graph order."""
    producers, consumers = graph.producers(), graph.consumers()
    places = []
    for node in graph.nodes:
        if node.op_type != "Sin" or "adain" not in producers[_maker_input(graph, producers[node.input[0]])].name:
            continue
        try:
            places.append(_activation(graph, node, producers, consumers))
        except (KeyError, StopIteration, ValueError) as error:
            raise UnknownGraph(f"activation at {node.name}") from error
    return places


def _activation(
    graph: Graph, sine: onnx.NodeProto, producers: dict[str, onnx.NodeProto], consumers: dict[str, list[onnx.NodeProto]]
) -> Activation:
    """Walk from the sine back to the normalised value and on to the convolution."""
    scaled = producers[sine.input[0]]
    alpha = next(name for name in scaled.input if name in graph.weights)
    styled = producers[_maker_input(graph, scaled)]
    product, offset = _with_maker(styled.input, producers, "Mul")
    normal, gain = _with_maker(product.input, producers, "Div")
    centred = producers[normal.input[0]]
    node = sine
    for kind in ("Pow", "Mul", "Add", "Conv"):
        (node,) = consumers[node.output[0]]
        if node.op_type != kind:
            raise ValueError(kind)
    value, mean = centred.input
    return Activation(value, mean, normal.input[1], gain, offset, alpha, node.input[0], node)


def _maker_input(graph: Graph, node: onnx.NodeProto) -> str:
    """The input that is computed rather than stored; the first if both are."""
    return str(next(name for name in node.input if name not in graph.weights))


def _with_maker(names: Sequence[str], producers: dict[str, onnx.NodeProto], kind: str) -> tuple[onnx.NodeProto, str]:
    """Of two tensors, the node of this kind that makes one, and the other's name."""
    for name, other in (names, names[::-1]):
        if name in producers and producers[name].op_type == kind:
            return producers[name], other
    raise ValueError(kind)


def _coefficients() -> list[str]:
    return [f"sine_squared_{k}" for k in range(len(SINE_SQUARED))]


def _fused(graph: Graph, each: Activation, name: str) -> list[onnx.NodeProto]:
    """The nodes that take an activation's place; its reader's weights change."""
    alpha = graph.array(each.alpha) / np.float32(np.pi)
    graph.store(f"{name}/alpha", alpha)
    weight = each.reader.input[1]
    each.reader.input[1] = graph.store(f"{weight}/fused", graph.array(weight) / alpha.reshape(1, -1, 1))
    nodes: list[onnx.NodeProto] = []

    def make(kind: str, first: str, second: str | None = None, result: str | None = None) -> str:
        result = result or f"{name}/{len(nodes)}"
        nodes.append(helper.make_node(kind, [first, second] if second else [first], [result], name=result))
        return result

    # Vectors of one value for each channel: next to nothing
    slope = make("Mul", make("Div", each.gain, each.deviation), f"{name}/alpha")
    shift = make("Sub", make("Mul", each.offset, f"{name}/alpha"), make("Mul", each.mean, slope))
    # The data
    turns = make("Add", make("Mul", each.value, slope), shift)
    rest = make("Sub", turns, make("Round", turns))
    squared = make("Mul", rest, rest)
    first, *others, last = _coefficients()
    total = make("Mul", squared, last)
    for coefficient in (*reversed(others), first):
        total = make("Mul", make("Add", total, coefficient), squared)
    make("Add", turns, total, each.result)
    return nodes


def upsample_by_convolution(model: onnx.ModelProto) -> onnx.ModelProto:
    """The same with ordinary convolutions for all that upsample."""
    graph = Graph(model)
    graph.nodes = [
        each
        for node in graph.nodes
        for each in (_as_convolution(graph, node) if node.op_type == "ConvTranspose" else [node])
    ]
    return graph.to_model()


def _as_convolution(graph: Graph, node: onnx.NodeProto) -> list[onnx.NodeProto]:
    """An upsampling convolution as an ordinary one that makes `stride` times the channels, which then take turns.

    Sample n of the result reads input q and those before it, where n + padding = stride q + r; r picks the weights.
    """
    settings = {attribute.name: helper.get_attribute_value(attribute) for attribute in node.attribute}
    (stride,), (before, after) = settings["strides"], settings["pads"]
    weight, groups = graph.array(node.input[1]), settings.get("group", 1)
    inputs, outputs, length = weight.shape  # the outputs of one group
    taps = -(-length // stride)
    spare = taps * stride - length
    behind = after + spare - settings.get("output_padding", [0])[0]
    if before < 1 or behind < 1 or {*settings.get("dilations", [1])} != {1} or len(node.input) != 3:
        raise UnknownGraph(f"upsampling at {node.name}")
    weight = np.pad(weight, ((0, 0), (0, 0), (0, spare)))
    turned = weight.reshape(groups, inputs // groups, outputs, taps, stride)[:, :, :, ::-1].transpose(0, 2, 4, 1, 3)
    outputs *= groups

    def named(part: str) -> str:
        return f"{node.name}/{part}"

    graph.store(named("weight"), turned.reshape(outputs * stride, inputs // groups, taps))
    graph.store(named("bias"), np.repeat(graph.array(node.input[2]), stride))
    shape_apart = graph.store_ints(named("shape_apart"), [1, outputs, stride, -1])
    shape_joined = graph.store_ints(named("shape_joined"), [1, outputs, -1])
    edges = [graph.store_ints(named(part), [at]) for part, at in (("start", before), ("end", -behind), ("axis", 2))]
    many, apart, turns, joined = (named(part) for part in ("many", "apart", "turns", "joined"))
    reads = [node.input[0], named("weight"), named("bias")]
    return [
        helper.make_node("Conv", reads, [many], name=many, pads=[taps - 1] * 2, group=groups),
        helper.make_node("Reshape", [many, shape_apart], [apart], name=apart),
        helper.make_node("Transpose", [apart], [turns], name=turns, perm=[0, 1, 3, 2]),
        helper.make_node("Reshape", [turns, shape_joined], [joined], name=joined),
        helper.make_node("Slice", [joined, *edges], list(node.output), name=node.name),
    ]
