"""Models and voices, in one shape that satisfies every client that asks."""

from typing import Any

from starlette.requests import Request as HttpRequest

from kokoro_live.errors import UnknownModel
from kokoro_live.model.voices import CATALOGUE, Voice
from kokoro_live.phonemes import is_installed
from kokoro_live.records import SAMPLE_RATE
from kokoro_live.server.schemas import MODELS, is_model
from kokoro_live.server.state import server_of

CREATED = 1_738_000_000  # when the model's authors released version 1.0
OWNER = "hexgrad"


async def models() -> dict[str, Any]:
    """OpenAI's list; the same under the name that others look for."""
    models = [_model(name) for name in MODELS]
    return {"object": "list", "data": models, "models": models}


async def model(name: str) -> dict[str, Any]:
    """One model, with its voices."""
    if not name or not is_model(name):
        raise UnknownModel(f"No model {name[:60]!r}. There are: {', '.join(MODELS)}.")
    voices = [{"name": v.name, "language": v.language, "gender": v.gender} for v in CATALOGUE.values()]
    return _model(name) | {"voices": voices, "sample_rate": SAMPLE_RATE, "task": "text-to-speech"}


async def voices(request: HttpRequest, legacy: bool = False) -> dict[str, Any]:
    """All voices; `?legacy=true` gives plain names."""
    default = server_of(request).settings.voice
    listed: list[Any] = list(CATALOGUE) if legacy else [_voice(voice) for voice in CATALOGUE.values()]
    return {"object": "list", "voices": listed, "default": default}


def _model(name: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": CREATED, "owned_by": OWNER}


def _voice(voice: Voice) -> dict[str, Any]:
    shown = voice.name.split("_", 1)[1].capitalize()
    return {
        "id": voice.name,
        "name": voice.name,
        "object": "audio.voice",
        "voice_id": voice.name,
        "value": voice.name,
        "label": f"{shown} ({voice.language}, {voice.gender})",
        "language": voice.language,
        "gender": voice.gender,
        "grade": voice.grade,
        "sample_rate": SAMPLE_RATE,
        "aliases": list(voice.aliases),
        "available": is_installed(voice.language),
    }
