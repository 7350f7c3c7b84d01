"""The harmonic source's transform as a convolution: ONNX Runtime's STFT takes a fifth of the acoustic graph's time.

Where nothing is voiced, most bins hold nothing but rounding errors. The model hears their phase all the same, and 3 dB
of log-spectral distance hang on it (docs/experiments/0048). So the weights are what STFT makes of unit impulses, its
rounding errors included, and a bias restores what it makes of the constant that an unvoiced source is.
"""

import numpy as np
import onnx
import onnxruntime as ort
from numpy.typing import NDArray
from onnx import TensorProto, helper

from kokoro_live.errors import UnknownGraph
from kokoro_live.graph.onnx_graph import Graph

Values = NDArray[np.float32]
CLEAR = 3e-7  # of a bin, so that its phase does not hang on how a convolution rounds; voiced bins are far above
LEAST = 1e-30
SOURCE_BIAS = "m_source.l_linear.bias"  # ends the name of the unvoiced source's value before its tanh


def replace_stft(graph: Graph) -> None:
    """Put a convolution in the place of the graph's STFT."""
    try:
        (transform,) = (node for node in graph.nodes if node.op_type == "STFT")
        (turned,) = graph.consumers()[transform.output[0]]
        parts = {int(graph.array(node.input[1])): node.output[0] for node in graph.consumers()[turned.output[0]]}
        (bias,) = (name for name in graph.weights if name.endswith(SOURCE_BIAS))
        results = [parts[0], parts[1]]  # the real parts, the imaginary ones
    except (ValueError, KeyError) as error:
        raise UnknownGraph("STFT") from error
    weight, rest = _measured(graph, transform, graph.array(bias))
    step = int(graph.array(transform.input[1]))
    name = transform.name
    graph.store(f"{name}/weight", weight[:, None, :])
    graph.store(f"{name}/bias", rest)
    reads = [f"{name}/signal", f"{name}/weight", f"{name}/bias"]
    channels = graph.store_ints(f"{name}/channels", [len(weight) // 2] * 2)
    axis = graph.store_ints(f"{name}/axis", [1])
    nodes = [
        helper.make_node("Unsqueeze", [transform.input[0], axis], [f"{name}/signal"], name=f"{name}/signal"),
        helper.make_node("Conv", reads, [f"{name}/bins"], name=f"{name}/bins", strides=[step]),
        helper.make_node("Split", [f"{name}/bins", channels], results, name=f"{name}/parts", axis=1),
    ]
    graph.splice(nodes)


def _measured(graph: Graph, transform: onnx.NodeProto, unvoiced: Values) -> tuple[Values, Values]:
    """What the operator makes of each unit impulse ([real and imaginary bins, length]), and what is missing when the
    transform of an unvoiced source is put together from these."""
    length = len(graph.array(transform.input[2]))
    (constant,) = _run(graph, helper.make_node("Tanh", ["x"], ["y"]), unvoiced)
    signals = np.concatenate([np.eye(length), np.full((1, length), constant)]).astype(np.float32)
    responses = _run(graph, transform, signals).astype(np.float64)
    *impulses, level = responses[:, 0, :, 0] + 1j * responses[:, 0, :, 1]
    # Not so the last bin: its imaginary part is as small where something is voiced.
    level[:-1] *= np.maximum(1, CLEAR / np.maximum(np.abs(level[:-1]), LEAST))
    rest = level - np.stack(impulses, 1) @ signals[-1].astype(np.float64)
    weight = np.stack(impulses, 1)
    return _apart(weight), _apart(rest)


def _apart(values: NDArray[np.complex128]) -> Values:
    return np.concatenate([values.real, values.imag]).astype(np.float32)


def _run(graph: Graph, node: onnx.NodeProto, values: Values) -> Values:
    """What the runtime makes of a node's first input."""
    reads = helper.make_tensor_value_info(node.input[0], TensorProto.FLOAT, [None] * values.ndim)
    makes = helper.make_tensor_value_info(node.output[0], TensorProto.FLOAT, None)
    alone = helper.make_graph([node], "alone", [reads], [makes], [graph.weights[name] for name in node.input[1:]])
    model = helper.make_model(alone, opset_imports=graph.model.opset_import, ir_version=graph.model.ir_version)
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return np.asarray(session.run(None, {node.input[0]: values})[0])
