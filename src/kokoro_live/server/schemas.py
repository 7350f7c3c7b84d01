"""What requests may say: OpenAI's fields, our own, and the names other servers gave to the same things."""

import asyncio
import json
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StrictStr
from pydantic import ValidationError as InvalidFields
from starlette.requests import Request as HttpRequest

from kokoro_live.audio.formats import FormatName
from kokoro_live.config import Settings
from kokoro_live.errors import BadOption, NothingToSay, UnknownModel
from kokoro_live.records import ALL_RULES, Habits, InputFormat
from kokoro_live.request import Alias, Options, Request, check
from kokoro_live.server.errors import Problem
from kokoro_live.server.field_types import Lower, Number, Switch, VoiceName, Whole
from kokoro_live.text import LiveText

MODELS = ("kokoro", "tts-1", "tts-1-hd", "tts-1-1106", "tts-1-hd-1106", "gpt-4o-mini-tts")
OURS = "kokoro"  # any name that begins so, whoever stands before the slash, is this model
DATED = "gpt-4o-mini-tts-"
NAMELESS = ("tts", "default")  # what programs send whose users were never asked
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
VALUES = ("literal_error", "string_too_long", "finite_number", "whole_number")  # the kind is right, the value is not
Model = TypeVar("Model", bound=BaseModel)
RULES_OF = {  # Kokoro-FastAPI's switches → the rules that each turns off
    "url_normalization": ("url", "address"),
    "email_normalization": ("e-mail",),
    "phone_normalization": ("telephone",),
}


class VoiceAlias(BaseModel):
    """A voice under a name of the request's own, and its pace."""

    voice: StrictStr
    rate: Number | None = None


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
    voice: Annotated[StrictStr | None, VoiceName] = Field(
        None, description='a voice, one of OpenAI\'s names, a blend like af_heart(2)+bm_george(1), or {"id": …}'
    )
    response_format: Annotated[FormatName, Lower] = "mp3"
    speed: Number | None = Field(None, description="0.25 to 4")
    stream_format: Annotated[Literal["audio", "sse"], Lower] = "audio"
    stream: Switch = Field(True, description="whether bytes leave as they are made; never changes a sample")
    language: StrictStr | None = Field(None, description="the voice's own unless given")
    sample_rate: Whole | None = Field(None, description="8000 to 48000; 24000 is the model's own")
    latency: Annotated[Literal["fast", "quality"], Lower] = Field("fast", description="predicted or exact statistics")
    volume: Number = Field(1.0, description="0 to 8; above 1 the limiter keeps peaks below full scale")
    pauses: StrictStr | float | None = Field(None, description="tight, natural, slow, or 0 to 5 times as long")
    timestamps: Annotated[Literal["word", "none"], Lower] = "none"
    input_format: Annotated[InputFormat, Lower] = Field(
        "auto", description="how the text is marked up; Markdown and SSML are noticed"
    )
    ssml: Literal["lenient", "strict"] | bool = Field("lenient", description="strict: refuse what cannot be followed")
    emoji: Annotated[Literal["silent", "name"], Lower] = "silent"
    actions: Annotated[Literal["read", "skip"], Lower] = Field("read", description="what stands between *asterisks*")
    allow_voice_tags: Switch | None = Field(
        None, description="[voice:…] in the text: true refuses voices that do not exist, false reads all tags aloud"
    )
    voice_aliases: dict[str, StrictStr | VoiceAlias] | None = Field(None, description="names for voices in this text")
    normalization_options: dict[str, Any] | None = Field(
        None, description="normalize, url_normalization, email_normalization, phone_normalization: false to leave out"
    )
    lexicon: dict[str, StrictStr] | None = Field(None, description="word → /IPA/, {symbols} or how it sounds")
    no_cache: Switch = False
    return_timing: Switch = Field(False, description="sentences and their seconds, at the address in X-Timing-Path")
    instructions: StrictStr | None = Field(None, max_length=4096, description="accepted, without effect")

    @property
    def habits(self) -> Habits:
        """How marks and signs in the text are to be taken."""
        asked = self.normalization_options or {}
        off = {name for switch, names in RULES_OF.items() if asked.get(switch) is False for name in names}
        return Habits(
            strict_ssml=self.ssml == "strict",
            names_emoji=self.emoji == "name",
            skips_actions=self.actions == "skip",
            tags=self.allow_voice_tags,
            rules_off=frozenset({ALL_RULES} if asked.get("normalize") is False else off),
        )

    @property
    def aliases(self) -> dict[str, Alias]:
        """Names that this request gives to voices."""
        given = self.voice_aliases or {}
        return {
            name: Alias(meant) if isinstance(meant, str) else Alias(meant.voice, meant.rate or 1.0)
            for name, meant in given.items()
        }


class CaptionBody(SpeechBody):
    """POST /dev/captioned_speech"""

    return_timestamps: Switch = True


class ExplainBody(BaseModel):
    """POST /v1/audio/explain"""

    model_config = ConfigDict(extra="ignore")

    input: StrictStr
    voice: Annotated[StrictStr | None, VoiceName] = None
    language: StrictStr | None = None
    speed: Number | None = None
    input_format: Annotated[InputFormat, Lower] = "auto"
    lexicon: dict[str, StrictStr] | None = None


async def document(request: HttpRequest, needed: bool = True) -> dict[str, Any]:
    """The JSON object in a body; one that is not needed may be missing."""
    raw = await request.body()
    if not raw and not needed:
        return {}
    kind, *parameters = request.headers.get("content-type", "").lower().replace(" ", "").replace('"', "").split(";")
    other = any(p.startswith("charset=") and p != "charset=utf-8" for p in parameters)
    if raw and (kind != "application/json" or other):
        raise Problem(415, "unsupported_media_type", "Send JSON: Content-Type: application/json.")
    value = parsed(raw)
    if not isinstance(value, dict):
        raise Problem(400, "invalid_type", "The body must be a JSON object.")
    return value


def parsed(raw: bytes) -> Any:
    """What a body holds, whatever kind of JSON it is."""
    try:
        return _readable(json.loads(raw.decode("utf-8")))
    except UnicodeDecodeError as error:
        message = f"The body is not UTF-8: byte {error.start + 1} is wrong."
        raise Problem(400, "invalid_json", message) from None
    except json.JSONDecodeError as error:
        raise Problem(400, "invalid_json", _misread(raw, error)) from None
    except (ValueError, RecursionError):
        message = "The body is not JSON that can be read: nested too deeply, or a number too long."
        raise Problem(400, "invalid_json", message) from None


def _misread(raw: bytes, error: json.JSONDecodeError) -> str:
    if not raw.strip():
        return 'There is no body. Send JSON like {"input": "Hello."}.'
    hint = ' Write it in double quotes, each one inside as \\".' if raw.startswith(b"'") else ""
    return f"The body is not JSON: {error.msg}, line {error.lineno}, column {error.colno}.{hint}"


def _readable(value: Any) -> Any:
    """Without lone halves of characters, which nobody could pass on."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    if isinstance(value, dict):
        return {_readable(name): _readable(inner) for name, inner in value.items()}
    return [_readable(inner) for inner in value] if isinstance(value, list) else value


def checked(sent: dict[str, Any], kind: type[Any], most_characters: int) -> tuple[Any, list[str]]:
    """The body as its kind, and the names of fields that have no effect."""
    required = {"input"} - {ALIASES[name] for name, value in sent.items() if name in ALIASES and value is not None}
    fields = {name: value for name, value in sent.items() if value is not None or name in required}  # null: not given
    given = {ALIASES.get(name, name): value for name, value in fields.items() if ALIASES.get(name, name) not in fields}
    given |= {name: value for name, value in fields.items() if name not in ALIASES}
    if given.get("voice") == "":
        del given["voice"]
    body = validated(given, kind)
    if len(body.input) > most_characters:
        message = f"The text has {len(body.input)} characters; {most_characters} is the most."
        raise Problem(400, "string_above_max_length", message, "input")
    if not body.input.strip():
        raise NothingToSay("There is nothing to say: the text is empty.")
    if isinstance(body, SpeechBody):
        _check_model(body.model)
    ignored = [name for name in given if name not in kind.model_fields or name in SILENTLY_IGNORED]
    return body, ignored


def validated(given: dict[str, Any], kind: type[Model]) -> Model:
    """The fields as their kinds; or which one is wrong."""
    try:
        return kind.model_validate(given)
    except InvalidFields as invalid:
        raise problem_of_fields(invalid) from None


async def understood(body: SpeechBody | ExplainBody, settings: Settings) -> Request:
    """What the engine is asked for; or why it cannot be."""
    speed, own = _options(body, settings)
    if len(body.input) < LONG_TEXT:
        return check(body.input, body.voice or settings.voice, speed, **own)
    return await asyncio.to_thread(check, body.input, body.voice or settings.voice, speed, **own)


def understood_live(body: SpeechBody, settings: Settings, live: LiveText) -> Request:
    """The same for a text that is still being written."""
    if body.input_format in ("ssml", "phonemes"):
        raise BadOption("While it is written a text is plain or Markdown.", "input_format")
    speed, own = _options(body, settings)
    own |= Options(live=live)
    return check("", body.voice or settings.voice, speed, **own)


def _options(body: SpeechBody | ExplainBody, settings: Settings) -> tuple[float, Options]:
    speed = settings.speed if body.speed is None else body.speed
    own = Options(language=body.language, input_format=body.input_format, lexicon=body.lexicon, any_language=True)
    if isinstance(body, SpeechBody):
        pauses = settings.pauses if body.pauses is None else body.pauses
        own |= Options(latency=body.latency, volume=body.volume, pauses=pauses, no_cache=body.no_cache)
        own |= Options(voice_aliases=body.aliases, habits=body.habits)
    return speed, own


def _check_model(name: str) -> None:
    if not is_model(name):
        shown = name if len(name) <= 60 else name[:57] + "…"
        raise UnknownModel(f"No model {shown!r}. There are: {', '.join(MODELS)}.")


def is_model(name: str) -> bool:
    """Whether a name is one of this model's."""
    own = name.strip().lower().rpartition("/")[2]
    return not own or own in MODELS or own in NAMELESS or own.startswith((OURS, DATED))


def problem_of_fields(invalid: InvalidFields) -> Problem:
    """The first wrong field, said plainly; what was sent is not repeated."""
    first = invalid.errors(include_url=False, include_input=False, include_context=False)[0]
    field = str(first["loc"][0]) if first["loc"] else None
    if first["type"] == "missing":
        return Problem(400, "missing_required_parameter", f"The field {field!r} is missing.", field)
    code = "invalid_value" if first["type"] in VALUES else "invalid_type"
    return Problem(400, code, f"{field}: {first['msg']}.", field)
