"""A text that is still being written → the segments that are spoken, sentence by sentence."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from kokoro_live.records import PLAIN_PROSODY, Habits, Lull, Script, Segment
from kokoro_live.text.live import LiveText
from kokoro_live.text.reading import spoken_segments, tagged_script
from kokoro_live.text.ssml_elements import Names
from kokoro_live.traced_text import TracedText

# What is left out however many sentences it takes: blocks of code, and what a model thinks to itself
SKIPPED = {"```": "```", "~~~": "~~~", "<think>": "</think>"}
EDGE = re.compile("|".join(map(re.escape, {*SKIPPED, *SKIPPED.values()})))
MARKED = ("auto", "markdown")


class LiveReading:
    """What one sentence says may hold for all that follow it: a voice, a pace, a block that is left out."""

    def __init__(self, text: LiveText, form: str, names: Names, habits: Habits) -> None:
        self.text = text
        self._form, self._names, self._habits = form, names, habits
        self._prosody = PLAIN_PROSODY
        self._skips_until: str | None = None

    def segments(self, language: str, detect: bool, prepared: Callable[[Script], Script]) -> Iterator[Segment | Lull]:
        """Each as soon as it is certain; a lull while there is none. `prepared`: what a script goes through before its
        figures are put into words."""
        for sentence in self.text.sentences():
            if isinstance(sentence, Lull):
                yield sentence
                continue
            segments = list(spoken_segments(prepared(self._script(sentence.text)), language, detect))
            yield from segments[:-1]
            if segments:
                yield replace(segments[-1], join=sentence.join)

    def _script(self, text: TracedText) -> Script:
        if self._form in MARKED:
            text = self._without_skipped(text)
        script = tagged_script(text, self._form, self._names, self._habits)
        directions = script.directions
        if self._prosody != PLAIN_PROSODY and len(text):
            places, prosodies = (text.starts[0], *directions.places), (self._prosody, *directions.prosodies)
            script = replace(script, directions=replace(directions, places=places, prosodies=prosodies))
        if directions.prosodies:
            self._prosody = directions.prosodies[-1]
        return script

    def _without_skipped(self, text: TracedText) -> TracedText:
        pieces: list[TracedText] = []
        start = 0
        for match in EDGE.finditer(text.text):
            if self._skips_until is None and match.group() in SKIPPED:
                pieces.append(text[start : match.start()])
                self._skips_until = SKIPPED[match.group()]
            elif match.group() == self._skips_until:
                start, self._skips_until = match.end(), None
        if self._skips_until is None:
            pieces.append(text[start:])
        return TracedText.joined(pieces)
