"""What clients of Kokoro-FastAPI ask for besides speech: dialogues, phonemes, SSML as tags, blends."""

from typing import Any

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, StrictStr
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from kokoro_live.model.voices import blend_named
from kokoro_live.phonemes.alphabet import phonemes_of
from kokoro_live.request import Request
from kokoro_live.server.errors import Problem
from kokoro_live.server.field_types import Number
from kokoro_live.server.routes.admin import EXPLAINED_CHARACTERS, beside
from kokoro_live.server.routes.speech import answer
from kokoro_live.server.schemas import SpeechBody, checked, document, parsed, understood, validated
from kokoro_live.server.state import server_of
from kokoro_live.text.pause_tags import tagged
from kokoro_live.text.ssml_elements import ATTRIBUTES
from kokoro_live.text.ssml_values import BREAKS, FASTEST, RATES, SLOWEST
from kokoro_live.text_frontend import TextFrontend

MOST_TURNS = 1000
IGNORED_ELEMENTS = ("mark", "audio", "desc", "metadata", "meta", "lexicon", "w", "token", "par", "seq", "media")


class Turn(BaseModel):
    """What one of them says."""

    model_config = ConfigDict(populate_by_name=True)

    voice: StrictStr = Field(validation_alias=AliasChoices("voice", "voice_id"), pattern=r"^[^\[\]\n]{1,200}$")
    text: StrictStr = Field(pattern=r"\S")


class DialogueBody(BaseModel):
    """POST /dev/dialogue: all fields of speech but `input` and `voice`, and these."""

    model_config = ConfigDict(populate_by_name=True, extra="ignore")

    turns: list[Turn] = Field(
        min_length=1, max_length=MOST_TURNS, validation_alias=AliasChoices("turns", "inputs"), description="in order"
    )
    pause_between_turns: Number = Field(0.0, ge=0, le=10, description="seconds")


class PhonemizeBody(BaseModel):
    """POST /dev/phonemize"""

    model_config = ConfigDict(extra="ignore")

    text: StrictStr = Field(pattern=r"\S")
    language: StrictStr = "a"


class FromPhonemesBody(BaseModel):
    """POST /dev/generate_from_phonemes"""

    model_config = ConfigDict(extra="ignore")

    phonemes: StrictStr = Field(pattern=r"\S")
    voice: StrictStr | None = None
    speed: Number | None = None


class SsmlBody(BaseModel):
    """POST /dev/ssml"""

    model_config = ConfigDict(extra="ignore")

    text: StrictStr
    voice: StrictStr = ""


async def dialogue(request: HttpRequest) -> Response:
    """Several voices, turn by turn."""
    asked = await document(request)
    body = validated(asked, DialogueBody)
    pause = f" [pause:{body.pause_between_turns:.3f}s]" if body.pause_between_turns else ""
    script = f"{pause}\n".join(f"[voice:{turn.voice}] {turn.text.strip()}" for turn in body.turns)
    rest = {name: value for name, value in asked.items() if name not in ("turns", "inputs", "pause_between_turns")}
    speech = rest | {"input": script, "voice": body.turns[0].voice, "allow_voice_tags": True}
    return await answer(request, *checked(speech, SpeechBody, server_of(request).settings.max_characters))


async def phonemize(request: HttpRequest) -> dict[str, Any]:
    """Kokoro's symbols for a text, and the model's tokens."""
    body = validated(await document(request), PhonemizeBody)
    asked = await _understood(request, {"input": body.text, "language": body.language}, EXPLAINED_CHARACTERS)
    server = server_of(request)
    return await beside(server, lambda: _phonemes(server.frontend, asked))


def _phonemes(frontend: TextFrontend, asked: Request) -> dict[str, Any]:
    words = [word for _, utterance in frontend.readings(asked) for word in utterance.words]
    phonemes = "".join(phonemes_of(word.tokens) + " " * word.space_after for word in words)
    return {"phonemes": phonemes.strip(), "tokens": [token for word in words for token in word.tokens]}


async def generate_from_phonemes(request: HttpRequest) -> Response:
    """Speech from Kokoro's symbols, as a WAV file."""
    body = validated(await document(request), FromPhonemesBody)
    asked = {"input": body.phonemes, "voice": body.voice, "speed": body.speed, "input_format": "phonemes"}
    speech = asked | {"response_format": "wav"}
    return await answer(request, *checked(speech, SpeechBody, server_of(request).settings.max_characters))


async def ssml_as_tags(request: HttpRequest) -> dict[str, str]:
    """An SSML document as plain text with [voice:…], [rate:…] and [pause:…]; without a voice, only with pauses."""
    body = validated(await document(request), SsmlBody)
    asked = await _understood(request, {"input": body.text, "voice": body.voice or None, "input_format": "ssml"})
    return {"text": await beside(server_of(request), lambda: tagged(asked.script, body.voice))}


async def ssml_elements() -> dict[str, Any]:
    """What of SSML is followed, and what is passed over."""
    return {
        "elements": {name: ", ".join(sorted(known)) for name, known in ATTRIBUTES.items()},
        "ignored": list(IGNORED_ELEMENTS),
        "break_strengths": BREAKS,
        "prosody_rates": RATES,
        "rate_range": [SLOWEST, FASTEST],
    }


async def combine(request: HttpRequest) -> dict[str, Any]:
    """The blend of some voices, under the name by which speech can be asked for."""
    asked = parsed(await request.body())
    names = asked if isinstance(asked, list) else [asked]
    if not names or not all(isinstance(name, str) for name in names):
        raise Problem(400, "invalid_type", 'Send "af_bella+af_sky", or a list of voices.')
    blend = blend_named("+".join(names))
    return {"id": blend.name, "voice": blend.name, "object": "audio.voice", "language": blend.language}


async def _understood(request: HttpRequest, fields: dict[str, Any], most: int | None = None) -> Request:
    server = server_of(request)
    body, _ = checked(fields, SpeechBody, min(most or server.settings.max_characters, server.settings.max_characters))
    return await understood(body, server.settings)
