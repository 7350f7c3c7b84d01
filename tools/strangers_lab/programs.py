"""Players and decoders that are programs of their own."""

import subprocess
from pathlib import Path
from shutil import which

from strangers_lab.case import Absent, Missed

DECODED_RATE = 24_000


def program(name: str) -> str:
    """Where it is."""
    place = which(name)
    if place is None:
        raise Absent(f"{name} is not installed")
    return place


def ffmpeg(*source: str, data: bytes | None = None) -> float:
    """Seconds of sound that it decodes; a single word of complaint is a failure."""
    out = ("-ac", "1", "-ar", str(DECODED_RATE), "-f", "s16le", "-")
    command = [program("ffmpeg"), "-nostdin" if data is None else "-y", "-v", "error", *source, *out]
    done = subprocess.run(command, input=data, capture_output=True, timeout=120, check=False)
    if done.returncode or done.stderr:
        raise Missed(f"ffmpeg: {done.stderr.decode(errors='replace')[:200]}")
    return len(done.stdout) / 2 / DECODED_RATE


def ffprobe(file: Path) -> str:
    """What it complains of, and the codec it sees."""
    command = [program("ffprobe"), "-v", "error", "-of", "csv=p=0", "-show_entries", "stream=codec_name", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    if done.returncode or done.stderr:
        raise Missed(f"ffprobe: {done.stderr[:200]}")
    return done.stdout.strip()
