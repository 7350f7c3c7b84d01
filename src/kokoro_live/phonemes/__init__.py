"""Segments as they are spoken → utterances as the model reads them."""

from kokoro_live.phonemes.languages import is_foreign, is_installed, known_language, language_named
from kokoro_live.phonemes.phonemiser import Phonemiser

__all__ = ["Phonemiser", "is_foreign", "is_installed", "known_language", "language_named"]
