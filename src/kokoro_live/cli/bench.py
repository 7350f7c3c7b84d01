"""kokoro-live bench: the measurements of a checkout; they are not part of an installation."""

import argparse
import sys
from pathlib import Path

import kokoro_live
from kokoro_live.errors import SetupError

EXAMPLE = "kokoro-live bench --presets short,long:5 --against kokoro-onnx --json run.json"
CHECKOUT = Path(kokoro_live.__file__).parents[2]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Those of the bench itself, if it is here."""
    if not (CHECKOUT / "bench" / "options.py").is_file():
        raise SetupError("The bench is not part of an installation: get the sources, and in them run: make bench")
    sys.path.append(str(CHECKOUT))
    from bench.options import add_options as add_own

    add_own(parser)


def run(options: argparse.Namespace) -> int:
    """One measurement."""
    from bench.options import run as measure

    return measure(options)
