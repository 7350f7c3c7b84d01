"""One synthesis, and the readers' places in it."""

import asyncio
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from secrets import token_hex

from kokoro_live.cancel import Cancel
from kokoro_live.engine import Engine
from kokoro_live.errors import KokoroError
from kokoro_live.records import SAMPLE_RATE, TURN_END, Event, Lull, TurnEnd, Utterance, UtteranceStart
from kokoro_live.request import Request
from kokoro_live.scheduler.policy import Policy
from kokoro_live.timing import Times

UTTERANCES_AHEAD = 3
BACKOFF = 0.01  # seconds at most for the first sound to leave; it takes one or two thousandths
BRIEF = 300  # characters
JOINABLE_SECONDS = 20.0  # while no more than this has been made, an equal request may still join from the start
CHARACTERS_PER_SECOND = 15.0  # of speech, to estimate how long a whole answer will be


class JobState(Enum):
    """How far a job is: waiting → active → done, or failed at any time."""

    WAITING = "waiting"  # to be let in
    ACTIVE = "active"
    DONE = "done"
    FAILED = "failed"


class Job:
    """One synthesis. Its fields are guarded by the scheduler's lock, except while the worker that owns them works."""

    def __init__(self, engine: Engine, request: Request, client: str, whole: bool) -> None:
        self.request, self.client, self.whole = request, client, whole
        self.cancel, self.times = Cancel(), Times()
        self.arrived = time.monotonic()
        self.state = JobState.WAITING
        self.failure: KokoroError | None = None  # why it failed
        self.heard_at: float | None = None  # when its first sample was ready
        self.events: deque[Event] = deque()
        self.dropped = 0  # events that every reader has had
        self.samples = 0
        self.readers: list[Reader] = []
        self.ready: deque[Utterance] = deque()  # prepared, not yet spoken
        self.all_prepared = False
        self.working = False  # the model thread has it
        self.worked = 0.0  # seconds of the model's time
        self._between_utterances = True
        self._text = engine.utterances_as_written(request, self.times, self.cancel)
        self._looked = -1  # changes of a text that is still being written, when it was last looked for more
        self._speech = engine.synthesis(request, self.cancel, self.times).events(self._prepared())

    def __repr__(self) -> str:
        return f"<Job {self.state.value}, {self.samples / SAMPLE_RATE:.1f} s, {len(self.readers)} readers>"

    @property
    def brief(self) -> bool:
        """Whether it is a sentence or two that somebody wants to hear at once."""
        return not self.whole and len(self.request.written) <= BRIEF

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        return self.state in (JobState.DONE, JobState.FAILED)

    @property
    def audio_left(self) -> float:
        """Seconds that are still to be made, as far as the text tells."""
        return 0.0 if self.over else max(0.0, self.expected_seconds - self.samples / SAMPLE_RATE)

    def fail(self, failure: KokoroError) -> None:
        """Nothing more will come; the first reason counts."""
        if self.state is not JobState.DONE:
            self.state, self.failure = JobState.FAILED, self.failure or failure

    def add(self, event: Event) -> None:
        """What was made goes to the readers."""
        self.events.append(event)
        if isinstance(event, UtteranceStart):
            return
        self.samples = event.start + len(event.samples)
        if self.samples and self.heard_at is None:
            self.heard_at = time.monotonic()
        if event.last and self.state is JobState.ACTIVE:
            self.state = JobState.DONE

    def trim(self) -> None:
        """Drops what everybody has had, once nobody can join any more."""
        if self.samples > JOINABLE_SECONDS * SAMPLE_RATE:
            for _ in range(min(reader.number for reader in self.readers) - self.dropped):
                self.events.popleft()
                self.dropped += 1

    def may_be_joined(self, request: Request) -> bool:
        """Whether it makes the samples of another request, too, and still has them from the start."""
        if self.request.live or request.live:
            return False
        from_start = self.state is not JobState.FAILED and not self.dropped and not self.cancel.requested
        return from_start and not request.no_cache and same_samples(self.request, request)

    def wants_audio(self, policy: Policy) -> bool:
        """Whether a reader wants more than there is, and there is something to make it of."""
        if not self.has_work:
            return False
        most = self.samples - policy.ahead * SAMPLE_RATE
        return any(reader.whole or reader.fetched >= most for reader in self.readers)

    @property
    def expected_seconds(self) -> float:
        """Of speech, as far as the text tells."""
        return len(self.request.written) / CHARACTERS_PER_SECOND / self.request.speed

    @property
    def wants_text(self) -> bool:
        """Whether the text thread has something to do for it."""
        unread = self.state is JobState.ACTIVE and not self.all_prepared and len(self.ready) < UTTERANCES_AHEAD
        return unread and self._more_written

    @property
    def _more_written(self) -> bool:
        """Whether looking for the next utterance is not in vain."""
        return self.request.live is None or self._looked != self.request.live.text.changes

    @property
    def has_work(self) -> bool:
        """Somebody who writes slowly takes nobody's place while nothing of the text is left to be spoken."""
        return self._more_written or bool(self.ready) or self.all_prepared or not self._between_utterances

    def wants_model(self, policy: Policy) -> bool:
        """Whether the model thread has."""
        something = not self._between_utterances or self.ready or self.all_prepared
        return bool(self.state is JobState.ACTIVE and not self.working and something and self.wants_audio(policy))

    def backoff(self) -> float:
        """Seconds for which nothing more should be computed, so that what is heard first can be encoded and sent: that
        needs the same processors. Not for long: a reader may be slow."""
        if self.heard_at is None or any(reader.whole or reader.fetched for reader in self.readers):
            return 0.0
        return self.heard_at + BACKOFF - time.monotonic()

    def fetched_at(self, reader: "Reader") -> None:
        """Nobody can have heard more than was fetched: who waited, or stopped reading, is not overdue for ever."""
        if self.heard_at is not None:
            self.heard_at = max(self.heard_at, time.monotonic() - reader.fetched / SAMPLE_RATE)

    def prepare(self) -> Utterance | Lull | None:
        """The next utterance, or that there is none yet; None at the end of the text. Work for the text thread."""
        changes = self.request.live.text.changes if self.request.live else 0
        utterance = next(self._text, None)
        if utterance is Lull.NOT_YET:
            self._looked = changes  # as it was before: what came meanwhile is looked at again
        return utterance

    def turn(self) -> Event | None:
        """At most one run of the model, and what came of it, if anything. Work for the model thread."""
        event = next(self._speech, TURN_END)
        if isinstance(event, TurnEnd):
            return None
        return event if isinstance(event, UtteranceStart) or len(event.samples) or event.last else None

    def _prepared(self) -> Iterator[Utterance | None]:
        """Utterances in order; None while the next one is not prepared."""
        while True:
            self._between_utterances = True
            all_prepared = self.all_prepared  # looked at first: the last utterance is there before this is true
            if self.ready:
                self._between_utterances = False
                yield self.ready.popleft()
            elif all_prepared:
                return
            else:
                yield None


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
    starved: bool = False  # it had to wait for the event that it was given last
    news: asyncio.Event = field(default_factory=asyncio.Event)
    number: int = 0  # of the next event

    def notify(self) -> None:
        """From any thread."""
        self.loop.call_soon_threadsafe(self.news.set)


def same_samples(one: Request, other: Request) -> bool:
    """Whether two requests make the same samples."""
    names = ("text", "blend", "language", "detects", "speed", "latency", "volume", "pauses", "no_cache", "lexicon")
    equal = all(getattr(one, name) == getattr(other, name) for name in names)
    return equal and one.script.says_the_same(other.script)
