"""kokoro-live bench check: is a run inside the bands, and no slower than the stored one of the same machine?"""

import argparse
import json
import math
import sys
from pathlib import Path
from typing import Any

import numpy as np

from bench.artefact import gates
from bench.asked import FEWEST
from bench.measure import DRAWS
from bench.sample import OURS
from kokoro_live.config import Settings
from kokoro_live.errors import BadOption

CHANGE, NIGHTLY = 0.10, 0.20  # how much worse than before
CHANCE = 0.05
FIGURES = {"first sound": "ttfa", "RTF": "rtf"}
SAME = ("system", "processor", "cores", "threads")  # of a machine
Document = dict[str, Any]
Costs = list[float]


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
    old, new = _costs(before), _costs(now)
    found = [f"{name}: was measured before, is not now" for name in old if name not in new]
    for name in old.keys() & new.keys():
        was, is_now = (float(np.exp(np.mean(costs[name]))) for costs in (old, new))
        worse = is_now / was - 1
        if not worse <= most and not _by_chance(old[name], new[name]):  # what is no number is worse
            found.append(f"{name}: {was:.4g} before, {is_now:.4g} now, {worse:+.0%}")
    return sorted(found) if old else ["the stored run has nothing to compare"]


def _by_chance(old: Costs, new: Costs) -> bool:
    """Whether draws of such samples are no worse than before in more than one case of twenty. On a shared machine the
    medians of twenty differed by 14 % without a cause (docs/experiments/0078)."""
    random = np.random.default_rng(DRAWS)
    was, is_now = (np.mean(random.choice(costs, (DRAWS, len(costs))), axis=1) for costs in (old, new))
    return float(np.mean(is_now <= was)) > CHANCE


def _costs(found: Document) -> dict[str, Costs]:
    """Logarithms of figures of which less is better, one of each text. Beside a peer in the same run a slow hour
    cancels out; alone it does not. A few samples tell nothing of a tenth; bands judge what is cold or cached."""
    good = [sample for sample in found["samples"] if sample["series"] == "warm" and not sample["faults"]]
    ours = {(sample["preset"], sample["number"]): sample for sample in good if sample["target"] == OURS}
    costs: dict[str, Costs] = {}
    for theirs in (sample for sample in good if sample["target"] != OURS):
        if own := ours.get((theirs["preset"], theirs["number"])):
            for name, what in FIGURES.items():
                costs.setdefault(f"{name} beside {theirs['target']}/{theirs['preset']}", []).append(
                    math.log(own[what] / theirs[what])
                )
    beside = {name.rsplit("/", 1)[1] for name, values in costs.items() if len(values) >= FEWEST}
    for preset, number in ours:
        if preset not in beside:
            for name, what in FIGURES.items():
                costs.setdefault(f"{name} of {OURS}/{preset}", []).append(math.log(ours[preset, number][what]))
    return {name: values for name, values in costs.items() if len(values) >= FEWEST}


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
