"""What a run leaves behind."""

import math
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import onnx
import pytest
from numpy.typing import NDArray
from onnx import TensorProto, helper

from kokoro_live.cancel import Cancel
from kokoro_live.errors import Cancelled, SynthesisError
from kokoro_live.model.runtimes.onnxruntime import Array, Session
from kokoro_live.model.runtimes.pipeline import Link, Pipeline
from kokoro_live.model.store import Graphs


@pytest.fixture(params=[0, 100, math.inf])
def doubling(tmp_path: Path, request: pytest.FixtureRequest) -> Session:
    """A small graph."""
    value = helper.make_tensor_value_info
    nodes = [helper.make_node("Exp", ["x"], ["e"]), helper.make_node("Log", ["e"], ["l"])]
    nodes.append(helper.make_node("Add", ["l", "x"], ["y"]))
    ends = ([value("x", TensorProto.FLOAT, ["n"])], [value("y", TensorProto.FLOAT, ["n"])])
    model = helper.make_model(helper.make_graph(nodes, "g", *ends), opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 8
    onnx.save(model, tmp_path / "doubling.onnx")
    return Session(tmp_path / "doubling.onnx", 1, request.param)


def test_what_somebody_holds_does_not_hold_the_session_s_memory(doubling: Session) -> None:
    """An answer that lies in the session's arena keeps a whole region of it, for as long as a listener is slow."""
    (made,) = doubling.run(["y"], {"x": np.full(1000, 0.5, np.float32)}, Cancel())
    assert made.flags.owndata and np.allclose(made, 1.0)


def test_graphs_feed_each_other_and_are_stopped_as_one(doubling: Session) -> None:
    class Doubling:
        """Under other names; asks to stop when it has run once."""

        provider, identity, runs = "cpu", "twice", 0

        def run(self, outputs: list[str], feeds: dict[str, Array], cancel: Cancel) -> list[NDArray[np.float32]]:
            self.runs += 1
            (value,) = feeds.values()
            made = doubling.run(["y"], {"x": value}, cancel)
            if outputs == ["stopped"]:
                cancel.request()
            return made

    graph, one = Doubling(), np.ones(3, np.float32)
    first, then = [Link(graph, ["given"], ["twice"]), Link(doubling, ["x"], ["y"])], [Link(graph, ["twice"], ["four"])]
    for at_once in (False, True):
        chain = Pipeline(first, then, at_once=at_once)
        four, given, y = chain.run(["four", "given", "y"], {"given": one, "x": 10 * one}, Cancel())
        np.testing.assert_allclose([four[0], given[0], y[0]], [4, 1, 20], rtol=1e-5)
        assert "twice" in chain.identity and doubling.identity in chain.identity
    runs = graph.runs
    with pytest.raises(Cancelled):
        Pipeline([Link(graph, ["given"], ["stopped"])], [Link(graph, ["stopped"], ["four"])]).run(
            ["four"], {"given": one}, Cancel()
        )
    assert graph.runs == runs + 2  # the second came as far as the door


class Waiting:
    """Runs until it is stopped."""

    provider, identity = "cpu", "waiting"

    def __init__(self) -> None:
        self.begun, self.stopped = threading.Event(), threading.Event()

    def run(self, outputs: list[str], feeds: dict[str, Array], cancel: Cancel) -> list[NDArray[np.float32]]:
        with cancel.stopping(self.stopped.set):
            self.begun.set()
            assert self.stopped.wait(30)
            raise Cancelled("The request was cancelled.")


def test_all_that_runs_at_once_is_stopped() -> None:
    graphs, cancel = [Waiting(), Waiting()], Cancel()

    def ask_to_stop() -> None:
        for graph in graphs:
            graph.begun.wait(30)
        cancel.request()

    asking = threading.Thread(target=ask_to_stop)
    asking.start()
    with pytest.raises(Cancelled):
        Pipeline([Link(graph, [], ["made"]) for graph in graphs], at_once=True).run(["made"], {}, cancel)
    asking.join()
    assert all(graph.stopped.is_set() for graph in graphs)


def test_one_that_fails_leaves_nobody_at_work() -> None:
    class Slow:
        provider, identity, done = "cpu", "slow", False

        def run(self, *_: object) -> list[NDArray[np.float32]]:
            time.sleep(0.1)
            self.done = True
            return [np.ones(1, np.float32)]

    class Broken(Slow):
        def run(self, *_: object) -> list[NDArray[np.float32]]:
            raise SynthesisError("The graph failed.")

    for turned in (False, True):
        slow = Slow()
        links = [Link(Broken(), [], ["other"]), Link(slow, [], ["one"])]
        with pytest.raises(SynthesisError):
            Pipeline(links[::-1] if turned else links, at_once=True).run(["one"], {}, Cancel())
        assert slow.done


def test_threads_end_with_the_chain() -> None:
    class Plain:
        provider, identity = "cpu", "plain"

        def run(self, *_: object) -> list[NDArray[np.float32]]:
            return [np.ones(1, np.float32)]

    others = threading.enumerate()
    chain = Pipeline([Link(Plain(), [], ["one"]), Link(Plain(), [], ["other"])], at_once=True)
    chain.run(["one", "other"], {}, Cancel())
    (worker,) = (thread for thread in threading.enumerate() if thread not in others)
    del chain
    worker.join(30)
    assert not worker.is_alive()


def test_whoever_still_speaks_when_the_program_ends_is_heard() -> None:
    """Python takes no work for pools of threads any more when the main one has come to its end."""
    program = """
import threading, time
from kokoro_live.cancel import Cancel
from kokoro_live.model.runtimes.pipeline import Link, Pipeline
class Plain:
    provider = identity = "plain"
    def run(self, *_):
        return [1]
pipeline = Pipeline([Link(Plain(), [], ["one"]), Link(Plain(), [], ["other"])], at_once=True)
def speak():
    threading.main_thread().join()
    time.sleep(0.5)
    print(pipeline.run(["one", "other"], {}, Cancel()))
threading.Thread(target=speak).start()
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert (ended.stdout.strip(), ended.stderr) == ("[1, 1]", "")


def test_a_run_that_is_stopped_anywhere_leaves_no_line_in_the_log(
    graphs: Graphs, capfd: pytest.CaptureFixture[str]
) -> None:
    """Every line of it is read by programs."""
    session = Session(graphs.graph("acoustic"), 2)
    tokens = np.full((1, 300), 50, np.int64)
    feeds = {
        "tokens": tokens,
        "style": np.zeros((1, 256), np.float32),
        "speed": np.ones((1, 300), np.float32),
        "pitch": np.ones(1, np.float32),
    }
    for delay in (0.01, 0.04, 0.08, 0.12):  # while the text is read, layer by layer
        cancel = Cancel()
        threading.Timer(delay, cancel.request).start()
        with pytest.raises(Cancelled):
            session.run(["features"], feeds, cancel)
    assert capfd.readouterr().err == ""
