"""Words that are to be louder or softer than the others."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from kokoro_live.records import SAMPLE_RATE, Samples

RAMP = SAMPLE_RATE * 20 // 1000  # samples from one volume to the next


def shaped(blocks: Iterator[Samples], edges: NDArray[np.int32], volumes: NDArray[np.float64]) -> Iterator[Samples]:
    """The blocks with each token at its volume; `edges`: the samples at which tokens begin, and the last one ends."""
    changes = np.flatnonzero(np.diff(volumes)) + 1
    places = np.stack([edges[changes] - RAMP // 2, edges[changes] + RAMP // 2], 1).reshape(-1)
    heights = np.stack([volumes[changes - 1], volumes[changes]], 1).reshape(-1)
    places, heights = np.maximum.accumulate(np.append(-RAMP, places)), np.append(volumes[0], heights)
    start = 0
    for block in blocks:
        yield block * np.interp(np.arange(start, start + len(block)), places, heights).astype(np.float32)
        start += len(block)
