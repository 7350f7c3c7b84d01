"""A bench for the eyes: a table in the terminal, a page with plots."""

import base64
import sys
from html import escape
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

from bench.sample import OURS
from kokoro_live.errors import MissingPackage

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Document = dict[str, Any]
WIDE = 132  # characters
COLUMNS = (
    "series", "n", "first sound, ms p50", "p95", "to the ear, ms p50", "first byte, ms p50", "RTF p50", "p95",
    "margin p5, s", "gaps",
)  # fmt: skip
COMPARED = {
    "times_sooner": "times sooner",
    "times_sooner_heard": "to the ear",
    "rtf_ratio": "of their real-time factor",
}
SERIES = ("cold", "warm", "cached")
HEARD = {"wrong": "wrong words", "pauses": "pauses", "unmarked": "pauses without a mark", "fresh": "fresh starts"}
COSTS = {"first_sound_by_stage": "until the first sound, ms", "rtf_by_stage": "per second of speech, ms"}
STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; color: #1b1f24 }
table { border-collapse: collapse; margin: 1rem 0 } td, th { padding: .25rem .8rem; text-align: right }
td:first-child, th:first-child { text-align: left } tr + tr { border-top: 1px solid #d8dee4 }
.bad { color: #b3261e } .good { color: #1a7f37 } img { max-width: 100% }
"""


def show(found: Document) -> None:
    """What a person reads first."""
    console = Console(width=None if sys.stdout.isatty() else WIDE)  # a file has room
    table = Table(*COLUMNS)
    table.columns[0].no_wrap = True
    for row in rows(found):
        table.add_row(*row)
    console.print(table)
    for line in told(found):
        console.print(line, highlight=False)


def rows(found: Document) -> list[tuple[str, ...]]:
    """One for each series; a figure that is missing is a dash, not a zero."""
    return [(name, *_cells(found["series"][name])) for name in sorted(found["series"], key=_place)]


def _place(name: str) -> tuple[int, str, bool, str]:
    """What can be compared stands side by side, ours first."""
    target, preset, series = name.rsplit("/", 2)
    return SERIES.index(series), preset, target != OURS, target


def _cells(figures: Document) -> tuple[str, ...]:
    if "ttfa" not in figures:
        return ("0", *("–" for _ in COLUMNS[2:]))
    times = (("ttfa", "p50"), ("ttfa", "p95"), ("heard", "p50"), ("ttfb", "p50"))
    ms = [f"{1000 * figures[name][p]:.0f}" for name, p in times]
    rtf = [f"{figures['rtf'][p]:.3f}" for p in ("p50", "p95")]
    return (str(figures["n"]), *ms, *rtf, f"{figures['margin']['p5']:+.2f}", str(figures["gaps"]["count"]))


def heard(found: Document) -> list[tuple[str, ...]]:
    """What a recogniser and a pitch tracker found in the sound, per 100 words, if they were asked (evaluate.py peers):
    who speaks a few words at a time pauses where no mark stands, and begins anew on a high note."""
    return [
        (name, str(figures["n"]), *(f"{figures[key]:.1f}" for key in HEARD))
        for name, figures in found.get("listening", {}).items()
    ]


def told(found: Document) -> list[str]:
    """Everything that is said in words."""
    return [*_compared(found), *_alone(found), *_labelled(found)]


def _compared(found: Document) -> list[str]:
    """Us beside each peer, with intervals."""
    lines = []
    for name, figures in found["ratios"].items():
        if "too_few" in figures:
            lines.append(f"{name}: {figures['n']} pairs are too few to compare; {figures['too_few']} are needed")
            continue
        ratios = {
            key: f"{figures[key]['value']:.2f} {what} ({figures[key]['low']:.2f} to {figures[key]['high']:.2f}, "
            f"pair by pair {figures[key]['by_pairs']:.2f})"
            for key, what in COMPARED.items()
        }
        lines.append(f"beside {name}: {', '.join(ratios.values())}, n {figures['n']}")
    return lines


def _alone(found: Document) -> list[str]:
    """What a server needs to start and to run."""
    lines = []
    if ready := found["ready_seconds"]:
        lines.append(f"ready after {', '.join(f'{seconds:.1f}' for seconds in ready)} s")
    for name, memory in found["memory"].items():
        lines.append(f"memory of {name}: {memory['first_mb']} MB at first, {memory['most_mb']} at most")
    return lines


def _labelled(found: Document) -> list[str]:
    """What a reader must know of single answers."""
    places: dict[str, list[str]] = {}
    for name, figures in found["series"].items():
        for label, count in figures["labels"].items():
            places.setdefault(label, []).append(f"{name} {count} of {figures['asked']}")
    return [f"{label}: {', '.join(where)}" for label, where in places.items()]


def page(found: Document) -> str:
    """Self-contained HTML."""
    verdict = "".join(f"<li>{escape(gate)}</li>" for gate in found["failed"])
    judged = f'<ul class="bad">{verdict}</ul>' if verdict else '<p class="good">Every gate holds.</p>'
    header = "".join(f"<th>{escape(name)}</th>" for name in COLUMNS)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows(found))
    facts = " · ".join(f"{key} {value}" for key, value in (found["machine"] | found["peers"]).items())
    pictures = "".join(_picture(figure) for figure in (_first_sounds(found), _playheads(found), _memory(found)))
    lines = "".join(f"<p>{escape(line)}</p>" for line in (*told(found), f"seed {found['seed']}"))
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>kokoro-live bench</title><style>{STYLE}</style>'
        f"<h1>kokoro-live bench</h1><p>{escape(facts)}</p>{judged}"
        f"<table><tr>{header}</tr>{body}</table>{lines}{pictures}</html>\n"
    )


def speech_plot(found: Document, target: Path) -> None:
    """First sounds and real-time factors as a picture of their own."""
    _first_sounds(found).savefig(target, dpi=80)


def soak_plot(found: Document, target: Path) -> None:
    """First sounds, real-time factors and memory over the time of a soak."""
    figure, (first, cost, memory) = _figure(3)
    for axes, name, title in ((first, "ttfa", "first audible sample, s"), (cost, "rtf", "real-time factor")):
        for preset in ("short", "long", "cached"):
            own = [s for s in found["samples"] if s["preset"] == preset and not s["faults"]]
            axes.scatter([s["at"] / 60 for s in own], [s[name] for s in own], s=8, label=preset)
        axes.set(title=title, xlabel="minutes", ylim=(0, None))
    first.legend()
    memory.plot([row["at"] / 60 for row in found["usage"]], [row["rss_mb"] for row in found["usage"]])
    memory.set(title="memory of the server, MB", xlabel="minutes", ylim=(0, None))
    figure.savefig(target, dpi=80)


def stage_plot(engines: dict[str, Document], target: Path) -> None:
    """What each stage costs in every variant: until the first sound, and per second of speech."""
    figure, panels = _figure(2)
    for axes, (kind, title) in zip(panels, COSTS.items(), strict=True):
        left = dict.fromkeys(engines, 0.0)
        for stage in next(iter(engines.values()))[kind]:
            widths = {variant: 1000 * found[kind].get(stage, 0.0) for variant, found in engines.items()}
            axes.barh(list(engines), list(widths.values()), left=list(left.values()), label=stage)
            left = {variant: left[variant] + width for variant, width in widths.items()}
        axes.set(title=title)
        axes.invert_yaxis()
    panels[0].legend(fontsize=8)
    figure.savefig(target, dpi=80)


def _picture(figure: "Figure") -> str:
    data = BytesIO()
    figure.savefig(data, format="png", dpi=110)
    return f'<p><img alt="" src="data:image/png;base64,{base64.b64encode(data.getvalue()).decode()}"></p>'


def _figure(columns: int) -> tuple["Figure", Any]:
    try:
        from matplotlib.figure import Figure
    except ImportError as missing:
        raise MissingPackage("A plot", "matplotlib") from missing
    figure = Figure(figsize=(12, 3.8), layout="constrained")
    return figure, figure.subplots(1, columns, squeeze=False)[0]


def _good(found: Document) -> dict[str, list[Document]]:
    grouped: dict[str, list[Document]] = {}
    for sample in found["samples"]:
        if not sample["faults"]:
            grouped.setdefault(f"{sample['target']}/{sample['preset']}/{sample['series']}", []).append(sample)
    return grouped


def _first_sounds(found: Document) -> "Figure":
    """Every first sound, and what a second of speech costs by its length."""
    figure, (first, cost) = _figure(2)
    series = _good(found)
    if series:
        names = sorted(series, key=_place)
        first.boxplot(
            [[s["ttfa"] for s in series[name]] for name in names], tick_labels=names, orientation="horizontal"
        )
        first.tick_params(axis="y", labelsize=8)
        first.set_xscale("log")
        first.invert_yaxis()
        first.grid(axis="x", alpha=0.4)
    first.set(title="first audible sample", xlabel="seconds")
    for target in dict.fromkeys(own[0]["target"] for own in series.values()):
        own = [s for part in series.values() for s in part if s["target"] == target and s["series"] == "warm"]
        cost.scatter([s["audio"] for s in own], [s["rtf"] for s in own], s=12, alpha=0.7, label=target)
    cost.set(title="real-time factor by length", xlabel="seconds of speech", ylim=(0, None))
    if series:
        cost.legend()
    return figure


def _playheads(found: Document) -> "Figure":
    """How much audio our listeners had buffered, from the first sound on."""
    figure, (axes,) = _figure(1)
    for sample in found["samples"]:
        if sample["target"] == OURS and sample["series"] == "warm" and sample["course"]:
            times, in_hand = zip(*sample["course"], strict=True)
            axes.plot([t - sample["ttfa"] for t in times], in_hand, lw=0.6, alpha=0.5, color="tab:blue")
    axes.axhline(0, color="tab:red")
    axes.set(title="audio buffered (below zero: a gap)", xlabel="seconds since the first sound", ylabel="seconds")
    return figure


def _memory(found: Document) -> "Figure":
    figure, (axes,) = _figure(1)
    for target in dict.fromkeys(row["target"] for row in found["usage"]):
        own = [row for row in found["usage"] if row["target"] == target]
        axes.plot([row["at"] for row in own], [row["rss_mb"] for row in own], label=target)
        axes.legend()
    axes.set(title="memory of the servers", xlabel="seconds", ylabel="MB resident", ylim=(0, None))
    return figure
