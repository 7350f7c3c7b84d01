"""The only module that knows the order: text → segments → phonemes → acoustic → vocoder → finished chunks."""

import gc
import hashlib
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from kokoro_live import text as text_stage
from kokoro_live.assets.fetch import Store
from kokoro_live.assets.manifest import VOICES, manifest
from kokoro_live.audio.edges import Edges, kept
from kokoro_live.audio.finish import Finish
from kokoro_live.audio.levels import factor, needed_gain, steadied
from kokoro_live.audio.volumes import shaped
from kokoro_live.cache import Cache
from kokoro_live.config import Settings
from kokoro_live.graph.build import derived
from kokoro_live.lookup import set_apart
from kokoro_live.model.acoustic import FRAME, Acoustics
from kokoro_live.model.model import Model, remaining_tempo
from kokoro_live.model.runtimes.onnxruntime import Cancel
from kokoro_live.model.voices import Voices
from kokoro_live.phonemes import phonemise
from kokoro_live.phonemes.budget import grouped, token_count, token_row, within
from kokoro_live.phonemes.lexicon_files import Files
from kokoro_live.records import (
    NO_SEGMENT,
    SAMPLE_RATE,
    Chunk,
    Join,
    Progress,
    Samples,
    Segment,
    Take,
    TimedWord,
    Utterance,
    silent,
)
from kokoro_live.request import DEFAULT_VOICE, FASTEST, LONGEST_SECONDS, SLOWEST, Options, Request, checked
from kokoro_live.timing import Times
from kokoro_live.word_timing import timed_words, token_edges

SMALLEST_SPLIT = 16  # tokens; fewer than this cannot last ten seconds
LEAST_SOUND = -56.0  # dBFS when finished; what counts as audible is at -50
ROOM = SAMPLE_RATE * 20 // 1000  # samples before it
OPENING = SAMPLE_RATE * 300 // 1000  # samples in which it is looked for: the first block has them however it was made
KEPT_BLOCK = SAMPLE_RATE // 2  # samples of a kept take that are finished at a time
NO_SAMPLES = np.zeros(0, np.float32)


class Engine:
    """The loaded model. Streams may run one after another or from several threads."""

    def __init__(self, settings: Settings, progress: Progress = silent, cache: Cache | None = None) -> None:
        store = Store(settings.cache_dir, settings.model_dir, settings.sources)
        graphs = derived(store, settings.cache_dir, settings.base, progress)
        self.voices = Voices(store.fetch(manifest()[VOICES], progress))
        self.model = Model(graphs, settings.variant, settings.threads)
        self.cache = cache
        self.lexicons = Files(settings.lexicons())
        gc.collect()
        gc.freeze()  # the loaded libraries are permanent: collections on the hot path need not walk them

    def stream(
        self,
        text: str,
        voice: str = DEFAULT_VOICE,
        speed: float = 1.0,
        cancel: Cancel | None = None,
        times: Times | None = None,
        **options: Unpack[Options],
    ) -> Iterator[Chunk]:
        """Speech as it is made. Mistakes in the request are raised here, before anything is computed.

        One `next()` costs at most one run of the acoustic graph or of a window (two if a first window fails). A
        segment's words come in a chunk without samples, before its sound.
        """
        request = self.checked(text, voice, speed, **options)
        times = times or Times()
        cancel = cancel or Cancel()
        utterances = grouped(self.utterances(request, times, cancel), request.budget)
        return self._streamed(utterances, self.speech(request, cancel, times))

    @staticmethod
    def _streamed(utterances: Iterator[Utterance], speech: "Speech") -> Iterator[Chunk]:
        for utterance in utterances:
            yield from speech.say(utterance)
        yield speech.finish()

    def speech(self, request: Request, cancel: Cancel, times: Times | None = None) -> "Speech":
        """A stream to which utterances are given one by one."""
        return Speech(self.model, request, None if request.no_cache else self.cache, cancel, times or Times())

    def utterances(
        self, request: Request, times: Times | None = None, cancel: Cancel | None = None
    ) -> Iterator[Utterance]:
        """What is read to the model, before short neighbours are grouped; nothing is run."""
        for _, utterance in self.readings(request, times, cancel):
            yield from _audible(within(utterance, request.budget))

    def readings(
        self, request: Request, times: Times | None = None, cancel: Cancel | None = None
    ) -> Iterator[tuple[Segment, Utterance]]:
        """Sentence by sentence, what is said and by which phonemes."""
        times, cancel = times or Times(), cancel or Cancel()
        lexicon = self.lexicons.lexicon(request.lexicon)
        apart = set_apart((*self.lexicons.own(), *request.lexicon), request.language)
        script = apart.marked(request.script, request.language, cancel.check)
        segments = text_stage.said(script, request.language, request.detects)
        while True:
            cancel.check()
            with times.of("text"):
                segment = next(segments, None)
            if segment is None:
                return
            with times.of("g2p"):
                utterance = phonemise(segment, request.language, lexicon)
            yield segment, utterance

    def checked(self, text: str, voice: str = DEFAULT_VOICE, speed: float = 1.0, **options: Unpack[Options]) -> Request:
        """The request, or the error that says what is wrong with it."""
        return checked(self.voices, self.model.pace, text, voice, speed, **options)


@dataclass(frozen=True, slots=True)
class Performance:
    """One utterance, about to be heard: fresh from the model, or kept from an earlier time."""

    edges: NDArray[np.int32]  # see Take
    heard: int
    tempo: float
    cached: bool
    sound: Callable[[], tuple[float, Iterator[Samples]]]  # the gain in dB, and the samples

    def at_once(self) -> "Performance":
        """The same from shortly before its first sound on: where that is, the model's own curves tell only roughly."""
        gain, blocks = self.sound()
        first = next(blocks)
        skipped = lead_in(first, gain)
        rest = chain([first[skipped:]], blocks)
        edges = np.maximum(0, self.edges - skipped).astype(np.int32)
        return replace(self, edges=edges, heard=self.heard - skipped, sound=lambda: (gain, rest))


class Speech:
    """One stream in the making: utterances in, finished chunks out."""

    def __init__(self, model: Model, request: Request, cache: Cache | None, cancel: Cancel, times: Times) -> None:
        self._model, self._request, self._cache = model, request, cache
        self._cancel, self._times = cancel, times
        self._finish = Finish(request.volume, request.pauses)
        self._number = 0  # of the segment
        self._before: Join | None = None  # what stands between the last segment and this one
        self._pause_due = False
        self._asked_pause: float | None = None  # seconds
        self._sent = 0

    def say(self, utterance: Utterance) -> Iterator[Chunk]:
        """One utterance; if it turns out too long for one segment it is cut in two."""
        if self._pause_due:  # it leaves while the segment is being prepared
            self._pause_due = False
            yield self._chunk(self._finish.gap(self._before or Join.NONE, self._request.speed, self._asked_pause))
        if utterance.lead:
            yield self._chunk(self._finish.gap(Join.NONE, self._request.speed, utterance.lead))
        performance = self._performance(utterance)
        if performance is None:
            yield self._chunk(NO_SAMPLES)
            halves = within(replace(utterance, lead=0.0), math.ceil(token_count(utterance) / 2))
            for part in _audible(halves):
                yield from self.say(part)
            return
        if self._number == 0 and not self._sent:  # the first sound is waited for: it does not begin with silence
            yield self._chunk(NO_SAMPLES)  # between two runs of the model
            with self._times.of("vocoder"):
                performance = performance.at_once()
        words = timed_words(self._request.text, utterance, performance.edges, performance.tempo, self._finish.position)
        yield self._chunk(NO_SAMPLES, words, utterance, performance.cached)
        with self._times.of("vocoder"):
            gain, blocks = performance.sound()
        volumes = _by_token(utterance, [word.volume for word in utterance.words])
        directed = bool((volumes != 1).any())
        if directed:
            blocks = shaped(blocks, performance.edges, volumes)
        edges = Edges(performance.heard, kept(utterance.join), performance.tempo)
        with self._times.of("finish"):
            self._finish.begin(gain, edges, self._before, directed)
        while (block := self._next(blocks)) is not None:
            with self._times.of("finish"):
                samples = self._finish.push(block)
            yield self._chunk(samples)
        with self._times.of("finish"):
            samples = self._finish.end(utterance.join)
        yield self._chunk(samples)
        self._number, self._before, self._pause_due = self._number + 1, utterance.join, True
        self._asked_pause = utterance.pause

    def finish(self) -> Chunk:
        """The end of the stream."""
        if self._number == 0:  # nothing of the text can be said: a little silence, which is nobody's segment
            silence = np.concatenate([self._finish.gap(Join.NONE, 1.0, self._request.silence), self._finish.finish()])
            return Chunk(silence, self._sent, NO_SEGMENT)
        after = NO_SAMPLES
        if self._asked_pause is not None:  # at the end of the text, too
            after = self._finish.gap(Join.NONE, self._request.speed, self._asked_pause)
        return self._chunk(np.concatenate([after, self._finish.finish()]))

    def _next(self, blocks: Iterator[Samples]) -> Samples | None:
        with self._times.of("vocoder"):
            return next(blocks, None)

    def _chunk(
        self, samples: Samples, words: tuple[TimedWord, ...] = (), said: Utterance | None = None, cached: bool = False
    ) -> Chunk:
        """The next piece; an utterance is announced once, with its words."""
        start, self._sent = self._sent, self._sent + len(samples)
        if said is None:
            return Chunk(samples, start, self._number)
        tokens = token_count(said)
        return Chunk(samples, start, self._number, words, said.backends, said.dropped, cached, tokens, said.stand_ins)

    def _performance(self, utterance: Utterance) -> Performance | None:
        """None if the utterance is too long for one segment."""
        key = self._key(utterance)
        take = self._cache.get(key) if self._cache else None
        if take is None:
            return self._fresh(utterance, key)
        if take.too_long:
            return None
        blocks = (take.samples[start : start + KEPT_BLOCK] for start in range(0, len(take.samples), KEPT_BLOCK))
        return Performance(take.edges, take.heard, take.tempo, True, lambda: (take.gain, blocks))

    def _fresh(self, utterance: Utterance, key: bytes) -> Performance | None:
        tokens, _ = token_row(utterance)
        request, speeds = self._request, self._speeds(utterance)
        with self._times.of("acoustic"):
            made = self._model.acoustics(tokens, self._style(utterance), speeds, utterance.pitch, self._cancel)
        tempo = remaining_tempo(made, speeds, speeds == np.float32(request.speed))
        if made.frames * FRAME / SAMPLE_RATE / tempo > LONGEST_SECONDS and token_count(utterance) >= SMALLEST_SPLIT:
            self._keep(key, Take.TOO_LONG)
            return None
        first, last = bounds(made, self._before, utterance.join)
        edges, heard = token_edges(made, first * FRAME), (made.last_heard() - first) * FRAME

        def sound() -> tuple[float, Iterator[Samples]]:
            exact = request.latency == "quality"
            found = self._model.sound(made, first, last, exact, self._cancel)
            gain, blocks = found.gain, found.blocks
            if gain is None:  # it came in one piece
                samples = next(blocks)
                gain, blocks = needed_gain(samples), iter([samples])
            elif self._number == 0:
                blocks = steadied(blocks, gain, (last - first) * FRAME)
            return gain, self._kept(key, Take(edges, heard, tempo, gain, NO_SAMPLES), blocks)

        return Performance(edges, heard, tempo, False, sound)

    def _kept(self, key: bytes, take: Take, blocks: Iterator[Samples]) -> Iterator[Samples]:
        """The blocks, which are kept once the last one is here."""
        heard: list[Samples] = []
        for block in blocks:
            heard.append(block)
            yield block
        self._keep(key, take.of(np.concatenate(heard)))

    def _keep(self, key: bytes, take: Take) -> None:
        if self._cache:
            self._cache.put(key, take)

    def _key(self, utterance: Utterance) -> bytes:
        """Everything that a take depends on."""
        tokens, _ = token_row(utterance)
        request = self._request
        key = hashlib.blake2b(self._model.identity + _rules(), digest_size=16)
        key.update(np.array(tokens, np.int32).tobytes() + self._style(utterance).tobytes())
        key.update(self._speeds(utterance).tobytes())
        key.update(f"{utterance.pitch!r} {request.latency} {self._before} {utterance.join}".encode())
        return key.digest()

    def _style(self, utterance: Utterance) -> NDArray[np.float32]:
        """The row of the voice's style for this many tokens."""
        rows = self._request.other_styles[utterance.voice] if utterance.voice else self._request.style
        return np.asarray(rows[token_count(utterance) - 1])

    def _speeds(self, utterance: Utterance) -> NDArray[np.float32]:
        """Of each token, the pads included."""
        speeds = self._request.speed * _by_token(utterance, [word.rate for word in utterance.words])
        return np.clip(speeds, SLOWEST, FASTEST).astype(np.float32)


def _by_token(utterance: Utterance, values: list[float]) -> NDArray[np.float64]:
    """What words have, for each token: the space after a word goes with it, the pads with their neighbours."""
    sizes = [len(word.tokens) + word.space_after for word in utterance.words]
    return np.pad(np.repeat(np.array(values), sizes), 1, mode="edge")


@cache
def _rules() -> bytes:
    """Changes with the code that makes takes: where speech starts, what is short, how loud it should be."""
    here = Path(__file__).parent
    sources = [
        here / "engine.py",
        here / "request.py",
        here / "word_timing.py",
        *sorted((here / "model").rglob("*.py")),
        *sorted((here / "audio").rglob("*.py")),
    ]
    return hashlib.blake2b(b"".join(path.read_bytes() for path in sources), digest_size=16).digest()


def _audible(utterances: Iterable[Utterance]) -> Iterator[Utterance]:
    return (utterance for utterance in utterances if any(word.spoken for word in utterance.words))


def lead_in(samples: Samples, gain: float) -> int:
    """Samples before the first sound that nobody needs; what is all silence stays as it is."""
    loud = np.flatnonzero(np.abs(samples[:OPENING]) > factor(LEAST_SOUND - gain))
    return max(0, int(loud[0]) - ROOM) if len(loud) else 0


def bounds(made: Acoustics, before: Join | None, after: Join) -> tuple[int, int]:
    """Frames [first, last) that are worth vocoding."""
    first, last = made.speech()
    return max(0, first - kept(before) // FRAME), min(made.frames, last + kept(after) // FRAME)


def whole(chunks: Iterator[Chunk]) -> Samples:
    """The joined stream."""
    return np.concatenate([NO_SAMPLES, *(chunk.samples for chunk in chunks)])
