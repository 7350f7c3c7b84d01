"""A segment shorter than the graph: as if it ended there."""

from dataclasses import replace

import numpy as np
import onnx
import pytest

from kokoro_live.assets.fetch import Store
from kokoro_live.assets.manifest import VOICES, manifest
from kokoro_live.cancel import Cancel
from kokoro_live.config import Settings
from kokoro_live.engine import Engine
from kokoro_live.errors import BuildError, SynthesisError
from kokoro_live.graph.passes.fuse_snake import fuse_snake
from kokoro_live.graph.passes.masked_statistics import mask_frames, measure_statistics
from kokoro_live.model.acoustic import FRAME, Acoustic, Acoustics
from kokoro_live.model.loaded import chosen, vocoder
from kokoro_live.model.runtimes.onnxruntime import Session
from kokoro_live.model.runtimes.openvino import can_compile
from kokoro_live.model.store import Graphs
from kokoro_live.model.vocoder import Measuring, Statistics, vocode_whole, vocode_window
from kokoro_live.model.voices import Voices, blend_named
from kokoro_live.model.windows import Window
from kokoro_live.records import Samples
from kokoro_live.synthesis import whole

HELLO = [0, 50, 83, 54, 156, 31, 4, 0]
ROOM = 24  # frames behind the segment's end


@pytest.fixture(scope="module")
def made(graphs: Graphs, store: Store, settings: Settings) -> Acoustics:
    style = Voices(store.fetch(manifest()[VOICES])).style(blend_named("af_heart"))[len(HELLO) - 3]
    acoustic = Acoustic(Session(graphs.graph("acoustic"), settings.threads))
    return acoustic.run(HELLO, style, np.ones(len(HELLO), np.float32), 1.0, Cancel())


@pytest.fixture(scope="module")
def truth(graphs: Graphs, settings: Settings, made: Acoustics) -> tuple[Samples, Statistics]:
    return vocode_whole(Session(graphs.graph("vocoder_whole"), settings.threads), made, Cancel())


@pytest.fixture(scope="module")
def both(
    graphs: Graphs, settings: Settings, made: Acoustics, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Session, Measuring]:
    """The window graph, and one that measures, in float arithmetic."""
    path = tmp_path_factory.mktemp("measuring") / "vocoder_measuring.onnx"
    onnx.save(mask_frames(fuse_snake(measure_statistics(onnx.load(graphs.graph("vocoder_window"))))), path)
    window = Session(graphs.graph("vocoder_window"), settings.threads)
    return window, Measuring(window, Session(path, settings.threads), made.frames + ROOM)


def decibels(truth: Samples, other: Samples) -> float:
    return float(10 * np.log10((truth**2).sum() / ((truth - other) ** 2).sum()))


def test_it_is_the_segment_with_its_own_statistics(
    both: tuple[Session, Measuring], made: Acoustics, truth: tuple[Samples, Statistics]
) -> None:
    spoken = both[1].whole(made, Cancel())
    assert spoken is not None and len(spoken) == made.frames * FRAME
    assert decibels(truth[0], spoken) > 50  # one value in sixty frames is left out


def test_given_statistics_are_taken_as_they_are(
    both: tuple[Session, Measuring], made: Acoustics, truth: tuple[Samples, Statistics]
) -> None:
    large = Measuring(both[0], both[1]._large, made.frames)
    other = Statistics(truth[1].mean + 0.1, truth[1].deviation * 1.2)
    window = Window(0, made.frames, 0, made.frames)
    expected = vocode_window(both[0], made, other, window, Cancel())
    assert decibels(expected, vocode_window(large, made, other, window, Cancel())) > 80


def test_what_is_too_long_is_left_to_others(both: tuple[Session, Measuring], made: Acoustics) -> None:
    assert Measuring(both[0], both[1]._large, made.frames - 1).whole(made, Cancel()) is None


def test_silence_is_an_error_here_too(both: tuple[Session, Measuring], made: Acoustics) -> None:
    class Dumb:
        provider = identity = ""

        def run(self, *_: object) -> list[np.ndarray]:
            return [np.zeros((made.frames + ROOM) * FRAME, np.float32)]

    with pytest.raises(SynthesisError, match="silence"):
        Measuring(Dumb(), Dumb(), made.frames + ROOM).whole(made, Cancel())


def test_another_model_is_refused(graphs: Graphs) -> None:
    with pytest.raises(BuildError, match="normalisations"):
        measure_statistics(onnx.load(graphs.graph("acoustic")))


@pytest.mark.skipif(not can_compile(), reason="needs OpenVINO")
def test_whole_numbers_speak_a_short_segment_nearly_as_well(
    graphs: Graphs, made: Acoustics, truth: tuple[Samples, Statistics]
) -> None:
    if chosen(graphs, "auto") != "int8":
        pytest.skip("needs VNNI")
    spoken = vocoder(graphs, "int8", 1).whole(made, Cancel())
    assert spoken is not None and decibels(truth[0], spoken) > 15


def test_float_arithmetic_saves_a_short_segment(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Samples:
        raise SynthesisError("The vocoder made values that are not numbers.")

    monkeypatch.setattr(engine.model, "_vocoder", replace(engine.model._vocoder, whole=broken))
    saved, exact = (whole(engine.stream("No.", latency=each, no_cache=True)) for each in ("fast", "quality"))
    np.testing.assert_array_equal(saved, exact)


def test_short_texts_and_exact_ones_speak(engine: Engine) -> None:
    for text, latency in (("Hello there.", "fast"), ("Hello there.", "quality"), ("Oh.", "fast")):
        spoken = whole(engine.stream(text, latency=latency, no_cache=True))
        assert np.abs(spoken).max() > 0.05, text
