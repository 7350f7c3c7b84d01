"""Who is served next, and how turns are shared when something runs short: when samples come, never which."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kokoro_live.records import SAMPLE_RATE

if TYPE_CHECKING:
    from kokoro_live.scheduler.job import Job


@dataclass(frozen=True, slots=True)
class Policy:
    """One way of sharing."""

    name: str
    # A newcomer goes before every stream that has more seconds buffered than this: its first two runs and a window of
    # the stream fit in (0.37 s in a slow hour, two cores)
    grace: float = 0.5
    ahead: float = 5.0  # seconds of audio that are made before a reader asks for them
    active: int | None = None  # at most so many jobs compete for the model
    patience: float = 1.0  # times the usual limit on waiting
    least_chunk_ms: int = 0  # audio per write

    def urgency(self, job: "Job") -> float:
        """The job with the least is served next: the time at which its audio runs out, at which a newcomer has waited
        long enough, or at which a whole answer would have been heard."""
        if job.whole:
            return job.arrived + job.expected_seconds
        if job.heard_at is None:
            return job.arrived + self.grace
        return job.heard_at + job.samples / SAMPLE_RATE


FIRST_AUDIO = Policy("first-audio")
AVOID_UNDERRUN = Policy("avoid-underrun", grace=1.5, ahead=10.0, least_chunk_ms=100)
STABILITY = Policy("stability", active=1, patience=2.0, least_chunk_ms=100)
