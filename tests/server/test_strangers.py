"""What other people's programs send is answered as they expect: the short mode of tools/strangers.py."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kokoro_live.model.store import Graphs

TOOL = Path(__file__).parents[2] / "tools" / "strangers.py"
GROUPS = 8
FEWEST = 250  # cases


@pytest.mark.timeout(300)
def test_no_habit_of_others_meets_an_error(tmp_path: Path, graphs: Graphs) -> None:
    target = tmp_path / "outcomes.json"
    command = [sys.executable, str(TOOL), "--short", "--json", str(target)]
    done = subprocess.run(command, check=False, timeout=280, capture_output=True, text=True)
    groups = json.loads(target.read_text())
    cases = [case for group in groups.values() for case in group]
    assert len(groups) == GROUPS and all(groups.values()) and len(cases) >= FEWEST
    assert [case for case in cases if case["problem"] and not case["absent"]] == [], done.stdout
    assert done.returncode == 0
