import json
import os
from dataclasses import replace
from pathlib import Path

import onnx
import pytest

from kokoro_live.assets.fetch import Store
from kokoro_live.assets.manifest import FP32, INT8, manifest
from kokoro_live.config import Settings
from kokoro_live.errors import AssetError, BuildError, KokoroError
from kokoro_live.graph import build
from kokoro_live.graph.onnx_graph import Graph
from kokoro_live.graph.partition import describe, normalisations, partition
from kokoro_live.graph.passes.dequantize import QUANTISED, dequantize
from kokoro_live.model import store as store_module
from kokoro_live.model.loaded import ready
from kokoro_live.model.store import GRAPHS, MANIFEST, Graphs, chosen_base, graphs_of, is_built, ready_graphs, tampered


@pytest.fixture(scope="module")
def folded(store: Store) -> Graph:
    return dequantize(onnx.load(store.fetch(manifest()[INT8])))


@pytest.fixture
def copied(graphs: Graphs, tmp_path: Path) -> Path:
    """The derived folder under another root, cheap to damage: the files are links."""
    folder = graphs_of(tmp_path, graphs.base).folder
    folder.mkdir(parents=True)
    for path in graphs.folder.rglob("*.onnx"):
        own = folder / path.relative_to(graphs.folder)
        own.parent.mkdir(parents=True, exist_ok=True)
        own.hardlink_to(path)
    (folder / MANIFEST).write_text((graphs.folder / MANIFEST).read_text())
    return folder


def test_no_quantised_operator_is_left(folded: Graph) -> None:
    kinds = {node.op_type for node in folded.nodes}
    assert not kinds.intersection(QUANTISED) and {"Conv", "LSTM", "MatMul"} <= kinds
    assert len(folded.nodes) < 2_400


def test_a_float_model_is_cut_the_same_way(folded: Graph) -> None:
    """The official fp32 file has no quantised operators: folding must leave such a model as it is."""
    used = {name for node in folded.nodes for name in node.input}
    graph = onnx.helper.make_graph(
        folded.nodes,
        "float",
        folded.model.graph.input,
        folded.model.graph.output,
        [tensor for name, tensor in folded.weights.items() if name in used],
    )
    again = dequantize(onnx.helper.make_model(graph, opset_imports=folded.model.opset_import))
    assert [node.op_type for node in again.nodes] == [node.op_type for node in folded.nodes]
    assert describe(partition(again)["vocoder_window"]) == describe(partition(folded)["vocoder_window"])


def test_the_statistics_are_44_layers_of_8448_channels(folded: Graph) -> None:
    layers = normalisations(folded)
    assert len(layers) == 44 and sum(layer.channels for layer in layers) == 8448


def test_another_model_is_refused(tmp_path: Path, empty_cache: Settings) -> None:
    node = onnx.helper.make_node("Identity", ["a"], ["b"])
    value = [onnx.helper.make_tensor_value_info(name, 1, [1]) for name in "ab"]
    model = onnx.helper.make_model(onnx.helper.make_graph([node], "other", value[:1], value[1:]))
    with pytest.raises(BuildError, match="models fetch"):
        partition(dequantize(model))
    (tmp_path / "junk").write_bytes(b"junk")
    with pytest.raises(BuildError, match="not an ONNX model"):
        build.build(tmp_path / "junk", tmp_path / "derived" / "int8", manifest()[INT8], {})
    assert list((tmp_path / "derived").iterdir()) == []  # nothing half-made stays


def test_the_manifest_tells_what_was_made(graphs: Graphs) -> None:
    document = json.loads((graphs.folder / MANIFEST).read_text())
    assert document["made_by"]["base"] == graphs.base_sha256 and document["made_by"]["onnx"] == onnx.__version__
    for name in GRAPHS:
        record = document["graphs"][name]
        assert record["nodes"] == sum(record["operators"].values()) and len(record["sha256"]) == 64
    assert document["graphs"]["vocoder_window"]["inputs"]["mean"] == [1, 8448, 1]


def test_a_current_set_is_not_built_again(settings: Settings, store: Store, graphs: Graphs) -> None:
    before = (graphs.folder / MANIFEST).stat().st_ino
    assert ready_graphs(store, settings.cache_dir, settings.base) == graphs
    assert (graphs.folder / MANIFEST).stat().st_ino == before


def test_a_broken_manifest_is_not_a_set(copied: Path) -> None:
    assert is_built(copied)
    for broken in ("{", "[]", "{}", '{"graphs": {}}', '{"graphs": 1}'):
        (copied / MANIFEST).write_text(broken)
        assert not is_built(copied)


def test_whatever_shapes_the_graphs_has_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two installations that share a cache do not build over each other."""
    folders = {graphs_of(tmp_path, base).folder for base in ("int8", "fp32")}
    for facts in ({"code": "another"}, {"onnx": "0.1"}, {"ranges": None}):
        own = {**store_module.made_by(manifest()[INT8].sha256), **facts}
        monkeypatch.setattr(store_module, "made_by", lambda _, own=own: own)
        folders.add(graphs_of(tmp_path, "int8").folder)
        monkeypatch.undo()
    assert len(folders) == 5


def test_sets_of_other_versions_make_room(copied: Path, store: Store) -> None:
    for age in range(5):
        other = copied.with_name(f"int8-{age}")
        other.mkdir()
        (other / MANIFEST).write_text("{}")
        os.utime(other / MANIFEST, (1000 - age, 1000 - age))
    (copied / MANIFEST).unlink()
    assert ready_graphs(store, copied.parent.parent, "int8").folder == copied
    assert {path.name for path in copied.parent.glob("int8*")} == {copied.name, "int8-0"}


@pytest.mark.parametrize("how", ["missing", "truncated", "tampered"])
def test_damage_is_found_before_loading(copied: Path, store: Store, settings: Settings, how: str) -> None:
    path = copied / "vocoder_whole.onnx"
    content = bytearray(path.read_bytes())
    path.unlink()
    if how == "truncated":
        path.write_bytes(content[: len(content) // 2])
    elif how == "tampered":
        content[len(content) // 2] ^= 1
        path.write_bytes(content)
    assert tampered(copied)
    with pytest.raises(AssetError, match="models build"):
        ready_graphs(store, copied.parent.parent, settings.base).verified("vocoder_whole")


@pytest.mark.parametrize("name", ["text_encoder_bert", "prosody", "vocoder_measuring", "f0_energy"])
@pytest.mark.parametrize("how", ["missing", "tampered"])
def test_a_damaged_variant_does_not_keep_the_reference_from_speaking(
    copied: Path, settings: Settings, name: str, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = copied / "variants" / "int8" / f"{name}.onnx"
    content = bytearray(path.read_bytes())
    path.unlink()
    if how == "tampered":
        content[len(content) // 2] ^= 1
        path.write_bytes(content)
    found = Graphs(copied, "int8", manifest()[INT8].sha256)
    assert ready(found, "folded", settings.threads)[0] == "folded"
    assert ready(found, "auto", settings.threads)[0] == "folded"
    with pytest.raises(KokoroError):
        ready(found, "int8", settings.threads)


def test_a_base_without_calibration_is_only_taken_if_it_is_asked_for(tmp_path: Path) -> None:
    """Nothing could be streamed inside a sentence, and there would be no int8."""
    store = Store(tmp_path)
    path = store.path(manifest()[FP32])
    path.parent.mkdir(parents=True)
    path.touch()
    assert chosen_base(store, "auto") == "int8"
    assert chosen_base(store, "fp32") == "fp32"


def test_a_real_build_from_nothing(store: Store, empty_cache: Settings) -> None:
    steps: list[str] = []
    own = replace(empty_cache, base="int8")
    made = ready_graphs(
        store, own.cache_dir, own.base, lambda label, done, total: steps.append(f"{label} {done}/{total}")
    )
    assert tampered(made.folder) is None and len(steps) >= 6 and steps[-1].endswith("7/7")
    assert {path.name for path in made.folder.parent.iterdir()} == {made.folder.name, ".lock"}
    assert made.folder.stat().st_mode & 0o055 == 0o055  # others may share the cache
    (made.folder.parent / f".{made.folder.name}-killed").mkdir()
    ready_graphs(store, own.cache_dir, own.base, again=True)
    assert {path.name for path in made.folder.parent.iterdir()} == {made.folder.name, ".lock"}


def test_a_variant_that_is_not_here_names_those_that_are(graphs: Graphs) -> None:
    assert graphs.graph("vocoder_window", "folded") == graphs.graph("vocoder_window")
    with pytest.raises(BuildError, match=r"no variant 'int4'.*folded"):
        graphs.graph("acoustic", "int4")
