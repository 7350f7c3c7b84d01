"""What the server is short of, and how it then shares its turns; see `scheduler.policy`."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from kokoro_live.scheduler.policy import AVOID_UNDERRUN, FIRST_AUDIO, STABILITY, Policy

HOLD_SECONDS = 30.0  # that a trouble counts for; a policy does not flap


@dataclass
class Pressure:
    """The latest troubles, by a clock's time."""

    clock: Callable[[], float] = time.monotonic
    _dry: float = float("-inf")
    _failed: float = float("-inf")

    def ran_dry(self) -> None:
        """A listener who plays at once had to wait."""
        self._dry = self.clock()

    def failed(self) -> None:
        """A synthesis broke."""
        self._failed = self.clock()

    def policy(self, short_of_memory: bool) -> Policy:
        """The one that fits."""
        now = self.clock()
        if short_of_memory or now - self._failed < HOLD_SECONDS:
            return STABILITY
        if now - self._dry < HOLD_SECONDS:
            return AVOID_UNDERRUN
        return FIRST_AUDIO
