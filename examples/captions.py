"""Speech as a file, and subtitles with the time of every word beside it.

python examples/captions.py talk.mp3 "Every word knows when it is heard." [http://localhost:8880]
"""

import base64
import json
import sys
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

WORDS_PER_LINE = 7


def main(target: str, text: str, server: str = "http://localhost:8880") -> None:
    """Writes talk.mp3 and talk.srt."""
    body = {"input": text, "response_format": "mp3", "stream": False}
    ask = Request(f"{server}/dev/captioned_speech", json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(ask) as answer:
        spoken = json.load(answer)
    Path(target).write_bytes(base64.b64decode(spoken["audio"]))
    Path(target).with_suffix(".srt").write_text(subtitles(spoken["timestamps"]), encoding="utf-8")


def subtitles(words: list[dict[str, Any]]) -> str:
    """Lines of a few words, each shown from its first word's beginning to its last one's end."""
    lines = [words[start : start + WORDS_PER_LINE] for start in range(0, len(words), WORDS_PER_LINE)]
    return "\n".join(
        f"{number}\n{clock(line[0]['start_time'])} --> {clock(line[-1]['end_time'])}\n"
        f"{' '.join(word['word'] for word in line)}\n"
        for number, line in enumerate(lines, 1)
    )


def clock(seconds: float) -> str:
    """As SRT writes a time: 00:00:01,250."""
    milliseconds = round(1000 * seconds)
    minutes, milliseconds = divmod(milliseconds, 60_000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{milliseconds // 1000:02},{milliseconds % 1000:03}"


if __name__ == "__main__":
    main(*sys.argv[1:])
