"""The lab: judge what the engine makes.

python tools/evaluate.py exactness     the engine against the unsplit model, windows against the whole
python tools/evaluate.py timings       word timings against a recogniser's (needs: make setup-lab)
python tools/evaluate.py streaming     predicted statistics against exact ones, held out (needs: make setup-lab)
python tools/evaluate.py wer           a recogniser's word errors, fast against exact (needs: make setup-lab)
python tools/evaluate.py picture       waveforms and spectrograms, exact above predicted (needs: make setup-lab)
python tools/evaluate.py loudness      every voice at three speeds by an independent meter (needs: make setup-lab)
"""

import argparse
import sys
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from kokoro_live.config import Settings
from lab.options import Options


def main() -> int:
    """Run one evaluation; exit status 1 if it misses its target."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("exactness", "timings", "streaming", "wer", "picture", "loudness"))
    parser.add_argument("--sentences", type=int, default=20, help="sentences per voice")
    parser.add_argument("--voices", default="af_heart,am_puck,bf_emma,bm_george,ff_siwis,zf_xiaobei")
    parser.add_argument("--json", metavar="FILE", help="keep every figure; streaming and wer go on where FILE ends")
    parser.add_argument("--worker", type=int, default=0, help="this one's number, when several share --json FILE")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    evaluation = import_module(f"lab.{given.what}")
    voices = given.voices.split(",")
    options = Options(Settings.load(), given.sentences, voices, given.json, given.worker, given.workers)
    return int(evaluation.run(options))


if __name__ == "__main__":
    sys.exit(main())
