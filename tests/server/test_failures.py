"""When the model fails: an error before the first audio, a broken connection after it, never a clean end."""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import httpx
import numpy as np
import pytest
import uvicorn

from kokoro_live.config import Settings
from kokoro_live.engine import Engine
from kokoro_live.server.app import application
from kokoro_live.server.connection import protocol
from kokoro_live.server.lifecycle import listening
from kokoro_live.server.state import Server

SPEECH = "/v1/audio/speech"
TEXT = "The first part is fine, and then, in the middle of a long and winding sentence, something in the model breaks."


@pytest.fixture(scope="module")
def inside(engine: Engine, settings: Settings) -> Iterator[tuple[Server, str]]:
    """A server in this process, so that its model can be made to fail."""
    own = replace(settings, ephemeral=True, first_audio_seconds=20.0, idle_unload_seconds=0)
    server = Server(own)
    server.readiness.use(engine)
    door = listening("127.0.0.1", 0)
    config = uvicorn.Config(application(server), http=protocol(own), ws="none", log_config=None, access_log=False)
    web = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(web.serve([door])))
    thread.start()
    yield server, f"http://127.0.0.1:{door.getsockname()[1]}"
    web.should_exit = True
    thread.join()


@pytest.fixture
def broken(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> Callable[[int, object], None]:
    """After so many good windows, the model's answer is spoiled, or an exception."""

    def spoil(good: int, how: object) -> None:
        left = [good]
        for session in (engine.model._vocoder.session, engine.model._vocoder.exact()):

            def run(outputs: list[str], feeds: object, cancel: object, run=session.run) -> object:  # type: ignore[no-untyped-def]
                left[0] -= 1
                if left[0] >= 0:
                    return run(outputs, feeds, cancel)
                if isinstance(how, Exception):
                    raise how
                return [np.asarray(array) * how for array in run(outputs, feeds, cancel)]

            monkeypatch.setattr(session, "run", run)

    return spoil


FAULTS = {"not a number": np.nan, "far too loud": 1e9, "an exception": RuntimeError("secret words")}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("stream", [True, False])
def test_before_the_first_audio_it_is_an_error(
    inside: tuple[Server, str], broken: Callable[[int, object], None], fault: str, stream: bool
) -> None:
    broken(0, FAULTS[fault])
    answer = httpx.post(inside[1] + SPEECH, json={"input": TEXT, "stream": stream}, trust_env=False, timeout=60)
    assert answer.status_code == 500 and answer.json()["error"]["code"] == "synthesis_failed"
    assert answer.headers["x-should-retry"] == "false" and "secret" not in answer.text
    assert set(answer.json()["error"]["diagnostics"]) == {"provider", "variant", "phonemizer"}


@pytest.mark.parametrize("fault", FAULTS)
def test_after_it_the_connection_breaks(
    inside: tuple[Server, str], broken: Callable[[int, object], None], fault: str
) -> None:
    broken(2, FAULTS[fault])
    got = bytearray()
    with (
        httpx.stream("POST", inside[1] + SPEECH, json={"input": TEXT}, trust_env=False, timeout=60) as answer,
        pytest.raises(httpx.RemoteProtocolError),
    ):
        assert answer.status_code == 200
        for data in answer.iter_raw():
            got += data
    assert len(got) > 1000
    assert inside[0].metrics.counts["failed"] >= 1


def test_events_tell_the_error_before_they_break(
    inside: tuple[Server, str], broken: Callable[[int, object], None]
) -> None:
    broken(2, np.nan)
    text = ""
    body = {"input": TEXT, "stream_format": "sse"}
    with (
        httpx.stream("POST", inside[1] + SPEECH, json=body, trust_env=False, timeout=60) as answer,
        pytest.raises(httpx.RemoteProtocolError),
    ):
        for part in answer.iter_text():
            text += part
    last = json.loads(text.strip().split("data: ")[-1])
    assert last["error"]["code"] == "synthesis_failed" and "speech.audio.done" not in text


def test_a_whole_answer_that_fails_late_is_an_error(
    inside: tuple[Server, str], broken: Callable[[int, object], None]
) -> None:
    broken(2, np.nan)
    answer = httpx.post(inside[1] + SPEECH, json={"input": TEXT, "stream": False}, trust_env=False, timeout=60)
    assert answer.status_code == 500 and answer.headers["content-type"] == "application/json"


def test_the_next_request_is_not_affected(inside: tuple[Server, str]) -> None:
    answer = httpx.post(inside[1] + SPEECH, json={"input": "All is well."}, trust_env=False, timeout=60)
    assert answer.status_code == 200 and len(answer.content) > 5000
    for _ in range(100):
        gauges = inside[0].scheduler.gauges()
        if not gauges["readers"]:
            break
        time.sleep(0.05)
    assert gauges == {"active": 0, "parked": 0, "waiting": 0, "readers": 0}


def test_short_of_memory_it_takes_nothing_new(inside: tuple[Server, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inside[0], "settings", replace(inside[0].settings, memory_limit_mb=1))
    answer = httpx.post(inside[1] + SPEECH, json={"input": "Too much."}, trust_env=False, timeout=60)
    assert answer.status_code == 503 and answer.json()["error"]["code"] == "overloaded"
    assert int(answer.headers["retry-after"]) >= 1


def test_no_sound_in_time(inside: tuple[Server, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inside[0], "settings", replace(inside[0].settings, first_audio_seconds=0.01))
    answer = httpx.post(inside[1] + SPEECH, json={"input": TEXT + " Late."}, trust_env=False, timeout=60)
    assert answer.status_code == 504 and answer.json()["error"]["code"] == "deadline_exceeded"
