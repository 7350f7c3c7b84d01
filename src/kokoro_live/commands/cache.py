"""kokoro-live cache: the audio kept on disk."""

import argparse

from kokoro_live.cache import Cache, folder_of
from kokoro_live.config import Settings


def run(options: argparse.Namespace) -> int:
    """Show or clear."""
    settings = Settings.load()
    folder = folder_of(settings.cache_dir)
    cache = Cache(folder, settings.cache_mb * 1_000_000)
    if options.action == "clear":
        print(f"Forgot {cache.clear()} takes.")
    else:
        print(f"{cache.takes} takes, {cache.size / 1e6:.1f} of {settings.cache_mb} MB, in {folder}")
    return 0
