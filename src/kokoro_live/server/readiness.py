"""Whether the model can be used: loading → ready ⇄ unloaded, or failed. One load at a time, never in a stream."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any

from kokoro_live.cache import Cache
from kokoro_live.config import Settings
from kokoro_live.engine import Engine
from kokoro_live.errors import KokoroError, Loading, SetupError
from kokoro_live.records import Progress as Report
from kokoro_live.rendering import deciding_number
from kokoro_live.server.memory import trim_memory
from kokoro_live.synthesis import chunks_of
from kokoro_live.text_frontend import TextFrontend

Console = Callable[[], AbstractContextManager[Report]]  # where people see how far a load is, as long as it lasts
TRY_AGAIN_SECONDS = 10.0  # after a failure, when somebody asks
log = logging.getLogger("kokoro_live")
WARM_LANGUAGES = ("en-us", "en-gb")
WARM_UP = "The server is ready as soon as this has been made."  # long enough for windows


@contextmanager
def logged() -> Iterator[Report]:
    """One line of the log for each step, when it is done."""
    steps = logging.getLogger("kokoro_live.start")
    steps.setLevel(logging.INFO)

    def report(label: str, done: int, total: int) -> None:
        if done >= total:
            steps.info("%s", label)

    yield report


@dataclass(frozen=True, slots=True)
class Progress:
    """Of loading, for people who wait."""

    what: str = "starting"
    done: int = 0
    total: int = 0


class Readiness:
    """Owns the engine."""

    def __init__(self, settings: Settings, cache: Cache | None, frontend: TextFrontend, console: Console) -> None:
        self._settings, self._cache, self._frontend = settings, cache, frontend
        self._console = console
        self._engine: Engine | None = None
        self._loading: asyncio.Task[Engine] | None = None
        self.state = "unloaded"
        self.progress = Progress()
        self.failure: KokoroError | None = None
        self._failed_at = 0.0
        self.seconds = 0.0  # the last load took
        self.last_used = time.monotonic()

    @property
    def ready(self) -> bool:
        """Whether a real inference has succeeded since the model was loaded."""
        return self.state == "ready"

    @property
    def loaded(self) -> Engine | None:
        """The engine, if there is one now."""
        return self._engine

    async def engine(self) -> Engine:
        """The engine. While it is loaded for the first time, an error; one that was unloaded is waited for."""
        self.last_used = time.monotonic()
        if self._engine is not None:
            return self._engine
        if self.state == "unloaded" or (self.failure is not None and self._may_try_again()):
            return await asyncio.shield(self.load())
        if self.failure is not None:
            raise self.failure
        raise Loading("The model is still loading; see /health.")

    def _may_try_again(self) -> bool:
        """What was missing may be back: a disk, a network."""
        return time.monotonic() - self._failed_at > TRY_AGAIN_SECONDS

    def load(self) -> "asyncio.Task[Engine]":
        """Starts loading, unless that is under way."""
        if self._loading is None or self._loading.done():
            first = self.state == "unloaded" and self.seconds == 0
            self.state = "loading" if first else "unloaded"
            self._loading = asyncio.create_task(self._load())
            self._loading.add_done_callback(lambda task: task.cancelled() or task.exception())  # told by /health
        return self._loading

    async def _load(self) -> Engine:
        start = time.monotonic()
        work = asyncio.get_running_loop().run_in_executor(None, self._loaded)  # it begins now, not in a later turn
        await asyncio.wait([work])
        if error := work.exception():
            raise self._failed(error) from error
        self.seconds = time.monotonic() - start
        self.use(work.result())
        return work.result()

    def _failed(self, error: BaseException) -> KokoroError:
        """A damaged installation may raise anything."""
        if not isinstance(error, KokoroError):
            log.error("a damaged installation?", exc_info=error)
            error = SetupError(f"{type(error).__name__}: {error}. Install kokoro-live again.")
        again = " The next request tries again." if isinstance(error, SetupError) and error.may_pass else ""
        log.error("the model cannot be loaded: %s%s", error, again)
        self.state, self.failure, self._failed_at = "failed", error, time.monotonic()
        return error

    def use(self, engine: Engine) -> None:
        """From now on, this one, which has spoken already."""
        engine.cache = self._cache
        self._engine, self.state, self.failure = engine, "ready", None
        self.last_used = time.monotonic()

    def _loaded(self) -> Engine:
        with ThreadPoolExecutor(1) as beside:  # the graphs are loaded without Python's lock, the dictionaries with it
            reading = [beside.submit(self._frontend.phonemiser.load, language) for language in WARM_LANGUAGES]
            numbering = beside.submit(deciding_number)
            with self._console() as report:
                engine = Engine(self._settings, self._reported_to(report), frontend=self._frontend)
            self.progress = Progress("warming up")
            for each in reading:
                each.result()
            numbering.result()
        # As far as the first sound: later windows wait for nothing. Without a cache: it is nobody's business.
        any(len(chunk.samples) for chunk in chunks_of(engine.stream(WARM_UP)))
        return engine

    def _reported_to(self, report: Report) -> Report:
        """For /health, and for whoever looks at the console."""

        def told(what: str, done: int, total: int) -> None:
            self.progress = Progress(what, done, total)
            report(what, done, total)

        return told

    def unload(self) -> None:
        """Gives the memory back."""
        self._engine = self._loading = None  # the task that loaded it remembers it, too
        self.state = "unloaded"
        trim_memory()

    def described(self) -> dict[str, Any]:
        """For /health and /status."""
        shown: dict[str, Any] = {"status": self.state}
        if self.state == "loading":
            shown["progress"] = {"what": self.progress.what, "done": self.progress.done, "total": self.progress.total}
        if self.failure is not None:
            message = self.failure.for_clients if isinstance(self.failure, SetupError) else str(self.failure)
            shown["error"] = {"code": self.failure.code, "message": message}
        return shown

    def diagnostics(self) -> dict[str, Any]:
        """What a server error tells about itself."""
        model = self._engine.model if self._engine else None
        variant = model.variant if model else self._settings.variant
        return {"provider": model.provider if model else None, "variant": variant, "phonemizer": "misaki, espeak"}
