"""What may be asked of a bench, and what is too little."""

import os
from pathlib import Path

from kokoro_live.errors import BadOption
from kokoro_live.model.voices import blend_named

FEWEST = 20  # samples of each side of a comparison


def check_folders(*targets: str | None) -> None:
    """Where nothing can be written is told now, not after all trials."""
    for target in filter(None, targets):
        if not Path(target).absolute().parent.is_dir():
            raise BadOption(f"There is no folder for {target}.")


def voices_named(given: str) -> list[str]:
    """A wrong name is told now, not after half of the trials."""
    voices = given.split(",")
    for voice in voices:
        blend_named(voice)
    return voices


def drawn(seed: int | None) -> int:
    """A new seed unless one is given."""
    return int.from_bytes(os.urandom(4), "big") if seed is None else seed
