"""The verdict of `bench engine`: every gate can fail, and what is missing fails."""

import math
from typing import Any

import pytest

from bench.engine import failed

GOOD: dict[str, Any] = {
    "kokoro-live": {"ttfa": {"n": 20}},
    "variant": "folded",
    "times_sooner": 3.6,
    "rtf_ratio": 1.3,
    "worst_margin": 0.0,
    "length_ratio": 1.4,
    "shares": {"finish": 0.02},
}


def test_a_good_run_passes() -> None:
    assert failed(GOOD) == []


@pytest.mark.parametrize(
    ("figure", "value"),
    [
        ("kokoro-live", {"ttfa": {"n": 19}}),
        ("times_sooner", 3.49),
        ("rtf_ratio", 1.51),
        ("worst_margin", -0.001),
        ("length_ratio", 1.51),
        ("shares", {"finish": 0.031}),
        ("times_sooner", math.nan),
        ("worst_margin", math.nan),
    ],
)
def test_every_gate_can_fail(figure: str, value: object) -> None:
    assert len(failed(GOOD | {figure: value})) == 1


def test_a_faster_make_is_held_to_more() -> None:
    assert len(failed(GOOD | {"variant": "int8"})) == 2


def test_without_a_sweep_there_is_no_pass() -> None:
    assert len(failed({name: value for name, value in GOOD.items() if name != "length_ratio"})) == 1
