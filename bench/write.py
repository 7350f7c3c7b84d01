"""kokoro-live bench write: docs/performance.md and the README's figures from docs/results: none is typed by hand."""

import argparse
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from bench import front, report
from kokoro_live.errors import BadOption

Document = dict[str, Any]
STAGES = "stages.png"
HEAD = """# Performance

Written by `kokoro-live bench write docs` from the artefacts in [results](results): every figure can be traced there.

How to read it: the machine is a shared one, so a time is worth little and a ratio inside one interleaved run a lot. The
first sound is the first *audible* sample (above −50 dBFS) that reaches the client; every text is fresh unless the
series is called cached; memory is the server's. "To the ear" is when a player that starts with the first byte makes it
sound: silence that comes with the first sound is played, too. What each command does is in its `--help`.
"""


def run(options: argparse.Namespace) -> int:
    """Writes the page and its pictures."""
    folder = Path(options.folder)
    artefacts = sorted((folder / "results").glob("*.json"))
    if not artefacts:
        raise BadOption(f"There are no artefacts in {folder / 'results'}.")
    (folder / "pictures").mkdir(exist_ok=True)
    found = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in artefacts}
    if engines := _engines(found):
        report.stage_plot(engines, folder / "pictures" / STAGES)
    for name, document in found.items():
        if document["kind"] in PICTURES:
            PICTURES[document["kind"]](document, folder / "pictures" / f"{name}.png")
    (folder / "performance.md").write_text(page(found))
    readme = folder.parent / "README.md"
    if front.COMPARED in found and readme.exists() and front.BEGIN in readme.read_text():
        readme.write_text(front.with_figures(readme.read_text(), found[front.COMPARED]))
    return 0


def page(found: dict[str, Document]) -> str:
    """The whole page, in the order of the kinds."""
    sections = [
        section(name, document)
        for kind, section in SECTIONS.items()
        for name, document in found.items()
        if document["kind"] == kind
    ]
    return "\n".join([HEAD, *sections, *([_stages(_engines(found))] if _engines(found) else [])])


def _engines(found: dict[str, Document]) -> dict[str, Document]:
    """By the variant of the model, the slowest first."""
    engines = [document for document in found.values() if document["kind"] == "engine"]
    engines.sort(key=lambda document: -document["kokoro-live"]["ttfa"]["p50"])
    return {document["machine"]["variant"]: document for document in engines}


def _measured(document: Document) -> str:
    on = document["machine"]
    return f"{on['cores']} cores of {on['processor']}, commit {on['commit']}, variant {on['variant']}"


def _failed(document: Document) -> str:
    if not document["failed"]:
        return "Every gate holds.\n"
    return "Missed:\n\n" + "".join(f"- {gate}\n" for gate in document["failed"])


def _speech(name: str, document: Document) -> str:
    config = document["config"]
    beside = ", ".join(f"{peer} {version}" for peer, version in document["peers"].items())
    title = f"The server beside {beside}" if beside else "The server"
    table = _table(report.COLUMNS, report.rows(document))
    if listened := report.heard(document):
        table += ["", *_table(("per 100 words", "n", *report.HEARD.values()), listened)]
    lines = [f"- {line}" for line in report.told(document)]
    return (
        f"## {title}\n\n`{_command(config)}`: {_measured(document)}, seed {document['seed']}.\n\n"
        + "\n".join([*table, "", *lines, ""])
        + f"\n{_failed(document)}\n![first sounds and real-time factors](pictures/{name}.png)\n"
    )


def _command(config: Document) -> str:
    presets = ",".join(f"{preset}:{n}" for preset, n in config["presets"].items())
    given = ["kokoro-live bench", f"--presets {presets}", f"--cold {config['cold']}", f"--cached {config['cached']}"]
    given += [f"--{name}" for name in ("whole", "events") if config.get(name)]
    given += [f"--{name.replace('_', '-')} {config[name]}" for name in ("concurrency", "chunk_ms") if name in config]
    given += [f"--against {' '.join(config['against'])}"] if config["against"] else []
    return " ".join(given)


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return ["| " + " | ".join(row) + " |" for row in (columns, ["---"] * len(columns), *rows)]


def _soak(name: str, document: Document) -> str:
    asked, heard = ", ".join(f"{n} {kind}" for kind, n in document["asked"].items()), document["heard_seconds"] / 60
    margin = document.get("least_margin", float("nan"))
    lines = [
        f"- {sum(document['asked'].values())} requests ({asked}), {heard:.0f} minutes of speech",
        f"- {len(document['faults'])} ended wrongly, {document['underruns']} underruns, least buffered {margin:+.2f} s",
    ]
    for what, drift in document.get("drift", {}).items():
        lines.append(
            f"- drift of {what}: {drift['relative']:+.1%} beside a fixed calculation, {drift['raw']:+.1%} as timed"
        )
    for what in ("rss_mb", "files", "threads"):
        seen = document[what]
        lines.append(f"- {what}: {seen['least']:.0f} to {seen['most']:.0f}, median {seen['median']}")
    return (
        f"## {document['minutes']:g} minutes of mixed use\n\n"
        f"`kokoro-live bench soak --minutes {document['minutes']:g}`: {_measured(document)}.\n\n"
        + "\n".join(lines)
        + f"\n\n{_failed(document)}\n![first sounds, real-time factors and memory over time](pictures/{name}.png)\n"
    )


def _engine(name: str, document: Document) -> str:
    peer = next(key for key in document["trials"] if key != "kokoro-live")
    ours, theirs = document["kokoro-live"], document[peer]
    cells = {
        what: [f"{figures[what]['p50']:.2f} / {figures[what]['p95']:.2f}" for figures in (ours, theirs)]
        for what in ("ttfa", "rtf")
    }
    first = ", ".join(f"{kind}: {figures['p50']:.2f}" for kind, figures in document.get("sweep_ttfa", {}).items())
    return (
        f"## The engine beside {peer}, variant {document['machine']['variant']}\n\n"
        f"`kokoro-live bench engine --against {peer}`: {_measured(document)}, "
        f"n {ours['ttfa']['n']} each, interleaved, about {document['characters']} characters.\n\n"
        f"| | kokoro-live | {peer} | ratio |\n|---|---|---|---|\n"
        f"| first sound, s, p50 / p95 | {' | '.join(cells['ttfa'])} | {document['times_sooner']:.2f} times sooner |\n"
        f"| real-time factor, p50 / p95 | {' | '.join(cells['rtf'])} | {document['rtf_ratio']:.2f} |\n\n"
        f"First sound by length of the text, s: {first}. Least audio buffered: {document['worst_margin']:+.2f} s. "
        f"The finishing chain takes {document['shares']['finish']:.1%} of the time.\n\n{_failed(document)}"
    )


def _stages(engines: dict[str, Document]) -> str:
    """Each stage's cost in every variant that was measured."""
    names = list(next(iter(engines.values()))["first_sound_by_stage"])
    lines = ["| ms until the first sound (ms per second of speech) | " + " | ".join(engines) + " |"]
    lines.append("|---" * (len(engines) + 1) + "|")
    for stage in names:
        costs = [[1000 * found[kind].get(stage, 0) for kind in report.COSTS] for found in engines.values()]
        cells = [f"{first:.0f} ({throughout:.0f})" for first, throughout in costs]
        lines.append(f"| {stage} | " + " | ".join(cells) + " |")
    return (
        "## Where the time goes\n\n"
        "The same commands as above, stage by stage. What each change gave and cost is in "
        "[experiments](experiments/README.md).\n\n"
        + "\n".join(lines)
        + f"\n\n![cost of each stage, by variant](pictures/{STAGES})\n"
    )


def _strain(name: str, document: Document) -> str:
    scenarios = {one["scenario"]: one for one in document["scenarios"]}
    rows = [
        f"| {what} | {told(scenarios[scenario])} | {wanted} |"
        for scenario, what, told, wanted in STRAINS
        if scenario in scenarios
    ]
    missed = [scenario for scenario, one in scenarios.items() if not one["passed"]]
    return (
        f"## The server under load: {', '.join(scenarios)}\n\n"
        f"`python tools/strain.py {' '.join(scenarios)}`: {_measured(document)}.\n\n"
        "| | found | wanted |\n|---|---|---|\n" + "\n".join(rows) + f"\n\n{_failed({'failed': missed})}"
    )


def _ms(figures: Document, *which: str) -> str:
    return " / ".join(f"{1000 * figures[one]:.0f}" for one in which) + " ms"


STRAINS: tuple[tuple[str, str, Callable[[Document], str], str], ...] = (
    ("latency", "the server adds to the engine's first sound, p50 / p95",
     lambda one: _ms(one["added_by_the_server"], "p50", "p95"), "≤ 15 ms"),
    ("latency", "first sound of 5 000 characters by that of 140",
     lambda one: f"{one['ttfa_5000_by_140']:.2f}", "≤ 1.5"),
    ("latency", "first sound when the first segment is kept, p50 / p95",
     lambda one: _ms(one["kept_ttfa"], "p50", "p95"), "≤ 50 ms"),
    ("newcomer", "first sound of a newcomer among four long streams, by alone",
     lambda one: f"{one['ratio']:.2f}", "≤ 3"),
    ("together", "streams at once that are byte for byte as alone",
     lambda one: f"{one['identical']} of {one['streams']}", "all"),
    ("together", "streams that can keep up; least audio buffered of pairs side by side",
     lambda one: f"{one['streams_that_can_keep_up']}; {one['least_margin_of_two']:.2f} s in {one['pairs']} pairs",
     "2; 0 s"),
    ("health", "`/health` p99, and loop lag, beside 10 000 characters",
     lambda one: f"{_ms(one['health'], 'p99')}, {1000 * one['worst_loop_lag_last_minute']:.0f} ms", "≤ 100 ms"),
    ("storm", "memory after 2 000 hang-ups", lambda one: f"{one['rss_grown_mb']:+.0f} MB", "± 30 MB"),
    ("stalled", "another's first sound (p95) beside stalled readers; they are closed after",
     lambda one: f"{one['p95_rise']:+.0%} beside {one['parked']}; "
                 f"{min(one['cut_off_after'])}–{max(one['cut_off_after'])} s", "< 20 %; 30 s"),
    ("overload", "four times too many requests: refusals (p95), given up, goodput by peak",
     lambda one: f"{_ms(one['refusal_seconds'], 'p95')}, {len(one['failed'])}, {one['goodput_by_peak']:.2f}",
     "< 50 ms, 0, ≥ 0.9"),
    ("repeats", "kept answers of a repeated workload", lambda one: f"{one['hit_rate']:.0%}", "> 60 %"),
    ("fuzz", "malformed requests, server errors, slowest",
     lambda one: f"{one['requests']}, {sum(n for status, n in one['answers'].items() if status[0] == '5')}, "
                 f"{one['slowest_seconds']:.1f} s", "no errors"),
)  # fmt: skip
SECTIONS: dict[str, Callable[[str, Document], str]] = {
    "speech": _speech,
    "soak": _soak,
    "strain": _strain,
    "engine": _engine,
}
PICTURES: dict[str, Callable[[Document, Path], None]] = {"speech": report.speech_plot, "soak": report.soak_plot}
