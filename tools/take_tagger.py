"""Take spaCy's part-of-speech tagger into the package: the arrays and the manifest in src/kokoro_live/phonemes.

python tools/take_tagger.py collect FOLDER   fetch the texts (git, apt-get) and read them by the project's rules
python tools/take_tagger.py take FOLDER      write the arrays (needs the extra `dev`)
python tools/take_tagger.py judge FOLDER     the phonemes of texts by both, then the manifest beside the arrays

FOLDER keeps the texts; about 3 GB of repositories and packages. Collecting takes ten minutes, judging five.
"""

import argparse
import hashlib
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(Path(__file__).parent), str(ROOT)]

from kokoro_live.phonemes.tagger import FILE

NETWORK = ROOT / "src/kokoro_live/phonemes" / FILE
MANIFEST = NETWORK.with_suffix(".json")
RECIPE = 1  # one more for each change of what is taken or how


def collect(folder: Path) -> None:
    """Every sentence of every source into one file."""
    from training.tagger.text import write_sentences

    for (name, held_out), count in sorted(write_sentences(folder).items()):
        print(f"{count:7}  {name}{'  (held out)' * held_out}")


def take() -> None:
    """The teacher's tables and layers, as arrays."""
    from training.tagger.labels import Teacher
    from training.tagger.taken import arrays

    np.savez(NETWORK, **arrays(Teacher()))  # type: ignore[arg-type]
    print(f"{NETWORK.stat().st_size / 1e6:.2f} MB")


def judge(folder: Path) -> None:
    """How many sentences sound the same, and what a reader of the package should know."""
    from lab.tagger import compared, held_out, told
    from training.tagger.labels import Teacher

    found = compared(held_out(folder))
    manifest = {
        "recipe": RECIPE,
        "network": Teacher().version,
        "licence": "MIT, ExplosionAI GmbH",
        "sha256": hashlib.sha256(NETWORK.read_bytes()).hexdigest(),
        "bytes": NETWORK.stat().st_size,
        "sources": _sources(folder),
        "held_out": found.figures(),
    }
    MANIFEST.write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    told(found, folder / "differences.tsv")


def _sources(folder: Path) -> list[dict[str, Any]]:
    """Where the sentences are from, under which licence, and how many there are."""
    from training.tagger.sources import SOURCES
    from training.tagger.text import read_sentences

    counts = Counter((one.source, one.held_out) for one in read_sentences(folder))
    return [
        {
            "name": source.name,
            "kind": source.kind,
            "origin": source.origin,
            "licence": source.licence,
            "sentences": counts[source.name, True],
        }
        for source in SOURCES
        if counts[source.name, True]
    ]


def main() -> None:
    """One step."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=("collect", "take", "judge"))
    parser.add_argument("folder", type=Path)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    if given.step == "take":
        take()
    else:
        {"collect": collect, "judge": judge}[given.step](given.folder)


if __name__ == "__main__":
    main()
