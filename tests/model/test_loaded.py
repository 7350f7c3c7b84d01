"""Which make speaks on which machine."""

import locale
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pytest
from numpy.typing import NDArray

from kokoro_live.assets.fetch import Store
from kokoro_live.assets.manifest import INT8, VOICES, manifest
from kokoro_live.cancel import Cancel
from kokoro_live.config import Settings
from kokoro_live.engine import Engine
from kokoro_live.errors import AssetError, SetupError
from kokoro_live.graph.onnx_graph import Graph
from kokoro_live.graph.partition import acoustic_part, f0_energy_part
from kokoro_live.graph.passes.dequantize import dequantize
from kokoro_live.model import loaded
from kokoro_live.model.loaded import chosen, in_parts, reading_parts, ready, shapes, vocoder
from kokoro_live.model.runtimes.onnxruntime import Array, Session
from kokoro_live.model.runtimes.openvino import Compiled, can_compile
from kokoro_live.model.store import Graphs
from kokoro_live.model.vocoder import vocode_window
from kokoro_live.model.voices import Voices, blend_named
from kokoro_live.model.windows import CONTEXT, QUICK_SCHEDULE, Window
from kokoro_live.synthesis import whole

TOKENS = [0, 50, 83, 54, 156, 31, 3, 16, 81, 83, 16, 65, 156, 87, 123, 54, 46, 16, 102, 68, 16, 44, 156, 102, 92, 4, 0]


@pytest.fixture
def cpu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine that multiplies whole numbers well and has all that is needed."""
    path = tmp_path / "cpuinfo"
    path.write_text("flags : avx2 avx512_vnni\n")
    monkeypatch.setattr(loaded, "CPU_FLAGS", path)
    monkeypatch.setattr(loaded, "can_compile", lambda: True)
    return path


def test_whole_numbers_are_taken_where_they_are_fast_and_right(graphs: Graphs, cpu: Path) -> None:
    assert chosen(graphs, "auto") == "int8"
    assert chosen(graphs, "folded") == "folded"


def test_without_overflow_free_products_it_is_float(graphs: Graphs, cpu: Path) -> None:
    cpu.write_text("flags : avx2\n")
    assert chosen(graphs, "auto") == "folded"
    with pytest.raises(SetupError, match="VNNI"):
        chosen(graphs, "int8")
    cpu.unlink()  # not Linux
    assert chosen(graphs, "auto") == "folded"
    assert chosen(graphs, "int8") == "int8"  # nobody knows: whoever asks for it gets it


def test_a_processor_without_vnni_speaks_like_the_reference(settings: Settings, cpu: Path) -> None:
    text = "The fog came in at noon, and nobody on the pier could see the other side any more."
    cpu.write_text("flags : avx2 avx512f\n")
    masked, reference = (Engine(replace(settings, variant=variant)) for variant in ("auto", "folded"))
    np.testing.assert_array_equal(whole(masked.stream(text)), whole(reference.stream(text)))


def test_without_the_runtime_it_is_float(graphs: Graphs, cpu: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loaded, "can_compile", lambda: False)
    assert chosen(graphs, "auto") == "folded"


def test_what_was_merely_chosen_may_fail(
    graphs: Graphs, cpu: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> Compiled:
        raise AssetError("It cannot be compiled.")

    monkeypatch.setattr(loaded, "Compiled", broken)
    variant, vocoder = ready(graphs, "auto", 1)
    assert (variant, vocoder.session.provider) == ("folded", "cpu") and "cannot be compiled" in caplog.text
    with pytest.raises(AssetError):
        ready(graphs, "int8", 1)


def test_one_flag_goes_back_to_the_reference(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOKORO_VARIANT", "folded")
    engine = Engine(Settings.load())
    assert (engine.model.variant, engine.model.provider) == ("folded", "cpu")
    spoken = whole(engine.stream("It is a long way back, but at least everybody here remembers the road."))
    assert np.abs(spoken).max() > 0.05


@pytest.mark.parametrize("threads", [1, 2])
def test_the_parts_read_as_the_published_model_does(graphs: Graphs, store: Store, tmp_path: Path, threads: int) -> None:
    """Bit for bit, although some run beside each other."""
    model = Graph(onnx.load(store.fetch(manifest()[INT8])))
    for part in (acoustic_part(model), f0_energy_part(model)):
        onnx.save(part, tmp_path / f"{part.graph.name}.onnx")
    style = Voices(store.fetch(manifest()[VOICES])).style(blend_named("bf_emma"))[len(TOKENS) - 3].reshape(1, 256)
    feeds: dict[str, Array] = {
        "tokens": np.array([TOKENS]),
        "style": style,
        "speed": np.linspace(0.8, 1.3, len(TOKENS), dtype=np.float32).reshape(1, -1),
        "pitch": np.ones(1, np.float32),
    }
    names = ["durations", "expected", "f0", "energy"]
    published = Session(tmp_path / "acoustic.onnx", threads).run(names, feeds, Cancel())

    class Nothing:
        provider = identity = ""

        def run(self, *_: object) -> list[NDArray[np.float32]]:
            return [np.zeros(1, np.float32)]

    parts = reading_parts(graphs, threads)
    parts |= {"f0_energy": Session(tmp_path / "f0_energy.onnx", threads), "decoder": Nothing()}
    made, in_turn = (
        in_parts(parts, count).run([*names, "source", "aligned", "cnn_encoded"], feeds, Cancel())
        for count in (threads, 1)
    )
    for own, other in (*zip(made, published, strict=False), *zip(made, in_turn, strict=True)):
        np.testing.assert_array_equal(own, other)
    durations, (aligned, encoded) = made[0].astype(int).reshape(-1), made[-2:]
    np.testing.assert_array_equal(aligned, np.repeat(encoded, durations, axis=2))


@pytest.mark.skipif(not can_compile(), reason="needs OpenVINO")
def test_the_melody_of_whole_numbers_is_that_of_float(graphs: Graphs, store: Store, tmp_path: Path) -> None:
    """Of the same text and durations, next to the published integers': a few hundredths of a semitone."""
    voices = Voices(store.fetch(manifest()[VOICES]))
    model = onnx.load(store.fetch(manifest()[INT8]))
    onnx.save(f0_energy_part(dequantize(model)), tmp_path / "f0_energy.onnx")
    parts = reading_parts(graphs, 2)
    exact, whole_numbers = Session(tmp_path / "f0_energy.onnx", 2), Compiled(graphs.graph("f0_energy", "int8"), 2)
    for voice in ("af_heart", "am_michael", "jf_alpha"):
        style = voices.style(blend_named(voice))[len(TOKENS) - 3].reshape(1, 256)
        (read,) = parts["text_encoder_bert"].run(["bert_encoded"], {"tokens": np.array([TOKENS])}, Cancel())
        asked = {"bert_encoded": read, "style": style, "speed": np.ones((1, len(TOKENS)), np.float32)}
        (paced,) = parts["prosody"].run(["paced"], asked, Cancel())
        both = {
            name: parts[name].run([name], {"paced": paced}, Cancel())[0] for name in ("lstm_forward", "lstm_backward")
        }
        feeds = {**both, "style": style, "pitch": np.ones(1, np.float32)}
        (f0, energy), (own_f0, own_energy) = (
            each.run(["f0", "energy"], feeds, Cancel()) for each in (exact, whole_numbers)
        )
        voiced = (f0 > 60) & (own_f0 > 60)
        cents = 1200 * np.log2(own_f0[voiced] / f0[voiced])
        assert abs(cents.mean()) < 5 and cents.std() < 20
        assert ((f0 > 10) == (own_f0 > 10)).mean() > 0.98
        assert np.abs(own_energy - energy).mean() < 0.05


@pytest.mark.skipif(not can_compile(), reason="needs OpenVINO")
def test_a_window_of_whole_numbers_is_the_same_whatever_lies_around_it(
    settings: Settings, graphs: Graphs, store: Store
) -> None:
    """Rounding makes steps of differences that float arithmetic would not notice: with three frames less of context
    there are clicks at joins."""
    engine = Engine(replace(settings, variant="int8"))
    tokens, style = np.tile(TOKENS[1:-1], 3), Voices(store.fetch(manifest()[VOICES])).style(blend_named("am_onyx"))
    text = [0, *map(int, tokens), 0]
    made = engine.model.acoustics(text, style[len(tokens) - 1], np.ones(len(text), np.float32), 1.0, Cancel())
    reason, guess = engine.model.guess(made, exact=False)
    assert guess is not None, reason
    size, more = QUICK_SCHEDULE[0], 12
    small, large = size + 2 * CONTEXT, size + 2 * (CONTEXT + more)
    session = Compiled(graphs.graph("vocoder_window", "int8"), settings.threads, shapes, [small, large])
    starts = range(CONTEXT + more, made.frames - size - CONTEXT - more, 30)
    assert len(starts) > 3
    for start in starts:
        windows = [
            Window(start - around, start + size + around, start, start + size) for around in (CONTEXT, CONTEXT + more)
        ]
        alone, within = (vocode_window(session, made, guess.statistics, each, Cancel()) for each in windows)
        assert np.abs(alone - within).max() < 1e-3


@pytest.mark.skipif(not can_compile(), reason="needs OpenVINO")
def test_two_that_are_loaded_at_once_leave_the_locale_alone(graphs: Graphs) -> None:
    """OpenVINO changes it while it compiles: each would restore what the other had set."""
    before = locale.setlocale(locale.LC_ALL)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda _: vocoder(graphs, "int8", 1), range(2)))
    assert locale.setlocale(locale.LC_ALL) == before
