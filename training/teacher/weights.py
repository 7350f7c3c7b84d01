"""The arrays that `training.export_weights` wrote, as tensors."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

LSTM_GATES = (0, 2, 3, 1)  # ONNX keeps input, output, forget, cell; PyTorch wants input, forget, cell, output


@dataclass(frozen=True)
class Weights:
    """Named tensors, and the generator's normalisations (name, channels) in the project's order."""

    tensors: dict[str, Tensor]
    layers: tuple[tuple[str, int], ...]

    def __getitem__(self, key: str) -> Tensor:
        return self.tensors[key]

    def __contains__(self, key: str) -> bool:
        return key in self.tensors


def load_weights(paths: Iterable[Path], device: str = "cpu") -> Weights:
    """Stored integers are put back into the floats that the folded graph has."""
    stored: dict[str, np.ndarray] = {}
    for path in paths:
        with np.load(path) as archive:
            stored |= dict(archive)
    layers = tuple((name, channels) for name, channels in json.loads(bytes(stored.pop("layers"))))
    tensors: dict[str, Tensor] = {}
    for key, values in stored.items():
        if key.endswith(".int"):
            base = key.removesuffix(".int")
            whole, scale, zero = (torch.as_tensor(stored[base + end]).float() for end in (".int", ".scale", ".zero"))
            tensors[base] = ((whole - zero) * scale).to(device)
        elif not key.endswith((".scale", ".zero")):
            tensors[key] = torch.as_tensor(values).to(device)
    return Weights(tensors, layers)


def make_lstm(weights: Weights, key: str) -> torch.nn.LSTM:
    """A bidirectional LSTM of the model."""
    w, r, b = (weights[key + end] for end in (".w", ".r", ".b"))
    hidden = r.shape[2]
    lstm = torch.nn.LSTM(w.shape[2], hidden, batch_first=True, bidirectional=True).to(w.device)

    def ordered(values: Tensor) -> Tensor:
        return torch.cat([values[k * hidden : (k + 1) * hidden] for k in LSTM_GATES])

    with torch.no_grad():
        for direction, end in ((0, ""), (1, "_reverse")):
            getattr(lstm, "weight_ih_l0" + end).copy_(ordered(w[direction]))
            getattr(lstm, "weight_hh_l0" + end).copy_(ordered(r[direction]))
            getattr(lstm, "bias_ih_l0" + end).copy_(ordered(b[direction][: 4 * hidden]))
            getattr(lstm, "bias_hh_l0" + end).copy_(ordered(b[direction][4 * hidden :]))
    lstm.flatten_parameters()
    return lstm.requires_grad_(False)
