"""Fewer operators, the same function."""

from collections import Counter

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from kokoro_live.errors import BuildError
from kokoro_live.speech.build import Derived
from kokoro_live.speech.folding import Graph
from kokoro_live.speech.leaning import SINE_SQUARED, activations, lean


@pytest.fixture(scope="module")
def window(graphs: Derived) -> onnx.ModelProto:
    return onnx.load(graphs.graph("vocoder_window"))


def test_the_polynomial_is_the_square_of_a_sine() -> None:
    rest = np.linspace(-0.5, 0.5, 10_001)
    powers = np.stack([rest ** (2 * k + 2) for k in range(len(SINE_SQUARED))])
    np.testing.assert_allclose(np.array(SINE_SQUARED) @ powers, np.sin(np.pi * rest) ** 2 / np.pi, atol=2e-7)


def test_no_activation_and_no_upsampling_is_left_as_it_was(window: onnx.ModelProto) -> None:
    before = Counter(node.op_type for node in window.graph.node)
    after = Counter(node.op_type for node in lean(window).graph.node)
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
    (made,) = ReferenceEvaluator(lean(model)).run(None, {"x": x})
    assert made.shape == expected.shape
    np.testing.assert_allclose(made, expected, atol=1e-4)


def test_an_unknown_upsampling_is_refused() -> None:
    with pytest.raises(BuildError, match="unknown upsampling"):
        lean(upsampling(10, 4, [0, 0]))
