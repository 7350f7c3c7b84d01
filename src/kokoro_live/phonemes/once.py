"""Load something large on first use, exactly once, even when several threads ask for it first at the same moment."""

from collections.abc import Callable
from functools import cache, wraps
from threading import Lock
from typing import TypeVar, TypeVarTuple

A = TypeVarTuple("A")
T = TypeVar("T")


def once(load: Callable[[*A], T]) -> Callable[[*A], T]:
    """`load`, run once per arguments. `functools.cache` alone lets two first callers both run it."""
    lock, kept = Lock(), cache(load)

    @wraps(load)
    def loaded(*args: *A) -> T:
        with lock:
            return kept(*args)

    return loaded
