"""docs/performance.md is what the artefacts beside it say."""

import json
from pathlib import Path

import pytest

from kokoro_live.bench.write import page
from kokoro_live.cli import main

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_is_written_from_its_artefacts() -> None:
    found = {path.stem: json.loads(path.read_text()) for path in sorted((DOCS / "results").glob("*.json"))}
    assert found and (DOCS / "performance.md").read_text() == page(found), "run: kokoro-live bench write docs"


def test_no_artefacts_are_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "write", str(tmp_path)]) == 2
    assert "no artefacts" in capsys.readouterr().err
