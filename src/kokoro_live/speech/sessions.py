"""Loaded graphs: opened one way, run so that every run can be stopped from another thread."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray
from onnxruntime.capi import onnxruntime_pybind11_state as ort_errors

from kokoro_live.errors import AssetError, Cancelled, SynthesisError

Array = NDArray[np.float32] | NDArray[np.int64]
RUN_ERRORS = (ort_errors.Fail, ort_errors.RuntimeException, ort_errors.InvalidArgument, ort_errors.EPFail)
LOAD_ERRORS = (*RUN_ERRORS, ort_errors.InvalidProtobuf, ort_errors.InvalidGraph, ort_errors.NoSuchFile)
SILENT = 4  # errors are raised; a run that is stopped inside a loop would be written down as one


class Cancel:
    """Asks a stream to stop: between two runs at once, inside a run within one operator."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._requested = False
        self._stop: Callable[[], None] | None = None

    @property
    def requested(self) -> bool:
        """Whether somebody asked."""
        return self._requested

    def request(self) -> None:
        """Stop. May be called from any thread, more than once."""
        with self._lock:
            self._requested = True
            if self._stop is not None:
                self._stop()

    @contextmanager
    def stopping(self, stop: Callable[[], None]) -> Iterator[None]:
        """During one run, which `request` ends by calling `stop`."""
        with self._lock:
            if self._requested:
                raise Cancelled("The request was cancelled.")
            self._stop = stop
        try:
            yield
        finally:
            with self._lock:
                self._stop = None


class Runs(Protocol):
    """A loaded graph, whatever runs it."""

    provider: str
    identity: str  # of what runs it: another version may round otherwise

    def run(self, outputs: list[str], feeds: dict[str, Array], cancel: Cancel) -> list[NDArray[np.float32]]:
        """The named outputs, or `Cancelled`, or `SynthesisError`."""


class Session:
    """A graph run by ONNX Runtime, for inputs of any length."""

    provider = "cpu"
    identity = f"onnxruntime {ort.__version__}"

    def __init__(self, path: Path, threads: int, frugal: bool = False) -> None:
        """`frugal` gives working memory back after each run: for graphs whose inputs vary much in length."""
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = SILENT
        options.add_session_config_entry("session.force_spinning_stop", "1")  # after a run others need the cores
        self.name = path.stem
        self._frugal = frugal
        try:
            self._session = ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        except LOAD_ERRORS as error:
            raise AssetError(f"{path} cannot be loaded. Run: kokoro-live models build") from error

    def run(self, outputs: list[str], feeds: dict[str, Array], cancel: Cancel) -> list[NDArray[np.float32]]:
        """The named outputs, or `Cancelled`, or `SynthesisError`."""
        options = ort.RunOptions()
        if self._frugal:
            options.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
        with cancel.stopping(lambda: setattr(options, "terminate", True)):
            try:
                # What is returned lies in the session's own memory, and would keep large regions of it from being freed
                # for as long as anybody holds a view of it: a copy costs a millisecond.
                return [made.copy() for made in self._session.run(outputs, feeds, options)]
            except RUN_ERRORS as error:
                if cancel.requested:
                    raise Cancelled("The request was cancelled.") from None
                raise SynthesisError(f"The {self.name} graph failed: {str(error)[:300]}") from error


@dataclass(frozen=True, slots=True)
class Link:
    """One graph of several that are run one after another."""

    graph: Runs
    reads: Sequence[str]
    makes: Sequence[str]


class Chain:
    """Graphs that feed each other, as one."""

    def __init__(self, *links: Link) -> None:
        self._links = links
        self.provider = links[0].graph.provider
        self.identity = ", ".join(sorted({link.graph.identity for link in links}))

    def run(self, outputs: list[str], feeds: dict[str, Array], cancel: Cancel) -> list[NDArray[np.float32]]:
        """The named outputs, or `Cancelled`, or `SynthesisError`."""
        known: dict[str, Any] = dict(feeds)
        for link in self._links:
            made = link.graph.run([*link.makes], {name: known[name] for name in link.reads}, cancel)
            known |= zip(link.makes, made, strict=True)
        return [known[name] for name in outputs]
