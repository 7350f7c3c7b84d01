"""One segment of speech: as the reference speaks it, and on a variant's own acoustics exactly and as it is streamed."""

import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx

from kokoro_live.assets.fetch import Store
from kokoro_live.assets.manifest import manifest
from kokoro_live.audio.edges import Edges
from kokoro_live.audio.finish import Finish
from kokoro_live.audio.gaps import kept
from kokoro_live.audio.loudness_target import needed_gain
from kokoro_live.cancel import Cancel
from kokoro_live.config import Settings
from kokoro_live.graph.partition import decoder_part, f0_energy_part
from kokoro_live.graph.passes.dequantize import dequantize
from kokoro_live.model.acoustic import FRAME, Acoustic, Acoustics
from kokoro_live.model.loaded import in_parts, reading_parts, ready
from kokoro_live.model.model import HARD, SHORT
from kokoro_live.model.runtimes.onnxruntime import Runs, Session
from kokoro_live.model.runtimes.openvino import Compiled
from kokoro_live.model.statistics import SHORTEST, Predictor
from kokoro_live.model.store import BASES, QUANTISED, chosen_base
from kokoro_live.model.vocoder import vocode_whole, vocode_window
from kokoro_live.model.windows import windows
from kokoro_live.records import Join, Samples
from lab.curves import curve_errors
from lab.examples import Spec, Teacher
from lab.rows import Row

PREDICTED = "predicted"
LAST = Join.SENTENCE  # what stands behind a clip of one segment


@dataclass(frozen=True)
class Rendering:
    """A segment from where speech begins to where it ends; sample-aligned."""

    made: Acoustics
    reference: tuple[Acoustics, Samples]  # float arithmetic throughout; durations may differ
    exact: Samples  # by float arithmetic from the same durations, pitch and energy on
    streamed: Samples  # the same samples as `exact` if the guard sent it there
    joins: list[int]  # samples at which a window follows another
    gain: float  # dB, of `streamed`
    statistics: str
    curves: Row  # how far pitch and energy are from those of float arithmetic on the same durations

    def finished(self) -> tuple[Samples, Samples]:
        """Exact and streamed, as a listener gets them."""
        return _finished(self.made, self.exact, needed_gain(self.exact)), _finished(self.made, self.streamed, self.gain)

    def finished_reference(self) -> Samples:
        """As a listener of the reference gets it."""
        made, samples = self.reference
        return _finished(made, samples, needed_gain(samples))


def _finished(made: Acoustics, samples: Samples, gain: float) -> Samples:
    chain = Finish()
    first, _ = made.speech()
    chain.begin(gain, Edges((made.last_heard() - first) * FRAME, kept(LAST), 1.0), None)
    return np.concatenate([chain.push(samples), chain.end(LAST), chain.finish()])


class Studio:
    """The exact model beside a variant of the window graph."""

    def __init__(self, settings: Settings, threads: int) -> None:
        self._teacher = Teacher(settings, threads)
        graphs = self._teacher.graphs
        variant, self._vocoder = ready(graphs, settings.variant, threads)
        self._differs = variant == QUANTISED
        self._acoustic = self._judging = self._singing = self._teacher.acoustic
        if self._differs:
            self._acoustic = self._vocoder.acoustic
            in_float = reading_parts(graphs, threads) | _in_float(settings, threads)
            own_curves = {"f0_energy": Compiled(graphs.graph("f0_energy", variant), threads)}
            self._judging, self._singing = (
                Acoustic(in_parts(parts, threads)) for parts in (in_float | own_curves, in_float)
            )
        predictor = Predictor.of(graphs.base_sha256)
        if predictor is None:
            raise SystemExit("There is no calibration for this base. Run: python tools/calibrate.py fit")
        self._predictor = predictor

    def render(self, wanted: Spec) -> Rendering | None:
        """None if the text is too long for one segment."""
        made = self._teacher.acoustics(wanted, self._acoustic)
        ideal = self._teacher.acoustics(wanted, self._judging) if self._differs else made
        plain = self._teacher.acoustics(wanted) if self._differs else made
        sung = self._teacher.acoustics(wanted, self._singing) if self._differs else made
        if made is None or plain is None or ideal is None or sung is None:
            return None
        if not np.array_equal(ideal.f0, made.f0) or not np.array_equal(ideal.energy, made.energy):
            raise SystemExit("Two compilations of the curves differ: what is compared would not be aligned.")
        first, last = made.speech()
        exact = self._exact(ideal)
        reference = (plain, self._exact(plain) if self._differs else exact)
        curves = curve_errors(made, sung)
        guess = self._predictor.guess(made) if made.content > SHORTEST else None
        if guess is None:
            reason = SHORT if made.content <= SHORTEST else HARD
            spoken = self._vocoder.whole(made, Cancel())
            own = exact if spoken is None else spoken[first * FRAME : last * FRAME]
            return Rendering(made, reference, exact, own, [], needed_gain(own), reason, curves)
        blocks, joins = [], []
        for window in windows(first, last, made.frames, self._vocoder.schedule):
            blocks.append(vocode_window(self._vocoder.session, made, guess.statistics, window, Cancel()))
            joins.append((window.end - first) * FRAME)
        return Rendering(made, reference, exact, np.concatenate(blocks), joins[:-1], guess.gain, PREDICTED, curves)

    def _exact(self, made: Acoustics) -> Samples:
        """From where speech begins to where it ends, which depends on the energy alone."""
        first, last = made.speech()
        return vocode_whole(self._teacher.whole, made, Cancel())[0][first * FRAME : last * FRAME]


def _in_float(settings: Settings, threads: int) -> dict[str, Runs]:
    """The parts of the acoustic graph that some variants run in integers, in float arithmetic: curves, decoder."""
    store = Store(settings.cache_dir, settings.model_dir)
    published = store.fetch(manifest()[BASES[chosen_base(store, settings.base)]])
    graph, loaded = dequantize(onnx.load(published)), dict[str, Runs]()
    with tempfile.TemporaryDirectory() as folder:
        for part in (f0_energy_part(graph), decoder_part(graph)):
            path = Path(folder) / f"{part.graph.name}.onnx"
            onnx.save(part, path)
            loaded[part.graph.name] = Session(path, threads)
    return loaded
