"""A thousand clips as a listener gets them: is every voice as loud as every other, and does anything click?

python tools/evaluate.py finished --sentences 5 --json FILE        about an hour on two cores, resumable
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from random import Random

import numpy as np

from kokoro_live.audio.clicks import Signal
from kokoro_live.audio.finish import RUMBLE_HZ
from kokoro_live.audio.loudness_target import needed_gain, steadied
from kokoro_live.audio.tempo import Tempo
from kokoro_live.cancel import Cancel
from kokoro_live.config import Settings
from kokoro_live.engine import Engine
from kokoro_live.model.acoustic import FRAME, Acoustics
from kokoro_live.model.model import Sound, remaining_tempo
from kokoro_live.model.statistics import Guess
from kokoro_live.model.store import QUANTISED
from kokoro_live.model.voices import CATALOGUE
from kokoro_live.records import SAMPLE_RATE, Samples
from kokoro_live.rendering import lead_in
from kokoro_live.synthesis import whole
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
    made = [engine.should_be(segment) for segment in engine.segments]
    jumps = [jump for segment in engine.segments for jump in engine.jumps(segment)]
    row: Row = {"voice": voice, "speed": speed, "text": text, "segments": len(made)}
    return row | loudness.judged(clip, made) | glitches.judged(number, clip, made, jumps, engine.exact)


@dataclass(frozen=True)
class Segment:
    """What a recording engine was about to vocode."""

    made: Acoustics
    guess: Guess | None
    first: int
    last: int
    tempo: float
    skipped: int  # samples before the first sound
    gain: float | None  # dB, if it was predicted
    blocks: list[Samples]  # as windows made them
    is_first: bool


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

    def should_be(self, segment: Segment) -> Signal:
        """The segment as the model makes it, in one piece where that is the same, at the tempo asked for."""
        blocks = segment.blocks if self._rounds() else [self._whole(segment)]
        if segment.is_first and segment.gain is not None:
            cuts = np.cumsum([len(block) for block in segment.blocks])[:-1]
            windows = np.split(np.concatenate(blocks), cuts)
            blocks = [*steadied(iter(windows), segment.gain, sum(map(len, windows)))]
        return _heard(segment, np.concatenate(blocks))

    def jumps(self, segment: Segment) -> list[tuple[int, float]]:
        """Joins of windows that can be heard, by samples of the segment."""
        joins = np.cumsum([len(block) for block in segment.blocks])[:-1].tolist()
        if not self._rounds() or not joins:
            return []
        windows, piece = np.concatenate(segment.blocks), self._whole(segment)
        return glitches.jumps(windows.astype(np.float64), piece.astype(np.float64), joins)

    def _whole(self, segment: Segment) -> Samples:
        return self.model.in_one_piece(segment.made, segment.guess, segment.first, segment.last)

    def _rounds(self) -> bool:
        """Whether windows are rounded otherwise than the whole."""
        return self.model.variant == QUANTISED

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
        skipped, is_first = 0 if self.segments else lead_in(opening, gain), not self.segments
        tempo, blocks = remaining_tempo(made, speeds), list[Samples]()
        self.segments.append(Segment(made, guess, first, last, tempo, skipped, sound.gain, blocks, is_first))
        return Sound(sound.gain, _kept(chain([opening], sound.blocks), blocks))


def _kept(blocks: Iterator[Samples], kept: list[Samples]) -> Iterator[Samples]:
    for block in blocks:
        kept.append(block)
        yield block


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
