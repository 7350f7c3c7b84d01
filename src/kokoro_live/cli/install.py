"""kokoro-live install: what an extra needs, into this very installation."""

import argparse
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import requires

from kokoro_live.errors import BadOption, SetupError

EXAMPLE = "kokoro-live install ja"
NAME = "kokoro-live"
EXTRAS = ("ja", "zh", "bench")  # those that users want
MARK = "extra =="  # in the marker of a requirement


def add_options(parser: argparse.ArgumentParser) -> None:
    """What may be asked for."""
    parser.add_argument("extra", metavar="|".join(EXTRAS))


def run(options: argparse.Namespace) -> int:
    """By pip, however this copy was installed: from an index, a file or a checkout."""
    known = extras()
    if options.extra not in known:
        raise BadOption(f"No extra {options.extra!r}. There are: {', '.join(EXTRAS)}.")
    wanted = known[options.extra]
    print(f"Installing {', '.join(wanted)} into {sys.prefix} …", flush=True)
    done = subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", *wanted], check=False)
    if done.returncode:
        by_hand = f"{sys.executable} -m pip install {wanted[0]!r}"
        raise SetupError(f"pip could not install it (see above). To try by hand: {by_hand}")
    print(f"{options.extra} is here. A server that is running must be started again.")
    return 0


def extras() -> dict[str, list[str]]:
    """The requirements of each extra, as this copy's own metadata has them."""
    requirements: dict[str, list[str]] = {}
    for requirement, extra in _marked():
        requirements.setdefault(extra, []).append(requirement)
    return requirements


def _marked() -> Iterator[tuple[str, str]]:
    for line in requires(NAME) or ():
        requirement, _, marker = line.partition(";")
        if MARK not in marker:
            continue
        others, _, name = marker.rpartition(MARK)
        others = others.strip().removesuffix("and").strip()
        yield requirement.strip() + (f" ; {others}" if others else ""), name.strip(" '\")")
