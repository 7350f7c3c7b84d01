"""The contract of POST /v1/audio/speech and its relatives, through a live server."""

import base64
import io
import json
import wave

import av
import httpx
import numpy as np
import pytest

from kokoro_live.audio.decoding import decoded
from kokoro_live.engine import Engine
from kokoro_live.records import Samples
from kokoro_live.server.encodings import is_audible
from kokoro_live.synthesis import whole

from .conftest import SENTENCE

SPEECH = "/v1/audio/speech"


def pcm(data: bytes) -> "np.ndarray":  # type: ignore[type-arg]
    return np.frombuffer(data, "<i2")


def opus_sound(data: bytes) -> Samples:
    return np.concatenate([block for _, block in decoded([data], "opus")[1]])


def events(text: str) -> list[dict[str, object]]:
    lines = [line for line in text.split("\n") if line.startswith("data: ")]
    return [json.loads(line.removeprefix("data: ")) for line in lines]


@pytest.mark.parametrize(
    "body",
    [
        {"text": "Good day.", "voice": "af_heart", "speed": 1.0, "lang": "en-us", "stream": True, "format": "pcm"},
        {"model": "kokoro-onnx-int8", "input": "Good day.", "voice": "af_heart", "format": "wav", "language": "en-us",
         "speed": 1.0, "stream": True},
        {"input": "Good day.", "voice": "alloy", "model": "tts-1"},
        {"input": "Good day.", "response_format": "mp3", "voice": "af_bella", "speed": 1, "model": "tts-1"},
        {"model": "kokoro", "voice": "af_heart", "input": "Good day.", "response_format": "wav", "speed": 1,
         "stream": True, "params": {"seed": 1}},
        {"input": "Good day.", "model": "tts-1", "backend": "piper"},
        {"model": "hexgrad/Kokoro-82M", "voice": {"id": "af_sky"}, "input": "Good day."},
        {"model": "gpt-4o-mini-tts-2025-12-15", "voice": "marin", "input": "Good day.", "instructions": "None"},
        {"model": "kokoro", "voice": "af_heart+af_bella", "input": "Good day.", "lang_code": "a", "voice_": None},
    ],
    ids=["raycast", "design", "open-webui", "sillytavern", "tts-webui", "librechat", "object voice", "home-assistant",
         "openreader"],
)  # fmt: skip
def test_the_bodies_of_known_clients_are_answered(client: httpx.Client, body: dict[str, object]) -> None:
    answer = client.post(SPEECH, json=body)
    assert answer.status_code == 200 and len(answer.content) > 5000
    assert answer.headers["x-provider"] in ("cpu", "openvino") and answer.headers["x-request-id"].startswith("req_")
    assert answer.headers["x-speech-stream"].startswith("strm_") and answer.headers["x-g2p"] == "misaki"


TYPES = {
    "mp3": "audio/mpeg", "opus": "audio/opus", "aac": "audio/aac", "flac": "audio/flac", "wav": "audio/wav",
    "pcm": "audio/pcm;rate=24000;channels=1",
}  # fmt: skip


@pytest.mark.parametrize("form", TYPES)
def test_every_format_streams_as_a_file_that_plays(client: httpx.Client, form: str) -> None:
    answer = client.post(SPEECH, json={"input": "A file in six formats.", "response_format": form})
    assert answer.status_code == 200 and answer.headers["content-type"] == TYPES[form]
    assert answer.headers.get("content-encoding") is None and "content-length" not in answer.headers
    if form == "pcm":
        seconds = len(pcm(answer.content)) / 24_000
    else:
        with av.open(io.BytesIO(answer.content)) as file:
            frames = list(file.decode(audio=0))
        seconds = sum(frame.samples for frame in frames) / frames[0].sample_rate
    assert 1 < seconds < 3.5


@pytest.mark.parametrize("form", TYPES)
def test_the_first_write_of_every_format_can_be_heard(client: httpx.Client, form: str) -> None:
    asked = {"input": "Hello there.", "response_format": form, "no_cache": True}
    with client.stream("POST", SPEECH, json=asked) as answer:
        first = next(answer.iter_raw())
    rate, blocks = decoded([first], form)
    sound = np.concatenate([block for _, block in blocks])
    assert len(sound) >= 0.04 * rate and is_audible(sound)


def test_a_stream_and_a_whole_answer_hold_the_same_samples(client: httpx.Client, engine: Engine) -> None:
    body = {"input": SENTENCE, "response_format": "wav", "voice": "bm_george"}
    live = client.post(SPEECH, json=body)
    done = client.post(SPEECH, json=body | {"stream": False})
    assert live.content[44:] == done.content[44:]
    assert live.content[4:8] == live.content[40:44] == b"\xff\xff\xff\xff"
    with wave.open(io.BytesIO(done.content)) as file:
        assert file.getnframes() == len(pcm(done.content[44:])) and file.getframerate() == 24_000
    assert int(done.headers["content-length"]) == len(done.content)
    assert float(done.headers["x-audio-duration"]) == pytest.approx(len(pcm(done.content[44:])) / 24_000, abs=0.01)
    assert float(done.headers["x-rtf"]) > 0 and float(done.headers["x-ttfa"]) > 0
    assert {part.split(";")[0] for part in done.headers["server-timing"].split(", ")} >= {
        "queue", "text", "g2p", "acoustic", "vocoder", "encode",
    }  # fmt: skip
    assert len(whole(engine.stream(SENTENCE, "bm_george"))) == len(pcm(done.content[44:]))


def test_every_ogg_stream_has_a_serial_number_of_its_own(client: httpx.Client) -> None:
    body = {"input": "The same, sample by sample.", "response_format": "opus"}
    first, second = (client.post(SPEECH, json=body | {"stream": whole}).content for whole in (True, False))
    assert first[14:18] != second[14:18]
    assert np.array_equal(opus_sound(first), opus_sound(second))
    assert len(opus_sound(first + second)) >= 2 * len(opus_sound(first))  # joined, as books are made


def test_silence_has_no_time_to_first_audio(client: httpx.Client) -> None:
    answer = client.post(SPEECH, json={"input": "Nobody hears this.", "volume": 0, "stream": False})
    assert answer.status_code == 200
    assert "x-ttfa" not in answer.headers


def test_lists_can_be_asked_for_without_their_body(client: httpx.Client) -> None:
    for address in ("/health", "/v1/models", "/v1/audio/voices"):
        answer = client.head(address)
        assert answer.status_code == 200
        assert answer.content == b""


def test_sse_is_openais(client: httpx.Client) -> None:
    body = {"input": "Events, one by one.", "response_format": "pcm", "stream_format": "sse", "timestamps": "word"}
    answer = client.post(SPEECH, json=body)
    assert answer.headers["content-type"].startswith("text/event-stream")
    found = events(answer.text)
    assert found[0]["type"] == "speech.audio.alignment" and found[-1]["type"] == "speech.audio.done"
    audio = b"".join(base64.b64decode(str(e["audio"])) for e in found if e["type"] == "speech.audio.delta")
    assert audio == client.post(SPEECH, json=body | {"stream_format": "audio"}).content
    usage = found[-1]["usage"]
    assert isinstance(usage, dict) and usage["total_tokens"] == usage["input_tokens"] + usage["output_tokens"] > 0
    words = [word for e in found if e["type"] == "speech.audio.alignment" for word in e["words"]]  # type: ignore[attr-defined]
    assert [body["input"][w["char_start"] : w["char_end"]] for w in words] == ["Events", "one", "by", "one"]
    assert all(0 <= w["start"] < w["end"] <= len(audio) / 48_000 for w in words)


@pytest.mark.parametrize("stream", [True, False])
def test_captions_come_in_the_shape_readers_know(client: httpx.Client, stream: bool) -> None:
    body = {"input": "Captions for readers.", "response_format": "pcm", "stream": stream}
    lines = [json.loads(line) for line in client.post("/dev/captioned_speech", json=body).text.splitlines() if line]
    assert len(lines) == 1 or stream
    assert all(set(line) == {"audio", "audio_format", "timestamps"} for line in lines)
    words = [word for line in lines for word in line["timestamps"]]
    assert [word["word"] for word in words] == ["Captions", "for", "readers"]
    assert b"".join(base64.b64decode(line["audio"]) for line in lines) == client.post(SPEECH, json=body).content


def test_fields_without_effect_are_named(client: httpx.Client) -> None:
    body = {"input": "Hi.", "user": "me", "instructions": "whisper", "\n": 1}
    assert client.post(SPEECH, json=body).headers["x-ignored-params"] == "user,instructions"


@pytest.mark.parametrize("rate", [8000, 16000, 22050, 44100, 48000])
def test_other_sample_rates(client: httpx.Client, rate: int) -> None:
    body = {"input": "Rates.", "response_format": "wav", "sample_rate": rate, "stream": False}
    with wave.open(io.BytesIO(client.post(SPEECH, json=body).content)) as file:
        assert file.getframerate() == rate and 0.4 < file.getnframes() / rate < 2


def test_explain_says_how_it_is_read(client: httpx.Client) -> None:
    found = client.post("/v1/audio/explain", json={"input": "Dr. Smith's café. Done!"}).json()
    words = [word for segment in found["segments"] for word in segment["words"] if word["spoken"]]
    assert [word["text"] for word in words] == ["Doctor", "Smith's", "café", "Done"]
    assert (words[0]["char_start"], words[0]["char_end"]) == (0, 3)
    assert all(word["phonemes"] for word in words) and "misaki" in found["segments"][0]["backends"]


def test_voices_and_models_satisfy_everyone(client: httpx.Client) -> None:
    for path in ("/v1/audio/voices", "/v1/audio/voices/kokoro", "/audio/voices", "/voices"):
        listed = client.get(path).json()["voices"]
        assert len(listed) == 54 and all(v["id"] == v["name"] == v["value"] and v["label"] for v in listed)
    assert "af_heart" in client.get("/v1/audio/voices", params={"legacy": "true"}).json()["voices"]
    listed = client.get("/v1/models").json()["data"]
    assert all(client.get(f"/v1/models/{model['id']}").json()["id"] == model["id"] for model in listed)
    assert client.get("/audio/models").json()["models"][0]["id"] == "kokoro"
    assert len(client.get("/v1/models/hexgrad/Kokoro-82M").json()["voices"]) == 54
    assert client.get("/v1/models/gpt-5").json()["error"]["code"] == "model_not_found"


def test_status_and_metrics_know_what_happened(client: httpx.Client) -> None:
    client.post(SPEECH, json={"input": "Count this."})
    status = client.get("/status").json()
    assert status["status"] == "ready" and status["outcomes"]["complete"] >= 1 and status["memory"]["rss_mb"] > 100
    assert status["ttfa_seconds"]["n"] >= 1 and status["ttfa_seconds"]["p95"] > 0
    text = client.get("/metrics").text
    assert 'kokoro_requests_total{outcome="complete"}' in text and "kokoro_ttfa_seconds_bucket" in text
    assert client.get("/health").text == "OK"
    assert client.get("/health", headers={"accept": "application/json"}).json() == {"status": "ready"}
    assert client.get("/v1/readyz").status_code == 404


def test_the_schema_describes_the_body(client: httpx.Client) -> None:
    schema = client.get("/openapi.json").json()
    body = schema["components"]["schemas"]["SpeechBody"]
    assert body["required"] == ["input"] and body["examples"]
    assert set(body["properties"]) >= {"model", "voice", "response_format", "speed", "stream_format", "stream"}
