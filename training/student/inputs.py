"""What the student is given: made from the aligned text, F0 and energy before the first window is computed."""

import math
from functools import cache
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from training.teacher import length_mask

FRAME, RATE = 300, 24000
FRAMES = RATE // FRAME  # in a second
VOICED = 10.0  # Hz; below it the teacher's source is silent
HIGHEST = 11000  # Hz, of the pulses' harmonics
LOWEST_F0 = 60.0  # Hz; below it the pulses have no more harmonics than at it
LEVEL = 0.03  # of pulses and noise
SMALLEST_SINE = 1e-4
NOISE_FRAMES, NOISE_SEED = 1024, 16
LINES = 5  # curves of a frame
MOMENTS = 1031  # mean and deviation of 512 aligned channels and of three curves, and the length


class Inputs(NamedTuple):
    """A batch of windows, or of whole segments. Everything is zero where the mask is."""

    aligned: Tensor  # [B, 512, T]
    curves: Tensor  # [B, 5, T]
    style: Tensor  # [B, 128]
    moments: Tensor  # [B, 1031], of the whole segment
    pulses: Tensor  # [B, 300 T]
    noise: Tensor  # [B, 300 T]
    mask: Tensor  # [B, 1, T]; 1 inside of the segment


def count_cycles(f0: Tensor) -> Tensor:
    """[B, T] → the source's phase at the middle of every frame, in cycles from 0 to 1."""
    cycles = (f0.double() / FRAMES).cumsum(1)
    return (cycles - torch.floor(cycles)).float()


def make_pulses(f0: Tensor, cycles: Tensor) -> Tensor:
    """[B, T] F0 and cycles → [B, 300 T]: all harmonics below 11 kHz, in phase with the teacher's source.

    Equal cosines of all harmonics have a closed form: sin(n h) cos((n + 1) h) / sin(h), where h is half the phase.
    """
    place = (torch.arange(FRAME, device=f0.device, dtype=torch.float32) + 0.5) / FRAME - 0.5
    after = torch.cat([f0[:, 1:], f0[:, -1:]], 1)
    own = torch.where(place >= 0, after[:, :, None], f0[:, :, None])  # as the source interpolates its phase
    turns = cycles[:, :, None] + place * own / FRAMES
    half = math.pi * (turns - torch.floor(turns))
    count = torch.floor(HIGHEST / f0.clamp(min=LOWEST_F0))[:, :, None]
    sine = torch.sin(half)
    tiny = sine.abs() < SMALLEST_SINE
    pulses = torch.sin(count * half) * torch.cos((count + 1) * half) / sine.masked_fill(tiny, 1.0)
    pulses = torch.where(tiny, count.expand_as(pulses), pulses)
    return (pulses * (f0 > VOICED)[:, :, None] * LEVEL).flatten(1)


@cache
def noise_table() -> Tensor:
    """[1024, 300]: the same in every process and on every machine."""
    values = np.random.Generator(np.random.Philox(NOISE_SEED)).standard_normal((NOISE_FRAMES, FRAME), np.float32)
    return torch.from_numpy(values * np.float32(LEVEL))


def noise_at(first: int, frames: int) -> Tensor:
    """[300 · frames]: the noise of a segment's frames from `first` on, so that equal requests sound equal."""
    places = torch.arange(first, first + frames) % NOISE_FRAMES
    return noise_table()[places].flatten()


def draw_noise(like: Tensor) -> Tensor:
    """Fresh noise for training."""
    return torch.randn_like(like) * LEVEL


def stack_curves(f0: Tensor, energy: Tensor, parity: Tensor) -> Tensor:
    """[B, T] each → [B, 5, T]; the parity says which half of a tick a frame is."""
    voiced = (f0 > VOICED).float()
    energy = energy / 5
    return torch.stack([(torch.log(f0.clamp(min=20)) - 5) * voiced, voiced, energy, energy**2, parity], 1)


def measure_moments(aligned: Tensor, f0: Tensor, energy: Tensor, ticks: Tensor) -> Tensor:
    """What the student is told of a whole segment in place of normalisations over time.

    `aligned` is [B, 512, ticks], the curves are [B, 2 ticks].
    """
    voiced = (f0 > VOICED).float()
    curves = torch.stack([torch.log(f0.clamp(min=20)) * voiced, energy / 5, voiced], 1)
    mean, deviation = _masked_moments(aligned, length_mask(ticks, aligned.shape[2]))
    middle, width = _masked_moments(curves, length_mask(ticks * 2, f0.shape[1]))
    return torch.cat([mean, deviation, middle, width, torch.log(ticks.float())[:, None] - 4.5], 1)


def _masked_moments(x: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
    count = mask.sum(2)
    mean = (x * mask).sum(2) / count
    squares = ((x - mean[:, :, None]) * mask) ** 2
    return mean, torch.sqrt(squares.sum(2) / count + 1e-6)


def whole_segment(
    aligned: Tensor, f0: Tensor, energy: Tensor, ticks: Tensor, style: Tensor, noise: Tensor | None = None
) -> Inputs:
    """Inputs of whole segments from what the teacher computes before its decoder; the noise is that of the table."""
    frames = f0.shape[1]
    mask = length_mask(ticks * 2, frames)
    noise = noise_at(0, frames).to(f0)[None] if noise is None else noise
    parity = (torch.arange(frames, device=f0.device) % 2).float().expand_as(f0)
    inside = mask[:, 0]
    return Inputs(
        aligned=aligned.repeat_interleave(2, 2) * mask,
        curves=stack_curves(f0, energy, parity) * mask,
        style=style[:, :128],
        moments=measure_moments(aligned, f0, energy, ticks),
        pulses=make_pulses(f0 * inside, count_cycles(f0) * inside),
        noise=noise * inside.repeat_interleave(FRAME, 1),
        mask=mask,
    )


def cut_window(inputs: Inputs, first: int, last: int) -> Inputs:
    """Frames from `first` up to `last` of every row."""
    frames, samples = slice(first, last), slice(first * FRAME, last * FRAME)
    return inputs._replace(
        aligned=inputs.aligned[:, :, frames],
        curves=inputs.curves[:, :, frames],
        pulses=inputs.pulses[:, samples],
        noise=inputs.noise[:, samples],
        mask=inputs.mask[:, :, frames],
    )
