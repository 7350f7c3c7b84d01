"""The only module that knows the order: text → segments → phonemes → acoustic → vocoder → finished chunks."""

import gc
import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

import numpy as np

from kokoro_live import text as text_stage
from kokoro_live.audio.edges import Edges, kept
from kokoro_live.audio.finish import Finish
from kokoro_live.audio.levels import needed_gain
from kokoro_live.config import Settings
from kokoro_live.errors import BadOption, BadSpeed, NothingToSay, SynthesisError
from kokoro_live.phonemes import language_named, phonemise
from kokoro_live.phonemes.alphabet import BUDGET
from kokoro_live.phonemes.budget import grouped, token_count, token_row, within
from kokoro_live.records import Chunk, Join, Samples, TimedWord, Utterance
from kokoro_live.speech.acoustic import FRAME, FRAMES_PER_TICK, Acoustic, Acoustics
from kokoro_live.speech.assets import VOICES, Store, manifest, silent
from kokoro_live.speech.build import derived
from kokoro_live.speech.norms import SHORTEST, Guess, Predictor
from kokoro_live.speech.sessions import Cancel, Session
from kokoro_live.speech.sources import Progress
from kokoro_live.speech.vocoder import audible, vocode_whole, vocode_window
from kokoro_live.speech.voices import Style, Voices, blend_named
from kokoro_live.speech.windows import windows

SLOWEST, FASTEST = 0.25, 4.0
MODEL_SLOWEST, MODEL_FASTEST = 0.5, 2.0  # beyond these the model slurs or hits its one-tick floor: tempo does the rest
TEMPO_TOLERANCE = 0.03  # a speed this close to the one asked for is left as the model made it
LONGEST_SECONDS = 10.0  # of one segment
TOKENS_PER_SECOND = 16  # at speed 1, where nothing better is known; the acoustic graph's answer is checked as well
FEW_TOKENS = 12
SMALLEST_SPLIT = 16  # tokens; fewer than this cannot last ten seconds
LATENCIES = ("fast", "quality")
LOUDEST_VOLUME = 2.0
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
    volume: float
    pace: float  # tokens per second at speed 1


class Output:
    """What a stream has put out so far, and where it is."""

    def __init__(self, volume: float) -> None:
        self.finish = Finish(volume)
        self.number = 0  # of the segment
        self.before: Join | None = None  # what stands between the last segment and this one
        self._pause_due = False
        self._sent = 0

    def chunk(self, samples: Samples, words: tuple[TimedWord, ...] = (), utterance: Utterance | None = None) -> Chunk:
        """The next piece; an utterance is announced once, with its words."""
        start, self._sent = self._sent, self._sent + len(samples)
        if utterance is None:
            return Chunk(samples, start, self.number)
        return Chunk(samples, start, self.number, words, utterance.backends, utterance.dropped)

    def spoken(self, join: Join) -> None:
        """A segment is done."""
        self.number, self.before, self._pause_due = self.number + 1, join, True

    def pause(self, speed: float) -> Samples:
        """Before the next segment, once."""
        due, self._pause_due = self._pause_due and self.before, False
        return self.finish.gap(due, speed) if due else NO_SAMPLES


class Engine:
    """The loaded model. Streams may run one after another or from several threads."""

    def __init__(self, settings: Settings, progress: Progress = silent) -> None:
        store = Store(settings.cache_dir, settings.model_dir, settings.sources)
        graphs = derived(store, settings.cache_dir, settings.base, progress)
        self.voices = Voices(store.fetch(manifest()[VOICES], progress))
        self._acoustic = Acoustic(Session(graphs.graph("acoustic"), settings.threads, frugal=True))
        self._whole = Session(graphs.graph("vocoder_whole"), settings.threads, frugal=True)
        self._window = Session(graphs.window(settings.variant), settings.threads)
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
        volume: float = 1.0,
        cancel: Cancel | None = None,
    ) -> Iterator[Chunk]:
        """Speech as it is made. Mistakes in the request are raised here, before anything is computed.

        One `next()` costs at most one run of the model. A segment's first chunk has no samples: it brings the words.
        """
        request = self._checked(text, voice, speed, language, latency, volume)
        return self._chunks(request, cancel or Cancel())

    def utterances(
        self, text: str, voice: str = "af_heart", speed: float = 1.0, language: str | None = None
    ) -> Iterator[Utterance]:
        """What `stream` would read to the model, before short neighbours are grouped; nothing is run."""
        return self._utterances(self._checked(text, voice, speed, language))

    def _checked(
        self, text: str, voice: str, speed: float, language: str | None, latency: str = "fast", volume: float = 1.0
    ) -> Request:
        if not isinstance(speed, int | float) or not SLOWEST <= speed <= FASTEST:  # NaN fails the comparison
            raise BadSpeed(f"Speed {speed} is not a number from {SLOWEST} to {FASTEST:g}.")
        if not isinstance(volume, int | float) or not 0 <= volume <= LOUDEST_VOLUME:
            raise BadOption(f"Volume {volume} is not a number from 0 to {LOUDEST_VOLUME:g}.")
        if latency not in LATENCIES:
            raise BadOption(f"Latency {latency!r} is not one of: {', '.join(LATENCIES)}.")
        if not any(char.isalnum() for char in text):
            raise NothingToSay("There is nothing to say: the text has no letter and no digit.")
        blend = blend_named(voice)
        spoken = language_named(language) if language else blend.language
        pace = self._predictor.pace(name for name, _ in blend.parts) if self._predictor else TOKENS_PER_SECOND
        return Request(text, self.voices.style(blend), spoken, float(speed), latency, float(volume), pace)

    def _chunks(self, request: Request, cancel: Cancel) -> Iterator[Chunk]:
        out = Output(request.volume)
        waiting: list[Utterance] = []
        for utterance in grouped(self._utterances(request), self._budget(request)):
            waiting.append(utterance)
            while waiting:
                current = waiting.pop(0)
                if out.number:  # the pause leaves while the next segment is being prepared
                    yield out.chunk(out.pause(request.speed))
                made = self._acoustics(current, request, cancel)
                seconds = _seconds(made) / remaining_tempo(made, request.speed)
                if seconds > LONGEST_SECONDS and token_count(current) >= SMALLEST_SPLIT:
                    waiting[:0] = _audible(within(current, math.ceil(token_count(current) / 2)))
                    yield out.chunk(NO_SAMPLES)
                    continue
                yield from self._segment(current, made, request, out, cancel)
        if out.number == 0:
            raise NothingToSay("There is nothing to say: no part of the text makes a sound in this language.")
        yield out.chunk(out.finish.finish())

    def _segment(
        self, utterance: Utterance, made: Acoustics, request: Request, out: Output, cancel: Cancel
    ) -> Iterator[Chunk]:
        """One segment: its words, then its sound, finished."""
        tempo = remaining_tempo(made, request.speed)
        first, last = bounds(made, out.before, utterance.join)
        words = _timed(utterance, made, first * FRAME, out.finish.position, tempo)
        yield out.chunk(NO_SAMPLES, words, utterance)
        gain, blocks = self._sound(made, request, first, last, cancel)
        edges = Edges(made.last_heard() * FRAME - first * FRAME, kept(utterance.join), tempo)
        out.finish.begin(gain, edges, out.before)
        for block in blocks:
            yield out.chunk(out.finish.push(block))
        yield out.chunk(out.finish.end(utterance.join))
        out.spoken(utterance.join)

    def _sound(
        self, made: Acoustics, request: Request, first: int, last: int, cancel: Cancel
    ) -> tuple[float, Iterator[Samples]]:
        """The gain they need, and the frames [first, last): all at once, or window by window with one run for each."""
        reason, guess = self._guess(made, request)
        if guess is not None:
            blocks = self._windows(made, guess, first, last, cancel)
            try:
                opening = audible(next(blocks))
            except SynthesisError:  # nothing has left yet: the exact way may still save it
                reason = "exact: the first window failed"
            else:
                self.counts[reason] += 1
                return guess.gain, chain([opening], blocks)
        self.counts[reason] += 1
        samples, _ = vocode_whole(self._whole, made, cancel)
        samples = samples[first * FRAME : last * FRAME]
        return needed_gain(samples), iter([samples])

    def _windows(self, made: Acoustics, guess: Guess, first: int, last: int, cancel: Cancel) -> Iterator[Samples]:
        for window in windows(first, last):
            samples = vocode_window(self._window, made, guess.statistics, window.start, window.end, cancel)
            yield samples[(window.new - window.start) * FRAME :]

    def _guess(self, made: Acoustics, request: Request) -> tuple[str, Guess | None]:
        """What was predicted, or None where only exact statistics will do; and why."""
        if request.latency == "quality":
            return "exact: asked for", None
        if self._predictor is None:
            return "exact: no calibration for this base", None
        if made.frames <= SHORTEST:
            return "exact: short", None
        guess = self._predictor.guess(made)
        return "predicted" if guess else "exact: hard to predict", guess

    def _utterances(self, request: Request) -> Iterator[Utterance]:
        """Utterances that should fit one segment; those without a sound are left out."""
        for segment in text_stage.segments(request.text):
            yield from _audible(within(phonemise(segment, request.language), self._budget(request)))

    @staticmethod
    def _budget(request: Request) -> int:
        return min(BUDGET, round(LONGEST_SECONDS * request.pace * min(request.speed, MODEL_FASTEST)))

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


def remaining_tempo(made: Acoustics, speed: float) -> float:
    """How much faster the finished audio must still become to be at `speed`."""
    if speed == 1:
        return 1.0
    wanted = float(made.expected[1:-1].sum()) / speed
    tempo = float(made.durations[1:-1].sum()) / wanted
    return tempo if abs(tempo - 1) > TEMPO_TOLERANCE else 1.0


def _audible(utterances: Iterable[Utterance]) -> Iterator[Utterance]:
    return (utterance for utterance in utterances if any(word.spoken for word in utterance.words))


def bounds(made: Acoustics, before: Join | None, after: Join) -> tuple[int, int]:
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
