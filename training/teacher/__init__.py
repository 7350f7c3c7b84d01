"""The published model in PyTorch: batched, exact, without gradients."""

from training.teacher.layers import length_mask
from training.teacher.model import Acoustics, Teacher
from training.teacher.weights import load_weights

__all__ = ["Acoustics", "Teacher", "length_mask", "load_weights"]
