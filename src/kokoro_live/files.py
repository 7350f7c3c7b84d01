"""Files that are whole or not there: hashes, locks, and disk trouble told so that somebody can mend it."""

import errno
import fcntl
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kokoro_live.errors import AssetError

HASHED_AT_ONCE = 16 << 20  # after each block another thread may take Python's lock, for 5 ms


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
