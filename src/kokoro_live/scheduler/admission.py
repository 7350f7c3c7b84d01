"""Who may begin, who may wait for it, and who is refused at once because the wait would be in vain."""

from collections.abc import Sequence
from dataclasses import dataclass

from kokoro_live.records import SAMPLE_RATE
from kokoro_live.scheduler.job import Job
from kokoro_live.scheduler.policy import Policy

SURE = 0.6  # of its patience: who would probably wait longer is refused at once instead of too late
USUAL_RTF, USUAL_SECONDS = 0.3, 5.0  # what is assumed before anything was measured, and how much audio that outweighs
BRIEF_SHARE = 4  # one place in so many is also kept for something brief


@dataclass(frozen=True, slots=True)
class Limits:
    """How much may be under way."""

    active: int = 8  # jobs that compete for the model
    waiting: int = 32  # requests that wait to be among them
    waiting_seconds: float = 30.0
    open: int = 256  # jobs in all, those included whose readers do not read


class Admission:
    """Decides by what is under way. Its methods are called with the scheduler's lock."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._worked = USUAL_RTF * USUAL_SECONDS  # seconds of the model's time
        self._audio = USUAL_SECONDS  # that were made in it

    def learn(self, job: Job) -> None:
        """A job is over: what its audio cost."""
        self._worked += job.worked
        self._audio += job.samples / SAMPLE_RATE

    def patience(self, policy: Policy) -> float:
        """Seconds that a request may wait."""
        return self.limits.waiting_seconds * policy.patience

    def may_enter(self, newcomer: Job, active: Sequence[Job], policy: Policy) -> bool:
        """There is room; and again as much for clients that have nothing under way, so that nobody keeps all others
        out; and some more for what is brief, so that nobody does who pretends to be many clients."""
        most = self.limits.active if policy.active is None else min(self.limits.active, policy.active)
        known = newcomer.client in [job.client for job in active]
        if len(active) < most or (len(active) < 2 * most and not known):
            return True
        kept = max(1, most // BRIEF_SHARE)
        return newcomer.brief and sum(job.brief for job in active) < kept and len(active) < 2 * most + kept

    def may_wait(self, active: Sequence[Job], waiting: Sequence[Job], policy: Policy) -> bool:
        """There is room among those who wait, and hope."""
        hopeful = self.expected_wait(active, waiting) <= SURE * self.patience(policy)
        return hopeful and len(waiting) < self.limits.waiting

    def expected_wait(self, active: Sequence[Job], waiting: Sequence[Job]) -> float:
        """Seconds until a newcomer would be let in: all who work share the model, so of what is left to do, the share
        of those who must be done before."""
        if not active:
            return 0.0
        rtf = self._worked / self._audio
        left = rtf * sum(job.audio_left for job in (*active, *waiting))
        return left * (len(waiting) + 1) / (len(waiting) + len(active))
