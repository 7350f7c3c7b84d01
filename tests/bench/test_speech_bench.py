"""The whole bench against a server by its address: what is written, shown and judged."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

from kokoro_live.cli import main
from kokoro_live.records import SAMPLE_RATE


class Speaker(BaseHTTPRequestHandler):
    """Noise of the length that the text should have, all at once; says truly what it has said before."""

    said: set[str]

    def do_POST(self) -> None:
        text = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
        noise = np.random.default_rng(abs(hash(text))).normal(0, 3000, len(text) * SAMPLE_RATE // 16)
        data = noise.astype("<i2").tobytes()
        self.send_response(200)
        self.send_header("X-Cache", "hit" if text in self.said else "miss")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
        self.said.add(text)

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def url() -> Iterator[str]:
    Speaker.said = set()
    with ThreadingHTTPServer(("127.0.0.1", 0), Speaker) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1"
        server.shutdown()


def test_a_server_is_measured_by_its_address(url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target, page = tmp_path / "run.json", tmp_path / "run.html"
    options = ["--url", url, "--presets", "short:3,long:2", "--cached", "2", "--concurrency", "2"]
    assert main(["bench", *options, "--json", str(target), "--html", str(page)]) == 0, capsys.readouterr().err
    found = json.loads(target.read_text())
    assert {name: figures["n"] for name, figures in found["series"].items()} == {
        "kokoro-live/short/warm": 6,
        "kokoro-live/long/warm": 4,
        "kokoro-live/short/cached": 2,
    }
    assert found["failed"] == [] and not found["partial"] and len(found["samples"]) == 12
    assert found["machine"]["cores"] and found["config_hash"]
    assert len({sample["digest"] for sample in found["samples"]}) == 12
    assert "Every gate holds" in page.read_text() and page.read_text().count("<img") == 3
    assert "kokoro-live/short/warm" in capsys.readouterr().out


def test_no_text_is_used_twice(url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Even where there are few: the server would have it in its cache."""
    target = tmp_path / "run.json"
    options = ["--url", url, "--presets", "brief:30", "--cached", "0", "--concurrency", "4", "--json", str(target)]
    assert main(["bench", *options]) == 0, capsys.readouterr().err
    assert len({sample["text"] for sample in json.loads(target.read_text())["samples"]}) == 120


def test_a_server_that_is_not_there_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "run.json"
    assert main(["bench", "--url", "http://127.0.0.1:9", "--n", "1", "--cached", "0", "--json", str(target)]) == 1
    assert "1 of 1 failed" in capsys.readouterr().err


@pytest.mark.parametrize(
    "options",
    [
        ["--presets", "tiny"],
        ["--presets", "short:0"],
        ["--presets", "short:²"],
        ["--against", "kokoro-onnx", "--n", "5"],
        ["--n", "0"],
        ["--concurrency", "0"],
        ["--voice", "nobody"],
        ["--against", "somebody"],
        ["--json", "/nowhere/run.json"],
    ],
)
def test_what_cannot_be_measured_is_told_at_once(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", *options]) == 2
    assert capsys.readouterr().err.startswith("kokoro-live: ")
