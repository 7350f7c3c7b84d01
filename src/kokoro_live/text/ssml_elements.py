"""SSML's elements as far as we follow them, and what the names in them may mean."""

from collections.abc import Callable
from dataclasses import dataclass

from kokoro_live.records import Prosody

ATTRIBUTES = {
    "speak": {"version", "xml:lang", "xml:base", "onlangfailure"},
    "p": {"xml:lang"},
    "s": {"xml:lang"},
    "break": {"time", "strength"},
    "say-as": {"interpret-as", "format", "detail"},
    "emphasis": {"level"},
    "prosody": {"rate", "pitch", "volume"},
    "sub": {"alias"},
    "phoneme": {"alphabet", "ph"},
    "lang": {"xml:lang", "onlangfailure"},
    "voice": {"name", "xml:lang"},
}
NEEDED = {"say-as": "interpret-as", "sub": "alias", "phoneme": "ph", "lang": "xml:lang", "voice": "name"}
TEXT_ONLY = frozenset({"say-as", "sub", "phoneme", "break"})
OLDER_NAMES = {"paragraph": "p", "sentence": "s"}
UNHEARD = frozenset({"desc", "metadata", "meta", "lexicon"})  # what stands in them is about the text, not of it


@dataclass(frozen=True, slots=True)
class Names:
    """What names in a text mean. All raise an error that says what there is."""

    voice: Callable[[str], Prosody]  # how a voice speaks; its own name is None if it is the request's
    language: Callable[[str], str]
    sounds: Callable[[str], None]  # whether /IPA/ or {symbols} can be said
    nearest_voice: Callable[[str, str | None], Prosody]  # to a language and a gender
    aliases: frozenset[str] = frozenset()  # that the request gave to voices


@dataclass(slots=True)
class Element:
    """An element that is open."""

    name: str  # empty for one that is passed over
    values: dict[str, str]
    prosody: Prosody
    first: int  # number of pieces before it
    place: int  # in the source, where it begins
    heard: bool
