"""The loaded graphs of one base: tokens → acoustics → sound, all at once or window by window."""

import hashlib
import logging
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from kokoro_live.cancel import Cancel
from kokoro_live.errors import SynthesisError
from kokoro_live.model.acoustic import FRAME, Acoustics
from kokoro_live.model.loaded import ready
from kokoro_live.model.statistics import SHORTEST, Guess, Predictor
from kokoro_live.model.store import Graphs
from kokoro_live.model.vocoder import audible, vocode_whole, vocode_window
from kokoro_live.model.voices import Blend, Voices
from kokoro_live.model.windows import Window, alone, windows
from kokoro_live.records import Samples

SLOWEST, FASTEST = 0.5, 2.0  # beyond these the model slurs or hits its one-tick floor: tempo does the rest
FEW_TOKENS = 12
TEMPO_TOLERANCE = 0.03  # a speed this close to the one asked for is left as the model made it
SHORT, HARD = OWN_STATISTICS = ("exact: short", "exact: hard to predict")
TOKENS_PER_SECOND = 16  # at speed 1, where nothing better is known


log = logging.getLogger(__name__)
Speeds = NDArray[np.float32]  # one for each token, the pads included


@dataclass(frozen=True, slots=True)
class Sound:
    """The sound of some frames, in the making."""

    gain: float | None  # dB to the target level, if it was predicted
    blocks: Iterator[Samples]


class Model:
    """Streams may run one after another or from several threads."""

    def __init__(self, graphs: Graphs, voices: Path, wanted: str, threads: int) -> None:
        """`wanted` is a variant or `auto`; `voices` is the file of all voices."""
        self._voices = Voices(voices)
        # numpy's own threads go on turning for 30 ms after each product and take half the machine from the next window
        threadpool_limits(1, user_api="blas")
        variant, self._vocoder = ready(graphs, wanted, threads)
        self._predictor = Predictor.of(graphs.base_sha256)
        if self._predictor is None:
            log.warning("no calibration for base %s: speech starts when a whole sentence is ready", graphs.base)
        runner = self._vocoder.session
        self.base, self.variant, self.provider = graphs.base, variant, runner.provider
        self.counts: Counter[str] = Counter()  # how segments got their statistics
        taught = self._predictor.digest if self._predictor else "nothing"
        parts = (graphs.identity(variant), runner.identity, str(threads), taught, str(self._vocoder.schedule))
        self.identity = hashlib.blake2b("\n".join(parts).encode(), digest_size=16).digest()  # of every sample it makes

    def style(self, voice: Blend, tokens: int) -> NDArray[np.float32]:
        """How a voice says so many tokens."""
        return np.asarray(self._voices.style(voice)[tokens - 1])

    def pace(self, voices: Iterable[str]) -> float:
        """Tokens per second of the slowest of these voices, at speed 1."""
        return self._predictor.pace(voices) if self._predictor else TOKENS_PER_SECOND

    def acoustics(
        self, tokens: list[int], style: NDArray[np.float32], speeds: Speeds, pitch: float, cancel: Cancel
    ) -> Acoustics:
        """One run of the acoustic graph, as near to `speeds` as the model can speak (see `remaining_tempo`)."""
        each = _own_speeds(speeds, len(tokens) - 2)
        # Slowing the pads down makes the model sing into them (a phantom vowel): they keep their own length.
        each[[0, -1]] = np.maximum(1.0, each[[0, -1]])
        return self._vocoder.acoustic.run(tokens, style, each, pitch, cancel)

    def sound(self, made: Acoustics, first: int, last: int, exact: bool, cancel: Cancel) -> Sound:
        """The frames [first, last): all at once, or window by window with one run for each, the first one now."""
        reason, guess = self.guess(made, exact)
        if guess is not None:
            blocks = self._windows(made, guess, first, last, cancel)
            try:
                opening = audible(next(blocks))
            except SynthesisError:  # nothing has left yet: the exact way may still save it
                reason = "exact: the first window failed"
            else:
                self.counts[reason] += 1
                return Sound(guess.gain, chain([opening], blocks))
        self.counts[reason] += 1
        whole = self._whole if reason in OWN_STATISTICS else self.exact
        return Sound(None, iter([whole(made, cancel)[first * FRAME : last * FRAME]]))

    def exact(self, made: Acoustics, cancel: Cancel) -> Samples:
        """The segment in float arithmetic, with its own statistics."""
        return vocode_whole(self._vocoder.exact(), made, cancel)[0]

    def _whole(self, made: Acoustics, cancel: Cancel) -> Samples:
        """The segment in this variant's arithmetic, if that can do without a guess."""
        with suppress(SynthesisError):  # nothing has left yet: float arithmetic may still save it
            if (samples := self._vocoder.whole(made, cancel)) is not None:
                return samples
        return self.exact(made, cancel)

    def guess(self, made: Acoustics, exact: bool) -> tuple[str, Guess | None]:
        """What was predicted, or None where only exact statistics will do; and why."""
        if exact:
            return "exact: asked for", None
        if self._predictor is None:
            return "exact: no calibration for this base", None
        if made.content <= SHORTEST:
            return SHORT, None
        guess = self._predictor.guess(made)
        return "predicted" if guess else HARD, guess

    def in_one_piece(self, made: Acoustics, guess: Guess | None, first: int, last: int) -> Samples:
        """The frames [first, last) without windows: what the joins are judged by."""
        if guess is None:
            return self._whole(made, Cancel())[first * FRAME : last * FRAME]
        return self._vocoded(made, guess, alone(first, last, made.frames), Cancel())

    def _windows(self, made: Acoustics, guess: Guess, first: int, last: int, cancel: Cancel) -> Iterator[Samples]:
        for window in windows(first, last, made.frames, self._vocoder.schedule):
            yield self._vocoded(made, guess, window, cancel)

    def _vocoded(self, made: Acoustics, guess: Guess, window: Window, cancel: Cancel) -> Samples:
        return vocode_window(self._vocoder.session, made, guess.statistics, window, cancel)


def _own_speeds(speeds: Speeds, tokens: int) -> Speeds:
    """The speeds the model itself is asked for. It cannot hurry through a single syllable."""
    return np.clip(speeds, SLOWEST, FASTEST if tokens > FEW_TOKENS else 1.0)


def remaining_tempo(made: Acoustics, speeds: Speeds, plain: NDArray[np.bool_] | None = None) -> float:
    """How much faster the finished audio must still become to be at these speeds.

    It is one factor for all of it. So where some tokens have a rate of their own, the `plain` others decide.
    """
    inner = np.zeros(len(speeds), bool)
    inner[1:-1] = True if plain is None or not plain[1:-1].any() else plain[1:-1]
    if (speeds[inner] == 1).all():
        return 1.0
    wanted = float((made.expected / speeds)[inner].sum())
    tempo = float(made.durations[inner].sum()) / wanted
    return tempo if abs(tempo - 1) > TEMPO_TOLERANCE else 1.0
