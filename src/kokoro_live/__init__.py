"""kokoro-live: local text-to-speech that starts speaking before the sentence is finished."""

__version__ = "0.1.0"
