"""All stages in order: from a batch of token strings to sound."""

from dataclasses import dataclass, replace

import torch
import torch.nn.functional as F
from torch import Tensor

from training.teacher import text
from training.teacher.layers import Layers, Statistics, length_mask
from training.teacher.source import FRAME, harmonic_source
from training.teacher.weights import Weights

RESBLOCK_KERNELS, NOISE_KERNELS, DILATIONS = (3, 7, 11), (7, 11), (1, 3, 5)
UPSAMPLING = ((10, 20), (6, 12))  # stride, kernel
FIRST_NORM = "adain1.0"  # three branches start with it on the same input
QUIETEST_EDGE = 1.2e-38  # of the inverse transform's window; below it nothing is divided


@dataclass(frozen=True)
class Acoustics:
    """A batch before it is vocoded. Ticks are pairs of frames; everything is zero beyond a segment's end."""

    aligned: Tensor  # [B, 512, ticks], the encoded tokens in time
    f0: Tensor  # [B, frames]
    energy: Tensor  # [B, frames]
    features: Tensor  # [B, 512, frames], from the decoder
    ticks: Tensor  # [B]
    expected: Tensor  # [B, L], ticks per token at speed 1, before rounding
    durations: Tensor  # [B, L]

    def rows(self, keep: Tensor) -> "Acoustics":
        """Some segments of the batch, without time that none of them needs."""
        most = int(self.ticks[keep].max())
        return replace(
            self,
            aligned=self.aligned[keep][..., :most],
            f0=self.f0[keep][..., : 2 * most],
            energy=self.energy[keep][..., : 2 * most],
            features=self.features[keep][..., : 2 * most],
            ticks=self.ticks[keep],
            expected=self.expected[keep],
            durations=self.durations[keep],
        )


class Teacher:
    """The model as functions of batches."""

    def __init__(self, weights: Weights) -> None:
        self.layers = Layers(weights)

    def acoustics(
        self, tokens: Tensor, lengths: Tensor, style: Tensor, speed: Tensor, pitch: Tensor | None = None
    ) -> Acoustics:
        """Tokens with pads [B, L], speed per token [B, L], style [B, 256], pitch as a factor on F0 [B]."""
        encoded = text.encode(self.layers, tokens, lengths)
        prosody, expected = text.predict_prosody(self.layers, encoded, style, lengths)
        durations = text.round_durations(expected, speed, lengths)
        both = torch.cat([prosody, text.encode_tokens(self.layers, tokens, lengths)], 2)
        aligned, ticks = text.align(both, durations)
        aligned = aligned * length_mask(ticks, aligned.shape[1]).transpose(1, 2)
        f0, energy = self.f0_energy(self.shared(aligned[:, :, :640], ticks), ticks, style)
        f0 = f0 if pitch is None else f0 * pitch[:, None]
        spoken = aligned[:, :, 640:].transpose(1, 2)
        return Acoustics(spoken, f0, energy, self.decode(spoken, f0, energy, ticks, style), ticks, expected, durations)

    def shared(self, aligned: Tensor, ticks: Tensor) -> Tensor:
        """What both F0 and energy are made of, [B, 512, ticks]."""
        return self.layers.lstm("shared", aligned, ticks).transpose(1, 2)

    def f0_energy(self, shared: Tensor, ticks: Tensor, style: Tensor) -> tuple[Tensor, Tensor]:
        """[B, frames] each."""
        curves = []
        for name in ("F0", "N"):
            mask, x, statistics = length_mask(ticks, shared.shape[2]), shared, Statistics()
            for k in range(3):
                x, mask = self.layers.block(f"{name}.{k}", x, style[:, 128:], mask, statistics, up=k == 1)
            curves.append((self.layers.conv(f"{name}_proj", x) * mask)[:, 0])
        return curves[0], curves[1]

    def decode(self, aligned: Tensor, f0: Tensor, energy: Tensor, ticks: Tensor, style: Tensor) -> Tensor:
        """→ [B, 512, frames], the generator's features."""
        layers, own, statistics = self.layers, style[:, :128], Statistics()
        mask = length_mask(ticks, aligned.shape[2])
        curves = [
            layers.conv(f"dec/{name}_conv", curve[:, None], stride=2, padding=1) * mask
            for name, curve in (("F0", f0), ("N", energy))
        ]
        x, _ = layers.block("dec/encode", torch.cat([aligned, *curves], 1), own, mask, statistics)
        residual = layers.conv("dec/asr_res/asr_res.0", aligned) * mask
        for k in range(4):
            joined = torch.cat([x, residual, *curves], 1)
            x, mask = layers.block(f"dec/decode.{k}", joined, own, mask, statistics, up=k == 3)
        return x

    def source(self, f0: Tensor, exact: bool = False, start: float = 0.0) -> Tensor:
        """The harmonic source; see `harmonic_source`."""
        return harmonic_source(self.layers, f0, exact, start)

    def generate(
        self, features: Tensor, source: Tensor, style: Tensor, frames: Tensor, statistics: Statistics | None = None
    ) -> Tensor:
        """Features [B, 512, T] and source [B, 22, 60T + 1] → [B, 300T] samples."""
        statistics = Statistics() if statistics is None else statistics
        longest = features.shape[2]
        masks = (length_mask(frames * 10, longest * 10), length_mask(frames * 60 + 1, longest * 60 + 1))
        x, source = features * length_mask(frames, longest), source * masks[1]
        for stage, mask in enumerate(masks):
            x = self._upsampled(stage, F.leaky_relu(x, 0.1), source, style[:, :128], mask, statistics)
            x = self._branches(stage, x, style[:, :128], mask, statistics)
        spectrum = self.layers.conv("gen/conv_post", F.leaky_relu(x, 0.01), padding=3)
        return self._wave(spectrum, masks[1]) * length_mask(frames * FRAME, longest * FRAME)[:, 0]

    def _upsampled(
        self, stage: int, x: Tensor, source: Tensor, style: Tensor, mask: Tensor, statistics: Statistics
    ) -> Tensor:
        shape = {"stride": 6, "padding": 3} if stage == 0 else {}
        added = self.layers.conv(f"gen/noise_convs.{stage}", source, **shape) * mask
        added = self._resblock(f"gen/noise_res.{stage}", added, style, mask, NOISE_KERNELS[stage], statistics)
        stride, kernel = UPSAMPLING[stage]
        x = self.layers.upsample(f"gen/ups.{stage}", x, stride=stride, padding=(kernel - stride) // 2)
        if stage == 1:  # reflected by one value, as the transform has one frame more
            x = torch.cat([x[:, :, 1:2], x], 2)
        return (x + added) * mask

    def _branches(self, stage: int, x: Tensor, style: Tensor, mask: Tensor, statistics: Statistics) -> Tensor:
        common = f"gen/resblocks.{3 * stage}/{FIRST_NORM}"
        made = [
            self._resblock(f"gen/resblocks.{3 * stage + k}", x, style, mask, kernel, statistics, common)
            for k, kernel in enumerate(RESBLOCK_KERNELS)
        ]
        return (made[0] + made[1] + made[2]) / 3

    def _resblock(
        self, key: str, x: Tensor, style: Tensor, mask: Tensor, kernel: int, statistics: Statistics, common: str = ""
    ) -> Tensor:
        layers = self.layers
        for k, dilation in enumerate(DILATIONS):
            name = common if k == 0 else ""
            affine = layers.norm(f"{key}/adain1.{k}", x, style, mask, statistics, name)
            y = layers.snake(x, *affine, layers.weights[f"{key}/alpha1.{k}"], mask)
            y = layers.conv(f"{key}/convs1.{k}", y, padding=dilation * (kernel - 1) // 2, dilation=dilation)
            affine = layers.norm(f"{key}/adain2.{k}", y, style, mask, statistics)
            y = layers.snake(y, *affine, layers.weights[f"{key}/alpha2.{k}"], mask)
            x = x + layers.conv(f"{key}/convs2.{k}", y, padding=(kernel - 1) // 2)
        return x * mask

    def _wave(self, spectrum: Tensor, mask: Tensor) -> Tensor:
        weights = self.layers.weights
        size, phase = torch.exp(spectrum[:, :11]), torch.sin(spectrum[:, 11:])
        parts = torch.cat([size * torch.cos(phase), size * torch.sin(phase)], 1) * mask
        wave = F.conv_transpose1d(parts, weights["gen/istft/stft.w"], stride=5)[:, 0]
        window = weights["gen/window_sum"]
        edge = torch.where(window > QUIETEST_EDGE, window, 1.0)
        return torch.cat([wave[:, :20] / edge, wave[:, 20:]], 1)[:, 10:-10] * 4

    def joined_statistics(self, statistics: Statistics) -> tuple[Tensor, Tensor]:
        """The generator's means and deviations in the project's order, [B, 8448] each."""
        names = [name for name, _ in self.layers.weights.layers]
        mean, deviation = (torch.cat([statistics[name][part][:, :, 0] for name in names], 1) for part in (0, 1))
        return mean, deviation
