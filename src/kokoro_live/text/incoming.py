"""Text that arrives in pieces, as from a language model: sentences as soon as they are certain.

However the text is cut into pieces, the sentences are those of the whole: one is certain when enough follows it that
nothing more can change where it ends. If speech is to start early, the first sentence may be cut after a clause. That
too is decided by what is written up to there and one word more, never by when it arrived.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace

from kokoro_live.records import Join, Segment
from kokoro_live.text.sanitise import sanitise
from kokoro_live.text.sentences import LONGEST_SENTENCE, split_sentences

OFTEN = 64
LOOKAHEAD = 64  # readable characters after a sentence; the rules look at fewer
# Characters of a clause that may be spoken before its sentence is known: a second and a half of speech
EARLIEST, EARLIEST_UNSPACED = 24, 8
# What ends a clause, and the whole word after it, which shows that the mark is none of a date's or a name's
CLAUSE_END = re.compile(r"(?:[,;:—–]+[\"”’)\]]*\s+(?=([^\W\d_]+)[^\w'’-])|[、，；：](?=[^\s\d]))")
PLAIN = re.compile(r"[^.!?…。！？।\n\[\]<>`*_#|\\{}\ue000-\uf8ff]*")  # no sentence ends in it, and it has no marks


class Incoming:
    """One text on its way. Spans count from its very beginning."""

    def __init__(self, early: bool = False) -> None:
        self._early = early
        self._begins = True  # nothing has been passed on since the beginning, or since the last flush
        self._waiting = ""
        self._looked = 0  # characters that were waiting when they were last looked at
        self._before = 0  # characters that have been passed on

    def push(self, piece: str) -> Iterator[Segment]:
        """More of the text; the sentences that are certain now."""
        self._waiting += piece
        yield from self._first_clause()
        # All of it is looked at again each time; so the more is waiting, the more rarely.
        if len(self._waiting) > max(LOOKAHEAD, self._looked + self._looked // OFTEN):
            yield from self._certain()
            self._looked = len(self._waiting)

    def flush(self) -> Iterator[Segment]:
        """What is left of it is spoken as it stands; what follows begins anew."""
        yield from self._first_clause()
        yield from self._moved(split_sentences(sanitise(self._waiting)))
        self.drop()

    def drop(self, unseen: int = 0) -> None:
        """Forgets what has not been passed on, and so many characters that were never pushed."""
        self._before += len(self._waiting) + unseen
        self._waiting, self._looked, self._begins = "", 0, True

    def _first_clause(self) -> Iterator[Segment]:
        """The first clause, if it is long enough to be worth a beginning and is certain to end there."""
        if not (self._early and self._begins) or len(self._waiting) < EARLIEST_UNSPACED:
            return
        text = sanitise(self._waiting)
        end = _clause_end(text.text)
        if end is not None:
            yield from self._passed([Segment(text[:end].stripped(), Join.CLAUSE)])

    def _certain(self) -> Iterator[Segment]:
        text = sanitise(self._waiting)
        certain = []
        for one in split_sentences(text):
            following = text.text[bisect_left(text.starts, one.text.span().end) :].lstrip()
            if len(following) < LOOKAHEAD + (LONGEST_SENTENCE if one.join in (Join.NONE, Join.CLAUSE) else 0):
                break
            certain.append(one)
        yield from self._passed(certain)

    def _passed(self, segments: list[Segment]) -> Iterator[Segment]:
        """They are passed on, and what follows them is waiting."""
        if not segments:
            return
        done = segments[-1].text.span().end
        yield from self._moved(segments)
        self._waiting, self._looked, self._begins = self._waiting[done:], 0, False
        self._before += done

    def _moved(self, segments: Iterator[Segment] | list[Segment]) -> Iterator[Segment]:
        by = self._before
        return (replace(one, text=one.text.moved(by)) for one in segments)


def _clause_end(text: str) -> int | None:
    """Where the first clause of a text ends that is long enough; None if a sentence may end before."""
    start = len(text) - len(text.lstrip())
    plain = PLAIN.match(text, start)
    for match in CLAUSE_END.finditer(text, start + EARLIEST_UNSPACED, plain.end() if plain else start):
        if match[1] is None or (match.start() - start >= EARLIEST and not match[1][0].isupper()):
            return match.end()
    return None
