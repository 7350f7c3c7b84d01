"""Clicks: single samples that do not belong.

Speech is predictable from its neighbourhood, a click is not. Each stretch of 10 ms is whitened by linear prediction in
both directions (the best linear detector of one odd sample); what sticks out is measured against everything around it
once its own trace is taken away, so that a pulse train of the voice or a burst of /t/ is no click, but a lone spike is.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kokoro_live.records import Samples

Signal = NDArray[np.float64]

ORDER = 32
HOP = 240  # 10 ms judged at once
AROUND = 120  # samples on each side that a click must stand out from
WINDOW = 960  # for the prediction
SHAPE = np.hanning(WINDOW)
LAGS = np.abs(np.subtract.outer(np.arange(ORDER), np.arange(ORDER)))
CANDIDATES = 4  # strongest samples of a stretch that are looked at
FLOOR = 3e-4  # whitened; dither and rounding stay below
LOOKS = 2
MARGIN = WINDOW // 2 + AROUND + ORDER
ALARM = (0.006, 9.0)  # least amplitude, least prominence: no alarm in 384 exact clips; at 0.005 and 8 one, a creak


@dataclass(frozen=True)
class Click:
    """One odd sample."""

    position: int
    amplitude: float
    prominence: float  # times the strongest thing around it


def clicks(samples: Samples | Signal, least: float, prominence: float) -> list[Click]:
    """Those of at least this amplitude that stand out this much."""
    clicks = [click for stretch in _stretches(np.asarray(samples, np.float64)) for click in _standing_out(*stretch)]
    return [click for click in clicks if click.amplitude >= least and click.prominence >= prominence]


def _stretches(samples: Signal) -> Iterator[tuple[int, Signal, Signal, float]]:
    """Of each stretch: its start, the whitened signal with AROUND on each side, one click's trace, and its size."""
    padded = np.pad(samples, (MARGIN, MARGIN + HOP))
    for start in range(0, len(samples), HOP):
        low, high = start + MARGIN - AROUND, start + MARGIN + HOP + AROUND
        middle = start + HOP // 2 + MARGIN
        frame = padded[middle - WINDOW // 2 : middle + WINDOW // 2].copy()
        for _ in range(LOOKS):
            predictor = _predictor(frame * SHAPE)
            power = float(predictor @ predictor)
            error = np.convolve(padded[low - ORDER : high + ORDER], predictor, "valid")
            white = np.correlate(error, predictor, "valid")
            odd = AROUND + int(np.abs(white[AROUND : AROUND + HOP]).argmax())
            # a click hides itself by spoiling the prediction: look again without it
            place = low + odd - middle + WINDOW // 2
            frame[place] = padded[low + odd] - white[odd] / power
        trace = np.correlate(predictor, predictor, "full") / power
        yield start, white / np.sqrt(power), trace, float(np.sqrt(power))


def _predictor(frame: Signal) -> Signal:
    """The filter that whitens a frame."""
    correlation = np.fft.irfft(np.abs(np.fft.rfft(frame, 2 * WINDOW)) ** 2)[: ORDER + 1]
    correlation[0] = correlation[0] * (1 + 1e-9) + 1e-8
    return np.concatenate([[1.0], -np.linalg.solve(correlation[LAGS], correlation[1:])])


def _standing_out(start: int, white: Signal, trace: Signal, size: float) -> Iterator[Click]:
    size_now = np.abs(white)
    own = size_now[AROUND : AROUND + HOP]
    for offset in np.argsort(own)[-CANDIDATES:]:
        place = AROUND + int(offset)
        if size_now[place] < max(size_now[place - 1], size_now[place + 1]):
            continue
        rest = white[place - AROUND : place + AROUND + 1].copy()
        rest[AROUND - ORDER : AROUND + ORDER + 1] -= white[place] * trace
        around = float(np.abs(rest).max()) + FLOOR
        yield Click(start + int(offset), float(size_now[place] / size), float(size_now[place] / around))
