"""For the eyes: waveform and spectrogram, exact above predicted."""

from pathlib import Path
from typing import Any

import numpy as np

from kokoro_live.engine import Engine
from kokoro_live.model.voices import CATALOGUE
from kokoro_live.records import SAMPLE_RATE, Samples
from kokoro_live.synthesis import whole
from lab.options import Options

TEXTS = {
    "en": "The old gardener repaired a wooden bridge near the river.",
    "es": "El viejo pescador preparó sopa de pescado cerca del río.",
    "fr": "Le vieux jardinier prépare une soupe aux légumes près de la rivière.",
    "it": "Il vecchio pescatore prepara la zuppa di pesce vicino al fiume.",
    "pt": "O velho pescador preparou sopa de peixe perto do rio.",
    "hi": "मेरी बहन ने नदी के पास मछली का सूप बनाया।",
    "ja": "年取った漁師は魚のスープを作って家に帰りました。",
    "zh": "那位老渔夫做了一锅鱼汤，然后就回家了。",
}


def run(options: Options) -> int:
    """One column per voice, written as PNG."""
    from matplotlib.figure import Figure

    engine, voices, target = Engine(options.settings), options.voices, options.target
    figure = Figure(figsize=(4 * len(voices), 8), layout="constrained")
    grid = figure.subplots(4, len(voices), squeeze=False)
    for column, voice in enumerate(voices):
        text = TEXTS[CATALOGUE[voice].language[:2]]
        for row, latency in ((0, "quality"), (2, "fast")):
            samples = whole(engine.stream(text, voice, latency=latency))
            waveform(grid[row][column], samples)
            grid[row][column].set_title(f"{voice}, {'exact' if latency == 'quality' else 'predicted'}")
            spectrogram(grid[row + 1][column], samples)
    figure.savefig(Path(target or "streaming.png"), dpi=80)
    print(dict(engine.model.counts))
    return 0


def waveform(axes: Any, samples: Samples) -> None:
    """Full scale, seconds."""
    axes.plot(np.arange(len(samples)) / SAMPLE_RATE, samples, linewidth=0.3)
    axes.set_ylim(-1, 1)


def spectrogram(axes: Any, samples: Samples) -> None:
    """The same colours for the same levels in every picture."""
    with np.errstate(divide="ignore"):  # digital silence has no level
        axes.specgram(samples, NFFT=512, noverlap=384, Fs=SAMPLE_RATE, vmin=-140, vmax=-30)
