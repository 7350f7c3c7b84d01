"""The short-time transform and its inverse as matrices, so that every runtime has them."""

import torch
from torch import Tensor, nn
from torch.nn import functional

OVERLAP = 1.5  # what the squared windows of four overlapping frames add up to


class Transform(nn.Module):
    """Frames of `size` samples every quarter of it; the first is centred on the middle of the first quarter."""

    forward_matrix: Tensor
    inverse_matrix: Tensor

    def __init__(self, size: int) -> None:
        super().__init__()
        self.size, self.hop, self.bins = size, size // 4, size // 2 + 1
        self.edge = (size - self.hop) // 2
        window = torch.hann_window(size, periodic=True, dtype=torch.float64)
        bins = torch.fft.rfft(torch.eye(size, dtype=torch.float64) * window)
        forward = torch.cat([bins.real, bins.imag], 1)  # [size, 2 bins]
        units = torch.eye(2 * self.bins, dtype=torch.float64)
        spectra = torch.complex(units[:, : self.bins], units[:, self.bins :])
        inverse = torch.fft.irfft(spectra, size) * window / OVERLAP  # [2 bins, size]
        self.register_buffer("forward_matrix", forward.float(), persistent=False)
        self.register_buffer("inverse_matrix", inverse.float(), persistent=False)

    def analyse(self, wave: Tensor) -> tuple[Tensor, Tensor]:
        """[B, hop · M] → real and imaginary parts, [B, M, bins] each."""
        padded = functional.pad(wave, (self.edge, self.size - self.hop - self.edge))
        quarters = padded.reshape(wave.shape[0], -1, self.hop)
        frames = torch.cat([quarters[:, :-3], quarters[:, 1:-2], quarters[:, 2:-1], quarters[:, 3:]], 2)
        real, imag = (frames @ self.forward_matrix).chunk(2, 2)
        return real, imag

    def synthesise(self, real: Tensor, imag: Tensor) -> Tensor:
        """[B, M, bins] → [B, hop · M]; what reaches beyond both ends is cut off."""
        quarters = (torch.cat([real, imag], 2) @ self.inverse_matrix).chunk(4, 2)
        total = functional.pad(quarters[0], (0, 0, 0, 3))
        for place in (1, 2, 3):
            total = total + functional.pad(quarters[place], (0, 0, place, 3 - place))
        return total.flatten(1)[:, self.edge : self.edge + self.hop - self.size]
