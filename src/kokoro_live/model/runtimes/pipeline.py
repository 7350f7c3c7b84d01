"""Graphs that feed each other, run as one; those of a step do not need each other and may run at the same time."""

from collections.abc import Sequence
from concurrent.futures import Future, wait
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kokoro_live.cancel import Cancel
from kokoro_live.model.runtimes.onnxruntime import Array, Runs
from kokoro_live.model.runtimes.parallel import Beside


@dataclass(frozen=True, slots=True)
class Link:
    """One graph of several."""

    graph: Runs
    reads: Sequence[str]
    makes: Sequence[str]


Step = Sequence[Link]  # that do not need each other


class Pipeline:
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
