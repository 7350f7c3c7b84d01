"""The encoders themselves: 16-bit samples → bytes, piece by piece."""

import hashlib
import struct
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from kokoro_live.audio.dither import Pcm
from kokoro_live.audio.grid import Grid
from kokoro_live.records import SAMPLE_RATE

UNKNOWN_SIZE = 0xFFFFFFFF  # what players expect of a stream whose end is not known yet
WAV_HEADER_BYTES = 44
MP3_DELAY, AAC_DELAY = 1105, 1024  # LAME's own and its decoder's; one AAC frame


class Coder(Protocol):
    """16-bit samples → bytes."""

    def push(self, pcm: Pcm) -> bytes:
        """As much as is decided."""

    def finish(self) -> bytes:
        """The rest."""

    def completed(self, first: bytes, size: int) -> bytes:
        """The first piece of a whole file of so many bytes."""


class Raw:
    """Little-endian samples, after a header that goes out with the first of them if a rate is given."""

    def __init__(self, rate: int | None = None) -> None:
        self._rate = rate
        self._header = wav_header(None, rate) if rate else b""

    def push(self, pcm: Pcm) -> bytes:
        """All of it."""
        header, self._header = self._header, b""
        return header + pcm.astype("<i2").tobytes()

    def finish(self) -> bytes:
        """Only a stream without a sample still owes its header."""
        return self._header

    def completed(self, first: bytes, size: int) -> bytes:
        """With a header that knows the size."""
        return wav_header(size - WAV_HEADER_BYTES, self._rate) + first[WAV_HEADER_BYTES:] if self._rate else first


class Mp3:
    """Constant bit rate, no Xing, no ID3: files can be joined by joining their bytes."""

    def __init__(self, rate: int, bit_rate: int) -> None:
        import lameenc

        self._encoder = lameenc.Encoder()
        self._encoder.set_channels(1)
        self._encoder.set_in_sample_rate(rate)
        self._encoder.set_out_sample_rate(rate)
        self._encoder.set_bit_rate(bit_rate // 1000)
        self._encoder.set_quality(2)
        self._encoder.silence()
        self._empty = True

    def push(self, pcm: Pcm) -> bytes:
        """Whole frames."""
        self._empty = False
        return bytes(self._encoder.encode(pcm.astype("<i2").tobytes()))

    def finish(self) -> bytes:
        """The last frames."""
        return b"" if self._empty else bytes(self._encoder.flush())

    def completed(self, first: bytes, size: int) -> bytes:
        """As it was: nothing in it tells a size."""
        return first


@dataclass(frozen=True)
class Recipe:
    """How libav makes a format."""

    container: str
    codec: str
    container_options: dict[str, str]
    codec_options: dict[str, str]
    planar_float: bool = False


RECIPES = {
    "flac": Recipe("flac", "flac", {}, {}),
    "opus": Recipe(
        "ogg",
        "libopus",
        {"page_duration": "20000", "fflags": "+bitexact"},
        {"frame_duration": "20", "application": "audio"},
    ),
    "aac": Recipe("adts", "aac", {}, {}, planar_float=True),
}
# In a FLAC file: its mark, then a block of facts, in which the number of samples has 36 bits, and then their MD5
FLAC_START, FLAC_COUNT, FLAC_MD5, FLAC_COUNT_BITS = b"fLaC", slice(21, 26), slice(26, 42), (1 << 36) - 1


class Libav:
    """FLAC, Ogg Opus or ADTS AAC, frame by frame, into a sink that cannot seek."""

    def __init__(
        self, recipe: Recipe, rate: int, bit_rate: int = 0, container_options: dict[str, str] | None = None
    ) -> None:
        import av

        self._av, self._recipe, self._rate = av, recipe, rate
        self._sink = Sink()
        options = recipe.container_options | (container_options or {})
        self._container = av.open(self._sink, "w", format=recipe.container, options=options)
        self._stream: Any = self._container.add_stream(recipe.codec, rate=rate, layout="mono")
        context: Any = self._stream.codec_context
        context.format = "fltp" if recipe.planar_float else "s16"
        context.options = recipe.codec_options
        if recipe.codec == "flac":
            context.options = {"frame_size": str(rate * 50 // 1000)}
        else:
            context.bit_rate = bit_rate
        context.open()
        self._grid = Grid(int(context.frame_size), np.int16)
        self._position = 0
        self._digest = hashlib.md5(usedforsecurity=False)

    def push(self, pcm: Pcm) -> bytes:
        """Whole frames."""
        if self._recipe.codec == "flac":
            self._digest.update(pcm.astype("<i2").tobytes())
        for frame in self._grid.blocks(pcm):
            self._encode(frame)
        return self._sink.taken()

    def finish(self) -> bytes:
        """The last, shorter frame and the end of the container."""
        if len(self._grid.rest):
            self._encode(self._grid.rest)
        if self._position:
            self._mux(None)
        self._container.close()
        return self._sink.taken()

    def completed(self, first: bytes, size: int) -> bytes:
        """FLAC's header tells how many samples there are, and their checksum."""
        if not first.startswith(FLAC_START):
            return first
        count = int.from_bytes(first[FLAC_COUNT], "big") & ~FLAC_COUNT_BITS | self._position
        head = bytearray(first)
        head[FLAC_COUNT], head[FLAC_MD5] = count.to_bytes(5, "big"), self._digest.digest()
        return bytes(head)

    def _encode(self, pcm: Pcm) -> None:
        planar = self._recipe.planar_float
        values = (pcm / np.float32(32768)).astype(np.float32) if planar else pcm
        frame = self._av.AudioFrame.from_ndarray(
            values.reshape(1, -1), format="fltp" if planar else "s16", layout="mono"
        )
        frame.sample_rate, frame.pts = self._rate, self._position
        self._position += len(pcm)
        self._mux(frame)

    def _mux(self, frame: object) -> None:
        for packet in self._stream.encode(frame):
            self._container.mux(packet)


class Sink:
    """Where libav writes; nobody can seek in it."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def write(self, data: bytes) -> int:
        """All of it."""
        self._bytes += data
        return len(data)

    def taken(self) -> bytes:
        """What was written since the last time."""
        taken = bytes(self._bytes)
        self._bytes.clear()
        return taken


def wav_header(data_bytes: int | None, rate: int = SAMPLE_RATE) -> bytes:
    """The canonical 44 bytes; None while the length is unknown."""
    riff = UNKNOWN_SIZE if data_bytes is None else WAV_HEADER_BYTES - 8 + data_bytes
    data = UNKNOWN_SIZE if data_bytes is None else data_bytes
    form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, rate, 2 * rate, 2, 16)
    return struct.pack("<4sI4s", b"RIFF", riff, b"WAVE") + form + struct.pack("<4sI", b"data", data)
