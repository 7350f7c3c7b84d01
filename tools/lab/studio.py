"""One segment of speech: as the reference speaks it, and on a variant's own acoustics exactly and as it is streamed."""

from dataclasses import dataclass

import numpy as np

from kokoro_live.audio.edges import Edges, kept
from kokoro_live.audio.finish import Finish
from kokoro_live.audio.levels import needed_gain
from kokoro_live.config import Settings
from kokoro_live.records import Join, Samples
from kokoro_live.speech.acoustic import FRAME, Acoustic, Acoustics
from kokoro_live.speech.norms import SHORTEST, Predictor
from kokoro_live.speech.sessions import Cancel, Session
from kokoro_live.speech.variants import ready
from kokoro_live.speech.vocoder import vocode_whole, vocode_window
from kokoro_live.speech.windows import windows
from lab.examples import Spec, Teacher

PREDICTED = "predicted"
LAST = Join.SENTENCE  # what stands behind a clip of one segment


@dataclass(frozen=True)
class Rendering:
    """A segment from where speech begins to where it ends; sample-aligned."""

    made: Acoustics
    reference: tuple[Acoustics, Samples]  # float arithmetic throughout; durations may differ
    exact: Samples  # by the float vocoder
    streamed: Samples  # the same samples as `exact` if the guard sent it there
    joins: list[int]  # samples at which a window follows another
    gain: float  # dB, of `streamed`
    statistics: str

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
        own = graphs.graph("acoustic", variant)
        differs = own != graphs.graph("acoustic")
        self._acoustic = self._teacher.acoustic
        if differs:
            self._acoustic = Acoustic(Session(own, threads), self._vocoder.decoder)
        predictor = Predictor.of(graphs.base_sha256)
        if predictor is None:
            raise SystemExit("There is no calibration for this base. Run: python tools/calibrate.py fit")
        self._predictor = predictor

    def render(self, wanted: Spec) -> Rendering | None:
        """None if the text is too long for one segment."""
        made = self._teacher.acoustics(wanted, self._acoustic)
        plain = made if self._acoustic is self._teacher.acoustic else self._teacher.acoustics(wanted)
        if made is None or plain is None:
            return None
        first, last = made.speech()
        exact = self._exact(made)
        reference = (plain, exact if plain is made else self._exact(plain))
        guess = self._predictor.guess(made) if made.content > SHORTEST else None
        if guess is None:
            reason = "exact: short" if made.content <= SHORTEST else "exact: hard to predict"
            return Rendering(made, reference, exact, exact, [], needed_gain(exact), reason)
        blocks, joins = [], []
        for window in windows(first, last, made.frames, self._vocoder.schedule):
            blocks.append(vocode_window(self._vocoder.session, made, guess.statistics, window, Cancel()))
            joins.append((window.end - first) * FRAME)
        return Rendering(made, reference, exact, np.concatenate(blocks), joins[:-1], guess.gain, PREDICTED)

    def _exact(self, made: Acoustics) -> Samples:
        first, last = made.speech()
        return vocode_whole(self._teacher.whole, made, Cancel())[0][first * FRAME : last * FRAME]
