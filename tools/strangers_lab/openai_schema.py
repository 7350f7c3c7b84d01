"""OpenAI's own contract: what a body may hold, how errors look, what events say; and its library, if it is here."""

import importlib.util
from collections.abc import Iterator
from itertools import pairwise

import httpx

from strangers_lab.case import (
    FORMATS,
    SPEECH,
    Absent,
    Case,
    Outcome,
    attempt,
    audio_of,
    events_of,
    heard,
    need,
    sound_of,
    tried,
)

TEXT = "One two three."
MODELS = ("tts-1", "tts-1-hd", "gpt-4o-mini-tts", "gpt-4o-mini-tts-2025-12-15")
VOICES = "alloy ash ballad coral echo fable onyx nova sage shimmer verse marin cedar".split()
ABOUT = (0.4, 3.0)
BODY = {"model": "gpt-4o-mini-tts", "input": TEXT, "voice": "coral"}
TYPES = {"mp3": "audio/mpeg", "opus": "audio/opus", "aac": "audio/aac", "flac": "audio/flac", "wav": "audio/wav",
         "pcm": "audio/pcm"}  # fmt: skip


def _cases() -> Iterator[Case]:
    for model in MODELS:
        yield Case(f"model {model}", BODY | {"model": model}, seconds=ABOUT, silent=False, brief=model == "tts-1")
    for voice in VOICES:
        yield Case(f"voice {voice}", BODY | {"voice": voice}, seconds=ABOUT, brief=voice in ("alloy", "cedar"))
        yield Case(f"voice as an object, {voice}", BODY | {"voice": {"id": voice}}, brief=voice == "marin")
    yield Case("a custom voice of theirs", BODY | {"voice": {"id": "voice_1234"}}, status=400, code="voice_not_found")
    for form, kind in TYPES.items():
        asked = BODY | {"response_format": form}
        yield Case(f"format {form}", asked, seconds=ABOUT, headers={"content-type": kind}, brief=False)
        yield Case(f"format {form} as events", asked | {"stream_format": "sse"}, check=_events,
                   headers={"content-type": "text/event-stream"})  # fmt: skip
    yield Case("instructions", BODY | {"instructions": "Speak softly."}, headers={"x-ignored-params": "instructions"})
    yield Case("instructions null", BODY | {"instructions": None}, seconds=ABOUT)
    yield from (Case(f"speed {speed}", BODY | {"speed": speed}, silent=False, brief=speed > 1) for speed in (0.25, 4.0))
    yield from _errors()
    yield Case("the list of models", path="/v1/models", method="GET", check=_is_list)
    yield Case("one model", path="/v1/models/tts-1", method="GET",
               check=lambda a: "" if (a.json()["object"], a.json()["id"]) == ("model", "tts-1") else "?")  # fmt: skip
    yield Case("no model", path="/v1/models/gpt-4", method="GET", status=404, code="model_not_found")


def _errors() -> Iterator[Case]:
    for name, change, param in (
        ("speed 0.24", {"speed": 0.24}, "speed"),
        ("speed 4.01", {"speed": 4.01}, "speed"),
        ("speed as a word", {"speed": "fast"}, "speed"),
        ("speed as a list", {"speed": [1]}, "speed"),
        ("input a number", {"input": 5}, "input"),
        ("input a list", {"input": ["a"]}, "input"),
        ("voice a number", {"voice": 5}, "voice"),
        ("format ogg", {"response_format": "ogg"}, "response_format"),
        ("stream_format of nobody", {"stream_format": "websocket"}, "stream_format"),
        ("instructions of 4097 letters", {"instructions": "x" * 4097}, "instructions"),
        ("model a number", {"model": 5}, "model"),
    ):
        yield Case(name, BODY | change, status=400, param=param)
    yield Case("no input", {"model": "tts-1", "voice": "alloy"}, status=400, code="missing_required_parameter")
    for name, content in (("broken JSON", b'{"input": "x"'), ("an array", b"[1]"), ("not UTF-8", b'{"input": "\xff"}')):
        json_type = {"content-type": "application/json"}
        yield Case(name, content=content, sent=json_type, status=400)
    yield Case("another model", BODY | {"model": "gpt-4"}, status=404, code="model_not_found")
    yield Case("another address", BODY, "/v1/audio/sing", status=404)


def _is_list(answer: httpx.Response) -> str:
    asked = answer.json()
    wanted = {"id", "object", "created", "owned_by"}
    fine = asked["object"] == "list" and all(set(m) == wanted and m["object"] == "model" for m in asked["data"])
    return "" if fine else answer.text[:100]


def _events(answer: httpx.Response) -> str:
    events = events_of(answer.text)
    *deltas, last = events
    if not deltas or {tuple(sorted(event)) for event in deltas} != {("audio", "type")}:
        return "deltas have other fields"
    return "" if last["type"] == "speech.audio.done" and set(last) == {"type", "usage"} else str(last)


def outcomes(client: httpx.Client, brief: bool) -> Iterator[Outcome]:
    """All of it."""
    yield from (tried(client, case) for case in _cases() if case.brief or not brief)
    for form in ("pcm", "opus") if brief else FORMATS:
        yield attempt(f"events hold what the bytes are, {form}", lambda form=form: _same(client, form))  # type: ignore[misc]
    for name, trial in LIBRARY.items():
        yield attempt(f"openai-python: {name}", lambda trial=trial: trial(_library(client)))  # type: ignore[misc]


def _same(client: httpx.Client, form: str) -> None:
    asked = BODY | {"response_format": form}
    rate, plain = heard(client.post(SPEECH, json=asked))
    events = events_of(client.post(SPEECH, json=asked | {"stream_format": "sse"}).text)
    rate_too, inside = sound_of(audio_of(events), form)
    need((rate, plain.tolist()) == (rate_too, inside.tolist()), f"{len(plain)} samples, {len(inside)} in events")


def _library(client: httpx.Client) -> "openai.OpenAI":  # type: ignore[name-defined]  # noqa: F821
    if importlib.util.find_spec("openai") is None:
        raise Absent("openai is not installed")
    import openai

    return openai.OpenAI(base_url=f"{client.base_url}/v1", api_key="none", max_retries=0)


def _content(library: "openai.OpenAI") -> None:  # type: ignore[name-defined]  # noqa: F821
    for form in FORMATS:
        data = library.audio.speech.create(model="tts-1", voice="alloy", input=TEXT, response_format=form).content
        rate, sound = sound_of(data, form)
        need(ABOUT[0] < len(sound) / rate < ABOUT[1], f"{form}: {len(sound) / rate:.2f} s")


def _streamed(library: "openai.OpenAI") -> None:  # type: ignore[name-defined]  # noqa: F821
    for size in (None, 1023, 4096):
        create = library.audio.speech.with_streaming_response.create
        with create(model="tts-1", voice="alloy", input=TEXT, response_format="pcm") as answer:
            pieces = list(answer.iter_bytes(size))
        need(sum(map(len, pieces)) % 2 == 0 and sum(map(len, pieces)) > 20_000, f"{size}: {len(pieces)} pieces")


def _gone_early(library: "openai.OpenAI") -> None:  # type: ignore[name-defined]  # noqa: F821
    create = library.audio.speech.with_streaming_response.create
    for _ in range(5):
        with create(model="tts-1", voice="alloy", input=TEXT * 20, response_format="pcm") as answer:
            next(answer.iter_bytes(1024))
    _content(library)


def _refused(library: "openai.OpenAI") -> None:  # type: ignore[name-defined]  # noqa: F821
    import openai

    for change, kind, param in (
        ({"voice": "nobody"}, openai.BadRequestError, "voice"),
        ({"model": "gpt-4"}, openai.NotFoundError, "model"),
        ({"input": ""}, openai.BadRequestError, "input"),
    ):
        asked = {"model": "tts-1", "voice": "alloy", "input": TEXT, **change}
        try:
            library.audio.speech.create(**asked)
        except kind as error:
            need(error.param == param and error.code and error.request_id, f"{error.param}, {error.code}")
        else:
            need(False, f"{change} was answered")


def _listed(library: "openai.OpenAI") -> None:  # type: ignore[name-defined]  # noqa: F821
    names = [model.id for model in library.models.list()]
    need("kokoro" in names and library.models.retrieve("tts-1").id == "tts-1", str(names))
    need(all(a != b for a, b in pairwise(names)), "a model is listed twice")


LIBRARY = {
    "content of six formats": _content,
    "bytes as they come": _streamed,
    "closed early, five times": _gone_early,
    "errors": _refused,
    "models": _listed,
}
