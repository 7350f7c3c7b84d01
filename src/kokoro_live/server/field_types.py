"""Fields as clients write them: numbers and switches also as strings, as forms and templates send them."""

import math
from typing import Annotated, Any

from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError

SWITCHES = {"true": True, "1": True, "yes": True, "on": True, "false": False, "0": False, "no": False, "off": False}


def _number(value: Any) -> Any:
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            raise PydanticCustomError("number", "A number is meant") from None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise PydanticCustomError("number", "A number is meant")
    if not math.isfinite(_float(value)):
        raise PydanticCustomError("finite_number", "A number is meant that has an end")
    return value


def _float(value: float) -> float:
    """Whole numbers of JSON may have thousands of digits."""
    try:
        return float(value)
    except OverflowError:
        return math.inf


def _whole(value: Any) -> Any:
    value = _number(value)
    if value != int(value):
        raise PydanticCustomError("whole_number", "A whole number is meant")
    return int(value)


def _switch(value: Any) -> Any:
    if isinstance(value, str) and value.strip().lower() in SWITCHES:
        return SWITCHES[value.strip().lower()]
    if not isinstance(value, bool):
        raise PydanticCustomError("switch", "true or false is meant")
    return value


def _lower(value: Any) -> Any:
    return value.lower() if isinstance(value, str) else value


def _voice_name(value: Any) -> Any:
    """OpenAI's other spelling: {"id": "af_heart"}."""
    return value["id"] if isinstance(value, dict) and set(value) == {"id"} else value


Number = Annotated[float, BeforeValidator(_number)]
Whole = Annotated[int, BeforeValidator(_whole)]
Switch = Annotated[bool, BeforeValidator(_switch)]
Lower = BeforeValidator(_lower)
VoiceName = BeforeValidator(_voice_name)
