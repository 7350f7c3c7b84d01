"""When words are heard: the model's own durations of tokens, told of the words as they were sent."""

import html
import re

import numpy as np
from numpy.typing import NDArray

from kokoro_live.model.acoustic import FRAME, FRAMES_PER_TICK, Acoustics
from kokoro_live.phonemes.chunking import token_row
from kokoro_live.records import TimedWord, Utterance
from kokoro_live.traced_text import Span

TIMING_LEAD = 100 * 24  # samples: a token is heard this much earlier than the durations say
TAG = re.compile(r"<[^<>]{1,300}>")


def token_edges(made: Acoustics, start: int) -> NDArray[np.int32]:
    """Samples from `start` at which each token begins to be heard, and the last one ends."""
    lead = TIMING_LEAD * min(1.0, float(made.durations.sum() / made.expected.sum()))  # it shrinks with faster speech
    edges = np.concatenate([[0], np.cumsum(made.durations)]) * FRAMES_PER_TICK * FRAME - lead
    return np.asarray(np.clip(edges, start, made.last_heard() * FRAME) - start, np.int32)


def timed_words(
    source: str, utterance: Utterance, edges: NDArray[np.int32], tempo: float, position: int
) -> tuple[TimedWord, ...]:
    """The words as they were sent, on the emitted timeline: "$5" is one, though two are said."""
    _, ranges = token_row(utterance)
    places = position + (edges / tempo).astype(int)
    words: list[TimedWord] = []
    for word, (a, b) in zip(utterance.words, ranges, strict=True):
        if not word.spoken:
            continue
        start = int(places[a])
        if words and words[-1].span == word.span:
            start = words.pop().start
        words.append(TimedWord(_written(source, word.span), word.span, start, int(places[b])))
    return tuple(words)


def _written(source: str, span: Span) -> str:
    """The word as it was sent, without marks inside it."""
    written = source[span.start : span.end]
    return html.unescape(TAG.sub("", written)) if "<" in written or "&" in written else written
