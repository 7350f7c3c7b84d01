from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kokoro_live.assets.fetch import Store
from kokoro_live.assets.manifest import VOICES, manifest
from kokoro_live.errors import AssetError, UnknownVoice
from kokoro_live.model.voices import CATALOGUE, OPENAI, Voices, blend_named
from kokoro_live.phonemes.alphabet import LANGUAGES


@pytest.fixture(scope="module")
def voices(store: Store) -> Voices:
    return Voices(store.fetch(manifest()[VOICES]))


def test_all_54_voices_have_a_language_and_a_style(voices: Voices) -> None:
    assert len(CATALOGUE) == 54
    for voice in CATALOGUE.values():
        assert voice.language in LANGUAGES and voice.gender in ("female", "male")
        assert voices.style(blend_named(voice.name)).shape == (510, 256)


def test_openai_names() -> None:
    names = "alloy ash ballad cedar coral echo fable marin nova onyx sage shimmer verse".split()
    assert sorted(OPENAI) == names
    assert blend_named("Nova").parts == (("af_nova", 1.0),)


def test_blends_are_weighted_averages(voices: Voices) -> None:
    heart, george = (voices.style(blend_named(name)) for name in ("af_heart", "bm_george"))
    mixed = voices.style(blend_named("af_heart(2)+bm_george(1)"))
    np.testing.assert_allclose(mixed, (2 * heart + george) / 3, atol=1e-6)
    np.testing.assert_array_equal(voices.style(blend_named("af_heart+af_heart")), heart)


def test_the_order_of_a_blend_does_not_matter() -> None:
    assert blend_named("af_sky+af_heart(3)") == blend_named("af_heart(3) + af_sky")
    assert blend_named("af_heart(2)+bm_george").language == "en-us"


@pytest.mark.parametrize("name", ["af_hart", "hart", "hearth", "AF_HEAT"])
def test_a_typo_names_the_nearest(name: str) -> None:
    with pytest.raises(UnknownVoice, match="af_heart"):
        blend_named(name)


@pytest.mark.parametrize(
    "name",
    ["", "+", "af_heart+", "../../etc/passwd", "af_heart(nan)+af_sky", "af_heart(0)", "af_heart(-1)", "af_heart(1e9)",
     "af_heart\0", "+".join(["af_sky"] * 200), "af_heart(2", "x" * 5000],
)  # fmt: skip
def test_nonsense_is_refused_shortly(name: str) -> None:
    with pytest.raises(UnknownVoice) as caught:
        blend_named(name)
    assert len(str(caught.value)) < 200


@given(st.text(max_size=40))
def test_any_name_is_a_voice_or_unknown(name: str) -> None:
    with suppress(UnknownVoice):
        assert blend_named(name).parts


def test_a_voice_of_the_wrong_shape(tmp_path: Path, voices: Voices) -> None:
    tables = {name: np.zeros((510, 1, 256), np.float32) for name in CATALOGUE}
    tables["af_heart"] = np.zeros((510, 256), np.float32)
    tables["af_sky"] = np.full((510, 1, 256), np.nan, np.float32)
    np.savez(tmp_path / "voices.npz", **tables)  # type: ignore[arg-type]
    broken = Voices(tmp_path / "voices.npz")
    for name in ("af_heart", "af_sky"):
        with pytest.raises(AssetError, match=f"{name}.*models fetch"):
            broken.style(blend_named(name))


def test_a_voices_file_that_lacks_one(tmp_path: Path) -> None:
    np.savez(tmp_path / "voices.npz", af_heart=np.zeros((510, 1, 256), np.float32))
    with pytest.raises(AssetError, match="lacks the voice"):
        Voices(tmp_path / "voices.npz")
