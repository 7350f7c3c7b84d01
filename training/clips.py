"""The held-out clips, spoken by the teacher and by students.

    python3 -m training.clips FOLDER OUT exact other NAME=STUDENT.npz …

writes OUT/exact.npz, OUT/other.npz and OUT/NAME.npz, a clip an array. `other` is the teacher with another phase at its
start: the same speech in the same voice, which differs in its fine structure only. It is the control of every score.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from training.held_out import load_held_out
from training.segments import Segment, load_voices
from training.speech import Studio
from training.student import Student
from training.student.inputs import whole_segment
from training.student.weights import load_student
from training.teacher import Acoustics

OTHER_PHASE = 0.5  # cycles


def speak_by_teacher(studio: Studio, made: Acoustics, style: Tensor, start: float) -> Tensor:
    source = studio.teacher.source(made.f0, start=start)
    return studio.teacher.generate(made.features, source, style, made.ticks * 2)[0]


def speak_by_student(student: Student, made: Acoustics, style: Tensor) -> Tensor:
    steady, noise = student(whole_segment(made.aligned, made.f0, made.energy, made.ticks, style))
    return (steady + noise)[0]


@torch.no_grad()
def speak_clips(studio: Studio, clips: list[Segment], students: dict[str, Student | None], out: Path) -> None:
    """Of the teacher where there is no student under a name."""
    waves: dict[str, dict[str, np.ndarray]] = {name: {} for name in students}
    for number, clip in enumerate(clips):
        made, style, _ = studio.speak([clip])
        for name, student in students.items():
            if student is not None:
                wave = speak_by_student(student, made, style)
            else:
                wave = speak_by_teacher(studio, made, style, OTHER_PHASE if name == "other" else 0.0)
            waves[name][f"clip{number:02}"] = wave.half().cpu().numpy()
    out.mkdir(parents=True, exist_ok=True)
    for name, arrays in waves.items():
        np.savez(out / f"{name}.npz", **arrays)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("speakers", nargs="+", help="exact, other, or NAME=STUDENT.npz")
    parser.add_argument("--count", type=int, help="fewer clips, to try it out")
    given = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    studio = Studio(given.folder, load_voices(given.folder / "voices.npz"), device)
    students: dict[str, Student | None] = {}
    for speaker in given.speakers:
        name, _, path = speaker.partition("=")
        students[name] = load_student(Path(path)).to(device) if path else None
    speak_clips(studio, load_held_out(studio.voices)[1][: given.count], students, given.out)


if __name__ == "__main__":
    main()
