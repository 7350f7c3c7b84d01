"""What can be put side by side: a server by its address, and named peers that are installed and started for it."""

import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from importlib import metadata
from typing import Any
from urllib.parse import urlsplit

import httpx
import numpy as np

from bench.host import Host, other
from bench.listen import Answer, Ask, Patience, listen
from bench.peer import kokoro_onnx, published
from kokoro_live.config import Settings
from kokoro_live.errors import BadOption, SetupError

FASTKOKORO = "0.7.0"
STRATEGIES = ("adaptive", "phrase", "sentence")
RECIPES = ("kokoro-onnx", *(f"fastkokoro:{strategy}" for strategy in STRATEGIES))


@dataclass(frozen=True, slots=True)
class Address:
    """A server."""

    name: str
    client: httpx.AsyncClient
    host: Host | None = None
    patience: Patience = field(default_factory=Patience)

    async def answer(self, ask: Ask) -> Answer:
        """Over HTTP."""
        return await listen(self.client, ask, self.patience)


@dataclass(frozen=True, slots=True)
class Library:
    """kokoro-onnx in this process. It spares itself the way over HTTP."""

    name: str
    kokoro: Any
    host: None = None

    async def answer(self, ask: Ask) -> Answer:
        """In its own batches, unless the whole is asked for."""
        answer, start = Answer(200), time.perf_counter()
        try:
            async for samples, rate in self._made(ask):
                data = (np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes()
                answer.pieces.append((time.perf_counter() - start, data))
                answer.headers = {"content-type": f"audio/pcm;rate={rate}"}
        except (ValueError, KeyError, AssertionError) as error:
            answer.broken = f"{self.name} cannot say it ({error})"
        answer.wall = time.perf_counter() - start
        return answer

    async def _made(self, ask: Ask) -> AsyncIterator[tuple[Any, int]]:
        if ask.whole:
            yield await asyncio.to_thread(self.kokoro.create, ask.text, ask.voice, lang=accent(ask.voice))
            return
        async for made in self.kokoro.create_stream(ask.text, ask.voice, lang=accent(ask.voice)):
            yield made


def accent(voice: str) -> str:
    """kokoro-onnx reads as an American unless it is told."""
    return "en-gb" if voice.startswith("b") else "en-us"


Target = Address | Library


@asynccontextmanager
async def address(name: str, url: str, host: Host | None = None, key: str = "") -> AsyncIterator[Address]:
    """Every request on a connection of its own, past any proxy."""
    headers = {"Accept-Encoding": "identity"} | ({"Authorization": f"Bearer {key}"} if key else {})
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=0)
    base = url.rstrip("/").removesuffix("/v1")
    async with httpx.AsyncClient(base_url=base, headers=headers, trust_env=False, limits=limits) as client:
        yield Address(name, client, host)


def checked(name: str) -> str:
    """The full name of a target, or an error that lists them."""
    if name == "fastkokoro":
        return f"fastkokoro:{STRATEGIES[0]}"
    if name in RECIPES or urlsplit(name).scheme in ("http", "https"):
        return name
    raise BadOption(f"There is no target {name!r}: give a server's address or one of {', '.join(RECIPES)}.")


def version(name: str) -> str:
    """Of a target with a recipe; an address does not tell."""
    if name == "kokoro-onnx":
        return metadata.version(name)
    return FASTKOKORO if name in RECIPES else "unknown"


async def opened(name: str, settings: Settings, stack: AsyncExitStack) -> Target:
    """The target, ready; what was started for it ends with the stack."""
    if name == "kokoro-onnx":
        return Library(name, await asyncio.to_thread(kokoro_onnx, settings))
    if name.startswith("fastkokoro:"):
        host = await stack.enter_async_context(await asyncio.to_thread(_fastkokoro, settings, name.split(":")[1]))
        return await stack.enter_async_context(address(name, host.url, host))
    return await stack.enter_async_context(address(name, name))


def _fastkokoro(settings: Settings, strategy: str) -> Any:
    """Its own environment, made once, on the same model file."""
    home = settings.cache_dir / "peers" / f"fastkokoro-{FASTKOKORO}"
    program = home / "bin" / "fastkokoro"
    if not (home / ".complete").exists():
        for command in (
            [sys.executable, "-m", "venv", "--clear", str(home)],
            [str(home / "bin" / "pip"), "install", "-q", f"fastkokoro[cpu]=={FASTKOKORO}"],
        ):
            if subprocess.run(command, capture_output=True, check=False).returncode:
                raise SetupError(f"fastkokoro {FASTKOKORO} cannot be installed; try: {' '.join(command)}")
        (home / ".complete").touch()
    model, voices = published(settings)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    given = {"HOST": "127.0.0.1", "PORT": port, "MODEL_PATH": model, "VOICES_PATH": voices, "STREAM_STRATEGY": strategy}
    given["CACHE_DIR"] = home / "cache"  # it writes a simplified graph there
    environment = {f"FASTKOKORO_{key}": str(value) for key, value in given.items()} | {"HF_HUB_OFFLINE": "1"}
    return other(f"fastkokoro:{strategy}", [str(program)], environment, f"http://127.0.0.1:{port}", "/health")
