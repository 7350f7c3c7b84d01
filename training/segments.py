"""What is spoken to teach the student: texts put together anew, by all voices, as people ask for them."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

SPACE = 16
WHISPERING = "af_nicole"  # drawn twice as often as any other voice
OTHER_LANGUAGE = 0.1  # of segments: a voice reads what is not its own language
BLENDED, OTHER_SPEED, OTHER_PITCH, BRIEF, RECOMBINED = 0.25, 0.4, 0.15, 0.4, 0.5
BLEND_SHARES = (0.2, 1 / 3, 0.5, 0.6, 2 / 3)
SPEEDS, PITCHES = (0.5, 2.0), (0.8, 1.25)
HELD_OUT_BLENDS = 26  # of 256 pairs of voices
LONGEST_BRIEF, LONGEST = 36, 190  # tokens
SLOWED = 12  # tokens; briefer ones are not spoken faster than usual


@dataclass(frozen=True)
class Segment:
    """One thing to say."""

    tokens: np.ndarray  # without pads
    voice: int
    other_voice: int  # the same one, where nothing is blended
    share: float  # of the other voice
    speed: float
    pitch: float

    @property
    def kind(self) -> str:
        if self.pitch != 1:
            return "pitch"
        if self.voice != self.other_voice:
            return "blend"
        return "plain" if self.speed == 1 else "speed"


@dataclass(frozen=True)
class Voices:
    """The published voices: a row of style for every number of tokens."""

    table: Tensor  # [voices, rows, 256]
    languages: tuple[str, ...]
    names: tuple[str, ...]

    def style(self, segment: Segment) -> Tensor:
        row = len(segment.tokens) - 1
        own, other = self.table[segment.voice, row], self.table[segment.other_voice, row]
        return (1 - segment.share) * own + segment.share * other


def load_voices(path: Path) -> Voices:
    with np.load(path) as archive:
        table = torch.from_numpy(archive["table"]).float()
        return Voices(table, tuple(map(str, archive["language"])), tuple(map(str, archive["name"])))


class Texts:
    """Strings of tokens by language, and new ones put together from pieces of them."""

    def __init__(self, strings: list[np.ndarray], languages: list[str]) -> None:
        self.by_language: dict[str, list[np.ndarray]] = {}
        for string, language in zip(strings, languages, strict=True):
            self.by_language.setdefault(language, []).append(string)

    def pick(self, random: np.random.Generator, language: str) -> np.ndarray:
        strings = self.by_language[language]
        return strings[int(random.integers(len(strings)))]

    def recombine(self, random: np.random.Generator, language: str, least: int, most: int) -> np.ndarray:
        """A string of about `least` to `most` tokens, cut and joined at spaces."""
        made = np.zeros(0, np.int64)
        while len(made) < least:
            piece = self.pick(random, language)
            gaps = np.flatnonzero(piece == SPACE)
            if len(gaps) > 2 and random.random() < 0.7:
                piece = piece[0 if random.random() < 0.4 else int(random.choice(gaps)) + 1 :]
            made = np.concatenate([made, [SPACE], piece]) if len(made) else piece
        if len(made) <= most:
            return made
        gaps = np.flatnonzero(made[: most + 1] == SPACE)
        at_space = len(gaps) and gaps[-1] >= max(1, least // 2)
        return made[: int(gaps[-1]) if at_space else most]


def load_texts(path: Path, held_out: bool) -> Texts:
    """The taught strings of a corpus, or those that are never taught."""
    strings, languages, is_held_out = _load_corpus(path)
    rows = np.flatnonzero(is_held_out == held_out)
    return Texts([strings[row] for row in rows], [languages[row] for row in rows])


def load_natural_texts(path: Path) -> Texts:
    """The sentences written by hand, which a corpus begins with and which are never taught."""
    strings, languages, is_held_out = _load_corpus(path)
    count = int(np.argmin(is_held_out))
    return Texts(strings[:count], languages[:count])


def _load_corpus(path: Path) -> tuple[list[np.ndarray], list[str], np.ndarray]:
    with np.load(path) as archive:
        arrays = dict(archive)
    ends = np.cumsum(arrays["sizes"].astype(np.int64))
    flat = arrays["flat"].astype(np.int64)
    strings = [flat[end - size : end] for end, size in zip(ends.tolist(), arrays["sizes"].tolist(), strict=True)]
    return strings, arrays["names"][arrays["language"]].tolist(), arrays["held_out"]


def is_held_out_blend(one: int, other: int) -> bool:
    """Whether two voices are never taught together."""
    pair = f"{min(one, other)} {max(one, other)}"
    return one != other and hashlib.sha256(pair.encode()).digest()[0] < HELD_OUT_BLENDS


def draw_segment(random: np.random.Generator, texts: Texts, voices: Voices, held_out: bool = False) -> Segment:
    """Two in five brief, one in four blended, all speeds. `held_out`: blends are of pairs that are never taught."""
    voice = _draw_voice(random, voices)
    language = voices.languages[voice]
    if random.random() < OTHER_LANGUAGE or language not in texts.by_language:
        language = str(random.choice(sorted(texts.by_language)))
    speed = 1.0 if random.random() >= OTHER_SPEED else float(np.exp(random.uniform(*np.log(SPEEDS))))
    tokens = _draw_tokens(random, texts, language, speed)
    other, share = voice, 0.0
    if random.random() < BLENDED:
        other, share = _draw_other_voice(random, voices, voice, held_out), float(random.choice(BLEND_SHARES))
    pitch = float(random.uniform(*PITCHES)) if random.random() < OTHER_PITCH else 1.0
    return Segment(tokens, voice, other, share, min(speed, 1.0) if len(tokens) <= SLOWED else speed, pitch)


def _draw_voice(random: np.random.Generator, voices: Voices) -> int:
    place = int(random.integers(len(voices.names) + 1))
    return place if place < len(voices.names) else voices.names.index(WHISPERING)


def _draw_other_voice(random: np.random.Generator, voices: Voices, voice: int, held_out: bool) -> int:
    others = [k for k in range(len(voices.names)) if k != voice and is_held_out_blend(voice, k) == held_out]
    return int(random.choice(others)) if others else voice


def _draw_tokens(random: np.random.Generator, texts: Texts, language: str, speed: float) -> np.ndarray:
    if random.random() < BRIEF:
        most = int(random.integers(3, LONGEST_BRIEF))
        return texts.recombine(random, language, max(1, int(most * 0.6)), most)
    if random.random() >= RECOMBINED:
        return texts.pick(random, language)[:LONGEST]
    most = max(3, int(random.integers(20, 175) * min(1, speed)))
    return texts.recombine(random, language, int(most * 0.7), most)
