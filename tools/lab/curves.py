"""How far a variant's pitch and energy are from those of float arithmetic, on the same durations.

What is compared sample by sample has its pitch from the variant itself, so that phases agree: it cannot tell.
"""

import numpy as np

from kokoro_live.model.acoustic import Acoustics
from lab.rows import Row

VOICED_HZ = 40.0  # below, the curve is on its way between voiced and unvoiced
SOUNDING_HZ = 10.0  # from here on the harmonic source sounds


def curve_errors(made: Acoustics, exact: Acoustics) -> Row:
    """Cents (root mean square, and what 1 in 100 frames exceeds), share of frames voiced in one only, energy, edges."""
    voiced = (made.f0 > VOICED_HZ) & (exact.f0 > VOICED_HZ)
    cents = 1200 * np.log2(made.f0[voiced] / exact.f0[voiced])
    found = {
        "cents": np.sqrt(np.mean(cents**2)),
        "rare_cents": np.quantile(np.abs(cents), 0.99),
        "curve_flips": np.mean((made.f0 > SOUNDING_HZ) != (exact.f0 > SOUNDING_HZ)),
        "energy_error": np.sqrt(np.mean((made.energy - exact.energy) ** 2)),
        "edge_frames": np.abs(np.subtract(made.speech(), exact.speech())).max(),
    }
    return {name: round(float(value), 4) for name, value in found.items()}
