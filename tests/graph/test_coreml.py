"""The window graph for Core ML: taken as a whole, and the same sound."""

from pathlib import Path

import numpy as np
import onnx
import pytest

from kokoro_live.assets.fetch import Store
from kokoro_live.assets.manifest import VOICES, manifest
from kokoro_live.cancel import Cancel
from kokoro_live.cli import main
from kokoro_live.config import Settings
from kokoro_live.errors import BuildError
from kokoro_live.graph.coreml import Report, export, fixed
from kokoro_live.model.acoustic import FRAME, Acoustic, Acoustics
from kokoro_live.model.runtimes.onnxruntime import Session
from kokoro_live.model.store import Graphs
from kokoro_live.model.vocoder import Statistics, vocode_whole, vocode_window
from kokoro_live.model.voices import Voices, blend_named
from kokoro_live.model.windows import CONTEXT, QUICK_SCHEDULE, Window, lengths
from kokoro_live.records import Samples

TOKENS = [0, 50, 83, 54, 156, 31, 3, 16, 81, 83, 16, 65, 156, 87, 123, 54, 46, 16, 102, 68, 16, 44, 156, 102, 92, 4, 0]
SMALL, LARGE = lengths(QUICK_SCHEDULE)


@pytest.fixture(scope="module")
def exported(graphs: Graphs, tmp_path_factory: pytest.TempPathFactory) -> list[Report]:
    return export(graphs, tmp_path_factory.mktemp("portable"))


@pytest.fixture(scope="module")
def made(graphs: Graphs, settings: Settings, store: Store) -> Acoustics:
    style = Voices(store.fetch(manifest()[VOICES])).style(blend_named("af_heart"))[len(TOKENS) - 3]
    acoustic = Acoustic(Session(graphs.graph("acoustic"), settings.threads))
    return acoustic.run(TOKENS, style, np.full(len(TOKENS), 0.7, np.float32), 1.0, Cancel())


@pytest.fixture(scope="module")
def truth(graphs: Graphs, settings: Settings, made: Acoustics) -> tuple[Samples, Statistics]:
    return vocode_whole(Session(graphs.graph("vocoder_whole"), settings.threads), made, Cancel())


def test_every_length_is_there_in_both_precisions(exported: list[Report]) -> None:
    assert sorted(report.path.name for report in exported) == [
        f"vocoder_window_{frames}_{precision}.onnx" for frames in (LARGE, SMALL) for precision in ("half", "single")
    ]
    sizes = {report.path.stem.rpartition("_")[2]: report.path.stat().st_size for report in exported}
    assert sizes["half"] < 0.6 * sizes["single"]


def test_core_ml_takes_all_of_it(exported: list[Report]) -> None:
    for report in exported:
        assert report.taken >= 0.95 * report.nodes and report.parts <= 3, str(report)
        assert report.convolutions == report.convolutions_taken >= 50, str(report)


@pytest.mark.parametrize(("precision", "least"), [("single", 80), ("half", 30)])
def test_it_sounds_the_same(
    exported: list[Report],
    settings: Settings,
    made: Acoustics,
    truth: tuple[Samples, Statistics],
    precision: str,
    least: float,
) -> None:
    """In decibels, against the exact whole, at the start (whose padding is special) and in the middle."""
    (path,) = (report.path for report in exported if report.path.name == f"vocoder_window_{SMALL}_{precision}.onnx")
    session = Session(path, settings.threads)
    samples, statistics = truth
    for left in (0, made.frames // 2):
        window = Window(left, left + SMALL, left + CONTEXT * (left > 0), left + SMALL - CONTEXT)
        expected = samples[window.new * FRAME : window.end * FRAME]
        error = vocode_window(session, made, statistics, window, Cancel()) - expected
        assert 10 * np.log10(np.sum(expected**2) / np.sum(error**2)) > least


def test_another_vocoder_is_refused(graphs: Graphs) -> None:
    model = onnx.load(graphs.graph("vocoder_window"))
    next(node for node in model.graph.node if node.op_type == "ScatterND").op_type = "ScatterElements"
    with pytest.raises(BuildError, match="vocoder"):
        fixed(model, SMALL)


def test_the_command_tells_what_core_ml_takes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "export", str(tmp_path / "out")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4 and all("Core ML takes" in line for line in lines)
    assert len(list((tmp_path / "out").glob("*.onnx"))) == 4


def test_the_command_wants_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "export"]) == 2
    assert "Give a folder" in capsys.readouterr().err
