from itertools import islice, pairwise

from hypothesis import given
from hypothesis import strategies as st

from kokoro_live.speech.windows import SCHEDULE, windows


@given(st.integers(0, 100), st.integers(1, 1000))
def test_every_frame_is_delivered_once_and_in_order(first: int, count: int) -> None:
    last = first + count
    delivered = [frame for window in windows(first, last) for frame in range(window.new, window.end)]
    assert delivered == list(range(first, last))
    for window in windows(first, last):
        assert first <= window.start <= window.new < window.end <= last


@given(st.integers(0, 100), st.integers(200, 1000))
def test_windows_keep_the_scheduled_sizes_even_at_the_end(first: int, count: int) -> None:
    made = list(windows(first, first + count))
    sizes = [window.end - window.start for window in made]
    schedule = [*SCHEDULE, *[SCHEDULE[-1]] * len(made)]
    assert sizes == list(islice(schedule, len(made)))


def test_the_schedule_grows_slowly_enough() -> None:
    """Each window's cost must fit into the audio delivered before it, even at twice our real-time factor."""
    context = 22
    for k, (_, size) in enumerate(pairwise(SCHEDULE), 1):
        assert 0.5 * (size + context) <= sum(SCHEDULE[:k]) * 1.25
