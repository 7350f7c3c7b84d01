"""The memory of a process that lives for weeks: it must not grow because its requests differ in length."""

import ctypes
import gc
import platform
from collections.abc import Callable

# glibc's names and numbers for what can be set
TRIM_THRESHOLD, MMAP_THRESHOLD, MOST_HEAPS = -1, -3, -8
LARGE = 8 << 20  # blocks from here on go back to the system when they are freed
SPARE = 32 << 20  # kept at the end of a heap for the next run: page faults are dear
WORTH_GIVING_BACK_MB = 32.0
HEAPS = 2  # each thread would have one of its own, and each would keep what its largest request needed


def steady_memory() -> None:
    """Fix what glibc would otherwise adapt: it learns to keep ever larger blocks among small ones that never go away,
    so that a thousand texts of all lengths cost 200 MB and more, for good. To be called before anything is loaded."""
    if _has_glibc():
        library = ctypes.CDLL(None)
        library.mallopt(MMAP_THRESHOLD, LARGE)
        library.mallopt(TRIM_THRESHOLD, SPARE)
        library.mallopt(MOST_HEAPS, HEAPS)


def trim_memory() -> None:
    """Give back all that Python and the allocator hold back, the loaded libraries' garbage included."""
    gc.unfreeze()
    gc.collect()
    _give_back()


class Tidying:
    """At rest: sounds that requests left in reference cycles go. The pages they lay in go back to the system only if
    there are many: the next request needs most of them, and to get them anew costs its first sound 40 ms."""

    def __init__(self, rss_mb: Callable[[], float]) -> None:
        self._rss_mb, self._lean_mb = rss_mb, 0.0

    def tidy(self) -> None:
        """To be called when nobody waits."""
        gc.collect()
        if self._rss_mb() > self._lean_mb + WORTH_GIVING_BACK_MB:
            _give_back()
            self._lean_mb = self._rss_mb()


def _give_back() -> None:
    if _has_glibc():
        ctypes.CDLL(None).malloc_trim(0)


def _has_glibc() -> bool:
    return platform.libc_ver()[0] == "glibc"
