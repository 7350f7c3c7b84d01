"""The predictor: small, for one base, close enough to be heard as the same, and aware of what it does not know."""

from dataclasses import replace
from importlib import resources

import numpy as np
import pytest

from kokoro_live.assets.fetch import Store
from kokoro_live.assets.manifest import INT8, VOICES, manifest
from kokoro_live.audio.loudness_target import needed_gain
from kokoro_live.cancel import Cancel
from kokoro_live.config import Settings
from kokoro_live.engine import Engine
from kokoro_live.model import calibration
from kokoro_live.model.acoustic import Acoustic, Acoustics
from kokoro_live.model.runtimes.onnxruntime import Session
from kokoro_live.model.statistics import SHORTEST, Predictor
from kokoro_live.model.store import Graphs
from kokoro_live.model.vocoder import vocode_whole
from kokoro_live.model.voices import CATALOGUE, Voices, blend_named
from kokoro_live.records import Samples
from kokoro_live.synthesis import whole

WORDS = [50, 83, 54, 156, 31, 3, 16, 81, 83, 16, 65, 156, 87, 123, 54, 46, 16, 102, 68, 16, 44, 156, 102, 92, 4]
TOKENS = [0, *WORDS, 16, *WORDS, 0]
TEXT = "Every student protected seven silver coins, although the night train had left."


@pytest.fixture(scope="module")
def predictor() -> Predictor:
    found = Predictor.of(manifest()[INT8].sha256)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def made(graphs: Graphs, settings: Settings, store: Store) -> Acoustics:
    style = Voices(store.fetch(manifest()[VOICES])).style(blend_named("af_heart"))[len(TOKENS) - 3]
    acoustic = Acoustic(Session(graphs.graph("acoustic"), settings.threads))
    return acoustic.run(TOKENS, style, np.ones(len(TOKENS), np.float32), 1.0, Cancel())


def spectrum(samples: Samples) -> np.ndarray:  # type: ignore[type-arg]
    frames = np.lib.stride_tricks.sliding_window_view(samples.astype(np.float64), 512)[::128] * np.hanning(512)
    return 10 * np.log10(np.abs(np.fft.rfft(frames)) ** 2 + 1e-4)


def test_it_is_small_and_says_what_it_was_taught(predictor: Predictor) -> None:
    files = [file for file in resources.files(calibration).iterdir() if file.is_file()]
    assert len(files) > 3
    for file in files:
        assert len(file.read_bytes()) <= 5_000_000
    counts = predictor.manifest["counts"]
    assert predictor.manifest["base"] == manifest()[INT8].sha256
    assert counts["voices"] == 54 and counts["languages"] == 9 and counts["examples"] > 400
    for errors in predictor.manifest["held_out"].values():
        assert errors["mean_error"] < 0.01 * errors["constant_mean_error"]


def test_another_base_has_no_predictor() -> None:
    assert Predictor.of("0" * 64) is None


def test_the_guess_is_near_the_truth(predictor: Predictor, made: Acoustics, graphs: Graphs, settings: Settings) -> None:
    assert made.content > SHORTEST
    guess = predictor.guess(made)
    samples, truth = vocode_whole(Session(graphs.graph("vocoder_whole"), settings.threads), made, Cancel())
    assert guess is not None
    error = np.mean(((guess.statistics.mean - truth.mean) / truth.deviation) ** 2)
    assert error < 0.005
    assert np.mean((np.log(guess.statistics.deviation) - np.log(truth.deviation)) ** 2) < 0.005
    assert guess.gain == pytest.approx(needed_gain(samples), abs=1.0)


@pytest.mark.parametrize("strange", ["style", "style a little", "style exaggerated", "f0", "energy", "not a number"])
def test_what_it_was_never_taught_is_noticed(predictor: Predictor, made: Acoustics, strange: str) -> None:
    assert predictor.guess(made) is not None
    random = np.random.default_rng(1)
    noise = random.normal(0, 1, (1, 128)).astype(np.float32)
    changes = {
        "style": {"style": noise},
        "style a little": {"style": made.style + noise * made.style.std()},
        "style exaggerated": {"style": made.style * 2},
        "f0": {"f0": np.full_like(made.f0, 2000)},
        "energy": {"energy": made.energy * 0 + 30},
        "not a number": {"f0": made.f0 * np.nan},
    }
    assert predictor.guess(replace(made, **changes[strange])) is None


def test_every_voice_has_a_pace(predictor: Predictor) -> None:
    assert 8 < predictor.pace(["af_nicole"]) < predictor.pace(["af_heart"]) < 20
    assert predictor.pace(["af_heart", "af_nicole"]) == predictor.pace(["af_nicole"])
    assert all(8 < predictor.pace([voice]) < 25 for voice in CATALOGUE)


def test_a_first_window_that_fails_is_made_exactly(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    assert engine.model._predictor is not None
    weights = engine.model._predictor._weights
    monkeypatch.setattr(engine.model._predictor, "_weights", weights | {"average": weights["average"] * np.nan})
    before = engine.model.counts["exact: the first window failed"]
    np.testing.assert_array_equal(whole(engine.stream(TEXT)), whole(engine.stream(TEXT, latency="quality")))
    assert engine.model.counts["exact: the first window failed"] == before + 1


def test_fast_and_exact_sound_alike(engine: Engine) -> None:
    exact = whole(engine.stream(TEXT, latency="quality"))
    before = engine.model.counts["predicted"]
    fast = whole(engine.stream(TEXT))
    assert engine.model.counts["predicted"] == before + 1
    length = min(len(exact), len(fast))
    assert abs(len(exact) - len(fast)) < 1200
    assert np.sqrt(np.mean((spectrum(exact[:length]) - spectrum(fast[:length])) ** 2)) < 3.0  # dB
    level = 10 * np.log10(np.mean(fast**2) / np.mean(exact**2))
    assert abs(level) < 0.6


def test_short_segments_have_their_own_statistics(engine: Engine) -> None:
    before = engine.model.counts["exact: short"]
    quick, exact = (whole(engine.stream("No.", latency=latency)) for latency in ("fast", "quality"))
    assert (exact**2).sum() > 30 * ((quick - exact) ** 2).sum()  # 15 dB: predicted ones are off by several
    assert engine.model.counts["exact: short"] == before + 1
