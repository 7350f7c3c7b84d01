"""A blind test for human ears: A is exact, B is streamed (or the other way round), X is one of them. Which?

python tools/evaluate.py abx --voices af_heart,bm_george --sentences 8 --json abx.html
"""

import hashlib
import json
from pathlib import Path
from random import Random

from kokoro_live.model.voices import CATALOGUE
from lab.corpus import sentence
from lab.examples import Spec
from lab.options import Options
from lab.report import inline_sound
from lab.studio import PREDICTED, Studio

HERE = Path(__file__).parent
LOSSLESS = "flac"  # so that no codec hides a difference


def run(options: Options) -> int:
    """One page that needs nothing else; it keeps the answers in the browser and works out the p-value."""
    studio = Studio(options.settings, options.settings.threads)
    random = Random("abx")
    trials: list[dict[str, str]] = []
    for voice in options.voices:
        language = CATALOGUE[voice].language
        while len(trials) < options.sentences * (options.voices.index(voice) + 1):
            text = sentence(random, language, random.randint(25, 60))
            rendering = studio.render(Spec(voice, language, text, 1.0, 1.0))
            if rendering is not None and rendering.statistics == PREDICTED:  # exact against exact would be no trial
                exact, streamed = (inline_sound(clip, LOSSLESS) for clip in rendering.finished())
                trials.append({"voice": voice, "text": text, "exact": exact, "streamed": streamed})
    target = Path(options.target or "abx.html")
    target.write_text(page(trials), encoding="utf-8")
    print(f"{len(trials)} trials: open {target} in a browser, with headphones.")
    return 0


def page(trials: list[dict[str, str]]) -> str:
    """The page with its trials and its script inside."""
    data = json.dumps(trials).replace("<", "\\u003c")
    name = hashlib.sha256(data.encode()).hexdigest()[:12]
    whole = (HERE / "abx.html").read_text(encoding="utf-8").replace("/*PAGE*/", name).replace("/*TRIALS*/", data)
    return whole.replace("/*SCRIPT*/", (HERE / "abx.js").read_text(encoding="utf-8"))
