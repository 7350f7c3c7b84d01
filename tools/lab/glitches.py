"""Does anything click? Random clips as a listener gets them, against what the model itself made.

Two detectors. The paired one takes away from a finished clip what the model made in one piece: the same statistics, but
no windows, no joins, no finishing chain, no blocks. What is left is near silence, so it finds the faintest click that
we added. The blind one looks at the clip alone, and is deaf where speech itself is noise. Both are tried on injected
clicks in the same run. Now and then the model itself begins a word so hard that the blind one takes it for one: what
the exact model makes in the same place is listed, but not held against us.
"""

from dataclasses import dataclass, replace
from random import Random

import numpy as np

from kokoro_live.audio.finish import RUMBLE_HZ
from kokoro_live.audio.tempo import Tempo
from kokoro_live.config import Settings
from kokoro_live.engine import Engine, whole
from kokoro_live.records import SAMPLE_RATE, Samples
from kokoro_live.speech.acoustic import Acoustics
from kokoro_live.speech.model import Sound, remaining_tempo
from kokoro_live.speech.norms import Guess
from kokoro_live.speech.sessions import Cancel
from kokoro_live.speech.voices import CATALOGUE
from lab.clicks import Click, Signal, clicks
from lab.corpus import sentence, short
from lab.options import Options
from lab.rows import Row, collect

CLIPS_PER_SENTENCE = 50  # `--sentences 20` makes a thousand clips
LEVELS = (-40, -30, -20)  # dBFS of injected clicks
INJECTED = 4  # of each level in each clip, by turns
LEAST_RECALL = 0.95  # of the paired detector at −40 dBFS
PAIRED = (0.004, 5.0)  # least amplitude, least prominence; what the limiter does comes to 3.5, an odd sample to 8
BLIND = (0.006, 9.0)  # no alarm in 384 exact clips; at 0.005 and 8 one, a creak of am_santa
SPEEDS = (0.7, 1.0, 1.0, 1.0, 1.5)
GAIN_WINDOW = 240  # the limiter's gain is followed in windows of 10 ms
FAINTER = 0.7  # a click of the model itself may be this much weaker in its own clip
BESIDE = 2  # samples by which a detector may miss a click's place


def run(options: Options) -> int:
    """Clips over all voices, single words to several sentences; see `verdict`."""
    engine = Recording(options.settings)
    random = Random("glitches")
    items = [_drawn(random, number) for number in range(options.sentences * CLIPS_PER_SENTENCE)]
    rows = collect(items, lambda item: judged(engine, *item), options)
    return verdict(rows)


def _drawn(random: Random, number: int) -> tuple[int, str, str, float]:
    voice = list(CATALOGUE)[number % len(CATALOGUE)]
    language = CATALOGUE[voice].language
    kind = random.random()
    if kind < 0.15:
        text = short(random, language)
    else:
        text = " ".join(sentence(random, language, random.randint(15, 60)) for _ in range(1 if kind < 0.7 else 2))
    return number, voice, text, random.choice(SPEEDS)


def judged(engine: "Recording", number: int, voice: str, text: str, speed: float) -> Row:
    """Clicks in one clip, and which of the injected ones were found."""
    clip = engine.clip(text, voice, speed)
    references = [engine.in_one_piece(segment) for segment in engine.segments]
    row: Row = {"voice": voice, "speed": speed, "text": text, "samples": len(clip), "segments": len(references)}
    row["paired"] = [vars(click) for click in clicks(residue(clip, references), *PAIRED)]
    row["blind"] = [vars(click) for click in clicks(clip, *BLIND)]
    row["model"] = []
    if row["blind"]:
        own = clip - residue(clip, [engine.in_one_piece(replace(each, guess=None)) for each in engine.segments])
        added = [vars(click) for click in added_clicks(own, clip)]
        row["model"] = [click for click in row["blind"] if click not in added]
        row["blind"] = added
    random = np.random.default_rng(number)
    level = LEVELS[number % len(LEVELS)]
    spoiled, places = injected(clip, level, random)
    row["level"], row["injected"] = level, len(places)
    row["found_paired"] = _found(places, residue(spoiled, references), PAIRED)
    row["found_blind"] = _found(places, spoiled, BLIND)
    return row


def added_clicks(exact: Samples | Signal, heard: Samples | Signal) -> list[Click]:
    """Clicks of one clip that the other has not: a creaking voice clicks by itself."""
    own = [click.position for click in clicks(exact, *(FAINTER * limit for limit in BLIND))]
    found = clicks(heard, *BLIND)
    return [click for click in found if not any(abs(click.position - place) <= BESIDE for place in own)]


def injected(clip: Signal, level: float, random: np.random.Generator) -> tuple[Signal, list[int]]:
    """The clip with single odd samples in random places."""
    places = [int(place) for place in random.integers(0, len(clip), INJECTED)]
    spoiled = clip.copy()
    spoiled[places] += 10 ** (level / 20) * random.choice((-1, 1), INJECTED)
    return spoiled, places


def _found(places: list[int], signal: Signal, sensitivity: tuple[float, float]) -> int:
    heard = [click.position for click in clicks(signal, *sensitivity)]
    return sum(any(abs(place - position) <= BESIDE for position in heard) for place in places)


def residue(clip: Signal, references: list[Signal]) -> Signal:
    """What is left of a clip when each segment, at the gain the chain gave it, is taken away."""
    left = clip.copy()
    for reference in references:
        start = _place(clip, reference)
        low, high = max(0, start), min(len(clip), start + len(reference))
        piece = reference[low - start : high - start]
        left[low:high] -= _followed_gain(clip[low:high], piece) * piece
    return left


def _place(clip: Signal, reference: Signal) -> int:
    """Where in the clip the reference begins."""
    size = 1 << (len(clip) + len(reference)).bit_length()
    likeness = np.fft.irfft(np.fft.rfft(clip, size) * np.conj(np.fft.rfft(reference, size)), size)
    best = int(likeness.argmax())
    return best if best < size // 2 else best - size


def _followed_gain(clip: Signal, reference: Signal) -> Signal:
    """The gain between the two, smooth: one odd sample must not move it."""
    shape = np.hanning(GAIN_WINDOW + 1)
    shape /= shape.sum()
    both = np.convolve(clip * reference, shape, "same")
    own = np.convolve(reference**2, shape, "same")
    return np.asarray((both + 1e-12) / (own + 1e-12))


@dataclass(frozen=True)
class Segment:
    """What a recording engine was about to vocode."""

    made: Acoustics
    guess: Guess | None
    first: int
    last: int
    tempo: float


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
        samples = self.model.in_one_piece(segment.made, segment.guess, segment.first, segment.last)
        return _without_rumble(np.asarray(_hurried(samples, segment.tempo), np.float64))

    def _recorded(self, made: Acoustics, first: int, last: int, exact: bool, cancel: Cancel) -> Sound:
        guess = self.model.guess(made, exact)[1]
        speeds = np.full(len(made.durations), self._speed, np.float32)
        self.segments.append(Segment(made, guess, first, last, remaining_tempo(made, speeds)))
        return self._vocode(made, first, last, exact, cancel)


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


def verdict(rows: list[Row]) -> int:
    """No click by either detector, and a paired detector that is proven."""
    seconds = sum(row["samples"] for row in rows) / SAMPLE_RATE
    print(f"{len(rows)} clips, {sum(row['segments'] for row in rows)} segments, {seconds / 60:.0f} minutes")
    recall = {}
    for level in LEVELS:
        own = [row for row in rows if row["level"] == level]
        count = sum(row["injected"] for row in own)
        recall[level] = sum(row["found_paired"] for row in own) / count if count else 0.0
        blind = sum(row["found_blind"] for row in own) / count if count else 0.0
        print(f"injected at {level} dBFS (n {count}): paired finds {recall[level]:.1%}, blind {blind:.1%}")
    for row in rows:
        if row["model"]:
            print(f"the model's own: {row['voice']} at {row['speed']}: {row['model']} {row['text']}")
    wrong = [(kind, row) for row in rows for kind in ("paired", "blind") if row[kind]]
    for kind, row in wrong:
        print(f"CLICK ({kind}) {row['voice']} at {row['speed']}: {row[kind]} {row['text']}")
    print(", ".join(f"{kind}: {sum(k == kind for k, _ in wrong)} clips with a click" for kind in ("paired", "blind")))
    passed = bool(rows) and not wrong and recall[LEVELS[0]] >= LEAST_RECALL
    print("PASS" if passed else "FAIL")
    return 0 if passed else 1
