from itertools import chain, islice, repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kokoro_live.speech.vocoder import CONTEXT
from kokoro_live.speech.windows import SCHEDULE, SMALLEST, STEP, windows


@given(st.integers(0, 100), st.integers(1, 1000))
def test_every_frame_is_delivered_once_and_in_order(first: int, count: int) -> None:
    last = first + count
    delivered = [frame for window in windows(first, last) for frame in range(window.new, window.end)]
    assert delivered == list(range(first, last))
    for window in windows(first, last):
        assert first <= window.start <= window.new < window.end <= last


@given(st.integers(0, 100), st.integers(200, 1000))
def test_windows_keep_the_scheduled_sizes_but_the_last_is_only_as_large_as_what_is_left(first: int, count: int) -> None:
    made = list(windows(first, first + count))
    *sizes, last = [window.end - window.start for window in made]
    schedule = list(islice(chain(SCHEDULE, repeat(SCHEDULE[-1])), len(made)))
    assert sizes == schedule[:-1]
    again = made[-1].new - made[-1].start  # frames that are made a second time
    assert last <= schedule[-1]
    assert last >= min(SMALLEST, schedule[-1])
    assert again < STEP or last == SMALLEST


# Frames of silence before the first sound in 95 of 100 segments, and frames the finishing chain holds back
SILENT_LEAD, HELD_BACK = 9, 2


@pytest.mark.parametrize(
    ("cost", "tempo"),
    [(0.58, 1.0), (0.5, 1.17)],  # seconds per second vocoded in a slow hour; the most tempo that speed 2 needs
)
def test_the_schedule_never_starves_a_listener(cost: float, tempo: float) -> None:
    """From measured costs, context included: LOG.md, "The schedule"."""
    sizes = [*SCHEDULE, *[SCHEDULE[-1]] * 3]
    in_hand = (sizes[0] - SILENT_LEAD) / tempo - HELD_BACK  # frames of sound when the first window is out
    for size in sizes[1:]:
        in_hand -= cost * (size + 2 * CONTEXT)
        assert in_hand >= 0, f"the window of {size} frames comes too late"
        in_hand += size / tempo
