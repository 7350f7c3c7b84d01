"""What the server says no to: always the same shape, never a stack trace, never 5xx for a client's mistake."""

import json
import socket

import httpx
import pytest

from .conftest import Served

SPEECH = "/v1/audio/speech"
JSON = {"content-type": "application/json"}
HI = {"input": "Hi."}


def refused(answer: httpx.Response, status: int, code: str, param: str | None = None) -> None:
    assert answer.status_code == status, answer.text
    body = answer.json()
    assert set(body["error"]) >= {"message", "type", "param", "code"} and body["schema_version"] == 1
    assert body["error"]["code"] == code and body["error"]["param"] == param and "detail" not in body
    assert answer.headers["x-request-id"].startswith("req_")


@pytest.mark.parametrize(
    "raw",
    [b"", b"{", b'{"input": "x"', b"[1, 2", b'{"input":"x"} trailing', b"\xff\xfe{}", b'{"input":"\xc0\xaf"}',
     b"[" * 100_000, b'{"a":' * 50_000, b"nonsense", b"'{input: single quotes}'"],
)  # fmt: skip
def test_what_is_not_json(client: httpx.Client, raw: bytes) -> None:
    refused(client.post(SPEECH, content=raw, headers=JSON), 400, "invalid_json")


@pytest.mark.parametrize("raw", [b"[]", b'"text"', b"7", b"null"])
def test_json_that_is_not_an_object(client: httpx.Client, raw: bytes) -> None:
    refused(client.post(SPEECH, content=raw, headers=JSON), 400, "invalid_type")


HOSTILE_SSML = (
    "<!DOCTYPE l [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;'>]><speak>&c;</speak>",
    "<!DOCTYPE s [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><speak>&x;</speak>",
    "<!DOCTYPE s SYSTEM 'http://127.0.0.1:9/x.dtd'><speak>a</speak>",
    "<speak>" + "<prosody rate='slow'>" * 2000 + "a" + "</prosody>" * 2000 + "</speak>",
    "<speak><break time='NaN'/>a</speak>",
    "<speak><![CDATA[a]]></speak>",
    "<speak><p>a</speak>",
    "<speak><audio src='http://127.0.0.1:9/a.mp3'/>a</speak>",
)


@pytest.mark.parametrize(
    ("body", "code", "param"),
    [
        ({}, "missing_required_parameter", "input"),
        ({"input": None}, "invalid_type", "input"),
        ({"input": 5}, "invalid_type", "input"),
        ({"input": ["a"]}, "invalid_type", "input"),
        ({"input": {"a": 1}}, "invalid_type", "input"),
        *[({"input": text}, "empty_input", "input")
          for text in ("", "   ", "\n\n", "\u200d\ufeff")],
        *[(HI | {"speed": speed}, "invalid_value", "speed") for speed in (0, -1, 4.01, 1e308)],
        *[(HI | {"speed": speed}, "invalid_type", "speed") for speed in ("fast", True, [1])],
        (HI | {"pauses": "long"}, "invalid_value", "pauses"),
        (HI | {"pauses": 9}, "invalid_value", "pauses"),
        (HI | {"voice_aliases": {"me": {"voice": "af_sky", "rate": 9}}}, "invalid_value", "voice_aliases"),
        ({"input": "[voice:nobody] Hi.", "allow_voice_tags": True}, "voice_not_found", "voice"),
        *[(HI | {"response_format": f}, "invalid_value", "response_format") for f in ("m4a", "../../x", 1)],
        (HI | {"stream_format": "ws"}, "invalid_value", "stream_format"),
        (HI | {"stream": "perhaps"}, "invalid_type", "stream"),
        (HI | {"sample_rate": 11}, "invalid_value", "sample_rate"),
        (HI | {"volume": 9}, "invalid_value", "volume"),
        (HI | {"latency": "slow"}, "invalid_value", "latency"),
        (HI | {"input_format": "rtf"}, "invalid_value", "input_format"),
        *[(HI | {"voice": v}, "invalid_type", "voice") for v in ({"id": 1}, [], 5)],
        *[(HI | {"voice": v}, "voice_not_found", "voice")
          for v in ("af_nope", "../../etc/passwd", "af_heart(nan)+af_sky", "af_heart\0", "+".join(["af_heart"] * 200))],
        *[({"input": text, "ssml": "strict"}, "invalid_ssml", "input") for text in HOSTILE_SSML],
        *[({"input": text}, "invalid_ssml", "input") for text in HOSTILE_SSML[:4]],
    ],
)  # fmt: skip
def test_fields_that_are_wrong(client: httpx.Client, body: dict[str, object], code: str, param: str) -> None:
    refused(client.post(SPEECH, content=json.dumps(body), headers=JSON), 400, code, param)  # half a character, too


def test_an_unknown_model(client: httpx.Client) -> None:
    refused(client.post(SPEECH, json=HI | {"model": "gpt-5"}), 404, "model_not_found", "model")


def test_too_many_characters_and_too_many_bytes(client: httpx.Client) -> None:
    refused(client.post(SPEECH, json={"input": "a" * 100_001}), 400, "string_above_max_length", "input")
    refused(client.post(SPEECH, content=b"x" * 1_000_001, headers=JSON), 413, "request_too_large")
    chunked = (b"x" * 65_536 for _ in range(40))
    refused(client.post(SPEECH, content=chunked, headers=JSON), 413, "request_too_large")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-16"]
)
def test_only_json(client: httpx.Client, kind: str) -> None:
    answer = client.post(SPEECH, content=json.dumps(HI), headers={"content-type": kind})
    refused(answer, 415, "unsupported_media_type")


@pytest.mark.parametrize("address", ["/nothing", "/v1/audio/transcriptions", "/tts"])
def test_addresses_that_are_not_there(client: httpx.Client, address: str) -> None:
    """Whatever is sent there: a form is no reason to speak of forms."""
    form = {"file": ("a.wav", b"RIFF")}
    for answer in (client.get(address), client.post(address, json=HI), client.post(address, files=form)):
        refused(answer, 404, "unknown_url")
        assert "Did you mean /" in answer.json()["error"]["message"]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400"])
def test_numbers_without_an_end(client: httpx.Client, number: str) -> None:
    raw = f'{{"input": "x", "speed": {number}}}'.encode()
    refused(client.post(SPEECH, content=raw, headers=JSON), 400, "invalid_value", "speed")


def test_bad_json_is_told_with_its_place(client: httpx.Client) -> None:
    message = client.post(SPEECH, content=b'{"input": "a",\n "voice" 5}', headers=JSON).json()["error"]["message"]
    assert "line 2, column 10" in message
    message = client.post(SPEECH, content=b"'{}'", headers=JSON).json()["error"]["message"]
    assert "double quotes" in message


@pytest.mark.parametrize(
    "head",
    [
        b"GET /status HTTP/1.1\nhost: localhost\n\n",
        b"GET /status HTTP/1.1\r\nhost: localhost\nx: y\r\n\r\n",
        b"GET /status HTTP/1.1\r\nhost: localhost\r\nx: y\r\n z\r\n\r\n",
        b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\nGET /status HTTP/1.1\nhost: localhost\n\n",
    ],
)
def test_loose_heads_are_not_read(served: Served, head: bytes) -> None:
    with socket.create_connection(("127.0.0.1", served.port)) as connection:
        connection.settimeout(10)
        connection.sendall(head)
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    assert b"HTTP/1.1 400" in answer and b"req_" in answer and b"uptime_seconds" not in answer


def test_a_chunk_that_can_never_come_is_not_waited_for(served: Served) -> None:
    head = b"POST /v1/audio/speech HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", served.port)) as connection:
        connection.settimeout(5)  # far less than a body may take
        connection.sendall(head + b"transfer-encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFF\r\nx")
        assert connection.recv(12) == b"HTTP/1.1 413"


def test_only_visits_are_free_of_the_check_of_pages(client: httpx.Client) -> None:
    page = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    refused(client.post("/performance/clear_cache", headers=page), 403, "origin_not_allowed")
    assert client.get("/health", headers=page).status_code == 200


def test_a_host_name_that_is_refused_is_told(client: httpx.Client) -> None:
    answer = client.post(SPEECH, json=HI, headers={"host": "host.docker.internal:8880"})
    refused(answer, 403, "host_not_allowed")
    assert "KOKORO_ALLOWED_HOSTS=host.docker.internal" in answer.json()["error"]["message"]


def test_a_question_that_is_wrong(client: httpx.Client) -> None:
    answer = client.get("/v1/audio/voices?legacy=foo")
    assert answer.status_code == 400
    assert answer.json()["error"]["param"] == "legacy"


@pytest.mark.parametrize("host", ["[::1]evil.com", "[::1", "localhost:80@evil.com", "localhost:evil", "localhost/"])
def test_what_is_no_host_is_nobodys_name(served: Served, host: str) -> None:
    with socket.create_connection(("127.0.0.1", served.port)) as connection:
        connection.sendall(f"GET /status HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n".encode())
        assert connection.recv(100).startswith((b"HTTP/1.1 403", b"HTTP/1.1 400"))


def test_no_compressed_bodies(client: httpx.Client) -> None:
    answer = client.post(SPEECH, content=b"x" * 100, headers=JSON | {"content-encoding": "gzip"})
    refused(answer, 415, "unsupported_content_encoding")


def test_other_addresses_and_methods(client: httpx.Client) -> None:
    refused(client.get("/v1/v1/audio/speech"), 404, "unknown_url")
    answer = client.get(SPEECH)
    refused(answer, 405, "method_not_allowed")
    assert answer.headers["allow"] == "POST"
    refused(client.delete(f"{SPEECH}/streams/strm_none"), 404, "stream_not_found")


@pytest.mark.parametrize("host", ["evil.com", "localhost.evil.com", "127.0.0.1.nip.io", "169.254.169.254", "[::2]:80"])
def test_only_our_own_names(client: httpx.Client, host: str) -> None:
    refused(client.post(SPEECH, json=HI, headers={"host": host}), 403, "host_not_allowed")


@pytest.mark.parametrize("name", ["localhost", "LOCALHOST:8880", "127.0.0.1", "[::1]:9"])
def test_our_own_names(client: httpx.Client, name: str) -> None:
    assert client.get("/health", headers={"host": name}).status_code == 200


@pytest.mark.parametrize("origin", ["https://evil.com", "null", "http://localhost.evil.com", "http://127.0.0.1:1"])
def test_no_web_page_from_elsewhere(client: httpx.Client, origin: str) -> None:
    answer = client.post(SPEECH, json=HI, headers={"origin": origin})
    refused(answer, 403, "origin_not_allowed")
    assert "access-control-allow-origin" not in answer.headers
    preflight = {"origin": origin, "access-control-request-method": "POST"}
    assert client.options(SPEECH, headers=preflight).status_code == 403


def test_a_picture_tag_elsewhere_is_a_web_page_too(client: httpx.Client) -> None:
    refused(client.get("/status", headers={"sec-fetch-site": "cross-site"}), 403, "origin_not_allowed")
    assert client.get("/health", headers={"sec-fetch-site": "none", "sec-fetch-mode": "cors"}).status_code == 200


def raw(served: Served, data: bytes, seconds: float = 20) -> bytes:
    """What comes back for some bytes until the connection ends."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=seconds) as connection:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        found = b""
        while part := connection.recv(65536):
            found += part
        return found


HEAD = b"POST /v1/audio/speech HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"


@pytest.mark.parametrize(
    "data",
    [
        HEAD + b"content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
        HEAD + b"content-length: 5\r\ncontent-length: 6\r\n\r\n{}",
        HEAD + b"content-length: -1\r\n\r\n{}",
        HEAD + b"transfer-encoding: xchunked\r\n\r\n0\r\n\r\n",
        HEAD + b"transfer-encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFFFFFFFF\r\n",
        HEAD + b"bad name : x\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: localhost\r\nhost: localhost\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\nhost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: localhost\r\nx: " + b"a" * 70_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: localhost\r\n" + b"x: a\r\n" * 20_000 + b"\r\n",
    ],
)
def test_nonsense_on_the_wire_is_refused_and_closed(served: Served, client: httpx.Client, data: bytes) -> None:
    answer = raw(served, data)
    assert answer.split(b"\r\n")[0].split(b" ")[1] in (b"400", b"403", b"414", b"431")
    assert b'"error"' in answer
    assert client.get("/health").status_code == 200


@pytest.mark.parametrize(
    "line", [b"CONNECT evil.com:80 HTTP/1.1", b"TRACE / HTTP/1.1", b"GET http://169.254.169.254/ HTTP/1.1"]
)
def test_no_proxy(served: Served, line: bytes) -> None:
    answer = raw(served, line + b" HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
    assert answer.split(b" ")[1] in (b"400", b"403", b"404", b"405")


ODD = ["\ud800 a lone half", "NUL \x00 and \x07 and \x9f", "\u202ebidi\u202c \u05e9\u05dc", "Z" + "\u0301" * 1000]


@pytest.mark.parametrize("text", ODD)
def test_odd_characters_are_spoken_around(client: httpx.Client, text: str) -> None:
    raw_body = json.dumps({"input": text + " end.", "response_format": "pcm"}).encode()
    answer = client.post(SPEECH, content=raw_body, headers=JSON)
    assert answer.status_code == 200 and len(answer.content) > 10_000
