"""Chopped speech must show."""

import numpy as np

from kokoro_live.records import SAMPLE_RATE, Samples
from lab.peers import fresh_starts, pauses


def voice(*pieces: tuple[float, float]) -> Samples:
    """Pieces of a falling voice (from, to in Hz), half a second each, with pauses between them."""
    parts = []
    for start, end in pieces:
        pitch = np.linspace(start, end, SAMPLE_RATE // 2)
        phase = 2 * np.pi * np.cumsum(pitch) / SAMPLE_RATE
        parts += [sum(np.sin(k * phase) / k for k in range(1, 6)) / 4, np.zeros(SAMPLE_RATE // 5)]
    return np.concatenate(parts[:-1]).astype(np.float32)


def test_pauses_and_fresh_starts_are_counted() -> None:
    chopped, even = voice((200, 140), (200, 140), (200, 140)), voice((200, 180), (180, 160), (160, 140))
    assert len(pauses(chopped)) == len(pauses(even)) == 2
    assert fresh_starts(chopped, pauses(chopped)) == 2
    assert fresh_starts(even, pauses(even)) == 0


def test_the_ends_are_no_pauses() -> None:
    quiet = np.zeros(SAMPLE_RATE, np.float32)
    assert pauses(np.concatenate([quiet, voice((200, 140)), quiet])) == []
    assert pauses(quiet) == [] == pauses(quiet[:0])
