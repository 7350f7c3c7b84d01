"""The sound of one response, cut into frames."""

import numpy as np

from kokoro_live.audio.formats import encoder
from kokoro_live.records import NO_SEGMENT, SAMPLE_RATE, Chunk, Samples
from kokoro_live.server.encodings import sliced
from kokoro_live.server.live.frames import AudioFrame, Flags

BYTES_PER_SAMPLE = 2


class Framer:
    """Computes: its methods run on the audio thread."""

    def __init__(self, response: int, name: str, rate: int | None, chunk_ms: int) -> None:
        self._response, self._raw = response, name == "pcm"
        self._encoder = encoder(name, rate)
        self.rate = self._encoder.rate
        self._size = SAMPLE_RATE * chunk_ms // 1000
        self._segment = self._chunk = 0
        self._heard = 0  # samples that went into the encoder
        self._sent = 0  # and came out of it, where each byte is sound

    @property
    def samples(self) -> int:
        """So far, at the response's rate."""
        return self._sent if self._raw else self.at(self._heard)

    def at(self, position: int) -> int:
        """A place of the stream at the response's rate."""
        return position * self.rate // SAMPLE_RATE

    def push(self, chunk: Chunk) -> list[AudioFrame]:
        """No frame has sound of two segments."""
        if chunk.segment not in (NO_SEGMENT, self._segment):
            self._segment, self._chunk = chunk.segment, 0
        frames = [self._frame(piece) for piece in sliced(chunk.samples, self._size)]
        return [frame for frame in frames if frame.payload]

    def finish(self) -> list[AudioFrame]:
        """What the encoder still holds; always a frame, so that the last one can say so."""
        return [self._counted(self._encoder.finish(), Flags.LAST)]

    def _frame(self, samples: Samples) -> AudioFrame:
        silent = not np.any(samples)
        frame = self._counted(self._encoder.push(samples), Flags.SILENCE if silent else Flags.NONE)
        self._heard += len(samples)
        return frame

    def _counted(self, payload: bytes, flags: Flags) -> AudioFrame:
        frame = AudioFrame(self._response, self._segment, self._chunk, self.samples, payload, flags)
        self._chunk += bool(payload)
        self._sent += len(payload) // BYTES_PER_SAMPLE
        return frame
