"""The only module that knows the order: text → segments → phonemes → acoustic → vocoder → finished chunks."""

import gc
import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from kokoro_live import text as text_stage
from kokoro_live.audio.finish import Finish, kept, pause
from kokoro_live.config import Settings
from kokoro_live.errors import BadOption, BadSpeed, NothingToSay
from kokoro_live.phonemes import language_named, phonemise
from kokoro_live.phonemes.alphabet import BUDGET
from kokoro_live.phonemes.budget import grouped, token_count, token_row, within
from kokoro_live.records import Chunk, Join, Samples, TimedWord, Utterance
from kokoro_live.speech.acoustic import FRAME, FRAMES_PER_TICK, Acoustic, Acoustics
from kokoro_live.speech.assets import VOICES, Store, manifest, silent
from kokoro_live.speech.build import derived
from kokoro_live.speech.norms import SHORTEST, Predictor
from kokoro_live.speech.sessions import Cancel, Session
from kokoro_live.speech.sources import Progress
from kokoro_live.speech.vocoder import Statistics, vocode_whole, vocode_window
from kokoro_live.speech.voices import Style, Voices, blend_named
from kokoro_live.speech.windows import windows

SLOWEST, FASTEST = 0.25, 4.0
MODEL_SLOWEST, MODEL_FASTEST = 0.5, 2.0  # beyond these the model slurs or hits its one-tick floor: tempo does the rest
TEMPO_TOLERANCE = 0.03  # a speed this close to the one asked for is left as the model made it
LONGEST_SECONDS = 10.0  # of one segment
TOKENS_PER_SECOND = 16  # at speed 1; voices differ, so the acoustic graph's answer is checked as well
FEW_TOKENS = 12
SMALLEST_SPLIT = 16  # tokens; fewer than this cannot last ten seconds
LATENCIES = ("fast", "quality")
TIMING_LEAD = 100 * 24  # samples: a token is heard this much earlier than the durations say (LOG.md)
NO_SAMPLES = np.zeros(0, np.float32)


@dataclass(frozen=True, slots=True)
class Request:
    """What a stream was asked for, checked."""

    text: str
    style: Style
    language: str
    speed: float
    latency: str


class Engine:
    """The loaded model. Streams may run one after another or from several threads."""

    def __init__(self, settings: Settings, progress: Progress = silent) -> None:
        store = Store(settings.cache_dir, settings.model_dir, settings.sources)
        graphs = derived(store, settings.cache_dir, settings.base, progress)
        self.voices = Voices(store.fetch(manifest()[VOICES], progress))
        self._acoustic = Acoustic(Session(graphs.graph("acoustic"), settings.threads, frugal=True))
        self._whole = Session(graphs.graph("vocoder_whole"), settings.threads, frugal=True)
        self._window = Session(graphs.graph("vocoder_window"), settings.threads)
        self._predictor = Predictor.of(graphs.base_sha256)
        self.counts: Counter[str] = Counter()  # how segments got their statistics
        self.base = graphs.base
        gc.collect()
        gc.freeze()  # the loaded libraries are permanent: collections on the hot path need not walk them

    def stream(
        self,
        text: str,
        voice: str = "af_heart",
        speed: float = 1.0,
        language: str | None = None,
        latency: str = "fast",
        cancel: Cancel | None = None,
    ) -> Iterator[Chunk]:
        """Speech as it is made. Mistakes in the request are raised here, before anything is computed.

        One `next()` costs at most one run of the model. A segment's first chunk has no samples: it brings the words.
        """
        request = self._checked(text, voice, speed, language, latency)
        return self._chunks(request, cancel or Cancel())

    def utterances(
        self, text: str, voice: str = "af_heart", speed: float = 1.0, language: str | None = None
    ) -> Iterator[Utterance]:
        """What `stream` would read to the model, before short neighbours are grouped; nothing is run."""
        return self._utterances(self._checked(text, voice, speed, language, "fast"))

    def _checked(self, text: str, voice: str, speed: float, language: str | None, latency: str) -> Request:
        if not isinstance(speed, int | float) or not SLOWEST <= speed <= FASTEST:  # NaN fails the comparison
            raise BadSpeed(f"Speed {speed} is not a number from {SLOWEST} to {FASTEST:g}.")
        if latency not in LATENCIES:
            raise BadOption(f"Latency {latency!r} is not one of: {', '.join(LATENCIES)}.")
        if not any(char.isalnum() for char in text):
            raise NothingToSay("There is nothing to say: the text has no letter and no digit.")
        blend = blend_named(voice)
        spoken = language_named(language) if language else blend.language
        return Request(text, self.voices.style(blend), spoken, float(speed), latency)

    def _chunks(self, request: Request, cancel: Cancel) -> Iterator[Chunk]:
        position, number, before = 0, 0, None
        waiting: list[Utterance] = []
        for utterance in grouped(self._utterances(request), self._budget(request)):
            waiting.append(utterance)
            while waiting:
                current = waiting.pop(0)
                made = self._acoustics(current, request, cancel)
                seconds = _seconds(made) / _tempo(made, request.speed)
                if seconds > LONGEST_SECONDS and token_count(current) >= SMALLEST_SPLIT:
                    waiting[:0] = _audible(within(current, math.ceil(token_count(current) / 2)))
                    yield Chunk(NO_SAMPLES, position, number)
                    continue
                for chunk in self._segment(current, made, request, before, position, number, cancel):
                    position += len(chunk.samples)
                    yield chunk
                number, before = number + 1, current.join
        if number == 0:
            raise NothingToSay("There is nothing to say: no part of the text makes a sound in this language.")

    def _segment(
        self,
        utterance: Utterance,
        made: Acoustics,
        request: Request,
        before: Join | None,
        position: int,
        number: int,
        cancel: Cancel,
    ) -> Iterator[Chunk]:
        """One segment: its words, then its sound, finished."""
        tempo = _tempo(made, request.speed)
        gap = pause(before, request.speed) if before else NO_SAMPLES
        first, last = _bounds(made, before, utterance.join)
        words = _timed(utterance, made, first * FRAME, position + len(gap), tempo)
        yield Chunk(NO_SAMPLES, position, number, words, utterance.backends, utterance.dropped)
        finish = Finish(made.last_heard() * FRAME - first * FRAME, kept(utterance.join), tempo)
        for block in self._sound(made, request, first, last, cancel):
            samples = np.concatenate([gap, finish.push(block)])
            gap = NO_SAMPLES
            yield Chunk(samples, position, number)
            position += len(samples)
        yield Chunk(finish.finish(), position, number)

    def _sound(self, made: Acoustics, request: Request, first: int, last: int, cancel: Cancel) -> Iterator[Samples]:
        """Frames [first, last), exactly or window by window; one model run per block."""
        statistics = self._statistics(made, request)
        if statistics is None:
            samples, _ = vocode_whole(self._whole, made, cancel)
            yield samples[first * FRAME : last * FRAME]
            return
        for window in windows(first, last):
            samples = vocode_window(self._window, made, statistics, window.start, window.end, cancel)
            yield samples[(window.new - window.start) * FRAME :]

    def _statistics(self, made: Acoustics, request: Request) -> Statistics | None:
        """Predicted statistics, or None where only exact ones will do; why is counted."""
        if request.latency == "quality":
            reason, predicted = "exact: asked for", None
        elif self._predictor is None:
            reason, predicted = "exact: no calibration for this base", None
        elif made.frames <= SHORTEST:
            reason, predicted = "exact: short", None
        else:
            predicted = self._predictor.statistics(made)
            reason = "predicted" if predicted else "exact: out of distribution"
        self.counts[reason] += 1
        return predicted

    def _utterances(self, request: Request) -> Iterator[Utterance]:
        """Utterances that should fit one segment; those without a sound are left out."""
        for segment in text_stage.segments(request.text):
            yield from _audible(within(phonemise(segment, request.language), self._budget(request)))

    @staticmethod
    def _budget(request: Request) -> int:
        return min(BUDGET, round(LONGEST_SECONDS * TOKENS_PER_SECOND * min(request.speed, MODEL_FASTEST)))

    def _acoustics(self, utterance: Utterance, request: Request, cancel: Cancel) -> Acoustics:
        tokens, _ = token_row(utterance)
        model_speed = _model_speed(request.speed, len(tokens) - 2)
        speed = np.full(len(tokens), model_speed, np.float32)
        # Slowing the pads down makes the model sing into them (a phantom vowel): they keep their own length.
        speed[[0, -1]] = max(1.0, model_speed)
        return self._acoustic.run(tokens, request.style[len(tokens) - 3], speed, 1.0, cancel)


def _model_speed(speed: float, tokens: int) -> float:
    """The speed the model itself is asked for. It cannot hurry through a single syllable."""
    fastest = MODEL_FASTEST if tokens > FEW_TOKENS else 1.0
    return min(fastest, max(MODEL_SLOWEST, speed))


def _seconds(made: Acoustics) -> float:
    return made.frames * FRAME / 24_000


def _tempo(made: Acoustics, speed: float) -> float:
    """How much faster the finished audio must still become to be at `speed`."""
    if speed == 1:
        return 1.0
    wanted = float(made.expected[1:-1].sum()) / speed
    tempo = float(made.durations[1:-1].sum()) / wanted
    return tempo if abs(tempo - 1) > TEMPO_TOLERANCE else 1.0


def _audible(utterances: Iterable[Utterance]) -> Iterator[Utterance]:
    return (utterance for utterance in utterances if any(word.spoken for word in utterance.words))


def _bounds(made: Acoustics, before: Join | None, after: Join) -> tuple[int, int]:
    """Frames [first, last) that are worth vocoding."""
    first, last = made.speech()
    return max(0, first - kept(before) // FRAME), min(made.frames, last + kept(after) // FRAME)


def _timed(utterance: Utterance, made: Acoustics, start: int, position: int, tempo: float) -> tuple[TimedWord, ...]:
    """The utterance's words on the emitted timeline."""
    _, ranges = token_row(utterance)
    lead = TIMING_LEAD * min(1.0, made.durations.sum() / made.expected.sum())  # it shrinks with faster speech
    edges = np.concatenate([[0], np.cumsum(made.durations)]) * FRAMES_PER_TICK * FRAME - lead
    edges = np.clip(edges, start, made.last_heard() * FRAME) - start
    return tuple(
        TimedWord(word.text, word.span, position + int(edges[a] / tempo), position + int(edges[b] / tempo))
        for word, (a, b) in zip(utterance.words, ranges, strict=True)
        if word.spoken
    )


def whole(chunks: Iterator[Chunk]) -> Samples:
    """The joined stream."""
    return np.concatenate([NO_SAMPLES, *(chunk.samples for chunk in chunks)])
