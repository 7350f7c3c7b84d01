"""Where a stream's time went, stage by stage."""

import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager


class Times:
    """Seconds spent in each stage so far."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)

    @contextmanager
    def of(self, stage: str) -> Iterator[None]:
        """Counts what happens inside towards a stage, even if it fails."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[stage] += time.perf_counter() - start
