"""kokoro-live config: every setting, its value and what it does."""

import argparse
import json

from kokoro_live.config import PREFIX, SETTINGS, Settings, default_config_file

EXAMPLE = "kokoro-live config"


def add_options(parser: argparse.ArgumentParser) -> None:
    """What may be asked for."""
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(options: argparse.Namespace) -> int:
    """As a TOML file that would bring the same settings about."""
    shown = Settings.load().shown()
    if options.json:
        print(json.dumps(shown, indent=1))
        return 0
    print(f"# {default_config_file()}, or {PREFIX}CONFIG=FILE; each setting also as {PREFIX}NAME=VALUE")
    for name, value in shown.items():
        line = f"{name} = {_toml(value)}"
        line = f"# {line}" if value in (None, "", "set") else line
        print(f"{line:52} # {SETTINGS[name].metadata['what']}")
    return 0


def _toml(value: object) -> str:
    if value is None:
        return '""'
    return json.dumps(list(value) if isinstance(value, tuple) else value)
