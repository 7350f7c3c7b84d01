"""docs/performance.md comes from artefacts: every section can be written, and nothing is written from nothing."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bench.artefact import document
from bench.sample import Sample
from bench.soak import Soak
from bench.soak import document as soaked
from bench.write import page
from kokoro_live.cli import main

MACHINE = {"system": "Linux", "processor": "Chip", "cores": 2, "threads": 2, "commit": "abc", "variant": "x"}
CONFIG = {"presets": {"short": 20}, "against": ["kokoro-onnx"], "cold": 0, "cached": 0}


def samples() -> list[Sample]:
    found = []
    for number in range(20):
        for target, ttfa in (("kokoro-live", 0.5), ("kokoro-onnx", 2.5)):
            sample = Sample(target, "short", "warm", number, 140, "af_heart", digest=f"{target}{number}")
            sample.ttfb = sample.ttfa = sample.heard = ttfa
            sample.audio, sample.rtf, sample.wall, sample.margin, sample.silence = 8.5, 0.4, 3.4, 0.3, 0.05
            found.append(sample)
    found[0].labels = ["a click first"]
    return found


def engine() -> dict[str, Any]:
    figures = {what: {"n": 20, "p50": 0.6, "p95": 0.9} for what in ("ttfa", "rtf")}
    found = {"kind": "engine", "trials": {"kokoro-live": [], "kokoro-onnx": []}, "characters": 140, "machine": MACHINE}
    found |= {"kokoro-live": figures, "kokoro-onnx": figures, "times_sooner": 4.567, "rtf_ratio": 1.12}
    stages = {"vocoder": 0.25, "finish": 0.01}
    found |= {"shares": {"finish": 0.015}, "first_sound_by_stage": stages, "rtf_by_stage": stages}
    return found | {"worst_margin": 0.12, "failed": ["first sound 10 times sooner"]}


def strain() -> dict[str, Any]:
    scenarios = [
        {"scenario": "newcomer", "ratio": 1.34, "passed": True},
        {"scenario": "storm", "rss_grown_mb": 45.0, "passed": False},
    ]
    return {"kind": "strain", "machine": MACHINE, "scenarios": scenarios}


def test_every_section_is_written(tmp_path: Path) -> None:
    results = tmp_path / "results"
    results.mkdir()
    facts = {"machine": MACHINE, "seed": 1, "ready_seconds": [3.2], "peers": {"kokoro-onnx": "0.4.9"}}
    usage = [{"at": float(n), "target": "kokoro-live", "rss_mb": 900.0, "files": 12, "threads": 11} for n in range(9)]
    soak = Soak(Random(1), samples=samples()[::2], usage=usage, reference=[(0.0, 0.03)])
    heard = {"n": 20, "wrong": 2.04, "pauses": 6.0, "unmarked": 1.5, "fresh": 0.25}
    artefacts = {
        "server": document("speech", CONFIG, samples(), usage, False, facts)
        | {"listening": {"kokoro-live/short": heard}},
        "soak": soaked(soak, 0.1, False) | {"machine": MACHINE},
        "engine": engine(),
        "strain": strain(),
    }
    for name, found in artefacts.items():
        (results / f"{name}.json").write_text(json.dumps(found))
    assert main(["bench", "write", str(tmp_path)]) == 0
    written = (tmp_path / "performance.md").read_text()
    assert "5.00 times sooner (5.00 to 5.00, pair by pair 5.00)" in written and "4.57 times sooner" in written
    assert "ready after 3.2 s" in written and "## The server beside kokoro-onnx 0.4.9\n" in written
    assert "- a click first: kokoro-live/short/warm 1 of 20\n" in written
    assert "| kokoro-live/short | 20 | 2.0 | 6.0 | 1.5 | 0.2 |" in written
    assert "Every gate holds." in written and "- first sound 10 times sooner" in written and "commit abc" in written
    assert {path.stem for path in (tmp_path / "pictures").glob("*.png")} == {"server", "soak", "stages"}
    assert "| vocoder | 250 (250) |" in written and "| 1.34 | ≤ 3 |" in written and "Missed:\n\n- storm" in written


def test_no_artefacts_are_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "write", str(tmp_path)]) == 2
    assert "no artefacts" in capsys.readouterr().err


def test_the_page_in_the_docs_is_what_its_artefacts_say() -> None:
    docs = Path(__file__).parents[2] / "docs"
    found = {path.stem: json.loads(path.read_text()) for path in sorted((docs / "results").glob("*.json"))}
    assert {document["kind"] for document in found.values()} == {"speech", "soak", "strain", "engine"}
    assert (docs / "performance.md").read_text() == page(found)
