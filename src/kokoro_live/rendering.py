"""One utterance as sound: rendered by the model, or found in the cache."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from kokoro_live.audio.gaps import kept
from kokoro_live.audio.loudness_target import factor, needed_gain, steadied
from kokoro_live.cache import Cache
from kokoro_live.cancel import Cancel
from kokoro_live.code_hash import code_hash
from kokoro_live.model.acoustic import FRAME, Acoustics
from kokoro_live.model.model import Model, remaining_tempo
from kokoro_live.model.voices import blend_named
from kokoro_live.phonemes.chunking import token_count, token_row
from kokoro_live.records import NO_SAMPLES, SAMPLE_RATE, CachedSynthesis, Join, Samples, Utterance
from kokoro_live.request import FASTEST, LONGEST_SECONDS, SLOWEST, Request
from kokoro_live.timing import Times
from kokoro_live.word_timing import token_edges

SMALLEST_SPLIT = 16  # tokens; fewer than this cannot last ten seconds
LEAST_SOUND = -56.0  # dBFS when finished; what counts as audible is at -50
ROOM = SAMPLE_RATE * 20 // 1000  # samples before it
OPENING = SAMPLE_RATE * 300 // 1000  # samples in which it is looked for: the first block has them however it was made
CACHED_BLOCK = SAMPLE_RATE // 2  # samples of a cached synthesis that are finished at a time
# The code that decides what is cached: where speech starts, what is short, how loud it should be. Whatever changes in
# it, what was cached before is not found any more.
DECIDING_CODE = tuple(f"kokoro_live.{name}" for name in ("rendering", "request", "word_timing", "model", "audio"))


def deciding_number() -> bytes:
    """Of that code; computed once, which takes as long as a short segment's text."""
    return code_hash(*DECIDING_CODE).encode()


@dataclass(frozen=True, slots=True)
class Rendering:
    """One utterance, about to be heard."""

    edges: NDArray[np.int32]  # see CachedSynthesis
    heard: int
    tempo: float
    cached: bool
    sound: Callable[[], tuple[float, Iterator[Samples]]]  # the gain in dB, and the samples

    def from_first_sound(self) -> "Rendering":
        """The same from shortly before its first sound on: where that is, the model's own curves tell only roughly."""
        gain, blocks = self.sound()
        first = next(blocks)
        skipped = lead_in(first, gain)
        rest = chain([first[skipped:]], blocks)
        edges = np.maximum(0, self.edges - skipped).astype(np.int32)
        return replace(self, edges=edges, heard=self.heard - skipped, sound=lambda: (gain, rest))


class Renderer:
    """Renders the utterances of one request."""

    def __init__(self, model: Model, request: Request, cache: Cache | None, cancel: Cancel, times: Times) -> None:
        self._model, self._request, self._cache = model, request, None if request.no_cache else cache
        self._cancel, self._times = cancel, times

    def render(self, utterance: Utterance, number: int, before: Join | None) -> Rendering | None:
        """The stream's utterance of this number, after this join; None if it is too long for one segment."""
        key = self._key(utterance, before)
        cached = self._cache.get(key) if self._cache else None
        if cached is None:
            return self._render(utterance, number, before, key)
        if cached.too_long:
            return None
        samples = cached.samples
        blocks = (samples[start : start + CACHED_BLOCK] for start in range(0, len(samples), CACHED_BLOCK))
        return Rendering(cached.edges, cached.heard, cached.tempo, True, lambda: (cached.gain, blocks))

    def _render(self, utterance: Utterance, number: int, before: Join | None, key: bytes) -> Rendering | None:
        tokens, _ = token_row(utterance)
        request, speeds = self._request, self._speeds(utterance)
        with self._times.of("acoustic"):
            acoustics = self._model.acoustics(tokens, self._style(utterance), speeds, utterance.pitch, self._cancel)
        tempo = remaining_tempo(acoustics, speeds, speeds == np.float32(request.speed))
        if (
            acoustics.frames * FRAME / SAMPLE_RATE / tempo > LONGEST_SECONDS
            and token_count(utterance) >= SMALLEST_SPLIT
        ):
            self._put(key, CachedSynthesis.TOO_LONG)
            return None
        first, last = bounds(acoustics, before, utterance.join)
        edges, heard = token_edges(acoustics, first * FRAME), (acoustics.last_heard() - first) * FRAME

        def sound() -> tuple[float, Iterator[Samples]]:
            vocoded = self._model.sound(acoustics, first, last, request.latency == "quality", self._cancel)
            gain, blocks = vocoded.gain, vocoded.blocks
            if gain is None:  # it came in one piece
                samples = next(blocks)
                gain, blocks = needed_gain(samples), iter([samples])
            elif number == 0:
                blocks = steadied(blocks, gain, (last - first) * FRAME)
            return gain, self._cached(key, CachedSynthesis(edges, heard, tempo, gain, NO_SAMPLES), blocks)

        return Rendering(edges, heard, tempo, False, sound)

    def _cached(self, key: bytes, facts: CachedSynthesis, blocks: Iterator[Samples]) -> Iterator[Samples]:
        """The blocks, which are cached once the last one is here."""
        rendered: list[Samples] = []
        for block in blocks:
            rendered.append(block)
            yield block
        self._put(key, facts.of(np.concatenate(rendered)))

    def _put(self, key: bytes, synthesis: CachedSynthesis) -> None:
        if self._cache:
            self._cache.put(key, synthesis)

    def _key(self, utterance: Utterance, before: Join | None) -> bytes:
        """Everything that the sound depends on."""
        tokens, _ = token_row(utterance)
        key = hashlib.blake2b(self._model.identity + deciding_number(), digest_size=16)
        key.update(np.array(tokens, np.int32).tobytes() + self._style(utterance).tobytes())
        key.update(self._speeds(utterance).tobytes())
        key.update(f"{utterance.pitch!r} {self._request.latency} {before} {utterance.join}".encode())
        return key.digest()

    def _style(self, utterance: Utterance) -> NDArray[np.float32]:
        """The row of the voice's style for this many tokens."""
        voice = blend_named(utterance.voice) if utterance.voice else self._request.blend
        return self._model.style(voice, token_count(utterance))

    def _speeds(self, utterance: Utterance) -> NDArray[np.float32]:
        """Of each token, the pads included."""
        speeds = self._request.speed * by_token(utterance, [word.rate for word in utterance.words])
        return np.clip(speeds, SLOWEST, FASTEST).astype(np.float32)


def by_token(utterance: Utterance, values: list[float]) -> NDArray[np.float64]:
    """What words have, for each token: the space after a word goes with it, the pads with their neighbours."""
    sizes = [len(word.tokens) + word.space_after for word in utterance.words]
    return np.pad(np.repeat(np.array(values), sizes), 1, mode="edge")


def lead_in(samples: Samples, gain: float) -> int:
    """Samples before the first sound that nobody needs; what is all silence stays as it is."""
    loud = np.flatnonzero(np.abs(samples[:OPENING]) > factor(LEAST_SOUND - gain))
    return max(0, int(loud[0]) - ROOM) if len(loud) else 0


def bounds(made: Acoustics, before: Join | None, after: Join) -> tuple[int, int]:
    """Frames [first, last) that are worth vocoding."""
    first, last = made.speech()
    return max(0, first - kept(before) // FRAME), min(made.frames, last + kept(after) // FRAME)
