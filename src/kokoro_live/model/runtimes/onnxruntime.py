"""Loaded graphs: opened one way, run so that every run can be stopped from another thread."""

import math
from pathlib import Path
from typing import Protocol

import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray
from onnxruntime.capi import onnxruntime_pybind11_state as ort_errors

from kokoro_live.cancel import Cancel
from kokoro_live.errors import AssetError, Cancelled, SynthesisError

Array = NDArray[np.float32] | NDArray[np.int64]
RUN_ERRORS = (ort_errors.Fail, ort_errors.RuntimeException, ort_errors.InvalidArgument, ort_errors.EPFail)
LOAD_ERRORS = (*RUN_ERRORS, ort_errors.InvalidProtobuf, ort_errors.InvalidGraph, ort_errors.NoSuchFile)
SILENT = 4  # errors are raised; a run that is stopped inside a loop would be written down as one


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
