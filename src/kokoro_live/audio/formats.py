"""The formats: everything that is known of each stands in one table, and nowhere else.

Samples become bytes as a stream: something playable leaves with the first 50 ms. Every format carries the same 16-bit
samples (resampled and dithered once, before the encoder); pcm, wav and flac give them back exactly. Saved to a file,
each stream is a valid file.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from secrets import randbits
from typing import Literal

from kokoro_live.audio.coders import AAC_DELAY, MP3_DELAY, RECIPES, Coder, Libav, Mp3, Raw
from kokoro_live.audio.dither import pcm16
from kokoro_live.audio.resample import resampler
from kokoro_live.errors import BadOption, MissingPackage
from kokoro_live.records import SAMPLE_RATE, Samples

LOWEST_RATE, HIGHEST_RATE = 8000, 48_000
MPEG_RATES = (8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000)  # there are no others in MP3 and AAC
OPUS_BIT_RATE, AAC_BIT_RATE, MP3_BIT_RATE = 64_000, 96_000, 128_000  # bits per second
OPUS_RATE = 48_000  # always, inside; players resample it as they like
SERIAL_BITS = 31
FormatName = Literal["mp3", "opus", "aac", "flac", "wav", "pcm"]


@dataclass(frozen=True)
class Format:
    """One way to write sound down."""

    media_type: str
    coder: Callable[[int, int], Coder]  # from a rate and a serial number
    container: str  # libav's name of it, by which it is read
    delay: int = 0  # samples, at its rate, that the encoder adds in front; Opus files name theirs, so players drop it
    first_ms: int = 0  # of sound in a stream's first write, where decoders hold some back; 0 where each byte is sound
    bytes_per_second: int = 0  # where that does not depend on the rate
    rates: tuple[int, ...] = ()  # those it knows; any if empty
    usual_rate: int = SAMPLE_RATE
    endings: tuple[str, ...] = ()  # of its files, the usual one first, where that is not just its name


def mp3_bit_rate(rate: int) -> int:
    """Bits per second: less for less to be heard."""
    return MP3_BIT_RATE if rate >= 32_000 else 96_000 if rate >= 16_000 else 64_000


FORMATS: dict[FormatName, Format] = {
    "pcm": Format("audio/pcm;rate={rate};channels=1", lambda rate, _: Raw(), "s16le", endings=("pcm", "raw")),
    "wav": Format("audio/wav", lambda rate, _: Raw(rate), "wav"),
    "mp3": Format(
        "audio/mpeg",
        lambda rate, _: Mp3(rate, mp3_bit_rate(rate)),
        "mp3",
        delay=MP3_DELAY,
        first_ms=120,
        bytes_per_second=MP3_BIT_RATE // 8,
        rates=MPEG_RATES,
    ),
    "opus": Format(
        "audio/opus",
        lambda rate, serial: Libav(RECIPES["opus"], rate, OPUS_BIT_RATE, {"serial_offset": str(serial)}),
        "ogg",
        first_ms=100,
        bytes_per_second=OPUS_BIT_RATE // 8,
        rates=(OPUS_RATE,),
        usual_rate=OPUS_RATE,
        endings=("ogg", "opus"),
    ),
    "aac": Format(
        "audio/aac",
        lambda rate, _: Libav(RECIPES["aac"], rate, AAC_BIT_RATE),
        "aac",
        delay=AAC_DELAY,
        first_ms=100,
        bytes_per_second=AAC_BIT_RATE // 8,
        rates=MPEG_RATES,
        usual_rate=48_000,  # it looks a frame ahead: at this rate, 43 ms
    ),
    "flac": Format("audio/flac", lambda rate, _: Libav(RECIPES["flac"], rate), "flac", first_ms=50),
}


class Encoder:
    """One stream in one format."""

    def __init__(self, coder: Coder, rate: int) -> None:
        self._coder, self.rate, self._resampler = coder, rate, resampler(rate)
        self._position = 0

    def push(self, samples: Samples) -> bytes:
        """Bytes for the samples so far; nothing for nothing."""
        return self._coded(samples if self._resampler is None else self._resampler.push(samples))

    def finish(self) -> bytes:
        """The end of the file."""
        last = b"" if self._resampler is None else self._coded(self._resampler.finish())
        return last + self._coder.finish()

    def _coded(self, samples: Samples) -> bytes:
        if not len(samples):
            return b""
        pcm = pcm16(samples, self._position)
        self._position += len(pcm)
        return self._coder.push(pcm)

    def completed(self, first: bytes, size: int) -> bytes:
        """The first piece of a file of so many bytes, with what its header can say now that all is known."""
        return self._coder.completed(first, size)


def known(name: str) -> Format:
    """The format of this name."""
    if name not in FORMATS:
        raise BadOption(f"Format {name!r} is not one of: {', '.join(FORMATS)}.", "response_format")
    return FORMATS[name]


def named_by_ending(ending: str) -> str | None:
    """The format of files whose names end so."""
    return next((name for name, form in FORMATS.items() if ending == name or ending in form.endings), None)


def usual_ending(name: str) -> str:
    """How names of its files end."""
    return next(iter(known(name).endings), name)


def content_type(name: str, rate: int | None = None) -> str:
    """What HTTP calls the format."""
    return known(name).media_type.format(rate=rate or SAMPLE_RATE)


def encoder(name: str, rate: int | None = None) -> Encoder:
    """An encoder for one stream. Each Ogg stream has a serial number of its own, so that they can be joined.

    Opus always has its own rate; MP3 and AAC take the next one they have.
    """
    form = known(name)
    if rate is not None and not LOWEST_RATE <= rate <= HIGHEST_RATE:
        raise BadOption(f"Sample rate {rate} is not a number from {LOWEST_RATE} to {HIGHEST_RATE}.", "sample_rate")
    inside = form.usual_rate if rate is None else rate
    if form.rates:
        inside = next(has for has in form.rates if has >= inside)
    try:
        return Encoder(form.coder(inside, randbits(SERIAL_BITS)), inside)
    except ImportError as missing:
        raise MissingPackage(name, str(missing.name)) from missing


def encoded(blocks: Iterator[Samples], made: Encoder) -> Iterator[bytes]:
    """A stream of samples as a stream of bytes."""
    for block in blocks:
        if data := made.push(block):
            yield data
    if data := made.finish():
        yield data
