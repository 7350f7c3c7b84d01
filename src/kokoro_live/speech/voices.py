"""The 54 voices, OpenAI's names for them, and blends like `af_heart(2)+bm_george(1)`."""

import math
import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kokoro_live.errors import AssetError, UnknownVoice

Style = NDArray[np.float32]  # [510, 256]: one row per number of tokens

MOST_KEPT = 32  # style tables
ROWS, WIDTH = 510, 256
LANGUAGES = {
    "a": "en-us", "b": "en-gb", "e": "es", "f": "fr-fr", "h": "hi", "i": "it", "j": "ja", "p": "pt-br", "z": "zh",
}  # fmt: skip
# Grades are the model authors' own (quality of the training data and its amount), A best.
GRADES = {
    "A": "af_heart", "A-": "af_bella", "B-": "af_nicole bf_emma ff_siwis",
    "C+": "af_aoede af_kore af_sarah am_fenrir am_michael am_puck jf_alpha",
    "C": "af_alloy af_nova bf_isabella bm_fable bm_george hf_alpha hf_beta hm_omega hm_psi if_sara im_nicola "
    "jf_gongitsune jf_tebukuro",
    "C-": "af_sky jf_nezumi jm_kumo", "D+": "bm_lewis",
    "D": "af_jessica af_river am_echo am_eric am_liam am_onyx bf_alice bf_lily bm_daniel zf_xiaobei zf_xiaoni "
    "zf_xiaoxiao zf_xiaoyi zm_yunjian zm_yunxi zm_yunxia zm_yunyang",
    "D-": "am_santa", "F+": "am_adam", "": "ef_dora em_alex em_santa pf_dora pm_alex pm_santa",
}  # fmt: skip
REMARKS = {"af_heart": "the default", "af_nicole": "whispers", "am_santa": "a deep, jolly voice"}
# OpenAI's thirteen names → the Kokoro voice of the same name, or one of the same character.
OPENAI = {
    "alloy": "af_alloy", "ash": "am_michael", "ballad": "bm_fable", "cedar": "am_fenrir", "coral": "af_bella",
    "echo": "am_echo", "fable": "bm_fable", "marin": "af_heart", "nova": "af_nova", "onyx": "am_onyx",
    "sage": "af_sarah", "shimmer": "af_sky", "verse": "am_puck",
}  # fmt: skip
TERM = re.compile(r"([A-Za-z_]+)(?:\(([0-9]*\.?[0-9]+)\))?")
MOST_TERMS = 8


@dataclass(frozen=True, slots=True)
class Voice:
    """What is known of a voice."""

    name: str
    language: str
    gender: str
    grade: str
    remark: str
    aliases: tuple[str, ...]


CATALOGUE = {
    name: Voice(
        name,
        LANGUAGES[name[0]],
        "female" if name[1] == "f" else "male",
        grade,
        REMARKS.get(name, ""),
        tuple(alias for alias, voice in OPENAI.items() if voice == name),
    )
    for name, grade in sorted((name, grade) for grade, names in GRADES.items() for name in names.split())
}


@dataclass(frozen=True, slots=True)
class Blend:
    """Voices and their shares, which add up to one; a plain voice is a blend of one."""

    parts: tuple[tuple[str, float], ...]

    @property
    def language(self) -> str:
        """The language of the strongest part."""
        return CATALOGUE[max(self.parts, key=lambda part: part[1])[0]].language

    @property
    def name(self) -> str:
        """The same spelling for the same sound."""
        return "+".join(f"{name}({share:.4g})" if len(self.parts) > 1 else name for name, share in self.parts)


def blend_named(text: str) -> Blend:
    """`af_heart`, `nova`, `af_heart+af_sky` or `af_heart(2)+bm_george(1)`."""
    terms = [term.strip() for term in text.split("+")]
    if len(terms) > MOST_TERMS:
        raise UnknownVoice(f"A blend can have {MOST_TERMS} voices at the most, this one has {len(terms)}.")
    weights: dict[str, float] = {}
    for term in terms:
        match = TERM.fullmatch(term)
        if not match:
            raise UnknownVoice(f"Cannot read the voice {_short(term)!r}. Write af_heart, or af_heart(2)+bm_george(1).")
        weight = float(match[2] or 1)
        if not 0 < weight <= 1000 or not math.isfinite(weight):
            raise UnknownVoice(f"The weight of {_short(term)!r} must be above 0 and at most 1000.")
        name = _known(match[1])
        weights[name] = weights.get(name, 0) + weight
    total = sum(weights.values())
    return Blend(tuple((name, weight / total) for name, weight in sorted(weights.items())))


def _known(name: str) -> str:
    key = name.lower()
    key = OPENAI.get(key, key)
    if key in CATALOGUE:
        return key
    names = [*CATALOGUE, *OPENAI]
    bare = {voice.split("_", 1)[-1]: voice for voice in CATALOGUE}
    near = get_close_matches(key, names, n=3, cutoff=0.5) or [bare[n] for n in get_close_matches(key, bare, n=3)]
    hint = f"Nearest: {', '.join(near)}." if near else "See: kokoro-live voices"
    raise UnknownVoice(f"No voice {_short(name)!r}. {hint}")


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "…"


class Voices:
    """The voices file, opened."""

    def __init__(self, path: Path) -> None:
        self._file = np.load(path)
        missing = sorted(set(CATALOGUE) - set(self._file.files))
        if missing:
            raise AssetError(f"{path} lacks the voice {missing[0]}. Run: kokoro-live models fetch")
        # Half a megabyte each, and every request holds one: those of the same voice share it.
        self._kept = lru_cache(MOST_KEPT)(self._made)

    def style(self, blend: Blend) -> Style:
        """The blend's style table; not to be written to."""
        return self._kept(blend)

    def _made(self, blend: Blend) -> Style:
        parts = [np.float32(share) * self._table(name) for name, share in blend.parts]
        made: Style = parts[0] if len(parts) == 1 else np.sum(parts, axis=0, dtype=np.float32)
        made.flags.writeable = False
        return made

    def _table(self, name: str) -> Style:
        table = np.asarray(self._file[name])
        if table.shape != (ROWS, 1, WIDTH) or table.dtype != np.float32 or not np.isfinite(table).all():
            raise AssetError(
                f"The voice {name} has the wrong shape ({table.dtype} {table.shape}, not float32 (510, 1, 256)). "
                f"Run: kokoro-live models fetch"
            )
        return table.reshape(ROWS, WIDTH)
