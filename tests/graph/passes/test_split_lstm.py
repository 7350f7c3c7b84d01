"""One operator for each direction makes what one for both makes, to the last bit."""

from pathlib import Path

import numpy as np
import onnx
import pytest
from numpy.typing import NDArray
from onnx import TensorProto, helper

from kokoro_live.assets.fetch import Store
from kokoro_live.assets.manifest import INT8, manifest
from kokoro_live.cancel import Cancel
from kokoro_live.errors import BuildError
from kokoro_live.graph.onnx_graph import Graph
from kokoro_live.graph.partition import PACED, SHARED
from kokoro_live.graph.passes.dequantize import dequantize
from kokoro_live.graph.passes.split_lstm import split_lstm
from kokoro_live.model.runtimes.onnxruntime import Session

HALVES = ("lstm_forward", "lstm_backward")
READ = "/encoder/MatMul_output_0"  # [1,640,t]; what the layer reads, before it is transposed


def layer(graph: Graph, *results: str) -> onnx.ModelProto:
    """What makes these of what the layer reads."""
    model = graph.to_model()
    value = helper.make_tensor_value_info
    del model.graph.input[:], model.graph.output[:]
    model.graph.input.extend([value(READ, TensorProto.FLOAT, [1, 640, "t"])])
    model.graph.output.extend([value(name, TensorProto.FLOAT, None) for name in results])
    return Graph(model).to_model()


@pytest.mark.parametrize("in_float", [False, True])
@pytest.mark.parametrize("frames", [1, 2, 77])
def test_two_halves_are_the_whole(store: Store, tmp_path: Path, in_float: bool, frames: int) -> None:
    model = onnx.load(store.fetch(manifest()[INT8]))
    graph = dequantize(model) if in_float else Graph(model)
    two = split_lstm(graph, SHARED, HALVES)
    feeds = {READ: np.random.default_rng(frames).standard_normal((1, 640, frames)).astype(np.float32)}

    def made(graph: Graph, *results: str) -> list[NDArray[np.float32]]:
        path = tmp_path / "layer.onnx"
        onnx.save(layer(graph, *results), path)
        return Session(path, 1).run([*results], feeds, Cancel())

    (whole,), (joined, forth, back) = made(graph, SHARED), made(two, SHARED, *HALVES)
    np.testing.assert_array_equal(joined, whole)
    np.testing.assert_array_equal(np.concatenate([forth, back], 1), whole)
    assert np.abs(whole).max() > 0.1


def test_another_kind_of_layer_is_not_divided(store: Store) -> None:
    graph = Graph(onnx.load(store.fetch(manifest()[INT8])))
    for result in (PACED, "nothing"):
        with pytest.raises(BuildError, match="models fetch"):
            split_lstm(graph, result, HALVES)


@pytest.mark.parametrize("odd", ["starts from one", "reads forwards", "several texts", "clipped", "no state"])
def test_a_layer_that_would_come_out_wrong_is_not_divided(store: Store, odd: str) -> None:
    graph = Graph(onnx.load(store.fetch(manifest()[INT8])))
    layer = graph.producers()[SHARED]
    if odd == "starts from one":  # its halves would start from zero
        state = graph.producers()[layer.input[5]]
        del state.attribute[:]
        state.attribute.append(helper.make_attribute("value", onnx.numpy_helper.from_array(np.ones(1, np.float32))))
    elif odd == "reads forwards":
        (direction,) = (each for each in layer.attribute if each.name == "direction")
        direction.s = b"forward"
    elif odd == "several texts":
        layer.input[4] = layer.input[3]
    elif odd == "clipped":
        layer.attribute.append(helper.make_attribute("clip", 1.0))
    else:
        del layer.input[5:]
    with pytest.raises(BuildError):
        split_lstm(graph, SHARED, HALVES)
