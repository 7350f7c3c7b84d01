"""What a trial is worth: the first audible sample, the real-time factor, and honest summaries of them (SPEC §0)."""

import statistics
from dataclasses import dataclass

import numpy as np

from kokoro_live.records import SAMPLE_RATE, Samples

AUDIBLE = 10 ** (-50 / 20)  # −50 dBFS


@dataclass(frozen=True, slots=True)
class Trial:
    """One synthesis, uncached."""

    ttfa: float  # seconds from the request to the delivery of the first audible sample
    wall: float  # seconds until the last sample was delivered
    audio: float  # seconds of audio between the first and the last audible sample
    margin: float  # seconds of audio in hand when it was scarcest; below zero the listener hears a gap

    @property
    def rtf(self) -> float:
        """Wall time per second of audio."""
        return self.wall / self.audio


def trial(deliveries: list[tuple[float, Samples]], wall: float) -> Trial:
    """From blocks of samples and when each arrived. No audible sample is a failed trial, not a fast one."""
    samples = np.concatenate([block for _, block in deliveries]) if deliveries else np.zeros(0, np.float32)
    audible = np.flatnonzero(np.abs(samples) > AUDIBLE)
    if not len(audible):
        raise ValueError("the trial delivered no audible sample")
    ends = np.cumsum([len(block) for _, block in deliveries])
    first = int(np.argmax(ends > audible[0]))
    ttfa = deliveries[first][0]
    margins = [float(audible[-1] - audible[0] + 1) / SAMPLE_RATE]  # all of it, if nothing was awaited
    for (when, block), end in zip(deliveries[first + 1 :], ends[first + 1 :], strict=True):
        if len(block):  # the playhead started with the first audible block, at that block's beginning of sound
            margins.append(float(end - len(block) - audible[0]) / SAMPLE_RATE - (when - ttfa))
    return Trial(ttfa, wall, float(audible[-1] - audible[0] + 1) / SAMPLE_RATE, min(margins))


def summary(values: list[float]) -> dict[str, float]:
    """p50 and p95; no values is an error."""
    if not values:
        raise ValueError("no samples to summarise")
    p50, p95 = statistics.median(values), float(np.percentile(values, 95))
    return {"n": len(values), "p50": round(p50, 4), "p95": round(p95, 4)}
