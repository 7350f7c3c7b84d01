"""What every kind of bench needs: the peer in this process, and what may be asked for."""

import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from kokoro_live.config import Settings
from kokoro_live.errors import BadOption, SetupError
from kokoro_live.speech.assets import INT8, VOICES, Store, manifest
from kokoro_live.speech.voices import blend_named

FEWEST = 20  # samples of each side of a comparison (M7)


def published(settings: Settings) -> tuple[Path, Path]:
    """The model and the voices: the same files for everybody."""
    store = Store(settings.cache_dir, settings.model_dir, settings.sources)
    return store.fetch(manifest()[INT8]), store.fetch(manifest()[VOICES])


def kokoro_onnx(settings: Settings) -> Callable[[str, str], tuple[Any, int]]:
    """Text and voice → samples and their rate, by kokoro-onnx."""
    try:
        kokoro = import_module("kokoro_onnx").Kokoro
    except ImportError as missing:
        raise SetupError("kokoro-onnx is not installed: pip install 'kokoro-live[dev]'") from missing
    create: Callable[[str, str], tuple[Any, int]] = kokoro(*map(str, published(settings))).create
    return create


def check_folders(*targets: str | None) -> None:
    """Where nothing can be written is told now, not after all trials."""
    for target in filter(None, targets):
        if not Path(target).absolute().parent.is_dir():
            raise BadOption(f"There is no folder for {target}.")


def voices_named(given: str) -> list[str]:
    """A wrong name is told now, not after half of the trials."""
    voices = given.split(",")
    for voice in voices:
        blend_named(voice)
    return voices


def drawn(seed: int | None) -> int:
    """A new seed unless one is given."""
    return int.from_bytes(os.urandom(4), "big") if seed is None else seed
