"""A slowdown must not pass, and a run that proves nothing must not either."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kokoro_live.bench.artefact import document
from kokoro_live.bench.check import CHANGE, NIGHTLY, regressions
from kokoro_live.bench.sample import Sample
from kokoro_live.cli import main

MACHINE = {"system": "Linux", "processor": "x", "cores": 2, "threads": 2, "variant": "folded"}
CONFIG = {"presets": {"short": 20}, "against": ["kokoro-onnx"], "cold": 0, "cached": 20}


def samples(slower: float = 1.0, busy: float = 1.0, n: int = 20, margin: float = 0.3) -> list[Sample]:
    """Ours and a peer's, on a machine that is `busy`."""
    random, found = Random(3), []
    for number in range(n):
        noise = busy * random.uniform(0.9, 1.1)
        for target, series, ttfa, rtf in (
            ("kokoro-live", "warm", 0.6 * noise * slower, 0.45 * noise * slower),
            ("kokoro-onnx", "warm", 3.0 * noise, 0.4 * noise),
            ("kokoro-live", "cached", 0.03 * busy, 0.01),
        ):
            sample = Sample(target, "short", series, number, 140, "af_heart", digest=f"{target}{series}{number}")
            sample.ttfb = sample.ttfa = ttfa
            sample.audio, sample.rtf, sample.wall, sample.margin, sample.silence = 8.5, rtf, 8.5 * rtf, margin, 0.05
            found.append(sample)
    return found


def run(**options: Any) -> dict[str, Any]:
    return document("speech", CONFIG, samples(**options), [], False, {"machine": MACHINE})


def test_a_good_run_passes_and_equals_itself() -> None:
    assert run()["failed"] == [] == regressions(run(), run(), CHANGE)


def test_a_slowdown_of_15_percent_is_caught() -> None:
    found = regressions(run(), run(slower=1.15), CHANGE)
    assert any("first sound beside kokoro-onnx/short" in line for line in found)
    assert any("RTF beside kokoro-onnx/short" in line for line in found)
    assert regressions(run(), run(slower=1.15), NIGHTLY) == []
    assert len(regressions(run(), run(slower=1.25), NIGHTLY)) == 2


def test_a_slow_hour_is_no_slowdown() -> None:
    found = regressions(run(), run(busy=2.0), CHANGE)
    assert [line.split(":")[0] for line in found] == ["first sound of kokoro-live/short/cached"]  # it has no peer


@pytest.mark.parametrize(
    ("options", "gate"),
    [
        ({"n": 19}, "times_sooner value is None"),
        ({"margin": -0.01}, "margin p5"),
        ({"slower": 2.0}, "rtf_ratio value is"),
        ({"n": 0}, "no samples"),
    ],
)
def test_every_gate_can_fail(options: dict[str, Any], gate: str) -> None:
    assert any(gate in line for line in run(**options)["failed"])


def test_a_faster_make_is_held_to_more() -> None:
    facts = {"machine": MACHINE | {"variant": "int8"}}
    missed = document("speech", CONFIG, samples(), [], False, facts)["failed"]
    assert len(missed) == 2 and "times_sooner value is 5.0, should be at least 7.0" in missed[0]


def test_a_failed_trial_fails_the_run() -> None:
    spoiled = samples(n=21)
    spoiled[0].faults.append("no audio")
    found = document("speech", CONFIG, spoiled, [], False, {"machine": MACHINE})
    assert found["failed"] == ["kokoro-live/short/warm: 1 of 21 failed: no audio"]


def test_a_run_that_was_ended_early_proves_nothing() -> None:
    assert "it was ended early" in document("speech", CONFIG, samples(), [], True, {"machine": MACHINE})["failed"]


def test_another_machine_cannot_be_compared() -> None:
    other = run() | {"machine": MACHINE | {"cores": 8}}
    assert "another machine" in regressions(other, run(), CHANGE)[0]


def test_what_is_no_longer_measured_is_told() -> None:
    assert "is not now" in regressions(run(), run(n=10), CHANGE)[0]


def test_the_command_keeps_a_run_and_compares_later_ones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, slow, kept = (tmp_path / name for name in ("good.json", "slow.json", "kept.json"))
    good.write_text(json.dumps(run()))
    slow.write_text(json.dumps(run(slower=1.15)))
    assert main(["bench", "check", str(good), "--baseline", str(kept)]) == 2  # nothing to compare with
    assert main(["bench", "check", str(good), "--baseline", str(kept), "--keep"]) == 0
    assert main(["bench", "check", str(good), "--baseline", str(kept)]) == 0
    assert main(["bench", "check", str(slow), "--baseline", str(kept)]) == 1
    assert "+15%" in capsys.readouterr().err
    assert main(["bench", "check", str(slow), "--baseline", str(kept), "--nightly"]) == 0
