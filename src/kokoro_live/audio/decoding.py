"""Encoded bytes as they arrive → samples, each block with the delivery that completed it: the ear of the bench."""

from collections.abc import Iterator, Sequence

import av
import numpy as np

from kokoro_live.audio.formats import known
from kokoro_live.errors import Unreadable
from kokoro_live.records import SAMPLE_RATE, Samples

PAGED = "ogg"  # a packet is there when its page is: the demuxer reads whole pages


def decoded(pieces: Sequence[bytes], kind: str, rate: int = SAMPLE_RATE) -> tuple[int, list[tuple[int, Samples]]]:
    """The sample rate, and blocks of samples, each with the number of the piece that had to arrive for it.

    `rate` is that of raw PCM, which does not tell.
    """
    if kind == "pcm":
        return rate, list(_raw(pieces))
    arriving = _Arriving(pieces)
    try:
        form = known(kind).container
        with av.open(arriving, "r", format=form) as container:
            blocks = list(_blocks(container, arriving, form == PAGED))
    except (av.FFmpegError, ValueError, IndexError) as error:
        raise Unreadable(f"This is not {kind} audio: {error}") from error
    rates = {own_rate for own_rate, _, _ in blocks}
    if len(rates) != 1:
        raise Unreadable(f"This is not {kind} audio of one sample rate.")
    return rates.pop(), [(number, block) for _, number, block in blocks]


def _raw(pieces: Sequence[bytes]) -> Iterator[tuple[int, Samples]]:
    left = b""
    for number, piece in enumerate(pieces):
        data = left + piece
        left = data[len(data) & ~1 :]
        yield number, (np.frombuffer(data[: len(data) & ~1], "<i2") / np.float32(32768)).astype(np.float32)


def _blocks(
    container: "av.container.InputContainer", arriving: "_Arriving", paged: bool
) -> Iterator[tuple[int, int, Samples]]:
    """Sample rate, number of the piece, samples."""
    mono = av.AudioResampler(format="flt", layout="mono")
    number = 0
    for packet in container.demux(audio=0):
        if packet.size:  # the last one is empty: the decoder gives what it held back
            number = arriving.number if paged or packet.pos is None else arriving.with_byte(packet.pos + packet.size)
        for frame in packet.decode():
            for own in mono.resample(frame):
                yield own.sample_rate, number, own.to_ndarray().reshape(-1).astype(np.float32)


class _Arriving:
    """A file that gives one piece at a time."""

    def __init__(self, pieces: Sequence[bytes]) -> None:
        self._pieces, self._left, self.number = pieces, b"", -1
        self._ends = np.cumsum([len(piece) for piece in pieces])

    def read(self, size: int) -> bytes:
        """What has arrived, at most `size` bytes."""
        while not self._left and self.number + 1 < len(self._pieces):
            self.number += 1
            self._left = self._pieces[self.number]
        given, self._left = self._left[:size], self._left[size:]
        return given

    def with_byte(self, count: int) -> int:
        """The piece with which so many bytes were there."""
        return min(int(np.searchsorted(self._ends, count)), len(self._ends) - 1)
