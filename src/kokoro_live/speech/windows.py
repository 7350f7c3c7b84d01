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


@dataclass(frozen=True, slots=True)
class Schedule:
    """Frames to deliver, window by window, the last size again and again; and how many are run on each side of them."""

    sizes: tuple[int, ...]
    context: int

    def length(self, size: int) -> int:
        """Of a window that delivers so much."""
        return size + 2 * self.context

    def lengths(self) -> list[int]:
        """Of all windows."""
        return sorted({self.length(size) for size in self.sizes})


FLOAT_SCHEDULE = Schedule((48, 40, 44, 56, 72, 96, 128, 160), CONTEXT)
# Two sizes, because what is compiled for one takes 100 MB; the larger one has room for what is too short to be guessed.
# What three frames less of context change lies 68 dB below the sound of a window's first and last frame and 102 dB
# below that of the whole window; eight bits change more (26 dB).
QUICK_SCHEDULE = Schedule((36, 36, 224), 8)


@dataclass(frozen=True, slots=True)
class Window:
    """Frames [left, right) to run, of which [new, end) are delivered."""

    left: int
    right: int
    new: int
    end: int


def alone(start: int, end: int, frames: int) -> Window:
    """The frames [start, end) of a segment in one window."""
    return Window(max(0, start - CONTEXT), min(frames, end + CONTEXT), start, end)


def windows(first: int, last: int, frames: int, schedule: Schedule) -> Iterator[Window]:
    """Windows that deliver the frames [first, last) once each, in order; a segment has room for the smallest."""
    fitting = [size for size in sorted(set(schedule.sizes)) if schedule.length(size) <= frames]
    done = first
    for scheduled in chain(schedule.sizes, repeat(schedule.sizes[-1])):
        left_over = last - done
        size = scheduled if scheduled in fitting and scheduled <= left_over else _cheapest(fitting, left_over, schedule)
        end = min(done + size, last)
        length = schedule.length(size)
        left = max(0, min(frames, end + schedule.context) - length)
        yield Window(left, left + length, done, end)
        done = end
        if done == last:
            return


def _cheapest(sizes: Sequence[int], left_over: int, schedule: Schedule) -> int:
    """With which what is left takes the least work."""
    return min(sizes, key=lambda size: -(-left_over // size) * schedule.length(size))
