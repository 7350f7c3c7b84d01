"""The published model's weights as named arrays, folded by the project's own code.

    python -m training.export_weights FOLDER        (in the project's environment; torch is not needed)

Matrices stay the eight-bit integers that the file has, with scale and zero point: that is exact and travels well.
The parts are of similar size, because a machine for training takes 64 MiB at a time. The voices are written beside
them, with only the rows (numbers of tokens) that training uses.
"""

import hashlib
import json
import re
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import NodeProto, TensorProto, numpy_helper

from kokoro_live.assets.fetch import Store
from kokoro_live.assets.manifest import INT8, VOICES, manifest
from kokoro_live.config import Settings
from kokoro_live.graph.onnx_graph import Graph
from kokoro_live.graph.partition import normalisations
from kokoro_live.graph.passes.dequantize import dequantize
from kokoro_live.graph.passes.stft_as_conv import replace_stft
from kokoro_live.model.voices import CATALOGUE

Array = np.ndarray
WEIGHTED = ("Conv", "ConvTranspose", "MatMul", "LSTM", "LayerNormalization")
OPERATOR = re.compile(r"/(Conv|MatMul|Gemm_MatMul|LSTM|ConvTranspose|LayerNormalization)(_quant)?(/float)?$")
SHORTER = (
    ("/decoder/decoder/generator", "/gen"),
    ("/decoder/decoder", "/dec"),
    ("/encoder/", "/"),
    ("bert/encoder/albert_layer_groups.0/albert_layers.0/", "layer/"),
)
STYLE_ROWS = 210  # one row per number of tokens; longer segments are not taught
PARTS = 3


def key_of(name: str) -> str:
    """A readable key from the name of a node or a tensor."""
    name = OPERATOR.sub("", name)
    for long, brief in SHORTER:
        name = name.replace(long, brief)
    return name.strip("/")


class Exporter:
    """Collects the weights of a published model."""

    def __init__(self, model: onnx.ModelProto) -> None:
        self.stored: dict[str, TensorProto] = {tensor.name: tensor for tensor in model.graph.initializer}
        self.scales = _scales(model)
        self.graph: Graph = dequantize(model)
        self.consumers = self.graph.consumers()
        self.found: dict[str, Array] = {}

    def run(self) -> dict[str, Array]:
        for node in self.graph.nodes:
            if not re.search(r"_\d+/", node.name):  # the twelve equal layers are exported once
                self._node(node)
        self._loose_tensors()
        self._transform()
        layers = [[key_of(each.layer), each.channels] for each in normalisations(self.graph)]
        self.found["layers"] = np.frombuffer(json.dumps(layers).encode(), np.uint8)
        return self.found

    def _node(self, node: NodeProto) -> None:
        weights = [name for name in node.input[1:] if name in self.graph.weights]
        if node.op_type == "LSTM":
            for end, name in zip((".w", ".r", ".b"), node.input[1:4], strict=True):
                self._keep(key_of(node.name) + end, name)
        elif node.op_type == "DequantizeLinear":
            self._embedding(node)
        elif node.op_type == "SkipLayerNormalization" and "layer/full.w" not in self.found:
            self._keep("layer/full.w", node.input[2])
            self._keep("layer/full.b", node.input[3])
        elif node.op_type in WEIGHTED and weights:
            self._operator(node, weights)

    def _operator(self, node: NodeProto, weights: list[str]) -> None:
        key = key_of(node.name)
        self._keep(key + ".w", weights[0])
        if len(weights) > 1:
            self._keep(key + ".b", weights[1])
        elif node.op_type == "MatMul":  # its bias is added by the node after it
            for user in self.consumers[node.output[0]]:
                bias = [name for name in user.input if name in self.graph.weights]
                if user.op_type in ("Add", "FastGelu") and bias:
                    self._keep(key + ".b", bias[0])

    def _embedding(self, node: NodeProto) -> None:
        base = node.input[1].removesuffix("_scale")  # its input is what was looked up, not the table
        names = (base + "_quantized", *node.input[1:3])
        whole, scale, zero = (numpy_helper.to_array(self.stored[name]) for name in names)
        values = (whole.astype(np.float32) - np.float32(zero)) * scale
        self.found[key_of("/" + base.replace(".", "/", 1))] = values.astype(np.float32)

    def _loose_tensors(self) -> None:
        for name in self.graph.weights:
            if "alpha" in name:
                self._keep(name.replace("decoder.decoder.generator.", "gen/").replace(".alpha", "/alpha"), name)
        self._keep("gen/window_sum", "decoder.decoder.generator.stft.istft.stft.window_sum")

    def _transform(self) -> None:
        """The project's own transform: what rounding leaves in nearly empty bins is heard, so it must be the same."""
        replace_stft(self.graph)
        for end, ending in ((".w", "/weight"), (".b", "/bias")):
            name = next(name for name in self.graph.weights if name.endswith("STFT" + ending))
            self.found["gen/stft" + end] = numpy_helper.to_array(self.graph.weights[name])

    def _keep(self, key: str, name: str) -> None:
        values = numpy_helper.to_array(self.graph.weights[name])
        base = name.removesuffix("/float")
        if base == name or not base.endswith("_quantized"):
            self.found[key] = values
            return
        whole = numpy_helper.to_array(self.stored[base])
        scale, zero = (numpy_helper.to_array(self.stored[part]) for part in self.scales[base])
        turned = whole.shape != values.shape  # recurrent matrices are stored as [direction, in, out]
        whole = whole.transpose(0, 2, 1) if turned else whole
        by_direction = turned or (scale.ndim and values.ndim == 3)
        scale = scale.reshape((len(scale), 1, 1) if by_direction else scale.shape)
        zero = zero.reshape(scale.shape if zero.ndim else ())
        back = (whole.astype(np.float32) - zero.astype(np.float32)) * scale
        if not np.array_equal(back.astype(np.float32), values):
            raise ValueError(f"{key}: the stored integers do not give the folded weights back")
        self.found[key + ".int"], self.found[key + ".scale"], self.found[key + ".zero"] = whole, scale, zero


def _scales(model: onnx.ModelProto) -> dict[str, tuple[str, str]]:
    """Of each stored matrix: the names of its scale and of its zero point."""
    found: dict[str, tuple[str, str]] = {}
    for node in model.graph.node:
        if node.op_type in ("ConvInteger", "MatMulInteger"):
            found[node.input[1]] = (node.input[1].replace("_quantized", "_scale"), node.input[3])
        elif node.op_type == "DynamicQuantizeLSTM":
            for matrix, scale in ((1, 8), (2, 10)):
                found[node.input[matrix]] = (node.input[scale], node.input[scale + 1])
    return found


def split(found: dict[str, Array], parts: int) -> list[dict[str, Array]]:
    """The arrays in parts of similar size; integers stay with their scales."""
    groups: dict[str, dict[str, Array]] = {}
    for key, values in found.items():
        groups.setdefault(re.sub(r"\.(int|scale|zero)$", "", key), {})[key] = values
    made: list[dict[str, Array]] = [{} for _ in range(parts)]
    sizes = [0] * parts
    for group in sorted(groups.values(), key=lambda group: -sum(v.nbytes for v in group.values())):
        least = sizes.index(min(sizes))
        made[least] |= group
        sizes[least] += sum(values.nbytes for values in group.values())
    return made


def voice_tables(path: Path) -> dict[str, Array]:
    with np.load(path) as file:
        table = np.stack([file[name].reshape(-1, 256)[:STYLE_ROWS] for name in CATALOGUE])
    languages = [voice.language for voice in CATALOGUE.values()]
    return {"table": table.astype(np.float16), "language": np.array(languages), "name": np.array(list(CATALOGUE))}


def main(folder: Path) -> None:
    settings = Settings.load()
    store = Store(settings.cache_dir, settings.model_dir, settings.sources)
    path = Path(store.fetch(manifest()[INT8]))
    folder.mkdir(parents=True, exist_ok=True)
    found = Exporter(onnx.load(str(path))).run()
    for number, part in enumerate(split(found, PARTS)):
        np.savez_compressed(folder / f"teacher.{number}.npz", **part)
    np.savez_compressed(folder / "voices.npz", **voice_tables(Path(store.fetch(manifest()[VOICES]))))
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    (folder / "teacher.json").write_text(json.dumps({"sha256": digest, "arrays": len(found)}) + "\n", encoding="utf-8")
    print(f"{len(found)} arrays, {sum(v.nbytes for v in found.values()) / 1e6:.1f} MB, model {digest[:12]}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
