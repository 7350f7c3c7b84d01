"""A heap that does not grow because requests differ in length."""

import subprocess
import sys

import pytest

from kokoro_live.server.memory import _has_glibc

# Large working memory of all lengths, each time with something small behind it that stays (a cached clip, a log line).
REQUESTS = """
import random
import sys
import numpy as np
import psutil
from kokoro_live.server.memory import steady_memory

if sys.argv[1] == "steady":
    steady_memory()
random.seed(1)
kept, process = [], psutil.Process()
before = process.memory_info().rss
for _ in range(300):
    working = [np.ones(random.randint(1 << 20, 4 << 20)) for _ in range(3)]
    kept.append(bytes(30_000))
    working.clear()
print((process.memory_info().rss - before) / 1e6)
"""


def growth(mode: str) -> float:
    done = subprocess.run([sys.executable, "-c", REQUESTS, mode], capture_output=True, text=True, check=True)
    return float(done.stdout)


@pytest.mark.skipif(not _has_glibc(), reason="other allocators have no such habit")
def test_lengths_that_differ_leave_nothing_behind() -> None:
    assert growth("steady") < 40 < growth("as it comes")


LEFT_BEHIND = """
import numpy as np
import psutil
from kokoro_live.server.memory import Tidying, steady_memory

def left(blocks):
    for _ in range(blocks):  # 4 MB in a reference cycle, as a cancelled run leaves them
        cycle = [np.ones(1 << 19)]
        cycle.append(cycle)

steady_memory()
process = psutil.Process()
rss = lambda: process.memory_info().rss / 1e6
tidying = Tidying(rss)
tidying.tidy()
before = rss()
left(50)
grown = rss() - before
tidying.tidy()
print(grown, rss() - before)
"""


@pytest.mark.skipif(not _has_glibc(), reason="other allocators have no such habit")
def test_what_requests_leave_goes_at_rest() -> None:
    done = subprocess.run([sys.executable, "-c", LEFT_BEHIND], capture_output=True, text=True, check=True)
    grown, after = map(float, done.stdout.split())
    assert grown > 100 and after < 40
