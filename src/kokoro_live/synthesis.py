"""One stream in the making: utterances in, sound out. Nothing else puts a stream together."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from kokoro_live.audio.edges import Edges
from kokoro_live.audio.finish import Finish
from kokoro_live.audio.gaps import kept
from kokoro_live.audio.word_volumes import shaped
from kokoro_live.cache import Cache
from kokoro_live.cancel import Cancel
from kokoro_live.model.model import Model
from kokoro_live.phonemes.chunking import audible, token_count, within
from kokoro_live.records import (
    NO_SAMPLES,
    NO_SEGMENT,
    TURN_END,
    Chunk,
    Event,
    Join,
    Samples,
    TimedWord,
    TurnEnd,
    Utterance,
    UtteranceStart,
)
from kokoro_live.rendering import Renderer, Rendering, by_token
from kokoro_live.request import Request
from kokoro_live.timing import Times
from kokoro_live.word_timing import timed_words


class Synthesis:
    """The stream that one request gets."""

    def __init__(self, model: Model, request: Request, cache: Cache | None, cancel: Cancel, times: Times) -> None:
        self._request, self._times = request, times
        self._renderer = Renderer(model, request, cache, cancel, times)
        self._finish = Finish(request.volume, request.pauses)
        self._number = 0  # of the segment
        self._before: Join | None = None  # what stands between the last segment and this one
        self._pause_due = False
        self._asked_pause: float | None = None  # seconds
        self._sent = 0

    def events(self, utterances: Iterable[Utterance | None]) -> Iterator[Event | TurnEnd]:
        """What is heard of the utterances, in order. Between two events the model runs once at the most (twice, if a
        first window fails). An utterance that is None is not prepared yet: the turn goes to somebody else."""
        for utterance in utterances:
            if utterance is None:
                yield TURN_END
            else:
                yield from self._say(utterance)
        yield self._end()

    def _say(self, utterance: Utterance) -> Iterator[Event | TurnEnd]:
        """One utterance; if it turns out too long for one segment it is cut in two."""
        yield from self._pauses(utterance)
        rendering = self._renderer.render(utterance, self._number, self._before)
        if rendering is None:
            yield TURN_END
            for half in audible(within(replace(utterance, lead=0.0), math.ceil(token_count(utterance) / 2))):
                yield from self._say(half)
            return
        if self._number == 0 and not self._sent:  # the first sound is waited for: it does not begin with silence
            yield TURN_END
            with self._times.of("vocoder"):
                rendering = rendering.from_first_sound()
        yield self._announced(utterance, rendering)
        yield from self._finished(utterance, rendering)
        self._number, self._before, self._pause_due = self._number + 1, utterance.join, True
        self._asked_pause = utterance.pause

    def _pauses(self, utterance: Utterance) -> Iterator[Chunk]:
        """The silence before an utterance; it leaves while that is being prepared."""
        if self._pause_due:
            self._pause_due = False
            yield self._chunk(self._finish.gap(self._before or Join.NONE, self._request.speed, self._asked_pause))
        if utterance.lead:
            yield self._chunk(self._finish.gap(Join.NONE, self._request.speed, utterance.lead))

    def _announced(self, utterance: Utterance, rendering: Rendering) -> UtteranceStart:
        source, position = self._request.written, self._finish.position
        words = timed_words(source, utterance, rendering.edges, rendering.tempo, position)
        return UtteranceStart(
            start=self._sent,
            segment=self._number,
            words=words,
            backends=utterance.backends,
            dropped=utterance.dropped,
            cached=rendering.cached,
            tokens=token_count(utterance),
            stand_ins=utterance.stand_ins,
        )

    def _finished(self, utterance: Utterance, rendering: Rendering) -> Iterator[Chunk]:
        """The sound of an utterance, through the finishing chain."""
        with self._times.of("vocoder"):
            gain, blocks = rendering.sound()
        volumes = by_token(utterance, [word.volume for word in utterance.words])
        directed = bool((volumes != 1).any())
        if directed:
            blocks = shaped(blocks, rendering.edges, volumes)
        edges = Edges(rendering.heard, kept(utterance.join), rendering.tempo)
        with self._times.of("finish"):
            self._finish.begin(gain, edges, self._before, directed)
        while (block := self._next(blocks)) is not None:
            with self._times.of("finish"):
                samples = self._finish.push(block)
            yield self._chunk(samples)
        with self._times.of("finish"):
            samples = self._finish.end(utterance.join)
        yield self._chunk(samples)

    def _end(self) -> Chunk:
        """The end of the stream."""
        if self._number == 0:  # nothing of the text can be said: a little silence, which is nobody's segment
            silence = np.concatenate([self._finish.gap(Join.NONE, 1.0, self._request.silence), self._finish.finish()])
            return Chunk(silence, self._sent, NO_SEGMENT, last=True)
        after = NO_SAMPLES
        if self._asked_pause is not None:  # at the end of the text, too
            after = self._finish.gap(Join.NONE, self._request.speed, self._asked_pause)
        return replace(self._chunk(np.concatenate([after, self._finish.finish()])), last=True)

    def _next(self, blocks: Iterator[Samples]) -> Samples | None:
        with self._times.of("vocoder"):
            return next(blocks, None)

    def _chunk(self, samples: Samples) -> Chunk:
        start, self._sent = self._sent, self._sent + len(samples)
        return Chunk(samples, start, self._number)


def chunks_of(events: Iterable[Event]) -> Iterator[Chunk]:
    """The sound of a stream, piece by piece."""
    return (event for event in events if isinstance(event, Chunk))


def words_of(events: Iterable[Event]) -> list[TimedWord]:
    """All words of a stream."""
    return [word for event in events if isinstance(event, UtteranceStart) for word in event.words]


def whole(events: Iterable[Event]) -> Samples:
    """All sound of a stream."""
    return np.concatenate([NO_SAMPLES, *(chunk.samples for chunk in chunks_of(events))])
