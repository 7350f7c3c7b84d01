"""The heart: a window with true statistics is the whole."""

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import onnx
import pytest

from kokoro_live.assets.fetch import Store
from kokoro_live.assets.manifest import VOICES, manifest
from kokoro_live.cancel import Cancel
from kokoro_live.config import Settings
from kokoro_live.errors import Cancelled, SynthesisError
from kokoro_live.graph.passes.fuse_snake import fuse_snake
from kokoro_live.model.acoustic import FRAME, Acoustic, Acoustics
from kokoro_live.model.runtimes.onnxruntime import Session
from kokoro_live.model.store import Graphs
from kokoro_live.model.vocoder import Statistics, vocode_whole, vocode_window
from kokoro_live.model.voices import Voices, blend_named
from kokoro_live.model.windows import alone
from kokoro_live.records import Samples

TOKENS = [0, 50, 83, 54, 156, 31, 3, 16, 81, 83, 16, 65, 156, 87, 123, 54, 46, 16, 102, 68, 16, 44, 156, 102, 92, 4, 0]


@pytest.fixture(scope="module")
def acoustic(graphs: Graphs, settings: Settings) -> Acoustic:
    return Acoustic(Session(graphs.graph("acoustic"), settings.threads))


@pytest.fixture(scope="module")
def whole_graph(graphs: Graphs, settings: Settings) -> Session:
    return Session(graphs.graph("vocoder_whole"), settings.threads)


@pytest.fixture(scope="module")
def window_graph(graphs: Graphs, settings: Settings) -> Session:
    return Session(graphs.graph("vocoder_window"), settings.threads)


@pytest.fixture(scope="module")
def made(acoustic: Acoustic, store: Store) -> Acoustics:
    return acoustics(acoustic, store)


def acoustics(acoustic: Acoustic, store: Store, speed: float = 0.7, pitch: float = 1.0) -> Acoustics:
    style = Voices(store.fetch(manifest()[VOICES])).style(blend_named("af_heart"))[len(TOKENS) - 3]
    return acoustic.run(TOKENS, style, np.full(len(TOKENS), speed, np.float32), pitch, Cancel())


@pytest.fixture(scope="module")
def truth(whole_graph: Session, made: Acoustics) -> tuple[Samples, Statistics]:
    return vocode_whole(whole_graph, made, Cancel())


def test_durations_add_up_exactly(made: Acoustics, truth: tuple[Samples, Statistics]) -> None:
    assert made.durations.sum() * 600 == len(truth[0]) == made.frames * FRAME


@pytest.mark.parametrize("size", [70, 96, 128])
def test_windows_from_70_frames_on_are_bit_identical(
    window_graph: Session, made: Acoustics, truth: tuple[Samples, Statistics], size: int
) -> None:
    samples, statistics = truth
    for start in (0, Random(size).randrange(1, made.frames - size), made.frames - size):
        window = vocode_window(window_graph, made, statistics, alone(start, start + size, made.frames), Cancel())
        np.testing.assert_array_equal(window, samples[start * FRAME : (start + size) * FRAME])


@pytest.mark.parametrize("size", [8, 24, 48])
def test_smaller_windows_are_within_100_db(
    window_graph: Session, made: Acoustics, truth: tuple[Samples, Statistics], size: int
) -> None:
    samples, statistics = truth
    start = made.frames // 2
    expected = samples[start * FRAME : (start + size) * FRAME]
    error = vocode_window(window_graph, made, statistics, alone(start, start + size, made.frames), Cancel()) - expected
    assert np.sum(error**2) <= 1e-10 * np.sum(expected**2)


def test_the_lean_graph_makes_the_same_sound(
    graphs: Graphs, tmp_path: Path, made: Acoustics, truth: tuple[Samples, Statistics]
) -> None:
    onnx.save(fuse_snake(onnx.load(graphs.graph("vocoder_window"))), tmp_path / "lean.onnx")
    samples, statistics = truth
    window = vocode_window(Session(tmp_path / "lean.onnx", 1), made, statistics, alone(60, 100, made.frames), Cancel())
    expected = samples[60 * FRAME : 100 * FRAME]
    assert np.sum((window - expected) ** 2) <= 1e-9 * np.sum(expected**2)


def test_nothing_audible_lies_outside_the_speech(made: Acoustics, truth: tuple[Samples, Statistics]) -> None:
    start, end = made.speech()
    outside = np.concatenate([truth[0][: start * FRAME], truth[0][end * FRAME :]])
    assert start > 8 and np.abs(outside).max() < 10 ** (-50 / 20)


def test_pitch_moves_f0_and_nothing_else(acoustic: Acoustic, store: Store, made: Acoustics) -> None:
    higher = acoustics(acoustic, store, pitch=1.2)
    np.testing.assert_array_equal(higher.durations, made.durations)
    np.testing.assert_allclose(higher.f0, made.f0 * 1.2, rtol=1e-5)


def test_a_cancelled_request_does_not_run(whole_graph: Session, made: Acoustics) -> None:
    cancel = Cancel()
    cancel.request()
    with pytest.raises(Cancelled):
        vocode_whole(whole_graph, made, cancel)


def test_bad_results_never_leave(whole_graph: Session, window_graph: Session, made: Acoustics) -> None:
    broken = np.full_like(made.features, np.nan)
    with pytest.raises(SynthesisError, match="not numbers"):
        vocode_whole(whole_graph, _with(made, broken), Cancel())
    wild = Statistics(np.zeros((1, 8448, 1), np.float32), np.full((1, 8448, 1), 1e-6, np.float32))
    with pytest.raises(SynthesisError):
        vocode_window(window_graph, made, wild, alone(40, 80, made.frames), Cancel())


def _with(made: Acoustics, features: np.ndarray) -> Acoustics:  # type: ignore[type-arg]
    return replace(made, features=features)
