"""The strain tool runs, with small numbers, and what cannot depend on this machine's speed holds."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kokoro_live.model.store import Graphs

TOOL = Path(__file__).parents[2] / "tools" / "strain.py"


def figures(tmp_path: Path, *scenarios: str) -> dict[str, dict[str, object]]:
    target = tmp_path / "figures.json"
    command = [sys.executable, str(TOOL), "--short", "--json", str(target), *scenarios]
    subprocess.run(command, check=False, timeout=280, capture_output=True)
    return {result["scenario"]: result for result in json.loads(target.read_text())["scenarios"]}


@pytest.mark.timeout(300)
def test_streams_side_by_side_are_the_same_as_alone(tmp_path: Path, graphs: Graphs) -> None:
    result = figures(tmp_path, "together")["together"]
    assert result["identical"] == result["streams"] == 3


@pytest.mark.timeout(300)
def test_hanging_up_and_nonsense_do_no_harm(tmp_path: Path, graphs: Graphs) -> None:
    found = figures(tmp_path, "storm", "fuzz", "repeats")
    assert found["storm"]["disconnects"] == 40 and found["fuzz"]["requests"] == 400
    assert all(result["passed"] for result in found.values()), found
