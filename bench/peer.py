"""The peer that runs in this process, on the very files that we run."""

from importlib import import_module
from pathlib import Path
from typing import Any

from kokoro_live.assets.fetch import Store
from kokoro_live.assets.manifest import INT8, VOICES, manifest
from kokoro_live.config import Settings
from kokoro_live.errors import MissingPackage


def published(settings: Settings) -> tuple[Path, Path]:
    """The model and the voices: the same files for everybody."""
    store = Store(settings.cache_dir, settings.model_dir, settings.sources)
    return store.fetch(manifest()[INT8]), store.fetch(manifest()[VOICES])


def kokoro_onnx(settings: Settings) -> Any:
    """Its `create` makes all samples of a text at once; its `create_stream` makes batches of some sentences."""
    try:
        kokoro = import_module("kokoro_onnx").Kokoro
    except ImportError as missing:
        raise MissingPackage("This comparison", "kokoro-onnx") from missing
    return kokoro(*map(str, published(settings)))
