"""Golden clips: what the engine says today, and that a change of sound would be noticed."""

from dataclasses import replace

import numpy as np
import pytest

from kokoro_live.config import Settings
from kokoro_live.engine import Engine
from kokoro_live.model.store import FOLDED
from kokoro_live.records import Samples
from lab.golden import CLIPS, VARIANTS, clips, difference, read


@pytest.fixture(scope="module", params=VARIANTS)
def variant(request: pytest.FixtureRequest, engine: Engine) -> str:
    if request.param not in (FOLDED, engine.model.variant):
        pytest.skip("not on this machine")
    return str(request.param)


@pytest.fixture(scope="module")
def spoken(variant: str, engine: Engine, settings: Settings) -> list[Samples]:
    same = variant == engine.model.variant
    return list(clips(engine if same else Engine(replace(settings, variant=variant))))


@pytest.mark.parametrize("number", range(len(CLIPS)))
def test_the_engine_sounds_as_it_did(variant: str, spoken: list[Samples], number: int) -> None:
    golden = read(variant)[number]
    assert difference(spoken[number], golden) is None, "if it is meant: python tools/evaluate.py golden"


@pytest.mark.parametrize(
    "change", ["louder", "duller", "later", "another voice", "shorter", "clicking", "peaks", "no numbers"]
)
def test_a_change_trips_it(variant: str, spoken: list[Samples], change: str) -> None:
    clip, golden = spoken[0], read(variant)[0]
    changed = {
        "louder": clip * np.float32(1.06),  # half a decibel
        "duller": np.convolve(clip, np.ones(2) / 2, "same").astype(np.float32),
        "later": np.concatenate([np.zeros(100, np.float32), clip]),
        "another voice": spoken[5][: len(clip)],
        "shorter": clip[:-2400],
        "clicking": clip + np.float32(0.05) * (np.arange(len(clip)) % 4800 == 0),
        "peaks": np.where(np.abs(clip) == np.abs(clip).max(), 1.3 * clip, clip),
        "no numbers": np.full(len(clip), np.nan, np.float32),
    }
    assert difference(clip, golden) is None
    assert difference(changed[change], golden) is not None
