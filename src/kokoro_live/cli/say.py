"""kokoro-live say"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from kokoro_live import captions
from kokoro_live.audio.coders import WAV_HEADER_BYTES, wav_header
from kokoro_live.audio.formats import FORMATS, encoded, encoder, named_by_ending
from kokoro_live.cli.parser import number
from kokoro_live.cli.progress import bar
from kokoro_live.config import Settings
from kokoro_live.engine import Engine
from kokoro_live.errors import BadOption
from kokoro_live.player.device import open_device, play
from kokoro_live.records import SAMPLE_RATE, Chunk, Event, Samples, TimedWord

EXAMPLE = 'kokoro-live say -o hello.mp3 --voice bm_george "Good evening."'


def add_options(parser: argparse.ArgumentParser) -> None:
    """What may be asked for."""
    parser.add_argument("text", nargs="*", help="what to say; - or nothing reads standard input")
    parser.add_argument("-o", "--output", metavar="FILE", help="write a file instead of playing; - is standard output")
    parser.add_argument(
        "--format",
        help="pcm, wav, mp3, opus, aac or flac (default: what the file's name ends in; wav on standard output)",
    )
    parser.add_argument(
        "--sample-rate", type=int, metavar="HZ", help="8000 to 48000 (default 24000; aac and opus 48000)"
    )
    parser.add_argument("--volume", type=number, default=1.0, help="0 to 8")
    parser.add_argument("--voice", help="a voice or a blend, like af_heart(2)+bm_george(1)")
    parser.add_argument("--speed", type=number, help="0.25 to 4")
    parser.add_argument(
        "--lang", metavar="LANGUAGE", help="en-us, en-gb, es, fr-fr, hi, it, ja, pt-br, zh (default: the voice's)"
    )
    parser.add_argument(
        "--latency", choices=("fast", "quality"), default="fast", help="start sooner, or exact statistics"
    )
    parser.add_argument(
        "--timestamps", choices=("srt", "vtt", "json"), help="word timings, beside the file or on stdout"
    )
    parser.add_argument("--verbose", action="store_true", help="say afterwards how segments got their statistics")


def run(options: argparse.Namespace) -> int:
    """Play, or write a file, while the rest is still being made."""
    settings = Settings.load()
    output: str | None = options.output
    form = _format(options.format, output)
    coder = encoder(form, options.sample_rate)  # a rate or format that cannot be had is refused before the model loads
    if output == "-" and options.timestamps:
        raise BadOption("--timestamps needs -o FILE when the audio goes to standard output.")
    text = _text(options.text)
    device = open_device() if output is None else None  # before the model: without a device, say so at once
    with bar() as report:
        engine = Engine(settings, report)
    speed = settings.speed if options.speed is None else options.speed
    voice = options.voice or settings.voice
    stream = engine.stream(text, voice, speed, language=options.lang, latency=options.latency, volume=options.volume)
    words: list[TimedWord] = []
    samples = _collecting(stream, words)
    if output is None:
        play(samples, device)
    elif output == "-":
        _write_stdout(encoded(samples, coder))
    else:
        _write_file(Path(output), encoded(samples, coder), form, options.sample_rate)
    if options.timestamps:
        _write_captions(words, text, options.timestamps, output)
    if options.verbose:
        print("segments:", ", ".join(f"{n} {how}" for how, n in engine.model.counts.items()), file=sys.stderr)
    return 0


def _text(words: list[str]) -> str:
    if words and words != ["-"]:
        # bytes that are not UTF-8 reach us as lone surrogates
        return " ".join(words).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    if not words and sys.stdin.isatty():
        raise BadOption('Nothing to say. Try: kokoro-live say "Hello, world."')
    return sys.stdin.buffer.read().decode("utf-8", "replace")


def _collecting(stream: Iterator[Event], words: list[TimedWord]) -> Iterator[Samples]:
    for event in stream:
        if isinstance(event, Chunk):
            yield event.samples
        else:
            words += event.words


def _format(asked: str | None, output: str | None) -> str:
    """What was asked for, or what the file's name says."""
    if asked or output in (None, "-"):
        return asked or "wav"
    suffix = Path(str(output)).suffix.lower().removeprefix(".")
    form = named_by_ending(suffix)
    if form is None:
        raise BadOption(f"{output}: the name should end in one of .{', .'.join(FORMATS)}, or give --format.")
    return form


def _write(target: BinaryIO, stream: Iterator[bytes]) -> int:
    """As it comes; returns how many bytes."""
    written = 0
    for data in stream:
        written += target.write(data)
        target.flush()
    return written


def _write_stdout(stream: Iterator[bytes]) -> None:
    try:
        _write(sys.stdout.buffer, stream)
    except BrokenPipeError:
        raise  # the reader has had enough
    except OSError as error:
        raise BadOption(f"Cannot write to standard output: {error.strerror}.") from error


def _write_file(path: Path, stream: Iterator[bytes], form: str, rate: int | None) -> None:
    """A whole file (WAV with true sizes); a failure leaves no half file behind."""
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as target:
            size = _write(target, stream)
            if form == "wav":
                target.seek(0)
                target.write(wav_header(size - WAV_HEADER_BYTES, rate or SAMPLE_RATE))
        part.replace(path)
    except OSError as error:
        raise BadOption(f"Cannot write {path}: {error.strerror}.") from error
    finally:
        part.unlink(missing_ok=True)


def _write_captions(words: list[TimedWord], text: str, form: str, output: str | None) -> None:
    rendered = captions.render(words, text, form)
    if output is None:
        print(rendered, end="")
    else:
        path = Path(output).with_suffix(f".{form}")
        try:
            path.write_text(rendered, encoding="utf-8")
        except OSError as error:
            raise BadOption(f"Cannot write {path}: {error.strerror}.") from error
