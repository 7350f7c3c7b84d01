"""livekit-plugins-openai, unmodified: server-sent events with MP3, and the plain way with PCM."""

import asyncio
import sys

from livekit.plugins import openai

TEXT = "LiveKit asks for events."


async def main(url: str) -> int:
    """The seconds of audio each way gives."""
    for model, form in (("gpt-4o-mini-tts", "mp3"), ("tts-1", "pcm")):
        speaker = openai.TTS(base_url=url, api_key="none", model=model, voice="ash", response_format=form)
        seconds = 0.0
        async for event in speaker.synthesize(TEXT):
            seconds += event.frame.samples_per_channel / event.frame.sample_rate
        await speaker.aclose()
        print(f"livekit {model} {form}: {seconds:.2f} s")
        if not 1 < seconds < 4:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1])))
