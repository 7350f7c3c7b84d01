"""What was synthesised, kept on disk by content, bounded, across restarts. Losing it costs time, never a right answer.

One file for each, in a folder by the first byte of its key: a header, the edges, the samples, and a digest of all of
it and of its key: a file under another's name is damaged. A file is written under another name and renamed when
complete, and one whose digest is wrong is deleted and counts as a miss, so whatever ends the process or damages the
disk, nothing broken is ever heard. A disk that is full or read-only is counted and otherwise ignored.
"""

import hashlib
import os
import struct
from collections import Counter, OrderedDict
from contextlib import suppress
from pathlib import Path
from threading import Lock

import numpy as np

from kokoro_live.config import Settings
from kokoro_live.records import CachedSynthesis

HEADER = struct.Struct("<8sqdd qq")  # magic, heard, tempo, gain, how many edges, how many samples
MAGIC = b"KLTAKE2\n"
DIGEST = 16
SUFFIX = ".take"
PRIVATE = 0o700  # what somebody listened to is nobody else's business
UNFINISHED = ".part"


class Cache:
    """A folder of cached syntheses that forgets what was not heard for longest. May be used from several threads."""

    def __init__(self, folder: Path, most_bytes: int) -> None:
        self.folder, self._most = folder, most_bytes
        self._lock = Lock()
        self._sizes: OrderedDict[str, int] = OrderedDict()  # least recently heard first
        self.counts: Counter[str] = Counter(hits=0, misses=0, stored=0, evicted=0, damaged=0, failed=0)
        self._find()

    @property
    def size(self) -> int:
        """Bytes of all of them."""
        with self._lock:
            return sum(self._sizes.values())

    @property
    def entries(self) -> int:
        """How many there are."""
        return len(self._sizes)

    def get(self, key: bytes) -> CachedSynthesis | None:
        """The synthesis, if it is here and whole."""
        name = key.hex()
        with self._lock:
            known = name in self._sizes
            if known:
                self._sizes.move_to_end(name)
        synthesis = self._read(name) if known else None
        self.counts["misses" if synthesis is None else "hits"] += 1
        return synthesis

    def put(self, key: bytes, synthesis: CachedSynthesis) -> None:
        """Keeps a synthesis; where that is impossible, goes on without."""
        name = key.hex()
        data = _packed(synthesis, name)
        if len(data) > self._most:
            return
        path = self._path(name)
        part = path.with_name(f"{path.name}.{os.getpid()}{UNFINISHED}")
        try:
            self.folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
            path.parent.mkdir(mode=PRIVATE, exist_ok=True)
            part.write_bytes(data)
            part.replace(path)
        except OSError:
            self.counts["failed"] += 1
            with suppress(OSError):
                part.unlink(missing_ok=True)
            return
        self.counts["stored"] += 1
        with self._lock:
            self._sizes[name] = len(data)
            self._sizes.move_to_end(name)
        self._evict()

    def clear(self) -> int:
        """Forgets everything; returns how many there were."""
        with self._lock:
            self._sizes.clear()
        names = [path.stem for path in self.folder.glob(f"??/*{SUFFIX}")]  # of other processes, too
        for name in names:
            self._remove(name)
        return len(names)

    def _find(self) -> None:
        """What an earlier process left, in the order it was last heard; its unfinished files are removed."""
        files = []
        for path in self.folder.glob("??/*"):
            with suppress(OSError):  # another process may be tidying up, too
                if path.suffix == SUFFIX:
                    facts = path.stat()
                    files.append((facts.st_mtime, path.stem, facts.st_size))
                elif path.suffix == UNFINISHED:
                    path.unlink(missing_ok=True)
        self._sizes.update((name, size) for _, name, size in sorted(files))
        self._evict()

    def _read(self, name: str) -> CachedSynthesis | None:
        path = self._path(name)
        try:
            synthesis = _unpacked(path.read_bytes(), name)
        except FileNotFoundError:  # somebody tidied up
            synthesis = None
        except OSError:  # no more open files, a disk that fails for a moment: it may well be whole
            self.counts["failed"] += 1
            return None
        with suppress(OSError):  # on a disk that may not be written to, the order of use is lost with the process
            os.utime(path)
        if synthesis is None:
            self.counts["damaged"] += 1
            self._forget(name)
        return synthesis

    def _evict(self) -> None:
        with self._lock:
            total, out = sum(self._sizes.values()), []
            for name, size in self._sizes.items():
                if total <= self._most:
                    break
                total -= size
                out.append(name)
            for name in out:
                del self._sizes[name]
        for name in out:
            self.counts["evicted"] += 1
            self._remove(name)

    def _forget(self, name: str) -> None:
        with self._lock:
            self._sizes.pop(name, None)
        self._remove(name)

    def _remove(self, name: str) -> None:
        try:
            self._path(name).unlink(missing_ok=True)
        except OSError:
            self.counts["failed"] += 1

    def _path(self, name: str) -> Path:
        return self.folder / name[:2] / (name + SUFFIX)


def cache_of(settings: Settings) -> Cache | None:
    """The cache that was asked for, if any."""
    if settings.ephemeral or not settings.cache_mb:
        return None
    return Cache(settings.take_dir or settings.cache_dir / "takes", settings.cache_mb * 1_000_000)


def _packed(synthesis: CachedSynthesis, name: str) -> bytes:
    edges, samples = synthesis.edges, synthesis.samples
    body = HEADER.pack(MAGIC, synthesis.heard, synthesis.tempo, synthesis.gain, len(edges), len(samples))
    body += edges.astype("<i4").tobytes() + samples.astype("<f4").tobytes()
    return body + _digest(body, name)


def _digest(body: bytes, name: str) -> bytes:
    return hashlib.blake2b(body, digest_size=DIGEST, key=bytes.fromhex(name)).digest()


def _unpacked(data: bytes, name: str) -> CachedSynthesis | None:
    body, digest = data[:-DIGEST], data[-DIGEST:]
    if _digest(body, name) != digest or not body.startswith(MAGIC):
        return None
    _, heard, tempo, gain, edges, samples = HEADER.unpack_from(body)
    places = np.frombuffer(body, "<i4", edges, HEADER.size)
    return CachedSynthesis(places, heard, tempo, gain, np.frombuffer(body, "<f4", samples, HEADER.size + 4 * edges))
