"""What all stages are made of. Whatever lies beyond a segment's own length is held at zero, as padding would be, and is
left out of every mean: a row of a batch equals the same segment alone."""

import math
from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from training.teacher.weights import Weights, make_lstm

EPS = 1e-5
Statistics = dict[str, tuple[Tensor, Tensor]]  # of each normalisation: mean and deviation, [B, C, 1]


def length_mask(lengths: Tensor, longest: int) -> Tensor:
    """[B, 1, longest]; 1 where a segment is."""
    return (torch.arange(longest, device=lengths.device)[None] < lengths[:, None]).float()[:, None]


def masked_moments(x: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
    """Mean and deviation over time of what the mask covers, [B, C, 1] each."""
    count = mask.sum(2, keepdim=True)
    mean = (x * mask).sum(2, keepdim=True) / count
    squares = ((x - mean) * mask) ** 2
    return mean, torch.sqrt(squares.sum(2, keepdim=True) / count + EPS)


def snake(x: Tensor, scale: Tensor, shift: Tensor, alpha: Tensor, mask: Tensor) -> Tensor:
    """The generator's activation, after the affine map of the normalisation."""
    y = x * scale + shift
    return (y + torch.sin(alpha * y) ** 2 / alpha) * mask


def leaky(x: Tensor, scale: Tensor, shift: Tensor, mask: Tensor) -> Tensor:
    """The decoder's activation, after the affine map of the normalisation."""
    return F.leaky_relu(x * scale + shift, 0.2) * mask


class Layers:
    """Linear layers, convolutions, LSTMs and adaptive instance normalisation by name."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        keys = [key.removesuffix(".r") for key in weights.tensors if key.endswith(".r")]
        self._lstms = {key: make_lstm(weights, key) for key in keys}
        self.moments: Callable[..., tuple[Tensor, Tensor]] = masked_moments
        self.snake: Callable[..., Tensor] = snake
        self.leaky: Callable[..., Tensor] = leaky

    def compile(self) -> None:
        """Fuses the passes over whole tensors, which take most of the generator's time on a GPU."""
        self.moments = torch.compile(masked_moments, dynamic=True)
        self.snake = torch.compile(snake, dynamic=True)
        self.leaky = torch.compile(leaky, dynamic=True)

    def linear(self, key: str, x: Tensor) -> Tensor:
        made = x @ self.weights[key + ".w"]
        return made + self.weights[key + ".b"] if key + ".b" in self.weights else made

    def conv(self, key: str, x: Tensor, **shape: Any) -> Tensor:
        bias = self.weights[key + ".b"] if key + ".b" in self.weights else None
        return F.conv1d(x, self.weights[key + ".w"], bias, **shape)

    def upsample(self, key: str, x: Tensor, **shape: Any) -> Tensor:
        return F.conv_transpose1d(x, self.weights[key + ".w"], self.weights[key + ".b"], **shape)

    def lstm(self, key: str, x: Tensor, lengths: Tensor) -> Tensor:
        packed = torch.nn.utils.rnn.pack_padded_sequence(x, lengths.cpu(), batch_first=True, enforce_sorted=False)
        made, _ = self._lstms[key](packed)
        return torch.nn.utils.rnn.pad_packed_sequence(made, batch_first=True, total_length=x.shape[1])[0]

    def norm(
        self, key: str, x: Tensor, style: Tensor, mask: Tensor, statistics: Statistics | None = None, name: str = ""
    ) -> tuple[Tensor, Tensor]:
        """The normalisation as an affine map: scale and shift, [B, C, 1].

        Norms that share an input share their statistics under one `name`. Statistics that are there are used, and
        those that are not are measured and written down.
        """
        statistics = {} if statistics is None else statistics
        name = name or key
        if name not in statistics:
            statistics[name] = self.moments(x, mask)
        mean, deviation = statistics[name]
        gain, offset = self.linear(key + "/fc", style)[:, :, None].chunk(2, 1)
        scale = (1 + gain) / deviation
        return scale, offset - mean * scale

    def block(
        self, key: str, x: Tensor, style: Tensor, mask: Tensor, statistics: Statistics, up: bool = False, name: str = ""
    ) -> tuple[Tensor, Tensor]:
        """A residual block of F0, energy or decoder, and its mask; `up` doubles the time."""
        residual = self.leaky(x, *self.norm(key + "/norm1", x, style, mask, statistics, name), mask)
        direct = x
        if up:
            shape = {"stride": 2, "padding": 1, "output_padding": 1, "groups": x.shape[1]}
            mask = mask.repeat_interleave(2, 2)
            residual = self.upsample(key + "/pool", residual, **shape) * mask
            direct = direct.repeat_interleave(2, 2)
        if key + "/conv1x1.w" in self.weights:
            direct = self.conv(key + "/conv1x1", direct)
        residual = self.conv(key + "/conv1", residual, padding=1)
        residual = self.leaky(residual, *self.norm(key + "/norm2", residual, style, mask, statistics), mask)
        return (self.conv(key + "/conv2", residual, padding=1) + direct) / math.sqrt(2) * mask, mask
