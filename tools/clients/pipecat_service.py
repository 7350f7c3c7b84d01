"""Pipecat's OpenAITTSService, unmodified: PCM, one of its thirteen voices."""

import asyncio
import sys

from pipecat.frames.frames import ErrorFrame, TTSAudioRawFrame
from pipecat.services.openai.tts import OpenAITTSService


async def main(url: str) -> int:
    """The seconds of audio it gives, and that a mistake is told."""
    service = OpenAITTSService(base_url=url, api_key="none", voice="nova", sample_rate=24_000)
    service._sample_rate = 24_000  # what its pipeline would tell it at the start
    size = 0
    async for frame in service.run_tts("Pipecat wants raw samples.", "one"):
        if isinstance(frame, ErrorFrame):
            print(frame.error)
            return 1
        if isinstance(frame, TTSAudioRawFrame):
            size += len(frame.audio)
    errors = [frame async for frame in service.run_tts("…", "two") if isinstance(frame, ErrorFrame)]
    print(f"pipecat: {size / 48_000:.2f} s; nothing to say: {errors[0].error[:60] if errors else 'no error'}")
    return 0 if size % 2 == 0 and 1 < size / 48_000 < 4 and errors else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1])))
