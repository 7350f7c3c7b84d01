"""Is every mark heard? The same sentence with and without it: length, pitch and loudness of the words it is about."""

from dataclasses import dataclass

import numpy as np

from kokoro_live.engine import Engine, whole
from kokoro_live.records import SAMPLE_RATE, Samples, TimedWord
from lab.options import Options
from lab.voicing import voicing

SENTENCE = "I never said that she borrowed the yellow umbrella."
LEAST = 0.05  # of length or pitch
LEAST_DB = 0.8
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
    ("never", '<phoneme ph="nˈiːvəːː">never</phoneme>', "length"),
    ("never", '<lang xml:lang="fr-FR">never</lang>', "whole length"),
    (SENTENCE, f'<voice name="am_adam">{SENTENCE}</voice>', "pitch"),
)


@dataclass(frozen=True)
class Heard:
    """Of the marked words, and of all of it."""

    length: float  # seconds
    pitch: float  # Hz
    level: float  # dB
    whole: float  # seconds


def run(options: Options) -> int:
    """A table of effects; exit status 1 if one cannot be heard."""
    engine = Engine(options.settings)
    failed = []
    print("| mark | length | pitch | level | whole |\n|---|---|---|---|---|")
    for text, marked, about in MARKS:
        before, after = _heard(engine, SENTENCE, text), _heard(engine, SENTENCE.replace(text, marked), text)
        length, pitch = after.length / before.length, after.pitch / before.pitch
        level, more = after.level - before.level, after.whole - before.whole
        shown = marked.replace(SENTENCE, "…")
        print(f"| `{shown}` | × {length:.2f} | × {pitch:.2f} | {level:+.1f} dB | {more:+.2f} s |")
        effects = {"length": abs(length - 1), "pitch": abs(pitch - 1), "whole length": abs(more)}
        if not (abs(level) >= LEAST_DB if about == "level" else effects[about] >= LEAST):
            failed.append(shown)
    print(f"FAIL: not heard: {failed}" if failed else "PASS: every mark is heard")
    return 1 if failed else 0


def _heard(engine: Engine, inside: str, text: str) -> Heard:
    chunks = list(engine.stream(f"<speak>{inside}</speak>"))
    samples = whole(iter(chunks))
    own = _part(samples, [word for chunk in chunks for word in chunk.words], text)
    level = 10 * np.log10((own.astype(np.float64) ** 2).mean())
    return Heard(len(own) / SAMPLE_RATE, voicing(own).pitch, float(level), len(samples) / SAMPLE_RATE)


def _part(samples: Samples, words: list[TimedWord], text: str) -> Samples:
    """From the first of these words to the last."""
    wanted = [part.strip(".").lower() for part in text.split()]
    own = [word for word in words if word.text.strip(".").lower() in wanted]
    return samples[own[0].start : own[-1].end]
