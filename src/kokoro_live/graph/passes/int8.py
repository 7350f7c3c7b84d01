"""A graph with integer convolutions: eight bits for what they read, eight for their weights.

A tensor has one step for all its channels, but some channels are a hundred times louder than others. So each channel is
first divided by a factor of its own, and the weights that read it are multiplied by it: loud channels and large weights
share the burden. Ranges are measured over all voices (`tools/calibrate.py ranges`) and belong to one base model; a
convolution without a range stays as it is.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

from kokoro_live.errors import UnknownGraph
from kokoro_live.graph.onnx_graph import Graph
from kokoro_live.model.calibration import Ranges

SHARE = 0.8  # of the channels' unevenness that the weights take over
STEPS = 255
WEIGHT_STEPS = 127
TINY = 1e-9


def quantize(model: onnx.ModelProto, ranges: Ranges) -> onnx.ModelProto:
    """Every convolution that reads a tensor with a range, in int8."""
    graph = Graph(model)
    strange = set(ranges).difference(read_by_convolutions(model))
    if strange:
        raise UnknownGraph(f"convolutions: none reads {min(strange)}")
    nodes = []
    for node in graph.nodes:
        if _is_plain(node) and node.input[0] in ranges:
            nodes += _quantised(graph, node, ranges[node.input[0]])
        else:
            nodes.append(node)
    graph.nodes = nodes
    return graph.to_model()


def read_by_convolutions(model: onnx.ModelProto) -> set[str]:
    """What convolutions read."""
    return {node.input[0] for node in model.graph.node if _is_plain(node)}


def _is_plain(node: onnx.NodeProto) -> bool:
    """A convolution of all channels with each other."""
    return node.op_type == "Conv" and all(each.name != "group" or each.i == 1 for each in node.attribute)


def _quantised(graph: Graph, node: onnx.NodeProto, kept: NDArray[np.float32]) -> list[onnx.NodeProto]:
    """Even out, quantise, put back; the runtime makes one integer convolution of what surrounds it."""
    name, read = f"{node.name}/int8", graph.array(node.input[1])
    factors = evening(kept, read)
    low, high = min(0.0, float((kept[0] / factors).min())), max(0.0, float((kept[1] / factors).max()))
    step = (high - low) / STEPS
    weight = read * factors.reshape(1, -1, 1)
    weight_step = np.maximum(np.abs(weight).max(axis=(1, 2)), TINY) / WEIGHT_STEPS
    whole = np.round(weight / weight_step.reshape(-1, 1, 1))
    stored: dict[str, NDArray[Any]] = {
        "evening": (1 / factors).reshape(1, -1, 1).astype(np.float32),
        "step": np.array(step, np.float32),
        "zero": np.array(round(-low / step), np.uint8),
        "weight": whole.astype(np.int8),
        "weight_step": weight_step.astype(np.float32),
        "weight_zero": np.zeros(len(weight_step), np.int8),
    }
    if edges := _edges_taken(node):
        before, after = edges
        stored["edges"] = np.array([0, 0, before, 0, 0, after])
    for part, values in stored.items():
        graph.weights[f"{name}/{part}"] = numpy_helper.from_array(values, f"{name}/{part}")
    return [*_around(node, name, bool(edges))]


def _edges_taken(node: onnx.NodeProto) -> list[int]:
    """How far a dilated convolution reads beyond both ends, which it no longer does; nothing of another one.

    OpenVINO takes nearly twice as long for one that has to make up values there, unless nought is stored as nought.
    """
    settings = {attribute.name: attribute for attribute in node.attribute}
    if "dilations" not in settings or settings["dilations"].ints[0] == 1 or "pads" not in settings:
        return []
    edges = list(settings["pads"].ints)
    settings["pads"].ints[:] = [0] * len(edges)
    return edges


def evening(kept: NDArray[np.float32], weight: NDArray[np.float32]) -> NDArray[np.float64]:
    """What each channel is divided by."""
    loudest = np.maximum(np.abs(kept).max(0), TINY).astype(np.float64)
    largest = np.maximum(np.abs(weight).max(axis=(0, 2)), TINY).astype(np.float64)
    factors: NDArray[np.float64] = loudest**SHARE / largest ** (1 - SHARE)
    factors /= np.exp(np.log(factors).mean())
    return factors


def _around(node: onnx.NodeProto, name: str, padded: bool) -> Iterator[onnx.NodeProto]:
    def make(kind: str, names: list[str], result: str, **how: int) -> onnx.NodeProto:
        return helper.make_node(kind, names, [f"{name}/{result}"], name=f"{name}/{result}", **how)  # type: ignore[arg-type]

    scale = [f"{name}/step", f"{name}/zero"]
    weight_scale = [f"{name}/weight_step", f"{name}/weight_zero"]
    yield make("Mul", [node.input[0], f"{name}/evening"], "even")
    yield make("QuantizeLinear", [f"{name}/even", *scale], "whole")
    if padded:
        yield make("Pad", [f"{name}/whole", f"{name}/edges", f"{name}/zero"], "padded")
    yield make("DequantizeLinear", [f"{name}/padded" if padded else f"{name}/whole", *scale], "value")
    yield make("DequantizeLinear", [f"{name}/weight", *weight_scale], "weights", axis=0)
    node.input[0], node.input[1] = f"{name}/value", f"{name}/weights"
    yield node
