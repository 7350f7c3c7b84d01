"""The frozen records that every stage speaks, and nothing else. Units are written on the fields."""

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from kokoro_live.traced_text import Span, TracedText

NO_SEGMENT = -1
SAMPLE_RATE = 24_000  # samples per second, mono, everywhere inside

Samples = NDArray[np.float32]
Progress = Callable[[str, int, int], None]  # what is done, how much of it (bytes or steps), of how much
InputFormat = Literal["auto", "text", "markdown", "ssml", "phonemes"]  # how a text is marked up


def silent(label: str, done: int, total: int) -> None:
    """A progress that shows nothing."""


class Join(StrEnum):
    """What stands between a segment and the next one; decides the pause."""

    NONE = "none"  # a cut inside a word or clause forced by the token budget
    CLAUSE = "clause"
    SENTENCE = "sentence"
    PARAGRAPH = "paragraph"


class Lull(Enum):
    """What stands between segments of a text that is still being written."""

    NOT_YET = "the next one is not certain yet"
    FLUSHED = "nothing is held back for the sake of what may follow"


@dataclass(frozen=True, slots=True)
class Reading:
    """A written form, and how it is said."""

    rule: str
    span: Span
    written: str
    spoken: str


@dataclass(frozen=True, slots=True)
class Prosody:
    """How somebody wants a stretch of text to be said. What is None or 1 is as in the rest of the request."""

    voice: str | None = None
    language: str | None = None
    rate: float = 1.0  # times as fast
    pitch: float = 1.0  # times as high
    volume: float = 1.0  # times as loud, as a factor on samples


@dataclass(frozen=True, slots=True)
class Directions:
    """What marks in the text ask for, by places in the source. Everything between two places is said alike."""

    places: tuple[int, ...] = ()  # ascending
    prosodies: tuple[Prosody, ...] = ()  # from each place on
    pronounced: tuple[tuple[Span, str], ...] = ()  # in order: /IPA/ or {Kokoro's own symbols}
    looked_up: tuple[tuple[Span, str], ...] = ()  # the same, from a lexicon

    def at(self, place: int) -> Prosody:
        """How the character at this place of the source is said."""
        number = bisect_right(self.places, place)
        return self.prosodies[number - 1] if number else PLAIN_PROSODY

    def voices(self) -> frozenset[str]:
        """All that are named."""
        return frozenset(prosody.voice for prosody in self.prosodies if prosody.voice)


PLAIN_PROSODY = Prosody()
NO_DIRECTIONS = Directions()


@dataclass(frozen=True, slots=True)
class Habits:
    """How somebody wants marks and signs in a text to be taken."""

    strict_ssml: bool = False  # an error instead of passing over what we cannot follow
    names_emoji: bool = False  # "thumbs up" instead of nothing
    skips_actions: bool = False  # what stands between single asterisks is left out
    tags: bool | None = None  # obey [voice:…] and [rate:…]; None: where they name a voice of ours
    rules_off: frozenset[str] = frozenset()  # names of rules that are not applied; ALL_RULES for every one


ALL_RULES = "*"
USUAL_HABITS = Habits()


@dataclass(frozen=True, slots=True)
class Script:
    """A text without its marks, and what they ask for."""

    text: TracedText
    directions: Directions = NO_DIRECTIONS
    passed_over: tuple[str, ...] = ()  # marks that nobody here can follow
    rules_off: frozenset[str] = frozenset()

    def says_the_same(self, other: "Script") -> bool:
        """Whether another script of the same source is to be said alike."""
        same_words = self.text.text == other.text.text and self.text.starts == other.text.starts
        return same_words and self.directions == other.directions and self.rules_off == other.rules_off


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of text that is spoken as one phrase."""

    text: TracedText
    join: Join  # to the next segment
    readings: tuple[Reading, ...] = ()  # what of it was written otherwise
    pause: float | None = None  # seconds until the next segment, if that was asked for
    lead: float = 0.0  # seconds of silence before it
    languages: tuple[tuple[int, str], ...] = ()  # characters of the text from which it is in another language
    directions: Directions = NO_DIRECTIONS


@dataclass(frozen=True, slots=True)
class Word:
    """A word or a punctuation mark with the model tokens that speak it."""

    text: str
    span: Span
    tokens: tuple[int, ...]
    space_after: bool
    spoken: bool  # False for punctuation and other silent marks
    backend: str = ""  # who knew its phonemes: misaki, espeak, characters or a lexicon
    rate: float = 1.0  # times as fast as the rest
    volume: float = 1.0  # a factor on its samples


@dataclass(frozen=True, slots=True)
class Utterance:
    """A segment as the model will read it: at most 510 tokens."""

    words: tuple[Word, ...]
    language: str
    backends: tuple[str, ...]  # which G2P made the phonemes: misaki, espeak, characters
    dropped: int  # phonemes the model's alphabet lacks
    join: Join
    pause: float | None = None  # seconds until the next one, if that was asked for
    lead: float = 0.0  # seconds of silence before it
    voice: str | None = None  # if it is not the request's
    pitch: float = 1.0  # times as high
    stand_ins: tuple[str, ...] = ()  # languages in it whose own front end is not here


@dataclass(frozen=True, slots=True)
class TimedWord:
    """When a source word is heard."""

    text: str
    span: Span
    start: int  # samples from the start of the stream
    end: int  # samples from the start of the stream


@dataclass(frozen=True, slots=True)
class Chunk:
    """Sound: a piece of the stream."""

    samples: Samples  # mono, SAMPLE_RATE, full scale is 1.0
    start: int  # samples from the start of the stream
    segment: int  # counted from 0; NO_SEGMENT for silence that belongs to none
    last: bool = False  # nothing follows


@dataclass(frozen=True, slots=True)
class UtteranceStart:
    """An utterance begins: what is known of it before its sound."""

    start: int  # samples from the start of the stream
    segment: int  # counted from 0
    words: tuple[TimedWord, ...]
    backends: tuple[str, ...] = ()
    dropped: int = 0
    cached: bool = False
    tokens: int = 0
    stand_ins: tuple[str, ...] = ()  # languages that the front end of another read


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """Nothing is to be heard yet, and whoever shares the model may let somebody else have it now."""


Event = Chunk | UtteranceStart
TURN_END = TurnEnd()


@dataclass(frozen=True, slots=True)
class CachedSynthesis:
    """What the model made of one utterance, before finishing: enough to finish it again."""

    edges: NDArray[np.int32]  # samples at which each token begins, and the last one ends, from the first sample
    heard: int  # samples until the last word has been heard
    tempo: float  # how much faster it must still become
    gain: float  # dB to the target level
    samples: Samples

    TOO_LONG: ClassVar["CachedSynthesis"]  # stands for an utterance that must be cut in two

    @property
    def too_long(self) -> bool:
        """Whether there is nothing to hear, because the utterance did not fit one segment."""
        return len(self.samples) == 0

    def of(self, samples: Samples) -> "CachedSynthesis":
        """The same with its sound."""
        return replace(self, samples=samples)


NO_SAMPLES: Samples = np.zeros(0, np.float32)
CachedSynthesis.TOO_LONG = CachedSynthesis(np.zeros(0, np.int32), 0, 1.0, 0.0, NO_SAMPLES)
