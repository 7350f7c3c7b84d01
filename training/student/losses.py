"""How far the student's sound is from the teacher's: spectra at several scales, and the wave where it is predictable.

Above 3 kHz the teacher's phase is its own, so only magnitudes are compared. The part in phase with the source is also
compared as a wave, over the power around it: that makes the filter take what is predictable and leaves the rest to the
noise.
"""

from collections.abc import Iterable

import torch
from torch import Tensor, nn
from torch.nn import functional

SIZES = (2048, 1024, 512, 256, 128)
PHASED_SIZES = (1024, 512)
MEL_SIZE, MEL_BANDS, HIGHEST = 2048, 100, 12000.0
WEIGHTS = {"log": 1.0, "linear": 3.0, "mel": 2.0, "wave": 0.5}
NEIGHBOURHOOD = (9, 5)  # bins and frames over which power is averaged
LARGEST_WAVE_ERROR = 8.0
LEAST_POWER = 1e-9


def mel_filters(bins: int, bands: int) -> Tensor:
    """[bands, bins]; triangles even in mel, each adding up to 1."""
    frequencies = torch.linspace(0, HIGHEST, bins, dtype=torch.float64)
    highest = 2595 * torch.log10(torch.tensor(1 + HIGHEST / 700, dtype=torch.float64))
    edges = 700 * (10 ** (torch.linspace(0, 1, bands + 2, dtype=torch.float64) * highest / 2595) - 1)
    rising = (frequencies[None] - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    falling = (edges[2:, None] - frequencies[None]) / (edges[2:] - edges[1:-1])[:, None]
    filters = torch.minimum(rising, falling).clamp(min=0)
    return (filters / filters.sum(1, keepdim=True)).float()


def magnitude(real: Tensor, imag: Tensor) -> Tensor:
    return torch.sqrt(real**2 + imag**2 + LEAST_POWER)


class Losses(nn.Module):
    """The parts of the loss of a batch of crops."""

    filters: Tensor

    def __init__(self, sizes: Iterable[int] = SIZES) -> None:
        super().__init__()
        self.sizes = tuple(sizes)
        for size in {*self.sizes, MEL_SIZE}:
            self.register_buffer(f"window_{size}", torch.hann_window(size), persistent=False)
        self.register_buffer("filters", mel_filters(MEL_SIZE // 2 + 1, MEL_BANDS), persistent=False)

    def spectrum(self, wave: Tensor, size: int) -> tuple[Tensor, Tensor]:
        """Real and imaginary parts, [B, bins, frames] each."""
        made = torch.stft(wave, size, size // 4, window=getattr(self, f"window_{size}"), return_complex=True)
        real, imag = torch.view_as_real(made).unbind(3)
        return real, imag

    def mel(self, sizes: Tensor) -> Tensor:
        """Magnitudes of `MEL_SIZE` → log₁₀ of mel bands."""
        return torch.log10(self.filters @ sizes + 1e-4)

    def forward(self, steady: Tensor, wave: Tensor, exact: Tensor) -> dict[str, Tensor]:
        """[B, samples] each: the part in phase with the source, all of the student's sound, and the teacher's."""
        parts = {name: exact.new_zeros(()) for name in WEIGHTS}
        for size in self.sizes:
            target = self.spectrum(exact, size)
            made, wanted = magnitude(*self.spectrum(wave, size)), magnitude(*target)
            floor = 1e-3 * (size / 1024) ** 0.5
            parts["log"] = parts["log"] + (torch.log(made + floor) - torch.log(wanted + floor)).abs().mean()
            level = (wanted**2).mean((1, 2), keepdim=True).sqrt() + 1e-3
            parts["linear"] = parts["linear"] + ((made - wanted).abs() / level).mean()
            if size == MEL_SIZE:
                parts["mel"] = (self.mel(made) - self.mel(wanted)).abs().mean()
            if size in PHASED_SIZES:
                parts["wave"] = parts["wave"] + self._wave_error(self.spectrum(steady, size), target, wanted)
        phased = sum(size in PHASED_SIZES for size in self.sizes)
        return {
            "log": parts["log"] / len(self.sizes),
            "linear": parts["linear"] / len(self.sizes),
            "mel": parts["mel"],
            "wave": parts["wave"] / max(1, phased),
        }

    def _wave_error(self, made: tuple[Tensor, Tensor], wanted: tuple[Tensor, Tensor], sizes: Tensor) -> Tensor:
        bins, frames = NEIGHBOURHOOD
        around = functional.avg_pool2d(
            (sizes**2)[:, None], NEIGHBOURHOOD, 1, (bins // 2, frames // 2), count_include_pad=False
        )[:, 0]
        around = around + 1e-3 * around.mean((1, 2), keepdim=True) + 1e-6
        squares = (made[0] - wanted[0]) ** 2 + (made[1] - wanted[1]) ** 2
        return (squares / around).clamp(max=LARGEST_WAVE_ERROR).mean()


def weigh(parts: dict[str, Tensor], weights: dict[str, float]) -> Tensor:
    """The loss that is taught by."""
    total = torch.zeros_like(next(iter(parts.values())))
    for name, weight in weights.items():
        total = total + weight * parts[name]
    return total
