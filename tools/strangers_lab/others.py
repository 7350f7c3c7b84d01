"""Clients of speaches and of chatterbox: their fields, their readers of events, what they ask before."""

from collections.abc import Iterator

import httpx

from strangers_lab.case import (
    FORMATS,
    SPEECH,
    Case,
    Outcome,
    attempt,
    audio_of,
    events_of,
    is_audible,
    need,
    sound_of,
    tried,
)

TEXT = "The quick brown fox jumps."
SPEACHES = {"model": "speaches-ai/Kokoro-82M-v1.0-ONNX", "voice": "af_heart", "input": TEXT}
CHATTERBOX = {"input": TEXT, "voice": "alloy", "response_format": "wav", "speed": 1.0, "exaggeration": 0.7,
              "cfg_weight": 0.4, "temperature": 0.9, "streaming_chunk_size": 100, "streaming_strategy": "sentence",
              "streaming_buffer_size": 3, "streaming_quality": "balanced"}  # fmt: skip
ABOUT = (0.8, 4.0)
RATES = (8000, 16_000, 22_050, 24_000, 44_100, 48_000)


def _has(*names: str) -> Case:
    path = "/health"
    check = lambda a: "" if set(names) <= set(a.json()) else a.text[:100]  # noqa: E731
    return Case("health as JSON", path=path, method="GET", sent={"accept": "application/json"}, check=check)


def _cases() -> Iterator[Case]:
    for form in FORMATS:
        body = SPEACHES | {"response_format": form}
        yield Case(f"speaches, {form}", body, seconds=ABOUT, silent=False, brief=form == "mp3")
    for rate in RATES:
        resampled = SPEACHES | {"response_format": "wav", "sample_rate": rate}
        yield Case(f"speaches, {rate} Hz", resampled, seconds=ABOUT, brief=rate in (8000, 44_100))
    for rate in (7999, 48_001):
        yield Case(f"speaches, {rate} Hz", SPEACHES | {"sample_rate": rate}, status=400, param="sample_rate")
    yield from (Case(f"speaches, speed {speed}", SPEACHES | {"speed": speed}, silent=False) for speed in (0.5, 2.0))
    yield Case("speaches, speed 0.2", SPEACHES | {"speed": 0.2}, status=400, param="speed")
    yield Case("speaches pulls a model", path="/v1/models/speaches-ai/Kokoro-82M-v1.0-ONNX")
    yield Case("speaches asks for speech models", path="/v1/models?task=text-to-speech", method="GET",
               check=lambda a: "" if a.json()["data"] else "none")  # fmt: skip
    yield Case("speaches lists voices", path="/v1/audio/speech/voices", method="GET", status=404)
    yield Case("speaches lists voices of all", path="/v1/audio/voices", method="GET")
    yield Case("speaches lists audio models", path="/v1/audio/models", method="GET")
    yield Case("no input", {"model": "kokoro", "voice": "af_heart"}, status=400, param="input")
    yield Case("empty input", SPEACHES | {"input": ""}, status=400, param="input")
    yield Case("another model", SPEACHES | {"model": "someone/whisper"}, status=404, code="model_not_found")
    yield Case("chatterbox", CHATTERBOX, seconds=ABOUT, silent=False,
               headers={"x-ignored-params": "exaggeration", "content-type": "audio/wav"})  # fmt: skip
    yield Case("chatterbox, only a text", {"input": TEXT}, seconds=ABOUT, silent=False)
    yield Case("chatterbox, streamed by a field", CHATTERBOX | {"stream": True}, seconds=ABOUT)
    yield Case("chatterbox, blank", {"input": "   \n\t  "}, status=400, code="empty_input")
    yield Case("chatterbox, a speed of nobody", {"input": TEXT, "speed": 10}, status=400, param="speed")
    yield Case("chatterbox, no JSON", content=b"input=hello", status=415)
    yield Case("chatterbox, GET", method="GET", status=405)
    yield Case("chatterbox, the alias without /v1", {"input": TEXT}, "/audio/speech", seconds=ABOUT)
    yield _has("status")
    yield Case("health as text", path="/health", method="GET", check=lambda a: "" if a.text == "OK" else a.text[:80])
    yield Case("its description", path="/openapi.json", method="GET",
               check=lambda a: "" if SPEECH in a.json()["paths"] else "no speech in it")  # fmt: skip


def outcomes(client: httpx.Client, brief: bool) -> Iterator[Outcome]:
    """All of it."""
    yield from (tried(client, case) for case in _cases() if case.brief or not brief)
    for form in FORMATS:
        yield attempt(f"events split at empty lines, {form}", lambda form=form: _events(client, form))  # type: ignore[misc]
    yield attempt("events line by line, with id and event lines allowed for", lambda: _lines(client))


def _events(client: httpx.Client, form: str) -> None:
    body = SPEACHES | {"response_format": form, "stream_format": "sse"}
    answer = client.post(SPEECH, json=body)
    need(answer.headers["content-type"].startswith("text/event-stream"), answer.headers["content-type"])
    events = events_of(answer.text)
    kinds = [event["type"] for event in events]
    need(len(kinds) > 1 and set(kinds[:-1]) == {"speech.audio.delta"}, f"kinds {sorted(set(kinds))}")
    need(kinds[-1] == "speech.audio.done", f"the last one is {kinds[-1]}")
    usage = events[-1]["usage"]
    need(usage["input_tokens"] + usage["output_tokens"] == usage["total_tokens"] > 0, str(usage))
    rate, sound = sound_of(audio_of(events), form)
    need(ABOUT[0] < len(sound) / rate < ABOUT[1] and is_audible(sound), f"{len(sound) / rate:.2f} s of sound")


def _lines(client: httpx.Client) -> None:
    """chatterbox's own example reads lines as they come."""
    body = CHATTERBOX | {"stream_format": "sse"}
    count = done = 0
    with client.stream("POST", SPEECH, json=body) as answer:
        for line in answer.iter_lines():
            count += line.startswith("data: ") and '"speech.audio.delta"' in line
            done += line.startswith("data: ") and '"speech.audio.done"' in line
    need(count and done == 1, f"{count} with audio, {done} at the end")
