"""What somebody asks for, checked before anything is computed."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TypedDict, Unpack

from kokoro_live import text as text_stage
from kokoro_live.errors import BadMarkup, BadOption, BadSpeed, NothingToSay
from kokoro_live.model.voices import Blend, blend_named, nearest_voice
from kokoro_live.phonemes import is_foreign, known_language, language_named
from kokoro_live.phonemes.alphabet import is_audible
from kokoro_live.phonemes.eastasian import require
from kokoro_live.phonemes.lexicon import Entry, phonemes_given, requested
from kokoro_live.records import USUAL_HABITS, Habits, Prosody, Script
from kokoro_live.text.ssml_elements import Names
from kokoro_live.traced_text import TracedText

DEFAULT_VOICE = "af_heart"
SLOWEST, FASTEST = 0.25, 4.0
LONGEST_SECONDS = 10.0  # of one segment
LATENCIES = ("fast", "quality")
LOUDEST_VOLUME = 8.0  # the limiter keeps every sample below full scale
PAUSES = {"tight": 0.5, "natural": 1.0, "slow": 1.6}
LONGEST_PAUSES = 5.0  # times as long
LEAST_SILENCE = 0.2  # seconds, for a text of which nothing can be said
MOST_ALIASES = 100
MOST_VOICES = 16  # named in one text
AUTO = "auto"  # for a language


@dataclass(frozen=True, slots=True)
class Alias:
    """What a request calls a voice of its own."""

    voice: str
    rate: float = 1.0  # times as fast, whenever it speaks


class Options(TypedDict, total=False):
    """What may be asked for besides text, voice and speed."""

    language: str | None
    latency: str
    volume: float
    pauses: str | float  # a name of PAUSES, or how many times as long
    no_cache: bool
    input_format: str
    lexicon: Mapping[str, str] | None
    voice_aliases: Mapping[str, Alias] | None
    habits: Habits
    live: text_stage.LiveText  # what is still being written, in the place of a text
    any_language: bool  # one that nobody here speaks is no mistake: the voice's own is spoken, and that is told


@dataclass(frozen=True, slots=True)
class Request:
    """What a stream was asked for, checked."""

    text: str
    blend: Blend  # the voice
    language: str
    speed: float
    latency: str
    volume: float
    pauses: float  # times as long
    no_cache: bool
    input_format: str
    lexicon: tuple[Entry, ...]
    detects: bool  # the language of each sentence; `language` is then what it is taken for in doubt
    script: Script  # the text without its marks
    unspoken: tuple[str, ...]  # the language that was asked for, if nobody here speaks it
    silence: float  # seconds, if nothing of the text can be said: the pauses it asks for, or a little
    live: text_stage.LiveReading | None = None  # of a text that is still being written

    @property
    def written(self) -> str:
        """The text so far."""
        return self.live.text.text if self.live else self.text

    @property
    def voice(self) -> str:
        """The same spelling for the same sound."""
        return self.blend.name


def check(text: str, voice: str = DEFAULT_VOICE, speed: float = 1.0, **options: Unpack[Options]) -> Request:
    """The request, or the error that says what is wrong with it."""
    latency, volume = options.get("latency", "fast"), options.get("volume", 1.0)
    input_format, habits = options.get("input_format", "auto"), options.get("habits", USUAL_HABITS)
    _check_values(speed, latency, volume, input_format)
    if "live" not in options and text_stage.is_blank(text):
        raise NothingToSay("There is nothing to say: the text is empty.")
    pauses = _pauses(options.get("pauses", 1.0))
    aliases = _aliases(options.get("voice_aliases") or {})
    own = aliases.get(voice.strip().lower(), Alias(voice))
    blend = blend_named(own.voice)
    speed = min(FASTEST, max(SLOWEST, speed * own.rate))
    language = options.get("language")
    detects = (language or "").strip().lower() == AUTO
    known = known_language(language) if language and not detects else None
    unspoken = is_foreign(language) and not detects and not known
    if unspoken and not options.get("any_language", False):
        language_named(str(language))
    spoken = known or blend.language
    require(spoken)
    named = _voices_named(blend, aliases)
    names = Names(named, language_named, _check_sound, _nearest(named), frozenset(aliases))
    live, script = options.get("live"), Script(TracedText.of(""))
    if live is None:
        script = text_stage.read(text, input_format, spoken, names, habits)
    for _, given in script.directions.pronounced:
        _check_sound(given)
    others = script.directions.voices()
    if len(others) > MOST_VOICES:
        raise BadMarkup(f"At most {MOST_VOICES} voices in one text, not {len(others)}. Send it in several requests.")
    return Request(
        text=text,
        blend=blend,
        language=spoken,
        speed=float(speed),
        latency=latency,
        volume=float(volume),
        pauses=pauses,
        no_cache=options.get("no_cache", False),
        input_format=input_format,
        lexicon=requested(options.get("lexicon") or {}, spoken),
        detects=detects,
        script=script,
        unspoken=(str(language).strip().lower()[:40],) if unspoken else (),
        silence=max(LEAST_SILENCE, text_stage.asked_silence(script)),
        live=text_stage.LiveReading(live, input_format, names, habits) if live else None,
    )


def _check_values(speed: float, latency: str, volume: float, input_format: str) -> None:
    if not isinstance(speed, int | float) or not SLOWEST <= speed <= FASTEST:  # NaN fails the comparison
        raise BadSpeed(f"Speed {speed} is not a number from {SLOWEST} to {FASTEST:g}.")
    if not isinstance(volume, int | float) or not 0 <= volume <= LOUDEST_VOLUME:
        raise BadOption(f"Volume {volume} is not a number from 0 to {LOUDEST_VOLUME:g}.", "volume")
    if latency not in LATENCIES:
        raise BadOption(f"Latency {latency!r} is not one of: {', '.join(LATENCIES)}.", "latency")
    if input_format not in text_stage.FORMATS:
        message = f"Input format {input_format!r} is not one of: {', '.join(text_stage.FORMATS)}."
        raise BadOption(message, "input_format")


def _pauses(asked: str | float) -> float:
    """How many times as long pauses are."""
    times = PAUSES.get(asked) if isinstance(asked, str) else asked
    if times is None:
        with suppress(ValueError):
            times = float(asked)
    if times is None or not 0 <= times <= LONGEST_PAUSES:
        raise BadOption(
            f"pauses is {asked!r}, not one of {', '.join(PAUSES)} or a number from 0 to {LONGEST_PAUSES:g}.", "pauses"
        )
    return float(times)


def _aliases(given: Mapping[str, Alias]) -> dict[str, Alias]:
    if len(given) > MOST_ALIASES:
        raise BadOption(f"A request may bring {MOST_ALIASES} names for voices at the most.", "voice_aliases")
    for alias in given.values():
        if not SLOWEST <= alias.rate <= FASTEST:
            raise BadOption(f"A rate is a number from {SLOWEST} to {FASTEST:g}.", "voice_aliases")
    return {name.strip().lower(): alias for name, alias in given.items()}


def _voices_named(own: Blend, aliases: Mapping[str, Alias]) -> Callable[[str], Prosody]:
    """How a voice that the text names speaks; the request's own goes without a name."""

    def named(name: str) -> Prosody:
        meant = aliases.get(name.strip().lower(), Alias(name))
        blend = blend_named(meant.voice)
        return Prosody(None if blend.name == own.name else blend.name, blend.language, meant.rate)

    return named


def _nearest(named: Callable[[str], Prosody]) -> Callable[[str, str | None], Prosody]:
    return lambda language, gender: named(nearest_voice(language, gender))


def _check_sound(given: str) -> None:
    if not is_audible(phonemes_given(given, "en-us")):
        raise BadMarkup(f"No symbol in {given[1:-1][:40]!r} can be said. Write IPA.")
