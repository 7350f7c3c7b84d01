"""kokoro-live: local text-to-speech that starts speaking before the sentence is finished."""

from kokoro_live.config import keep_private

__version__ = "0.1.0"

keep_private()  # before any library of ours is imported, here and in every process that we start
