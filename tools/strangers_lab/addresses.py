"""Addresses, numbers and names as people write them, and files as they join them."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx

from strangers_lab.case import SPEECH, Case, Outcome, attempt, heard, need, tried
from strangers_lab.programs import ffmpeg, program

TEXT = "Chapter one."
ABOUT = (0.4, 3.0)
FORM = (b'--b\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\nRIFF\r\n'
        b'--b\r\ncontent-disposition: form-data; name="model"\r\n\r\nwhisper-1\r\n--b--\r\n')  # fmt: skip
FORM_TYPE = {"content-type": "multipart/form-data; boundary=b"}
OGG_SERIAL = slice(14, 18)  # in the first page


def _cases() -> Iterator[Case]:
    for path in ("/v1//audio/speech", "/v1/audio/speech/", "//v1/audio/speech", "/v1/audio//speech//"):
        yield Case(path, {"input": TEXT}, path, seconds=ABOUT)
    yield from (Case(path, path=path, method="GET") for path in ("/v1/models/", "/v1//models", "/health/", "/v1/"))
    for path in ("/v1/audio/transcriptions", "/v1/audio/translations", "/v1/nothing"):
        yield Case(f"a form to {path}", path=path, content=FORM, sent=FORM_TYPE, status=404, code="unknown_url")
        yield Case(f"JSON to {path}", {"model": "whisper-1"}, path, status=404, code="unknown_url")
    yield Case("a form to speech", content=FORM, sent=FORM_TYPE, status=415)
    for field, text in (("speed", "1.0"), ("stream", "false"), ("sample_rate", "24000"), ("volume", "0.8"),
                        ("no_cache", "True"), ("pauses", "1.2")):  # fmt: skip
        yield Case(f"{field} as {text!r}", {"input": TEXT, "response_format": "wav", field: text}, seconds=ABOUT,
                   brief=field in ("speed", "stream"))  # fmt: skip
    wrong = {"speed": ("fast", "", "nan", True), "stream": ("perhaps",), "sample_rate": ("24000.5",)}
    for field, values in wrong.items():
        for value in values:
            yield Case(f"{field} as {value!r}", {"input": TEXT, field: value}, status=400, param=field)
    for model in ("openai/tts-1", "tts", "default", "hexgrad/Kokoro-82M", "kokoro-v1_0", "KOKORO", ""):
        yield Case(f"model {model!r}", {"input": TEXT, "model": model}, seconds=ABOUT, brief=model == "openai/tts-1")
    for voice in ("kokoro/af_heart", "AF_HEART", " af_heart "):
        yield Case(f"voice {voice!r}", {"input": TEXT, "voice": voice}, seconds=ABOUT)
    for language in ("de", "none", "und", "multi", "English", "sv-SE"):
        told: dict[str, str | None] = {"x-language-fallback": language.lower() if language in ("de", "sv-SE") else None}
        brief = language in ("de", "none")
        yield Case(
            f"language {language}", {"input": TEXT, "language": language}, seconds=ABOUT, headers=told, brief=brief
        )
    for voice in ("af_v0bella", "af_hart"):
        yield Case(f"voice {voice}", {"input": TEXT, "voice": voice}, status=400, code="voice_not_found",
                   check=lambda a: "" if "af_" in a.json()["error"]["message"] else a.text)  # fmt: skip
    yield Case("an odd key", {"input": TEXT}, sent={"authorization": "Basic eDp5"}, seconds=ABOUT)
    yield Case("a range", {"input": TEXT}, sent={"range": "bytes=0-99"}, seconds=ABOUT)
    for path in ("/v1/models", "/v1/audio/voices", "/health"):
        yield Case(f"HEAD {path}", path=path, method="HEAD")
    yield Case("a host of Docker's", {"input": TEXT}, sent={"host": "host.docker.internal:8880"}, status=403,
               check=lambda a: "" if "KOKORO_ALLOWED_HOSTS" in a.text else a.text)  # fmt: skip


def outcomes(client: httpx.Client, brief: bool) -> Iterator[Outcome]:
    """All of it."""
    yield from (tried(client, case) for case in _cases() if case.brief or not brief)
    yield attempt("a whole FLAC file knows its length", lambda: _flac(client))
    yield attempt("voices that cannot be had are listed as such", lambda: _available(client))
    yield attempt("Ogg: the same text has another serial number each time", lambda: _serials(client))
    for form in ("opus", "mp3", "flac"):
        yield attempt(f"joined files play, {form}", lambda form=form: _joined(client, form))  # type: ignore[misc]
    yield attempt("HTTP/1.0", lambda: _old(client))


def _spoken(client: httpx.Client, form: str, **more: object) -> httpx.Response:
    return client.post(SPEECH, json={"input": TEXT, "response_format": form, **more}).raise_for_status()


def _flac(client: httpx.Client) -> None:
    answer = _spoken(client, "flac", stream=False)
    rate, sound = heard(answer)
    with TemporaryDirectory() as folder:
        file = Path(folder, "x.flac")
        file.write_bytes(answer.content)
        command = [program("ffprobe"), "-v", "error", "-of", "json", "-show_entries", "stream=duration_ts", str(file)]
        shown = subprocess.run(command, capture_output=True, timeout=60, check=True)
    length = int(json.loads(shown.stdout)["streams"][0]["duration_ts"])
    need(length == len(sound) > rate // 4, f"{length} samples in its head, {len(sound)} inside")


def _available(client: httpx.Client) -> None:
    voices = client.get("/v1/audio/voices").json()["voices"]
    need(len(voices) == 54 and all(isinstance(voice["available"], bool) for voice in voices), "no word of it")


def _serials(client: httpx.Client) -> None:
    serials = {_spoken(client, "opus").content[OGG_SERIAL] for _ in range(4)}
    need(len(serials) == 4, f"{len(serials)} serial numbers for 4 files")


def _joined(client: httpx.Client, form: str) -> None:
    """As by `cat`, and as ffmpeg's concat joins them."""
    files = [_spoken(client, form, stream=False) for _ in range(3)]
    rate, sound = heard(files[0])
    with TemporaryDirectory() as folder:
        names = [Path(folder, f"{number}.{form}") for number in range(3)]
        for name, file in zip(names, files, strict=True):
            name.write_bytes(file.content)
        listed = Path(folder, "all.txt")
        listed.write_text("".join(f"file '{name}'\n" for name in names))
        seconds = ffmpeg("-f", "concat", "-safe", "0", "-i", str(listed), "-ar", str(rate))
        need(abs(seconds - 3 * len(sound) / rate) < 0.2, f"{seconds:.2f} s by concat")
        if form != "flac":  # its files cannot be joined by their bytes
            joined = Path(folder, f"all.{form}")
            joined.write_bytes(b"".join(file.content for file in files))
            seconds = ffmpeg("-i", str(joined), "-ar", str(rate))
            need(abs(seconds - 3 * len(sound) / rate) < 0.2, f"{seconds:.2f} s by cat")


def _old(client: httpx.Client) -> None:
    """A program that knows no chunks, by hand."""
    import socket

    body = json.dumps({"input": TEXT, "response_format": "wav"}).encode()
    head = f"POST {SPEECH} HTTP/1.0\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {len(body)}"
    with socket.create_connection((client.base_url.host, client.base_url.port), timeout=60) as connection:
        connection.sendall(head.encode() + b"\r\n\r\n" + body)
        with connection.makefile("rb") as file:
            answer = file.read()
    head_bytes, _, sound = answer.partition(b"\r\n\r\n")
    need(b"200" in head_bytes.splitlines()[0] and b"chunked" not in head_bytes, head_bytes.decode()[:100])
    need(sound[:4] == b"RIFF" and len(sound) > 20_000, f"{len(sound)} bytes")
