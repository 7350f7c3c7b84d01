"""One phonemiser for all tests: the dictionaries are loaded once."""

from kokoro_live.phonemes import Phonemiser

PHONEMISER = Phonemiser()
phonemise = PHONEMISER.phonemise
