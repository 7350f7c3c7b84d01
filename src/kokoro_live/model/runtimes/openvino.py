"""Graphs compiled by OpenVINO, for inputs of fixed lengths where that is faster. An extra: without it everything runs
on ONNX Runtime.

Its integer convolutions are three times as fast as float ones, and for a fixed shape it makes one pass of a chain of
element-wise operators (docs/experiments/0046); where a shape is open it prepares each new length when it comes.
"""

import ctypes
import json
import logging
import mmap
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kokoro_live.cancel import Cancel
from kokoro_live.errors import AssetError, Cancelled, MissingPackage, SynthesisError
from kokoro_live.files import file_hash
from kokoro_live.model.runtimes.onnxruntime import Array

Shapes = Mapping[str, Sequence[int]]
HASHES, BLOBS = "hashes.json", "*.blob"
ANY = 0  # as a length: the shapes stay open
# Where shapes are open, OpenVINO and the library below it would each keep kernels for every length they have met, for
# good. Few are ever met again; one that is costs 9 ms more than if its kernels had been kept, and all of them 50 MB.
FEW_KERNELS = 32
# While it compiles, OpenVINO puts the whole process into the locale "C", then back into the one it found. Two at once
# would leave it there, and Python would take every file for ASCII.
ONE_AT_A_TIME = Lock()
MAPPINGS = Path("/proc/self/maps")  # of this process, on Linux
CONVERSION_TOOLS = "openvino.tools.ovc"


def can_compile() -> bool:
    """Whether OpenVINO is installed."""
    return find_spec("openvino") is not None


def _runtime() -> Any:
    """OpenVINO without its conversion tools: on import these report to their vendor that somebody imported them, and
    leave a lasting id in the user's home; we need none of them."""
    sys.modules.setdefault(CONVERSION_TOOLS, None)  # type: ignore[arg-type]  # Python's way to say: not to be had
    try:
        import openvino
    finally:
        if sys.modules[CONVERSION_TOOLS] is None:
            del sys.modules[CONVERSION_TOOLS]
    return openvino


class Compiled:
    """One graph, ready for each of a few lengths of its first input's last axis, or for `ANY`."""

    provider = "openvino"

    def __init__(
        self,
        path: Path,
        threads: int,
        shapes: Callable[[int], Shapes] = lambda _: {},
        lengths: Sequence[int] = (ANY,),
        kept: Path | None = None,
    ) -> None:
        """`shapes` tells every input's shape for a length; `kept` is a folder of `kernels`."""
        if not can_compile():
            raise MissingPackage("This variant", "openvino")
        os.putenv("ONEDNN_PRIMITIVE_CACHE_CAPACITY", str(FEW_KERNELS))  # it has no other way to be told
        openvino = _runtime()
        self.name, self._path, self._shapes, self._lock = path.stem, str(path), shapes, Lock()
        self.identity = f"openvino {openvino.__version__}"
        self._settings: dict[str, Any] = {
            "INFERENCE_NUM_THREADS": threads,
            "PERFORMANCE_HINT": "LATENCY",
            "INFERENCE_PRECISION_HINT": "f32",  # of what is not quantised
            "ENABLE_CPU_PINNING": False,  # other threads need the cores in between
            "CPU_RUNTIME_CACHE_CAPACITY": FEW_KERNELS,
        }
        self._mapped = kept  # until the first run
        try:
            self._core = openvino.Core()
            self._requests = self._all(lengths, kept)
        except RuntimeError as error:
            raise AssetError(f"{path} cannot be compiled. Run: kokoro-live models build") from error

    def _all(self, lengths: Sequence[int], kept: Path | None) -> dict[int, Any]:
        """With kernels from the folder, or for it; without it if it cannot be used, as in a cache that others own."""
        with suppress(RuntimeError):
            if kept is not None:
                return {length: self._compiled(length, {"CACHE_DIR": str(kept)}) for length in lengths}
        return {length: self._compiled(length) for length in lengths}

    def _compiled(self, length: int, further: Mapping[str, Any] | None = None) -> Any:
        with ONE_AT_A_TIME:
            graph = self._core.read_model(self._path)
            if length != ANY:
                graph.reshape({name: list(shape) for name, shape in self._shapes(length).items()})
            return self._core.compile_model(graph, "CPU", {**self._settings, **(further or {})}).create_infer_request()

    def run(self, outputs: list[str], feeds: dict[str, Array], cancel: Cancel) -> list[NDArray[np.float32]]:
        """The named outputs, or `Cancelled`, or `SynthesisError`. One run at a time."""
        length = next(iter(feeds.values())).shape[-1]
        with self._lock:
            try:
                # A length that nobody foresaw (only evaluations have any) is compiled for this once: each takes 100 MB.
                fixed = self._requests.get(length)
                request = fixed or self._requests.get(ANY) or self._compiled(length)
                # Broken off in the middle, a graph of open shapes can keep some of the length that it was about to
                # have, and fail at its next run. Such graphs take some hundredths of a second: they run to their end.
                with cancel.stopping(request.cancel if fixed else _do_nothing):
                    request.start_async(feeds, share_inputs=True)
                    if fixed and cancel.requested:  # in between, when there was nothing to cancel yet
                        request.cancel()
                    request.wait()
                cancel.check()
                if self._mapped:
                    _let_go(self._mapped)
                    self._mapped = None
                return [np.array(request.get_tensor(name).data) for name in outputs]
            except RuntimeError as error:
                if cancel.requested:
                    raise Cancelled("The request was cancelled.") from None
                raise SynthesisError(f"The {self.name} graph failed: {str(error)[:300]}") from error


def _do_nothing() -> None:
    pass


@contextmanager
def kernels(folder: Path) -> Iterator[Path | None]:
    """A folder in which what is compiled meanwhile survives; None if it cannot be used."""
    try:
        folder.mkdir(exist_ok=True)
        known = _undamaged(folder)
    except OSError as error:
        logging.getLogger(__name__).warning("compiling at every start, because kernels cannot be kept: %s", error)
        yield None
        return
    yield folder
    with suppress(OSError):
        kernels = {blob.name for blob in folder.glob(BLOBS)}
        if kernels != known.keys():
            _remember(folder, known | {name: file_hash(folder / name) for name in kernels - known.keys()})


def _undamaged(folder: Path) -> dict[str, str]:
    """The kernels that are as they were made; others are deleted. OpenVINO checks their length, not their content."""
    recorded = {}
    with suppress(FileNotFoundError, ValueError, TypeError):
        recorded = dict(json.loads((folder / HASHES).read_text(encoding="utf-8")))
    hashes = {blob.name: file_hash(blob) for blob in folder.glob(BLOBS)}
    undamaged = {name: digest for name, digest in hashes.items() if recorded.get(name) == digest}
    for name in hashes.keys() - undamaged.keys():
        (folder / name).unlink()
    return undamaged


def _remember(folder: Path, hashes: Mapping[str, str]) -> None:
    unfinished = folder / f"{HASHES}.new"
    unfinished.write_text(json.dumps(hashes))
    unfinished.replace(folder / HASHES)


def _let_go(folder: Path) -> None:
    """Files of kernels are mapped into memory and read once; what is needed of them has been copied by the first run.
    Their pages would stay (100 MB). If somebody needs one after all, it is read again."""
    if not MAPPINGS.is_file():
        return
    library = ctypes.CDLL(None)
    for line in MAPPINGS.read_text(encoding="utf-8").splitlines():
        if line.endswith(".blob") and str(folder.resolve()) in line:
            first, end = (int(edge, 16) for edge in line.split(maxsplit=1)[0].split("-"))
            library.madvise(ctypes.c_void_p(first), ctypes.c_size_t(end - first), mmap.MADV_DONTNEED)
