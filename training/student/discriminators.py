"""Judges that learn to tell the student from the teacher: by periods of the wave, and by spectra at three scales."""

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils.parametrizations import weight_norm

PERIODS = (2, 3, 5, 7, 11)
PERIOD_CHANNELS = (8, 32, 128, 256, 256)  # a quarter of the usual ones
RESOLUTIONS = (2048, 1024, 512)
RESOLUTION_CHANNELS = 32
LEAK = 0.1
Verdict = tuple[Tensor, list[Tensor]]  # logits and the features of every layer


class PeriodDiscriminator(nn.Module):
    """Sees the wave folded into rows of one period."""

    def __init__(self, period: int, channels: Sequence[int] = PERIOD_CHANNELS) -> None:
        super().__init__()
        self.period = period
        sizes = (1, *channels)
        self.layers = nn.ModuleList(
            weight_norm(nn.Conv2d(a, b, (5, 1), (3 if k < len(channels) - 1 else 1, 1), (2, 0)))
            for k, (a, b) in enumerate(zip(sizes, channels, strict=False))
        )
        self.last = weight_norm(nn.Conv2d(channels[-1], 1, (3, 1), padding=(1, 0)))

    def forward(self, wave: Tensor) -> Verdict:
        """[B, samples] → logits and features."""
        wave = functional.pad(wave, (0, -wave.shape[1] % self.period))
        x, features = wave.reshape(len(wave), 1, -1, self.period), []
        for layer in self.layers:
            x = functional.leaky_relu(layer(x), LEAK)
            features.append(x)
        return self.last(x), features


class ResolutionDiscriminator(nn.Module):
    """Sees magnitudes of one transform."""

    window: Tensor

    def __init__(self, size: int, channels: int = RESOLUTION_CHANNELS) -> None:
        super().__init__()
        self.size = size
        self.register_buffer("window", torch.hann_window(size), persistent=False)
        shapes = [(1, (3, 9), (1, 1)), *[(channels, (3, 9), (1, 2))] * 3, (channels, (3, 3), (1, 1))]
        self.layers = nn.ModuleList(
            weight_norm(nn.Conv2d(count, channels, kernel, stride, (kernel[0] // 2, kernel[1] // 2)))
            for count, kernel, stride in shapes
        )
        self.last = weight_norm(nn.Conv2d(channels, 1, (3, 3), padding=(1, 1)))

    def forward(self, wave: Tensor) -> Verdict:
        """[B, samples] → logits and features."""
        made = torch.stft(wave, self.size, self.size // 4, window=self.window, return_complex=True)
        real, imag = torch.view_as_real(made).unbind(3)
        x, features = torch.sqrt(real**2 + imag**2 + 1e-9).transpose(1, 2)[:, None], []
        for layer in self.layers:
            x = functional.leaky_relu(layer(x), LEAK)
            features.append(x)
        return self.last(x), features


class Discriminators(nn.Module):
    """All of them."""

    def __init__(
        self,
        periods: Sequence[int] = PERIODS,
        period_channels: Sequence[int] = PERIOD_CHANNELS,
        resolutions: Sequence[int] = RESOLUTIONS,
        resolution_channels: int = RESOLUTION_CHANNELS,
    ) -> None:
        super().__init__()
        self.periods = nn.ModuleList(PeriodDiscriminator(period, period_channels) for period in periods)
        self.resolutions = nn.ModuleList(ResolutionDiscriminator(size, resolution_channels) for size in resolutions)

    def forward(self, wave: Tensor) -> tuple[list[Verdict], list[Verdict]]:
        """Verdicts by period and by resolution."""
        return [judge(wave) for judge in self.periods], [judge(wave) for judge in self.resolutions]


def doubt_loss(real: list[Verdict], made: list[Verdict]) -> Tensor:
    """What a discriminator learns by: real above 1, made below −1."""
    losses = [
        functional.relu(1 - wanted).mean() + functional.relu(1 + other).mean()
        for (wanted, _), (other, _) in zip(real, made, strict=True)
    ]
    return torch.stack(losses).mean()


def belief_loss(made: list[Verdict]) -> Tensor:
    """What the student learns by: to be taken for real."""
    return torch.stack([functional.relu(1 - logits).mean() for logits, _ in made]).mean()


def feature_loss(real: list[Verdict], made: list[Verdict]) -> Tensor:
    """How differently the discriminators' layers see both, over how much they see."""
    losses = [
        (wanted.detach() - other).abs().mean() / wanted.detach().abs().mean().clamp(min=1e-4)
        for (_, layers), (_, others) in zip(real, made, strict=True)
        for wanted, other in zip(layers, others, strict=True)
    ]
    return torch.stack(losses).mean()
