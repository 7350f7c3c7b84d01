"""The programs in docs/live.md, as written, against a live server."""

import re
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest

from .conftest import Served

TEXT = (Path(__file__).parents[2] / "docs" / "live.md").read_text()


def program(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    return str(found)


def run(command: list[str], tmp_path: Path) -> float:
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return float(done.stdout.split()[0])


def test_the_program_in_python(served: Served, tmp_path: Path) -> None:
    code = program("python").replace("localhost:8880", f"localhost:{served.port}")
    assert 2 < run([sys.executable, "-c", code], tmp_path) < 6
    assert (tmp_path / "live.wav").stat().st_size > 100_000


def test_the_program_in_javascript(served: Served, tmp_path: Path) -> None:
    node = which("node")
    has_sockets = node and subprocess.run([node, "-e", "WebSocket"], capture_output=True, check=False).returncode == 0
    if not node or not has_sockets:
        pytest.skip("a Node with WebSocket (22 or newer) is not here")
    code = program("js").replace("localhost:8880", f"127.0.0.1:{served.port}")
    assert 0.8 < run([node, "-e", code], tmp_path) < 4
