"""One live server for these tests, started like a user's."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from kokoro_live.model.store import Graphs

SENTENCE = "The harbour was quiet, and a single lamp burned above the door of the old customs house."


@dataclass
class Served:
    """A running server."""

    process: "subprocess.Popen[str]"
    port: int
    log: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def client(self, **options: object) -> httpx.Client:
        return httpx.Client(base_url=self.url, timeout=120, trust_env=False, **options)  # type: ignore[arg-type]

    def rss_mb(self) -> float:
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())
        assert found
        return int(found[1]) / 1000


def started(folder: Path, *flags: str, ready: bool = True, **settings: object) -> Served:
    """A server of its own, with its own kept audio, on a free port."""
    log = folder / "server.log"
    environment = {k: v for k, v in os.environ.items() if not k.startswith("KOKORO_") or k == "KOKORO_CACHE_DIR"}
    environment |= {f"KOKORO_{name.upper()}": str(value) for name, value in settings.items()}
    command = [sys.executable, "-m", "kokoro_live", "serve", "--port", "0", "--host", "127.0.0.1", *flags]
    with log.open("w") as errors:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment)
    assert process.stdout
    said = process.stdout.readline()
    found = re.search(r":(\d+)/v1", said)
    assert found, said + log.read_text()
    served = Served(process, int(found[1]), log)
    if ready:
        wait_until_ready(served)
    return served


def wait_until_ready(served: Served) -> None:
    with served.client() as client:
        for _ in range(1200):
            if client.get("/health").status_code == 200:
                return
            assert served.process.poll() is None, served.log.read_text()
            time.sleep(0.1)
    raise AssertionError(served.log.read_text())


def ended(served: Served) -> int:
    served.process.terminate()
    code = served.process.wait(60)
    if served.process.stdout:
        served.process.stdout.close()
    return code


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory, graphs: Graphs) -> Iterator[Served]:
    running = started(tmp_path_factory.mktemp("server"), ephemeral="true")
    yield running
    assert ended(running) == 0
    assert "Exception in ASGI application" not in running.log.read_text()


@pytest.fixture
def client(served: Served) -> Iterator[httpx.Client]:
    with served.client() as made:
        yield made
