"""kokoro-live cache: the audio kept on disk."""

import argparse

from kokoro_live.cache import cache_of
from kokoro_live.config import Settings

EXAMPLE = "kokoro-live cache show"


def add_options(parser: argparse.ArgumentParser) -> None:
    """What may be asked for."""
    parser.add_argument("action", choices=("show", "clear"))


def run(options: argparse.Namespace) -> int:
    """Show or clear."""
    settings = Settings.load()
    cache = cache_of(settings)
    if cache is None:
        print("Nothing is kept: see KOKORO_EPHEMERAL and KOKORO_CACHE_MB.")
    elif options.action == "clear":
        print(f"Forgot {cache.clear()} cached segments.")
    else:
        print(f"{cache.entries} cached segments, {cache.size / 1e6:.1f} of {settings.cache_mb} MB, in {cache.folder}")
    return 0
