"""Between which values the channels of a tensor lie, as measured for one base model; what `quantising` needs."""

import hashlib
import io
from collections.abc import Mapping
from importlib import resources
from importlib.resources.abc import Traversable

import numpy as np
from numpy.typing import NDArray

Ranges = Mapping[str, NDArray[np.float32]]  # tensor → [2, channels]: the lowest and the highest value to tell apart


def ranges_of(base_sha256: str) -> dict[str, NDArray[np.float32]] | None:
    """Those measured for this base model, if any."""
    path = _path(base_sha256)
    if not path.is_file():
        return None
    with np.load(io.BytesIO(path.read_bytes())) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


def is_calibrated(base_sha256: str) -> bool:
    """Whether statistics can be predicted for this base model: where not, every segment is made whole."""
    return _path(base_sha256, "npz").is_file()


def ranges_digest(base_sha256: str) -> str | None:
    """Changes when they do."""
    path = _path(base_sha256)
    return hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest() if path.is_file() else None


def _path(base_sha256: str, kind: str = "ranges.npz") -> Traversable:
    return resources.files(__package__).joinpath(f"{base_sha256[:12]}.{kind}")
