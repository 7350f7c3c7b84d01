"""The published files we stand on, each pinned by its hash."""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any


@dataclass(frozen=True, slots=True)
class Asset:
    """One line of the manifest."""

    name: str
    sha256: str
    size: int  # bytes
    licence: str
    what: str
    required: bool
    release: tuple[str, ...]
    hub: tuple[str, ...]
    index: dict[str, Any] | None


INT8, FP32, VOICES = "kokoro-v1.0.int8.onnx", "kokoro-v1.0.onnx", "voices-v1.0.bin"


@cache
def manifest() -> dict[str, Asset]:
    """Every published file we know."""
    lines = json.loads(resources.files(__package__).joinpath("manifest.json").read_text(encoding="utf-8"))
    return {
        name: Asset(name, **{**line, "release": tuple(line["release"]), "hub": tuple(line["hub"])})
        for name, line in lines.items()
    }
