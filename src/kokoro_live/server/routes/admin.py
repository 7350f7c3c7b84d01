"""Looking and steering: health, status, metrics, stopping, explaining, clearing."""

import asyncio
import json
from collections.abc import Callable
from typing import Any, TypeVar

from prometheus_client import generate_latest
from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, PlainTextResponse, Response

from kokoro_live.errors import QueueFull
from kokoro_live.explanation import explained
from kokoro_live.request import Request
from kokoro_live.server.connection import connection_of
from kokoro_live.server.errors import Problem
from kokoro_live.server.schemas import ExplainBody, checked, document, understood
from kokoro_live.server.state import Server, client_of, server_of
from kokoro_live.text_frontend import TextFrontend

Result = TypeVar("Result")
EXPLAIN_WAIT = 10.0  # seconds for one's turn
EXPLAINED_CHARACTERS = 20_000  # the whole answer is made at once
METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"


async def health(request: HttpRequest) -> Response:
    """200 once a real inference has succeeded; plain OK unless JSON is asked for."""
    server = server_of(request)
    working = server.readiness.state in ("ready", "unloaded") and server.scheduler.working
    usable = working and not server.draining
    if usable and "application/json" not in request.headers.get("accept", ""):
        return PlainTextResponse("OK")
    shown = server.readiness.described() | ({"status": "draining"} if server.draining else {})
    return JSONResponse(shown, 200 if usable else 503, headers={} if usable else {"Retry-After": "2"})


async def alive() -> dict[str, str]:
    """Whether the process answers at all."""
    return {"status": "alive"}


async def status(request: HttpRequest) -> dict[str, Any]:
    """Everything the server knows of itself."""
    return server_of(request).status()


async def metrics(request: HttpRequest) -> Response:
    """For Prometheus."""
    server = server_of(request)
    server.metrics.show(_gauges(server))
    return Response(generate_latest(server.metrics.registry), media_type=METRICS_TYPE)


def _gauges(server: Server) -> dict[str, float]:
    cache = {f"cache_{name}": value for name, value in server.cache_facts().items() if isinstance(value, int | float)}
    engine = server.readiness.loaded
    counts = dict(engine.model.counts) if engine else {}
    return {
        **server.scheduler.gauges(),
        **cache,
        **{f"statistics_{how}": count for how, count in counts.items()},
        "rss_mb": server.metrics.rss_mb(),
        "loop_lag_seconds": server.metrics.loop_lag,
        "ready": server.readiness.ready,
    }


async def stop(request: HttpRequest) -> dict[str, int]:
    """Ends everything this client listens to; with the key, and `{"everyone": true}`, everything."""
    asked = await document(request, needed=False)
    everyone = asked.get("everyone") is True
    server = server_of(request)
    if everyone and server.settings.api_key and not connection_of(request).has_key:
        raise Problem(403, "permission_denied", "Stopping everyone needs the key.")
    return {"stopped": server.scheduler.stop(None if everyone else client_of(request))}


async def stop_stream(request: HttpRequest, stream: str) -> dict[str, int]:
    """Ends one stream, by the name its answer gave in X-Speech-Stream."""
    stopped = server_of(request).scheduler.stop(stream=stream)
    if not stopped:
        raise Problem(404, "stream_not_found", "There is no such stream, or it has ended.")
    return {"stopped": stopped}


async def timing(request: HttpRequest, stream: str) -> dict[str, Any]:
    """The sentences of a stream that asked for `return_timing` and is over, and when they are heard."""
    timing = server_of(request).timings.get(stream)
    if timing is None:
        message = "There is no such stream, or it is not over, or it did not ask for return_timing."
        raise Problem(404, "stream_not_found", message)
    return {"chunks": timing}


async def clear_cache(request: HttpRequest) -> dict[str, Any]:
    """Forgets kept audio and phonemes."""
    server = server_of(request)
    cache = server.cache
    server.frontend.phonemiser.forget()
    cleared = await asyncio.to_thread(cache.clear) if cache else 0
    return {"status": "cleared", "takes": cleared}


async def explain(request: HttpRequest) -> Response:
    """How a text would be read: segments, words, phonemes, each with its characters in the text as sent."""
    server = server_of(request)
    most = min(EXPLAINED_CHARACTERS, server.settings.max_characters)
    body, _ = checked(await document(request), ExplainBody, most)
    asked = await understood(body, server.settings)
    return Response(await beside(server, lambda: _explained(server.frontend, asked)), media_type="application/json")


async def beside(server: Server, work: Callable[[], Result]) -> Result:
    """Work on a text for its own sake: not on the event loop, and one at a time."""
    try:
        async with asyncio.timeout(EXPLAIN_WAIT):
            await server.explaining.acquire()
    except TimeoutError:
        raise QueueFull("Too many texts are being explained.") from None
    try:
        return await asyncio.to_thread(work)
    finally:
        server.explaining.release()


def _explained(frontend: TextFrontend, asked: Request) -> bytes:
    return json.dumps(explained(frontend, asked), ensure_ascii=False).encode()
