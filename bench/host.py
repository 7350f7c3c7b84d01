"""Servers that the bench starts and ends: ours and others', each a process of its own whose memory can be seen."""

import asyncio
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

import psutil

from kokoro_live.errors import SetupError

ADDRESS = re.compile(r"(http://[\d.]+:\d+)/v1")
READY_WITHIN = 300.0  # seconds; a peer may simplify its graphs first
ASK_AGAIN = 0.05


@dataclass(frozen=True, slots=True)
class Host:
    """A running server."""

    name: str
    url: str
    pid: int
    ready: float  # seconds from the start until it was

    def usage(self) -> dict[str, float]:
        """Of the server and its children, not of the bench."""
        process = psutil.Process(self.pid)
        family = [process, *process.children(recursive=True)]
        times = [one.cpu_times() for one in family]
        return {
            "rss_mb": sum(one.memory_info().rss for one in family) / 1e6,
            "cpu_seconds": sum(t.user + t.system for t in times),
            "threads": sum(one.num_threads() for one in family),
            "files": sum(one.num_fds() for one in family),
        }


def ours_command(**settings: object) -> list[str]:
    """Our server on a free port: as the environment sets it up, and with these settings."""
    given = [f"KOKORO_{name.upper()}={value}" for name, value in settings.items()]
    serve = [sys.executable, "-m", "kokoro_live", "serve", "--port", "0", "--host", "127.0.0.1"]
    return ["env", *given, *serve]


@asynccontextmanager
async def ours(**settings: object) -> AsyncIterator[Host]:
    """Started, ready and ended. It tells its address in its first line."""
    started = time.perf_counter()
    process = subprocess.Popen(ours_command(**settings), stdout=subprocess.PIPE, text=True)
    assert process.stdout
    try:
        line = await asyncio.to_thread(process.stdout.readline)
        found = ADDRESS.search(line)
        if not found:
            raise SetupError(f"The server did not start: {line.strip() or 'it said nothing'}")
        await _ready(process, f"{found[1]}/health")
        yield Host("kokoro-live", found[1], process.pid, time.perf_counter() - started)
    finally:
        await _end(process)
        process.stdout.close()


@asynccontextmanager
async def other(
    name: str, command: Sequence[str], environment: Mapping[str, str], url: str, health: str
) -> AsyncIterator[Host]:
    """Another server, which is ready when `health` answers 200."""
    started = time.perf_counter()
    given = [f"{key}={value}" for key, value in environment.items()]
    process = subprocess.Popen(
        ["env", *given, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True
    )
    try:
        await _ready(process, url + health)
        yield Host(name, url, process.pid, time.perf_counter() - started)
    finally:
        await _end(process)


async def _ready(process: "subprocess.Popen[str]", address: str) -> None:
    import httpx

    deadline = time.monotonic() + READY_WITHIN
    async with httpx.AsyncClient(trust_env=False, timeout=READY_WITHIN) as client:
        while time.monotonic() < deadline:
            if process.poll() is not None:
                raise SetupError(f"The server ended with status {process.returncode} before it was ready.")
            try:
                if (await client.get(address)).status_code == 200:
                    return
            except httpx.TransportError:  # it does not listen yet
                pass
            await asyncio.sleep(ASK_AGAIN)
    raise SetupError(f"The server was not ready after {READY_WITHIN:.0f} s.")


async def _end(process: "subprocess.Popen[str]") -> None:
    process.send_signal(signal.SIGTERM)
    try:
        await asyncio.to_thread(process.wait, 60)
    except subprocess.TimeoutExpired:
        process.kill()
        await asyncio.to_thread(process.wait)


@asynccontextmanager
async def watching(
    hosts: Sequence[Host], every: float, into: list[dict[str, Any]], since: float
) -> AsyncIterator[None]:
    """Meanwhile, what servers use is written down, with seconds `since` the bench began."""
    watch = asyncio.create_task(_watch(hosts, every, into, since))
    try:
        yield
    finally:
        watch.cancel()
        with suppress(asyncio.CancelledError):
            await watch


async def _watch(hosts: Sequence[Host], every: float, into: list[dict[str, Any]], since: float) -> None:
    while True:
        for host in hosts:
            into.append({"at": round(time.perf_counter() - since, 2), "target": host.name, **host.usage()})
        await asyncio.sleep(every)
