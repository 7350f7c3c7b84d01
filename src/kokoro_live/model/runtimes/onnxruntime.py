"""Loaded graphs: opened one way, run so that every run can be stopped from another thread."""

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray
from onnxruntime.capi import onnxruntime_pybind11_state as ort_errors

from kokoro_live.errors import AssetError, Cancelled, SynthesisError
from kokoro_live.model.runtimes.parallel import Beside

Array = NDArray[np.float32] | NDArray[np.int64]
RUN_ERRORS = (ort_errors.Fail, ort_errors.RuntimeException, ort_errors.InvalidArgument, ort_errors.EPFail)
LOAD_ERRORS = (*RUN_ERRORS, ort_errors.InvalidProtobuf, ort_errors.InvalidGraph, ort_errors.NoSuchFile)
SILENT = 4  # errors are raised; a run that is stopped inside a loop would be written down as one


class Cancel:
    """Asks a stream to stop: between two runs at once, inside a run within one operator."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._requested = False
        self._stops: list[Callable[[], None]] = []

    @property
    def requested(self) -> bool:
        """Whether somebody asked."""
        return self._requested

    def check(self) -> None:
        """An error if somebody asked."""
        if self._requested:
            raise Cancelled("The stream was stopped.")

    def request(self) -> None:
        """Stop. May be called from any thread, more than once."""
        with self._lock:
            self._requested = True
            for stop in self._stops:
                stop()

    @contextmanager
    def stopping(self, stop: Callable[[], None]) -> Iterator[None]:
        """During one run, which `request` ends by calling `stop`."""
        with self._lock:
            if self._requested:
                raise Cancelled("The request was cancelled.")
            self._stops.append(stop)
        try:
            yield
        finally:
            with self._lock:
                self._stops.remove(stop)


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

    def __init__(self, path: Path, threads: int, kept_up_to: float = math.inf) -> None:
        """Working memory is kept for the next run, because pages that the system gives anew cost time: a third of a
        small graph's. After a run whose first input has more values than `kept_up_to` it is given back."""
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = SILENT
        options.add_session_config_entry("session.force_spinning_stop", "1")  # after a run others need the cores
        self.name = path.stem
        self._kept_up_to = kept_up_to
        try:
            self._session = ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        except LOAD_ERRORS as error:
            raise AssetError(f"{path} cannot be loaded. Run: kokoro-live models build") from error

    def run(self, outputs: list[str], feeds: dict[str, Array], cancel: Cancel) -> list[NDArray[np.float32]]:
        """The named outputs, or `Cancelled`, or `SynthesisError`."""
        options = ort.RunOptions()
        if next(iter(feeds.values())).size > self._kept_up_to:
            options.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
        with cancel.stopping(lambda: setattr(options, "terminate", True)):
            try:
                # What is returned lies in the session's own memory, and would keep large regions of it from being
                # freed for as long as anybody holds a view of it: a copy costs less than a millisecond.
                return [made.copy() for made in self._session.run(outputs, feeds, options)]
            except RUN_ERRORS as error:
                if cancel.requested:
                    raise Cancelled("The request was cancelled.") from None
                raise SynthesisError(f"The {self.name} graph failed: {str(error)[:300]}") from error


@dataclass(frozen=True, slots=True)
class Link:
    """One graph of several."""

    graph: Runs
    reads: Sequence[str]
    makes: Sequence[str]


Step = Sequence[Link]  # that do not need each other


class Chain:
    """Graphs that feed each other, as one."""

    def __init__(self, *steps: Step, at_once: bool = False) -> None:
        """`at_once` runs the graphs of a step at the same time."""
        self._steps = steps
        graphs = [link.graph for step in steps for link in step]
        self.provider = graphs[0].provider
        self.identity = ", ".join(sorted({graph.identity for graph in graphs}))
        most = max(map(len, steps)) - 1  # beside the first of a step
        self._beside = Beside(most) if at_once and most else None

    def run(self, outputs: list[str], feeds: dict[str, Array], cancel: Cancel) -> list[NDArray[np.float32]]:
        """The named outputs, or `Cancelled`, or `SynthesisError`."""
        known: dict[str, Any] = dict(feeds)
        for step in self._steps:
            for link, made in zip(step, self._made(step, known, cancel), strict=True):
                known |= zip(link.makes, made, strict=True)
        return [known[name] for name in outputs]

    def _made(self, step: Step, known: dict[str, Any], cancel: Cancel) -> list[list[NDArray[np.float32]]]:
        def run(link: Link) -> list[NDArray[np.float32]]:
            return link.graph.run([*link.makes], {name: known[name] for name in link.reads}, cancel)

        first, *others = step
        begun: list[Future[list[NDArray[np.float32]]]] = []
        try:
            with suppress(RuntimeError):  # the interpreter is about to end, and takes no more work for other threads
                if self._beside is not None:
                    for link in others:
                        begun.append(self._beside.begun(partial(run, link)))
            made, in_turn = run(first), [run(link) for link in others[len(begun) :]]
            return [made, *(each.result() for each in begun), *in_turn]
        finally:
            wait(begun)  # a run that failed leaves nobody at work behind it,
            begun.clear()  # nor its values in a circle of error, frame and future
