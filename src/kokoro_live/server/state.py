"""Everything a route needs, in one place."""

import asyncio
import logging
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import HTTPConnection
from starlette.requests import Request as HttpRequest

from kokoro_live.cache import Cache, cache_of
from kokoro_live.config import Settings
from kokoro_live.errors import Cancelled, KokoroError, Refused, RequestError, SynthesisError
from kokoro_live.scheduler.admission import Limits
from kokoro_live.scheduler.job import Reader
from kokoro_live.scheduler.scheduler import Scheduler
from kokoro_live.server.load_policy import LoadPolicy
from kokoro_live.server.memory import Tidying, trim_memory
from kokoro_live.server.metrics import Metrics
from kokoro_live.server.readiness import Console, Readiness, logged
from kokoro_live.text_frontend import TextFrontend

log = logging.getLogger("kokoro_live")
WATCH_SECONDS = 0.1
TRIM_AT = 0.8  # of the memory limit
LAG_WINDOW = 60.0  # seconds over which the worst lag is remembered
IDLE_CHECK = 1.0
KEPT_TIMINGS = 64
REST_SECONDS = 2.0  # without a request, after which what requests left is cleared away


@dataclass
class Server:
    """One process's worth of state."""

    settings: Settings
    console: Console = logged
    cache: Cache | None = field(init=False)
    frontend: TextFrontend = field(init=False)
    metrics: Metrics = field(default_factory=Metrics)
    load_policy: LoadPolicy = field(default_factory=LoadPolicy)
    readiness: Readiness = field(init=False)
    scheduler: Scheduler = field(init=False)
    started: float = field(default_factory=time.monotonic)
    draining: bool = False
    tidying: Tidying = field(init=False)
    rested: float = 0.0  # when the server last cleared up
    explaining: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))
    whole_bytes: dict[Reader, int] = field(default_factory=dict)  # that answers in one piece hold so far
    timings: OrderedDict[str, list[dict[str, Any]]] = field(default_factory=OrderedDict)  # of streams that are over
    audio: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "kokoro-audio"))

    def __post_init__(self) -> None:
        self.cache = cache_of(self.settings)
        self.frontend = TextFrontend(self.settings.lexicons())
        self.readiness = Readiness(self.settings, self.cache, self.frontend, self.console)
        limits = Limits(self.settings.max_active, self.settings.max_waiting, self.settings.waiting_seconds)
        self.scheduler = Scheduler(limits)
        self.tidying = Tidying(self.metrics.rss_mb)

    def check_memory(self) -> None:
        """Above the limit nothing new is taken in; what is under way goes on."""
        if self.metrics.rss_mb() > self.settings.memory_limit_mb:
            raise Refused("The server is short of memory; see KOKORO_MEMORY_LIMIT_MB.")

    @property
    def chunk_ms(self) -> int:
        """Audio per write of a stream, as things are now."""
        return max(self.settings.write_ms, self.scheduler.policy.least_chunk_ms)

    def keep_timing(self, stream: str, sentences: list[dict[str, Any]]) -> None:
        """For whoever asks when the stream is over; the oldest are forgotten."""
        self.timings[stream] = sentences
        while len(self.timings) > KEPT_TIMINGS:
            self.timings.popitem(last=False)

    def outcome_of(self, error: KokoroError) -> str:
        """How a request that met an error ended; what may trouble others is passed on."""
        if isinstance(error, Cancelled):
            return "stopped"
        if isinstance(error, Refused | RequestError):
            return "refused"
        if isinstance(error, SynthesisError):  # a text that cannot be read is nobody else's trouble
            self.load_policy.failed()
        return "failed"

    async def watch(self) -> None:
        """Lag of the event loop, memory, idleness; for as long as the server lives."""
        lags: list[tuple[float, float]] = []
        checked = time.monotonic()
        while True:
            before = time.monotonic()
            await asyncio.sleep(WATCH_SECONDS)
            now = time.monotonic()
            lags = [*((t, lag) for t, lag in lags if now - t < LAG_WINDOW), (now, now - before - WATCH_SECONDS)]
            self.metrics.loop_lag = max(lag for _, lag in lags)
            if now - checked > IDLE_CHECK:
                checked = now
                try:
                    self._relieve(now)
                except Exception:  # out of descriptors, say: the watch must outlive whatever it meets
                    log.exception("the watch could not look after the server")

    def _relieve(self, now: float) -> None:
        busy = self.scheduler.gauges()["readers"] > 0
        idle, limit = now - self.readiness.last_used, self.settings.idle_unload_seconds
        if limit and self.readiness.ready and not busy and idle > limit:
            self.readiness.unload()
        if not busy and self.rested < self.readiness.last_used < now - REST_SECONDS:
            self.rested = now
            self.tidying.tidy()
        rss = self.metrics.rss_mb()
        if rss > self.settings.memory_limit_mb and self.whole_bytes:
            largest = max(self.whole_bytes, key=lambda reader: self.whole_bytes[reader])
            message = "The server is short of memory, and this answer held most of it. Ask with stream: true."
            self.scheduler.end(largest, Refused(message))
        short_of_memory = rss > TRIM_AT * self.settings.memory_limit_mb
        if short_of_memory:
            self.frontend.phonemiser.forget()
            trim_memory()
        self.scheduler.share(self.load_policy.policy(short_of_memory))

    def status(self) -> dict[str, Any]:
        """GET /status"""
        engine = self.readiness.loaded
        gauges = self.scheduler.gauges()
        return {
            **self.readiness.described(),
            "uptime_seconds": round(time.monotonic() - self.started, 1),
            "load_seconds": round(self.readiness.seconds, 2),
            "provider": engine.model.provider if engine else None,
            "base": engine.model.base if engine else None,
            "variant": engine.model.variant if engine else self.settings.variant,
            "threads": self.settings.threads,
            "mode": self.scheduler.policy.name,
            **self.metrics.rolling(),
            "queue": {**gauges, "shared": self.scheduler.joined},
            "statistics": dict(engine.model.counts) if engine else {},
            "g2p_stalls": self.frontend.phonemiser.stalls,
            "languages_read_by_another": self.metrics.stand_ins,
            "lexicon_mistakes": self.frontend.lexicons.mistakes(),
            "cache": self.cache_facts(),
            "memory": {"rss_mb": round(self.metrics.rss_mb()), "limit_mb": self.settings.memory_limit_mb},
            "loop_lag_seconds": round(self.metrics.loop_lag, 4),
            "slo": self.metrics.slo() or "met",
        }

    def cache_facts(self) -> dict[str, Any]:
        """Hits and sizes."""
        if self.cache is None:
            return {"takes": 0, "kept": False}
        counts = dict(self.cache.counts)
        asked = counts["hits"] + counts["misses"]
        rate = round(counts["hits"] / asked, 4) if asked else None
        return {"takes": self.cache.entries, "mb": round(self.cache.size / 1e6, 1), "hit_rate": rate, **counts}


def server_of(request: HttpRequest) -> Server:
    """The server that a request came to."""
    server: Server = request.app.state.server
    return server


def client_of(request: HTTPConnection) -> str:
    """Whose request it is, as far as one can tell: the machine and the program."""
    address = request.client.host if request.client else "?"
    return f"{address} {request.headers.get('user-agent', '')[:200]}"
