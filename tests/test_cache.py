"""Takes on disk: what was kept comes back exactly, or not at all."""

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kokoro_live.cache import Cache
from kokoro_live.cancel import Cancel
from kokoro_live.engine import Engine
from kokoro_live.records import CachedSynthesis, UtteranceStart
from kokoro_live.request import check
from kokoro_live.synthesis import whole, words_of
from kokoro_live.timing import Times

LIMIT = 10_000_000


def synthesis(seconds: float = 0.1, seed: int = 0) -> CachedSynthesis:
    random = np.random.default_rng(seed)
    samples = random.normal(0, 0.1, round(seconds * 24_000)).astype(np.float32)
    return CachedSynthesis(np.array([0, 5, 9], np.int32), 1234, 1.25, -3.5, samples)


def key(number: int) -> bytes:
    return number.to_bytes(16, "big")


def test_what_is_kept_comes_back_in_this_process_and_the_next(tmp_path: Path) -> None:
    cache = Cache(tmp_path, LIMIT)
    assert cache.get(key(1)) is None
    cache.put(key(1), synthesis())
    for reader in (cache, Cache(tmp_path, LIMIT)):
        found = reader.get(key(1))
        assert found is not None and (found.heard, found.tempo, found.gain) == (1234, 1.25, -3.5)
        np.testing.assert_array_equal(found.samples, synthesis().samples)
        np.testing.assert_array_equal(found.edges, synthesis().edges)
    assert cache.counts["hits"] == 1 and cache.counts["misses"] == 1


def test_it_stays_below_its_limit_and_forgets_the_oldest(tmp_path: Path) -> None:
    size = 24_000 * 4 // 10 + 100
    cache = Cache(tmp_path, 5 * size)
    for number in range(5):
        cache.put(key(number), synthesis(seed=number))
    assert cache.get(key(0)) is not None  # heard again: no longer the oldest
    cache.put(key(5), synthesis(seed=5))
    assert cache.get(key(1)) is None and cache.get(key(0)) is not None
    on_disk = sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file())
    assert on_disk == cache.size <= 5 * size and cache.counts["evicted"] == 1


def test_a_smaller_limit_holds_from_the_start(tmp_path: Path) -> None:
    cache = Cache(tmp_path, LIMIT)
    for number in range(5):
        cache.put(key(number), synthesis(seed=number))
    assert Cache(tmp_path, 20_000).size <= 20_000


@given(st.integers(0, 9_700), st.integers(1, 255))
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_file_is_never_heard(tmp_path: Path, place: int, change: int) -> None:
    cache = Cache(tmp_path, LIMIT)
    cache.put(key(7), synthesis())
    (path,) = tmp_path.rglob("*.take")
    data = bytearray(path.read_bytes())
    data[place % len(data)] ^= change
    path.write_bytes(data)
    assert cache.get(key(7)) is None and not path.exists() and cache.counts["damaged"] == 1


@pytest.mark.parametrize("length", [0, 1, 20, 1000])
def test_a_file_cut_short_is_never_heard(tmp_path: Path, length: int) -> None:
    cache = Cache(tmp_path, LIMIT)
    cache.put(key(7), synthesis())
    (path,) = tmp_path.rglob("*.take")
    path.write_bytes(path.read_bytes()[:length])
    assert cache.get(key(7)) is None


def test_a_folder_that_cannot_be_written_costs_only_the_keeping(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = Cache(tmp_path / "file", LIMIT)
    cache.put(key(1), synthesis())
    assert cache.get(key(1)) is None and cache.counts["failed"] == 1


def test_a_full_disk_costs_only_the_keeping(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = Cache(tmp_path, LIMIT)

    def full(path: Path, data: bytes) -> int:
        with path.open("wb") as half:
            half.write(data[: len(data) // 2])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    cache.put(key(1), synthesis())
    assert cache.get(key(1)) is None and cache.counts["failed"] == 1
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_killed_while_writing_it_leaves_nothing_broken(tmp_path: Path) -> None:
    script = (
        "import sys; sys.path.insert(0, 'tests'); from pathlib import Path; from test_cache import *\n"
        "cache = Cache(Path(sys.argv[1]), 10**9); print('go', flush=True)\n"
        "for number in range(10**9): cache.put(key(number % 50), synthesis(1.0, number % 50))"
    )
    for _ in range(3):
        writer = subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], stdout=subprocess.PIPE)
        assert writer.stdout and writer.stdout.readline() == b"go\n"
        time.sleep(0.3)
        os.kill(writer.pid, signal.SIGKILL)
        writer.wait()
        writer.stdout.close()
        cache = Cache(tmp_path, 10**9)
        found = [(number, kept) for number in range(50) if (kept := cache.get(key(number)))]
        assert found and cache.counts["damaged"] == 0
        for number, kept in found:
            np.testing.assert_array_equal(kept.samples, synthesis(1.0, number).samples)
    assert not list(tmp_path.rglob("*.part"))


def test_clearing_forgets_everything(tmp_path: Path) -> None:
    cache = Cache(tmp_path, LIMIT)
    cache.put(key(1), synthesis())
    assert cache.clear() == 1 and cache.get(key(1)) is None and cache.size == 0


TEXTS = {
    "plain": {"text": "A kept sentence sounds the same, and its words come at the same time. No. It is short."},
    "hurried": {"text": "Time flies like an arrow.", "speed": 2.6},
    "cut in two": {"text": "She said and went and " * 12, "voice": "af_nicole"},
}


@pytest.mark.parametrize("case", TEXTS)
def test_kept_and_fresh_streams_are_the_same(engine: Engine, tmp_path: Path, case: str) -> None:
    alone = list(engine.stream(**TEXTS[case]))  # type: ignore[arg-type]
    engine.cache = Cache(tmp_path, 10**9)
    try:
        first, second = (list(engine.stream(**TEXTS[case])) for _ in range(2))  # type: ignore[arg-type]
    finally:
        engine.cache = None
    for stream in (first, second):
        assert whole(stream).tobytes() == whole(alone).tobytes() and words_of(stream) == words_of(alone)
    starts = [[event for event in stream if isinstance(event, UtteranceStart)] for stream in (first, second)]
    assert not any(start.cached for start in starts[0]) and all(start.cached for start in starts[1])


def test_what_must_not_be_kept_is_not(engine: Engine, tmp_path: Path) -> None:
    engine.cache = Cache(tmp_path, 10**9)
    try:
        request = check("Nobody may know this.", no_cache=True)
        synthesis = engine.synthesis(request, Cancel(), Times())
        list(synthesis.events(engine.utterances(request)))
    finally:
        engine.cache = None
    assert not list(tmp_path.rglob("*.take"))


def test_one_take_under_the_name_of_another_is_never_heard(tmp_path: Path) -> None:
    cache = Cache(tmp_path, 10**6)
    for key, gain in ((b"a" * 16, 1.0), (b"b" * 16, 2.0)):
        cache.put(key, CachedSynthesis(np.arange(3, dtype=np.int32), 3, 1.0, gain, np.ones(9, np.float32)))
    first, second = (tmp_path / f"{name}" / f"{name * 16}.take" for name in ("61", "62"))
    second.write_bytes(first.read_bytes())
    assert cache.get(b"b" * 16) is None
    assert cache.counts["damaged"] == 1
    assert cache.get(b"a" * 16) is not None


def test_a_take_that_cannot_be_read_now_is_kept_for_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = Cache(tmp_path, 10**6)
    cache.put(b"a" * 16, CachedSynthesis(np.arange(3, dtype=np.int32), 3, 1.0, 1.0, np.ones(9, np.float32)))
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, limits[1]))  # no more open files
    try:
        assert cache.get(b"a" * 16) is None
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    assert cache.counts["failed"] == 1 and cache.counts["damaged"] == 0
    assert cache.get(b"a" * 16) is not None
