"""A deliberately bad variant, so that the lab can show that it hears one: static int8 with plain min-max ranges.

    python tools/evaluate.py naive        writes the variant `minmax` beside the good ones

Everything is done as a hurried reader of a tutorial would: one scale per tensor, ranges from a few windows of one
voice, every convolution.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from kokoro_live.cancel import Cancel
from kokoro_live.config import Settings
from kokoro_live.model.store import VARIANTS
from kokoro_live.model.vocoder import vocode_whole, window_feeds
from lab.corpus import sentence
from lab.examples import Spec, Teacher
from lab.options import Options

NAME = "minmax"
VOICE, WINDOWS, FRAMES = "af_heart", 6, 96


def run(options: Options) -> int:
    """Build it."""
    print(build(options.settings))
    return 0


def build(settings: Settings) -> Path:
    """Quantise the window graph, badly."""
    from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static

    class Feeds(CalibrationDataReader):  # type: ignore[misc]
        def __init__(self, feeds: Iterator[dict[str, Any]]) -> None:
            self._feeds = feeds

        def get_next(self) -> dict[str, Any] | None:
            return next(self._feeds, None)

    teacher = Teacher(settings, settings.threads)
    target = teacher.graphs.folder / VARIANTS / NAME / "vocoder_window.onnx"
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        made = Path(scratch) / "made.onnx"
        quantize_static(
            teacher.graphs.graph("vocoder_window"),
            made,
            Feeds(_windows(teacher)),
            quant_format=QuantFormat.QDQ,
            per_channel=False,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            op_types_to_quantize=["Conv", "ConvTranspose"],
        )
        target.write_bytes(made.read_bytes())
    return target


def _windows(teacher: Teacher) -> Iterator[dict[str, Any]]:
    random = Random("naive")
    for _ in range(WINDOWS):
        made = teacher.acoustics(Spec(VOICE, "en-us", sentence(random, "en-us", 60), 1.0, 1.0))
        assert made is not None
        _, statistics = vocode_whole(teacher.whole, made, Cancel())
        start = random.randrange(max(1, made.frames - FRAMES))
        feeds = window_feeds(made, statistics, start, min(made.frames, start + FRAMES))
        yield {name: np.asarray(values) for name, values in feeds.items()}
