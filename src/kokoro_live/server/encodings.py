"""How speech travels: bytes of a file, server-sent events, or lines of JSON with the words' times."""

import base64
import json
from collections.abc import Iterator
from itertools import groupby
from typing import Any, Protocol

import numpy as np

from kokoro_live.audio.formats import Encoder, content_type, encoder, known
from kokoro_live.records import NO_SAMPLES, NO_SEGMENT, SAMPLE_RATE, Chunk, Event, Samples, TimedWord, UtteranceStart
from kokoro_live.server.errors import Problem

AUDIBLE = 10 ** (-50 / 20)
TOKENS_PER_SECOND = 40  # output tokens of `usage`: the model's own ticks of 25 ms


class Encoding(Protocol):
    """One answer's way of travelling. Its methods compute: they run on the audio thread."""

    media_type: str
    comment: bytes  # what may stand between two pieces without meaning anything; empty if nothing may

    def push(self, event: Event) -> list[bytes]:
        """What can be written now."""

    def finish(self) -> list[bytes]:
        """The end."""

    def failed(self, problem: Problem) -> bytes:
        """What is still said when the stream breaks, before the connection is cut."""


class FileEncoding:
    """The file itself; every piece holds `chunk_ms` of audio."""

    comment = b""

    def __init__(self, name: str, rate: int | None, chunk_ms: int) -> None:
        self.name = name
        self._encoder: Encoder = encoder(name, rate)
        self.rate = self._encoder.rate  # of what is inside
        self.media_type = content_type(name, self.rate)
        self._size = SAMPLE_RATE * chunk_ms // 1000
        self._format = known(name)
        self._first = max(self._size, SAMPLE_RATE * self._format.first_ms // 1000)
        self.packed = self._format.first_ms > 0

    def push(self, event: Event) -> list[bytes]:
        """Pieces in the order of the samples; the first one can be heard by itself."""
        samples, first = event.samples if isinstance(event, Chunk) else NO_SAMPLES, b""
        if self._first:
            samples, taken = samples[self._first :], samples[: self._first]
            self._first -= len(taken)
            first = self._encoder.push(taken)
        pieces = [first, *(self._encoder.push(piece) for piece in sliced(samples, self._size))]
        return [data for data in pieces if data]

    def expected_bytes(self, seconds: float) -> float:
        """How large so much sound will be."""
        return seconds * (self._format.bytes_per_second or 2 * self.rate)

    def finish(self) -> list[bytes]:
        """What the encoder still holds."""
        return [data] if (data := self._encoder.finish()) else []

    def failed(self, problem: Problem) -> bytes:
        """Nothing: a file that breaks off must not look whole."""
        return b""

    def whole(self, pieces: list[bytes]) -> list[bytes]:
        """All pieces of one file, whose header knows its size."""
        first, *others = pieces
        return [self._encoder.completed(first, sum(map(len, pieces))), *others]


class SseEncoding:
    """OpenAI's server-sent events; the audio inside is a file's, piece by piece."""

    media_type, comment = "text/event-stream", b":\n\n"

    def __init__(self, inner: FileEncoding, with_words: bool) -> None:
        self._inner, self._with_words = inner, with_words
        self._tokens = self._samples = 0
        self._words: list[tuple[int, TimedWord]] = []  # not told yet, with their segment

    def push(self, event: Event) -> list[bytes]:
        """Words first, then the audio they are in; words alone are not worth a status line."""
        if isinstance(event, UtteranceStart):
            self._tokens += event.tokens
            self._words += [(event.segment, word) for word in event.words if self._with_words]
            return []
        self._samples += len(event.samples) if event.segment != NO_SEGMENT else 0  # silence is nobody's speech
        audio = self._inner.push(event)
        return [*self._alignments(), *(self._delta(data) for data in audio)] if audio else []

    def _alignments(self) -> Iterator[bytes]:
        told, self._words = self._words, []
        for segment, words in groupby(told, key=lambda pair: pair[0]):
            times = [described(word) for _, word in words]
            yield self._event({"type": "speech.audio.alignment", "segment": segment, "words": times})

    def finish(self) -> list[bytes]:
        """The last audio, and what it took."""
        output = round(self._samples / SAMPLE_RATE * TOKENS_PER_SECOND)
        usage = {"input_tokens": self._tokens, "output_tokens": output, "total_tokens": self._tokens + output}
        last = [self._delta(data) for data in self._inner.finish()]
        return [*last, *self._alignments(), self._event({"type": "speech.audio.done", "usage": usage})]

    def failed(self, problem: Problem) -> bytes:
        """The error, as OpenAI's clients look for it."""
        return self._event(problem.body)

    def _delta(self, data: bytes) -> bytes:
        return self._event({"type": "speech.audio.delta", "audio": base64.b64encode(data).decode()})

    def _event(self, content: dict[str, Any]) -> bytes:
        # Nothing but `data:`, as OpenAI writes it: simple readers look for just that at the beginning of an event.
        line = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        return f"data: {line}\n\n".encode()


class CaptionEncoding:
    """Kokoro-FastAPI's lines of JSON: audio and the words that begin in it."""

    media_type, comment = "application/json", b""

    def __init__(self, inner: FileEncoding, with_words: bool) -> None:
        self._inner, self._with_words = inner, with_words
        self._waiting: list[TimedWord] = []

    def push(self, event: Event) -> list[bytes]:
        """One line for a chunk's audio."""
        if isinstance(event, UtteranceStart):
            self._waiting += event.words
            return []
        return self._line(b"".join(self._inner.push(event)))

    def finish(self) -> list[bytes]:
        """The last audio."""
        return self._line(b"".join(self._inner.finish()))

    def failed(self, problem: Problem) -> bytes:
        """The error as a line of its own."""
        return json.dumps(problem.body).encode() + b"\n"

    def _line(self, audio: bytes) -> list[bytes]:
        if not audio:
            return []
        words, self._waiting = self._waiting, []
        return [
            json.dumps(captioned(audio, self._inner.media_type, words if self._with_words else [])).encode() + b"\n"
        ]


def captioned(audio: bytes, media_type: str, words: list[TimedWord]) -> dict[str, Any]:
    """What readers of that server know."""
    times = [
        {"word": w.text, "start_time": round(w.start / SAMPLE_RATE, 4), "end_time": round(w.end / SAMPLE_RATE, 4)}
        for w in words
    ]
    return {"audio": base64.b64encode(audio).decode(), "audio_format": media_type, "timestamps": times}


def described(word: TimedWord) -> dict[str, Any]:
    """A word, its seconds, and its characters in the text as it was sent."""
    return {
        "word": word.text,
        "start": round(word.start / SAMPLE_RATE, 4),
        "end": round(word.end / SAMPLE_RATE, 4),
        "char_start": word.span.start,
        "char_end": word.span.end,
    }


def is_audible(samples: Samples) -> bool:
    """Whether anything in it can be heard."""
    return len(samples) > 0 and float(np.abs(samples).max()) > AUDIBLE


def sliced(samples: Samples, size: int) -> Iterator[Samples]:
    """Pieces of one size, and a shorter last one."""
    return (samples[start : start + size] for start in range(0, len(samples), size))
