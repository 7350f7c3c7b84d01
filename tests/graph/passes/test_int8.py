"""Eight bits where ranges are known."""

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from kokoro_live.errors import BuildError
from kokoro_live.graph.passes.int8 import evening, quantize


def convolution(weight: np.ndarray, **how: object) -> onnx.ModelProto:  # type: ignore[type-arg]
    node = helper.make_node("Conv", ["x", "w"], ["y"], name="conv", **{"pads": [1, 1], **how})  # type: ignore[arg-type]
    value = helper.make_tensor_value_info
    outputs, inputs, _ = weight.shape
    ends = ([value("x", TensorProto.FLOAT, [1, inputs, "n"])], [value("y", TensorProto.FLOAT, [1, outputs, "n"])])
    graph = helper.make_graph([node], "g", *ends, [numpy_helper.from_array(weight, "w")])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 19)], ir_version=9)


def test_a_loud_channel_does_not_drown_the_others() -> None:
    random = np.random.default_rng(3)
    loudness = np.array([100.0, 1.0, 0.01, 1.0], np.float32).reshape(1, -1, 1)
    weight = random.standard_normal((6, 4, 3)).astype(np.float32) / loudness
    x = random.standard_normal((1, 4, 400)).astype(np.float32) * loudness
    ranges = {"x": np.stack([x[0].min(1), x[0].max(1)])}
    (expected,) = ReferenceEvaluator(convolution(weight)).run(None, {"x": x})
    (made,) = ReferenceEvaluator(quantize(convolution(weight), ranges)).run(None, {"x": x})
    noise = np.mean((made - expected) ** 2, (0, 2)) / np.mean(expected**2, (0, 2))
    assert (10 * np.log10(noise) < -35).all()
    assert np.ptp(np.log(np.abs(ranges["x"]).max(0) / evening(ranges["x"], weight))) < np.log(100)


@pytest.mark.parametrize(("dilation", "edges"), [(1, [1, 1]), (3, [3, 3]), (5, [7, 2])])
def test_beyond_both_ends_there_is_nothing(dilation: int, edges: list[int]) -> None:
    """Also where nought is not stored as nought, and a dilated convolution leaves its edges to somebody else."""
    random = np.random.default_rng(dilation)
    weight = random.standard_normal((4, 4, 3)).astype(np.float32)
    x = random.uniform(-2, 3, (1, 4, 40)).astype(np.float32)
    how = {"dilations": [dilation], "pads": edges}
    (expected,) = ReferenceEvaluator(convolution(weight, **how)).run(None, {"x": x})
    model = quantize(convolution(weight, **how), {"x": np.stack([x[0].min(1), x[0].max(1)])})
    (made,) = ReferenceEvaluator(model).run(None, {"x": x})
    assert made.shape == expected.shape
    np.testing.assert_allclose(made, expected, atol=0.2)  # a wrong value there would be wrong by 2 times a weight
    assert ("Pad" in [node.op_type for node in model.graph.node]) == (dilation > 1)


def test_channels_apart_stay_in_float() -> None:
    """Their weights are not as many as what they read."""
    weight = np.ones((4, 1, 3), np.float32)
    model = convolution(weight, group=4)
    with pytest.raises(BuildError, match="convolutions"):
        quantize(model, {"x": np.zeros((2, 4), np.float32)})


def test_what_has_no_range_stays_in_float() -> None:
    model = convolution(np.ones((1, 1, 3), np.float32))
    assert [node.op_type for node in quantize(model, {}).graph.node] == ["Conv"]


def test_ranges_of_another_model_are_refused() -> None:
    with pytest.raises(BuildError, match="convolutions"):
        quantize(convolution(np.ones((1, 1, 3), np.float32)), {"z": np.array([[-1.0], [1.0]], np.float32)})


def test_values_beyond_the_range_are_clipped_not_wrapped() -> None:
    model = convolution(np.array([[[0.0, 1.0, 0.0]]], np.float32))
    ranges = {"x": np.array([[-1.0], [1.0]], np.float32)}
    (made,) = ReferenceEvaluator(quantize(model, ranges)).run(None, {"x": np.array([[[-5.0, 0.0, 5.0]]], np.float32)})
    np.testing.assert_allclose(made, [[[-1.0, 0.0, 1.0]]], atol=0.02)


def test_a_silent_channel_and_an_unused_one_do_no_harm() -> None:
    weight = np.array([[[0.0, 0.0, 0.0], [0.0, 2.0, 0.0]]], np.float32)
    ranges = {"x": np.array([[0.0, -1.0], [0.0, 1.0]], np.float32)}
    x = np.array([[[0.0, 0.0], [0.5, -0.5]]], np.float32)
    (made,) = ReferenceEvaluator(quantize(convolution(weight), ranges)).run(None, {"x": x})
    np.testing.assert_allclose(made, [[[1.0, -1.0]]], atol=0.02)
