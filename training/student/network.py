"""A filter for pulses and noise, told by the text, the voice and the whole segment how to sound.

No layer normalises over time and each sees a few frames only. So a window with `context` frames on both sides gives
exactly what the whole segment gives: there is nothing to guess and nothing to join.
"""

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from training.student.inputs import FRAME, LINES, MOMENTS, Inputs, cut_window
from training.student.spectral import Transform

ALIGNED, STYLE = 512, 128
TRANSFORM_REACH = 2  # frames on both sides that overlapping spectra need
QUIETEST, LOUDEST_PULSES, LOUDEST_NOISE = -14, 6, 5  # natural logarithms of gains
FIRST_NOISE = -2.0  # of an untrained student


@dataclass(frozen=True)
class Shape:
    """Sizes of a student."""

    width: int
    layers: int
    wide: int
    kernel: int = 5
    told: int = 256  # numbers that voice and segment are summed up in
    size: int = 600  # samples of a spectrum

    @property
    def context(self) -> int:
        """Frames on both sides of a window that its sound depends on."""
        return 1 + self.layers * (self.kernel // 2) + TRANSFORM_REACH


FULL = Shape(512, 8, 1536)
TINY = Shape(64, 2, 128, told=32)


def gelu(x: Tensor) -> Tensor:
    return functional.gelu(x, approximate="tanh")


class Film(nn.Module):
    """A gain and an offset for every channel."""

    def __init__(self, width: int, told: int) -> None:
        super().__init__()
        self.turn = nn.Linear(told, 2 * width)
        nn.init.normal_(self.turn.weight, 0, 0.02)
        nn.init.zeros_(self.turn.bias)

    def forward(self, x: Tensor, told: Tensor) -> Tensor:
        """[B, T, C] → [B, T, C]."""
        gain, offset = self.turn(told)[:, None].chunk(2, 2)
        return x * (1 + gain) + offset


class Block(nn.Module):
    """A ConvNeXt block."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        width = shape.width
        self.near = nn.Conv1d(width, width, shape.kernel, padding=shape.kernel // 2, groups=width)
        self.norm, self.film = nn.LayerNorm(width, elementwise_affine=False), Film(width, shape.told)
        self.up, self.down = nn.Linear(width, shape.wide), nn.Linear(shape.wide, width)
        nn.init.normal_(self.down.weight, 0, 1 / math.sqrt(shape.wide * shape.layers))
        nn.init.zeros_(self.down.bias)

    def forward(self, x: Tensor, told: Tensor, mask: Tensor) -> Tensor:
        """[B, C, T] → [B, C, T]."""
        y = self.film(self.norm(self.near(x).transpose(1, 2)), told)
        return (x + self.down(gelu(self.up(y))).transpose(1, 2)) * mask


class Told(nn.Module):
    """Sums up what is known of the voice and of the whole segment."""

    middle: Tensor
    spread: Tensor

    def __init__(self, size: int) -> None:
        super().__init__()
        self.register_buffer("middle", torch.zeros(MOMENTS))
        self.register_buffer("spread", torch.ones(MOMENTS))
        self.segment, self.voice, self.both = nn.Linear(MOMENTS, size), nn.Linear(STYLE, size), nn.Linear(size, size)

    def forward(self, style: Tensor, moments: Tensor) -> Tensor:
        scaled = ((moments - self.middle) / self.spread).clamp(-5, 5)
        return self.both(gelu(self.segment(scaled) * 0.3 + self.voice(style * 3)))


class Trunk(nn.Module):
    """From inputs to what the heads read, frame by frame."""

    middle: Tensor
    spread: Tensor

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.register_buffer("middle", torch.zeros(ALIGNED))
        self.register_buffer("spread", torch.ones(ALIGNED))
        self.told = Told(shape.told)
        self.enter = nn.Conv1d(ALIGNED + LINES, shape.width, 3, padding=1)
        self.blocks = nn.ModuleList(Block(shape) for _ in range(shape.layers))
        self.norm, self.film = nn.LayerNorm(shape.width, elementwise_affine=False), Film(shape.width, shape.told)

    def forward(self, aligned: Tensor, curves: Tensor, style: Tensor, moments: Tensor, mask: Tensor) -> Tensor:
        """→ [B, T, C]."""
        told = self.told(style, moments)
        scaled = (aligned - self.middle[:, None]) / self.spread[:, None] * mask
        x = self.enter(torch.cat([scaled, curves], 1)) * mask
        for block in self.blocks:
            x = block(x, told, mask)
        return self.film(self.norm(x.transpose(1, 2)), told)


class Student(nn.Module):
    """Gives its sound in two parts: one in phase with the source, and the noise."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.trunk, self.transform = Trunk(shape), Transform(shape.size)
        self.spectra = FRAME // self.transform.hop  # of a frame
        self.head = nn.Linear(shape.width, self.spectra * 4 * self.transform.bins)
        self.free = nn.Linear(shape.width, self.spectra * 2 * self.transform.bins)
        self._start_heads()

    def _start_heads(self) -> None:
        """Pulses pass as they are, noise is quiet, and the free spectrum is silent."""
        nn.init.normal_(self.head.weight, 0, 0.02)
        nn.init.zeros_(self.free.weight)
        nn.init.zeros_(self.free.bias)
        with torch.no_grad():
            bias = self.head.bias.view(self.spectra, 4, -1)
            bias.zero_()
            bias[:, 1], bias[:, 3] = 1.0, FIRST_NOISE

    def forward(self, inputs: Inputs) -> tuple[Tensor, Tensor]:
        """→ the part in phase with the source and the noise, [B, 300 T] each; the sound is their sum."""
        known = self.trunk(inputs.aligned, inputs.curves, inputs.style, inputs.moments, inputs.mask)
        return self.speak(known, inputs.pulses, inputs.noise, inputs.mask)

    def speak(self, known: Tensor, pulses: Tensor, noise: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Filters pulses and noise, bin by bin."""
        bins = self.transform.bins
        size, cosine, sine, loudness = self.head(known).reshape(len(known), -1, 4 * bins).chunk(4, 2)
        extra, extra_imag = self.free(known).reshape(len(known), -1, 2 * bins).chunk(2, 2)
        inside = mask[:, 0].repeat_interleave(self.spectra, 1)[:, :, None]
        size = torch.exp(size.clamp(QUIETEST, LOUDEST_PULSES)) * inside
        loudness = torch.exp(loudness.clamp(QUIETEST, LOUDEST_NOISE)) * inside
        cosine, sine = cosine * size, sine * size
        real, imag = self.transform.analyse(pulses)
        steady = self.transform.synthesise(
            real * cosine - imag * sine + extra * inside, real * sine + imag * cosine + extra_imag * inside
        )
        real, imag = self.transform.analyse(noise)
        return steady, self.transform.synthesise(real * loudness, imag * loudness)

    def speak_window(self, inputs: Inputs, first: int, last: int) -> Tensor:
        """Frames from `first` up to `last` of whole segments, from no more of them than that takes."""
        begin = max(0, first - self.shape.context)
        end = min(inputs.mask.shape[2], last + self.shape.context)
        steady, noise = self(cut_window(inputs, begin, end))
        return (steady + noise)[:, (first - begin) * FRAME : (last - begin) * FRAME]
