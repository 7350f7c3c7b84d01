"""One request of somebody's program, and what has to come of it."""

import base64
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx
import numpy as np

from kokoro_live.audio.decoding import decoded
from kokoro_live.errors import Unreadable
from kokoro_live.records import SAMPLE_RATE, Samples

SPEECH = "/v1/audio/speech"
KINDS = {"mpeg": "mp3", "wav": "wav", "opus": "opus", "aac": "aac", "flac": "flac", "pcm": "pcm"}
FORMATS = ("mp3", "opus", "aac", "flac", "wav", "pcm")
FAINT = 10 ** (-50 / 20)
Check = Callable[[httpx.Response], str]  # what is wrong; empty if nothing is


class Missed(Exception):
    """Something came out otherwise than it should."""


class Absent(Exception):
    """Something that is not installed here."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Of one case."""

    name: str
    problem: str = ""
    absent: bool = False


@dataclass(frozen=True)
class Case:
    """A request as data, and what must be true of its answer."""

    name: str
    body: Any = None  # JSON
    path: str = SPEECH
    method: str = "POST"
    content: bytes | None = None  # instead of JSON
    sent: dict[str, str] = field(default_factory=dict)  # headers
    status: int = 200
    seconds: tuple[float, float] | None = None  # of sound
    silent: bool | None = None  # whether the sound is silence
    headers: dict[str, str | None] = field(default_factory=dict)  # of the answer: part of the value; None: not there
    code: str | None = None  # of the error
    param: str | None = None
    check: Check | None = None
    brief: bool = True  # asked in the short mode, too


def tried(client: httpx.Client, case: Case) -> Outcome:
    """One case, and what is wrong with its answer."""
    body = {"content": case.content} if case.content is not None else {"json": case.body} if case.body else {}
    try:
        answer = client.request(case.method, case.path, headers=case.sent, **body)
        return Outcome(case.name, "; ".join(_complaints(case, answer)))
    except httpx.HTTPError as error:
        return Outcome(case.name, f"the connection broke: {type(error).__name__}")
    except (Unreadable, ValueError, KeyError, TypeError) as error:
        return Outcome(case.name, f"the answer cannot be read: {error!r}"[:200])


def _complaints(case: Case, answer: httpx.Response) -> Iterator[str]:
    if answer.status_code != case.status:
        yield f"status {answer.status_code} instead of {case.status}: {answer.text[:160] if _is_text(answer) else ''}"
        return
    if case.status >= 400:
        yield from _wrong_error(case, answer)
    for name, wanted in case.headers.items():
        value = answer.headers.get(name)
        if (value is not None) if wanted is None else (value is None or wanted not in value):
            yield f"header {name} is {value!r}, not {wanted!r}"
    if case.seconds or case.silent is not None:
        rate, sound = heard(answer)
        low, high = case.seconds or (0.0, float("inf"))
        if not low <= len(sound) / rate <= high:
            yield f"{len(sound) / rate:.2f} s of sound instead of {low:g} to {high:g}"
        if case.silent is not None and case.silent == is_audible(sound):
            yield "it is not silent" if case.silent else "it is silent"
    if case.check and (problem := case.check(answer)):
        yield problem


def _wrong_error(case: Case, answer: httpx.Response) -> Iterator[str]:
    """OpenAI's shape: {"error": {"message", "type", "param", "code"}}."""
    error = answer.json()["error"]
    if set(error) - {"diagnostics"} != {"message", "type", "param", "code"} or not error["message"]:
        yield f"the error has the fields {sorted(error)}"
    if case.code and error["code"] != case.code:
        yield f"code {error['code']} instead of {case.code}"
    if case.param and error["param"] != case.param:
        yield f"param {error['param']} instead of {case.param}"


def _is_text(answer: httpx.Response) -> bool:
    return str(answer.headers.get("content-type", "")).startswith(("text/", "application/json"))


def heard(answer: httpx.Response) -> tuple[int, Samples]:
    """The sample rate and the samples of an answer, whatever its format is."""
    kind = answer.headers["content-type"]
    if kind.startswith("text/event-stream"):
        raise ValueError("these are events")
    name = KINDS[kind.split(";")[0].removeprefix("audio/")]
    rate = int(kind.split("rate=")[1].split(";")[0]) if "rate=" in kind else SAMPLE_RATE
    return sound_of(answer.content, name, rate)


def sound_of(data: bytes, name: str, rate: int = SAMPLE_RATE) -> tuple[int, Samples]:
    """Of bytes in a format."""
    rate, blocks = decoded([data], name, rate)
    return rate, np.concatenate([block for _, block in blocks])


def is_audible(sound: Samples) -> bool:
    """Whether anything in it can be heard."""
    return bool(np.abs(sound).max(initial=0) > FAINT)


def events_of(text: str) -> list[dict[str, Any]]:
    """As the simplest of readers: blocks between empty lines that begin with `data: `, and nothing else."""
    blocks = [block for block in text.split("\n\n") if block.startswith("data: ")]
    return [json.loads(block[6:]) for block in blocks]


def audio_of(events: list[dict[str, Any]]) -> bytes:
    """The bytes inside events."""
    return b"".join(base64.b64decode(event["audio"]) for event in events if "audio" in event)


def attempt(name: str, trial: Callable[[], None]) -> Outcome:
    """A case that is more than one request."""
    try:
        trial()
    except Absent as absent:
        return Outcome(name, str(absent), absent=True)
    except (Missed, Unreadable, httpx.HTTPError, ValueError, KeyError, TypeError, IndexError) as error:
        return Outcome(name, f"{type(error).__name__}: {error}"[:300])
    return Outcome(name)


def need(condition: object, problem: str) -> None:
    """The problem, unless the condition holds."""
    if not condition:
        raise Missed(problem)
