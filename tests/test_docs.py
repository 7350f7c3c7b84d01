"""Every command the documents name is run, as written."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from kokoro_live.config import SOURCES, Settings
from kokoro_live.errors import NoSoundDevice
from kokoro_live.model.store import Graphs

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
WITH_SERVER = ("api.md", "live.md")  # they need one: tests/server/test_api_document.py, test_live_document.py
ELSEWHERE = ("make ", "source ", "python tools/evaluate.py")  # run on a clean clone, or minutes long: see the Makefile


def blocks(language: str) -> list[str]:
    pattern = re.compile(rf"^```{language}\n(.*?)^```", re.MULTILINE | re.DOTALL)
    return [
        block
        for document in DOCUMENTS
        if document.name not in WITH_SERVER
        for block in pattern.findall(document.read_text())
    ]


def commands() -> list[str]:
    lines = [line.split("  #")[0].strip() for block in blocks("sh") for line in block.splitlines()]
    return list(dict.fromkeys(line for line in lines if line and not line.startswith(ELSEWHERE)))


@pytest.mark.parametrize("command", commands())
def test_a_documented_command_works(command: str, tmp_path: Path, graphs: Graphs) -> None:
    here = shlex.quote(f"{sys.executable}")
    line = re.sub(r"\bkokoro-live\b", f"{here} -m kokoro_live", command).replace("--n 20", "--n 1 --sweep 0")
    own = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path.parent / "settings")}  # one for all: what is added is removed
    done = subprocess.run(
        line, shell=True, cwd=tmp_path, capture_output=True, text=True, timeout=280, check=False, env=own
    )
    no_device = "say" in command and "-o" not in command and done.returncode == NoSoundDevice.exit_status
    one_trial = "bench" in command and "FAIL: at least 20 trials" in done.stderr
    assert done.returncode == 0 or no_device or one_trial, done.stderr


@pytest.mark.parametrize("code", blocks("python"))
def test_a_documented_program_works(code: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=280, check=False
    )
    assert done.returncode == 0 and done.stdout.count("\n") >= 2, done.stderr


def test_every_setting_is_documented_with_its_default() -> None:
    text = (ROOT / "docs" / "configuration.md").read_text()
    for name in Settings.__dataclass_fields__:
        assert f"`KOKORO_{name.upper()}`" in text
    assert f"`{','.join(SOURCES)}`" in text


def test_tests_that_documents_name_are_there() -> None:
    named = {
        name for document in DOCUMENTS for name in re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", document.read_text())
    }
    missing = {f"{file}::{test}" for file, test in named if f"def {test}(" not in (ROOT / file).read_text()}
    assert len(named) > 30 and not missing


def test_links_between_documents_lead_somewhere() -> None:
    for document in DOCUMENTS:
        prose = re.sub(r"`[^`\n]+`", "", document.read_text())  # what stands in code is an example
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", prose):
            assert (document.parent / target).exists(), f"{document.name} → {target}"
