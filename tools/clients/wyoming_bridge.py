"""wyoming_openai, unmodified, between Home Assistant's protocol and us: no piece of a reply may end it."""

import asyncio
import socket
import subprocess
import sys

from wyoming.audio import AudioChunk, AudioStop
from wyoming.client import AsyncTcpClient
from wyoming.error import Error
from wyoming.event import Event
from wyoming.info import Describe, Info
from wyoming.tts import Synthesize, SynthesizeChunk, SynthesizeStart, SynthesizeStop, SynthesizeStopped, SynthesizeVoice

PIECES = ("Hello there. ", "👍 ", "... ", "And the rest of it. ")
READY_WITHIN, ANSWERED_WITHIN = 60.0, 120.0  # seconds
VOICE = SynthesizeVoice(name="af_heart")
WHOLE = 1.6  # seconds that both sentences last at the least; the first alone is shorter


async def main(url: str) -> int:
    """The seconds of sound that come of a reply in pieces, and of texts without a letter."""
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port = trial.getsockname()[1]
    command = [sys.executable, "-m", "wyoming_openai", "--uri", f"tcp://127.0.0.1:{port}", "--languages", "en",
               "--tts-openai-url", url, "--tts-openai-key", "none", "--tts-models", "kokoro",
               "--tts-streaming-models", "kokoro"]  # fmt: skip
    bridge = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        voices = await _ready(port)
        reply = [SynthesizeStart(voice=VOICE).event(), *(SynthesizeChunk(text=piece).event() for piece in PIECES)]
        streamed = await _spoken(port, [*reply, SynthesizeStop().event()])
        single = [await _spoken(port, [Synthesize(text=text, voice=VOICE).event()]) for text in ("...", "👍")]
    finally:
        bridge.terminate()
        _, complaints = bridge.communicate(timeout=30)
    print(f"wyoming: {voices} voices, a reply of {streamed:.2f} s, without letters {single}")
    fine = voices >= 54 and streamed > WHOLE and all(seconds > 0.05 for seconds in single)
    if not fine:
        print(complaints.decode(errors="replace")[-1000:])
    return 0 if fine else 1


async def _ready(port: int) -> int:
    """How many voices it tells of, once it listens."""
    async with asyncio.timeout(READY_WITHIN):
        while True:
            try:
                async with AsyncTcpClient("127.0.0.1", port) as client:
                    await client.write_event(Describe().event())
                    event = await client.read_event()
            except OSError:
                await asyncio.sleep(0.2)
                continue
            if event is not None and Info.is_type(event.type):
                return sum(len(program.voices) for program in Info.from_event(event).tts)


async def _spoken(port: int, events: list[Event]) -> float:
    """Seconds of sound; an error is none."""
    seconds, streaming = 0.0, len(events) > 1
    last = SynthesizeStopped.is_type if streaming else AudioStop.is_type
    async with asyncio.timeout(ANSWERED_WITHIN), AsyncTcpClient("127.0.0.1", port) as client:
        for event in events:
            await client.write_event(event)
        while (answer := await client.read_event()) is not None and not last(answer.type):
            if AudioChunk.is_type(answer.type):
                chunk = AudioChunk.from_event(answer)
                seconds += chunk.seconds
            if Error.is_type(answer.type):
                print("wyoming:", Error.from_event(answer).text)
                return 0.0
    return seconds


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1])))
