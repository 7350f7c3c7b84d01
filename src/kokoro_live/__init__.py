"""kokoro-live: local text-to-speech that starts speaking before the sentence is finished."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kokoro_live.config import Settings, keep_private
from kokoro_live.errors import Cancelled, KokoroError, RequestError, SetupError, SynthesisError

keep_private()  # before any library of ours is imported, here and in every process that we start

if TYPE_CHECKING:
    from kokoro_live.engine import Engine
    from kokoro_live.records import Chunk, TimedWord, UtteranceStart

    __version__: str

__all__ = [
    "Cancelled",
    "Chunk",
    "Engine",
    "KokoroError",
    "RequestError",
    "Settings",
    "SetupError",
    "SynthesisError",
    "TimedWord",
    "UtteranceStart",
    "__version__",
]
# Where the rest is: imported when it is first asked for, so that `kokoro-live --help` waits for no library.
HOMES = {"Engine": "engine", "Chunk": "records", "TimedWord": "records", "UtteranceStart": "records"}


def __getattr__(name: str) -> Any:
    """What is not here yet, and the version, which the installation knows."""
    if name == "__version__":
        return import_module("importlib.metadata").version("kokoro-live")
    if name in HOMES:
        return getattr(import_module(f"kokoro_live.{HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
