"""A student on disk: matrices as eight-bit integers with a scale for every output channel, the rest in half precision.

`save_student` writes it, `load_student` reads it.
"""

import json
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from training.student.network import Shape, Student

SHAPE, INTEGERS, SCALE = "shape", ".int8", ".scale"
HALF_KEPT = ("head.", "free.")  # they write gains and spectra themselves, and rounding there is heard first
SMALLEST_MATRIX = 4096


def is_matrix(name: str, values: Tensor) -> bool:
    """Whether it is stored in eight bits."""
    return values.dim() > 1 and values.numel() >= SMALLEST_MATRIX and not name.startswith(HALF_KEPT)


def to_integers(values: Tensor) -> tuple[np.ndarray, np.ndarray]:
    """A matrix as integers and the scales of its output channels."""
    flat = values.detach().float().cpu().flatten(1)
    scale = (flat.abs().amax(1) / 127).clamp(min=1e-12)
    whole = torch.round(flat / scale[:, None]).clamp(-127, 127).to(torch.int8)
    return whole.reshape(values.shape).numpy(), scale.numpy()


def pack(state: dict[str, Tensor], eight_bits: bool = True) -> dict[str, np.ndarray]:
    """A state as the arrays that go into a file; without `eight_bits` all of it in half precision."""
    arrays: dict[str, np.ndarray] = {}
    for name, values in state.items():
        if eight_bits and is_matrix(name, values):
            arrays[name + INTEGERS], arrays[name + SCALE] = to_integers(values)
        else:
            arrays[name] = values.detach().half().cpu().numpy()
    return arrays


def unpack(arrays: dict[str, np.ndarray]) -> dict[str, Tensor]:
    state: dict[str, Tensor] = {}
    for key, values in arrays.items():
        if key.endswith(INTEGERS):
            name = key.removesuffix(INTEGERS)
            whole = torch.from_numpy(values).float()
            scale = torch.from_numpy(arrays[name + SCALE])
            state[name] = whole * scale.reshape(-1, *[1] * (whole.dim() - 1))
        elif not key.endswith(SCALE):
            state[key] = torch.from_numpy(values).float()
    return state


def save_student(student: Student, path: Path, eight_bits: bool = True) -> None:
    shape = np.frombuffer(json.dumps(asdict(student.shape)).encode(), np.uint8)
    save = np.savez_compressed if eight_bits else np.savez  # half precision is for on the way, and gains little
    save(path, **{SHAPE: shape}, **pack(student.state_dict(), eight_bits))


def load_student(path: Path) -> Student:
    with np.load(path) as archive:
        arrays = dict(archive)
    student = Student(Shape(**json.loads(bytes(arrays.pop(SHAPE)))))
    student.load_state_dict(unpack(arrays))
    return student.eval()
