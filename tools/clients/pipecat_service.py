"""Pipecat's OpenAITTSService, unmodified: PCM, one of its thirteen voices, and texts without a letter."""

import asyncio
import sys

from pipecat.frames.frames import ErrorFrame, TTSAudioRawFrame
from pipecat.services.openai.tts import OpenAITTSService

LETTERLESS = ("…", "👍", "...")  # each was an error once, and three of those made the service unusable


async def main(url: str) -> int:
    """The seconds of audio it gives, and that nothing it is sent is an error."""
    service = OpenAITTSService(base_url=url, api_key="none", voice="nova", sample_rate=24_000)
    service._sample_rate = 24_000  # what its pipeline would tell it at the start
    size = await _size(service, "Pipecat wants raw samples.")
    silences = [await _size(service, text) for text in LETTERLESS]
    print(f"pipecat: {size / 48_000:.2f} s; without letters: {[round(s / 48_000, 2) for s in silences]}")
    fine = size % 2 == 0 and 1 < size / 48_000 < 4 and all(4800 <= silence <= 9600 for silence in silences)
    return 0 if fine else 1


async def _size(service: OpenAITTSService, text: str) -> int:
    """Bytes of sound; less than none if there is an error."""
    size = 0
    async for frame in service.run_tts(text, text):
        if isinstance(frame, ErrorFrame):
            print(frame.error)
            return -1
        if isinstance(frame, TTSAudioRawFrame):
            size += len(frame.audio)
    return size


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1])))
