"""Every voice as loud as every other: one gain per segment, known before it is heard, and a slow correction after it.

A gain that follows the sound would pump. So the gain is constant inside a segment, comes from the predictor (or is
measured, where the whole segment is there anyway), and changes only in pauses. Once in a hundred segments the predictor
is so far off that it would be heard as another loudness. Later segments have learned from those before them; the first
one, as soon as most of it is known, glides to where it should be, too slowly for anybody to notice.
"""

from collections.abc import Iterator

import numpy as np

from kokoro_live.audio.limiter import limited
from kokoro_live.audio.loudness_meter import ABSOLUTE_GATE, loudness
from kokoro_live.records import SAMPLE_RATE, Samples

TARGET = -16.0  # LUFS, integrated
QUIETEST_GAIN, LOUDEST_GAIN = -12.0, 18.0  # dB; beyond these something is wrong, and louder would be worse
STEPS = 3  # the limiter takes a little loudness away: at most this often the gain is corrected for it
CLOSE_ENOUGH = 0.1  # dB
WHEN_LIMITING = 0.7  # typical share of a change of gain that the limiter lets through
LONG_ENOUGH = SAMPLE_RATE  # a shorter segment says little about the next
TRUST = 0.5  # share of an error that the next segment corrects
MOST_CORRECTION = 2.0  # dB
MOSTLY_KNOWN = 0.7  # share of a segment after which its level is measured
FAR_OFF = 0.8  # dB; three times as much as predictions err
GLIDE = 1.0  # dB per second


def needed_gain(samples: Samples) -> float:
    """Decibels that bring this stretch of speech to the target, what the limiter will take away included."""
    gain = _within(TARGET - loudness(samples))
    response = 1.0  # how much of a change of gain is left after the limiter
    for _ in range(STEPS):
        missing = TARGET - loudness(limited(samples * np.float32(factor(gain))))
        if abs(missing) < CLOSE_ENOUGH:
            break
        gain = _within(gain + missing / response)
        response = WHEN_LIMITING
    return gain


def steadied(blocks: Iterator[Samples], gain: float, length: int) -> Iterator[Samples]:
    """The blocks of a segment of so many samples, as they are, unless `gain` turns out to be far off for it."""
    known: list[Samples] = []
    done, missing, glided = 0, None, 0
    for block in blocks:
        if missing is None:
            known.append(block)
            done += len(block)
            if done > MOSTLY_KNOWN * length:
                missing = _missing(np.concatenate(known), gain)
        if missing:
            yield block * _glide(missing, glided, len(block))
            glided += len(block)
        else:
            yield block


def _missing(samples: Samples, gain: float) -> float:
    """Decibels by which a gain is far off; 0 if it is not."""
    missing = TARGET - loudness(limited(samples * np.float32(factor(gain))))
    return missing if abs(missing) > FAR_OFF and loudness(samples) > ABSOLUTE_GATE else 0.0


def _glide(missing: float, start: int, size: int) -> Samples:
    """The factors of samples from `start` on, on the way to what is missing."""
    decibels = np.minimum(np.arange(start, start + size) * (GLIDE / SAMPLE_RATE), abs(missing))
    return np.asarray(10 ** (np.copysign(decibels, missing) / 20), np.float32)


def factor(decibels: float) -> float:
    """As a factor on samples."""
    return float(10 ** (decibels / 20))


class Servo:
    """Learns from the segments of a stream how far the prediction is off, and corrects the next."""

    def __init__(self) -> None:
        self._correction = 0.0

    def corrected(self, gain: float) -> float:
        """The gain for the next segment."""
        return _within(gain + self._correction)

    def heard(self, finished: Samples) -> None:
        """A segment as it left the limiter."""
        if len(finished) >= LONG_ENOUGH:
            wanted = self._correction + TRUST * (TARGET - loudness(finished))
            self._correction = max(-MOST_CORRECTION, min(MOST_CORRECTION, wanted))


def _within(gain: float) -> float:
    return max(QUIETEST_GAIN, min(LOUDEST_GAIN, gain))
