"""Players: every format, streamed and whole, from a file and from a pipe; and what the very first write is worth."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx

from strangers_lab.case import FORMATS, SPEECH, Outcome, attempt, heard, is_audible, need, sound_of
from strangers_lab.programs import ffmpeg, ffprobe, program

TEXT = "The old clock struck seven."
CODECS = {"mp3": "mp3", "opus": "opus", "aac": "aac", "flac": "flac", "wav": "pcm_s16le"}
RAW = ("-f", "s16le", "-ar", "24000", "-ac", "1")
SAME = 0.12  # seconds by which decoders may differ: an encoder's delay
TERMS = ("pcm", "wav", "flac")  # formats that have no delay of their own


def outcomes(client: httpx.Client, brief: bool) -> Iterator[Outcome]:
    """All of it."""
    for form in FORMATS:
        for stream in (True, False):
            kind = "streamed" if stream else "whole"
            yield attempt(f"{form}, {kind}: ffprobe and ffmpeg", lambda f=form, s=stream: _plays(client, f, s))  # type: ignore[misc]
        yield attempt(f"{form}: the first write can be heard", lambda form=form: _first_write(client, form))  # type: ignore[misc]
        if form != "pcm" and not brief:
            yield attempt(f"{form}: mpv from a pipe", lambda form=form: _mpv(client, form))  # type: ignore[misc]
    yield attempt("all formats hold the same speech", lambda: _lengths(client))


def _asked(client: httpx.Client, form: str, stream: bool = True) -> httpx.Response:
    body = {"input": TEXT, "response_format": form, "stream": stream}
    return client.post(SPEECH, json=body).raise_for_status()


def _plays(client: httpx.Client, form: str, stream: bool) -> None:
    answer = _asked(client, form, stream)
    rate, sound = heard(answer)
    with TemporaryDirectory() as folder:
        file = Path(folder, f"x.{form}")
        file.write_bytes(answer.content)
        if form != "pcm":
            codec = ffprobe(file)
            need(codec == CODECS[form], codec)
        from_file = ffmpeg(*(RAW if form == "pcm" else ()), "-i", str(file))
    from_pipe = ffmpeg(*(RAW if form == "pcm" else ()), "-i", "pipe:0", data=answer.content)
    for seconds in (from_file, from_pipe):
        need(abs(seconds - len(sound) / rate) < SAME, f"{seconds:.3f} s, not {len(sound) / rate:.3f}")


def _first_write(client: httpx.Client, form: str) -> None:
    """S1: decoded by itself, it has samples that can be heard."""
    body = {"input": TEXT, "response_format": form, "no_cache": True}
    with client.stream("POST", SPEECH, json=body) as answer:
        first = next(answer.iter_raw())
    rate, sound = sound_of(first, form)
    need(is_audible(sound), f"{len(first)} bytes, {1000 * len(sound) / rate:.0f} ms, nothing to be heard")


def _lengths(client: httpx.Client) -> None:
    seconds = {}
    for form in FORMATS:
        rate, sound = heard(_asked(client, form, stream=False))
        seconds[form] = len(sound) / rate
    need(max(seconds.values()) - min(seconds.values()) < SAME, str(seconds))
    need(max(seconds[form] for form in TERMS) - min(seconds[form] for form in TERMS) < 0.001, str(seconds))


def _mpv(client: httpx.Client, form: str) -> None:
    import subprocess

    command = [program("mpv"), "--no-config", "--really-quiet", "--ao=null", "--untimed", "--no-video", "-"]
    done = subprocess.run(command, input=_asked(client, form).content, capture_output=True, timeout=60, check=False)
    need(done.returncode == 0 and not done.stderr, done.stderr.decode(errors="replace")[:200])
