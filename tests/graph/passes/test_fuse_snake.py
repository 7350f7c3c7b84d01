"""Fewer operators, the same function."""

from collections import Counter

import numpy as np
import onnx
import onnxruntime as ort
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from kokoro_live.errors import BuildError
from kokoro_live.graph.onnx_graph import Graph
from kokoro_live.graph.passes.fuse_snake import SINE_SQUARED, activations, fuse_snake, upsample_by_convolution
from kokoro_live.model.store import Graphs


@pytest.fixture(scope="module")
def window(graphs: Graphs) -> onnx.ModelProto:
    return onnx.load(graphs.graph("vocoder_window"))


def test_the_polynomial_is_the_square_of_a_sine() -> None:
    rest = np.linspace(-0.5, 0.5, 10_001)
    powers = np.stack([rest ** (2 * k + 2) for k in range(len(SINE_SQUARED))])
    np.testing.assert_allclose(np.array(SINE_SQUARED) @ powers, np.sin(np.pi * rest) ** 2 / np.pi, atol=2e-7)


def test_no_activation_and_no_upsampling_is_left_as_it_was(window: onnx.ModelProto) -> None:
    before = Counter(node.op_type for node in window.graph.node)
    after = Counter(node.op_type for node in fuse_snake(window).graph.node)
    assert len(activations(Graph(window))) == before["Pow"] == 48
    assert after["Pow"] == 0 and after["Sin"] == before["Sin"] - 48
    assert (before["ConvTranspose"], after["ConvTranspose"]) == (3, 1)  # the inverse transform's is left
    assert before == Counter(node.op_type for node in window.graph.node)  # what it was made from is not touched


def upsampling(stride: int, channels: int, padding: list[int]) -> onnx.ModelProto:
    """A graph of one upsampling convolution, as the generator has them."""
    random = np.random.default_rng(stride)
    weights = [
        numpy_helper.from_array(random.standard_normal(shape).astype(np.float32), name)
        for name, shape in (("w", (5, channels, 2 * stride)), ("b", (channels,)))
    ]
    node = helper.make_node("ConvTranspose", ["x", "w", "b"], ["y"], name="/ups.0", strides=[stride], pads=padding)
    value = helper.make_tensor_value_info
    ends = ([value("x", TensorProto.FLOAT, [1, 5, "n"])], [value("y", TensorProto.FLOAT, [1, channels, "m"])])
    graph = helper.make_graph([node], "g", *ends, weights)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


@pytest.mark.parametrize(("stride", "padding"), [(10, [5, 5]), (6, [3, 3]), (3, [1, 2])])
def test_an_upsampling_convolution_is_an_ordinary_one(stride: int, padding: list[int]) -> None:
    from onnx.reference import ReferenceEvaluator

    model = upsampling(stride, 4, padding)
    x = np.random.default_rng(1).standard_normal((1, 5, 17)).astype(np.float32)
    (expected,) = ReferenceEvaluator(model).run(None, {"x": x})
    (made,) = ReferenceEvaluator(fuse_snake(model)).run(None, {"x": x})
    assert made.shape == expected.shape
    np.testing.assert_allclose(made, expected, atol=1e-4)


@settings(deadline=None, max_examples=40)
@given(
    st.data(), st.integers(1, 4), st.sampled_from([1, 3, 5]), st.integers(2, 6), st.integers(2, 13), st.integers(0, 5)
)
def test_every_upsampling_of_a_graph_becomes_an_ordinary_one(
    data: st.DataObject, outputs: int, groups: int, stride: int, length: int, more: int
) -> None:
    """Channels apart or together, any length, an uneven end: as curves and decoder have them."""
    spare = -length % stride
    before, after = (data.draw(st.integers(1, max(1, length // 2))) for _ in range(2))
    more = min(more, stride - 1, after + spare - 1)
    random = np.random.default_rng(length)
    inputs = groups * data.draw(st.integers(1, 3))
    shapes = {"w": (inputs, outputs, length), "b": (outputs * groups,)}
    weights = [numpy_helper.from_array(random.standard_normal(shapes[name], np.float32), name) for name in shapes]
    how = {"strides": [stride], "pads": [before, after], "group": groups, "output_padding": [more]}
    node = helper.make_node("ConvTranspose", ["x", "w", "b"], ["y"], name="pool", **how)  # type: ignore[arg-type]
    value = helper.make_tensor_value_info
    ends = ([value("x", TensorProto.FLOAT, [1, inputs, "n"])], [value("y", TensorProto.FLOAT, [1, None, "m"])])
    graph = helper.make_graph([node], "g", *ends, weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    x = random.standard_normal((1, inputs, 17), np.float32)
    expected, made = (_run(each, x) for each in (model, upsample_by_convolution(model)))
    assert made.shape == expected.shape
    np.testing.assert_allclose(made, expected, atol=1e-4)


def _run(model: onnx.ModelProto, x: NDArray[np.float32]) -> NDArray[np.float32]:
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return np.asarray(session.run(None, {"x": x})[0])


def test_an_unknown_upsampling_is_refused() -> None:
    with pytest.raises(BuildError, match="upsampling"):
        fuse_snake(upsampling(10, 4, [0, 0]))
