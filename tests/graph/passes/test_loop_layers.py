"""Equal layers become one that is run in turns; what is not equal stays."""

import numpy as np
import onnx
import onnxruntime as ort
import pytest
from onnx import TensorProto, helper, numpy_helper

from kokoro_live.graph.passes.loop_layers import loop_layers
from kokoro_live.model.store import Graphs

WIDTH, LAYERS = 8, 4


def layered(odd: dict[str, str] | None = None) -> onnx.ModelProto:
    """x and a mask → four equal layers → y. `odd` is read by the third in the place of something."""
    random = np.random.default_rng(5)
    stored = {name: random.standard_normal((WIDTH, WIDTH)).astype(np.float32) for name in ("weight", "other")}
    stored |= {name: random.standard_normal(WIDTH).astype(np.float32) for name in ("gain", "offset")}
    nodes = [helper.make_node("Relu", ["x"], ["h0"]), helper.make_node("Sigmoid", ["given"], ["mask"])]
    for k in range(LAYERS):
        reads = ["weight", "mask"]
        if odd and k == 2:
            reads = [odd.get(name, name) for name in reads]
        nodes += [
            helper.make_node("MatMul", [f"h{k}", reads[0]], [f"product{k}"]),
            helper.make_node("Mul", [f"product{k}", reads[1]], [f"masked{k}"]),
            helper.make_node(
                "SkipLayerNormalization",
                [f"masked{k}", f"h{k}", "gain", "offset"],
                [f"h{k + 1}"],
                domain="com.microsoft",
                epsilon=1e-5,
            ),
        ]
    nodes.append(helper.make_node("Relu", [f"h{LAYERS}"], ["y"]))
    value = helper.make_tensor_value_info
    shape = [1, "n", WIDTH]
    inputs = [value(name, TensorProto.FLOAT, shape) for name in ("x", "given")]
    weights = [numpy_helper.from_array(values, name) for name, values in stored.items()]
    graph = helper.make_graph(nodes, "g", inputs, [value("y", TensorProto.FLOAT, shape)], weights)
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=8)


def made(model: onnx.ModelProto) -> np.ndarray:  # type: ignore[type-arg]
    random = np.random.default_rng(6)
    feeds = {name: random.standard_normal((1, 5, WIDTH)).astype(np.float32) for name in ("x", "given")}
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return np.asarray(session.run(None, feeds)[0])


def kinds(model: onnx.ModelProto) -> list[str]:
    return [node.op_type for node in model.graph.node]


def test_equal_layers_are_run_in_turns_and_make_the_same() -> None:
    model = loop_layers(layered())
    assert kinds(model).count("Loop") == 1 and "MatMul" not in kinds(model)
    np.testing.assert_array_equal(made(model), made(layered()))


def test_a_layer_with_its_own_weights_or_inputs_keeps_them_all() -> None:
    for odd in ({"weight": "other"}, {"mask": "given"}, {"mask": "h1"}):
        model = layered(odd)
        assert kinds(loop_layers(model)) == kinds(model)


@pytest.mark.parametrize(("name", "variant"), [("acoustic", "folded"), ("text_encoder_bert", "int8")])
def test_the_pinned_model_has_one_layer(graphs: Graphs, name: str, variant: str) -> None:
    model = onnx.load(graphs.graph(name, variant), load_external_data=False)
    assert kinds(model).count("Loop") == 1 and "SkipLayerNormalization" not in kinds(model)
