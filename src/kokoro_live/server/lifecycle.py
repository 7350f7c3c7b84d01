"""kokoro-live serve: sockets, signals, logging; one process."""

import argparse
import asyncio
import ipaddress
import logging
import resource
import signal
import socket
import sys
import time
from contextlib import suppress
from dataclasses import replace
from typing import Any

import h11
import uvicorn

from kokoro_live.config import Settings
from kokoro_live.engine import Engine
from kokoro_live.errors import ConfigError, SetupError
from kokoro_live.model.voices import blend_named
from kokoro_live.server.connection import LARGEST_HEAD, LARGEST_MESSAGE, protocol
from kokoro_live.server.memory import steady_memory
from kokoro_live.server.metrics import JsonLines
from kokoro_live.server.readiness import Console, logged
from kokoro_live.server.state import Server

BACKLOG = 512
OWN_DESCRIPTORS = 64  # for files, sockets that listen, and whoever is being refused
COMPLAINT_SECONDS = 60.0
UNFINISHED = "returned without completing response"  # our way to break a stream off; its record says why
FLAGS = (
    *("host", "port", "api_key", "cache_dir", "threads", "variant", "voice", "speed", "pauses", "profile", "chunk_ms"),
    *("prelude", "ephemeral", "verbose_logs"),
)
log = logging.getLogger("kokoro_live")


def serve(options: argparse.Namespace, console: Console = logged) -> int:
    """Until told to end, or until it is certain that it can never become ready."""
    flags = {name: str(value) for name in FLAGS if (value := getattr(options, name, None)) is not None}
    settings = Settings.load(flags=flags)
    if not settings.host:
        raise ConfigError("KOKORO_HOST names no address to listen on.")
    blend_named(settings.voice)  # better said now than to every client
    beyond = [host for host in settings.host if not ipaddress.ip_address(host).is_loopback]
    if beyond and not settings.api_key:
        raise ConfigError(f"Listening on {beyond[0]} lets other machines in: set KOKORO_API_KEY first.")
    _set_up_logs(settings)
    steady_memory()
    settings = replace(settings, max_connections=affordable_connections(settings.max_connections))
    sockets = [listening(host, settings.port) for host in settings.host if _possible(host, settings)]
    asyncio.run(_serve(settings, console, sockets))
    return 0


def _possible(host: str, settings: Settings) -> bool:
    """A machine without IPv6 still has 127.0.0.1."""
    return ":" not in host or len(settings.host) == 1 or (socket.has_ipv6 and _has_address(host))


def _has_address(host: str) -> bool:
    try:
        with socket.socket(socket.AF_INET6) as trial:
            trial.bind((host, 0))
    except OSError:
        return False
    return True


def listening(host: str, port: int) -> socket.socket:
    """A socket that clients can connect to."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if ":" in host:
        listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise ConfigError(
            f"Cannot listen on {host} port {port}: {error.strerror}. Is a server running already?"
        ) from error
    listener.listen(BACKLOG)
    listener.setblocking(False)
    return listener


def affordable_connections(wanted: int) -> int:
    """As many connections as there are descriptors for, which are raised as far as the system lets us."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + OWN_DESCRIPTORS
    if soft != resource.RLIM_INFINITY and soft < needed:
        with suppress(ValueError, OSError):
            soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft < needed:
            log.warning("only %d descriptors: at most %d connections", soft, max(1, soft - OWN_DESCRIPTORS))
    return wanted if soft == resource.RLIM_INFINITY else max(1, min(wanted, soft - OWN_DESCRIPTORS))


class Complaints:
    """What goes wrong in the event loop, each kind at most once a minute: a loop that cannot accept tries for ever."""

    def __init__(self) -> None:
        self._told: dict[str, float] = {}

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """As asyncio tells it."""
        message, now = str(context.get("message")), time.monotonic()
        if now - self._told.get(message, float("-inf")) > COMPLAINT_SECONDS:
            self._told[message] = now
            loop.default_exception_handler(context)


async def _serve(settings: Settings, console: Console, sockets: list[socket.socket]) -> None:
    asyncio.get_running_loop().set_exception_handler(Complaints())
    server = Server(settings, console)
    loading = server.readiness.load()
    await asyncio.sleep(0)  # it has begun, in a thread of its own, and goes on beside what follows
    from kokoro_live.server.app import application  # a quarter of a second, most of it FastAPI's

    config = uvicorn.Config(
        application(server),
        http=protocol(settings),
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        loop="asyncio",
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=True,
        h11_max_incomplete_event_size=LARGEST_HEAD,
        timeout_graceful_shutdown=5,
        backlog=BACKLOG,
    )
    web = Draining(config, server)
    for made in sockets:
        host, port = made.getsockname()[:2]
        print(f"kokoro-live listens on http://{f'[{host}]' if ':' in host else host}:{port}/v1", flush=True)
    loading.add_done_callback(web.loaded)
    del loading  # whoever keeps the task keeps the engine, which may be unloaded
    await web.serve(sockets)
    if web.failure:
        raise web.failure


class Draining(uvicorn.Server):
    """On a signal: first no new requests, then the end of those under way, then of the server."""

    def __init__(self, config: uvicorn.Config, server: Server) -> None:
        super().__init__(config)
        self._own = server
        self._ending: asyncio.Task[None] | None = None
        self.failure: SetupError | None = None  # nothing can ever become of this server

    def loaded(self, loading: "asyncio.Task[Engine]") -> None:
        """The first load is over: people are told, or the server ends."""
        if loading.cancelled():
            return
        error = loading.exception()
        if error is None:
            print(f"ready after {self._own.readiness.seconds:.1f} s", flush=True)
        elif isinstance(error, SetupError) and not error.may_pass:
            self.failure, self.should_exit = error, True

    def handle_exit(self, sig: int, frame: object) -> None:
        """The second signal does not wait."""
        patience = 0.0 if self._ending is not None or sig == signal.SIGINT else self._own.settings.drain_seconds
        if self._ending is not None:
            self._ending.cancel()
        self._own.draining = True
        self._ending = asyncio.get_running_loop().create_task(self._drain(patience))

    async def _drain(self, patience: float) -> None:
        await self._own.scheduler.drain(patience)
        self.should_exit = True


def _is_news(record: logging.LogRecord) -> bool:
    """Not what we do on purpose, nor what nonsense from a client leads to."""
    nonsense = record.exc_info is not None and isinstance(record.exc_info[1], h11.LocalProtocolError)
    return UNFINISHED not in record.getMessage() and not nonsense


def _set_up_logs(settings: Settings) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.getLogger().handlers[:] = [handler]
    log.setLevel(logging.INFO if settings.verbose_logs else logging.WARNING)
    logging.getLogger("uvicorn").setLevel(logging.ERROR)
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # it warns of every client that hangs up
    logging.getLogger("uvicorn.error").addFilter(_is_news)
