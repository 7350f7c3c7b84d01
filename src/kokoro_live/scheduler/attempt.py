"""Work that may fail: it ends one job, never the thread that does it."""

from collections.abc import Callable
from typing import TypeVar

from kokoro_live.errors import KokoroError, ReadingError, SynthesisError

Result = TypeVar("Result")


def attempt(
    work: Callable[[], Result], kind: type[ReadingError | SynthesisError]
) -> tuple[Result | None, KokoroError | None]:
    """The work's result, or why it failed."""
    try:
        return work(), None
    except Exception as error:  # whatever a front end or the model raises ends this job, not the thread
        return None, _ours(error, kind)


def _ours(error: Exception, kind: type[ReadingError | SynthesisError]) -> KokoroError:
    """The error as one of our tree; what others say may contain the text, so it is not repeated."""
    if isinstance(error, KokoroError):
        return error
    stage = "text" if kind is ReadingError else "model"
    failure = kind(f"The {stage} stage failed ({type(error).__name__}).")
    failure.__cause__ = error
    return failure
