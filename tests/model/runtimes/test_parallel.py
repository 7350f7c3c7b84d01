"""Work beside one's own: on another core where there is one, and never in the way of what the work says."""

import os
import sys
import threading
from concurrent.futures import wait

import pytest

from kokoro_live.model.runtimes.parallel import Beside

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="others are not told where to run")


def test_what_the_work_makes_or_raises_comes_back() -> None:
    beside = Beside(2)

    def failing() -> None:
        raise ValueError("no")

    assert [each.result() for each in [beside.begun(lambda: 1), beside.begun(lambda: 2)]] == [1, 2]
    with pytest.raises(ValueError, match="no"):
        beside.begun(failing).result()


def test_as_many_as_there_are_threads_run_at_the_same_time() -> None:
    meeting = threading.Barrier(3, timeout=20)
    beside = Beside(2)
    under_way = [beside.begun(meeting.wait) for _ in range(2)]
    meeting.wait()
    assert not wait(under_way, 20).not_done


@linux
@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="one core")
def test_it_begins_on_another_core_and_may_move_from_there(monkeypatch: pytest.MonkeyPatch) -> None:
    beside, cores = Beside(1), os.sched_getaffinity(0)
    thread = beside.begun(threading.get_native_id).result()
    told: list[tuple[int, set[int]]] = []
    tell = os.sched_setaffinity

    def noted(who: int, where: set[int]) -> None:
        told.append((who, where))
        tell(who, where)

    monkeypatch.setattr(os, "sched_setaffinity", noted)
    assert beside.begun(lambda: os.sched_getaffinity(0)).result() == cores
    (who, elsewhere), afterwards = told
    assert who == thread and len(cores - elsewhere) == 1 and elsewhere < cores
    assert afterwards == (thread, cores)


@linux
@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="one core")
def test_who_is_at_work_is_left_where_it_is() -> None:
    """Two works at once: the second is sent elsewhere, the first may be anywhere."""
    beside, cores = Beside(2), os.sched_getaffinity(0)
    working, go_on = threading.Event(), threading.Event()
    seen: list[set[int]] = []

    def long() -> None:
        working.set()
        go_on.wait(20)
        seen.append(os.sched_getaffinity(0))

    under_way = beside.begun(long)
    assert working.wait(20)
    for _ in range(3):
        assert beside.begun(lambda: os.sched_getaffinity(0)).result() == cores
    go_on.set()
    under_way.result()
    assert seen == [cores]


@linux
def test_with_one_core_it_stays_there() -> None:
    beside, cores = Beside(1), os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        for _ in range(2):
            assert beside.begun(lambda: os.sched_getaffinity(0)).result() == {min(cores)}
    finally:
        os.sched_setaffinity(0, cores)
    assert beside.begun(lambda: os.sched_getaffinity(0)).result() == cores


@linux
def test_where_threads_may_not_be_told_where_to_run_it_works_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object) -> None:
        raise PermissionError

    beside = Beside(1)
    monkeypatch.setattr(os, "sched_setaffinity", forbidden)
    assert [beside.begun(lambda: 3).result() for _ in range(2)] == [3, 3]
