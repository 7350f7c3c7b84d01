"""SSML, the part of it that we speak: tags become directions, text stays traced to the source.

The parser is expat, with everything that makes XML dangerous refused: no entities of one's own, few levels, few
elements. What vendors added to SSML is passed over as the standard asks: its text is read, and its name is told.
Strictly read, a tag or a value that we cannot follow is an error that says where it stands and what we can.
"""

import html
import re
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar
from xml.parsers import expat

from kokoro_live.errors import RequestError
from kokoro_live.records import PLAIN_PROSODY, USUAL_HABITS, Directions, Habits, Prosody, Script
from kokoro_live.text.emoji_names import with_emoji_named
from kokoro_live.text.pause_tags import BLOCK, mark
from kokoro_live.text.sanitise import sanitised
from kokoro_live.text.say_as import DATE_FORMATS, KINDS, date_format, said
from kokoro_live.text.ssml_elements import (
    ATTRIBUTES,
    NEEDED,
    OLDER_NAMES,
    TEXT_ONLY,
    UNHEARD,
    Element,
    Names,
)
from kokoro_live.text.ssml_source import STAND_IN, STANDING_IN, Document, own_sign
from kokoro_live.text.ssml_values import (
    ALPHABETS,
    BREAKS,
    LONGEST_BREAK,
    LONGEST_BREAKS,
    emphasised,
    one_of,
    pause_seconds,
    prosodic,
)
from kokoro_live.traced_text import Span, TracedText, fenced

Meaning = TypeVar("Meaning")
DEEPEST, MOST_ELEMENTS, LONGEST_VALUE = 16, 2000, 256
SPACE = re.compile(r"\s+")
ENTITY = re.compile(r"&#?\w{1,10};")
NAMESPACES = ("xmlns", "xsi:", "xml:")
LOCALE = re.compile(r"([a-z]{2,3}-[A-Z]{2})-\w")  # en-US-JennyNeural


def read(source: str, language: str, names: Names, habits: Habits = USUAL_HABITS) -> Script:
    """The text of the document, and how it is to be said."""
    return Reader(source, language, names, habits).script()


class Reader(Document):
    """One document."""

    def __init__(self, source: str, language: str, names: Names, habits: Habits) -> None:
        super().__init__(source, habits.strict_ssml)
        self._names, self._habits = names, habits
        self._open: list[Element] = []
        self._language = language  # of the request
        self._elements = 0
        self._paused = 0.0
        self._pieces: list[TracedText] = []
        self._run: list[TracedText] = []  # text since the last tag
        self._changes: list[tuple[int, Prosody]] = []
        self._pronounced: list[tuple[Span, str]] = []
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
        places, prosodies = zip(*self._changes, strict=True)
        directions = Directions(places, prosodies, tuple(self._pronounced))
        return Script(TracedText.joined(self._pieces), directions, tuple(self._passed_over))

    def _doctype(self, name: str, system: str | None, public: str | None, has_own: int) -> None:
        if not self._strict and not has_own and name == "speak":
            return  # the standard's own, which says nothing new; nothing is ever fetched
        before = self._source[: max(0, self._source.find("<!DOCTYPE"))]
        column = len(before.rpartition("\n")[2])
        raise self._wrong_at(before.count("\n") + 1, column, "A document type is not allowed. Remove <!DOCTYPE …>")

    def _cdata(self) -> None:
        if self._strict:
            raise self._wrong("CDATA is not supported. Write &lt; and &amp; instead")

    def _start(self, name: str, values: dict[str, str]) -> None:
        self._elements += 1
        self._flush()
        place = self._here()
        outer = self._open[-1] if self._open else None
        if self._elements > MOST_ELEMENTS or len(self._open) >= DEEPEST:
            raise self._wrong(f"At most {MOST_ELEMENTS} elements, {DEEPEST} deep. Send the text in several requests")
        if not self._strict:
            name = OLDER_NAMES.get(name, name)
            values = {key: value.replace(STAND_IN, "&") for key, value in values.items()}
        heard = name not in UNHEARD and (outer is None or outer.heard)
        if self._may_stand(name, values, outer):
            values = self._followed(name, values)
        else:
            name, values = "", {}
        prosody = self._prosody(name, values, outer.prosody if outer else PLAIN_PROSODY)
        self._open.append(Element(name, values, prosody, len(self._pieces), place, heard))
        self._changes.append((place, prosody))
        self._around(name, place)
        if name == "break":
            self._pieces.append(TracedText.inserted(self._break(values), place))

    def _may_stand(self, name: str, values: dict[str, str], outer: Element | None) -> bool:
        """Whether we know what the element means where it stands."""
        needed = NEEDED.get(name)
        if name not in ATTRIBUTES:
            there = ", ".join(f"<{known}>" for known in ATTRIBUTES)
            what = f"<{name[:40]}> is not supported. There are: {there}. Remove the tag and keep its text"
        elif outer and outer.name in TEXT_ONLY:
            what = f"<{outer.name}> may contain text only, not <{name}>"
        elif outer is None and name != "speak":
            raise self._wrong(f"A document begins with <speak>, not <{name}>")
        elif outer and name == "speak":
            what = "<speak> stands once, around everything"
        elif needed and not values.get(needed, "").strip() and (self._strict or "gender" not in values):
            what = f"<{name}> needs {needed}"
        elif name == "phoneme":
            return self._read("phoneme", False, self._is_sound, values)
        else:
            return True
        self._pass_over(name[:40], what)
        return False

    def _is_sound(self, values: dict[str, str]) -> bool:
        one_of("alphabet", values.get("alphabet", "ipa"), ALPHABETS)
        self._names.sounds(_phonemes(values))
        return True

    def _followed(self, name: str, values: dict[str, str]) -> dict[str, str]:
        """The attributes whose values we can follow."""
        known: dict[str, str] = {}
        for attribute, value in values.items():
            if len(value) > LONGEST_VALUE:
                raise self._wrong(f"{attribute} is longer than {LONGEST_VALUE} characters")
            if attribute in ATTRIBUTES[name] or attribute.startswith(NAMESPACES) or self._is_looser(name, attribute):
                known[attribute] = value
                continue
            there = ", ".join(sorted(ATTRIBUTES[name])) or "none"
            what = f"<{name}> has no attribute {attribute[:40]!r} here. There are: {there}"
            self._pass_over(f"{name}@{attribute}", what)
        if name == "say-as":
            self._check_say_as(known)
        return known

    def _is_looser(self, name: str, attribute: str) -> bool:
        return not self._strict and (name, attribute) == ("voice", "gender")

    def _check_say_as(self, values: dict[str, str]) -> None:
        kind = self._read("say-as@interpret-as", "", one_of, "interpret-as", values["interpret-as"].strip(), KINDS)
        written = date_format(values.get("format", ""))
        if kind and KINDS[kind] == "date" and written:
            form = self._read("say-as@format", "", one_of, "format", written, sorted(DATE_FORMATS))
            values["format"] = form
        values["interpret-as"] = kind

    def _prosody(self, name: str, values: dict[str, str], outer: Prosody) -> Prosody:
        """How what stands inside an element is said."""
        if name == "voice":
            return self._voice(values, outer)
        if "xml:lang" in values:
            outer = self._in_language(name, values["xml:lang"], outer)
        if name == "emphasis":
            return self._read("emphasis@level", outer, emphasised, outer, values.get("level", "moderate"))
        if name == "prosody":
            if not values:
                self._pass_over("prosody", "<prosody> needs rate, pitch or volume")
            for attribute, value in values.items():
                outer = self._read(f"prosody@{attribute}", outer, prosodic, outer, attribute, value)
        return outer

    def _in_language(self, name: str, written: str, outer: Prosody) -> Prosody:
        """That of a whole document is often a habit: en-US with a British voice leaves the voice its English."""
        own = outer.language or self._language
        language = self._read(f"{name}@xml:lang", own, self._names.language, written)
        same = name == "speak" and own.partition("-")[0] == language.partition("-")[0]
        return replace(outer, language=own if same else language)

    def _voice(self, values: dict[str, str], outer: Prosody) -> Prosody:
        """A voice of ours; for one of somebody else's the nearest, if it is of another language or gender."""
        name, own = values.get("name", "").strip(), outer.language or self._language
        if name and (known := self._read("voice", None, self._names.voice, name)):
            outer = _by(known, outer)
            return self._in_language("voice", values["xml:lang"], outer) if "xml:lang" in values else outer
        locale = LOCALE.match(name)
        written = values.get("xml:lang") or (locale[1] if locale else "")
        language = self._read("voice@xml:lang", own, self._names.language, written) if written else own
        gender = values.get("gender", "").strip().lower()
        if gender not in ("female", "male") and language.partition("-")[0] == own.partition("-")[0]:
            return outer
        return _by(self._names.nearest_voice(language, gender or None), outer)

    def _break(self, values: dict[str, str]) -> str:
        """A pause; all of them together are bounded."""
        asked = self._read("break@time", BREAKS["medium"], pause_seconds, values)
        seconds = min(asked, LONGEST_BREAK, LONGEST_BREAKS - self._paused)
        self._paused += seconds
        return mark(seconds) if seconds or "time" in values else ""

    def _read(self, name: str, otherwise: Meaning, meaning: Callable[..., Meaning], *values: object) -> Meaning:
        """What a value means; one without meaning is passed over."""
        try:
            return meaning(*values)
        except (RequestError, ValueError) as error:
            self._pass_over(name, str(error).rstrip("."))
        return otherwise

    def _around(self, name: str, place: int) -> None:
        """What stands before and after a paragraph and a sentence."""
        if name in ("p", "s"):
            self._pieces.append(TracedText.inserted("\n\n" if name == "p" else BLOCK, place))

    def _end(self, name: str) -> None:
        self._flush()
        element, place = self._open.pop(), self._here()
        self._changes.append((place, self._open[-1].prosody if self._open else PLAIN_PROSODY))
        if element.name in TEXT_ONLY and element.name != "break":
            self._read_otherwise(element)
        self._around(element.name, place)

    def _read_otherwise(self, element: Element) -> None:
        """Text that stands in an element which says how it is read."""
        text = TracedText.joined(self._pieces[element.first :]).stripped()
        if element.name == "phoneme":
            if not any(char.isalnum() for char in text.text):
                self._pass_over("phoneme", "<phoneme> needs the word inside that is said so")
                return
            self._pronounced.append((text.span(), _phonemes(element.values)))
            self._pieces[element.first :] = fenced(self._pieces[element.first :])
        elif element.name == "sub":
            alias = sanitised(TracedText.of(element.values["alias"])).replaced(SPACE, " ").text
            whole = text.rewritten(0, len(text), alias) if len(text) else TracedText.inserted(alias, element.place)
            self._pieces[element.first :] = [whole]
        elif len(text):
            kind = KINDS.get(element.values["interpret-as"], "")  # none that we know: as it stands
            words = said(kind, text.text, element.values.get("format", ""), element.prosody.language or self._language)
            self._pieces[element.first :] = [text.rewritten(0, len(text), words)]

    def _characters(self, data: str) -> None:
        if self._open and self._open[-1].name == "break" and data.strip():
            self._pass_over("break", '<break> is empty: <break time="500ms"/>')
        place = self._here()
        if self._open and not self._open[-1].heard:
            return
        entity = ENTITY.match(self._source, place) if len(data) == 1 else None
        if entity and html.unescape(entity.group()) == data:
            self._run.append(TracedText.of(entity.group()).moved(place).rewritten(0, len(entity.group()), data))
        else:
            self._run.append(TracedText.of(data).moved(place))

    def _flush(self) -> None:
        """What was read since the last tag, cleaned as one."""
        if self._run:
            run = TracedText.joined(self._run)
            run = run if self._strict else run.replaced(STANDING_IN, own_sign)
            if self._habits.names_emoji:
                run = with_emoji_named(run, self._language)
            self._pieces.append(sanitised(run).replaced(SPACE, " "))
            self._run = []


def _by(voice: Prosody, outer: Prosody) -> Prosody:
    """What is asked for anyway, by another voice."""
    return replace(outer, voice=voice.voice, language=voice.language, rate=outer.rate * voice.rate)


def _phonemes(values: dict[str, str]) -> str:
    ph = values["ph"].strip().strip("/")
    return f"{{{ph}}}" if values.get("alphabet") == "kokoro" else f"/{ph}/"
