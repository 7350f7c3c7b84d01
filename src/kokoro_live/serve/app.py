"""The application: routes and their errors, wired to one Server."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request as HttpRequest
from starlette.responses import Response
from starlette.types import ASGIApp

from kokoro_live import __version__
from kokoro_live.errors import KokoroError
from kokoro_live.serve import control, listing
from kokoro_live.serve.bodies import CaptionBody, ExplainBody, SpeechBody
from kokoro_live.serve.guard import Guard
from kokoro_live.serve.problems import Problem, problem_of
from kokoro_live.serve.server import Server, server_of
from kokoro_live.serve.speech import captioned_speech, speech

DESCRIPTION = "Local text-to-speech. Speech starts while the sentence is still being computed."


def application(server: Server) -> ASGIApp:
    """Every route, behind the guard."""
    # No page of FastAPI's: it would load scripts from elsewhere into a server that is here to be private.
    facts: dict[str, Any] = {"title": "kokoro-live", "version": __version__, "description": DESCRIPTION}
    app = FastAPI(**facts, lifespan=_lifespan, docs_url=None, redoc_url=None, redirect_slashes=False)
    app.state.server = server
    _add_routes(app)
    app.add_exception_handler(KokoroError, _answered)
    app.add_exception_handler(Problem, _answered)
    app.add_exception_handler(HTTPException, _answered)
    app.add_exception_handler(RequestValidationError, _answered)
    app.add_exception_handler(Exception, _answered)
    return Guard(app, server.settings)


def _add_routes(app: FastAPI) -> None:
    for path in ("/v1/audio/speech", "/audio/speech"):
        _post(app, path, speech, SpeechBody)
    _post(app, "/dev/captioned_speech", captioned_speech, CaptionBody)
    _post(app, "/v1/audio/explain", control.explain, ExplainBody)
    app.post("/v1/audio/stop")(control.stop)
    app.delete("/v1/audio/speech/streams/{stream}")(control.stop_stream)
    app.post("/performance/clear_cache")(control.clear_cache)
    for path in ("/v1/models", "/v1/audio/models", "/audio/models"):
        _get(app, path, listing.models)
    app.get("/v1/models/{name:path}")(listing.model)
    for path in ("/v1/audio/voices", "/audio/voices", "/voices"):
        _get(app, path, listing.voices)
    app.get("/v1/audio/voices/{model:path}", include_in_schema=False)(listing.voices)  # whatever the model is called
    for path in ("/health", "/health/ready"):
        _get(app, path, control.health)
    app.get("/health/live")(control.alive)
    for path in ("/v1", "/v1/", "/v1/test"):
        app.get(path, include_in_schema=False)(control.alive)
    app.get("/status")(control.status)
    app.get("/metrics")(control.metrics)


def _get(app: FastAPI, path: str, handler: Callable[..., Any]) -> None:
    """A list or a state, which may also be asked for without its body."""
    app.get(path)(handler)
    app.head(path, include_in_schema=False)(handler)


def _post(app: FastAPI, path: str, handler: Callable[..., Any], body: type[Any]) -> None:
    """A route whose body we read ourselves: validation errors are ours, and documented all the same."""
    schema = {"requestBody": {"required": True, "content": {"application/json": {"schema": body.model_json_schema()}}}}
    app.post(path, openapi_extra=schema)(handler)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Listening at once; the model is loaded meanwhile."""
    server: Server = app.state.server
    if server.readiness.state == "unloaded":
        server.readiness.load()
    watching = asyncio.create_task(server.watch())
    try:
        yield
    finally:
        watching.cancel()
        server.scheduler.close()
        server.audio.shutdown()


async def _answered(request: HttpRequest, error: Exception) -> Response:
    """Every error in the one shape that clients can read."""
    if isinstance(error, Problem):
        return error.response()
    if isinstance(error, RequestValidationError):  # of an address: bodies are checked elsewhere
        name = str(error.errors()[0]["loc"][-1])
        return Problem(400, "invalid_value", f"{name}: not a value that this address knows.", name).response()
    if isinstance(error, HTTPException):
        return _routing(request, error).response()
    diagnostics = server_of(request).readiness.diagnostics()
    if isinstance(error, KokoroError):
        return problem_of(error, diagnostics).response()
    return Problem(500, "internal_error", "Something went wrong inside the server.", diagnostics=diagnostics).response()


def _routing(request: HttpRequest, error: HTTPException) -> Problem:
    if error.status_code == 405:
        message = f"{request.method} is not possible here."
        return Problem(405, "method_not_allowed", message, headers=tuple((error.headers or {}).items()))
    hint = " Did you mean /v1/audio/speech?" if "speech" in request.url.path else ""
    return Problem(error.status_code, "unknown_url", f"There is nothing at this address.{hint}")
