"""Put the server under strain and see that it holds: figures, and exit status 1 if one misses its target.

python tools/strain.py                        everything (about an hour on two cores)
python tools/strain.py --short                the same with small numbers (minutes; what the suite runs)
python tools/strain.py storm fuzz             only these

Each scenario starts a server of its own on a free port of this machine, talks to it over loopback only, and ends it.
"""

import argparse
import asyncio
import json
import sys
from importlib import import_module
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

from bench.artefact import machine
from kokoro_live.config import Settings

SCENARIOS = ("latency", "together", "newcomer", "health", "storm", "stalled", "overload", "fuzz", "repeats")


def main() -> int:
    """Run scenarios one after another."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenarios", nargs="*", metavar="|".join(SCENARIOS), default=[])
    parser.add_argument("--short", action="store_true", help="small numbers: proves that it runs, not the figures")
    parser.add_argument("--json", metavar="FILE", help="write the figures")
    given = parser.parse_args()
    results = []
    for name in given.scenarios or SCENARIOS:
        if name not in SCENARIOS:
            parser.error(f"no scenario {name!r}; there are: {', '.join(SCENARIOS)}")
        module = import_module(f"strain_lab.{name}")
        result = asyncio.run(module.run(given.short))
        results.append({"scenario": name, **result})
        print(json.dumps(results[-1]), flush=True)
    if given.json:
        facts = {"kind": "strain", "machine": machine(Settings.load()), "scenarios": results}
        Path(given.json).write_text(json.dumps(facts, indent=1) + "\n")
    missed = [result["scenario"] for result in results if not result["passed"]]
    print("FAIL: " + ", ".join(missed) if missed else "PASS")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
