"""Two minutes of the gate: it accepts the good variant and rejects a bad one."""

import os
import shutil
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from kokoro_live.assets.fetch import Store
from kokoro_live.assets.manifest import VOICES, manifest
from kokoro_live.config import Settings
from kokoro_live.model.store import Graphs
from lab import naive
from lab.quality import Lab, gates, heard, items, notes
from lab.rows import Row

VOICE_SAMPLE = ("af_heart", "am_onyx", "bf_emma", "ff_siwis", "hm_psi")


def judged(settings: Settings) -> list[Row]:
    lab = Lab(settings, recogniser=False)
    known = sorted(items(11), key=lambda spec: len(spec.text))  # long ones do not fit into one segment
    rows = [lab.judge(next(spec for spec in known if spec.voice == voice)) for voice in VOICE_SAMPLE]
    return [row for row in rows if row is not None]


def failing(rows: list[Row]) -> set[str]:
    compiled = find_spec("pesq") is not None
    return {gate.name for gate in gates(rows) if not gate.passed and (compiled or "PESQ" not in gate.name)}


@pytest.fixture(scope="module")
def apart(settings: Settings, store: Store, graphs: Graphs, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """The same graphs in a folder of their own, where a bad variant does no harm."""
    cache: Path = tmp_path_factory.mktemp("variants")
    shutil.copytree(graphs.folder, cache / "derived" / graphs.folder.name, copy_function=_linked)
    published = store.fetch(manifest()[VOICES]).parent
    return replace(settings, cache_dir=cache, model_dir=published)


def _linked(source: str, target: str) -> str:
    try:
        os.link(source, target)
    except OSError:  # another file system
        shutil.copy(source, target)
    return target


def test_the_default_variant_passes(settings: Settings) -> None:
    rows = judged(settings)
    assert len(rows) == len(VOICE_SAMPLE)
    assert failing(rows) == set()
    assert not heard(rows).passed  # five sentences say nothing about word errors
    assert any("DNSMOS" in line for line in notes(rows))


def test_a_naive_int8_variant_is_rejected(apart: Settings) -> None:
    naive.build(apart)
    rows = judged(replace(apart, variant=naive.NAME))
    assert len(rows) == len(VOICE_SAMPLE)
    assert failing(rows)


def test_nothing_judged_is_a_failure() -> None:
    with pytest.warns(RuntimeWarning):
        assert all(not gate.passed for gate in gates([]))
