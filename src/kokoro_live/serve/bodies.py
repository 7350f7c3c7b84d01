"""What requests may say: OpenAI's fields, our own, and the names other servers gave to the same things."""

import asyncio
import json
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, StrictFloat, StrictInt, StrictStr
from pydantic import ValidationError as InvalidFields

from kokoro_live.config import Settings
from kokoro_live.engine import Engine
from kokoro_live.errors import NothingToSay, UnknownModel
from kokoro_live.records import InputFormat
from kokoro_live.request import Options, Request
from kokoro_live.serve.problems import Problem

MODELS = ("kokoro", "tts-1", "tts-1-hd", "tts-1-1106", "tts-1-hd-1106", "gpt-4o-mini-tts")
OURS = "kokoro"  # any name that begins so, whoever stands before the slash, is this model
DATED = "gpt-4o-mini-tts-"
# names that others use → ours
ALIASES = {
    "text": "input",
    "format": "response_format",
    "lang": "language",
    "lang_code": "language",
    "volume_multiplier": "volume",
}
SILENTLY_IGNORED = ("instructions",)  # part of the contract; the answer's header says that it had no effect
LONG_TEXT = 2_000  # characters; to read the marks of more takes too long for the event loop
Body = TypeVar("Body", bound="SpeechBody")
Number = StrictInt | StrictFloat


def _lower(value: Any) -> Any:
    return value.lower() if isinstance(value, str) else value


def _voice_name(value: Any) -> Any:
    """OpenAI's other spelling: {"id": "af_heart"}."""
    return value["id"] if isinstance(value, dict) and set(value) == {"id"} else value


class SpeechBody(BaseModel):
    """POST /v1/audio/speech"""

    model_config = ConfigDict(
        extra="ignore",
        json_schema_extra={
            "examples": [{"input": "Hello, world.", "voice": "af_heart"}],
        },
    )

    input: StrictStr = Field(description="what to say")
    model: StrictStr = Field("kokoro", description="any kokoro name, or one of OpenAI's")
    voice: Annotated[StrictStr | None, BeforeValidator(_voice_name)] = Field(
        None, description='a voice, one of OpenAI\'s names, a blend like af_heart(2)+bm_george(1), or {"id": …}'
    )
    response_format: Annotated[Literal["mp3", "opus", "aac", "flac", "wav", "pcm"], BeforeValidator(_lower)] = "mp3"
    speed: Number | None = Field(None, description="0.25 to 4")
    stream_format: Annotated[Literal["audio", "sse"], BeforeValidator(_lower)] = "audio"
    stream: StrictBool = Field(True, description="whether bytes leave as they are made; never changes a sample")
    language: StrictStr | None = Field(None, description="the voice's own unless given")
    sample_rate: StrictInt | None = Field(None, description="8000 to 48000; 24000 is the model's own")
    latency: Literal["fast", "quality"] = Field("fast", description="predicted or exact statistics")
    volume: Number = Field(1.0, description="0 to 2")
    timestamps: Literal["word", "none"] = "none"
    input_format: InputFormat = Field("auto", description="how the text is marked up; Markdown and SSML are noticed")
    lexicon: dict[str, StrictStr] | None = Field(None, description="word → /IPA/, {symbols} or how it sounds")
    no_cache: StrictBool = False
    instructions: StrictStr | None = Field(None, max_length=4096, description="accepted, without effect")


class CaptionBody(SpeechBody):
    """POST /dev/captioned_speech"""

    return_timestamps: StrictBool = True


class ExplainBody(BaseModel):
    """POST /v1/audio/explain"""

    model_config = ConfigDict(extra="ignore")

    input: StrictStr
    voice: Annotated[StrictStr | None, BeforeValidator(_voice_name)] = None
    language: StrictStr | None = None
    speed: Number | None = None
    input_format: InputFormat = "auto"
    lexicon: dict[str, StrictStr] | None = None


def document(raw: bytes) -> dict[str, Any]:
    """The JSON object in a body."""
    try:
        found = json.loads(raw.decode("utf-8"), parse_constant=_refused)
    except (ValueError, RecursionError):
        raise Problem(400, "invalid_json", "The body is not JSON in UTF-8.") from None
    if not isinstance(found, dict):
        raise Problem(400, "invalid_type", "The body must be a JSON object.")
    return found


def _refused(name: str) -> Any:
    raise ValueError(name)  # NaN and Infinity are not JSON


def checked(found: dict[str, Any], kind: type[Any], most_characters: int) -> tuple[Any, list[str]]:
    """The body as its kind, and the names of fields that have no effect."""
    required = {"input"} - {ALIASES[name] for name, value in found.items() if name in ALIASES and value is not None}
    found = {name: value for name, value in found.items() if value is not None or name in required}  # null: not given
    given = {ALIASES.get(name, name): value for name, value in found.items() if ALIASES.get(name, name) not in found}
    given |= {name: value for name, value in found.items() if name not in ALIASES}
    if given.get("voice") == "":
        del given["voice"]
    try:
        body = kind.model_validate(given)
    except InvalidFields as invalid:
        raise _problem(invalid) from None
    body.input = body.input.encode("utf-8", "surrogatepass").decode("utf-8", "replace")  # lone halves of characters
    if len(body.input) > most_characters:
        message = f"The text has {len(body.input)} characters; {most_characters} is the most."
        raise Problem(400, "string_above_max_length", message, "input")
    if not body.input.strip():
        raise NothingToSay("There is nothing to say: the text is empty.")
    if isinstance(body, SpeechBody):
        _check_model(body.model)
    ignored = [name for name in given if name not in kind.model_fields or name in SILENTLY_IGNORED]
    return body, ignored


async def understood(
    engine: Engine, body: SpeechBody | ExplainBody, settings: Settings, options: Options | None = None
) -> Request:
    """What the engine is asked for; or why it cannot be."""
    speed = settings.speed if body.speed is None else body.speed
    own = Options(language=body.language, input_format=body.input_format, lexicon=body.lexicon)
    own.update(options or {})
    if len(body.input) < LONG_TEXT:
        return engine.checked(body.input, body.voice or settings.voice, speed, **own)
    return await asyncio.to_thread(engine.checked, body.input, body.voice or settings.voice, speed, **own)


def _check_model(name: str) -> None:
    if not is_model(name):
        shown = name if len(name) <= 60 else name[:57] + "…"
        raise UnknownModel(f"No model {shown!r}. There are: {', '.join(MODELS)}.")


def is_model(name: str) -> bool:
    """Whether a name is one of this model's."""
    own = name.strip().lower().rpartition("/")[2]
    return not name or own.startswith(OURS) or name in MODELS or name.startswith(DATED)


def _problem(invalid: InvalidFields) -> Problem:
    """The first wrong field, said plainly; what was sent is not repeated."""
    first = invalid.errors(include_url=False, include_input=False, include_context=False)[0]
    field = str(first["loc"][0]) if first["loc"] else None
    if first["type"] == "missing":
        return Problem(400, "missing_required_parameter", f"The field {field!r} is missing.", field)
    code = "invalid_value" if first["type"] in ("literal_error", "string_too_long") else "invalid_type"
    return Problem(400, code, f"{field}: {first['msg']}.", field)
