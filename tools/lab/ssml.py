"""Is every mark heard? The same sentence with and without it: length, pitch, loudness and colour of the words it is
about."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from kokoro_live.engine import Engine
from kokoro_live.records import SAMPLE_RATE, Samples, TimedWord
from kokoro_live.synthesis import whole, words_of
from lab.metrics import loud_frames, spectrum
from lab.options import Options
from lab.voicing import voicing

SENTENCE = "I never said that she borrowed the yellow umbrella."
LEAST = 0.05  # of length or pitch
LEAST_DB = 0.8
LEAST_COLOUR_DB = 3.0
# what is marked, how, and what must change
MARKS = (
    ("never", '<prosody rate="60%">never</prosody>', "length"),
    ("never", '<prosody rate="160%">never</prosody>', "length"),
    (SENTENCE, f'<prosody pitch="+4st">{SENTENCE}</prosody>', "pitch"),
    (SENTENCE, f'<prosody pitch="-20%">{SENTENCE}</prosody>', "pitch"),
    ("never", '<prosody volume="-6dB">never</prosody>', "level"),
    ("never", '<emphasis level="strong">never</emphasis>', "length"),
    ("never", '<emphasis level="reduced">never</emphasis>', "length"),
    ("said", 'said <break time="500ms"/>', "whole length"),
    ("said", 'said <break strength="strong"/>', "whole length"),
    ("never", "<s>never.</s>", "whole length"),
    ("never", "<p>never</p>", "whole length"),
    ("never", '<say-as interpret-as="characters">never</say-as>', "length"),
    ("never", '<sub alias="certainly not ever">never</sub>', "length"),
    ("never", '<phoneme ph="nˈiːvəːː">never</phoneme>', "colour"),
    ("never", '<lang xml:lang="fr-FR">never</lang>', "colour"),
    (SENTENCE, f'<voice name="am_adam">{SENTENCE}</voice>', "pitch"),
)


@dataclass(frozen=True)
class Heard:
    """Of the marked words, and of all of it."""

    length: float  # seconds
    pitch: float  # Hz
    level: float  # dB
    colour: NDArray[np.float64]  # dB in each band, whatever the level
    whole: float  # seconds


def run(options: Options) -> int:
    """A table of effects; exit status 1 if one cannot be heard."""
    engine = Engine(options.settings)
    failed = []
    print("| mark | length | pitch | level | colour | whole |\n|---|---|---|---|---|---|")
    for text, marked, about in MARKS:
        before, after = _heard(engine, SENTENCE, text), _heard(engine, SENTENCE.replace(text, marked), text)
        length, pitch = after.length / before.length, after.pitch / before.pitch
        level, more = after.level - before.level, after.whole - before.whole
        colour = float(np.sqrt(((after.colour - before.colour) ** 2).mean()))
        shown = marked.replace(SENTENCE, "…")
        print(f"| `{shown}` | × {length:.2f} | × {pitch:.2f} | {level:+.1f} dB | {colour:.1f} dB | {more:+.2f} s |")
        effects = {"length": abs(length - 1), "pitch": abs(pitch - 1), "whole length": abs(more)}
        effects |= {"level": abs(level), "colour": colour}
        if not effects[about] >= {"level": LEAST_DB, "colour": LEAST_COLOUR_DB}.get(about, LEAST):
            failed.append(shown)
    print(f"FAIL: not heard: {failed}" if failed else "PASS: every mark is heard")
    return 1 if failed else 0


def _heard(engine: Engine, inside: str, text: str) -> Heard:
    events = list(engine.stream(f"<speak>{inside}</speak>"))
    samples = whole(events)
    own = _part(samples, words_of(events), text)
    level = 10 * np.log10((own.astype(np.float64) ** 2).mean())
    length, total = len(own) / SAMPLE_RATE, len(samples) / SAMPLE_RATE
    return Heard(length, voicing(own).pitch, float(level), _colour(own), total)


def _colour(own: Samples) -> NDArray[np.float64]:
    """The long-term spectrum in bands of about a third of an octave, without its level."""
    power = spectrum(own)
    mean = power[loud_frames(power)].mean(0)
    edges = np.unique(np.geomspace(2, len(mean) - 1, 24).astype(int))
    bands = np.array([10 * np.log10(mean[low:high].mean() + 1e-8) for low, high in pairwise(edges)])
    return np.asarray(bands - bands.mean())


def _part(samples: Samples, words: list[TimedWord], text: str) -> Samples:
    """From the first of these words to the last."""
    wanted = [part.strip(".").lower() for part in text.split()]
    own = [word for word in words if word.text.strip(".").lower() in wanted]
    return samples[own[0].start : own[-1].end]
