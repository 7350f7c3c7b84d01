"""A recurrent layer as one operator for each direction. What is read forwards does not need what is read backwards, but
one operator takes one after the other; two graphs can have a core each."""

from copy import copy

import numpy as np
import onnx
from onnx import helper, numpy_helper

from kokoro_live.errors import UnknownGraph
from kokoro_live.graph.onnx_graph import Graph

KINDS = ("LSTM", "DynamicQuantizeLSTM")
STATES = (5, 6)  # the inputs it starts from: zeros, which it also takes if none are given
LENGTHS = 4  # the input that says where each text ends, if there are several
KNOWN = {"direction", "hidden_size", "input_forget"}  # settings that are the same for both directions
DIRECTIONS = ("forward", "reverse")


def split_lstm(graph: Graph, result: str, directions: tuple[str, str]) -> Graph:
    """The graph with the layer that makes `result` in two, which make `directions` and are joined to it."""
    whole = graph.producers().get(result)
    if whole is None or not _is_divisible(graph, whole):
        raise UnknownGraph(f"LSTM that produces {result}")
    other = copy(graph)
    other.weights = dict(graph.weights)
    halves = [_half(other, whole, at, name) for at, name in enumerate(directions)]
    joined = helper.make_node("Concat", list(directions), [result], name=whole.name, axis=1)
    other.nodes = [*(node for node in graph.nodes if node is not whole), *halves, joined]
    return other


def _is_divisible(graph: Graph, layer: onnx.NodeProto) -> bool:
    """It reads in both directions from a state of zeros, and has nothing that we would not know how to divide."""
    settings = {each.name: helper.get_attribute_value(each) for each in layer.attribute}
    usual = (
        settings.get("direction") == b"bidirectional" and settings.keys() <= KNOWN and len(layer.input) > max(STATES)
    )
    if layer.op_type not in KINDS or not usual or layer.input[LENGTHS]:
        return False
    producers = graph.producers()
    return all(_is_zero(producers.get(layer.input[at])) for at in STATES)


def _is_zero(maker: onnx.NodeProto | None) -> bool:
    values = [numpy_helper.to_array(each.t) for each in maker.attribute] if maker is not None else []
    return maker is not None and maker.op_type == "ConstantOfShape" and not any(value.any() for value in values)


def _half(graph: Graph, layer: onnx.NodeProto, at: int, result: str) -> onnx.NodeProto:
    """Its weights are stored one direction after the other."""
    reads = ["" if place in STATES else name for place, name in enumerate(layer.input)]
    for place, name in enumerate(reads):
        if name in graph.weights:
            reads[place] = f"{name}/{DIRECTIONS[at]}"
            values = np.ascontiguousarray(numpy_helper.to_array(graph.weights[name])[at : at + 1])
            graph.weights[reads[place]] = numpy_helper.from_array(values, reads[place])
    half = helper.make_node(layer.op_type, reads, [result], name=result, domain=layer.domain, direction=DIRECTIONS[at])
    half.attribute.extend(each for each in layer.attribute if each.name != "direction")
    return half
