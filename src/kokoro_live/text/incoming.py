"""Text that arrives in pieces, as from a language model: sentences as soon as they are certain.

However the text is cut into pieces, the sentences are those of the whole: one is certain when enough follows it that
nothing more can change where it ends.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace

from kokoro_live.records import Segment
from kokoro_live.text.sanitise import sanitise
from kokoro_live.text.sentences import LONGEST_SENTENCE, split_sentences

OFTEN = 64
LOOKAHEAD = 64  # readable characters after a sentence; the rules look at fewer


class Incoming:
    """One text on its way. Spans count from its very beginning."""

    def __init__(self) -> None:
        self._waiting = ""
        self._looked = 0  # characters that were waiting when they were last looked at
        self._before = 0  # characters that have been passed on

    def push(self, piece: str) -> Iterator[Segment]:
        """More of the text; the sentences that are certain now."""
        self._waiting += piece
        # All of it is looked at again each time; so the more is waiting, the more rarely.
        if len(self._waiting) > max(LOOKAHEAD, self._looked + self._looked // OFTEN):
            yield from self._certain()
            self._looked = len(self._waiting)

    def finish(self) -> Iterator[Segment]:
        """The text is over: what is left of it."""
        rest, self._waiting = self._waiting, ""
        yield from self._moved(split_sentences(sanitise(rest)))
        self._before += len(rest)

    def _certain(self) -> Iterator[Segment]:
        text = sanitise(self._waiting)
        done = 0
        certain = []
        for one in split_sentences(text):
            end = one.text.span().end
            following = text.text[bisect_left(text.starts, end) :].lstrip()
            if len(following) < LOOKAHEAD + (LONGEST_SENTENCE if one.join.value in ("none", "clause") else 0):
                break
            certain.append(one)
            done = end
        yield from self._moved(certain)
        self._waiting = self._waiting[done:]
        self._before += done

    def _moved(self, found: Iterator[Segment] | list[Segment]) -> Iterator[Segment]:
        by = self._before
        return (replace(one, text=one.text.moved(by)) for one in found)
