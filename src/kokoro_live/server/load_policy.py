"""What the server is short of, and how it then shares its turns; see `scheduler.policy`."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from kokoro_live.scheduler.policy import AVOID_UNDERRUN, FIRST_AUDIO, STABILITY, Policy

FAILURES = 2  # within the time below: one alone may be the text's own
HOLD_SECONDS = 30.0  # that a trouble counts for; a policy does not flap


@dataclass
class LoadPolicy:
    """The latest troubles, by a clock's time."""

    clock: Callable[[], float] = time.monotonic
    _dry: float = float("-inf")
    _failed: list[float] = field(default_factory=list)

    def ran_dry(self) -> None:
        """A listener who plays at once had to wait."""
        self._dry = self.clock()

    def failed(self) -> None:
        """A synthesis broke."""
        self._failed = [*self._failed, self.clock()][-FAILURES:]

    def policy(self, short_of_memory: bool) -> Policy:
        """The one that fits."""
        now = self.clock()
        if short_of_memory or (len(self._failed) == FAILURES and now - self._failed[0] < HOLD_SECONDS):
            return STABILITY
        if now - self._dry < HOLD_SECONDS:
            return AVOID_UNDERRUN
        return FIRST_AUDIO
