"""What a trial is worth: the first audible sample, the real-time factor, and honest summaries of them."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kokoro_live.records import SAMPLE_RATE, Samples

AUDIBLE = 10 ** (-50 / 20)  # −50 dBFS
DRAWS = 2000
TOGETHER = 0.005  # seconds between what was written at once


@dataclass(frozen=True, slots=True)
class Trial:
    """One synthesis, uncached."""

    ttfa: float  # seconds from the request to the delivery of the first audible sample
    wall: float  # seconds until the last sample was delivered
    audio: float  # seconds of audio between the first and the last audible sample
    margin: float  # seconds of audio buffered when it was scarcest; below zero the listener hears a gap

    @property
    def rtf(self) -> float:
        """Wall time per second of audio."""
        return self.wall / self.audio


@dataclass(frozen=True, slots=True)
class Playhead:
    """A player that begins when the first audible sample has come, or some deliveries later. It plays what came with
    that sample, the silence before it included."""

    course: list[tuple[float, float]]  # at each delivery: seconds since the request, seconds of audio buffered
    gaps: list[float]  # seconds that the listener waited in mid-speech, each time


def trial(deliveries: list[tuple[float, Samples]], wall: float, rate: int = SAMPLE_RATE, buffered: int = 1) -> Trial:
    """From blocks of samples and when each arrived. No audible sample is a failed trial, not a fast one."""
    first, last = _audible(deliveries)
    ends = np.cumsum([len(block) for _, block in deliveries])
    ttfa = deliveries[int(np.argmax(ends > first))][0]
    audio = float(last - first + 1) / rate
    in_hand = [seconds for _, seconds in playhead(deliveries, rate, buffered).course]
    return Trial(ttfa, wall, audio, min([audio, *in_hand]))  # all of it, if nothing was awaited


def playhead(deliveries: list[tuple[float, Samples]], rate: int = SAMPLE_RATE, buffered: int = 1) -> Playhead:
    """What a player has left just before each delivery that had to be waited for, if it waits for `buffered` of them
    before it starts."""
    first, _ = _audible(deliveries)
    ends = np.cumsum([len(block) for _, block in deliveries])
    filled = [n for n, (_, block) in enumerate(deliveries) if len(block) and ends[n] > first]
    begin = filled[min(buffered, len(filled)) - 1]
    played_from = int(ends[filled[0]]) - len(deliveries[filled[0]][1])
    started, waited = deliveries[begin][0], 0.0
    found = Playhead([], [])
    for number in filled[filled.index(begin) + 1 :]:
        when, block = deliveries[number]
        in_hand = float(ends[number] - len(block) - played_from) / rate - (when - started)
        if in_hand < 0 or when - deliveries[number - 1][0] > TOGETHER:
            found.course.append((when, in_hand))
        if in_hand + waited < 0:
            found.gaps.append(-(in_hand + waited))
            waited = -in_hand
    return found


def _audible(deliveries: list[tuple[float, Samples]]) -> tuple[int, int]:
    """The first and the last audible sample."""
    samples = np.concatenate([block for _, block in deliveries]) if deliveries else np.zeros(0, np.float32)
    audible = np.flatnonzero(np.abs(samples) > AUDIBLE)
    if not len(audible):
        raise ValueError("the trial delivered no audible sample")
    return int(audible[0]), int(audible[-1])


def summary(values: list[float]) -> dict[str, float]:
    """p50 and p95; no values is an error."""
    if not values:
        raise ValueError("no samples to summarise")
    p50, p95 = statistics.median(values), float(np.percentile(values, 95))
    return {"n": len(values), "p50": round(p50, 4), "p95": round(p95, 4)}


def ratio(above: Sequence[float | None], below: Sequence[float | None]) -> dict[str, float]:
    """The ratio of the medians of pairs, with the range it has in 95 of 100 draws of such pairs; and the median of
    their own ratios, which does not mind a machine that is slow for some of them."""
    pairs = np.array([(a, b) for a, b in zip(above, below, strict=True) if a is not None and b is not None])
    if not len(pairs):
        raise ValueError("no samples to compare")
    drawn = pairs[np.random.default_rng(DRAWS).integers(0, len(pairs), (DRAWS, len(pairs)))]
    medians = np.median(drawn, axis=1)
    low, high = np.percentile(medians[:, 0] / medians[:, 1], [2.5, 97.5])
    value = float(np.median(pairs[:, 0]) / np.median(pairs[:, 1]))
    found = {"value": value, "low": low, "high": high, "by_pairs": np.median(pairs[:, 0] / pairs[:, 1])}
    return {name: round(float(figure), 3) for name, figure in found.items()}
