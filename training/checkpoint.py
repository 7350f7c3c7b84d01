"""Writes a block's student as the checkpoint that the next block begins with, and beside it what is known of it.

    python3 -m training.checkpoint SCHOOL OUT/student.half.npz
    python3 -m training.checkpoint SCHOOL OUT/student.half.npz --log OUT/log.jsonl --scores CLIPS/student.json

The first writes the weights, with matrices in eight bits. The scores should be of those: so the checkpoint speaks the
clips, they are scored, and the second adds what the weights were taught by and how they scored. The manifest keeps the
accounts of all blocks before.
"""

import argparse
import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from training.block import CHECKPOINT
from training.student import Student
from training.student.weights import load_student, save_student

Row = dict[str, Any]


def sum_up_block(rows: list[Row]) -> Row:
    """What a block's log says that will be asked later."""
    merged: Row = {}
    for row in rows:
        merged |= row  # the last word counts
    made = {name: merged[name] for name in ("strings", "segments", "hours", "plan", "seconds", "step")}
    held_out = {name: merged[name] for name in ("held_out", "values_held_out", "values_taught")}
    return made | {"losses": merged["means"], "figures": held_out}


def describe(student: Student, weights: Path, teacher: Row, earlier: Row, log: Path | None, scores: list[Path]) -> Row:
    """The manifest."""
    blocks = list(earlier.get("blocks", []))
    if log is not None:
        blocks.append(sum_up_block([json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]))
    return {
        "file": weights.name,
        "bytes": weights.stat().st_size,
        "sha256": hashlib.sha256(weights.read_bytes()).hexdigest(),
        "weights": sum(values.numel() for values in student.parameters()),
        "shape": asdict(student.shape),
        "context_frames": student.shape.context,
        "teacher_sha256": teacher["sha256"],
        "clips": {path.stem: json.loads(path.read_text(encoding="utf-8"))["sum"] for path in scores},
        "blocks": blocks,
    }


def write(school: Path, source: Path, log: Path | None, scores: list[Path], checkpoint: Path = CHECKPOINT) -> None:
    manifest = checkpoint.with_suffix(".json")
    earlier = json.loads(manifest.read_text(encoding="utf-8")) if manifest.exists() else {}
    teacher = json.loads((school / "teacher.json").read_text(encoding="utf-8"))
    student = load_student(source)
    checkpoint.parent.mkdir(exist_ok=True)
    save_student(student, checkpoint)
    made = describe(student, checkpoint, teacher, earlier, log, scores)
    manifest.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("school", type=Path)
    parser.add_argument("student", type=Path)
    parser.add_argument("--log", type=Path, help="of the block, log.jsonl; its account is added to those before")
    parser.add_argument("--scores", type=Path, nargs="*", default=[], help="NAME.json of training.score")
    given = parser.parse_args()
    write(given.school, given.student, given.log, given.scores)


if __name__ == "__main__":
    main()
