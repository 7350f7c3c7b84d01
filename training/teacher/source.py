"""The harmonic source: nine sines in phase with the sum of F0, and their transform."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from training.teacher.layers import Layers

FRAME, RATE, HARMONICS = 300, 24000, 9
VOICED = 10.0  # Hz
TWO_PI = 2.0 * 3.1415927410125732  # as single precision has it in the published graph
TERMS = ((slice(0, 8), 2), (slice(8, 9), 4))  # into how many equal terms the graph's sums of a harmonic are cut


def harmonic_source(layers: Layers, f0: Tensor, exact: bool = False, start: float = 0.0) -> Tensor:
    """[B, frames] → [B, 22, 60 · frames + 1].

    `exact` sums phases in single precision, one after another, as the published graph does on a CPU. Otherwise they are
    summed in double precision. `start` is the phase at the segment's start in cycles: with another one the model says
    the same in the same voice, and only the fine structure differs.
    """
    phases = _phases(f0, exact, start)
    sines = torch.sin(_between_frames(phases)) * 0.1
    voiced = (f0 > VOICED).float().repeat_interleave(FRAME, 1)[:, None]
    weights = layers.weights
    mixed = (sines * voiced).transpose(1, 2) @ weights["gen/m_source/l_linear.w"] + weights["gen/m_source/l_linear.b"]
    return _transform(layers, torch.tanh(mixed[..., 0]))


def _phases(f0: Tensor, exact: bool, start: float) -> Tensor:
    """[B, 9, frames] in radians, times the samples of a frame."""
    numbers = torch.arange(1, HARMONICS + 1, device=f0.device, dtype=f0.dtype)[None, :, None]
    cycles = f0[:, None] * numbers / RATE
    cycles = cycles - torch.floor(cycles)
    if exact:
        return torch.cumsum(cycles, 2) * TWO_PI * FRAME
    summed = torch.cumsum(cycles.double(), 2) + start * numbers.double() / FRAME
    return summed.float() * TWO_PI * FRAME


def _between_frames(phases: Tensor) -> Tensor:
    """[B, 9, frames] → [B, 9, samples], linear, rounded as the graph rounds."""
    frames = phases.shape[2]
    places = (torch.arange(FRAME * frames, device=phases.device).float() + 0.5) / FRAME - 0.5
    places = places.clamp(0, frames - 1)
    low = places.floor().long().clamp(max=max(0, frames - 2))
    after = places - low
    before = (low + 1).float() - places
    high = (low + 1).clamp(max=frames - 1)
    lines = []
    for rows, terms in TERMS:
        a = phases[:, rows][:, :, low] * (before / terms)
        b = phases[:, rows][:, :, high] * (after / terms)
        total = a + b
        for _ in range(terms - 1):
            total = (total + a) + b
        lines.append(total)
    return torch.cat(lines, 1)


def _transform(layers: Layers, wave: Tensor) -> Tensor:
    """Magnitude and phase of 20 samples every 5."""
    padded = F.pad(wave[:, None], (10, 10), mode="reflect")
    real, imag = layers.conv("gen/stft", padded, stride=5).chunk(2, 1)
    phase = torch.atan(imag / real)
    phase = torch.where(real < 0, torch.where(imag > 0, phase + math.pi, phase - math.pi), phase)
    return torch.cat([torch.sqrt(real**2 + imag**2), phase], 1)
