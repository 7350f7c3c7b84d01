"""The lab: judge what the engine makes.

python tools/evaluate.py exactness     the engine against the unsplit model, windows against the whole
python tools/evaluate.py timings       word timings against a recogniser's (needs: make setup-lab)
python tools/evaluate.py streaming     predicted statistics against exact ones, held out (needs: make setup-lab)
python tools/evaluate.py wer           a recogniser's word errors, fast against exact (needs: make setup-lab)
python tools/evaluate.py picture       waveforms and spectrograms, exact above predicted (needs: make setup-lab)
python tools/evaluate.py finished      loudness, peaks and clicks of a thousand finished clips (needs: make setup-lab)
python tools/evaluate.py quality       the quality gate on every variant, with a page (needs: make setup-lab)
python tools/evaluate.py naive         build a bad variant, to see the gate reject it
python tools/evaluate.py golden        take new fingerprints of the golden clips
python tools/evaluate.py normalise     what is written and how it is said: every case of tests/data
python tools/evaluate.py readings F    tables of blind lines, by their words or by their sound
python tools/evaluate.py ssml          what each mark does to length, pitch and level
python tools/evaluate.py figures       word errors of figures, beside the same spelled by hand (needs: make setup-lab)
python tools/evaluate.py languages     character errors in nine languages, beside kokoro-onnx (needs: make setup-lab)
python tools/evaluate.py stalled       the first sound when the English front end hangs
python tools/evaluate.py peers         word errors, pauses, fresh starts in what a bench kept (needs: make setup-lab)
python tools/evaluate.py tagger [F]    phonemes by our tagger beside spaCy's; F: a folder of tools/take_tagger.py
python tools/evaluate.py abx           a page with a blind test for human ears
"""

import argparse
import sys
from importlib import import_module
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

from kokoro_live.config import Settings
from lab.options import Options

EVALUATIONS = (
    "exactness", "timings", "streaming", "wer", "picture", "finished", "quality", "naive",
    "golden", "normalise", "readings", "ssml", "figures", "languages", "stalled", "peers", "abx", "same", "tagger",
)  # fmt: skip


def main() -> int:
    """Run one evaluation; exit status 1 if it misses its target."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=EVALUATIONS)
    parser.add_argument("files", nargs="*", help="tables, for `readings`")
    parser.add_argument("--sentences", type=int, default=20, help="sentences per voice")
    parser.add_argument("--voices", default="af_heart,am_puck,bf_emma,bm_george,ff_siwis,zf_xiaobei")
    parser.add_argument("--variants", help="of the vocoder; all that are present if not given")
    parser.add_argument(
        "--json", metavar="FILE", help="keep every figure; a run that was stopped goes on where FILE ends"
    )
    parser.add_argument("--worker", type=int, default=0, help="this one's number, when several share --json FILE")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--against", metavar="REV", help="an earlier revision, for `same`")
    given = parser.parse_args()
    evaluation = import_module(f"lab.{given.what}")
    voices = given.voices.split(",")
    variants = given.variants.split(",") if given.variants else []
    where = given.json, given.worker, given.workers, given.files, given.against
    options = Options(Settings.load(), given.sentences, voices, variants, *where)
    return int(evaluation.run(options))


if __name__ == "__main__":
    sys.exit(main())
