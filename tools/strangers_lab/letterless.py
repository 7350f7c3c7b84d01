"""Texts without a letter: programs that cut a reply into pieces send them all day, and give up at the first error."""

from collections.abc import Iterator

import httpx

from strangers_lab.case import FORMATS, SPEECH, Case, Outcome, attempt, audio_of, events_of, need, sound_of, tried

PIECES = (
    "👍",
    "...",
    "…",
    "---",
    "***",
    ":)",
    "—",
    "[1]",
    "```\nx = 1\n```",
    "<think>Well.</think>",
    "🎉🎉",
    "?!",
    "“”",
    "\ufe0f",
)
ASKED = {"[pause:1.5s]": 1.5, '<speak><break time="1s"/></speak>': 1.0}
LITTLE = (0.1, 0.2)
CODEC = {"mp3": 0.15, "aac": 0.15, "opus": 0.05}  # seconds that a format may add by its frames and delay
BLANK = ("", " ", "\n\t ", "\u200b", "\u0000")


def outcomes(client: httpx.Client, brief: bool) -> Iterator[Outcome]:
    """Every piece in every format, streamed and whole."""
    for number, piece in enumerate(PIECES):
        for form in FORMATS if not brief or number < 2 else ("pcm",):
            yield from _silence(client, piece, form, *LITTLE)
    for piece, seconds in ASKED.items():
        for form in FORMATS if not brief else ("mp3", "wav"):
            yield from _silence(client, piece, form, seconds - 0.02, seconds + 0.02)
    for text in BLANK:
        yield tried(client, Case(f"blank {text!r}", {"input": text}, status=400, code="empty_input", param="input"))
    yield attempt("as events", lambda: _events(client))
    spoken = {"input": "[pause:1s] Hello.", "response_format": "wav"}
    yield tried(client, Case("a pause before a word", spoken, seconds=(1.3, 2.6), silent=False,
                             headers={"x-nothing-to-say": None}))  # fmt: skip


def _silence(client: httpx.Client, piece: str, form: str, least: float, most: float) -> Iterator[Outcome]:
    seconds = (least, most + CODEC.get(form, 0.0))
    for stream in (True, False):
        body = {"input": piece, "response_format": form, "stream": stream}
        name = f"{piece!r}, {form}, {'streamed' if stream else 'whole'}"
        yield tried(client, Case(name, body, seconds=seconds, silent=True, headers={"x-nothing-to-say": "true"}))


def _events(client: httpx.Client) -> None:
    answer = client.post(SPEECH, json={"input": "👍", "response_format": "pcm", "stream_format": "sse"})
    events = events_of(answer.text)
    rate, sound = sound_of(audio_of(events), "pcm")
    need(LITTLE[0] <= len(sound) / rate <= LITTLE[1], f"{len(sound) / rate:.2f} s")
    need(events[-1]["usage"]["input_tokens"] == 0, str(events[-1]))
