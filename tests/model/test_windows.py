from itertools import chain, repeat, takewhile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kokoro_live.model.windows import CONTEXT, FLOAT_SCHEDULE, QUICK_SCHEDULE, Schedule, alone, lengths, windows

schedules = st.sampled_from([FLOAT_SCHEDULE, QUICK_SCHEDULE])


@given(st.integers(0, 100), st.integers(1, 1000), st.integers(0, 100), schedules)
def test_every_frame_is_delivered_once_in_order_and_with_its_context(
    first: int, count: int, tail: int, schedule: Schedule
) -> None:
    last = first + count
    frames = max(last + tail, lengths(schedule)[0])
    made = list(windows(first, last, frames, schedule))
    assert [frame for window in made for frame in range(window.new, window.end)] == list(range(first, last))
    for window in made:
        assert 0 <= window.left <= max(0, window.new - CONTEXT)
        assert min(frames, window.end + CONTEXT) <= window.right <= frames


@given(st.integers(0, 100), st.integers(1, 1000), st.integers(0, 100), schedules)
def test_only_the_scheduled_lengths_are_run(first: int, count: int, tail: int, schedule: Schedule) -> None:
    """A graph is compiled for each."""
    frames = max(first + count + tail, lengths(schedule)[0])
    for window in windows(first, first + count, frames, schedule):
        assert window.right - window.left in lengths(schedule)


@given(st.integers(0, 100), st.integers(300, 1000), schedules)
def test_sizes_follow_the_schedule_and_the_end_costs_little(first: int, count: int, schedule: Schedule) -> None:
    made = list(windows(first, first + count, first + count + 50, schedule))
    planned = chain(schedule, repeat(schedule[-1]))
    as_planned = len(
        list(takewhile(lambda pair: pair[0].end - pair[0].new == pair[1], zip(made, planned, strict=False)))
    )
    ending = made[as_planned:]
    left_over = sum(window.end - window.new for window in ending)
    assert left_over < max(schedule)
    in_one = min(size + 2 * CONTEXT for size in schedule if size >= left_over)
    assert sum(window.right - window.left for window in ending) <= in_one


def test_a_window_alone_has_its_context_where_there_is_any() -> None:
    assert alone(20, 30, 100).left == 20 - CONTEXT and alone(20, 30, 100).right == 30 + CONTEXT
    assert alone(5, 95, 100).left == 0 and alone(5, 95, 100).right == 100


# Frames of silence before the first sound in 95 of 100 segments, and frames the finishing chain holds back
SILENT_LEAD, HELD_BACK = 9, 2


@pytest.mark.parametrize(
    ("schedule", "cost", "tempo"),
    [  # seconds per second vocoded in a slow hour; the most tempo that speed 2 needs
        (FLOAT_SCHEDULE, 0.58, 1.0),
        (FLOAT_SCHEDULE, 0.5, 1.17),
        (QUICK_SCHEDULE, 0.2, 1.0),
        (QUICK_SCHEDULE, 0.17, 1.17),
    ],
)
def test_the_schedule_never_starves_a_listener(schedule: Schedule, cost: float, tempo: float) -> None:
    """From measured costs, context included: docs/experiments/0008."""
    sizes = [*schedule, *[schedule[-1]] * 3]
    in_hand = (sizes[0] - SILENT_LEAD) / tempo - HELD_BACK  # frames of sound when the first window is out
    for size in sizes[1:]:
        in_hand -= cost * (size + 2 * CONTEXT)
        assert in_hand >= 0, f"the window of {size} frames comes too late"
        in_hand += size / tempo
