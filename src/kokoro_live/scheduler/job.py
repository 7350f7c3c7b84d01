"""One synthesis, and the readers' places in it."""

import asyncio
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from secrets import token_hex

import numpy as np

from kokoro_live.engine import Engine
from kokoro_live.errors import KokoroError
from kokoro_live.model.runtimes.onnxruntime import Cancel
from kokoro_live.phonemes.budget import grouped
from kokoro_live.records import SAMPLE_RATE, Chunk, Utterance
from kokoro_live.request import Request
from kokoro_live.scheduler.policy import Policy
from kokoro_live.timing import Times

UTTERANCES_AHEAD = 3
GIVES_WAY = 0.01  # seconds at most for the first sound to leave; it takes one or two thousandths
BRIEF = 300  # characters
CHARACTERS_PER_SECOND = 15.0  # of speech, to estimate how long a whole answer will be


class Job:
    """One synthesis. Its fields are guarded by the scheduler's lock, except while the worker that owns them works."""

    def __init__(self, engine: Engine, request: Request, client: str, whole: bool) -> None:
        self.request, self.client, self.whole = request, client, whole
        self.cancel, self.times = Cancel(), Times()
        self.arrived = time.monotonic()
        self.admitted = False
        self.heard_at: float | None = None  # when its first sample was ready
        self.chunks: deque[Chunk] = deque()
        self.dropped = 0  # chunks that every reader has had
        self.samples = 0
        self.done = False
        self.failure: KokoroError | None = None
        self.readers: list[Reader] = []
        self.ready: deque[Utterance] = deque()
        self.text_done = False
        self.working = False
        self.worked = 0.0  # seconds of the model's time
        self._text = grouped(engine.utterances(request, self.times, self.cancel), request.budget)
        self._speech = engine.speech(request, self.cancel, self.times)
        self._saying: Iterator[Chunk] | None = None

    @property
    def brief(self) -> bool:
        """Whether it is a sentence or two that somebody wants to hear at once."""
        return not self.whole and len(self.request.text) <= BRIEF

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        return self.done or self.failure is not None

    @property
    def audio_left(self) -> float:
        """Seconds that are still to be made, as far as the text tells."""
        whole = len(self.request.text) / CHARACTERS_PER_SECOND / self.request.speed
        return 0.0 if self.over else max(0.0, whole - self.samples / SAMPLE_RATE)

    def hungry(self, policy: Policy) -> bool:
        """Whether a reader wants more than there is."""
        most = self.samples - policy.ahead * SAMPLE_RATE
        return any(reader.whole or reader.fetched >= most for reader in self.readers)

    def urgency(self, policy: Policy) -> float:
        """Less is more urgent: the time at which audio runs out, or at which a newcomer has waited long enough."""
        if self.whole:
            return self.arrived + len(self.request.text) / CHARACTERS_PER_SECOND / self.request.speed
        if self.heard_at is None:
            return self.arrived + policy.grace
        return self.heard_at + self.samples / SAMPLE_RATE

    @property
    def wants_text(self) -> bool:
        """Whether the text thread has something to do for it."""
        return self.admitted and not self.over and not self.text_done and len(self.ready) < UTTERANCES_AHEAD

    def wants_model(self, policy: Policy) -> bool:
        """Whether the model thread has."""
        prepared = self._saying is not None or self.ready or self.text_done
        return bool(self.admitted and not self.over and not self.working and prepared and self.hungry(policy))

    def gives_way(self) -> float:
        """Seconds for which nothing more should be computed, so that what is heard first can be encoded and sent: that
        needs the same processors. Not for long: a reader may be slow."""
        if self.heard_at is None or any(reader.whole or reader.fetched for reader in self.readers):
            return 0.0
        return self.heard_at + GIVES_WAY - time.monotonic()

    def fetched_at(self, reader: "Reader") -> None:
        """Nobody can have heard more than was fetched: who waited, or stopped reading, is not overdue for ever."""
        if self.heard_at is not None:
            self.heard_at = max(self.heard_at, time.monotonic() - reader.fetched / SAMPLE_RATE)

    def prepare(self) -> Utterance | None:
        """The next utterance; None at the end of the text. Work for the text thread."""
        return next(self._text, None)

    def turn(self) -> tuple[Chunk | None, bool]:
        """At most one run of the model: a chunk, if any, and whether it was the last. Work for the model thread."""
        while True:
            if self._saying is None:
                all_prepared = self.text_done  # looked at first: the last utterance is there before this is true
                if not self.ready:
                    return (self._speech.finish(), True) if all_prepared else (None, False)
                self._saying = self._speech.say(self.ready.popleft())
            chunk = next(self._saying, None)
            if chunk is not None:
                return (chunk if len(chunk.samples) or chunk.tokens else None), False  # an empty one only ends a turn
            self._saying = None


@dataclass(eq=False)
class Reader:
    """One listener's place in a job."""

    job: Job
    client: str
    whole: bool
    loop: asyncio.AbstractEventLoop
    joined: bool  # somebody else had asked for the same
    queued: float = 0.0  # seconds until it was let in
    id: str = field(default_factory=lambda: "strm_" + token_hex(16))
    fetched: int = 0  # samples whose successor was asked for
    stopped: bool = False
    failure: KokoroError | None = None  # of this reader alone
    starved: bool = False  # it had to wait for the chunk that it was given last
    news: asyncio.Event = field(default_factory=asyncio.Event)
    number: int = 0  # of the next chunk

    def notify(self) -> None:
        """From any thread."""
        self.loop.call_soon_threadsafe(self.news.set)


def same_samples(one: Request, other: Request) -> bool:
    """Whether two requests make the same samples."""
    names = ("text", "language", "detects", "speed", "latency", "volume", "pauses", "no_cache", "lexicon")
    equal = all(getattr(one, name) == getattr(other, name) for name in names)
    return equal and one.script.says_the_same(other.script) and np.array_equal(one.style, other.style)
