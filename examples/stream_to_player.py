"""Sound from the first window on, piped into any player. Ctrl-C stops it, and the server stops computing.

python examples/stream_to_player.py "Hear this while it is made." [http://localhost:8880] [a player and its options]
"""

import json
import shutil
import subprocess
import sys
from urllib.request import Request, urlopen

PLAYERS = (
    "mpv --no-terminal -",
    "ffplay -autoexit -nodisp -loglevel error -",
    "aplay --quiet",
    "pacat --file-format=wav",
)
PIECE = 4096  # bytes


def main(text: str, server: str = "http://localhost:8880", *player: str) -> int:
    """The player's exit status."""
    body = json.dumps({"input": text, "response_format": "wav"}).encode()
    ask = Request(f"{server}/v1/audio/speech", body, {"Content-Type": "application/json"})
    command = list(player) or installed_player()
    with urlopen(ask) as answer, subprocess.Popen(command, stdin=subprocess.PIPE) as playing:
        assert playing.stdin
        while piece := answer.read1(PIECE):
            playing.stdin.write(piece)
            playing.stdin.flush()
    return playing.returncode


def installed_player() -> list[str]:
    """The first of those that are known to read sound from a pipe."""
    found = next((player.split() for player in PLAYERS if shutil.which(player.split()[0])), None)
    return found or sys.exit("No player is here: install mpv, or name one and its options.")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
