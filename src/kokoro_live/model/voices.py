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
TERM = re.compile(r"([A-Za-z0-9_]+)(?:\(\s*([0-9]*\.?[0-9]+)\s*\))?")
SIGNS = re.compile(r"\s*([+-])\s*")
OWNER = re.compile(r"[\w.-]{1,60}/")  # kokoro/af_heart
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

    parts: tuple[tuple[str, float], ...]  # a share below 0 is taken away from the others
    name: str  # the same spelling for the same sound

    @property
    def language(self) -> str:
        """The language of the strongest part."""
        return CATALOGUE[max(self.parts, key=lambda part: part[1])[0]].language


def blend_named(text: str) -> Blend:
    """`af_heart`, `nova`, `af_heart+af_sky`, `af_heart(2)+bm_george(1)` or `af_heart(2)-af_sky(1)`."""
    first, *others = SIGNS.split(OWNER.sub("", text.strip(), count=1))
    terms = [("+", first), *zip(others[::2], others[1::2], strict=True)]
    if len(terms) > MOST_TERMS:
        raise UnknownVoice(f"A blend can have {MOST_TERMS} voices at the most, this one has {len(terms)}.")
    added: dict[str, float] = {}
    taken: dict[str, float] = {}
    for sign, term in terms:
        match = TERM.fullmatch(term)
        if not match:
            raise UnknownVoice(f"Cannot read the voice {_short(term)!r}. Write af_heart, or af_heart(2)+bm_george(1).")
        weight = float(match[2] or 1)
        if not 0 < weight <= 1000 or not math.isfinite(weight):
            raise UnknownVoice(f"The weight of {_short(term)!r} must be above 0 and at most 1000.")
        name, weights = _known(match[1]), added if sign == "+" else taken
        weights[name] = weights.get(name, 0) + weight
    return Blend(tuple(sorted(_shares(added, taken).items())), _spelling(added, taken))


def _shares(added: dict[str, float], taken: dict[str, float]) -> dict[str, float]:
    """Shares that add up to one. What is taken away moves the others away from it, as far as its weight says: so
    `a-b` is a voice, too, and not nothing."""
    total, away = sum(added.values()), sum(taken.values())
    further = away / (total + away)
    shares = {name: (1 + further) * weight / total for name, weight in added.items()}
    for name, weight in taken.items():
        shares[name] = shares.get(name, 0) - further * weight / away
    return shares


def _spelling(added: dict[str, float], taken: dict[str, float]) -> str:
    """The weights, such that what is added comes to one, in order of the names."""
    if len(added) == 1 and not taken:
        return next(iter(added))
    total = sum(added.values())
    plus, minus = ([f"{name}({each[name] / total:.4g})" for name in sorted(each)] for each in (added, taken))
    return "-".join(["+".join(plus), *minus])


def nearest_voice(language: str, gender: str | None) -> str:
    """The best voice of a language, of a gender if it has one."""
    names = [name for graded in GRADES.values() for name in graded.split() if LANGUAGES[name[0]] == language]
    return next((name for name in names if CATALOGUE[name].gender == gender), names[0])


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
        style: Style = parts[0] if len(parts) == 1 else np.sum(parts, axis=0, dtype=np.float32)
        style.flags.writeable = False
        return style

    def _table(self, name: str) -> Style:
        table = np.asarray(self._file[name])
        if table.shape != (ROWS, 1, WIDTH) or table.dtype != np.float32 or not np.isfinite(table).all():
            raise AssetError(
                f"The voice {name} has the wrong shape ({table.dtype} {table.shape}, not float32 (510, 1, 256)). "
                f"Run: kokoro-live models fetch"
            )
        return table.reshape(ROWS, WIDTH)
