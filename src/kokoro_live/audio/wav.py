"""PCM16 and WAV."""

import struct

import numpy as np

from kokoro_live.records import SAMPLE_RATE, Samples

UNKNOWN_SIZE = 0xFFFFFFFF  # what players expect of a stream whose end is not known yet
HEADER_BYTES = 44


def pcm16(samples: Samples) -> bytes:
    """Signed 16-bit little-endian; beyond full scale is clipped."""
    return (np.clip(samples, -1.0, 1.0) * 32767).round().astype("<i2").tobytes()


def header(data_bytes: int | None) -> bytes:
    """The canonical 44 bytes; None while the length is unknown."""
    riff = UNKNOWN_SIZE if data_bytes is None else HEADER_BYTES - 8 + data_bytes
    data = UNKNOWN_SIZE if data_bytes is None else data_bytes
    form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, SAMPLE_RATE, 2 * SAMPLE_RATE, 2, 16)
    return struct.pack("<4sI4s", b"RIFF", riff, b"WAVE") + form + struct.pack("<4sI", b"data", data)
