"""/openapi.json: what the server really takes and gives, so that a client generated from it works."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel

from kokoro_live.audio.formats import FORMATS, content_type
from kokoro_live.server.schemas import ALIASES, SpeechBody

COMPONENT = "#/components/schemas/{model}"
ERROR = {
    "type": "object",
    "required": ["error", "schema_version"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["message", "type", "param", "code"],
            "properties": {
                "message": {"type": "string", "description": "what is wrong, and what to do"},
                "type": {"type": "string"},
                "param": {"type": ["string", "null"], "description": "the field that is wrong"},
                "code": {"type": "string", "description": "for programs"},
                "diagnostics": {"type": "object", "description": "with 5xx: provider, variant, phonemizer"},
            },
        },
        "schema_version": {"type": "integer"},
    },
}
REFUSALS = {
    "400": "The request is wrong; `param` names the field.",
    "401": "A key is set, and another or none was sent.",
    "403": "The host name or the web page is not on the list.",
    "404": "There is no such model, stream or address.",
    "413": "The body is too large.",
    "415": "The body is not JSON.",
    "429": "Too many requests; `Retry-After` says when to come back.",
    "500": "A mistake of ours, or sound that is not speech.",
    "503": "Not now: the model is loading, or memory is short.",
    "504": "No room, or no sound, in time.",
}
BODILESS = ("413", "415")  # say nothing where there is no body
HEADERS = {
    "X-Request-ID": "of this request",
    "X-Speech-Stream": "of this stream, to stop it by",
    "X-Cache": "hit or miss, of the first segment",
    "X-G2P": "which front ends made the phonemes",
    "X-Ignored-Params": "fields without effect",
    "X-Ignored-SSML": "elements and attributes that were passed over",
    "X-Language-Fallback": "languages that were read as another",
    "X-Nothing-To-Say": "true if nothing of the text can be said: the sound is a little silence",
    "Server-Timing": "milliseconds by stage",
}


def audio_answers() -> dict[int | str, dict[str, Any]]:
    """Of a route that speaks: bytes of a file, or events."""
    binary = {"schema": {"type": "string", "format": "binary"}}
    kinds = [content_type(name).partition(";")[0] for name in FORMATS]
    content: dict[str, Any] = dict.fromkeys(kinds, binary)
    content["text/event-stream"] = {"schema": {"type": "string"}}
    headers = {name: {"description": what, "schema": {"type": "string"}} for name, what in HEADERS.items()}
    return {200: {"description": "speech", "content": content, "headers": headers}}


def plain_answers(kind: str) -> dict[int | str, dict[str, Any]]:
    """Of a route that answers in text that is not JSON."""
    return {200: {"description": "text", "content": {kind: {"schema": {"type": "string"}}}}}


def body_schema(body: type[BaseModel]) -> dict[str, Any]:
    """What a route documents that reads its body itself."""
    schema = {"$ref": COMPONENT.format(model=body.__name__)}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


def document(app: FastAPI, bodies: list[type[BaseModel]]) -> dict[str, Any]:
    """The whole document: FastAPI's, with our bodies and our errors."""
    if app.openapi_schema is None:
        document = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        schemas: dict[str, Any] = {"Error": ERROR}
        for body in bodies:
            own = _with_aliases(body)
            schemas |= own.pop("$defs", {})
            schemas[body.__name__] = own
        document.setdefault("components", {})["schemas"] = schemas
        for operations in document["paths"].values():
            for operation in operations.values():
                _tell_refusals(operation)
        app.openapi_schema = document
    return app.openapi_schema


def _with_aliases(body: type[BaseModel]) -> dict[str, Any]:
    """Its schema, with the other names its fields go by."""
    schema = body.model_json_schema(ref_template=COMPONENT)
    if issubclass(body, SpeechBody):
        fields: dict[str, Any] = schema["properties"]
        named = {alias: f"the same as `{name}`" for alias, name in ALIASES.items() if name in fields}
        schema["properties"] = fields | {
            alias: fields[ALIASES[alias]] | {"description": what} for alias, what in named.items()
        }
        voice = {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}}
        fields["voice"]["anyOf"].append(voice)
    return schema


def _tell_refusals(operation: dict[str, Any]) -> None:
    """Instead of what FastAPI would say, which never happens."""
    answers: dict[str, Any] = operation["responses"]
    answers.pop("422", None)
    content = {"application/json": {"schema": {"$ref": COMPONENT.format(model="Error")}}}
    for status, what in REFUSALS.items():
        if "requestBody" in operation or status not in BODILESS:
            answers[status] = {"description": what, "content": content}
