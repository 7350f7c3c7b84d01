"""Nothing leaves the machine, and nothing is written outside our folders: each command alone, in a fresh home."""

import shutil
import sys
from pathlib import Path

import pytest

from alone import require_namespaces, run_alone
from kokoro_live.config import Settings
from kokoro_live.model.store import Graphs

LIVE = (sys.executable, "-m", "kokoro_live")
# Starts a server, asks it for speech as a client does, lets it run on for as long as telemetry would need, ends it.
SERVE = """
import re, subprocess, sys, time, urllib.request
command = [sys.executable, "-m", "kokoro_live", "serve", "--port", "0"]
server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
port = re.search(r":(\\d+)/v1", server.stdout.readline())[1]
for _ in range(600):
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/health")
        break
    except urllib.error.HTTPError:
        time.sleep(0.1)
ask = urllib.request.Request(f"http://127.0.0.1:{port}/v1/audio/speech", b'{"input": "Nobody else hears this."}')
ask.add_header("Content-Type", "application/json")
assert len(urllib.request.urlopen(ask).read()) > 5000
time.sleep(5)
server.terminate()
sys.exit(server.wait())
"""
COMMANDS = {
    "serve": (sys.executable, "-c", SERVE),
    "say": (*LIVE, "say", "-o", "said.wav", "Nobody else hears this."),
    "explain": (*LIVE, "explain", "--lang", "auto", "Dónde está la biblioteca?"),
    "doctor": (*LIVE, "doctor"),
    # two trials prove nothing, and it says so by its exit status
    "bench": (*LIVE, "bench", "engine", "--n", "2", "--sweep", "0", "--plot", "plot.png"),
}


@pytest.fixture(autouse=True)
def _namespaces() -> None:
    require_namespaces()


@pytest.mark.parametrize("name", COMMANDS)
def test_nothing_leaves_and_nothing_is_left(
    name: str, settings: Settings, graphs: Graphs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    trace = run_alone(tmp_path / "home", *COMMANDS[name], cache=settings.cache_dir, codes=(0, name == "bench"))
    assert set(trace.attempts.values()) == {0}, trace
    assert trace.files == [], trace


def test_building_leaves_only_what_is_built(
    settings: Settings, graphs: Graphs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    published = tmp_path / "home" / ".cache" / "kokoro-live" / "published"
    published.mkdir(parents=True)
    for path in (settings.cache_dir / "published").iterdir():
        shutil.copy(path, published)
    trace = run_alone(tmp_path / "home", *LIVE, "models", "build")
    assert set(trace.attempts.values()) == {0}, trace
    assert trace.files and all(name.startswith(".cache/kokoro-live/") for name in trace.files)


def test_what_would_leave_is_seen(tmp_path: Path) -> None:
    """The test's own test: a look-up and a file."""
    look_up = "import socket, pathlib\ntry: socket.create_connection(('192.0.2.1', 9), 1)\nexcept OSError: pass\n"
    trace = run_alone(tmp_path / "home", sys.executable, "-c", look_up + "pathlib.Path.home().joinpath('x').touch()")
    assert trace.attempts["Ip:OutNoRoutes"] > 0
    assert trace.files == ["x"]
