"""The published files we stand on: pinned by hash, fetched once from the first source that works, never half there."""

import errno
import fcntl
import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from kokoro_live.errors import AssetError
from kokoro_live.speech import sources
from kokoro_live.speech.sources import Progress, SourceFailed


@dataclass(frozen=True, slots=True)
class Asset:
    """One line of the manifest."""

    name: str
    sha256: str
    size: int  # bytes
    licence: str
    what: str
    required: bool
    release: tuple[str, ...]
    hub: tuple[str, ...]
    index: dict[str, Any] | None


INT8, FP32, VOICES = "kokoro-v1.0.int8.onnx", "kokoro-v1.0.onnx", "voices-v1.0.bin"
HASHED_AT_ONCE = 16 << 20  # after each block another thread may take Python's lock, for 5 ms


@cache
def manifest() -> dict[str, Asset]:
    """Every published file we know."""
    lines = json.loads(resources.files(__package__).joinpath("assets.json").read_text(encoding="utf-8"))
    return {
        name: Asset(name, **{**line, "release": tuple(line["release"]), "hub": tuple(line["hub"])})
        for name, line in lines.items()
    }


def silent(label: str, done: int, total: int) -> None:
    """A progress that shows nothing."""


class Store:
    """The folder of verified published files."""

    def __init__(self, cache_dir: Path, model_dir: Path | None = None, order: tuple[str, ...] = ("index",)) -> None:
        self.folder = cache_dir / "published"
        self.model_dir = model_dir
        self.order = order

    def path(self, asset: Asset) -> Path:
        """Where the file is, or will be."""
        return self.folder / asset.name

    def problem(self, asset: Asset) -> str | None:
        """Why the file cannot be used, or None if every byte is right."""
        path = self.path(asset)
        if not path.is_file():
            return "missing"
        if path.stat().st_size != asset.size:
            return f"truncated: {path.stat().st_size} of {asset.size} bytes"
        if file_hash(path) != asset.sha256:
            return "damaged: its sha256 is not the pinned one"
        return None

    def fetch(self, asset: Asset, progress: Progress = silent) -> Path:
        """The verified file, fetched if need be. Two processes may ask at once: one fetches, the other waits."""
        if self.problem(asset) is None:
            return self.path(asset)  # without a lock: a finished cache may be read-only
        with writing(self.folder, asset.size), locked(self.folder / ".lock"):
            if self.problem(asset) is None:
                return self.path(asset)
            part = self.folder / f"{asset.name}.part"
            failures = []
            for attempt in self._attempts(asset, part, progress):
                try:
                    attempt()
                except SourceFailed as failure:
                    failures.append(str(failure))
                    continue
                if file_hash(part) == asset.sha256:
                    part.replace(self.path(asset))
                    return self.path(asset)
                part.unlink()
                failures.append("one source delivered a file whose sha256 is not the pinned one; it was thrown away")
        reasons = "\n  - ".join(failures) or "no source is enabled (KOKORO_SOURCES)"
        raise AssetError(
            f"Cannot fetch {asset.name} ({asset.size / 1e6:.0f} MB):\n  - {reasons}\n"
            f"Check the network and run again, or put the file into a folder and set KOKORO_MODEL_DIR to it."
        )

    def _attempts(self, asset: Asset, part: Path, progress: Progress) -> Iterator[Any]:
        for source in self.order:
            if source == "local" and self.model_dir is not None:
                original = self.model_dir / asset.name
                yield lambda original=original: sources.copy(original, part, progress)
            elif source in ("release", "hub"):
                for url in getattr(asset, source):
                    yield lambda url=url: sources.download(url, part, asset.size, progress)
            elif source == "index" and asset.index is not None:
                recipe, packages = asset.index["recipe"], asset.index["packages"]
                yield lambda recipe=recipe, packages=packages: sources.from_index(packages, recipe, part, progress)


def file_hash(path: Path) -> str:
    """sha256 of a file."""
    digest = hashlib.sha256()
    with path.open("rb") as reader:
        while block := reader.read(HASHED_AT_ONCE):
            digest.update(block)
    return digest.hexdigest()


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """One process at a time; the lock goes with the process, however it ends."""
    with path.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


@contextmanager
def writing(folder: Path, needed: int) -> Iterator[None]:
    """Disk trouble told as one line that says what to do; a partial file is not left on a full disk."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            for part in folder.glob("*.part"):
                with suppress(OSError):
                    part.unlink()
            raise AssetError(
                f"The disk that holds {folder} is full; {needed / 1e6:.0f} MB are needed. "
                f"Free some space, or set KOKORO_CACHE_DIR to a folder on another disk, and run again."
            ) from error
        raise AssetError(
            f"Cannot write to {folder} ({error.strerror}). Set KOKORO_CACHE_DIR to a folder you can write to."
        ) from error
