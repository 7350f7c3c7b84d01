"""Which windows of a segment to vocode, in which order: small first, growing, the last one ending where speech ends.

The schedule is fixed, never driven by a clock: the same request makes the same windows, hence the same samples. It
restarts at every segment. Each window's cost must stay below the audio already delivered: `bench engine` measures it.
The last window is no larger than what is left, in steps, so that sizes stay few; nor smaller than SMALLEST or its turn
in the schedule, because far below that a window's samples differ in their last bits (LOG.md).
"""

from collections.abc import Iterator
from dataclasses import dataclass

SCHEDULE = (48, 40, 44, 56, 72, 96, 128, 160)  # frames; the last size repeats
SMALLEST, STEP = 48, 16


@dataclass(frozen=True, slots=True)
class Window:
    """Frames [start, end) to vocode, of which those before `new` have been delivered already."""

    start: int
    end: int
    new: int


def windows(first: int, last: int) -> Iterator[Window]:
    """Windows that deliver the frames [first, last) once each, in order."""
    done = first
    for scheduled in _sizes():
        left = last - done
        end = done + min(scheduled, left)
        size = min(scheduled, max(SMALLEST, -(-left // STEP) * STEP))
        yield Window(max(first, end - size), end, done)
        done = end
        if done == last:
            return


def _sizes() -> Iterator[int]:
    yield from SCHEDULE[:-1]
    while True:
        yield SCHEDULE[-1]
