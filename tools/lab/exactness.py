"""Is the engine the model? Its audio against the unsplit folded graph, and windows against the whole."""

import json
import tempfile
from pathlib import Path
from random import Random

import numpy as np
import onnx
import onnxruntime as ort

from bench.texts import sentence
from kokoro_live.assets.fetch import Store
from kokoro_live.assets.manifest import INT8, VOICES, manifest
from kokoro_live.audio.edges import Edges
from kokoro_live.audio.finish import Finish
from kokoro_live.audio.gaps import kept
from kokoro_live.audio.loudness_target import needed_gain
from kokoro_live.cancel import Cancel
from kokoro_live.cli.progress import bar
from kokoro_live.config import Settings
from kokoro_live.engine import Engine
from kokoro_live.graph.passes.dequantize import dequantize
from kokoro_live.model.acoustic import FRAME, Acoustic, Acoustics
from kokoro_live.model.runtimes.onnxruntime import Session
from kokoro_live.model.store import ready_graphs
from kokoro_live.model.vocoder import vocode_whole, vocode_window
from kokoro_live.model.voices import Voices, blend_named
from kokoro_live.model.windows import alone
from kokoro_live.phonemes import Phonemiser
from kokoro_live.phonemes.chunking import token_row
from kokoro_live.records import Samples
from kokoro_live.rendering import bounds
from kokoro_live.synthesis import chunks_of, whole
from kokoro_live.text import segments
from lab.options import Options

ENGINE_DB, WINDOW_DB, IDENTICAL_FROM = 60.0, 100.0, 70
WINDOW_SIZES = (16, 24, 32, 48, 70, 96, 128)
LANGUAGE = "en-us"  # one front end for all voices: this is about the graphs
AUDIBLE = 10 ** (-45 / 20)


def run(options: Options) -> int:
    """SNR of the engine ≥ 60 dB everywhere; of windows ≥ 100 dB, and identical from 70 frames on."""
    settings, voices, sentences, target = options.settings, options.voices, options.sentences, options.target
    engine = Engine(settings)
    reference = Unsplit(settings)
    windows = Windows(settings)
    random = Random(7)
    rows, window_rows = [], []
    with bar() as report:
        for voice in voices:
            for number in range(sentences):
                text, spoken = _one_segment(engine, voice, random)
                truth = finished(reference.speak(text, voice), windows.acoustics(text, voice), text)
                rows.append({"voice": voice, "text": text, "snr": snr(truth, spoken)})
                if number % 5 == 0:
                    window_rows += windows.compare(text, voice, random)
                report("comparing", len(rows), sentences * len(voices))
    return _verdict(rows, window_rows, target)


def _one_segment(engine: Engine, voice: str, random: Random) -> tuple[str, Samples]:
    """A text the engine does not split, for the reference speaks it whole; and what the engine makes of it."""
    while True:
        text = sentence(random, random.choice((20, 60, 100, 140)))
        chunks = list(chunks_of(engine.stream(text, voice, language=LANGUAGE, latency="quality")))
        if chunks[-1].segment == 0:
            return text, whole(chunks)


def _verdict(rows: list[dict[str, object]], window_rows: list[dict[str, float]], target: str | None) -> int:
    if not rows or not window_rows:
        print("FAIL: nothing was compared")
        return 1
    for voice in sorted({str(row["voice"]) for row in rows}):
        worst = min(float(str(row["snr"])) for row in rows if row["voice"] == voice)
        print(f"engine against unsplit  {voice:12} worst SNR {worst:6.1f} dB")
    good = all(float(str(row["snr"])) >= ENGINE_DB for row in rows)
    for size in WINDOW_SIZES:
        found = [row for row in window_rows if row["size"] == size]
        worst = min(row["snr"] for row in found)
        same = sum(row["snr"] == np.inf for row in found)
        print(f"windows of {size:3} frames   worst SNR {worst:6.1f} dB, bit-identical {same} of {len(found)}")
        good &= worst >= WINDOW_DB and (size < IDENTICAL_FROM or same == len(found))
    if target:
        Path(target).write_text(json.dumps({"engine": rows, "windows": window_rows}, indent=1) + "\n")
    print(f"{'PASS' if good else 'FAIL'}: {len(rows)} sentences, {len(window_rows)} windows")
    return 0 if good else 1


def snr(truth: Samples, other: Samples) -> float:
    """dB; infinite when every sample is the same, −infinite when there are not even as many."""
    if len(truth) != len(other):
        return float("-inf")
    error = float(np.sum((truth.astype(np.float64) - other) ** 2))
    return float("inf") if error == 0 else 10 * np.log10(float(np.sum(truth.astype(np.float64) ** 2)) / error)


def finished(truth: Samples, made: Acoustics, text: str) -> Samples:
    """What the finishing chain makes of the reference; it must not cut off anything that can be heard."""
    (segment,) = segments(text, LANGUAGE)
    first, last = bounds(made, None, segment.join)
    cut = np.concatenate([truth[: first * FRAME], truth[last * FRAME :]])
    if len(cut) and float(np.abs(cut).max()) > AUDIBLE:
        return np.zeros(1, np.float32)  # compares with nothing
    samples = truth[first * FRAME : last * FRAME]
    finish = Finish()
    edges = Edges(made.last_heard() * FRAME - first * FRAME, kept(segment.join), 1.0)
    finish.begin(needed_gain(samples), edges, None)
    return np.concatenate([finish.push(samples), finish.end(segment.join), finish.finish()])


class Unsplit:
    """The folded model as one graph, untouched by our cutting."""

    def __init__(self, settings: Settings) -> None:
        store = Store(settings.cache_dir, settings.model_dir, settings.sources)
        model = onnx.load(store.fetch(manifest()[INT8]))
        graph = dequantize(model)
        used = {name for node in graph.nodes for name in node.input}
        folded = onnx.helper.make_graph(
            graph.nodes,
            "unsplit",
            model.graph.input,
            model.graph.output,
            [w for n, w in graph.weights.items() if n in used],
        )
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "unsplit.onnx"
            onnx.save(
                onnx.helper.make_model(folded, opset_imports=model.opset_import, ir_version=model.ir_version), path
            )
            options = ort.SessionOptions()
            options.intra_op_num_threads, options.log_severity_level = settings.threads, 3
            self._session = ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self._voices = Voices(store.fetch(manifest()[VOICES]))

    def speak(self, text: str, voice: str) -> Samples:
        """One sentence, whole."""
        tokens, style = tokens_and_style(text, voice, self._voices)
        feeds = {"tokens": np.array([tokens]), "style": style.reshape(1, 256), "speed": np.ones(1, np.float32)}
        return np.asarray(self._session.run(None, feeds)[0]).reshape(-1)


class Windows:
    """Windows with true statistics."""

    def __init__(self, settings: Settings) -> None:
        store = Store(settings.cache_dir, settings.model_dir, settings.sources)
        graphs = ready_graphs(store, settings.cache_dir, settings.base)
        self._voices = Voices(store.fetch(manifest()[VOICES]))
        self._acoustic = Acoustic(Session(graphs.graph("acoustic"), settings.threads))
        self._whole = Session(graphs.graph("vocoder_whole"), settings.threads)
        self._window = Session(graphs.graph("vocoder_window"), settings.threads)

    def acoustics(self, text: str, voice: str) -> Acoustics:
        """As the engine makes them."""
        tokens, style = tokens_and_style(text, voice, self._voices)
        return self._acoustic.run(tokens, style, np.ones(len(tokens), np.float32), 1.0, Cancel())

    def compare(self, text: str, voice: str, random: Random) -> list[dict[str, float]]:
        """One random window of each size against the same stretch of the whole."""
        made = self.acoustics(text, voice)
        truth, statistics = vocode_whole(self._whole, made, Cancel())
        rows = []
        for size in WINDOW_SIZES:
            if size < made.frames:
                start = random.randrange(made.frames - size)
                window = vocode_window(
                    self._window, made, statistics, alone(start, start + size, made.frames), Cancel()
                )
                rows.append({"size": size, "snr": snr(truth[start * FRAME : (start + size) * FRAME], window)})
        return rows


def tokens_and_style(text: str, voice: str, voices: Voices) -> tuple[list[int], Samples]:
    """What the engine feeds the acoustic graph for a text of one segment."""
    (segment,) = segments(text, LANGUAGE)
    tokens, _ = token_row(Phonemiser().phonemise(segment, LANGUAGE))
    return tokens, voices.style(blend_named(voice))[len(tokens) - 3]
