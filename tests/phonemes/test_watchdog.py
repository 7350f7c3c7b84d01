"""A front end that hangs: somebody else reads the sentence, soon, and nothing of it is kept."""

import gc
import sys
import threading
import time
from contextlib import suppress

import pytest

from kokoro_live.phonemes import Phonemiser, english
from kokoro_live.phonemes.watchdog import BUDGET, Stalled, Watchdog
from kokoro_live.text import segments


def test_work_that_ends_in_time_is_done_and_its_errors_are_raised() -> None:
    dog = Watchdog()
    assert dog.done(lambda: 42) == 42
    with pytest.raises(ZeroDivisionError):
        dog.done(lambda: 1 // 0)
    assert dog.done(lambda: 43) == 43
    assert dog.stalls == 0


def test_work_that_hangs_is_left_and_not_asked_again_until_it_is_back() -> None:
    dog, over = Watchdog(), threading.Event()
    with pytest.raises(Stalled):
        dog.done(over.wait, budget=0.05)
    with pytest.raises(Stalled):
        dog.done(lambda: 42, budget=600)  # known to hang: nobody else waits for the limit
    over.set()
    for _ in range(100):
        time.sleep(0.01)
        try:
            assert dog.done(lambda: 42, budget=1) == 42
        except Stalled:
            continue
        break
    else:
        raise AssertionError("it never came back")


def test_the_end_of_an_interpreter_in_the_work_is_raised_where_it_was_asked_for() -> None:
    dog = Watchdog()
    with pytest.raises(SystemExit):
        dog.done(lambda: sys.exit(1))
    assert dog.done(lambda: 42) == 42


def test_work_that_ends_just_too_late_does_not_count_as_hanging_for_ever() -> None:
    dog = Watchdog()
    for wait in range(40):  # around the limit, so that both happen at once in some of them
        with suppress(Stalled):
            dog.done(lambda wait=wait: time.sleep(wait / 4000), budget=0.005)
    time.sleep(0.05)
    assert dog.done(lambda: 42) == 42


def test_a_stalled_front_end_is_replaced_reported_and_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    (segment,) = segments("The quick brown zebra jumps over a lazy dog.", "en-us")
    over = threading.Event()
    pieces = english.pieces
    english.load("en-us")
    phonemiser = Phonemiser()
    monkeypatch.setattr(english, "pieces", lambda text, language: over.wait(5) and pieces(text, language))
    stalled = phonemiser.phonemise(segment, "en-us")
    assert stalled.backends == ("espeak",)
    assert [word.text for word in stalled.words if word.spoken][:3] == ["The", "quick", "brown"]
    over.set()
    monkeypatch.setattr(english, "pieces", pieces)
    assert phonemiser.stalls == 1
    assert Phonemiser().phonemise(segment, "en-us").backends == ("misaki",)


def test_many_threads_ask_at_once() -> None:
    dog = Watchdog()
    found: list[int] = []
    threads = [threading.Thread(target=lambda n=n: found.append(dog.done(lambda: n, budget=5))) for n in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == list(range(20))


def test_work_that_goes_on_slowly_is_waited_for() -> None:
    """As on a busy machine, where a healthy sentence takes longer than the limit by the clock on the wall."""
    dog = Watchdog()

    def slow() -> int:
        for _ in range(40):
            time.sleep(0.01)
            sum(range(1000))
        return 42

    assert dog.done(slow, budget=0.1) == 42
    assert dog.stalls == 0


def test_work_that_never_ends_is_left_after_what_it_has_used() -> None:
    dog, over = Watchdog(), threading.Event()

    def endless() -> None:
        while not over.is_set():
            sum(range(1000))

    before = time.process_time()
    with pytest.raises(Stalled):
        dog.done(endless, budget=0.1)
    over.set()
    assert time.process_time() - before >= 0.1
    assert dog.stalls == 1


def test_collections_of_garbage_are_not_the_works() -> None:
    watchdog = Watchdog()
    kept = [[number] for number in range(300_000)]  # a heap that takes a while to look through

    def work() -> int:
        start = time.thread_time()
        while time.thread_time() - start < 2 * BUDGET:
            gc.collect()
        return len(kept)

    assert watchdog.done(work) == len(kept)
    assert watchdog.stalls == 0
