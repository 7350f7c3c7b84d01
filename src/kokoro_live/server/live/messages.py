"""What a client may say, checked."""

import json
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, StrictStr, TypeAdapter
from pydantic import ValidationError as InvalidFields
from pydantic_core import PydanticCustomError

from kokoro_live.server.errors import Problem
from kokoro_live.server.field_types import Whole
from kokoro_live.server.schemas import problem_of_fields

LONGEST_PIECE = 4096  # characters
USUAL_RESPONSE = "r1"


def _piece(value: Any) -> str:
    """A text that may begin or end with half a character, as programs cut it that count in 16 bits."""
    if not isinstance(value, str):
        raise PydanticCustomError("string_type", "Input should be a valid string")
    if len(value) > LONGEST_PIECE:
        raise PydanticCustomError("string_too_long", f"At most {LONGEST_PIECE} characters at a time")
    return value


Piece = Annotated[str, PlainValidator(_piece)]
ResponseId = Annotated[StrictStr, Field(min_length=1, max_length=64)]


class Message(BaseModel):
    """Any of them; what we do not know is passed over."""

    model_config = ConfigDict(extra="ignore")


class Update(Message):
    """How responses that begin from now on are to be spoken: the fields of POST /v1/audio/speech."""

    type: Literal["session.update"]
    session: dict[str, Any]


class Create(Message):
    """A response, with what is different from the session."""

    type: Literal["response.create"]
    response_id: ResponseId = USUAL_RESPONSE
    session: dict[str, Any] = {}


class Append(Message):
    """More of a response's text, joined to what came before without anything between."""

    type: Literal["input_text.append"]
    text: Piece
    response_id: ResponseId = USUAL_RESPONSE


class Flush(Message):
    """Speak what there is; more may come."""

    type: Literal["input_text.flush"]
    response_id: ResponseId = USUAL_RESPONSE


class Clear(Message):
    """What is not being spoken yet is not spoken."""

    type: Literal["input_text.clear"]
    response_id: ResponseId = USUAL_RESPONSE


class End(Message):
    """The text is complete."""

    type: Literal["input_text.end"]
    response_id: ResponseId = USUAL_RESPONSE


class Stop(Message):
    """Silence, now. `playback_offset_ms`: how much was heard, so that we can tell which words those were."""

    type: Literal["response.cancel"]
    response_id: ResponseId = USUAL_RESPONSE
    playback_offset_ms: Annotated[Whole, Field(ge=0)] | None = None


class Ping(Message):
    """Programs in browsers cannot send pings of their own."""

    type: Literal["ping"]
    nonce: Annotated[StrictStr, Field(max_length=64)] = ""


class Close(Message):
    """Goodbye."""

    type: Literal["session.close"]


Said = Annotated[Update | Create | Append | Flush | Clear | End | Stop | Ping | Close, Field(discriminator="type")]
SAID: TypeAdapter[Said] = TypeAdapter(Said)
TYPES = tuple(get_args(kind.model_fields["type"].annotation)[0] for kind in Message.__subclasses__())


def understood(text: str) -> Said:
    """A message, or why it is none."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise Problem(400, "invalid_json", "A message is a JSON object.") from None
    if not isinstance(value, dict):
        raise Problem(400, "invalid_type", "A message is a JSON object.")
    if value.get("type") not in TYPES:
        raise Problem(400, "invalid_value", f"type: not one of {', '.join(TYPES)}.", "type")
    try:
        return SAID.validate_python(value)
    except InvalidFields as invalid:
        raise problem_of_fields(invalid) from None
