"""What travels over the socket: sound in binary frames, each with its number and place; everything else as JSON."""

import struct
from dataclasses import dataclass
from enum import IntFlag

PROTOCOL = "kokoro.speech.v1"
MAGIC, VERSION = b"KS", 1
# magic, version, flags, response, segment, chunk (of the segment), seq (of the session), first sample (of the response)
HEADER = struct.Struct("<2sBBIIIQQ")


class Flags(IntFlag):
    """What is worth knowing of a frame without looking into it."""

    NONE = 0
    LAST = 2  # of its response
    SILENCE = 16  # a pause between segments


@dataclass(frozen=True, slots=True)
class AudioFrame:
    """Sound on its way."""

    response: int  # number of the response, as response.created told it
    segment: int
    chunk: int  # of the segment, from 0
    pts: int  # samples of the response before it, at the response's sample rate
    payload: bytes
    flags: Flags = Flags.NONE

    def packed(self, seq: int) -> bytes:
        """With its number in the session."""
        place = (self.response, self.segment, self.chunk, seq, self.pts)
        return HEADER.pack(MAGIC, VERSION, self.flags, *place) + self.payload
