"""Between the vocoder and the ear, for one stream: level, edges, pauses, cross-fades, no DC, no clipping.

A pure function of what goes in: how it is cut into blocks never changes a sample, because everything that is not
sample by sample runs on a fixed grid of 10 ms. What goes out is at most LATENCY samples behind.
"""

import numpy as np

from kokoro_live.audio.edges import FADE, Edges
from kokoro_live.audio.gaps import pause, silence
from kokoro_live.audio.grid import Grid
from kokoro_live.audio.limiter import Limiter
from kokoro_live.audio.loudness_target import Servo, factor
from kokoro_live.records import SAMPLE_RATE, Join, Samples

GRID = SAMPLE_RATE * 10 // 1000
LATENCY = FADE + 2 * GRID  # 25 ms
RUMBLE_HZ = 20  # below it there is no speech
NONE = np.zeros(0, np.float32)


class Finish:
    """The finishing chain of one stream: begin, push …, end for each segment; then finish."""

    def __init__(self, volume: float = 1.0, pauses: float = 1.0) -> None:
        self.position = 0  # samples of the finished stream that are decided, whether or not they have left
        self._volume, self._pauses = volume, pauses  # factors
        self._servo = Servo()
        self._telling = False  # whether the level of the segment says how far the gain was off
        self._edges: Edges | None = None
        self._gain = 0.0  # dB
        self._overlap = NONE  # the faded end of a segment, waiting for the next one to fade in over it
        self._grid = Grid(GRID)
        self._rumble = Rumble()
        self._limiter = Limiter(GRID)
        self._left = -GRID  # samples that have left; the limiter's first block is from before the beginning
        self._segment: list[Samples] = []  # what has left since the segment began

    def begin(self, gain: float, edges: Edges, after: Join | None, directed: bool = False) -> None:
        """The next segment, `gain` dB from its target level; after a cut inside a sentence the gain stays as it was.

        `directed`: somebody wants it louder or softer, so its level says nothing about the next one.
        """
        if self._telling:
            self._servo.heard(np.concatenate([NONE, *self._segment]) * np.float32(1 / (self._volume or 1)))
        # not if the limiter had to take a raised volume back, nor if the gain was not the servo's
        self._telling = not directed and self._volume <= 1 and after is not Join.NONE
        self._segment = []
        if after is not Join.NONE:
            self._gain = self._servo.corrected(gain)
        self._edges = edges

    def push(self, samples: Samples) -> Samples:
        """Of the segment that has begun."""
        assert self._edges is not None
        return self._through(self._faded_in(self._edges.push(samples * np.float32(factor(self._gain)))))

    def end(self, join: Join) -> Samples:
        """The end of the segment; a cut inside a sentence is cross-faded with what follows."""
        assert self._edges is not None
        rest = self._faded_in(self._edges.finish())
        self._edges = None
        if join is Join.NONE:
            rest, self._overlap = rest[:-FADE], rest[-FADE:]
        return self._through(rest)

    def gap(self, join: Join, speed: float, seconds: float | None = None) -> Samples:
        """The pause before the next segment; as long as its join says, or so many seconds."""
        return self._through(pause(join, speed, self._pauses) if seconds is None else silence(seconds))

    def finish(self) -> Samples:
        """All that is still inside."""
        rest, self._overlap = self._overlap, NONE
        out = self._through(rest)
        missing = self.position - max(0, self._left)
        return np.concatenate([out, self._on_grid(np.zeros(2 * GRID, np.float32))[:missing]])

    def _faded_in(self, samples: Samples) -> Samples:
        """With the end of the last segment still under its beginning."""
        both = min(len(samples), len(self._overlap))
        if both:
            samples = samples.copy()
            samples[:both] += self._overlap[:both]
            self._overlap = self._overlap[both:]
        return samples

    def _through(self, samples: Samples) -> Samples:
        """The next samples of the stream, as far as they are done."""
        self.position += len(samples)
        return self._on_grid(samples)

    def _on_grid(self, samples: Samples) -> Samples:
        """Without rumble, at the volume asked for, limited."""
        blocks = self._grid.blocks(samples)
        if not len(blocks):
            return NONE
        out = self._limiter.push(self._rumble.removed(blocks) * np.float32(self._volume))
        early = min(max(0, -self._left), len(out))
        self._left += len(out)
        self._segment.append(out[early:])
        return out[early:]


class Rumble:
    """A first-order high-pass for blocks of the grid, exact across blocks: what a loudspeaker would waste travel on."""

    _decay = np.exp(-2 * np.pi * RUMBLE_HZ / SAMPLE_RATE) ** np.arange(GRID + 1)
    _steps = np.arange(GRID)[:, None] - np.arange(GRID)[None, :]
    _memory = np.where(_steps >= 0, (1 - _decay[1]) * _decay[np.maximum(_steps, 0)], 0).astype(np.float32)
    _fading = _decay[1:].astype(np.float32)

    def __init__(self) -> None:
        self._slow = np.float32(0)

    def removed(self, blocks: Samples) -> Samples:
        """[n, GRID]: the blocks without their slow part."""
        within = np.matmul(self._memory, blocks[:, :, None])[
            :, :, 0
        ]  # one by one: several in one product round otherwise
        before = np.empty((len(blocks), 1), np.float32)
        for number, own in enumerate(within[:, -1]):
            before[number] = self._slow
            self._slow = own + self._fading[-1] * self._slow
        return np.asarray(blocks - (within + self._fading * before))
