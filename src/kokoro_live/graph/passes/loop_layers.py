"""Twelve equal layers as one that is run twelve times.

The model's reader of the text (ALBERT) is one layer, applied again and again. The published graph has it twelve times
over. A runtime prepares each on its own: half of what the acoustic graph takes to load, and 50 MB if it is float.
"""

from itertools import pairwise

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from kokoro_live.graph.onnx_graph import Graph, toposort

LAYER_END = "SkipLayerNormalization"  # the kind of node that ends each, and nothing else
TURN, GO, GO_ON = "turn", "go", "go_on"


def loop_layers(model: onnx.ModelProto) -> onnx.ModelProto:
    """The same function with one layer in a loop, or the model itself where the layers are not alike."""
    graph = Graph(model)
    producers = graph.producers()
    ends = [node.output[0] for node in graph.nodes if node.op_type == LAYER_END]
    try:
        layers = [_paired(producers, end, before) for before, end in pairwise(ends)]
        layer, first = layers[0], ends[0]
        start = layer[first]
        alike = all(
            pairs[middle] == before for pairs, (before, middle) in zip(layers[1:], pairwise(ends), strict=False)
        )
    except (KeyError, IndexError, ValueError):
        return model
    if not alike:
        return model
    turns = numpy_helper.from_array(np.array(len(ends)), "turns")
    going = numpy_helper.from_array(np.array(True), "going")
    graph.weights |= {turns.name: turns, going.name: going}
    body, carried = _body(graph, [node for node in graph.nodes if layer.keys() & {*node.output} - {first}], first)
    reads, makes = [turns.name, going.name, start, *carried], [ends[-1], *(f"{name}/after" for name in carried)]
    loop = helper.make_node("Loop", reads, makes, name="layers", body=body)
    graph.nodes = [node for node in graph.nodes if ends[-1] not in node.output] + [loop]
    return graph.to_model()


def _paired(producers: dict[str, onnx.NodeProto], end: str, before: str) -> dict[str, str]:
    """Each tensor of the layer that ends with `end` and its twin in the layer before, which ends with `before`."""
    pairs: dict[str, str] = {}
    waiting = [(end, before)]
    while waiting:
        one, other = waiting.pop()
        if one == other or pairs.get(one) == other:
            continue
        if one in pairs:
            raise ValueError(f"{one} has two twins")
        pairs[one] = other
        if one == before:
            continue
        maker, twin = producers[one], producers[other]
        if maker.op_type != twin.op_type or list(maker.attribute) != list(twin.attribute):
            raise ValueError(f"{one} is made differently")
        waiting += zip(maker.input, twin.input, strict=True)
    return pairs


def _body(graph: Graph, nodes: list[onnx.NodeProto], start: str) -> tuple[onnx.GraphProto, list[str]]:
    """The layer as the loop's body, and what it reads besides its start: that goes through every turn unchanged."""
    produced = {name for node in nodes for name in node.output}
    read = dict.fromkeys(name for node in nodes for name in node.input if name and name not in produced)
    stored = [graph.weights[name] for name in read if name in graph.weights]
    carried = [name for name in read if name not in graph.weights and name != start]
    nodes = toposort(nodes, {*read})
    end = next(node.output[0] for node in nodes if node.op_type == LAYER_END)
    same = [(GO, GO_ON), *((name, f"{name}/same") for name in carried)]
    passed = [helper.make_node("Identity", [one], [other], name=other) for one, other in same]
    value = helper.make_tensor_value_info
    inputs = [value(TURN, TensorProto.INT64, []), value(GO, TensorProto.BOOL, [])]
    inputs += [value(name, TensorProto.FLOAT, None) for name in (start, *carried)]
    outputs = [value(GO_ON, TensorProto.BOOL, [])]
    outputs += [value(name, TensorProto.FLOAT, None) for name in (end, *(other for _, other in same[1:]))]
    return helper.make_graph([*passed, *nodes], "layer", inputs, outputs, stored), carried
