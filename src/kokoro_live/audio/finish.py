"""Between the vocoder and the ear: pauses at joins and soft edges."""

import numpy as np

from kokoro_live.records import SAMPLE_RATE, Join, Samples

# On top of the silence kept around speech (below), at speed 1.
PAUSE_MS = {Join.NONE: 0, Join.CLAUSE: 80, Join.SENTENCE: 150, Join.PARAGRAPH: 800}
KEPT_MS = {Join.NONE: 20, Join.CLAUSE: 60, Join.SENTENCE: 100, Join.PARAGRAPH: 100}
FIRST_KEPT_MS = 0  # the first word must be heard at once
INAUDIBLE = 10 ** (-55 / 20)
FADE = SAMPLE_RATE * 5 // 1000


def pause(join: Join, speed: float) -> Samples:
    """Silence for a join."""
    return np.zeros(round(PAUSE_MS[join] * SAMPLE_RATE / 1000 / speed), np.float32)


def kept(join: Join | None) -> int:
    """Samples of the model's own silence to keep beside a join; None stands for the start of the stream."""
    milliseconds = FIRST_KEPT_MS if join is None else KEPT_MS[join]
    return milliseconds * SAMPLE_RATE // 1000


def without_tail(samples: Samples, keep: int, heard: int) -> Samples:
    """Cut what cannot be heard at the end, but for `keep` samples of it; the first `heard` samples stay in any case."""
    audible = np.flatnonzero(np.abs(samples) > INAUDIBLE)
    end = int(audible[-1]) + 1 + keep if len(audible) else 0
    return samples[: max(end, heard)]


def soft_edges(samples: Samples) -> Samples:
    """Both ends faded over 5 ms, so that no cut can click."""
    length = min(FADE, len(samples) // 2)
    ramp = np.sin(np.linspace(0, np.pi / 2, length, dtype=np.float32)) ** 2
    out = samples.copy()
    out[:length] *= ramp
    out[len(out) - length :] *= ramp[::-1]
    return out
