"""A file of sound as a listener gets it: how loud, how high its peaks, where it clicks, what is silent around it.

It is read stretch by stretch, each with a little of its neighbours, so that a book takes no more memory than a word.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

import av
import numpy as np
from numpy.typing import NDArray

from kokoro_live.audio.clicks import ALARM, clicks
from kokoro_live.audio.edges import INAUDIBLE
from kokoro_live.audio.limiter import true_peaks
from kokoro_live.audio.loudness_meter import gated, weighted
from kokoro_live.errors import Unreadable

Channels = NDArray[np.float32]  # [channels, samples]

HOPS = 200  # of 100 ms in a stretch
OVERLAP = 2  # hops of the neighbours on each side: filters have died away by then
HOPS_IN_BLOCK = 4  # of BS.1770


@dataclass(frozen=True, slots=True)
class Peak:
    """A moment of a file."""

    at: float  # seconds
    amplitude: float


@dataclass(frozen=True, slots=True)
class Analysis:
    """What there is to know of a file. Seconds, unless said otherwise."""

    codec: str
    sample_rate: int
    channels: int
    duration: float
    lufs: float
    peak: Peak  # between samples as well
    clicks: tuple[Peak, ...]
    dc: float  # mean of the channel that is furthest off zero
    leading_silence: float
    trailing_silence: float

    @property
    def dbtp(self) -> float:
        """The true peak in decibels."""
        return float(20 * np.log10(max(self.peak.amplitude, 1e-6)))


def analysed(source: str | BinaryIO) -> Analysis:
    """Of a file by its name, or of one that is being read."""
    try:
        with av.open(source, "r") as container:
            if not container.streams.audio:
                raise Unreadable("There is no sound in it.")
            context = container.streams.audio[0].codec_context
            meter = Meter(context.sample_rate, min(2, context.channels))
            for stretch in _stretches(_blocks(container, meter), meter):
                meter.push(stretch)
            return meter.finish(context.name)
    except IsADirectoryError:
        raise Unreadable("This is a folder.") from None
    except FileNotFoundError:
        raise Unreadable("There is no such file.") from None
    except PermissionError:
        raise Unreadable("You may not read this file.") from None
    except (av.FFmpegError, ValueError) as error:
        raise Unreadable("This is not audio that can be read; is the file whole?") from error


class Meter:
    """Adds up what the stretches of one file say."""

    def __init__(self, rate: int, channels: int) -> None:
        self.rate, self.channels = rate, channels
        self.hop = rate // 10
        self._samples = 0
        self._powers: list[NDArray[np.float64]] = []  # of every hop, the last one maybe shorter
        self._peak = Peak(0.0, 0.0)
        self._clicks: list[Peak] = []
        self._sums = np.zeros(channels)
        self._first, self._last = -1, -1  # samples that can be heard

    def push(self, stretch: Channels) -> None:
        """The next samples, with OVERLAP hops of what is before and after them."""
        aside = OVERLAP * self.hop
        core = stretch[:, aside:-aside]
        self._powers.append(self._hop_powers(stretch)[: -(-core.shape[1] // self.hop)])
        self._sums += core.sum(1, dtype=np.float64)
        for channel in stretch:
            self._note_peak(channel)
            self._note_clicks(channel, core.shape[1])
        audible = np.flatnonzero((np.abs(core) > INAUDIBLE).any(0))
        if len(audible):
            self._first = self._first if self._first >= 0 else self._samples + int(audible[0])
            self._last = self._samples + int(audible[-1])
        self._samples += core.shape[1]

    def finish(self, codec: str) -> Analysis:
        """All of it."""
        if not self._samples:
            raise Unreadable("There is no sound in it.")
        silent = self._first < 0
        seconds = self._samples / self.rate
        return Analysis(
            codec,
            self.rate,
            self.channels,
            seconds,
            self._lufs(),
            self._peak,
            tuple(sorted(self._clicks, key=lambda click: click.at)),
            max((self._sums / self._samples).tolist(), key=abs),
            seconds if silent else self._first / self.rate,
            seconds if silent else (self._samples - 1 - self._last) / self.rate,
        )

    def _lufs(self) -> float:
        """Overlapping blocks of whole hops; less than one block counts as if silence followed."""
        powers = np.concatenate(self._powers)
        whole = powers[: self._samples // self.hop] if self._samples >= HOPS_IN_BLOCK * self.hop else powers
        hops = np.pad(whole, (0, max(0, HOPS_IN_BLOCK - len(whole))))
        return gated(np.convolve(hops, np.ones(HOPS_IN_BLOCK), "valid") / (HOPS_IN_BLOCK * self.hop))

    def _hop_powers(self, stretch: Channels) -> NDArray[np.float64]:
        """Weighted energy from the first of its own hops on; channels add up."""
        signals = np.stack([weighted(channel, self.rate) for channel in stretch])
        energy = np.square(signals[:, OVERLAP * self.hop :]).sum(0)
        padded = np.pad(energy, (0, -len(energy) % self.hop))
        return np.asarray(padded.reshape(-1, self.hop).sum(1))

    def _note_peak(self, channel: NDArray[np.float32]) -> None:
        peaks = true_peaks(channel)
        place = int(peaks.argmax())
        if peaks[place] > self._peak.amplitude:
            self._peak = Peak(self._second(place), float(peaks[place]))

    def _note_clicks(self, channel: NDArray[np.float32], count: int) -> None:
        """At the file's own rate: a click that was resampled is no single sample any more, and hardly one to ears."""
        aside = OVERLAP * self.hop
        for click in clicks(channel, *ALARM):
            if aside <= click.position < aside + count:
                self._clicks.append(Peak(self._second(click.position), click.amplitude))

    def _second(self, place: int) -> float:
        return max(0, self._samples + place - OVERLAP * self.hop) / self.rate


def _blocks(container: "av.container.InputContainer", meter: Meter) -> Iterator[Channels]:
    layout = "mono" if meter.channels == 1 else "stereo"
    resampler = av.AudioResampler(format="fltp", layout=layout, rate=meter.rate)
    for frame in container.decode(audio=0):
        for own in resampler.resample(frame):
            yield own.to_ndarray().astype(np.float32, copy=False)


def _stretches(blocks: Iterator[Channels], meter: Meter) -> Iterator[Channels]:
    """HOPS hops at a time, the last time fewer, each with OVERLAP hops of its neighbours, or silence, on both sides."""
    size, aside = HOPS * meter.hop, OVERLAP * meter.hop
    beyond = np.zeros((meter.channels, aside), np.float32)
    held, count = [beyond], aside
    for block in blocks:
        held.append(block)
        count += block.shape[1]
        while count >= size + 2 * aside:
            joined = np.concatenate(held, 1)
            yield joined[:, : size + 2 * aside]
            held, count = [joined[:, size:]], count - size
    rest = np.concatenate([*held, beyond], 1)
    while rest.shape[1] > 2 * aside:
        yield rest[:, : size + 2 * aside]
        rest = rest[:, size:]
