"""Fetching: whatever the source does, a file is either right or not there."""

import hashlib
import io
import os
import tarfile
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing import get_context
from pathlib import Path
from threading import Thread

import pytest

from kokoro_live.assets import sources
from kokoro_live.assets.fetch import Store
from kokoro_live.assets.manifest import INT8, VOICES, Asset, manifest
from kokoro_live.errors import AssetError
from kokoro_live.files import file_hash

CONTENT = os.urandom(300_000)
SHA256 = hashlib.sha256(CONTENT).hexdigest()
UNREACHABLE = "http://127.0.0.1:9/gone"


class Server(ThreadingHTTPServer):
    """A release page of our own: serves CONTENT with Range, and can misbehave."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.content = CONTENT
        self.cut_at: int | None = None
        self.ranges: list[str | None] = []
        self.url = f"http://127.0.0.1:{self.server_address[1]}/file"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        wanted = self.headers.get("Range")
        self.server.ranges.append(wanted)
        start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted else 0
        body = self.server.content[start:]
        self.send_response(206 if wanted else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.server.cut_at is not None:
            body, self.server.cut_at = body[: self.server.cut_at], None
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    Thread(target=made.serve_forever, daemon=True).start()
    yield made
    made.shutdown()
    made.server_close()


def asset(url: str = UNREACHABLE, sha256: str = SHA256) -> Asset:
    return Asset("file", sha256, len(CONTENT), "Apache-2.0", "a test", True, (url,), (), None)


def leftovers(folder: Path) -> set[str]:
    return {path.name for path in folder.glob("published/*")} - {".lock"}


def test_the_manifest_pins_every_file() -> None:
    assert {INT8, VOICES} <= {name for name, line in manifest().items() if line.required}
    for line in manifest().values():
        assert len(line.sha256) == 64 and line.size > 1_000_000 and line.licence == "Apache-2.0"
        assert line.release or line.index


def test_over_http(server: Server, tmp_path: Path) -> None:
    seen: list[int] = []
    path = Store(tmp_path, order=("release",)).fetch(asset(server.url), lambda label, done, total: seen.append(done))
    assert path.read_bytes() == CONTENT and leftovers(tmp_path) == {"file"}
    assert seen[-1] == len(CONTENT)


def test_a_dropped_download_is_resumed(server: Server, tmp_path: Path) -> None:
    store = Store(tmp_path, order=("release",))
    server.cut_at = 100_000
    with pytest.raises(AssetError, match="run again"):
        store.fetch(asset(server.url))
    assert not (tmp_path / "published" / "file").exists()
    assert store.fetch(asset(server.url)).read_bytes() == CONTENT
    assert server.ranges == [None, "bytes=100000-"]


def test_a_login_page_does_not_spoil_the_mirror(server: Server, tmp_path: Path) -> None:
    portal = Server()
    portal.content = b"<html>Please log in</html>"
    Thread(target=portal.serve_forever, daemon=True).start()
    mirrored = replace(asset(portal.url), hub=(server.url,))
    assert Store(tmp_path, order=("release", "hub")).fetch(mirrored).read_bytes() == CONTENT
    assert server.ranges == [None]
    portal.shutdown()
    portal.server_close()


def test_a_wrong_hash_leaves_nothing(server: Server, tmp_path: Path) -> None:
    server.content = b"x" * len(CONTENT)
    with pytest.raises(AssetError, match="sha256 is not the pinned one"):
        Store(tmp_path, order=("release",)).fetch(asset(server.url))
    assert leftovers(tmp_path) == set()


def test_the_next_source_is_tried(server: Server, tmp_path: Path) -> None:
    mirrored = replace(asset(UNREACHABLE), hub=(server.url,))
    assert Store(tmp_path, order=("local", "release", "hub")).fetch(mirrored).read_bytes() == CONTENT


def test_a_local_folder_needs_no_network(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "file").write_bytes(CONTENT)
    assert Store(tmp_path / "cache", folder, ("local",)).fetch(asset()).read_bytes() == CONTENT


def test_no_network_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(AssetError, match="KOKORO_MODEL_DIR") as caught:
        Store(tmp_path, order=("release",)).fetch(asset())
    assert "cannot be reached" in str(caught.value) and leftovers(tmp_path) == set()


def test_a_full_disk(server: Server, tmp_path: Path) -> None:
    (tmp_path / "published").mkdir()
    (tmp_path / "published" / "file.part").symlink_to("/dev/full")
    with pytest.raises(AssetError, match=r"full.*KOKORO_CACHE_DIR"):
        Store(tmp_path, order=("release",)).fetch(asset(server.url))
    assert leftovers(tmp_path) == set()


def test_a_cache_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(AssetError, match="KOKORO_CACHE_DIR"):
        Store(tmp_path / "file", order=("release",)).fetch(asset())


def test_a_complete_cache_may_be_read_only(server: Server, tmp_path: Path) -> None:
    Store(tmp_path, order=("release",)).fetch(asset(server.url))
    (tmp_path / "published" / ".lock").unlink()
    assert Store(tmp_path, order=()).fetch(asset()).read_bytes() == CONTENT
    assert not (tmp_path / "published" / ".lock").exists()  # nothing was written, not even a lock


@pytest.mark.parametrize("damage", [b"", CONTENT[:-1], bytes([CONTENT[0] ^ 1]) + CONTENT[1:]])
def test_a_damaged_file_is_found_and_fetched_again(server: Server, tmp_path: Path, damage: bytes) -> None:
    store = Store(tmp_path, order=("release",))
    path = store.fetch(asset(server.url))
    path.write_bytes(damage)
    assert store.problem(asset()) is not None
    assert store.fetch(asset(server.url)).read_bytes() == CONTENT


def _fetch(folder: Path, url: str) -> str:
    return file_hash(Store(folder, order=("release",)).fetch(asset(url, SHA256)))


def test_two_processes_at_once(server: Server, tmp_path: Path) -> None:
    with get_context("fork").Pool(3) as pool:
        results = [pool.apply_async(_fetch, (tmp_path, server.url)) for _ in range(3)]
        assert [result.get(60) for result in results] == [SHA256] * 3
    assert len(server.ranges) == 1 and leftovers(tmp_path) == {"file"}


def test_the_real_files_are_verified(store: Store) -> None:
    for name in (INT8, VOICES):
        assert file_hash(store.fetch(manifest()[name])) == manifest()[name].sha256


def test_a_source_archive_is_fetched_without_running_anything_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is no build tool to be had, and the archive's own code would leave a trace."""
    trace = tmp_path / "trace"
    members = {
        "pyproject.toml": '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n'
        '[project]\nname = "quiet"\nversion = "1.0"\nrequires-python = "<3"\n',
        "setup.py": f"open({str(trace)!r}, 'w').close()",
        "hatchling/build.py": f"open({str(trace)!r}, 'w').close()",
        "PKG-INFO": "Metadata-Version: 2.1\nName: quiet\nVersion: 1.0\n",
    }
    index = tmp_path / "index"
    index.mkdir()
    archive = index / "quiet-1.0.tar.gz"
    with tarfile.open(archive, "w:gz") as writer:
        for name, text in members.items():
            member = tarfile.TarInfo(f"quiet-1.0/{name}")
            member.size = len(text)
            writer.addfile(member, io.BytesIO(text.encode()))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(index))
    found: list[Path] = []
    monkeypatch.setitem(sources.RECIPES, "packed_voices", lambda archives, part: found.extend(archives))
    sha256 = file_hash(archive)
    sources.from_index({"quiet==1.0": sha256}, "packed_voices", tmp_path / "voices.part", lambda *_: None)
    assert [path.name for path in found] == ["quiet-1.0.tar.gz"]
    assert not trace.exists()
    with pytest.raises(sources.SourceFailed, match="pip could not fetch"):
        sources.from_index({"quiet==1.0": "0" * 64}, "packed_voices", tmp_path / "voices.part", lambda *_: None)
