"""Which windows of a segment to vocode, in which order: small first, growing, the last one ending where speech ends.

A schedule is fixed, never driven by a clock: the same request makes the same windows, hence the same samples. It
restarts at every segment. Each window's cost must stay below the audio already delivered: `bench engine` measures it.
Only the schedule's own sizes are run, so that a graph can be compiled for each: what is left at the end takes those
that cost least, and the last window reaches back into what has been delivered.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, repeat

CONTEXT = 11  # frames on each side that a window's samples depend on (10.9 through the source)
Schedule = Sequence[int]  # frames to deliver; the last size repeats

FLOAT_SCHEDULE = (48, 40, 44, 56, 72, 96, 128, 160)
# Two sizes, because what is compiled for one takes 100 MB; the larger one has room for what is too short to be guessed.
QUICK_SCHEDULE = (24, 24, 24, 24, 214)


@dataclass(frozen=True, slots=True)
class Window:
    """Frames [left, right) to run, of which [new, end) are delivered."""

    left: int
    right: int
    new: int
    end: int


def lengths(schedule: Schedule) -> list[int]:
    """Of the windows with their context."""
    return sorted({size + 2 * CONTEXT for size in schedule})


def alone(start: int, end: int, frames: int) -> Window:
    """The frames [start, end) of a segment in one window."""
    return Window(max(0, start - CONTEXT), min(frames, end + CONTEXT), start, end)


def windows(first: int, last: int, frames: int, schedule: Schedule) -> Iterator[Window]:
    """Windows that deliver the frames [first, last) once each, in order; a segment has room for the smallest."""
    fitting = [size for size in sorted(set(schedule)) if size + 2 * CONTEXT <= frames]
    done = first
    for scheduled in chain(schedule, repeat(schedule[-1])):
        left_over = last - done
        size = scheduled if scheduled in fitting and scheduled <= left_over else _cheapest(fitting, left_over)
        end = min(done + size, last)
        length = size + 2 * CONTEXT
        left = max(0, min(frames, end + CONTEXT) - length)
        yield Window(left, left + length, done, end)
        done = end
        if done == last:
            return


def _cheapest(sizes: Sequence[int], left_over: int) -> int:
    """With which what is left takes the least work."""
    return min(sizes, key=lambda size: -(-left_over // size) * (size + 2 * CONTEXT))
