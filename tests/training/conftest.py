"""The teacher beside the folded graph of the published model, which ONNX Runtime runs."""

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import onnx
import onnxruntime
import pytest

from kokoro_live.assets.fetch import Store
from kokoro_live.assets.manifest import INT8, VOICES, manifest
from kokoro_live.config import Settings
from kokoro_live.graph.passes.dequantize import dequantize
from kokoro_live.graph.passes.stft_as_conv import replace_stft
from training.export_weights import main as export

if find_spec("torch"):
    import torch

    from training.teacher import Teacher, load_weights
elif not TYPE_CHECKING:  # training has an environment of its own
    collect_ignore_glob = ["test_*.py"]

STAGES = {
    "encoded": "/encoder/bert_encoder/Add_output_0",
    "encoded_tokens": "/encoder/text_encoder/Transpose_2_output_0",
    "prosody": "/encoder/predictor/text_encoder/Concat_4_output_0",
    "expected": "/encoder/predictor/ReduceSum_output_0",
    "durations": "/encoder/Clip_output_0",
    "shared": "/encoder/shared/Reshape_output_0",
    "f0": "/encoder/Reshape_output_0",
    "energy": "/encoder/Reshape_1_output_0",
    "aligned": "/encoder/MatMul_1_output_0",
    "features": "/decoder/decoder/decode.3/Div_4_output_0",
    "source": "/decoder/decoder/generator/Concat_3_output_0",
}


@pytest.fixture(scope="session")
def store() -> Store:
    settings = Settings.load()
    return Store(settings.cache_dir, settings.model_dir, settings.sources)


@pytest.fixture(scope="session")
def exported(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("teacher")
    export(folder)
    return folder


@pytest.fixture(scope="session")
def teacher(exported: Path) -> "Teacher":
    return Teacher(load_weights(sorted(exported.glob("teacher.*.npz"))))


@pytest.fixture(scope="session")
def style(store: Store) -> "torch.Tensor":
    with np.load(store.fetch(manifest()[VOICES])) as file:
        return torch.from_numpy(file["af_heart"][40].copy())


@pytest.fixture(scope="session")
def folded(store: Store) -> Callable[..., "dict[str, torch.Tensor]"]:
    """Runs the folded graph and gives what every stage made."""
    graph = dequantize(onnx.load(str(store.fetch(manifest()[INT8]))))
    replace_stft(graph)
    model = graph.to_model()
    audio = model.graph.output[0].name
    for name in STAGES.values():
        model.graph.output.append(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None))
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])

    def run(tokens: np.ndarray, style: "torch.Tensor") -> "dict[str, torch.Tensor]":
        feeds = {"tokens": tokens, "style": style.numpy(), "speed": np.ones(1, np.float32)}
        made = session.run([audio, *STAGES.values()], feeds)
        return {key: torch.from_numpy(v.copy()) for key, v in zip(("audio", *STAGES), made, strict=True)}

    return run
