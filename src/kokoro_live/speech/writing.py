"""New nodes for a graph that is being rewritten."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper

from kokoro_live.speech.folding import Graph


@dataclass
class Writer:
    """New nodes and their constants."""

    graph: Graph
    name: str  # before those of all that is made
    nodes: list[onnx.NodeProto] = field(default_factory=list)

    def make(self, kind: str, *inputs: str, result: str | None = None, **settings: Any) -> str:
        """A node; the name of what it makes."""
        result = result or f"{self.name}/{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [result], name=result, **settings))
        return result

    def whole(self, *values: int) -> str:
        """Constant whole numbers."""
        return self.graph.store_whole(f"{self.name}/whole {values}", list(values))

    def number(self, value: float) -> str:
        """A constant."""
        return self.graph.store(f"{self.name}/number {value}", np.array(value, np.float32))

    def part(self, values: str, axis: int, start: int, end: int) -> str:
        """Of `values` along an axis."""
        return self.make("Slice", values, self.whole(start), self.whole(end), self.whole(axis))

    def counted(self, end: str) -> str:
        """0, 1, 2 …, as many as `end` says."""
        edges = [self.make("Squeeze", edge) for edge in (self.whole(0), end, self.whole(1))]
        return self.make("Cast", self.make("Range", *edges), to=TensorProto.FLOAT)
