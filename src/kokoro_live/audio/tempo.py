"""Change the tempo without changing the pitch (WSOLA): for speeds the model itself cannot reach.

Overlap-add of short frames, each taken where it continues the previous one best. It works in the time domain, so speech
stays free of the phasiness of spectral methods. Streaming: how the input is cut into blocks never changes a sample.
"""

import numpy as np

from kokoro_live.records import SAMPLE_RATE, Samples

FRAME = SAMPLE_RATE * 30 // 1000
HOP = FRAME // 2
SEARCH = SAMPLE_RATE * 12 // 1000  # how far from its nominal place a frame may be taken
WINDOW = np.hanning(FRAME + 1)[:FRAME].astype(np.float32)
FAINT = 1e-6
NONE = np.zeros(0, np.float32)


class Tempo:
    """Plays what it is given `tempo` times as fast."""

    def __init__(self, tempo: float) -> None:
        self._tempo = tempo
        self._input: Samples = np.zeros(SEARCH, np.float32)  # room for the first search
        self._received = 0
        self._made = 0  # samples handed out
        self._overlap: Samples | None = None  # second half of the last frame
        self._continuation = NONE  # what would naturally follow the last frame

    def push(self, samples: Samples) -> Samples:
        """As much as the input so far decides."""
        self._input = np.concatenate([self._input, samples])
        self._received += len(samples)
        return self._frames(len(self._input))

    def finish(self) -> Samples:
        """The rest: all that was pushed comes to round(length / tempo) samples."""
        wanted = round(self._received / self._tempo) - self._made
        self._input = np.concatenate([self._input, np.zeros(4 * (FRAME + SEARCH), np.float32)])
        rest = [NONE]
        while sum(map(len, rest)) < wanted:
            rest.append(self._frame())
        return np.concatenate(rest)[: max(0, wanted)]

    def _frames(self, available: int) -> Samples:
        pieces = [NONE]
        while self._nominal() + 2 * FRAME + 2 * SEARCH <= available:
            pieces.append(self._frame())
        return np.concatenate(pieces)

    def _nominal(self) -> int:
        return round(self._made * self._tempo)

    def _frame(self) -> Samples:
        """The next HOP samples."""
        start = min(self._nominal(), len(self._input) - 2 * (FRAME + SEARCH))
        region = self._input[start : start + FRAME + 2 * SEARCH]
        place = start + (SEARCH if self._overlap is None else _best_offset(region, self._continuation))
        frame = self._input[place : place + FRAME]
        self._continuation = self._input[place + HOP : place + HOP + FRAME]
        first = frame[:HOP] if self._overlap is None else self._overlap + WINDOW[:HOP] * frame[:HOP]
        self._overlap = WINDOW[HOP:] * frame[HOP:]
        self._made += HOP
        return first


def _best_offset(region: Samples, continuation: Samples) -> int:
    """Where in `region` the frame most like `continuation` starts, by normalised correlation."""
    likeness = np.correlate(region, continuation, "valid")
    energy = np.convolve(region * region, np.ones(len(continuation), np.float32), "valid")
    floor = FAINT * energy.max() + 1e-30  # a share, not a level: louder sound is joined in the same places
    return int(np.argmax(likeness / np.sqrt(energy + floor)))
