"""A thousand clips as a listener gets them: is every voice as loud as every other, and does anything click?

python tools/evaluate.py finished --sentences 5 --json FILE        about an hour on two cores, resumable
"""

from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from random import Random

import numpy as np

from kokoro_live.audio.clicks import Signal
from kokoro_live.audio.finish import RUMBLE_HZ
from kokoro_live.audio.levels import needed_gain
from kokoro_live.audio.tempo import Tempo
from kokoro_live.config import Settings
from kokoro_live.engine import Engine, lead_in, whole
from kokoro_live.records import SAMPLE_RATE, Samples
from kokoro_live.speech.acoustic import FRAME, Acoustics
from kokoro_live.speech.model import Sound, remaining_tempo
from kokoro_live.speech.norms import Guess
from kokoro_live.speech.sessions import Cancel
from kokoro_live.speech.voices import CATALOGUE
from lab import glitches, loudness
from lab.corpus import sentence, short
from lab.options import Options
from lab.rows import Row, collect

SPEEDS = (0.7, 1.0, 1.5)
SHORT_ONES = 38  # words and interjections for each round of all voices: five rounds make a thousand clips

Item = tuple[int, str, str, float]


def run(options: Options) -> int:
    """`sentences` texts for every voice at three speeds, and short ones."""
    engine = Recording(options.settings)
    rows = collect(items(options.sentences), lambda item: judged(engine, *item), options)
    print(f"{len(rows)} clips, {sum(row['segments'] for row in rows)} segments, ", end="")
    print(f"{sum(row['seconds'] for row in rows) / 60:.0f} minutes")
    if options.target:
        loudness.plot(rows, Path(options.target).with_suffix(".png"))
    passed = [loudness.verdict(rows), glitches.verdict(rows)]
    print("PASS" if all(passed) else "FAIL")
    return 0 if all(passed) else 1


def items(rounds: int) -> list[Item]:
    """Number, voice, text and speed."""
    random = Random("finished")
    found = []
    for _ in range(rounds):
        for voice in CATALOGUE:
            found += [(voice, _text(random, CATALOGUE[voice].language, speed), speed) for speed in SPEEDS]
        for voice in random.sample(list(CATALOGUE), SHORT_ONES):
            found.append((voice, short(random, CATALOGUE[voice].language), random.choice(SPEEDS)))
    random.shuffle(found)
    return [(number, *item) for number, item in enumerate(found)]


def _text(random: Random, language: str, speed: float) -> str:
    """One or two sentences, of at least about three seconds."""
    shortest = round(40 * max(1.0, speed))
    return " ".join(
        sentence(random, language, shortest + random.randint(0, 30)) for _ in range(random.choice((1, 1, 1, 2)))
    )


def judged(engine: "Recording", number: int, voice: str, text: str, speed: float) -> Row:
    """Loudness, peak and clicks of one clip."""
    clip = engine.clip(text, voice, speed)
    made = [engine.in_one_piece(segment) for segment in engine.segments]
    row: Row = {"voice": voice, "speed": speed, "text": text, "segments": len(made)}
    return row | loudness.judged(clip, made) | glitches.judged(number, clip, made, engine.exact)


@dataclass(frozen=True)
class Segment:
    """What a recording engine was about to vocode."""

    made: Acoustics
    guess: Guess | None
    first: int
    last: int
    tempo: float
    skipped: int  # samples before the first sound


class Recording(Engine):
    """The engine, keeping what its vocoder was given."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.segments: list[Segment] = []
        self._speed = 1.0
        self._vocode = self.model.sound
        self.model.sound = self._recorded  # type: ignore[method-assign]

    def clip(self, text: str, voice: str, speed: float = 1.0) -> Signal:
        """Finished; its segments are kept until the next one."""
        self.segments.clear()
        self._speed = speed
        return np.asarray(whole(self.stream(text, voice, speed)), np.float64)

    def in_one_piece(self, segment: Segment) -> Signal:
        """The segment as the model makes it, at the tempo asked for."""
        return _heard(segment, self.model.in_one_piece(segment.made, segment.guess, segment.first, segment.last))

    def exact(self) -> list[Signal]:
        """The last clip's segments by the exact model."""
        return [
            _heard(each, self.model.exact(each.made, Cancel())[each.first * FRAME : each.last * FRAME])
            for each in self.segments
        ]

    def _recorded(self, made: Acoustics, first: int, last: int, exact: bool, cancel: Cancel) -> Sound:
        guess = self.model.guess(made, exact)[1]
        speeds = np.full(len(made.durations), self._speed, np.float32)
        sound = self._vocode(made, first, last, exact, cancel)
        opening = next(sound.blocks)
        gain = needed_gain(opening) if sound.gain is None else sound.gain
        skipped = 0 if self.segments else lead_in(opening, gain)
        self.segments.append(Segment(made, guess, first, last, remaining_tempo(made, speeds), skipped))
        return Sound(sound.gain, chain([opening], sound.blocks))


def _heard(segment: Segment, samples: Samples) -> Signal:
    """From where it is sent on, at the tempo asked for."""
    return _without_rumble(np.asarray(_hurried(samples[segment.skipped :], segment.tempo), np.float64))


def _without_rumble(samples: Signal) -> Signal:
    """The chain's high-pass turns the phase of low tones, which would be left over."""
    from scipy.signal import lfilter

    decay = float(np.exp(-2 * np.pi * RUMBLE_HZ / SAMPLE_RATE))
    return np.asarray(lfilter([decay, -decay], [1, -decay], samples))


def _hurried(samples: Samples, tempo: float) -> Samples:
    if tempo == 1:
        return samples
    stage = Tempo(tempo)
    return np.concatenate([stage.push(samples), stage.finish()])
