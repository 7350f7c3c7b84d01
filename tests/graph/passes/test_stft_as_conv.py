"""A convolution that hears what the transform hears."""

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from kokoro_live.errors import BuildError
from kokoro_live.graph.onnx_graph import Graph
from kokoro_live.graph.passes.stft_as_conv import _run, replace_stft

LENGTH, STEP, BIAS = 20, 5, -0.03


def transforming() -> onnx.ModelProto:
    """x → its transform → real and imaginary parts, as the generator has it."""
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(LENGTH) / LENGTH)
    weights = {
        "step": np.array(STEP),
        "window": window.astype(np.float32),
        "length": np.array(LENGTH),
        "zero": np.array(0),
        "one": np.array(1),
        "generator.m_source.l_linear.bias": np.array([BIAS], np.float32),
    }
    nodes = [
        helper.make_node("STFT", ["x", "step", "window", "length"], ["bins"], name="STFT", onesided=1),
        helper.make_node("Transpose", ["bins"], ["turned"], perm=[0, 2, 1, 3]),
        helper.make_node("Gather", ["turned", "zero"], ["real"], axis=3),
        helper.make_node("Gather", ["turned", "one"], ["imaginary"], axis=3),
        helper.make_node("Concat", ["real", "imaginary"], ["y"], axis=1),
    ]
    value = helper.make_tensor_value_info
    ends = ([value("x", TensorProto.FLOAT, [1, "n"])], [value("y", TensorProto.FLOAT, [1, 22, "m"])])
    stored = [numpy_helper.from_array(values, name) for name, values in weights.items()]
    graph = helper.make_graph(nodes, "g", *ends, stored)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def both(signal: np.ndarray) -> tuple[np.ndarray, np.ndarray]:  # type: ignore[type-arg]
    import onnxruntime as ort

    graph = Graph(transforming())
    replace_stft(graph)
    replaced = graph.to_model()
    assert "STFT" not in {node.op_type for node in replaced.graph.node}
    made = [
        ort.InferenceSession(m.SerializeToString()).run(["y"], {"x": signal})[0] for m in (transforming(), replaced)
    ]
    return made[0], made[1]


def test_sound_is_transformed_alike() -> None:
    expected, made = both(np.random.default_rng(1).standard_normal((1, 4000)).astype(np.float32))
    np.testing.assert_allclose(made, expected, atol=3e-6)


def test_where_nothing_is_voiced_the_phases_of_rounding_errors_are_kept() -> None:
    """Three decibels of the model's sound hang on them."""
    (constant,) = _run(Graph(transforming()), helper.make_node("Tanh", ["a"], ["b"]), np.array([BIAS], np.float32))
    expected, made = both(np.full((1, 4000), constant, np.float32))
    phases = [np.angle(one[0, 1:10] + 1j * one[0, 12:21]) for one in (expected, made)]
    assert np.abs(np.angle(np.exp(1j * (phases[0] - phases[1])))).max() < 0.1


def test_another_model_is_refused() -> None:
    model = transforming()
    model.graph.node[0].op_type = "Identity"
    with pytest.raises(BuildError, match="STFT"):
        replace_stft(Graph(model))
