"""The harmonic source with fewer passes makes the same sound."""

from collections.abc import Sequence

import numpy as np
import onnx
import onnxruntime as ort
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from kokoro_live.graph.onnx_graph import Graph
from kokoro_live.graph.passes.hn_nsf_source import simplify_source
from kokoro_live.model.store import Graphs

STEP, RATE, HARMONICS = 300, 24_000, 9
SAME = 1e-4  # of sines that add up to 0.1; lines drawn with any other rounding differ by 6e-4


def published() -> onnx.ModelProto:
    """f0 [1, T] → samples [1, N, 1], as the generator has it."""
    weights = {
        "one": np.array([1]),
        "axis": np.array(1),
        "up": np.array([1, 1, STEP], np.float32),
        "down": np.array([1, 1, 1 / STEP], np.float32),
        "multiples": np.arange(1, HARMONICS + 1, dtype=np.float32).reshape(1, -1, 1),
        "rate": np.array(RATE, np.float32),
        "radians": np.array(2 * np.pi * STEP, np.float32),
        "level": np.array(0.1, np.float32),
        "threshold": np.array(10, np.float32),
        "mix": -np.linspace(0.08, 0.18, HARMONICS, dtype=np.float32).reshape(-1, 1),
        "bias": np.array([-0.03], np.float32),
    }

    def resized(given: str, scale: str, made: str, **settings: str) -> onnx.NodeProto:
        return helper.make_node("Resize", [given, "", scale], [made], name=made, **settings)

    def node(kind: str, given: list[str], made: str, **settings: object) -> onnx.NodeProto:
        return helper.make_node(kind, given, [made], name=made, **settings)  # type: ignore[arg-type]

    turn = {"perm": [0, 2, 1]}
    linear = {"mode": "linear", "coordinate_transformation_mode": "half_pixel"}
    nearest = {"mode": "nearest", "coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
    nodes = [
        node("Unsqueeze", ["f0", "one"], "curve"),
        resized("curve", "up", "loop_layers", **nearest),
        node("Mul", ["loop_layers", "multiples"], "multiplied"),
        node("Div", ["multiplied", "rate"], "cycles"),
        node("Floor", ["cycles"], "full"),
        node("Sub", ["cycles", "full"], "rest"),
        resized("rest", "down", "averaged", **linear),
        node("Transpose", ["averaged"], "averaged_turned", **turn),
        node("CumSum", ["averaged_turned", "axis"], "summed_up"),
        node("Mul", ["summed_up", "radians"], "phases_turned"),
        node("Transpose", ["phases_turned"], "phases", **turn),
        resized("phases", "up", "lines", **linear),
        node("Transpose", ["lines"], "lines_turned", **turn),
        node("Sin", ["lines_turned"], "sines"),
        node("Mul", ["sines", "level"], "scaled"),
        node("Transpose", ["loop_layers"], "repeated_turned", **turn),
        node("Greater", ["repeated_turned", "threshold"], "above"),
        node("Cast", ["above"], "voiced", to=TensorProto.FLOAT),
        node("Mul", ["scaled", "voiced"], "chosen"),
        node("MatMul", ["chosen", "mix"], "mixed"),
        node("Add", ["bias", "mixed"], "shifted"),
        node("Tanh", ["shifted"], "samples"),
    ]
    value = helper.make_tensor_value_info
    ends = ([value("f0", TensorProto.FLOAT, [1, "T"])], [value("samples", TensorProto.FLOAT, [1, "N", 1])])
    stored = [numpy_helper.from_array(values, name) for name, values in weights.items()]
    graph = helper.make_graph(nodes, "g", *ends, stored)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def leaner() -> onnx.ModelProto:
    graph = Graph(published())
    simplify_source(graph)
    return graph.to_model()


def _loaded(model: onnx.ModelProto) -> ort.InferenceSession:
    return ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])


BEFORE, AFTER = _loaded(published()), _loaded(leaner())


def difference(f0: NDArray[np.float32]) -> float:
    before, after = (session.run(None, {"f0": f0[None]})[0] for session in (BEFORE, AFTER))
    assert before.shape == after.shape == (1, STEP * len(f0), 1)
    return float(np.abs(before - after).max())


@settings(deadline=None, max_examples=60)
@given(st.lists(st.floats(-20, 600, width=32) | st.just(0.0), min_size=1, max_size=120))
def test_any_melody_sounds_the_same(f0: list[float]) -> None:
    assert difference(np.array(f0, np.float32)) < SAME


def test_a_long_high_melody_keeps_every_phase() -> None:
    """Phases grow with the sentence, and with them what another rounding would do."""
    times = np.arange(1600) / 80
    f0 = np.where(np.sin(3 * times) > -0.5, 350 + 80 * np.sin(2 * times), 0)
    assert difference(f0.astype(np.float32)) < SAME


def test_unvoiced_stretches_hold_nothing_but_the_bias() -> None:
    samples = AFTER.run(None, {"f0": np.zeros((1, 40), np.float32)})[0]
    assert len(np.unique(samples)) == 1


@pytest.mark.parametrize("voiced", [[0], [1], [0, 1], [38, 39], [39], range(40)])
def test_what_is_voiced_anywhere_is_drawn(voiced: Sequence[int]) -> None:
    """At both ends, where a line has only one value; next to each other, which share one; everywhere."""
    f0 = np.zeros(40, np.float32)
    f0[list(voiced)] = 210
    assert difference(f0) < SAME
    (samples,) = AFTER.run(None, {"f0": f0[None]})
    heard = np.ptp(samples.reshape(40, STEP), axis=1) > 0
    assert list(np.flatnonzero(heard)) == list(voiced)


def test_a_source_of_another_shape_stays_as_it_is() -> None:
    model = published()
    next(node for node in model.graph.node if node.op_type == "Sub").op_type = "Add"
    graph = Graph(model)
    simplify_source(graph)
    assert graph.nodes == list(model.graph.node)


def test_a_bias_that_is_not_stored_leaves_it_as_it_is() -> None:
    model = published()
    next(node for node in model.graph.node if node.output[0] == "shifted").input[0] = "f0"
    graph = Graph(model)
    simplify_source(graph)
    assert graph.nodes == list(model.graph.node)


@pytest.mark.parametrize(("name", "variant"), [("acoustic", "folded"), ("harmonic_source", "int8")])
def test_the_pinned_model_is_rewritten(graphs: Graphs, name: str, variant: str) -> None:
    model = onnx.load(graphs.graph(name, variant))
    modes = [attribute.s for node in model.graph.node for attribute in node.attribute if attribute.name == "mode"]
    assert b"linear" not in modes
