from pathlib import Path

import pytest

from kokoro_live.cli import main
from kokoro_live.config import WITHOUT_EFFECT, Settings
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


def test_a_file_below_variables_below_flags(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text(
        'port = 9001\nvoice = "bf_emma"\nspeed = 1.5\nephemeral = true\nallowed_hosts = ["a.home", "b.home"]\n'
    )
    settings = Settings.load({"KOKORO_CONFIG": str(file), "KOKORO_VOICE": "am_puck"}, {"speed": "2"})
    assert (settings.port, settings.voice, settings.speed) == (9001, "am_puck", 2.0)
    assert settings.ephemeral is True and settings.allowed_hosts == ("a.home", "b.home")


@pytest.mark.parametrize("text", ["prot = 1", "port = 'x'", "port = ", "[port]\nx = 1", "host = ['nonsense']"])
def test_a_wrong_file_is_named(tmp_path: Path, text: str) -> None:
    file = tmp_path / "config.toml"
    file.write_text(text)
    with pytest.raises(ConfigError, match=r"config\.toml"):
        Settings.load({"KOKORO_CONFIG": str(file)})


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(ConfigError, match="not a file"):
        Settings.load({"KOKORO_CONFIG": "/nowhere/config.toml"})


@pytest.mark.parametrize("name", WITHOUT_EFFECT)
def test_what_has_no_effect_says_why_and_stops_nobody(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert Settings.load({f"KOKORO_{name.upper()}": "1"}) == Settings.load({})
    assert WITHOUT_EFFECT[name] in capsys.readouterr().err


def test_an_unknown_variable_is_told_and_stops_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    assert Settings.load({"KOKORO_PROT": "1"}) == Settings.load({})
    assert "Did you mean KOKORO_PORT?" in capsys.readouterr().err


def test_an_unknown_flag_or_line_of_a_file_is_an_error() -> None:
    with pytest.raises(ConfigError, match="--port"):
        Settings.load({}, {"prot": "1"})


def test_localhost_is_both_its_addresses() -> None:
    assert Settings.load({"KOKORO_HOST": "localhost"}).host == ("127.0.0.1", "::1")


@pytest.mark.parametrize("origin", ["localhost:3000", "*", "http://x.com/", "http://a@b", "http://*.x.com"])
def test_an_origin_that_will_never_match_is_refused(origin: str) -> None:
    with pytest.raises(ConfigError, match="will never match"):
        Settings.load({"KOKORO_ALLOWED_ORIGINS": origin})


def test_origins_as_browsers_send_them() -> None:
    given = "http://localhost:3000,https://x.com,chrome-extension://abc,http://[::1]:8080"
    assert Settings.load({"KOKORO_ALLOWED_ORIGINS": given}).allowed_origins == tuple(given.split(","))


def test_pauses_are_a_name_or_a_number() -> None:
    assert Settings.load({"KOKORO_PAUSES": "slow"}).pauses == "slow"
    assert Settings.load({"KOKORO_PAUSES": "0.5"}).pauses == "0.5"
    with pytest.raises(ConfigError, match="KOKORO_PAUSES"):
        Settings.load({"KOKORO_PAUSES": "long"})


def test_a_key_is_never_shown() -> None:
    assert "hush" not in str(Settings.load({"KOKORO_API_KEY": "hush"}).shown())


def test_what_config_prints_brings_the_same_about(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config"]) == 0
    file = tmp_path / "config.toml"
    file.write_text(capsys.readouterr().out)
    assert Settings.load({"KOKORO_CONFIG": str(file)}) == Settings.load()
