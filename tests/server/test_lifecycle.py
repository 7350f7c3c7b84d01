"""From the first moment to the last: readiness, keys, slow clients, broken streams, the end."""

import json
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import openai
import pytest

from kokoro_live.config import Settings
from kokoro_live.errors import SetupError
from kokoro_live.model.store import Graphs

from .conftest import SENTENCE, Served, ended, started, wait_until_ready

SPEECH = "/v1/audio/speech"
LONG = " ".join(f"Sentence number {number} goes on for a while, as sentences do." for number in range(40))


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory, graphs: Graphs) -> Iterator[Served]:
    """A server with short limits, a key, two places and kept audio of its own."""
    folder = tmp_path_factory.mktemp("strict")
    running = started(
        folder, api_key="secret", max_active=2, max_waiting=1, header_seconds=1, stall_seconds=3, body_seconds=2,
        waiting_seconds=600, allowed_origins="http://page.example", allowed_hosts="tts.home", verbose_logs="true",
        ephemeral="true",
    )  # fmt: skip
    yield running
    ended(running)


@pytest.fixture
def keyed(strict: Served) -> Iterator[httpx.Client]:
    with strict.client(headers={"authorization": "Bearer secret"}) as client:
        yield client


def test_it_listens_at_once_and_is_ready_after_a_real_inference(tmp_path: Path, graphs: Graphs) -> None:
    served = started(tmp_path, ready=False, ephemeral="true")
    with served.client() as client:
        first = client.get("/health", headers={"accept": "application/json"})
        assert first.status_code == 503 and first.json()["status"] == "loading" and "progress" in first.json()
        early = client.post(SPEECH, json={"input": "Too early."})
        assert early.status_code == 503 and early.json()["error"]["code"] == "model_loading"
        assert int(early.headers["retry-after"]) >= 1
        wait_until_ready(served)
        assert client.post(SPEECH, json={"input": "In time."}).status_code == 200
        with client.stream("POST", SPEECH, json={"input": SENTENCE, "response_format": "pcm"}) as answer:
            body = answer.iter_bytes()
            first_bytes = next(body)
            served.process.terminate()
            time.sleep(0.2)
            assert httpx.get(served.url + "/health", trust_env=False).status_code == 503
            assert len(first_bytes + b"".join(body)) > 100_000  # what was under way is finished
    assert served.process.wait(60) == 0


def test_a_machine_without_the_model_says_so(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    served = started(tmp_path, ready=False, cache_dir=empty, sources="local", ephemeral="true")
    with served.client() as client:
        for _ in range(100):
            answer = client.get("/health")
            if answer.json()["status"] == "failed":
                break
            time.sleep(0.1)
        assert answer.status_code == 503 and answer.json()["error"]["code"] == "model_missing"
        refused = client.post(SPEECH, json={"input": "Hello."})
        assert refused.status_code == 503 and refused.json()["error"]["code"] == "model_missing"
    ended(served)
    (told,) = [json.loads(line)["message"] for line in served.log.read_text().splitlines() if "cannot" in line]
    assert "KOKORO_MODEL_DIR" in told and "next request tries again" in told


def test_a_server_that_can_never_become_ready_says_why_and_ends(tmp_path: Path, graphs: Graphs) -> None:
    served = started(tmp_path, ready=False, variant="nonsense", ephemeral="true")
    assert served.process.wait(60) == SetupError.exit_status
    assert "There is no variant 'nonsense' here. Present: " in served.log.read_text()


def test_what_is_fetched_and_built_is_told(tmp_path: Path, settings: Settings) -> None:
    cache = tmp_path / "cache"
    shutil.copytree(settings.cache_dir / "published", cache / "published")
    served = started(tmp_path, cache_dir=cache, ephemeral="true")
    assert served.process.stdout
    assert re.fullmatch(r"ready after [\d.]+ s\n", served.process.stdout.readline())
    assert ended(served) == 0
    assert any("building: " in json.loads(line)["message"] for line in served.log.read_text().splitlines())


def test_the_key_opens_everything_but_lists_are_open(strict: Served, keyed: httpx.Client) -> None:
    with strict.client() as stranger:
        for path in ("/v1/audio/voices", "/v1/models", "/audio/models", "/health", "/v1/"):
            assert stranger.get(path).status_code == 200
        for method, path in (("POST", SPEECH), ("GET", "/status"), ("GET", "/metrics"), ("POST", "/v1/audio/stop"),
                             ("GET", "/openapi.json"), ("POST", "/v1/models")):  # fmt: skip
            answer = stranger.request(method, path, headers={"authorization": "Bearer wrong"})
            assert answer.status_code == 401 and answer.headers["www-authenticate"] == "Bearer"
            assert answer.json()["error"]["code"] == "invalid_api_key"
    assert keyed.post(SPEECH, json={"input": "Hello."}).status_code == 200


def test_named_pages_and_hosts_are_let_in(strict: Served, keyed: httpx.Client) -> None:
    preflight = {"origin": "http://page.example", "access-control-request-method": "POST"}
    answer = httpx.options(strict.url + SPEECH, headers=preflight, trust_env=False)  # browsers send no key with it
    assert answer.status_code == 204 and answer.headers["access-control-allow-origin"] == "http://page.example"
    answer = keyed.post(SPEECH, json={"input": "Hello."}, headers={"origin": "http://page.example", "host": "tts.home"})
    assert answer.status_code == 200 and answer.headers["access-control-allow-origin"] == "http://page.example"


def waited(connection: socket.socket) -> tuple[float, bytes]:
    start, found = time.monotonic(), b""
    connection.settimeout(30)
    try:
        while part := connection.recv(65536):
            found += part
    except ConnectionResetError:
        pass
    return time.monotonic() - start, found


def test_a_slow_head_is_cut_off(strict: Served) -> None:
    with socket.create_connection(("127.0.0.1", strict.port)) as connection:
        connection.sendall(b"POST /v1/audio/speech HT")
        seconds, found = waited(connection)
        assert found == b"" and seconds < 10


def test_a_slow_body_is_told_so(strict: Served) -> None:
    head = b"POST /v1/audio/speech HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer secret\r\n"
    head += b"content-type: application/json\r\ncontent-length: 100\r\n\r\n{"
    with socket.create_connection(("127.0.0.1", strict.port)) as connection:
        connection.sendall(head)
        _, found = waited(connection)
        assert b" 408 " in found and b"request_timeout" in found


def test_a_reader_that_stops_reading_is_cut_off_and_stops_nobody_else(strict: Served, keyed: httpx.Client) -> None:
    body = json.dumps({"input": LONG, "response_format": "pcm"}).encode()
    head = b"POST /v1/audio/speech HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer secret\r\n"
    head += b"content-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(body)
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", strict.port))
        connection.sendall(head + body)
        answer = keyed.post(SPEECH, json={"input": "I am not held up."})
        assert answer.status_code == 200
        for _ in range(600):
            if keyed.get("/status").json()["outcomes"].get("disconnected", 0) >= 1:
                break
            time.sleep(0.1)
        else:
            raise AssertionError("it was never cut off")
    assert keyed.get("/status").json()["queue"]["readers"] == 0


def posted(served: Served, body: dict[str, object], version: str = "1.1", buffer: int | None = None) -> socket.socket:
    """A connection with a request on its way."""
    data = json.dumps(body).encode()
    head = f"POST /v1/audio/speech HTTP/{version}\r\nhost: localhost\r\nauthorization: Bearer secret\r\n"
    head += f"content-type: application/json\r\nconnection: close\r\ncontent-length: {len(data)}\r\n\r\n"
    connection = socket.socket()
    if buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    connection.connect(("127.0.0.1", served.port))
    connection.sendall(head.encode() + data)
    return connection


def test_a_slow_but_steady_reader_gets_a_whole_answer_whole(strict: Served) -> None:
    body = {"input": SENTENCE, "response_format": "wav", "stream": False, "speed": 0.5, "sample_rate": 48000}
    with posted(strict, body, buffer=8192) as connection:
        got = connection.recv(4096)
        wanted = int(re.search(rb"content-length: (\d+)", got)[1]) + got.index(b"\r\n\r\n") + 4  # type: ignore[index]
        start = time.monotonic()
        while part := connection.recv(8192):
            got += part
            time.sleep(len(part) / (wanted / 6))  # twice the time after which a reader counts as stalled
    assert len(got) == wanted
    assert time.monotonic() - start > 4


def test_an_old_client_can_tell_a_broken_stream_from_a_finished_one(strict: Served, keyed: httpx.Client) -> None:
    with posted(strict, {"input": LONG, "response_format": "pcm"}, "1.0") as connection:
        assert connection.recv(4096).startswith(b"HTTP/1.1 200")
        assert keyed.post("/v1/audio/stop", json={"everyone": True}).json()["stopped"] >= 1
        with pytest.raises(ConnectionResetError):
            while connection.recv(65536):
                pass


def test_a_client_that_has_said_all_it_has_to_say_is_still_answered(strict: Served) -> None:
    with posted(strict, {"input": SENTENCE, "stream": False}) as connection:
        connection.shutdown(socket.SHUT_WR)
        got = b""
        while part := connection.recv(65536):
            got += part
    assert b"HTTP/1.1 200" in got  # after notes that it is being worked on


def test_clients_that_hang_up_before_they_hear_anything_free_their_places_at_once(
    strict: Served, keyed: httpx.Client
) -> None:
    for number in range(3):
        posted(strict, {"input": f"{number} {LONG}", "stream": number != 1}).close()
    for _ in range(40):
        queue = keyed.get("/status").json()["queue"]
        if queue["readers"] == 0:
            break
        time.sleep(0.05)
    assert queue["readers"] == queue["waiting"] == 0


def test_the_end_of_the_server_is_told(tmp_path: Path, graphs: Graphs) -> None:
    served = started(tmp_path, ephemeral="true", drain_seconds=1, allowed_hosts="localhost")
    with posted(served, {"input": LONG, "stream": False}) as connection:
        time.sleep(1)
        served.process.terminate()
        got = b""
        while part := connection.recv(65536):
            got += part
    assert b"HTTP/1.1 503" in got
    assert b"shutting_down" in got
    assert ended(served) == 0


def test_a_client_that_goes_away_stops_the_work(strict: Served, keyed: httpx.Client) -> None:
    before = keyed.get("/status").json()["outcomes"].get("disconnected", 0)
    for _ in range(3):
        with keyed.stream("POST", SPEECH, json={"input": LONG, "response_format": "pcm"}) as answer:
            next(answer.iter_bytes())
    for _ in range(100):
        status = keyed.get("/status").json()
        if status["queue"]["readers"] == 0:
            break
        time.sleep(0.05)
    assert status["queue"] | {"shared": 0} == {"active": 0, "parked": 0, "waiting": 0, "readers": 0, "shared": 0}
    assert status["outcomes"]["disconnected"] == before + 3


def test_stop_ends_a_stream_without_a_clean_end(strict: Served, keyed: httpx.Client) -> None:
    for way in ("client", "stream"):
        with keyed.stream("POST", SPEECH, json={"input": LONG + way, "response_format": "pcm"}) as answer:
            body = answer.iter_bytes()
            next(body)
            with strict.client(headers={"authorization": "Bearer secret"}) as other:
                if way == "client":
                    assert other.post("/v1/audio/stop").json() == {"stopped": 1}
                else:
                    assert other.delete(f"{SPEECH}/streams/{answer.headers['x-speech-stream']}").json() == {
                        "stopped": 1
                    }
            with pytest.raises(httpx.RemoteProtocolError):
                list(body)


def test_too_many_requests_are_told_when_to_come_back(strict: Served, keyed: httpx.Client) -> None:
    def speak(number: int) -> None:
        with (
            strict.client(headers={"authorization": "Bearer secret"}) as client,
            client.stream("POST", SPEECH, json={"input": f"{number} {LONG}"}) as answer,
        ):
            for number, _ in enumerate(answer.iter_bytes()):
                if number == 0:
                    codes.append(answer.status_code)
                if over.is_set():
                    break

    codes: list[int] = []
    over = threading.Event()
    threads = [threading.Thread(target=speak, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    while len(codes) < 2:
        time.sleep(0.05)
    waiting = threading.Thread(target=speak, args=(2,))
    waiting.start()
    while keyed.get("/status").json()["queue"]["waiting"] < 1:
        time.sleep(0.05)
    start = time.monotonic()
    refused = keyed.post(SPEECH, json={"input": f"One too many. {LONG}"})
    over.set()
    assert refused.status_code == 429 and refused.json()["error"]["type"] == "rate_limit_error"
    assert int(refused.headers["retry-after"]) >= 1 and time.monotonic() - start < 5
    for thread in (*threads, waiting):
        thread.join()
    assert codes == [200, 200, 200]


def test_the_same_text_at_the_same_time_is_made_once(strict: Served, keyed: httpx.Client) -> None:
    def speak() -> None:
        with strict.client(headers={"authorization": "Bearer secret"}) as client:
            answers.append(client.post(SPEECH, json={"input": SENTENCE + " Twice.", "response_format": "pcm"}))

    answers: list[httpx.Response] = []
    before = keyed.get("/status").json()
    threads = [threading.Thread(target=speak) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    after = keyed.get("/status").json()
    assert len({answer.content for answer in answers}) == 1 and answers[0].status_code == 200
    assert after["queue"]["shared"] == before["queue"]["shared"] + 2
    assert sum(after["statistics"].values()) - sum(before["statistics"].values()) == 2  # two segments, once each


def test_nothing_that_is_said_is_in_the_log(strict: Served, keyed: httpx.Client) -> None:
    keyed.post(SPEECH, json={"input": "Xylophone quartz.", "voice": "nobody"})
    keyed.post(SPEECH, json={"input": "Xylophone quartz."})
    keyed.post(SPEECH, content=b'{"input": "Xylophone', headers={"content-type": "application/json"})
    log = strict.log.read_text()
    assert '"characters": 17' in log and "ylophone" not in log and "secret" not in log
    for line in log.splitlines():
        json.loads(line)


def test_openais_own_client(strict: Served, tmp_path: Path) -> None:
    client = openai.OpenAI(base_url=f"{strict.url}/v1", api_key="secret")
    whole = client.audio.speech.create(model="tts-1", voice="alloy", input="Hello from the SDK.", response_format="wav")
    with client.audio.speech.with_streaming_response.create(
        model="tts-1", voice="alloy", input="Hello from the SDK.", response_format="wav"
    ) as answer:
        answer.stream_to_file(tmp_path / "out.wav")
        assert answer.request_id and answer.request_id.startswith("req_")
    assert (tmp_path / "out.wav").read_bytes() == whole.content
    with client.audio.speech.with_streaming_response.create(
        model="gpt-4o-mini-tts", voice="marin", input="Hello.", stream_format="sse"
    ) as answer:
        lines = [line for line in answer.iter_lines() if line.startswith("data: ")]
    assert json.loads(lines[-1][6:])["type"] == "speech.audio.done"
    with pytest.raises(openai.BadRequestError) as caught:
        client.audio.speech.create(model="tts-1", voice="nobody", input="Hello.")
    assert caught.value.code == "voice_not_found" and caught.value.param == "voice"
    with pytest.raises(openai.NotFoundError):
        client.audio.speech.create(model="gpt-5", voice="alloy", input="Hello.")
    with pytest.raises(openai.AuthenticationError):
        openai.OpenAI(base_url=f"{strict.url}/v1", api_key="wrong").audio.speech.create(
            model="tts-1", voice="alloy", input="Hello."
        )
    assert {model.id for model in client.models.list()} >= {"kokoro", "tts-1"}


def test_an_idle_server_gives_its_memory_back_and_comes_back(tmp_path: Path, graphs: Graphs) -> None:
    served = started(tmp_path, ephemeral="true", idle_unload_seconds=1, log_text="true", verbose_logs="true")
    loaded = served.rss_mb()
    with served.client() as client:
        for _ in range(100):
            if client.get("/status").json()["status"] == "unloaded":
                break
            time.sleep(0.1)
        assert client.get("/health").status_code == 200 and served.rss_mb() < loaded - 100
        assert client.post(SPEECH, json={"input": "Awake again."}).status_code == 200
        assert "Awake again." in served.log.read_text()  # asked for, for debugging
    ended(served)


def test_beyond_this_machine_only_with_a_key() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kokoro_live", "serve", "--host", "0.0.0.0", "--port", "0"],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 3 and "KOKORO_API_KEY" in done.stderr


def test_a_port_in_use_is_told(served: Served) -> None:
    command = [sys.executable, "-m", "kokoro_live", "serve", "--host", "127.0.0.1", "--port", str(served.port)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 3 and "running already" in done.stderr
