"""One folded graph → the three graphs the engine runs.

    acoustic         tokens, style, speed, pitch → features, source, durations …   once per segment
    text_encoder_bert, text_encoder_cnn, prosody, lstm_forward, lstm_backward, alignment, f0_energy, decoder,
    harmonic_source  the same in parts, for variants that run them by different means
    vocoder_whole    features, source, style → audio, mean, deviation              exact, whole segment
    vocoder_window   features, source, style, mean, deviation → audio              exact on any window, given statistics

The generator is convolutional except for its instance normalisations, whose mean and deviation run over the whole
segment. `vocoder_whole` hands those statistics out; `vocoder_window` takes them in, which makes a window's result equal
to the same stretch of the whole.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from kokoro_live.errors import UnknownGraph
from kokoro_live.graph.onnx_graph import Graph, toposort, upstream
from kokoro_live.graph.passes.split_lstm import split_lstm

BERT_ENCODED = "/encoder/bert_encoder/Add_output_0"  # [1,L,512]; the text as the language model reads it
CNN_ENCODED = "/encoder/text_encoder/Transpose_2_output_0"  # [1,512,L]; the tokens and their neighbours
ALIGNMENT = "/encoder/Cast_4_output_0"  # [L,t]; 1 where a token is spoken
ALIGNED = "/encoder/MatMul_1_output_0"  # [1,512,t]; the text, token by token, at 40 frames per second
FEATURES = "/decoder/decoder/decode.3/Div_4_output_0"  # [1,512,T]; 80 frames per second, 300 samples each
SOURCE = "/decoder/decoder/generator/Concat_3_output_0"  # [1,22,60T+1]; harmonic source, phase already continuous
PACED = "/encoder/shared/Transpose_output_0"  # [t,1,640]; what was read, as long as it is spoken
SHARED = "/encoder/shared/LSTM_output_0"  # [t,2,1,256]; what both curves are made of
# [t,1,1,256]; the two halves of that, which read forwards and backwards
LSTM_FORWARD, LSTM_BACKWARD = "lstm_forward", "lstm_backward"
STYLE = "/decoder/Slice_output_0"  # [1,128]; the first half of the voice's style
DURATIONS = "/encoder/Clip_output_0"  # [1,L]; frames per token at 40 per second, 600 samples each
EXPECTED = "/encoder/predictor/ReduceSum_output_0"  # [1,L]; the same before speed, rounding and the one-frame floor
F0_CURVE = "/encoder/Squeeze_output_0"  # [1,T]; where pitch is scaled
F0 = "/encoder/Reshape_output_0"  # [1,T]
ENERGY = "/encoder/Reshape_1_output_0"  # [1,T]

FRIENDLY = {
    BERT_ENCODED: "bert_encoded",
    CNN_ENCODED: "cnn_encoded",
    ALIGNMENT: "alignment",
    ALIGNED: "aligned",
    PACED: "paced",
    FEATURES: "features",
    SOURCE: "source",
    STYLE: "vocoder_style",
    DURATIONS: "durations",
    EXPECTED: "expected",
    F0: "f0",
    ENERGY: "energy",
}
STATISTICS = ("mean", "deviation")

Value = tuple[str, int, list[int | str] | None]
WHOLE_STYLE, PITCH = "style", "pitch"
TOKENS, SPEED = "tokens", "speed"
F0_AND_ENERGY = (F0, ENERGY)
KINDS: dict[str, tuple[int, list[int | str]]] = {
    TOKENS: (TensorProto.INT64, [1, "L"]),
    WHOLE_STYLE: (TensorProto.FLOAT, [1, 256]),
    SPEED: (TensorProto.FLOAT, [1, "L"]),  # per token; the published graph divides by one number for all
    PITCH: (TensorProto.FLOAT, [1]),
    BERT_ENCODED: (TensorProto.FLOAT, [1, "L", 512]),
    CNN_ENCODED: (TensorProto.FLOAT, [1, 512, "L"]),
    ALIGNMENT: (TensorProto.FLOAT, ["L", "t"]),
    ALIGNED: (TensorProto.FLOAT, [1, 512, "t"]),
    PACED: (TensorProto.FLOAT, ["t", 1, 640]),
    LSTM_FORWARD: (TensorProto.FLOAT, ["t", 1, 1, 256]),
    LSTM_BACKWARD: (TensorProto.FLOAT, ["t", 1, 1, 256]),
    FEATURES: (TensorProto.FLOAT, [1, 512, "T"]),
    SOURCE: (TensorProto.FLOAT, [1, 22, "60T+1"]),
    STYLE: (TensorProto.FLOAT, [1, 128]),
    DURATIONS: (TensorProto.FLOAT, [1, "L"]),
    EXPECTED: (TensorProto.FLOAT, [1, "L"]),
    F0: (TensorProto.FLOAT, [1, "T"]),
    ENERGY: (TensorProto.FLOAT, [1, "T"]),
}


@dataclass(frozen=True)
class Normalisation:
    """One instance normalisation of the generator."""

    layer: str
    mean: str  # tensor name
    deviation: str  # tensor name
    channels: int


def partition(graph: Graph) -> dict[str, onnx.ModelProto]:
    """The three models, by name."""
    missing = [name for name in FRIENDLY if name not in graph.producers()]
    if missing:
        raise UnknownGraph(f"tensors: {missing[0]} is missing")
    return {
        "acoustic": acoustic_part(graph),
        "vocoder_whole": _vocoder_whole(graph),
        "vocoder_window": _vocoder_window(graph),
    }


def normalisations(graph: Graph) -> list[Normalisation]:
    """The generator's instance normalisations, in graph order."""
    nodes = _generator(graph)
    consumers = graph.consumers()
    deviations = {_layer(node): node.output[0] for node in nodes if node.op_type == "Sqrt" and "adain" in node.name}
    names = []
    for node in nodes:
        layer = _layer(node)
        if node.op_type == "ReduceMean" and node.name == f"{layer}/ReduceMean" and layer in deviations:
            snake = consumers[f"{layer}/Add_3_output_0"]  # the activation that follows carries one alpha per channel
            alpha = next(name for user in snake for name in user.input if name in graph.weights)
            channels = int(graph.weights[alpha].dims[1])
            names.append(Normalisation(layer, node.output[0], deviations[layer], channels))
    if len(names) != len(deviations) or not names:
        raise UnknownGraph("normalisations")
    return names


def describe(model: onnx.ModelProto) -> dict[str, object]:
    """Operator counts and tensor shapes, for the manifest."""

    def shape(value: onnx.ValueInfoProto) -> list[int | str]:
        return [d.dim_value or d.dim_param for d in value.type.tensor_type.shape.dim]

    return {
        "nodes": len(model.graph.node),
        "operators": dict(sorted(Counter(node.op_type for node in model.graph.node).items())),
        "inputs": {value.name: shape(value) for value in model.graph.input},
        "outputs": {value.name: shape(value) for value in model.graph.output},
    }


def _layer(node: onnx.NodeProto) -> str:
    return str(node.name.rsplit("/", 1)[0])


def _generator(graph: Graph) -> list[onnx.NodeProto]:
    return upstream(graph.nodes, {FEATURES, SOURCE, STYLE}, graph.outputs)


def acoustic_part(graph: Graph) -> onnx.ModelProto:
    """Everything before the generator."""
    return _part(
        graph, "acoustic", [TOKENS, WHOLE_STYLE, SPEED, PITCH], [*F0_AND_ENERGY, FEATURES, SOURCE, DURATIONS, EXPECTED]
    )


def text_parts(graph: Graph) -> list[onnx.ModelProto]:
    """From the text to what its curves are made of."""
    graph = split_lstm(graph, SHARED, (LSTM_FORWARD, LSTM_BACKWARD))
    return [
        _part(graph, "text_encoder_bert", [TOKENS], [BERT_ENCODED]),
        _part(graph, "text_encoder_cnn", [TOKENS], [CNN_ENCODED]),
        _part(graph, "prosody", [BERT_ENCODED, WHOLE_STYLE, SPEED], [PACED, ALIGNMENT, DURATIONS, EXPECTED]),
        _part(graph, LSTM_FORWARD, [PACED], [LSTM_FORWARD]),
        _part(graph, LSTM_BACKWARD, [PACED], [LSTM_BACKWARD]),
        _part(graph, "alignment", [CNN_ENCODED, ALIGNMENT], [ALIGNED]),
    ]


def f0_energy_part(graph: Graph) -> onnx.ModelProto:
    """Pitch and energy."""
    halves = (LSTM_FORWARD, LSTM_BACKWARD)
    return _part(split_lstm(graph, SHARED, halves), "f0_energy", [*halves, WHOLE_STYLE, PITCH], F0_AND_ENERGY)


def decoder_part(graph: Graph) -> onnx.ModelProto:
    """What comes between the aligned text with its curves and the generator."""
    return _part(graph, "decoder", [ALIGNED, *F0_AND_ENERGY, WHOLE_STYLE], [FEATURES])


def source_part(graph: Graph) -> onnx.ModelProto:
    """The source of the voice."""
    return _part(graph, "harmonic_source", [F0], [SOURCE])


def _part(graph: Graph, name: str, inputs: Sequence[str], outputs: Sequence[str]) -> onnx.ModelProto:
    """What makes `outputs` of `inputs`, with the pitch scaled."""
    scaled = helper.make_node("Mul", [F0_CURVE, PITCH], ["scaled_f0"], name="pitch")
    nodes = [*(_reading(node, {F0_CURVE: "scaled_f0"}) for node in graph.nodes), scaled]
    return _model(graph, name, nodes, [_value(each) for each in inputs], [_value(each) for each in outputs])


def _value(name: str) -> Value:
    kind, shape = KINDS[name]
    return name, kind, shape


def _vocoder_whole(graph: Graph) -> onnx.ModelProto:
    layers = normalisations(graph)
    total = sum(layer.channels for layer in layers)
    nodes = list(_generator(graph))
    for statistic in STATISTICS:
        parts = [getattr(layer, statistic) for layer in layers]
        nodes.append(helper.make_node("Concat", parts, [statistic], name=statistic, axis=1))
    outputs: list[Value] = [(graph.outputs[0], TensorProto.FLOAT, ["samples"])]
    outputs += [(statistic, TensorProto.FLOAT, [1, total, 1]) for statistic in STATISTICS]
    return _model(graph, "vocoder_whole", nodes, _window_inputs(), outputs)


def _vocoder_window(graph: Graph) -> onnx.ModelProto:
    layers = normalisations(graph)
    sizes = numpy_helper.from_array(np.array([layer.channels for layer in layers], np.int64), "channels")
    total = sum(layer.channels for layer in layers)
    nodes = list(_generator(graph))
    given = {name for layer in layers for name in (layer.mean, layer.deviation)}
    nodes = [node for node in nodes if not given.intersection(node.output)]
    for statistic in STATISTICS:
        parts = [getattr(layer, statistic) for layer in layers]
        nodes.append(helper.make_node("Split", [statistic, sizes.name], parts, name=statistic, axis=1))
    inputs = _window_inputs() + [(statistic, TensorProto.FLOAT, [1, total, 1]) for statistic in STATISTICS]
    outputs: list[Value] = [(graph.outputs[0], TensorProto.FLOAT, ["samples"])]
    return _model(graph, "vocoder_window", nodes, inputs, outputs, [sizes])


def _window_inputs() -> list[Value]:
    return [_value(name) for name in (FEATURES, SOURCE, STYLE)]


def _model(
    graph: Graph,
    name: str,
    nodes: list[onnx.NodeProto],
    inputs: list[Value],
    outputs: list[Value],
    constants: list[onnx.TensorProto] | None = None,
) -> onnx.ModelProto:
    constants = constants or []
    given = {value for value, *_ in inputs}
    available = {*given, *graph.weights, *(tensor.name for tensor in constants)}
    nodes = toposort(upstream(nodes, given, [value for value, *_ in outputs]), available)
    nodes = [_renamed(node) for node in nodes]
    used = {value for node in nodes for value in node.input}
    proto = helper.make_graph(
        nodes,
        name,
        [helper.make_tensor_value_info(FRIENDLY.get(value, value), kind, shape) for value, kind, shape in inputs],
        [helper.make_tensor_value_info(FRIENDLY.get(value, value), kind, shape) for value, kind, shape in outputs],
        [tensor for key, tensor in graph.weights.items() if key in used] + constants,
    )
    source = graph.model
    return helper.make_model(proto, opset_imports=source.opset_import, ir_version=source.ir_version)


def _renamed(node: onnx.NodeProto) -> onnx.NodeProto:
    return _reading(node, FRIENDLY, outputs=True)


def _reading(node: onnx.NodeProto, names: dict[str, str], outputs: bool = False) -> onnx.NodeProto:
    """A copy of `node` that reads (and, if asked, writes) its tensors under other names."""
    copy = onnx.NodeProto()
    copy.CopyFrom(node)
    for k, name in enumerate(copy.input):
        copy.input[k] = names.get(name, name)
    if outputs:
        for k, name in enumerate(copy.output):
            copy.output[k] = names.get(name, name)
    return copy


LSTM_FORWARD, LSTM_BACKWARD = "lstm_forward", "lstm_backward"
