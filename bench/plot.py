"""A picture of a bench run."""

from pathlib import Path
from typing import Any

from kokoro_live.errors import MissingPackage


def plot(document: dict[str, Any], against: str, target: Path) -> None:
    """First sound beside the other library's, by length of text, and the audio buffered."""
    try:
        from matplotlib.figure import Figure
    except ImportError as missing:
        raise MissingPackage("A plot", "matplotlib") from missing
    figure = Figure(figsize=(12, 3.6), layout="constrained")
    first, lengths, margins = figure.subplots(1, 3)
    names = ["kokoro-live", against]
    first.boxplot([[t["ttfa"] for t in document["trials"][name]] for name in names], tick_labels=names)
    first.set(title=f"first audible sample, {document['characters']} characters", ylabel="seconds", ylim=(0, None))
    sweep = document["sweep_trials"]
    if sweep:
        names = [key.replace(", ", ",\n") for key in sweep]
        lengths.boxplot([[t["ttfa"] for t in sweep[key]] for key in sweep], tick_labels=names)
    lengths.set(title="first audible sample by length", xlabel="characters", ylabel="seconds", ylim=(0, None))
    ours = [*document["trials"]["kokoro-live"], *(t for done in sweep.values() for t in done)]
    margins.hist([t["margin"] for t in ours], bins=20)
    margins.axvline(0, color="red")
    margins.set(title="audio buffered when scarcest", xlabel="seconds (below 0: a gap)")
    figure.savefig(target, dpi=110)
