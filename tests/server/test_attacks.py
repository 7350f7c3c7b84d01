"""What was tried against the server once and did harm: docs/security.md names each of these tests."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from urllib.request import urlopen

import httpx
import numpy as np
import pytest

from kokoro_live.config import Settings
from kokoro_live.engine import Engine
from kokoro_live.errors import Refused
from kokoro_live.model.store import Graphs
from kokoro_live.request import check
from kokoro_live.server.lifecycle import Complaints, affordable_connections
from kokoro_live.server.state import Server
from kokoro_live.synthesis import whole

from .conftest import Served, ended, started, wait_until_ready

SPEECH = "/v1/audio/speech"
LONG = " ".join(f"Sentence number {number} goes on for a while, as sentences do." for number in range(12))
MANY = 100
HUGE = 10**400  # no number that a computer's arithmetic knows
HEAD = b"POST /v1/audio/speech HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
CHUNKED = HEAD + b"transfer-encoding: chunked\r\n\r\n"
NEXT = b"GET /status HTTP/1.1\r\nhost: localhost\r\n\r\n"
QUEUE = ("active", "parked", "waiting", "readers")


def until(true: Callable[[], bool], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.05)
    return true()


def asked(port: int, body: dict[str, object], agent: str = "somebody") -> socket.socket:
    data = json.dumps(body).encode()
    connection = socket.create_connection(("127.0.0.1", port), timeout=30)
    head = f"user-agent: {agent}\r\ncontent-length: {len(data)}\r\n\r\n".encode()
    connection.sendall(HEAD + head + data)
    return connection


def first_word(port: int, data: bytes, seconds: float = 5) -> bytes:
    """The status line for bytes after which nothing more is sent, although the connection stays open."""
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as connection:
        with suppress(ConnectionError):  # it may be refused while it is still being sent
            connection.sendall(data)
        return connection.recv(12)


# Finding 2


def test_a_lexicon_that_is_hard_to_look_up_keeps_nobody_waiting(served: Served, client: httpx.Client) -> None:
    lexicon = {"1 " * 7 + str(number): "hi" for number in range(2, 90)} | {"2" + "." * n: "hi" for n in range(1, 4)}
    hog = asked(served.port, {"input": "1 " * 49_990 + ".", "lexicon": lexicon})
    time.sleep(0.5)
    start = time.monotonic()
    with client.stream("POST", SPEECH, json={"input": "Somebody else.", "no_cache": True}) as answer:
        next(answer.iter_raw())
    hog.close()
    assert time.monotonic() - start < 10  # it was a minute


# Finding 3


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory, graphs: Graphs) -> Iterator[Served]:
    """A server that lets many wait, and waits long for nobody else."""
    folder = tmp_path_factory.mktemp("patient")
    running = started(folder, ephemeral="true", waiting_seconds=3600, max_waiting=200)
    yield running
    assert ended(running) == 0


def queue_of(served: Served) -> dict[str, int]:
    with served.client() as client:
        queue = client.get("/status").json()["queue"]
    return {name: queue[name] for name in QUEUE}


def test_a_hundred_that_hang_up_at_once_leave_nobody_in_the_queue(patient: Served) -> None:
    whole = {"response_format": "pcm", "stream": False}
    waiting = [asked(patient.port, {"input": f"{n} {LONG}", **whole}, f"agent {n}") for n in range(MANY)]
    assert until(lambda: queue_of(patient)["waiting"] >= MANY // 2, 30), queue_of(patient)
    for connection in waiting:
        connection.close()
    assert until(lambda: not any(queue_of(patient).values()), 2), queue_of(patient)


# Finding 10


def test_a_newcomer_is_heard_beside_a_hundred_agents(patient: Served) -> None:
    others = [asked(patient.port, {"input": f"{n} {LONG}", "stream": False}, f"agent {n}") for n in range(MANY)]
    assert until(lambda: queue_of(patient)["waiting"] >= MANY // 2, 30), queue_of(patient)
    with patient.client() as client:
        answer = client.post(SPEECH, json={"input": "Newcomer.", "no_cache": True})
    assert answer.status_code == 200 and answer.content
    for connection in others:
        connection.close()
    assert until(lambda: not any(queue_of(patient).values()), 10)


# Finding 4


def test_pauses_that_are_asked_for_have_a_total(client: httpx.Client) -> None:
    asked = {"input": "Hi. [pause:40s] " * 4, "response_format": "pcm", "stream": False, "sample_rate": 8000}
    answer = client.post(SPEECH, json=asked)
    seconds = len(answer.content) / 2 / 8000
    assert 60 < seconds < 60 + 4 * 2
    turns = [{"voice": "af_heart", "text": "Hi."}] * 8
    asked = {"turns": turns, "pause_between_turns": 10, "response_format": "pcm", "stream": False, "sample_rate": 8000}
    answer = client.post("/dev/dialogue", json=asked)
    assert 60 < len(answer.content) / 2 / 8000 < 60 + 8 * 2


def test_what_is_too_long_for_one_piece_is_told_so_at_once(client: httpx.Client) -> None:
    text = "This goes on and on, as it may. " * 3100
    asked = {"input": text, "response_format": "wav", "sample_rate": 48_000, "stream": False, "speed": 0.25}
    start = time.monotonic()
    error = client.post(SPEECH, json=asked)
    assert error.status_code == 400 and "stream: true" in error.json()["error"]["message"]
    assert error.json()["error"]["param"] == "stream" and time.monotonic() - start < 10


@pytest.mark.anyio
async def test_short_of_memory_the_largest_whole_answer_ends(settings: Settings, engine: Engine) -> None:
    server = Server(replace(settings, ephemeral=True, memory_limit_mb=1))
    one, two = check("A short one."), check("Another one, which holds more.")
    reader, scheduler = server.scheduler.reader, server.scheduler
    async with reader(engine, one, "a", whole=True) as small, reader(engine, two, "b", whole=True) as large:
        server.whole_bytes.update({small: 10, large: 1000})
        server._relieve(time.monotonic())
        with pytest.raises(Refused, match="stream: true"):
            [event async for event in scheduler.events(large)]
        assert len(whole([event async for event in scheduler.events(small)]))
    scheduler.close()
    server.audio.shutdown()


# Finding 5

FEW = 96  # descriptors


def test_out_of_descriptors_the_watch_goes_on(tmp_path: Path, graphs: Graphs) -> None:
    serve = [sys.executable, "-m", "kokoro_live", "serve", "--port", "0", "--host", "127.0.0.1"]
    line = f"ulimit -n {FEW}; exec {' '.join(serve)}"
    own = {**os.environ, "KOKORO_IDLE_UNLOAD_SECONDS": "3", "KOKORO_EPHEMERAL": "true"}
    log = tmp_path / "server.log"
    with log.open("w") as errors:
        process = subprocess.Popen(["bash", "-c", line], stdout=subprocess.PIPE, stderr=errors, text=True, env=own)
    assert process.stdout
    address = re.search(r":(\d+)/v1", process.stdout.readline())
    assert address, log.read_text()
    served = Served(process, int(address[1]), log)
    try:
        wait_until_ready(served)
        crowd = [socket.create_connection(("127.0.0.1", served.port), timeout=30) for _ in range(FEW + 20)]
        time.sleep(4)  # the watch meets it, and wants to unload
        for connection in crowd:
            connection.close()
        with served.client() as client:
            assert until(lambda: client.get("/status").json()["status"] == "unloaded", 30)
            assert client.post(SPEECH, json={"input": "And it speaks again."}).status_code == 200
    finally:
        ended(served)
    assert log.read_text().count("out of system resource") <= 1 and len(log.read_text().splitlines()) < 20


def test_connections_are_as_many_as_descriptors_allow() -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    script = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))\n"
        "from kokoro_live.server.lifecycle import affordable_connections; print(affordable_connections(512))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert int(done.stdout) == 256 - 64
    assert affordable_connections(8) == 8 and resource.getrlimit(resource.RLIMIT_NOFILE) == (soft, hard)


def test_the_same_complaint_is_made_once_a_minute() -> None:
    class Loop:
        told = 0

        def default_exception_handler(self, context: object) -> None:
            self.told += 1

    loop, complain = Loop(), Complaints()
    for _ in range(1000):
        complain(loop, {"message": "socket.accept() out of system resource"})  # type: ignore[arg-type]
    complain(loop, {"message": "something else"})  # type: ignore[arg-type]
    assert loop.told == 2


# Finding 7, and numbers that a computer cannot hold


@pytest.mark.parametrize(
    ("path", "body", "param"),
    [
        (SPEECH, {"input": "Hi.", "speed": HUGE}, "speed"),
        (SPEECH, {"input": "Hi.", "sample_rate": HUGE}, "sample_rate"),
        (SPEECH, {"input": "Hi.", "volume": -HUGE}, "volume"),
        (SPEECH, {"input": "Hi.", "voice_aliases": {"a": {"voice": "af_sky", "rate": HUGE}}}, "voice_aliases"),
        ("/dev/dialogue", {"turns": [{"voice": "af_sky", "text": "Hi."}], "pause_between_turns": HUGE},
         "pause_between_turns"),
        ("/dev/generate_from_phonemes", {"phonemes": "a", "speed": HUGE}, "speed"),
    ],
)  # fmt: skip
def test_numbers_that_nobody_can_count(client: httpx.Client, path: str, body: dict[str, object], param: str) -> None:
    answer = client.post(path, json=body)
    assert answer.status_code == 400 and answer.json()["error"]["param"] == param


def test_a_list_of_voices_that_is_nested_too_deeply(client: httpx.Client) -> None:
    for raw in (b"[" * 100_000, b"\xff", b""):
        answer = client.post("/v1/audio/voices/combine", content=raw)
        assert answer.status_code == 400 and answer.json()["error"]["code"] == "invalid_json"


def test_lone_halves_of_characters_trouble_nobody(client: httpx.Client) -> None:
    for path, field in ((SPEECH, "input"), ("/v1/audio/explain", "input"), ("/dev/phonemize", "text")):
        raw = b'{"%s": "Hi \\ud800 there.", "lexicon": {"there": "h\\ud800i"}}' % field.encode()
        answer = client.post(path, content=raw, headers={"content-type": "application/json"})
        assert answer.status_code == 200
    assert client.get("/status").json()["mode"] != "stability"


def test_reading_a_long_text_aloud_to_oneself_stops_nobody(client: httpx.Client) -> None:
    long = "Twelve thousand characters, or a little more than that. " * 220
    assert client.post("/dev/phonemize", json={"text": long}).status_code == 200
    assert client.get("/status").json()["loop_lag_seconds"] < 0.5
    answer = client.post("/dev/phonemize", json={"text": long * 3})
    assert answer.status_code == 400 and answer.json()["error"]["code"] == "string_above_max_length"


# Findings 8 and 9, and paths in what clients are told


def test_a_mistake_in_the_users_lexicon_stops_nobody(
    tmp_path: Path, graphs: Graphs, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "settings" / "kokoro-live"
    folder.mkdir(parents=True)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder.parent))
    served = started(tmp_path, ephemeral="true")
    try:
        with served.client() as client:
            for content in (b"en\tName\n", b"\xff\xfe\x00"):
                (folder / "lexicon.tsv").write_bytes(content)
                answer = client.post(SPEECH, json={"input": f"Hi {len(content)}."})
                assert answer.status_code == 200
                status = client.get("/status").text
                assert "lexicon.tsv" in status and str(tmp_path) not in status
    finally:
        ended(served)
    assert "a mistake in a lexicon" in served.log.read_text()


def test_what_was_missing_may_come_back(tmp_path: Path, graphs: Graphs, settings: Settings) -> None:
    cache = tmp_path / "cache"
    cache.symlink_to(settings.cache_dir)
    served = started(tmp_path, ephemeral="true", cache_dir=cache, idle_unload_seconds=1, sources="local")
    try:
        with served.client() as client:
            assert until(lambda: client.get("/status").json()["status"] == "unloaded", 30)
            cache.unlink()
            refused = client.post(SPEECH, json={"input": "Not now."})
            assert refused.status_code == 503 and refused.json()["error"]["code"] == "model_missing"
            assert str(tmp_path) not in refused.text + client.get("/health").text
            shutil.rmtree(cache, ignore_errors=True)  # what a load that found nothing left
            cache.symlink_to(settings.cache_dir)
            assert until(lambda: client.post(SPEECH, json={"input": "Now."}).status_code == 200, 30)
    finally:
        ended(served)


def test_a_cache_that_cannot_be_made_is_not_told_to_clients(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    served = started(tmp_path, ready=False, cache_dir=tmp_path / "file" / "cache", sources="local", ephemeral="true")
    try:
        with served.client() as client:
            assert until(lambda: client.get("/health").json().get("status") == "failed", 30)
            answers = client.get("/health").text + client.post(SPEECH, json={"input": "Hi."}).text
            assert str(tmp_path) not in answers and "log says" in answers
    finally:
        ended(served)


# Bodies in chunks


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"F" * 16 + b"\r\nx", b"413"),
        (b"F" * 18 + b"\r\nx", b"413"),
        (b"F" * 21 + b"\r\nx", b"400"),
        (b"-1\r\nx", b"400"),
        (b'f\n{"input":"Hi."}\n0\n\n', b"400"),
        (b"1\r\nx\r\n" * 100_000, b"400"),
        (b"f;" + b"a" * 1_000_000 + b'\r\n{"input":"Hi."}\r\n0\r\n\r\n', b"431"),
        (b'f\r\n{"input":"Hi."}\r\n0\r\nx: ' + b"a" * 1_000_000 + b"\r\n\r\n", b"431"),
    ],
    ids=["16 digits", "18 digits", "21 digits", "negative", "bare LF", "crumbs", "extension", "trailer"],
)
def test_chunks_that_can_never_become_a_body(served: Served, body: bytes, status: bytes) -> None:
    start = time.monotonic()
    assert first_word(served.port, CHUNKED + body) == b"HTTP/1.1 " + status
    assert time.monotonic() - start < 4  # far less than a body may take


def test_crumbs_keep_nobody_waiting_and_take_no_memory(served: Served, client: httpx.Client) -> None:
    before = served.rss_mb()
    crumbs = [socket.create_connection(("127.0.0.1", served.port), timeout=10) for _ in range(4)]
    for connection in crumbs:
        connection.sendall(CHUNKED + b"1\r\nx\r\n" * 40_000)
    start = time.monotonic()
    with urlopen(f"{served.url}/health", timeout=10) as answer:
        assert answer.status == 200
    assert time.monotonic() - start < 0.5 and served.rss_mb() - before < 10
    for connection in crumbs:
        connection.close()


def test_a_body_in_small_chunks_is_read(served: Served, client: httpx.Client) -> None:
    whole = json.dumps({"input": "Piece by piece. " * 5, "response_format": "pcm", "stream": False}).encode()
    pieces = (whole[start : start + 1] for start in range(len(whole)))
    answer = client.post(SPEECH, content=pieces, headers={"content-type": "application/json"})
    assert answer.status_code == 200 and np.frombuffer(answer.content, "<i2").any()


@pytest.mark.parametrize(
    "head",
    [
        HEAD + b"content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
        HEAD + b"content-length: 15\r\ncontent-length: 3\r\n\r\n" + b'{"input":"Hi."}',
        HEAD + b"content-length: -1\r\n\r\n",
        HEAD + b"content-length: +15\r\n\r\n" + b'{"input":"Hi."}',
        HEAD + b"transfer-encoding: chunked, identity\r\n\r\n",
        HEAD + b"transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET /status HTTP/1.1\r\nhost : localhost\r\n\r\n",
        b"GET /status HTTP/1.1\r\nhost: localhost\rx: y\r\n\r\n",
    ],
)
def test_nothing_is_read_after_a_head_with_two_meanings(served: Served, head: bytes) -> None:
    with socket.create_connection(("127.0.0.1", served.port), timeout=10) as connection:
        connection.sendall(head + NEXT)
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 400") and b"uptime_seconds" not in answer
