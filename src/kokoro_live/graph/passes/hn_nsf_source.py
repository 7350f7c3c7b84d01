"""The harmonic source with fewer passes over its data: as published it is a quarter of the acoustic graph's time.

    F0, 80 a second → nine harmonics' phases → sines at 24 000 a second → their sum where something is voiced → tanh

As published, F0 is repeated to 24 000 values a second and averaged back before its phases are summed up, the straight
lines between phases are drawn by a general Resize, and the voiced parts are chosen nine times over. Here phases are
made at F0's own rate, lines are a few products and sums and only drawn where something is voiced, and one sum of sines
is chosen from. Phases grow to 10⁵, where rounding is heard (29 dB): the lines repeat Resize's own arithmetic, so that
every phase stays the same number.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper

from kokoro_live.graph.onnx_graph import Graph, NodeBuilder

Node = onnx.NodeProto
NAME = "harmonics"
TO_THE_END = 2**62
BOTH_ENDS = ((0, -1), (1, TO_THE_END))  # of lines between neighbours
# Resize works in three dimensions. Where a dimension has no neighbour it takes the value itself for one, at half weight
# each: the sum has every term twice, and those of the last harmonic, which is the edge of a second one, four times.
TERMS, EDGE_TERMS = 2, 4


@dataclass(frozen=True)
class Source:
    """The published source's nodes."""

    repeating: Node  # F0, a value for each sample
    multiplying: Node  # × 1, 2 … 9
    averaging: Node  # cycles in each sample, back to F0's rate
    drawing: Node  # lines between phases, a value for each sample
    scaling: Node  # sines × their level
    choosing: Node  # F0 > a threshold
    summing: Node
    shifting: Node
    bias: str  # that is added to the sum, stored


def simplify_source(graph: Graph) -> None:
    """Put the same arithmetic with fewer passes in the place of the source. One of another shape stays as it is."""
    try:
        source = _found(graph)
    except (ValueError, KeyError, IndexError):
        return
    graph.splice(_rewritten(graph, source))


def _found(graph: Graph) -> Source:
    producers, consumers = graph.producers(), graph.consumers()

    def user(node: Node, kind: str) -> Node:
        (found,) = (each for each in consumers[node.output[0]] if each.op_type in (kind, "Transpose"))
        return found if found.op_type == kind else user(found, kind)

    averaging, drawing = (node for node in graph.nodes if node.op_type == "Resize" and _mode(node) == b"linear")
    fraction = producers[averaging.input[0]]
    multiplying = producers[producers[fraction.input[0]].input[0]]
    repeating = producers[multiplying.input[0]]
    if (fraction.op_type, multiplying.op_type, repeating.op_type) != ("Sub", "Mul", "Resize"):
        raise ValueError("cycles are made in another way")
    scaling = user(user(drawing, "Sin"), "Mul")
    summing = user(user(scaling, "Mul"), "MatMul")
    choosing, shifting = user(repeating, "Greater"), user(summing, "Add")
    (bias,) = (name for name in shifting.input if name in graph.weights)
    return Source(repeating, multiplying, averaging, drawing, scaling, choosing, summing, shifting, bias)


def _mode(node: Node) -> Any:
    return next(helper.get_attribute_value(each) for each in node.attribute if each.name == "mode")


def _rewritten(graph: Graph, source: Source) -> list[Node]:
    builder = NodeBuilder(graph, NAME)
    add, ints = builder.add, builder.ints
    f0, step = source.repeating.input[0], round(float(graph.array(source.drawing.input[2])[-1]))  # samples a value
    # Averaging equal values changes nothing: cycles are made at F0's own rate.
    add("Mul", f0, source.multiplying.input[1], result=source.multiplying.output[0])
    add("Identity", source.averaging.input[0], result=source.averaging.output[0])
    weights = (graph.array(source.scaling.input[1]) * graph.array(source.summing.input[1])).reshape(-1)
    voiced = add("Cast", add("Greater", f0, source.choosing.input[1]), to=TensorProto.FLOAT)
    summed = _sum_of_sines(builder, source.drawing.input[0], add("Reshape", voiced, ints(-1)), weights, step)
    # What is voiced is chosen once.
    chosen = add("Mul", add("Reshape", summed, ints(-1, step)), add("Reshape", voiced, ints(-1, 1)))
    # Of values one by one in their last dimension, as published, a sum takes ten times as long.
    add("Reshape", add("Add", chosen, source.bias), ints(1, -1, 1), result=source.shifting.output[0])
    return builder.nodes


def _sum_of_sines(builder: NodeBuilder, phases: str, voiced: str, weights: NDArray[np.float32], step: int) -> str:
    """[1, 9, T] phases → [1, N] samples, where a value or its neighbour is voiced. There are T + 1 lines, each from the
    middle of one value's samples to the middle of the next one's; those at both ends are level."""
    add, ints = builder.add, builder.ints
    heard = _heard(builder, voiced)
    padded = add("Pad", phases, ints(0, 0, 1, 0, 0, 1), mode="edge")
    ends = [add("Unsqueeze", builder.slice(padded, 2, *edges), ints(3)) for edges in BOTH_ENDS]
    lines = add("Shape", ends[0], start=2, end=3)
    ends, shares = ([add("Gather", each, heard, axis=2) for each in of] for of in (ends, _shares(builder, lines, step)))
    last, sums = len(weights) - 1, []
    for rows, terms in (((0, last), TERMS), ((last, last + 1), EDGE_TERMS)):
        level = builder.graph.store(f"{builder.name}/weights {rows}", weights[slice(*rows)].reshape(1, -1))
        sines = add("Sin", _lines(builder, [builder.slice(end, 1, *rows) for end in ends], shares, terms))
        sums.append(add("MatMul", level, add("Reshape", sines, ints(rows[1] - rows[0], -1))))
    silence = add("ConstantOfShape", add("Concat", lines, ints(step), axis=0))
    summed = add("Reshape", add("Add", *sums), ints(-1, step))
    placed = add("ScatterND", silence, add("Unsqueeze", heard, ints(1)), summed)
    return builder.slice(add("Reshape", placed, ints(1, -1)), 1, step // 2, -(step // 2))


def _heard(builder: NodeBuilder, voiced: str) -> str:
    """The numbers of the lines of which something is voiced: nothing else is drawn."""
    padded = builder.add("Pad", voiced, builder.ints(1, 1))
    either = builder.add("Max", *(builder.slice(padded, 0, *edges) for edges in BOTH_ENDS))
    return builder.add("Squeeze", builder.add("NonZero", either), builder.ints(0))


def _shares(builder: NodeBuilder, lines: str, step: int) -> list[str]:
    """How much of each line's two ends there is in each of its samples, [1, 1, T + 1, step]."""
    add, scalar = builder.add, builder.scalar
    samples = add("Add", builder.arange(add("Mul", lines, builder.ints(step))), scalar(0.5 - step / 2))
    places = add("Max", add("Sub", add("Div", samples, scalar(step)), scalar(0.5)), scalar(0))
    last = add("Cast", add("Sub", lines, builder.ints(2)), to=TensorProto.FLOAT)
    places = add("Reshape", add("Min", places, last), builder.ints(1, 1, -1, step))
    later = add("Reshape", builder.arange(lines), builder.ints(1, 1, -1, 1))
    return [add("Sub", later, places), add("Sub", places, add("Sub", later, scalar(1)))]


def _lines(builder: NodeBuilder, ends: list[str], shares: list[str], terms: int) -> str:
    add = builder.add
    parts = [add("Mul", share, builder.scalar(1 / terms)) for share in shares]
    before, after = (add("Mul", end, part) for end, part in zip(ends, parts, strict=True))
    total = add("Add", before, after)
    for _ in range(terms - 1):
        total = add("Add", add("Add", total, before), after)
    return total
