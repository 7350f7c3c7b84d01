"""The silence where two segments meet: how much is added, and how much of the model's own is kept."""

import numpy as np

from kokoro_live.records import SAMPLE_RATE, Join, Samples

# On top of the silence kept around speech (below), at speed 1.
PAUSE_MS = {Join.NONE: 0, Join.CLAUSE: 80, Join.SENTENCE: 150, Join.PARAGRAPH: 800}
KEPT_MS = {Join.NONE: 20, Join.CLAUSE: 60, Join.SENTENCE: 100, Join.PARAGRAPH: 100}
FIRST_KEPT_MS = 0  # the first word must be heard at once


def pause(join: Join, speed: float, times: float) -> Samples:
    """Silence for a join, so many times as long as usual."""
    return np.zeros(round(PAUSE_MS[join] * SAMPLE_RATE / 1000 / speed * times), np.float32)


def silence(seconds: float) -> Samples:
    """Just that."""
    return np.zeros(round(seconds * SAMPLE_RATE), np.float32)


def kept(join: Join | None) -> int:
    """Samples of the model's own silence to keep beside a join; None stands for the start of the stream."""
    milliseconds = FIRST_KEPT_MS if join is None else KEPT_MS[join]
    return milliseconds * SAMPLE_RATE // 1000
