"""A graph that is being rewritten: who produces and who consumes a tensor, in which order, and new nodes."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from kokoro_live.errors import UnknownGraph


class Graph:
    """A flat ONNX graph that can be asked who produces and who consumes a tensor."""

    def __init__(self, model: onnx.ModelProto) -> None:
        self.model = model
        self.nodes = list(model.graph.node)
        self.weights = {tensor.name: tensor for tensor in model.graph.initializer}
        self.inputs = [value.name for value in model.graph.input]
        self.outputs = [value.name for value in model.graph.output]

    @classmethod
    def copy_of(cls, model: onnx.ModelProto) -> "Graph":
        """A graph that may be rewritten without changing the model."""
        copy = onnx.ModelProto()
        copy.CopyFrom(model)
        return cls(copy)

    def producers(self) -> dict[str, onnx.NodeProto]:
        """Tensor name → the node that produces it."""
        return {name: node for node in self.nodes for name in node.output}

    def consumers(self) -> dict[str, list[onnx.NodeProto]]:
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

    def store_ints(self, name: str, values: list[int]) -> str:
        """Keep integers under `name` and return the name."""
        self.weights[name] = numpy_helper.from_array(np.array(values, np.int64), name)
        return name

    def splice(self, nodes: list[onnx.NodeProto]) -> None:
        """Put nodes in the place of those that produced the same tensors."""
        replaced = {name for node in nodes for name in node.output}
        self.nodes = nodes + [node for node in self.nodes if not replaced.intersection(node.output)]

    def to_model(self) -> onnx.ModelProto:
        """A model of the graph's nodes, in order, without what nothing needs."""
        given = set(self.inputs)
        nodes = toposort(upstream(self.nodes, given, self.outputs), {*given, *self.weights})
        used = {name for node in nodes for name in node.input}
        model = onnx.ModelProto()
        model.CopyFrom(self.model)
        del model.graph.node[:], model.graph.initializer[:]
        model.graph.node.extend(nodes)
        model.graph.initializer.extend(tensor for name, tensor in self.weights.items() if name in used)
        return model


def upstream(nodes: list[onnx.NodeProto], inputs: set[str], outputs: Iterable[str]) -> list[onnx.NodeProto]:
    """The nodes that `outputs` depend on when the tensors in `inputs` are given; the order is kept."""
    producers = {name: node for node in nodes for name in node.output if name not in inputs}
    wanted, needed = [name for name in outputs if name in producers], set()
    while wanted:
        node = producers[wanted.pop()]
        if id(node) not in needed:
            needed.add(id(node))
            wanted += [name for name in node.input if name in producers]
    return [node for node in nodes if id(node) in needed]


def toposort(nodes: list[onnx.NodeProto], available: set[str]) -> list[onnx.NodeProto]:
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
            raise UnknownGraph(f"order of nodes at {later[0].name}")
        waiting = later
    return ordered


@dataclass
class NodeBuilder:
    """New nodes and their constants."""

    graph: Graph
    name: str  # before those of all that it adds
    nodes: list[onnx.NodeProto] = field(default_factory=list)

    def add(self, kind: str, *inputs: str, result: str | None = None, **settings: Any) -> str:
        """A node; the name of what it produces."""
        result = result or f"{self.name}/{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [result], name=result, **settings))
        return result

    def ints(self, *values: int) -> str:
        """Constant integers."""
        return self.graph.store_ints(f"{self.name}/ints {values}", list(values))

    def scalar(self, value: float) -> str:
        """A constant."""
        return self.graph.store(f"{self.name}/scalar {value}", np.array(value, np.float32))

    def slice(self, values: str, axis: int, start: int, end: int) -> str:
        """Of `values` along an axis."""
        return self.add("Slice", values, self.ints(start), self.ints(end), self.ints(axis))

    def arange(self, end: str) -> str:
        """0, 1, 2 …, as many as `end` says."""
        edges = [self.add("Squeeze", edge) for edge in (self.ints(0), end, self.ints(1))]
        return self.add("Cast", self.add("Range", *edges), to=TensorProto.FLOAT)
