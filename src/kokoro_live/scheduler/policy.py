"""How turns are shared when something runs short: when samples come, and in what portions, never which."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Policy:
    """One way of sharing."""

    name: str
    # A newcomer goes before every stream that has more seconds in hand than this: its first two runs and a window of
    # the stream fit in (0.37 s in a slow hour, two cores)
    grace: float = 0.5
    ahead: float = 5.0  # seconds of audio that are made before a reader asks for them
    active: int | None = None  # at most so many jobs compete for the model
    patience: float = 1.0  # times the usual limit on waiting
    least_chunk_ms: int = 0  # audio per write


FIRST_AUDIO = Policy("first-audio")
AVOID_UNDERRUN = Policy("avoid-underrun", grace=1.5, ahead=10.0, least_chunk_ms=100)
STABILITY = Policy("stability", active=1, patience=2.0, least_chunk_ms=100)
