"""kokoro-live bench check: is a run inside the bands, and no slower than the stored one of the same machine?"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kokoro_live.bench.artefact import gates
from kokoro_live.bench.asked import FEWEST
from kokoro_live.bench.sample import OURS
from kokoro_live.config import Settings
from kokoro_live.errors import BadOption

CHANGE, NIGHTLY = 0.10, 0.20  # how much worse than before
SAME = ("system", "processor", "cores", "threads")  # of a machine
Document = dict[str, Any]


def run(options: argparse.Namespace) -> int:
    """Exit status 1 for a missed gate or a regression, or if there is nothing to compare with."""
    found = _read(options.run)
    kept = Path(options.baseline) if options.baseline else _place(found)
    failed = gates(found)  # by today's bands, whatever the file says
    if options.keep:
        if failed:
            raise BadOption("A run that misses its gates cannot be what others are measured by.")
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(found) + "\n")
        print(f"kept as {kept}")
        return 0
    if not kept.exists():
        raise BadOption(f"There is no {kept} to compare with. Run this with --keep on a run you trust.")
    most = NIGHTLY if options.nightly else CHANGE
    failed += regressions(_read(str(kept)), found, most)
    for gate in failed:
        print(f"FAIL: {gate}", file=sys.stderr)
    print("FAIL" if failed else f"inside the bands, and nothing is more than {most:.0%} worse than before")
    return 1 if failed else 0


def regressions(before: Document, now: Document, most: float) -> list[str]:
    """What became worse by more than `most`, or cannot be told."""
    differs = [key for key in SAME if before["machine"][key] != now["machine"][key]]
    if differs:
        return [f"the stored run is of another machine ({', '.join(differs)})"]
    if before["config_hash"] != now["config_hash"]:
        return ["the stored run measured something else"]
    old, new = dict(_costs(before)), dict(_costs(now))
    found = [f"{name}: was measured before, is not now" for name in old if name not in new]
    for name in old.keys() & new.keys():
        worse = new[name] / old[name] - 1
        if not worse <= most:  # what is no number is worse
            found.append(f"{name}: {old[name]:.4g} before, {new[name]:.4g} now, {worse:+.0%}")
    return sorted(found) if old else ["the stored run has nothing to compare"]


def _costs(found: Document) -> Iterator[tuple[str, float]]:
    """Figures of which less is better. Beside a peer in the same run a slow hour cancels out; alone it does not. A few
    samples tell nothing of a tenth; what is cold or cached is left to the bands."""
    beside = set()
    for name, figures in found["ratios"].items():
        if "too_few" not in figures:
            beside.add(name.rsplit("/", 1)[1])
            yield f"first sound beside {name}", 1 / figures["times_sooner"]["value"]
            yield f"RTF beside {name}", figures["rtf_ratio"]["value"]
    for name, figures in found["series"].items():
        target, preset, series = name.rsplit("/", 2)
        if (target, series) == (OURS, "warm") and preset not in beside and figures["n"] >= FEWEST:
            yield f"first sound of {name}", figures["ttfa"]["p50"]
            yield f"RTF of {name}", figures["rtf"]["p50"]


def _read(path: str) -> Document:
    try:
        found: Document = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadOption(f"{path} is not a run of the bench: {error}") from error
    if found.get("kind") != "speech":
        raise BadOption(f"{path} is not a run of `kokoro-live bench`.")
    return found


def _place(found: Document) -> Path:
    return Settings.load().cache_dir / "bench" / f"{found['config_hash']}.json"
