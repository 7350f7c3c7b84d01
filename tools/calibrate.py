"""Teach the predictor the normalisation statistics of every voice; measure ranges for the integer convolutions.

    python tools/calibrate.py collect --count 5000 [--worker 0 --workers 2]   hours, resumable
    python tools/calibrate.py fit                                             minutes; writes the predictor
    python tools/calibrate.py ranges                                          minutes; writes what int8 needs

Examples are kept in <cache>/calibration/<base>/: what the model knew before its decoder ran (text features, F0, energy,
style) and what came out (means, deviations, loudness). Needs: make setup-lab.
"""

import argparse
import sys
from importlib import import_module
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]


def main() -> int:
    """Run one stage."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    stages = parser.add_subparsers(required=True, dest="stage")
    collect = stages.add_parser("collect")
    collect.add_argument("--count", type=int, default=5000)
    collect.add_argument("--worker", type=int, default=0)
    collect.add_argument("--workers", type=int, default=1)
    stages.add_parser("fit")
    stages.add_parser("ranges").add_argument("--count", type=int, default=216)
    options = parser.parse_args()
    if options.stage == "collect":
        return int(import_module("lab.examples").collect(options.count, options.worker, options.workers))
    if options.stage == "ranges":
        return int(import_module("lab.ranges").run(options.count))
    return int(import_module("lab.fitting").run())


if __name__ == "__main__":
    sys.exit(main())
