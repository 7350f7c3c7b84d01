"""Another runtime, the same manners."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from kokoro_live.cancel import Cancel
from kokoro_live.errors import AssetError, Cancelled, MissingPackage
from kokoro_live.model.runtimes import openvino
from kokoro_live.model.runtimes.openvino import Compiled, kernels

pytest.importorskip("openvino")
SLOW = 400  # products, each of some milliseconds


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    """x → x · x · … / size: long to run."""
    nodes = [helper.make_node("MatMul", ["x" if k == 0 else f"p{k}", "x"], [f"p{k + 1}"]) for k in range(SLOW)]
    nodes.append(helper.make_node("Tanh", [f"p{SLOW}"], ["y"]))
    value = helper.make_tensor_value_info
    ends = ([value("x", TensorProto.FLOAT, ["n", "n"])], [value("y", TensorProto.FLOAT, ["n", "n"])])
    model = helper.make_model(
        helper.make_graph(nodes, "g", *ends), opset_imports=[helper.make_opsetid("", 17)], ir_version=8
    )
    onnx.save(model, tmp_path / "slow.onnx")
    return tmp_path / "slow.onnx"


def square(length: int) -> dict[str, tuple[int, int]]:
    return {"x": (length, length)}


@pytest.fixture
def session(graph: Path) -> Iterator[Compiled]:
    yield Compiled(graph, 1, square, [4, 1500])


def test_each_length_has_its_own_graph_and_results_are_the_callers(session: Compiled) -> None:
    (first,) = session.run(["y"], {"x": np.eye(4, dtype=np.float32)}, Cancel())
    (second,) = session.run(["y"], {"x": np.zeros((4, 4), np.float32)}, Cancel())
    np.testing.assert_allclose(first, np.tanh(np.eye(4)), atol=1e-6)
    np.testing.assert_array_equal(second, 0)
    (other,) = session.run(["y"], {"x": np.eye(7, dtype=np.float32)}, Cancel())  # one that nobody foresaw
    assert other.shape == (7, 7)


def test_any_length_without_a_graph_of_its_own(graph: Path) -> None:
    session = Compiled(graph, 1)
    for length in (3, 8, 3):
        (made,) = session.run(["y"], {"x": np.eye(length, dtype=np.float32)}, Cancel())
        np.testing.assert_allclose(made, np.tanh(np.eye(length)), atol=1e-6)


@pytest.mark.skipif(not Path("/proc/self/smaps").is_file(), reason="only Linux tells")
def test_files_of_kernels_do_not_stay_in_memory(tmp_path: Path) -> None:
    size, value = 3000, helper.make_tensor_value_info
    weight = numpy_helper.from_array(np.random.default_rng(1).standard_normal((size, size), np.float32), "w")
    ends = ([value("x", TensorProto.FLOAT, ["n", size])], [value("y", TensorProto.FLOAT, ["n", size])])
    nodes = [helper.make_node("MatMul", ["x", "w"], ["y"])]
    model = helper.make_model(
        helper.make_graph(nodes, "g", *ends, [weight]), opset_imports=[helper.make_opsetid("", 17)], ir_version=8
    )
    onnx.save(model, tmp_path / "large.onnx")
    for _ in range(2):  # the second time it is read
        with kernels(tmp_path / "kernels") as kept:
            session = Compiled(tmp_path / "large.onnx", 1, kept=kept)
    given = np.eye(4, size, dtype=np.float32)
    for _ in range(2):
        (made,) = session.run(["y"], {"x": given}, Cancel())
    np.testing.assert_allclose(made, numpy_helper.to_array(weight)[:4], atol=1e-5)
    resident = 0
    for block in Path("/proc/self/smaps").read_text().split("VmFlags"):
        if str(tmp_path) in block:
            resident += int(block.partition("Rss:")[2].split()[0])
    assert resident < size * size / 1000  # kB: a quarter of its 36 MB
    del session


def test_a_run_ends_when_it_is_cancelled(session: Compiled) -> None:
    """It would take minutes."""
    cancel = Cancel()
    threading.Timer(0.2, cancel.request).start()
    with pytest.raises(Cancelled):
        session.run(["y"], {"x": np.eye(1500, dtype=np.float32)}, cancel)
    with pytest.raises(Cancelled):
        session.run(["y"], {"x": np.eye(4, dtype=np.float32)}, cancel)
    (after,) = session.run(["y"], {"x": np.eye(4, dtype=np.float32)}, Cancel())
    assert after[0, 0] > 0.7


def one(graph: Path, folder: Path) -> float:
    with kernels(folder) as kept:
        session = Compiled(graph, 1, square, [4], kept)
    return float(session.run(["y"], {"x": np.eye(4, dtype=np.float32)}, Cancel())[0][0, 0])


def test_kernels_are_kept_and_damaged_ones_made_again(graph: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kernels"
    expected = one(graph, kept)
    (blob,) = kept.glob("*.blob")
    made = blob.stat().st_mtime_ns
    assert one(graph, kept) == expected and blob.stat().st_mtime_ns == made
    content = bytearray(blob.read_bytes())
    content[len(content) // 3 : 2 * len(content) // 3] = bytes(2 * len(content) // 3 - len(content) // 3)
    blob.unlink()
    blob.write_bytes(content)
    assert one(graph, kept) == expected
    assert blob.read_bytes() != content


def test_a_folder_that_cannot_be_used_is_done_without_and_told_of(
    graph: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("in the way")
    assert one(graph, tmp_path / "file") > 0.7
    assert "compiling at every start" in caplog.text and str(tmp_path / "file") in caplog.text


@pytest.mark.parametrize("written", ["{", "[1]", "3", ""])
def test_without_readable_hashes_kernels_are_made_again(graph: Path, tmp_path: Path, written: str) -> None:
    one(graph, tmp_path)
    (blob,) = tmp_path.glob("*.blob")
    before = blob.stat().st_ino, blob.stat().st_mtime_ns
    (tmp_path / "hashes.json").write_text(written)
    assert one(graph, tmp_path) > 0.7
    assert (blob.stat().st_ino, blob.stat().st_mtime_ns) != before
    assert json.loads((tmp_path / "hashes.json").read_text()).keys() == {blob.name}


def test_junk_is_not_compiled(tmp_path: Path) -> None:
    (tmp_path / "junk.onnx").write_bytes(b"junk")
    with pytest.raises(AssetError, match="models build"):
        Compiled(tmp_path / "junk.onnx", 1, square, [4])


def test_without_the_library_the_error_names_it(graph: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openvino, "can_compile", lambda: False)
    with pytest.raises(MissingPackage, match="-m pip install openvino"):
        Compiled(graph, 1, square, [4])


def test_a_graph_of_open_shapes_is_never_broken_off_in_the_middle(graph: Path) -> None:
    """It would keep some of the length that it was about to have, and fail at the next run."""
    session = Compiled(graph, 1)
    for length in (40, 30, 50):
        cancel = Cancel()
        threading.Timer(0.001, cancel.request).start()
        with pytest.raises(Cancelled):
            while True:
                session.run(["y"], {"x": np.eye(length, dtype=np.float32)}, cancel)
        (made,) = session.run(["y"], {"x": np.eye(length, dtype=np.float32)}, Cancel())
        np.testing.assert_allclose(made, np.tanh(np.eye(length)), atol=1e-6)
