"""What an evaluation is asked for on the command line."""

from dataclasses import dataclass

from kokoro_live.config import Settings


@dataclass(frozen=True)
class Options:
    """The same for every evaluation; each uses what it needs."""

    settings: Settings
    sentences: int  # per voice
    voices: list[str]
    variants: list[str]  # none: all that are present
    target: str | None  # file for the figures
    worker: int
    workers: int
    files: list[str]  # what is to be judged, where it is not made here
    against: str | None = None  # an earlier revision
