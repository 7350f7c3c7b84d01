"""Examples for the predictor: drawn by number, so that collecting can stop and go on anywhere."""

import hashlib
import json
import math
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from kokoro_live.assets.fetch import Store
from kokoro_live.assets.manifest import VOICES, manifest
from kokoro_live.cancel import Cancel
from kokoro_live.cli.progress import bar
from kokoro_live.config import Settings
from kokoro_live.model.acoustic import Acoustic, Acoustics
from kokoro_live.model.runtimes.onnxruntime import Session
from kokoro_live.model.statistics import decoder_moments, moments
from kokoro_live.model.store import ready_graphs
from kokoro_live.model.vocoder import vocode_whole
from kokoro_live.model.voices import CATALOGUE, Voices, blend_named
from kokoro_live.phonemes import Phonemiser
from kokoro_live.phonemes.chunking import grouped, token_row, within
from kokoro_live.records import Utterance
from kokoro_live.text import segments, written_sentences
from lab.corpus import sentence, short

SPOKEN = Path(__file__).with_name("spoken.npy")
AUDIO_SCALE = 16_000
LONGEST_TOKENS = 200
LONGEST_FRAMES = 820  # a little over the engine's ten seconds
EVERYDAY = 2001  # examples drawn as people speak; the ones after them are what these left hardest
HARD = ("blend", "blend", "slow", "fast", "short")
HARDER, HARDER_FROM = ("blend", "blend", "slowest", "fast", "grouped", "short", "short"), 2500
HARDEST, HARDEST_FROM = ("blend", "blend", "blend", "blend", "touchy"), 3325
TOUCHY = "bm_lewis"  # errors of its means are heard more than those of other voices (docs/experiments/0029)


@dataclass(frozen=True)
class Spec:
    """What an example says, and how."""

    voice: str
    language: str
    text: str
    speed: float
    pitch: float


def spec(number: int, salt: str = "calibration") -> Spec:
    """The example of this number: all voices in turn, mostly plain, some fast, slow, shifted, blended or very short."""
    random = Random(f"{salt} {number}")
    names = list(CATALOGUE)
    if number >= EVERYDAY:
        kinds = HARD if number < HARDER_FROM else HARDER if number < HARDEST_FROM else HARDEST
        kind = random.choice(kinds)
        return _hard(random, TOUCHY if kind == "touchy" else names[number % len(names)], kind)
    voice = names[number % len(names)]
    language = CATALOGUE[voice].language
    if not language.startswith("en") and random.random() < 0.2:
        language = "en-us"  # people do let foreign voices speak English
    speed = 1.0 if random.random() < 0.55 else round(math.exp(random.uniform(math.log(0.5), math.log(2))), 2)
    pitch = 1.0 if random.random() < 0.85 else round(random.uniform(0.8, 1.25), 2)
    if random.random() < 0.15:
        weight = random.choice((1, 2, 3))
        voice = f"{voice}({weight + 1})+{random.choice(names)}({weight})"
    if random.random() < 0.12:
        text = short(random, language)
    else:
        longest = 170 * min(1.0, speed)
        text = sentence(random, language, round(random.triangular(12, longest, longest * 0.3)))
    return Spec(voice, language, text, speed, pitch)


def _hard(random: Random, voice: str, kind: str) -> Spec:
    """A blend, an extreme speed, a very short sentence, or short ones that are read together."""
    language = CATALOGUE[voice].language
    ranges = {"slow": (0.5, 0.65), "slowest": (0.5, 0.55), "fast": (1.6, 2.0)}
    speed = random.uniform(*ranges.get(kind, (1.0, 1.0)))
    longest = 30 if kind == "short" else 60 if kind == "grouped" else 160 * min(1.0, speed)
    count = 3 if kind == "grouped" else 1  # the first is always read alone
    text = " ".join(sentence(random, language, round(random.uniform(12, longest))) for _ in range(count))
    if kind == "blend":
        voice = f"{voice}({random.randint(1, 4)})+{random.choice(list(CATALOGUE))}(2)"
    return Spec(voice, language, text, round(speed, 2), 1.0)


class Teacher:
    """Runs the exact model and keeps what the predictor must learn."""

    def __init__(self, settings: Settings, threads: int) -> None:
        store = Store(settings.cache_dir, settings.model_dir, settings.sources)
        self._phonemiser = Phonemiser()
        self.graphs = graphs = ready_graphs(store, settings.cache_dir, settings.base)
        self.voices = Voices(store.fetch(manifest()[VOICES]))
        self.acoustic = Acoustic(Session(graphs.graph("acoustic"), threads))
        self.whole = Session(graphs.graph("vocoder_whole"), threads)

    def acoustics(self, wanted: Spec, by: Acoustic | None = None) -> Acoustics | None:
        """The last segment of the text before it is vocoded; None if it is too long."""
        made, _ = self._made(wanted, by or self.acoustic)
        return made if made.frames <= LONGEST_FRAMES else None

    def _made(self, wanted: Spec, by: Acoustic) -> tuple[Acoustics, list[int]]:
        parts = [
            self._phonemiser.phonemise(segment, wanted.language) for segment in segments(wanted.text, wanted.language)
        ]
        pieces = [piece for part in parts for piece in within(part, LONGEST_TOKENS)]
        utterance = [one for one in grouped(pieces, LONGEST_TOKENS) if isinstance(one, Utterance)][-1]
        tokens, _ = token_row(utterance)
        style = self.voices.style(blend_named(wanted.voice))[len(tokens) - 3]
        speed = np.full(len(tokens), wanted.speed, np.float32)
        speed[[0, -1]] = max(1.0, wanted.speed)
        return by.run(tokens, style, speed, wanted.pitch, Cancel()), tokens

    def example(self, wanted: Spec) -> dict[str, np.ndarray] | None:
        """Arrays of one example; None if the text came out too long for one segment."""
        made, tokens = self._made(wanted, self.acoustic)
        if made.frames > LONGEST_FRAMES:
            return None
        samples, statistics = vocode_whole(self.whole, made, Cancel())
        return {
            "tokens": np.array(tokens, np.int16),
            "durations": made.durations.astype(np.int16),
            "style": made.style,
            "decoder": decoder_moments(made.features[0]),
            "f0": made.f0,
            "energy": made.energy,
            "source": moments(made.source[0]),
            "mean": statistics.mean.reshape(-1),
            "deviation": statistics.deviation.reshape(-1),
            "envelope": np.abs(samples.reshape(-1, 60)).max(1).astype(np.float16),  # 2.5 ms steps, for onset rules
            "audio": (np.clip(samples, -2, 2) * AUDIO_SCALE).astype(np.int16),
        }


def remember(specs: list[dict[str, Any]]) -> None:
    """Keep fingerprints of every sentence that examples have spoken: what is judged later must be none of them."""
    texts = {segment.text.text for spec in specs for segment in written_sentences(spec["text"])}
    np.save(SPOKEN, np.array(sorted(map(_fingerprint, texts)), np.uint64))


def spoken(text: str) -> bool:
    """Whether an example of the calibration has spoken this sentence."""
    return _fingerprint(text) in _spoken()


@cache
def _spoken() -> frozenset[int]:
    return frozenset(int(number) for number in np.load(SPOKEN))


def _fingerprint(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def folder(settings: Settings, base_sha256: str) -> Path:
    """Where examples of a base live."""
    return settings.cache_dir / "calibration" / base_sha256[:12]


def collect(count: int, worker: int, workers: int) -> int:
    """Make the examples that are not there yet."""
    settings = Settings.load()
    teacher = Teacher(settings, threads=max(1, settings.threads // workers))
    target = folder(settings, teacher.graphs.base_sha256)
    target.mkdir(parents=True, exist_ok=True)
    with bar() as report:
        for number in range(worker, count, workers):
            path = target / f"{number:06}.npz"
            if not path.exists():
                wanted = spec(number)
                arrays = teacher.example(wanted)
                if arrays is not None:
                    part = path.with_suffix(".part")
                    with part.open("wb") as writer:
                        np.savez(writer, spec=np.array(json.dumps(asdict(wanted))), **arrays)  # type: ignore[arg-type]
                    part.replace(path)
            report("collecting", number // workers + 1, count // workers)
    return 0
