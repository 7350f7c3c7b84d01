"""A text as it was sent → its script → the segments that are spoken, all with source spans."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import get_args

from kokoro_live.records import USUAL_HABITS, Directions, Habits, InputFormat, Join, Prosody, Reading, Script, Segment
from kokoro_live.text import ssml
from kokoro_live.text.emoji_names import with_emoji_named
from kokoro_live.text.formulas import with_formulas_on_one_line
from kokoro_live.text.inline import FENCES, symbols_as_they_are, with_directions
from kokoro_live.text.language import Part, detected
from kokoro_live.text.markdown import is_markdown, without_marks
from kokoro_live.text.normalise import normalised
from kokoro_live.text.pause_tags import seconds_of, with_pauses
from kokoro_live.text.sanitise import sanitise, sanitised
from kokoro_live.text.sentences import split_sentences, with_broken_words
from kokoro_live.text.sign_names import sign_named
from kokoro_live.text.ssml_elements import Names
from kokoro_live.text.ssml_source import is_ssml
from kokoro_live.traced_text import TracedText

FORMATS = get_args(InputFormat)


def read(source: str, form: str, language: str, names: Names, habits: Habits = USUAL_HABITS) -> Script:
    """The text without its marks, and what they ask for; or an error that says which mark is wrong."""
    if form == "ssml" or (form == "auto" and is_ssml(source)):
        script = ssml.read(source, language, names, habits)
    elif form == "phonemes":
        return symbols_as_they_are(sanitise(source))
    else:
        text = TracedText.of(source)
        text = with_emoji_named(text, language) if habits.names_emoji else text
        script = tagged_script(sanitised(text), form, names, habits)
    return replace(script, text=sign_named(script.text, language), rules_off=habits.rules_off)


def tagged_script(text: TracedText, form: str, names: Names, habits: Habits) -> Script:
    """Sanitised text without its tags and marks, and what they ask for."""
    script = with_directions(with_pauses(text), names.voice, names.aliases, habits.tags)
    unmarked = _unmarked(script.text, form, habits.skips_actions)
    return replace(script, text=unmarked, rules_off=habits.rules_off)


def is_blank(source: str) -> bool:
    """Whether nothing at all is left of it once it is cleaned. What an emoji leaves when it is cut in two is something:
    programs that cut replies into pieces send that, too."""
    return not any(char.isalnum() for char in source) and not sanitise(source).text.strip()


def asked_silence(script: Script) -> float:
    """Seconds of all pauses that are asked for."""
    return seconds_of(script.text.text) or 0.0


def written_sentences(source: str, form: str = "text") -> Iterator[Segment]:
    """The text as it is written, sentence by sentence."""
    return split_sentences(_plain(source, form))


CONTEXTS = ("{}", "5 {}", "{} Smith", "{}.")


def rewrites(word: str, language: str) -> bool:
    """Whether a rule may make other words of it, so that nobody would find it afterwards."""
    return any(word not in normalised(TracedText.of(each.format(word)), language)[0].text for each in CONTEXTS)


def plain_script(source: str, form: str = "auto") -> Script:
    """Text without directions, and without its marks."""
    return Script(_plain(source, form))


def segments(source: str, language: str, form: str = "auto") -> Iterator[Segment]:
    """Text without directions as it is said, sentence by sentence."""
    return spoken_segments(plain_script(source, form), language)


def spoken_segments(script: Script, language: str, detect: bool = False) -> Iterator[Segment]:
    """The text as it is said, sentence by sentence: every speakable character is in exactly one of them.

    What changes the voice or its pitch inside a sentence ends a segment; a change of language does not. `detect`: find
    out the language of what nobody said it of; `language` is then what it is taken for in doubt.
    """
    for sentence in split_sentences(script.text):
        phrases = _phrases(sentence.text, script.directions)
        for number, phrase in enumerate(phrases, 1):
            last = number == len(phrases)
            join, pause = (sentence.join, sentence.pause) if last else (Join.CLAUSE, None)
            lead = sentence.lead if number == 1 else 0.0
            segment = replace(sentence, join=join, pause=pause, lead=lead, directions=script.directions)
            yield from _in_words(list(_in_languages(phrase, language, detect)), segment, language, script.rules_off)


def _phrases(text: TracedText, directions: Directions) -> list[list[Part]]:
    """Stretches of one voice and pitch; each of parts of one language, "" where nobody said which."""
    if not directions.places:
        return [[(text, "")]]
    prosodies = [directions.at(place) for place in text.starts]
    phrases: list[list[Part]] = []
    before: Prosody | None = None
    start = 0
    for prosody, run in groupby(prosodies):
        part, language = text[start : (start := start + len(list(run)))], prosody.language or ""
        sounds = any(char.isalnum() for char in part.text)
        if before and (not sounds or _same_phrase(before, prosody)):
            words, own = phrases[-1][-1]
            if sounds and own != language:
                phrases[-1].append((part, language))
            else:
                phrases[-1][-1] = (TracedText.joined([words, part]), own)
        else:
            phrases.append([(part, language)])
        before = prosody if sounds or before is None else before
    return phrases


def _in_languages(parts: list[Part], language: str, detect: bool) -> Iterator[Part]:
    for text, own in parts:
        if own or not detect:
            yield text, own or language
        else:
            yield from detected(text, language)


def _same_phrase(one: Prosody, other: Prosody) -> bool:
    return (one.voice, one.pitch) == (other.voice, other.pitch)


def _in_words(parts: list[Part], made: Segment, language: str, off: frozenset[str]) -> Iterator[Segment]:
    """The segment with its text in words; none if it says nothing."""
    texts: list[TracedText] = []
    languages: list[tuple[int, str]] = []
    readings: list[Reading] = []
    length = 0
    for text, own in parts:
        words, found = normalised(text, own, off)
        words = with_broken_words(words.replaced(FENCES, ""))
        spaces = len(words) - len(words.left_stripped()) if texts else 0  # these belong to the part before
        languages.append((length + spaces, own))
        texts.append(words)
        readings += found
        length += len(words)
    joined = TracedText.joined(texts)
    whole = joined.stripped()
    if len(whole):
        before = len(joined) - len(joined.left_stripped())
        starts = tuple((max(0, start - before), own) for start, own in languages)
        foreign = starts if any(own != language for _, own in languages) else ()
        yield replace(made, text=whole, readings=tuple(readings), languages=foreign)


def _plain(source: str, form: str) -> TracedText:
    """Text that has no directions in it."""
    return _unmarked(with_pauses(sanitise(source)), form)


def _unmarked(text: TracedText, form: str, skips_actions: bool = False) -> TracedText:
    text = with_formulas_on_one_line(text)
    if form == "markdown" or (form == "auto" and is_markdown(text.text)):
        return without_marks(text, skips_actions)
    return text
