import pytest

from kokoro_live.config import Settings
from kokoro_live.errors import ConfigError


def test_defaults_need_no_environment() -> None:
    settings = Settings.load({})
    assert settings.voice == "af_heart" and settings.port == 8880 and settings.threads >= 1
    assert settings.cache_dir.name == "kokoro-live"


def test_variables_are_honoured() -> None:
    given = {"KOKORO_CACHE_DIR": "/x/y", "KOKORO_PORT": "9000", "KOKORO_SOURCES": "local,hub", "KOKORO_SPEED": "1.5"}
    settings = Settings.load(given)
    assert str(settings.cache_dir) == "/x/y" and settings.port == 9000
    assert settings.sources == ("local", "hub") and settings.speed == 1.5


def test_other_programs_variables_are_ignored() -> None:
    assert Settings.load({"PATH": "/bin", "KOKOROX": "1"}) == Settings.load({})


@pytest.mark.parametrize(
    ("name", "value", "hint"),
    [
        ("KOKORO_PROT", "1", "KOKORO_PORT"),
        ("KOKORO_PORT", "65536", "from 0 to 65535"),
        ("KOKORO_PORT", "http", "from 0 to 65535"),
        ("KOKORO_SPEED", "nan", "from 0.25 to 4"),
        ("KOKORO_BASE", "int4", "auto, int8, fp32"),
        ("KOKORO_SOURCES", "ftp", "local, index, release, hub"),
    ],
)
def test_a_wrong_setting_names_the_right_one(name: str, value: str, hint: str) -> None:
    with pytest.raises(ConfigError, match=hint) as caught:
        Settings.load({name: value})
    assert name in str(caught.value)
