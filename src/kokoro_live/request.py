"""What somebody asks for, checked before anything is computed."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypedDict, Unpack

from kokoro_live import text as text_stage
from kokoro_live.errors import BadMarkup, BadOption, BadSpeed, NothingToSay
from kokoro_live.phonemes import language_named
from kokoro_live.phonemes.alphabet import BUDGET, is_audible
from kokoro_live.phonemes.lexicon import Entry, phonemes_given, requested
from kokoro_live.records import Script
from kokoro_live.speech.model import FASTEST as MODEL_FASTEST
from kokoro_live.speech.voices import Blend, Style, Voices, blend_named
from kokoro_live.text.ssml import Names

DEFAULT_VOICE = "af_heart"
SLOWEST, FASTEST = 0.25, 4.0
LONGEST_SECONDS = 10.0  # of one segment
LATENCIES = ("fast", "quality")
LOUDEST_VOLUME = 2.0
MOST_VOICES = 16  # named in one text
AUTO = "auto"  # for a language


class Options(TypedDict, total=False):
    """What may be asked for besides text, voice and speed."""

    language: str | None
    latency: str
    volume: float
    no_cache: bool
    input_format: str
    lexicon: Mapping[str, str] | None


@dataclass(frozen=True, slots=True)
class Request:
    """What a stream was asked for, checked."""

    text: str
    voice: str  # the same spelling for the same sound
    style: Style
    language: str
    speed: float
    latency: str
    volume: float
    pace: float  # tokens per second at speed 1
    no_cache: bool
    input_format: str
    lexicon: tuple[Entry, ...]
    detects: bool  # the language of each sentence; `language` is then what it is taken for in doubt
    script: Script  # the text without its marks
    other_styles: Mapping[str, Style]  # of voices that marks in the text name

    @property
    def budget(self) -> int:
        """Tokens that should fit one segment."""
        return min(BUDGET, round(LONGEST_SECONDS * self.pace * min(self.speed, MODEL_FASTEST)))


def checked(
    voices: Voices,
    pace: Callable[[Iterable[str]], float],
    text: str,
    voice: str,
    speed: float,
    **options: Unpack[Options],
) -> Request:
    """The request, or the error that says what is wrong with it."""
    latency, volume = options.get("latency", "fast"), options.get("volume", 1.0)
    input_format = options.get("input_format", "auto")
    _check(text, speed, latency, volume, input_format)
    blend = blend_named(voice)
    language = options.get("language")
    detects = (language or "").strip().lower() == AUTO
    spoken = language_named(language) if language and not detects else blend.language
    script = text_stage.read(text, input_format, spoken, Names(_others_than(blend), language_named, _check_sound))
    for _, given in script.directions.pronounced:
        _check_sound(given)
    others = script.directions.voices()
    if len(others) > MOST_VOICES:
        raise BadMarkup(f"At most {MOST_VOICES} voices in one text, not {len(others)}. Send it in several requests.")
    return Request(
        text=text,
        voice=blend.name,
        style=voices.style(blend),
        language=spoken,
        speed=float(speed),
        latency=latency,
        volume=float(volume),
        pace=pace(name for name, _ in blend.parts),
        no_cache=options.get("no_cache", False),
        input_format=input_format,
        lexicon=requested(options.get("lexicon") or {}, spoken),
        detects=detects,
        script=script,
        other_styles={name: voices.style(blend_named(name)) for name in others},
    )


def _check(text: str, speed: float, latency: str, volume: float, input_format: str) -> None:
    if not isinstance(speed, int | float) or not SLOWEST <= speed <= FASTEST:  # NaN fails the comparison
        raise BadSpeed(f"Speed {speed} is not a number from {SLOWEST} to {FASTEST:g}.")
    if not isinstance(volume, int | float) or not 0 <= volume <= LOUDEST_VOLUME:
        raise BadOption(f"Volume {volume} is not a number from 0 to {LOUDEST_VOLUME:g}.", "volume")
    if latency not in LATENCIES:
        raise BadOption(f"Latency {latency!r} is not one of: {', '.join(LATENCIES)}.", "latency")
    if input_format not in text_stage.FORMATS:
        message = f"Input format {input_format!r} is not one of: {', '.join(text_stage.FORMATS)}."
        raise BadOption(message, "input_format")
    if not any(char.isalnum() for char in text):
        raise NothingToSay("There is nothing to say: the text has no letter and no digit.")


def _others_than(own: Blend) -> Callable[[str], tuple[str | None, str]]:
    """What a voice that the text names is called and speaks; None for the request's own."""

    def named(name: str) -> tuple[str | None, str]:
        blend = blend_named(name)
        return (None if blend.name == own.name else blend.name), blend.language

    return named


def _check_sound(given: str) -> None:
    if not is_audible(phonemes_given(given, "en-us")):
        raise BadMarkup(f"No symbol in {given[1:-1][:40]!r} can be said. Write IPA.")
