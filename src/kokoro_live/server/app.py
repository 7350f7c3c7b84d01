"""The application: routes and their errors, wired to one Server."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from difflib import get_close_matches
from functools import partial
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp

from kokoro_live import __version__
from kokoro_live.errors import KokoroError
from kokoro_live.server import openapi
from kokoro_live.server.errors import Problem, problem_of
from kokoro_live.server.routes import admin, catalogue, kokoro_fastapi, live
from kokoro_live.server.routes.speech import captioned_speech, speech
from kokoro_live.server.schemas import CaptionBody, ExplainBody, SpeechBody
from kokoro_live.server.security import Security
from kokoro_live.server.state import Server, server_of

ADDRESSES = (
    *("/v1/audio/speech", "/v1/audio/voices", "/v1/models", "/v1/audio/explain", "/v1/audio/stop"),
    *("/health", "/status", "/metrics"),
    *("/dev/captioned_speech", "/dev/dialogue", "/dev/phonemize", "/dev/ssml"),
)
BODIES: list[type[BaseModel]] = [
    SpeechBody,
    CaptionBody,
    ExplainBody,
    kokoro_fastapi.DialogueBody,
    kokoro_fastapi.PhonemizeBody,
    kokoro_fastapi.FromPhonemesBody,
    kokoro_fastapi.SsmlBody,
]
DESCRIPTION = "Local text-to-speech. Speech starts while the sentence is still being computed."


def application(server: Server) -> ASGIApp:
    """Every route, behind the guard."""
    # No page of FastAPI's: it would load scripts from elsewhere into a server that is here to be private.
    facts: dict[str, Any] = {"title": "kokoro-live", "version": __version__, "description": DESCRIPTION}
    app = FastAPI(**facts, lifespan=_lifespan, docs_url=None, redoc_url=None, redirect_slashes=False)
    app.state.server = server
    _add_routes(app)
    app.openapi = partial(openapi.document, app, BODIES)  # type: ignore[method-assign]
    app.add_exception_handler(KokoroError, _answered)
    app.add_exception_handler(Problem, _answered)
    app.add_exception_handler(HTTPException, _answered)
    app.add_exception_handler(RequestValidationError, _answered)
    app.add_exception_handler(Exception, _answered)
    return Security(app, server.settings)


def _add_routes(app: FastAPI) -> None:
    spoken = openapi.audio_answers()
    for path in ("/v1/audio/speech", "/audio/speech"):
        _post(app, path, speech, SpeechBody, spoken)
    app.add_api_websocket_route(live.PATH, live.speak)
    _post(app, "/dev/captioned_speech", captioned_speech, CaptionBody)
    _post(app, "/v1/audio/explain", admin.explain, ExplainBody)
    _post(app, "/dev/dialogue", kokoro_fastapi.dialogue, kokoro_fastapi.DialogueBody, spoken)
    _post(app, "/dev/phonemize", kokoro_fastapi.phonemize, kokoro_fastapi.PhonemizeBody)
    from_phonemes = kokoro_fastapi.generate_from_phonemes
    _post(app, "/dev/generate_from_phonemes", from_phonemes, kokoro_fastapi.FromPhonemesBody, spoken)
    _post(app, "/dev/ssml", kokoro_fastapi.ssml_as_tags, kokoro_fastapi.SsmlBody)
    app.get("/dev/ssml")(kokoro_fastapi.ssml_elements)
    app.post("/v1/audio/voices/combine")(kokoro_fastapi.combine)
    app.post("/v1/audio/stop")(admin.stop)
    app.delete("/v1/audio/speech/streams/{stream}")(admin.stop_stream)
    app.get("/v1/audio/speech/streams/{stream}/timing")(admin.timing)
    app.post("/performance/clear_cache")(admin.clear_cache)
    for path in ("/v1/models", "/v1/audio/models", "/audio/models"):
        _get(app, path, catalogue.models)
    app.get("/v1/models/{name:path}")(catalogue.model)
    app.post("/v1/models/{name:path}", include_in_schema=False)(catalogue.model)  # speaches' "pull": it is here already
    for path in ("/v1/audio/voices", "/audio/voices", "/voices"):
        _get(app, path, catalogue.voices)
    app.get("/v1/audio/voices/{model:path}", include_in_schema=False)(catalogue.voices)  # whatever the model is called
    for path in ("/health", "/health/ready"):
        _get(app, path, admin.health)
    app.get("/health/live")(admin.alive)
    for path in ("/v1", "/v1/test"):
        app.get(path, include_in_schema=False)(admin.alive)
    app.get("/status")(admin.status)
    app.get("/metrics", response_class=Response, responses=openapi.plain_answers("text/plain"))(admin.metrics)


def _get(app: FastAPI, path: str, handler: Callable[..., Any]) -> None:
    """A list or a state, which may also be asked for without its body."""
    app.get(path)(handler)
    app.head(path, include_in_schema=False)(handler)


def _post(
    app: FastAPI,
    path: str,
    handler: Callable[..., Any],
    body: type[BaseModel],
    answers: dict[int | str, dict[str, Any]] | None = None,
) -> None:
    """A route whose body we read ourselves: validation errors are ours, and documented all the same."""
    kind = Response if answers else JSONResponse
    app.post(path, openapi_extra=openapi.body_schema(body), responses=answers, response_class=kind)(handler)


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
    near = get_close_matches(request.url.path, ADDRESSES, n=1, cutoff=0.4) or ADDRESSES[:1]
    message = f"There is nothing at this address. Did you mean {near[0]}? All addresses: /openapi.json"
    return Problem(error.status_code, "unknown_url", message)
