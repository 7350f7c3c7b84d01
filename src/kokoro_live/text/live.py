"""A text that somebody is still writing: pieces go in on one thread, sentences come out on another."""

from collections import deque
from collections.abc import Iterator
from enum import Enum
from threading import Lock

from kokoro_live.errors import BadOption
from kokoro_live.records import Lull, Segment
from kokoro_live.text.incoming import Incoming

HIGH, LOW = (
    ("\ud800", "\udbff"),
    ("\udc00", "\udfff"),
)  # halves of a character, as programs that count in 16 bits cut it


class Sign(Enum):
    """What its writer says besides text."""

    FLUSH = "speak what there is"
    END = "nothing more will come"


class LiveText:
    """The pieces in order. Its text grows; what is dropped keeps its place in it."""

    def __init__(self, longest: int, early: bool = False) -> None:
        self.text = ""  # all of it so far
        self.changes = 0  # grows with every piece and sign, so that nobody looks in vain
        self.over = False
        self._longest = longest
        self._half = ""
        self._waiting: deque[str | Sign] = deque()
        self._incoming = Incoming(early)
        self._lock = Lock()

    def push(self, piece: str) -> None:
        """More of it."""
        with self._lock:
            if len(self.text) + len(piece) >= self._longest:
                raise BadOption(f"A text may have {self._longest} characters at the most.", "text")
            piece, self._half = _whole_characters(self._half + piece)
            self.text += piece
            self._add(piece)

    def flush(self) -> None:
        """What there is of it is spoken now."""
        with self._lock:
            self._add(Sign.FLUSH)

    def end(self) -> None:
        """It is complete."""
        with self._lock:
            if not self.over:
                self.over = True
                self._add(Sign.END)

    def drop(self) -> None:
        """What nobody has taken out yet is not spoken."""
        with self._lock:
            kept = [sign for sign in self._waiting if sign is Sign.END]
            skipped = sum(len(piece) for piece in self._waiting if isinstance(piece, str))
            self._waiting = deque(kept)
            self._incoming.drop(skipped)
            self.changes += 1

    def sentences(self) -> Iterator[Segment | Lull]:
        """Each as soon as it is certain; a lull while there is none."""
        while True:
            with self._lock:
                piece = self._waiting.popleft() if self._waiting else None
                segments = list(self._incoming.push(piece) if isinstance(piece, str) else ())
                if isinstance(piece, Sign):
                    segments = list(self._incoming.flush())
            yield from segments
            if piece is Sign.END:
                return
            if piece is Sign.FLUSH:
                yield Lull.FLUSHED
            elif piece is None:
                yield Lull.NOT_YET

    def _add(self, piece: str | Sign) -> None:
        self._waiting.append(piece)
        self.changes += 1


def _whole_characters(text: str) -> tuple[str, str]:
    """The text with halves of characters joined, and a first half at its end whose second has not come yet."""
    half = text[-1:] if HIGH[0] <= text[-1:] <= HIGH[1] else ""
    text = text[: len(text) - len(half)]
    if any(HIGH[0] <= char <= LOW[1] for char in text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text, half
