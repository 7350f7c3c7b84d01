"""What a front end returns: stretches of one segment's text with their phonemes."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Piece:
    """A word or a mark."""

    start: int  # characters of the segment's text
    end: int
    phonemes: str  # Kokoro's alphabet, possibly with symbols it lacks
    space_after: bool
    backend: str  # misaki, espeak, characters or lexicon

    def moved(self, by: int) -> "Piece":
        """The same, further on in a longer text."""
        return replace(self, start=self.start + by, end=self.end + by)
