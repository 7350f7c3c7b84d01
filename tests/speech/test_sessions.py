"""What a run leaves behind."""

from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

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
