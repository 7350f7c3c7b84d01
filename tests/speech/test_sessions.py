"""What a run leaves behind."""

import threading
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from kokoro_live.errors import Cancelled
from kokoro_live.speech.build import Derived
from kokoro_live.speech.sessions import Cancel, Session


@pytest.fixture
def doubling(tmp_path: Path) -> Session:
    """A small graph."""
    value = helper.make_tensor_value_info
    nodes = [helper.make_node("Exp", ["x"], ["e"]), helper.make_node("Log", ["e"], ["l"])]
    nodes.append(helper.make_node("Add", ["l", "x"], ["y"]))
    ends = ([value("x", TensorProto.FLOAT, ["n"])], [value("y", TensorProto.FLOAT, ["n"])])
    model = helper.make_model(helper.make_graph(nodes, "g", *ends), opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 8
    onnx.save(model, tmp_path / "doubling.onnx")
    return Session(tmp_path / "doubling.onnx", 1, frugal=True)


def test_what_somebody_holds_does_not_hold_the_session_s_memory(doubling: Session) -> None:
    """An answer that lies in the session's arena keeps a whole region of it, for as long as a listener is slow."""
    (made,) = doubling.run(["y"], {"x": np.full(1000, 0.5, np.float32)}, Cancel())
    assert made.flags.owndata and np.allclose(made, 1.0)


def test_a_run_that_is_stopped_anywhere_leaves_no_line_in_the_log(
    graphs: Derived, capfd: pytest.CaptureFixture[str]
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
