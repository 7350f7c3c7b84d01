"""A language model's answer, spoken while it is written: the text comes on standard input, as slowly as it likes.

some-language-model | python examples/while_it_is_written.py [http://localhost:8880] [a player and its options]

A sentence is asked for as soon as it is complete. The player has a second of sound in its pipe, so the next sentence
is asked for before the last one has been heard, and there is no silence between them that is not meant.
"""

import codecs
import json
import os
import re
import struct
import subprocess
import sys
from collections.abc import Iterable, Iterator
from urllib.request import Request, urlopen

from stream_to_player import PIECE, installed_player

SENTENCE_END = re.compile(r"[.!?…]['\"”’)\]]*\s|\n\s*\n")
RATE = 24_000
ENDLESS = 0xFFFFFFFF  # the length of a WAV file that is not over yet


def main(server: str = "http://localhost:8880", *player: str) -> int:
    """The player's exit status."""
    with subprocess.Popen(list(player) or installed_player(), stdin=subprocess.PIPE) as playing:
        assert playing.stdin
        playing.stdin.write(wav_header())
        for sentence in sentences(written(sys.stdin.fileno())):
            for piece in speech(server, sentence):
                playing.stdin.write(piece)
            playing.stdin.flush()
    return playing.returncode


def written(descriptor: int) -> Iterator[str]:
    """Standard input, as it comes."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    while data := os.read(descriptor, PIECE):
        yield decoder.decode(data)


def sentences(pieces: Iterable[str]) -> Iterator[str]:
    """Whole sentences, each as soon as something follows it; at last what is left."""
    waiting = ""
    for piece in pieces:
        waiting += piece
        while end := SENTENCE_END.search(waiting):
            sentence, waiting = waiting[: end.end()], waiting[end.end() :]
            yield sentence
    if waiting.strip():
        yield waiting


def speech(server: str, text: str) -> Iterator[bytes]:
    """Samples as they are made."""
    body = json.dumps({"input": text, "response_format": "pcm"}).encode()
    if not text.strip():
        return
    with urlopen(Request(f"{server}/v1/audio/speech", body, {"Content-Type": "application/json"})) as answer:
        while piece := answer.read1(PIECE):
            yield piece


def wav_header() -> bytes:
    """16-bit mono, of unknown length."""
    form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, RATE, 2 * RATE, 2, 16)
    return struct.pack("<4sI4s", b"RIFF", ENDLESS, b"WAVE") + form + struct.pack("<4sI", b"data", ENDLESS)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
