"""The checkpoint and what is written beside it."""

import hashlib
import json
from pathlib import Path

import torch

from training.block import CHECKPOINT
from training.checkpoint import write
from training.student import FULL, TINY, Student
from training.student.weights import load_student, save_student

LOG = [
    {"strings": {"en-us": 3}, "held_out": 64},
    {"segments": 5, "hours": 0.1},
    {"plan": {"batch": 2}, "ways": {"eager": 1.0}},
    {
        "seconds": 9.5,
        "step": 7,
        "means": {"log": 0.5},
        "held_out": {"mel": 3.0},
        "values_held_out": {"mel": 0.2},
        "values_taught": {"mel": 0.1},
    },
]


def test_every_block_adds_its_account(tmp_path: Path) -> None:
    torch.manual_seed(0)
    save_student(Student(TINY), tmp_path / "student.half.npz", eight_bits=False)
    (tmp_path / "teacher.json").write_text('{"sha256": "abc"}')
    (tmp_path / "lite.json").write_text('{"sum": {"pesq": {"mean": 3.0}}, "clips": []}')
    log = tmp_path / "log.jsonl"
    log.write_text("\n".join(map(json.dumps, LOG)))
    checkpoint = tmp_path / "kept" / "student.npz"
    for _ in range(2):
        write(tmp_path, tmp_path / "student.half.npz", log, [tmp_path / "lite.json"], checkpoint)
    manifest = json.loads(checkpoint.with_suffix(".json").read_text())
    assert manifest["sha256"] == hashlib.sha256(checkpoint.read_bytes()).hexdigest()
    assert (manifest["teacher_sha256"], manifest["context_frames"]) == ("abc", TINY.context)
    assert manifest["clips"] == {"lite": {"pesq": {"mean": 3.0}}}
    assert [block["step"] for block in manifest["blocks"]] == [7, 7]
    assert manifest["blocks"][0]["figures"]["held_out"] == {"mel": 3.0}


def test_the_checkpoint_is_what_its_manifest_says() -> None:
    manifest = json.loads(CHECKPOINT.with_suffix(".json").read_text(encoding="utf-8"))
    assert manifest["sha256"] == hashlib.sha256(CHECKPOINT.read_bytes()).hexdigest()
    assert CHECKPOINT.stat().st_size == manifest["bytes"] <= 20_000_000
    student = load_student(CHECKPOINT)
    assert student.shape == FULL
    assert all(bool(torch.isfinite(values).all()) for values in student.state_dict().values())
