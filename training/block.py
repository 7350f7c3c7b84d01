"""A block of training: new speech, then learning from it until the time is over. It can be broken off and gone on with.

    python3 -m training.block FOLDER OUT --seconds 1300

FOLDER holds teacher.*.npz, voices.npz and corpus.npz. OUT gets log.jsonl, state.pt (to go on with), student.half.npz
(the averaged weights of the last minute) and kept/ (those of every few minutes). Without OUT/state.pt the student of
`--start` is taught further.
"""

import argparse
import json
import math
import time
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import torch

from training.contest import Contest
from training.held_out import load_held_out
from training.judge import judge, training_values
from training.lesson import WAYS, Lesson, Plan
from training.segments import Texts, load_texts, load_voices
from training.speech import LONGEST, Speech, Studio
from training.student import FULL, TINY, Student
from training.student.weights import load_student, save_student

CHECKPOINT = Path(__file__).with_name("checkpoints") / "student.npz"
WARM_UP_STEPS, DECAY_FROM, LAST_RATE = 500, 0.75, 0.02  # steps; share of the time; share of the rate
FRAMES_OF_A_SEGMENT = 330  # about
SYNCHRONISED_EVERY = 20  # steps


class Journal:
    """Lines of JSON, on the screen and in a file."""

    def __init__(self, path: Path) -> None:
        self.path, self.began = path, time.monotonic()

    def write(self, **row: Any) -> None:
        line = json.dumps({"seconds": round(time.monotonic() - self.began, 1), **row})
        print(line, flush=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")


def rate_at(step: int, share: float, rate: float) -> float:
    """Warmed up over the first steps, constant, and let down over the last quarter of the time."""
    rate *= min(1.0, (step + 1) / WARM_UP_STEPS)
    left = max(0.0, min(1.0, (share - DECAY_FROM) / (1 - DECAY_FROM)))
    return rate * (LAST_RATE + (1 - LAST_RATE) * (0.5 + 0.5 * math.cos(math.pi * left)))


class Block:
    """A block's speech, lesson and clock."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given, self.out = given, given.out
        (self.out / "kept").mkdir(parents=True, exist_ok=True)
        self.journal, self.began = Journal(self.out / "log.jsonl"), time.monotonic()
        device = "cuda" if torch.cuda.is_available() else "cpu"
        self.voices = load_voices(given.folder / "voices.npz")
        self.studio = Studio(given.folder, self.voices, device)
        self.texts: Texts = load_texts(given.folder / "corpus.npz", held_out=False)
        self.held_out = self.studio.record(load_held_out(self.voices)[0][: given.judged])
        taught = {language: len(strings) for language, strings in self.texts.by_language.items()}
        self.journal.write(strings=taught, held_out=self.held_out.segments, frames=self.held_out.frames)
        self.speech = Speech(given.room, given.room * FRAMES_OF_A_SEGMENT + LONGEST, device)
        self.more_from = [0.0] + [given.seconds * share for share in given.more_at]
        self.kept = 0

    @property
    def spent(self) -> float:
        return time.monotonic() - self.began

    def run(self) -> None:
        if self.given.quicken:
            self.journal.write(teacher=self.studio.quicken(self.texts, self.given.batch_frames))
        self.add_speech()
        lesson = self.make_lesson()
        self.journal.write(ways=lesson.choose_way(tuple(self.given.ways), 0.0), plan=asdict(lesson.plan))
        self.look(lesson)
        shown = self.spent
        while self.spent < self.given.seconds:
            lesson.take_step(rate_at(lesson.step, self.spent / self.given.seconds, lesson.plan.rate))
            if lesson.step % SYNCHRONISED_EVERY == 0:
                float(lesson.skipped)  # else the launches run ahead of the clock
            if self.more_from and self.spent > self.more_from[0]:
                self.add_speech()
            if self.spent - shown > self.given.every:
                self.look(lesson)
                shown = self.spent
        self.look(lesson)
        self.journal.write(end=True, step=lesson.step)

    def add_speech(self) -> None:
        """New segments, never the same twice: the seed is the time."""
        begin = self.more_from.pop(0)
        seconds = self.given.first_data if begin == 0 else self.given.more_data
        seed = self.given.seed if self.given.seed is not None else time.time_ns()
        kept, torch.backends.cudnn.benchmark = torch.backends.cudnn.benchmark, False  # each batch has its own shape
        self.studio.fill(self.speech, self.texts, seconds, seed + int(begin), self.given.batch_frames)
        torch.backends.cudnn.benchmark = kept
        self.journal.write(segments=self.speech.segments, hours=round(self.speech.hours, 2))

    def make_lesson(self) -> Lesson:
        given = self.given
        if given.start is not None and not given.tiny:
            student = load_student(given.start)
        else:
            student = Student(TINY if given.tiny else FULL)
            self.measure_inputs(student)
        plan = replace(Plan(), batch=given.batch, rate=given.rate)
        lesson = Contest(student, self.speech, plan) if given.contest else Lesson(student, self.speech, plan)
        state = self.out / "state.pt"
        if state.exists():
            lesson.restore(torch.load(state, map_location=self.speech.f0.device.type, weights_only=False))
        return lesson

    def measure_inputs(self, student: Student) -> None:
        """An untrained student's inputs are scaled by what this speech has."""
        moments = self.speech.moments[: self.speech.segments].cpu()
        aligned = self.speech.aligned[: self.speech.frames // 2 : 7].float().cpu()
        student.trunk.told.middle.copy_(moments.mean(0))
        student.trunk.told.spread.copy_(moments.std(0) + 1e-3)
        student.trunk.middle.copy_(aligned.mean(0))
        student.trunk.spread.copy_(aligned.std(0) + 1e-3)

    def look(self, lesson: Lesson) -> None:
        """Judges and keeps the averaged weights."""
        row: dict[str, Any] = {"step": lesson.step, "means": lesson.read_sums()}
        row["held_out"] = judge(lesson.average, self.held_out, lesson.losses)
        row["values_held_out"] = training_values(lesson.average, self.held_out, lesson.losses, self.given.crops)
        row["values_taught"] = training_values(lesson.average, self.speech, lesson.losses, self.given.crops)
        self.journal.write(**row)
        lesson.save(self.out / "state.pt")
        save_student(lesson.average, self.out / "student.part.npz", eight_bits=False)
        (self.out / "student.part.npz").replace(self.out / "student.half.npz")
        if self.spent >= self.kept * self.given.keep_every:
            save_student(lesson.average, self.out / "kept" / f"{round(self.spent):05}.npz")
            self.kept += 1


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seconds", type=float, required=True, help="of all of it, speech included")
    parser.add_argument("--start", type=Path, default=CHECKPOINT if CHECKPOINT.exists() else None)
    parser.add_argument("--first-data", type=float, default=160, help="seconds of making speech before the first step")
    parser.add_argument("--more-data", type=float, default=120, help="seconds of it each time later")
    parser.add_argument("--more-at", type=float, nargs="*", default=[0.5], help="shares of the time")
    parser.add_argument("--batch", type=int, default=Plan.batch)
    parser.add_argument("--rate", type=float, default=Plan.rate)
    parser.add_argument("--ways", nargs="*", default=WAYS, choices=WAYS)
    parser.add_argument("--contest", action="store_true", help="with discriminators")
    parser.add_argument("--every", type=float, default=60, help="seconds between looks")
    parser.add_argument("--keep-every", type=float, default=300, help="seconds between weights that are kept")
    parser.add_argument("--room", type=int, default=100_000, help="segments that there is memory for")
    parser.add_argument("--batch-frames", type=int, default=30_000, help="of the teacher's batches")
    parser.add_argument("--quicken", action="store_true", help="try a compiled teacher first")
    parser.add_argument("--judged", type=int, default=64, help="held-out segments")
    parser.add_argument("--crops", type=int, default=256, help="of which the training values are measured")
    parser.add_argument("--tiny", action="store_true", help="a tiny student, to try it all out on a CPU")
    parser.add_argument("--seed", type=int, help="of the speech; the time of day without it")
    return parser.parse_args()


def main() -> None:
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.allow_tf32 = True
    Block(read_arguments()).run()


if __name__ == "__main__":
    main()
