"""Change the tempo without changing the pitch (WSOLA): for speeds the model itself cannot reach.

Overlap-add of short frames, each taken where it continues the previous one best. It works in the time domain, so speech
stays free of the phasiness of spectral methods, and it is a pure function of its input.
"""

import numpy as np

from kokoro_live.records import SAMPLE_RATE, Samples

FRAME = SAMPLE_RATE * 30 // 1000
HOP = FRAME // 2
SEARCH = SAMPLE_RATE * 12 // 1000  # how far from its nominal place a frame may be taken


def stretched(samples: Samples, tempo: float) -> Samples:
    """`samples` played `tempo` times as fast; round(len / tempo) samples long."""
    wanted = round(len(samples) / tempo)
    padded = np.concatenate([np.zeros(SEARCH, np.float32), samples, np.zeros(2 * FRAME + 2 * SEARCH, np.float32)])
    window = np.hanning(FRAME + 1)[:FRAME].astype(np.float32)
    out = np.zeros(wanted + 2 * FRAME, np.float32)
    continuation = padded[SEARCH : SEARCH + FRAME]
    for start in range(0, wanted + HOP, HOP):
        nominal = min(round(start * tempo), len(padded) - FRAME - 2 * SEARCH)
        place = nominal + _best_offset(padded[nominal : nominal + FRAME + 2 * SEARCH], continuation)
        frame = padded[place : place + FRAME]
        out[start : start + FRAME] += window * frame
        continuation = padded[place + HOP : place + HOP + FRAME]
        if len(continuation) < FRAME:
            continuation = np.zeros(FRAME, np.float32)
    out[:HOP] += (1 - window[:HOP]) * padded[SEARCH : SEARCH + HOP]  # the first frame has no predecessor to overlap
    return out[:wanted]


def _best_offset(region: Samples, continuation: Samples) -> int:
    """Where in `region` the frame most like `continuation` starts, by normalised correlation."""
    likeness = np.correlate(region, continuation, "valid")
    energy = np.convolve(region * region, np.ones(len(continuation), np.float32), "valid")
    return int(np.argmax(likeness / np.sqrt(energy + 1e-6)))
