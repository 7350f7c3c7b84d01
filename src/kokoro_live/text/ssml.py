"""SSML, the part of it that we speak: tags become directions, text stays traced to the source.

The parser is expat, with everything that makes XML dangerous refused: no document type, no entities of one's own, few
levels, few elements. A tag or a value that we cannot follow is an error that says where it stands and what we can.
"""

import html
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TypeVar
from xml.parsers import expat

from kokoro_live.errors import BadMarkup, RequestError
from kokoro_live.records import AS_IT_IS, Directions, Manner, Script, Span, TracedText, fenced
from kokoro_live.text.markdown import BLOCK
from kokoro_live.text.pauses import mark
from kokoro_live.text.sanitise import sanitised
from kokoro_live.text.say_as import DATE_FORMATS, KINDS, said

Meaning = TypeVar("Meaning")
LEAD = "\ufeff \t\r\n"  # may stand before a document
COMMENTS = r"(?:<!--(?:(?!-->).)*+-->\s*+)*+"  # nothing is gone back over
OPENING = re.compile(rf"[{LEAD}]*+(?:<\?xml[^<>]{{0,200}}\?>\s*+)?{COMMENTS}<(?:speak[\s>/]|!DOCTYPE\s)", re.DOTALL)
DECLARED = re.compile(r"<\?xml|<!DOCTYPE")
ROOT = "<speak>"  # what a fragment is put into
DEEPEST, MOST_ELEMENTS, LONGEST_VALUE = 16, 2000, 256
LONGEST_BREAK, LONGEST_BREAKS = 10.0, 60.0  # seconds: of one, of all
SPACE = re.compile(r"\s+")
TIME = re.compile(r"\+?(\d{1,8}(?:\.\d{1,6})?|\.\d{1,6})(ms|s)")
RELATIVE = re.compile(r"([+-]?\d{1,6}(?:\.\d{1,6})?)(%|st|dB|)")
ENTITY = re.compile(r"&#?\w{1,10};")
NAMESPACES = ("xmlns", "xsi:", "xml:")
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
BREAKS = {"none": 0.0, "x-weak": 0.25, "weak": 0.5, "medium": 0.75, "strong": 1.0, "x-strong": 1.25}  # seconds
ALPHABETS = ("ipa", "kokoro")
EMPHASIS = {"strong": (0.8, 1.4), "moderate": (0.9, 1.2), "none": (1.0, 1.0), "reduced": (1.15, 0.7)}  # rate, volume
RATES = {"x-slow": 0.5, "slow": 0.75, "medium": 1.0, "default": 1.0, "fast": 1.25, "x-fast": 1.6}
PITCHES = {"x-low": 0.75, "low": 0.87, "medium": 1.0, "default": 1.0, "high": 1.15, "x-high": 1.35}
VOLUMES = {"silent": 0.0, "x-soft": 0.25, "soft": 0.5, "medium": 1.0, "default": 1.0, "loud": 1.5, "x-loud": 2.0}
SLOWEST, FASTEST = 0.25, 4.0
LOWEST, HIGHEST = 0.5, 2.0
LOUDEST = 2.0


@dataclass(frozen=True, slots=True)
class Names:
    """What names in a text mean. All raise an error that says what there is."""

    voice: Callable[[str], tuple[str | None, str]]  # a voice → its usual spelling (None: the request's) and language
    language: Callable[[str], str]
    sounds: Callable[[str], None]  # whether /IPA/ or {symbols} can be said


@dataclass(slots=True)
class Element:
    """An element that is open."""

    name: str
    values: dict[str, str]
    manner: Manner
    first: int  # number of pieces before it
    place: int  # in the source, where it begins


def is_ssml(source: str) -> bool:
    """Whether it begins as only SSML does."""
    return OPENING.match(source) is not None


def read(source: str, language: str, names: Names) -> Script:
    """The text of the document, and how it is to be said."""
    return Reader(source, language, names).script()


class Reader:
    """One document."""

    def __init__(self, source: str, language: str, names: Names) -> None:
        self._source, self._names = source, names
        self._skipped = source[: len(source) - len(source.lstrip(LEAD))]
        self._prefix = "" if is_ssml(source) or DECLARED.match(source, len(self._skipped)) else ROOT
        self._bytes = (self._prefix + source[len(self._skipped) :]).encode("utf-8", "replace")
        self._place, self._byte = len(self._skipped) - len(self._prefix), 0  # the last place that was looked up
        self._open: list[Element] = []
        self._language = language  # of the request
        self._elements = 0
        self._paused = 0.0
        self._pieces: list[TracedText] = []
        self._run: list[TracedText] = []  # text since the last tag
        self._changes: list[tuple[int, Manner]] = []
        self._pronounced: list[tuple[Span, str]] = []
        self._parser = expat.ParserCreate("utf-8")
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._parser.StartCdataSectionHandler = self._cdata
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters

    def script(self) -> Script:
        """Read to the end."""
        try:
            self._parser.Parse(self._bytes, False)
            self._parser.Parse(b"</speak>" if self._prefix else b"", True)
        except expat.ExpatError as error:
            reason = expat.ErrorString(error.code) or "it cannot be read"
            raise self._wrong(f"This is not well-formed XML: {reason}", error.lineno, error.offset) from None
        places, manners = zip(*self._changes, strict=True)
        return Script(TracedText.joined(self._pieces), Directions(places, manners, tuple(self._pronounced)))

    def _wrong(self, what: str, line: int | None = None, column: int | None = None) -> BadMarkup:
        line = line or self._parser.CurrentLineNumber
        column = self._parser.CurrentColumnNumber if column is None else column
        if line == 1:
            column += len(self._skipped.rpartition("\n")[2]) - len(self._prefix)
        return self._wrong_at(line + self._skipped.count("\n"), column, what)

    def _wrong_at(self, line: int, column: int, what: str) -> BadMarkup:
        """`column` counts from 0, and may lie after the end of what was sent."""
        lines = self._source.split("\n")
        column = min(max(1, column + 1), len(lines[min(line, len(lines)) - 1]) + 1)
        return BadMarkup(f"SSML, line {line}, column {column}: {what}.")

    def _here(self) -> int:
        """The place in the source of the event that is being told."""
        at = self._parser.CurrentByteIndex
        self._place += len(self._bytes[self._byte : at].decode("utf-8", "replace"))
        self._byte = at
        return max(0, self._place)

    def _doctype(self, *_: object) -> None:
        before = self._source[: max(0, self._source.find("<!DOCTYPE"))]
        column = len(before.rpartition("\n")[2])
        raise self._wrong_at(before.count("\n") + 1, column, "A document type is not allowed. Remove <!DOCTYPE …>")

    def _cdata(self) -> None:
        raise self._wrong("CDATA is not supported. Write &lt; and &amp; instead")

    def _start(self, name: str, values: dict[str, str]) -> None:
        self._elements += 1
        self._flush()
        place = self._here()
        if self._open and self._open[-1].name in TEXT_ONLY:
            raise self._wrong(f"<{self._open[-1].name}> may contain text only, not <{name}>")
        if not self._open and name != "speak":
            raise self._wrong(f"A document begins with <speak>, not <{name}>")
        if self._open and name == "speak":
            raise self._wrong("<speak> stands once, around everything")
        if self._elements > MOST_ELEMENTS or len(self._open) >= DEEPEST:
            raise self._wrong(f"At most {MOST_ELEMENTS} elements, {DEEPEST} deep. Send the text in several requests")
        self._check(name, values)
        manner = self._manner(name, values, self._open[-1].manner if self._open else AS_IT_IS)
        self._open.append(Element(name, values, manner, len(self._pieces), place))
        self._changes.append((place, manner))
        self._around(name, place)
        if name == "break":
            self._pieces.append(TracedText.inserted(self._break(values), place))

    def _check(self, name: str, values: dict[str, str]) -> None:
        if name not in ATTRIBUTES:
            there = ", ".join(f"<{known}>" for known in ATTRIBUTES)
            raise self._wrong(f"<{name[:40]}> is not supported. There are: {there}. Remove the tag and keep its text")
        for attribute, value in values.items():
            if attribute not in ATTRIBUTES[name] and not attribute.startswith(NAMESPACES):
                known = ", ".join(sorted(ATTRIBUTES[name])) or "none"
                raise self._wrong(f"<{name}> has no attribute {attribute[:40]!r} here. There are: {known}")
            if len(value) > LONGEST_VALUE:
                raise self._wrong(f"{attribute} is longer than {LONGEST_VALUE} characters")
        needed = NEEDED.get(name)
        if needed and not values.get(needed, "").strip():
            raise self._wrong(f"<{name}> needs {needed}")
        if name == "say-as":
            kind = self._one_of("interpret-as", values["interpret-as"].strip(), KINDS)
            if KINDS[kind] == "date" and values.get("format", "").strip():
                self._one_of("format", values["format"].strip(), sorted(DATE_FORMATS))
        if name == "phoneme":
            self._one_of("alphabet", values.get("alphabet", "ipa"), ALPHABETS)
            self._named(self._names.sounds, _phonemes(values))

    def _manner(self, name: str, values: dict[str, str], outer: Manner) -> Manner:
        """How what stands inside an element is said."""
        if name == "voice":
            voice, language = self._named(self._names.voice, values["name"])
            outer = replace(outer, voice=voice, language=language)
        if "xml:lang" in values:
            outer = replace(outer, language=self._tongue(values["xml:lang"], outer, name == "speak"))
        if name == "emphasis":
            slower, louder = EMPHASIS[self._one_of("level", values.get("level", "moderate"), EMPHASIS)]
            return _changed(outer, slower, 1.0, louder)
        if name == "prosody":
            if not values:
                raise self._wrong("<prosody> needs rate, pitch or volume")
            rate, pitch, volume = (values.get(name) for name in ("rate", "pitch", "volume"))
            return _changed(outer, self._rate(rate), self._pitch(pitch), self._volume(volume))
        return outer

    def _tongue(self, name: str, outer: Manner, whole: bool) -> str:
        """That of a whole document is often a habit: en-US with a British voice leaves the voice its English."""
        language = self._named(self._names.language, name)
        own = outer.language or self._language
        return own if whole and language.partition("-")[0] == own.partition("-")[0] else language

    def _named(self, meaning: Callable[[str], Meaning], name: str) -> Meaning:
        try:
            return meaning(name)
        except RequestError as error:
            raise self._wrong(str(error).rstrip(".")) from None

    def _one_of(self, attribute: str, value: str, known: Iterable[str]) -> str:
        if value not in known:
            raise self._wrong(f"{attribute}={value!r} is not one of: {', '.join(known)}")
        return value

    def _rate(self, value: str | None) -> float:
        return self._scale("rate", value, RATES, {"%": _percent, "": _times}, "80%, +20%, 1.2", (SLOWEST, FASTEST))

    def _pitch(self, value: str | None) -> float:
        units = {"%": _percent, "st": lambda text: 2 ** (_bounded(text) / 12)}
        return self._scale("pitch", value, PITCHES, units, "+10%, -2st", (LOWEST, HIGHEST))

    def _volume(self, value: str | None) -> float:
        units = {"dB": lambda text: 10 ** (_bounded(text) / 20), "%": _percent, "": _percent}
        return self._scale("volume", value, VOLUMES, units, "-6dB, +20%, 80 (of 100)", (0.0, LOUDEST))

    def _scale(
        self,
        attribute: str,
        value: str | None,
        known: dict[str, float],
        units: dict[str, Callable[[str], float]],
        examples: str,
        limits: tuple[float, float],
    ) -> float:
        """A factor, within what can be done."""
        if value is None:
            return 1.0
        value = value.strip()
        if value in known:
            return known[value]
        match = RELATIVE.fullmatch(value)
        if not match or match[2] not in units:
            raise self._wrong(f"{attribute}={value!r} is neither one of {', '.join(known)} nor like {examples}")
        return min(limits[1], max(limits[0], units[match[2]](match[1])))

    def _break(self, values: dict[str, str]) -> str:
        """A pause; all of them together are bounded."""
        if "time" in values:
            match = TIME.fullmatch(values["time"].strip())
            if not match:
                raise self._wrong(f"time={values['time']!r} is not like 500ms or 1.5s")
            seconds = float(match[1]) / (1000 if match[2] == "ms" else 1)
        else:
            seconds = BREAKS[self._one_of("strength", values.get("strength", "medium"), BREAKS)]
        seconds = min(seconds, LONGEST_BREAK, LONGEST_BREAKS - self._paused)
        self._paused += seconds
        return mark(seconds) if seconds or "time" in values else ""

    def _around(self, name: str, place: int) -> None:
        """What stands before and after a paragraph and a sentence."""
        if name in ("p", "s"):
            self._pieces.append(TracedText.inserted("\n\n" if name == "p" else BLOCK, place))

    def _end(self, name: str) -> None:
        self._flush()
        element, place = self._open.pop(), self._here()
        self._changes.append((place, self._open[-1].manner if self._open else AS_IT_IS))
        if name in TEXT_ONLY and name != "break":
            self._read_otherwise(element)
        self._around(name, place)

    def _read_otherwise(self, element: Element) -> None:
        """Text that stands in an element which says how it is read."""
        text = TracedText.joined(self._pieces[element.first :]).stripped()
        if element.name == "phoneme":
            if not any(char.isalnum() for char in text.text):
                raise self._wrong("<phoneme> needs the word inside that is said so")
            self._pronounced.append((text.span(), _phonemes(element.values)))
            self._pieces[element.first :] = fenced(self._pieces[element.first :])
        elif element.name == "sub":
            alias = sanitised(TracedText.of(element.values["alias"])).replaced(SPACE, " ").text
            whole = text.rewritten(0, len(text), alias) if len(text) else TracedText.inserted(alias, element.place)
            self._pieces[element.first :] = [whole]
        elif len(text):
            kind, form = KINDS[element.values["interpret-as"].strip()], element.values.get("format", "").strip()
            words = said(kind, text.text, form, element.manner.language or self._language)
            self._pieces[element.first :] = [text.rewritten(0, len(text), words)]

    def _characters(self, data: str) -> None:
        if self._open and self._open[-1].name == "break" and data.strip():
            raise self._wrong('<break> is empty: <break time="500ms"/>')
        place = self._here()
        entity = ENTITY.match(self._source, place) if len(data) == 1 else None
        if entity and html.unescape(entity.group()) == data:
            self._run.append(TracedText.of(entity.group()).moved(place).rewritten(0, len(entity.group()), data))
        else:
            self._run.append(TracedText.of(data).moved(place))

    def _flush(self) -> None:
        """What was read since the last tag, cleaned as one."""
        if self._run:
            self._pieces.append(sanitised(TracedText.joined(self._run)).replaced(SPACE, " "))
            self._run = []


def _phonemes(values: dict[str, str]) -> str:
    ph = values["ph"].strip().strip("/")
    return f"{{{ph}}}" if values.get("alphabet") == "kokoro" else f"/{ph}/"


def _changed(outer: Manner, rate: float, pitch: float, volume: float) -> Manner:
    return replace(
        outer,
        rate=min(FASTEST, max(SLOWEST, outer.rate * rate)),
        pitch=min(HIGHEST, max(LOWEST, outer.pitch * pitch)),
        volume=min(LOUDEST, outer.volume * volume),
    )


def _bounded(text: str) -> float:
    """No power of it is too large."""
    return max(-200.0, min(200.0, float(text)))


def _percent(text: str) -> float:
    """+20 is a change, 120 the whole."""
    return (100 if text[0] in "+-" else 0) / 100 + float(text) / 100


def _times(text: str) -> float:
    return (1 if text[0] in "+-" else 0) + float(text)
