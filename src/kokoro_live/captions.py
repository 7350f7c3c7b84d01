"""Word timings as SRT, WebVTT or JSON."""

import html
import json
from collections.abc import Iterable, Iterator

from kokoro_live.records import SAMPLE_RATE, TimedWord

CUE_CHARACTERS = 42  # a subtitle line people can read at a glance
CUE_SAMPLES = 6 * SAMPLE_RATE


def render(words: Iterable[TimedWord], source: str, form: str) -> str:
    """The words as srt, vtt or json; cues quote the text as it was sent."""
    if form == "json":
        lines = [
            {
                "word": word.text,
                "start": round(word.start / SAMPLE_RATE, 4),
                "end": round(word.end / SAMPLE_RATE, 4),
                "char_start": word.span.start,
                "char_end": word.span.end,
            }
            for word in words
        ]
        return json.dumps({"words": lines}, ensure_ascii=False, indent=1) + "\n"
    head, comma = ("", ",") if form == "srt" else ("WEBVTT\n\n", ".")
    blocks = []
    for number, cue in enumerate(_cues(words), 1):
        text = " ".join(source[cue[0].span.start : _line_end(source, cue[-1].span.end)].split())
        text = text if form == "srt" else html.escape(text, quote=False)  # "-->" in a text would end a VTT cue
        when = f"{_clock(cue[0].start, comma)} --> {_clock(cue[-1].end, comma)}"
        blocks.append(f"{number}\n{when}\n{text}\n" if form == "srt" else f"{when}\n{text}\n")
    return head + "\n".join(blocks)


def _cues(words: Iterable[TimedWord]) -> Iterator[list[TimedWord]]:
    cue: list[TimedWord] = []
    for word in words:
        full = cue and (word.span.end - cue[0].span.start > CUE_CHARACTERS or word.end - cue[0].start > CUE_SAMPLES)
        if full:
            yield cue
            cue = []
        cue.append(word)
    if cue:
        yield cue


def _line_end(source: str, end: int) -> int:
    """Marks that stick to a word belong to its cue."""
    while end < len(source) and not source[end].isspace() and not source[end].isalnum():
        end += 1
    return end


def _clock(samples: int, comma: str) -> str:
    milliseconds = round(samples * 1000 / SAMPLE_RATE)
    seconds, milliseconds = divmod(milliseconds, 1000)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{comma}{milliseconds:03}"
