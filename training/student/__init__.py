"""The student: one small network in place of decoder and vocoder."""

from training.student.inputs import FRAME, RATE, Inputs
from training.student.network import FULL, TINY, Shape, Student

__all__ = ["FRAME", "FULL", "RATE", "TINY", "Inputs", "Shape", "Student"]
