"""What several of these tests measure."""

import time
from collections.abc import Callable, Iterable

import pytest

Growth = Callable[[Callable[[str], Iterable[object]], str, int], float]


@pytest.fixture
def growth() -> Growth:
    """How many times longer some work takes on ten times the text: quadratic would be a hundred times the work."""

    def seconds(work: Callable[[str], Iterable[object]], text: str) -> float:
        best = float("inf")
        for _ in range(3):
            started = time.thread_time()
            list(work(text))
            best = min(best, time.thread_time() - started)
        return best

    def measured(work: Callable[[str], Iterable[object]], seed: str, count: int) -> float:
        return seconds(work, seed * (10 * count)) / seconds(work, seed * count)

    return measured
