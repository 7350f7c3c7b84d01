"""livekit-plugins-openai, unmodified: events with MP3, and the plain way with PCM; texts without a letter."""

import asyncio
import sys

from livekit.plugins import openai

TEXT = "LiveKit asks for events."
LETTERLESS = ("👍", "...", "—")  # four errors would close its session


async def main(url: str) -> int:
    """The seconds of audio each way gives; an error is raised by the library."""
    for model, form in (("gpt-4o-mini-tts", "mp3"), ("tts-1", "pcm")):
        speaker = openai.TTS(base_url=url, api_key="none", model=model, voice="ash", response_format=form)
        seconds = await _seconds(speaker, TEXT)
        silences = [await _seconds(speaker, text) for text in LETTERLESS]
        await speaker.aclose()
        print(f"livekit {model} {form}: {seconds:.2f} s; without letters: {silences}")
        if not 1 < seconds < 4 or not all(0 < silence < 0.4 for silence in silences):
            return 1
    return 0


async def _seconds(speaker: openai.TTS, text: str) -> float:
    seconds = 0.0
    async for event in speaker.synthesize(text):
        seconds += event.frame.samples_per_channel / event.frame.sample_rate
    return round(seconds, 2)


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1])))
