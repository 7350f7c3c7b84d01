"""Every example in docs/api.md, as written, against a live server."""

import re
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest

from .conftest import Served

TEXT = (Path(__file__).parents[2] / "docs" / "api.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


COMMANDS = [line for block in blocks("sh") for line in block.splitlines() if line.strip()]


@pytest.mark.skipif(which("curl") is None, reason="curl is not here")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_documented_command_works(served: Served, tmp_path: Path, command: str) -> None:
    line = command.replace("localhost:8880", f"localhost:{served.port}").replace(
        "curl ", "curl --fail-with-body --noproxy '*' "
    )
    done = subprocess.run(line, shell=True, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    written = list(tmp_path.iterdir())
    assert written[0].stat().st_size > 500 if " -o " in command else len(done.stdout) > 1


@pytest.mark.parametrize("code", blocks("python"))
def test_a_documented_program_works(served: Served, code: str) -> None:
    code = code.replace("localhost:8880", f"localhost:{served.port}")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0 and done.stdout.count("\n") == 2, done.stderr


def test_every_error_code_is_documented() -> None:
    source = Path(__file__).parents[2] / "src" / "kokoro_live"
    codes = set(re.findall(r'^    code = "(\w+)"', (source / "errors.py").read_text(), re.MULTILINE))
    for path in (source / "server").rglob("*.py"):
        codes |= set(re.findall(r'Problem\(\d+, "(\w+)"', path.read_text()))
    local = {"bad_configuration", "build_failed", "no_sound_device", "not_ready", "permission_denied"}
    assert {code for code in codes - local if f"`{code}`" not in TEXT} == set()
