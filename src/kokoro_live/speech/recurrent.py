"""A recurrent layer as one operator for each direction. What is read forwards does not need what is read backwards, but
one operator takes one after the other; two graphs can have a core each."""

from copy import copy

import numpy as np
import onnx
from onnx import helper, numpy_helper

from kokoro_live.errors import BuildError
from kokoro_live.speech.folding import Graph

KINDS = ("LSTM", "DynamicQuantizeLSTM")
STATES = (5, 6)  # the inputs it starts from: zeros, which it also takes if none are given
DIRECTIONS = ("forward", "reverse")


def divided(graph: Graph, result: str, directions: tuple[str, str]) -> Graph:
    """The graph with the layer that makes `result` in two, which make `directions` and are joined to it."""
    whole = graph.makers().get(result)
    if whole is None or whole.op_type not in KINDS or not _starts_from_zero(graph, whole):
        raise BuildError(f"The base model has no recurrent layer that makes {result}. Run: kokoro-live models fetch")
    other = copy(graph)
    other.weights = dict(graph.weights)
    halves = [_half(other, whole, at, name) for at, name in enumerate(directions)]
    joined = helper.make_node("Concat", list(directions), [result], name=whole.name, axis=1)
    other.nodes = [*(node for node in graph.nodes if node is not whole), *halves, joined]
    return other


def _starts_from_zero(graph: Graph, layer: onnx.NodeProto) -> bool:
    makers = graph.makers()
    states = [makers.get(layer.input[at]) for at in STATES]
    return all(
        state is not None
        and state.op_type == "ConstantOfShape"
        and not any(numpy_helper.to_array(each.t).any() for each in state.attribute)
        for state in states
    )


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
