"""kokoro-live bench write: docs/performance.md from the artefacts in docs/results: no figure is typed by hand."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kokoro_live.bench import report
from kokoro_live.errors import BadOption

Document = dict[str, Any]
HEAD = """# Performance

Written by `kokoro-live bench write docs` from the artefacts in [results](results): every figure can be traced there.

How to read it: the machine is a shared one, so a time is worth little and a ratio inside one interleaved run a lot. The
first sound is the first *audible* sample (above −50 dBFS) that reaches the client; every text is fresh unless the
series is called cached; memory is the server's. What each command does is in its `--help`.
"""


def run(options: argparse.Namespace) -> int:
    """Writes the page and its pictures."""
    folder = Path(options.folder)
    artefacts = sorted((folder / "results").glob("*.json"))
    if not artefacts:
        raise BadOption(f"There are no artefacts in {folder / 'results'}.")
    (folder / "pictures").mkdir(exist_ok=True)
    found = {path.stem: json.loads(path.read_text()) for path in artefacts}
    for name, document in found.items():
        if document["kind"] in PICTURES:
            PICTURES[document["kind"]](document, folder / "pictures" / f"{name}.png")
    (folder / "performance.md").write_text(page(found))
    return 0


def page(found: dict[str, Document]) -> str:
    """The whole page."""
    return "\n".join([HEAD, *(SECTIONS[document["kind"]](name, document) for name, document in found.items())])


def _measured(document: Document) -> str:
    on = document["machine"]
    return f"{on['cores']} cores of {on['processor']}, commit {on['commit']}, ONNX Runtime {on['onnxruntime']}"


def _failed(document: Document) -> str:
    if not document["failed"]:
        return "Every gate holds.\n"
    return "Missed:\n\n" + "".join(f"- {gate}\n" for gate in document["failed"])


def _speech(name: str, document: Document) -> str:
    config = document["config"]
    title = "The server beside " + ", ".join(config["against"]) if config["against"] else "The server"
    table = ["| " + " | ".join(report.COLUMNS) + " |", "|---" * len(report.COLUMNS) + "|"]
    table += ["| " + " | ".join(row) + " |" for row in report.rows(document)]
    lines = [f"- {line}" for line in report.compared(document)]
    memory = [f"- memory of {who}: {mb['most_mb']} MB at most" for who, mb in document["memory"].items()]
    seconds = ", ".join(f"{s:.1f}" for s in document["ready_seconds"])
    ready = f"- ready after {seconds} s\n" if seconds else ""
    against = f" --against {' '.join(config['against'])}" if config["against"] else ""
    presets = ",".join(f"{preset}:{n}" for preset, n in config["presets"].items())
    command = f"kokoro-live bench --presets {presets}{against}"
    return (
        f"## {title}\n\n`{command}`: {_measured(document)}, seed {document['seed']}.\n\n"
        + "\n".join([*table, "", *lines, *memory, ""])
        + f"{ready}\n{_failed(document)}\n![first sounds and real-time factors](pictures/{name}.png)\n"
    )


def _soak(name: str, document: Document) -> str:
    asked, heard = ", ".join(f"{n} {kind}" for kind, n in document["asked"].items()), document["heard_seconds"] / 60
    margin = document.get("least_margin", float("nan"))
    lines = [
        f"- {sum(document['asked'].values())} requests ({asked}), {heard:.0f} minutes of speech",
        f"- {len(document['faults'])} ended wrongly, {document['underruns']} underruns, least in hand {margin:+.2f} s",
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
        f"## The engine beside {peer}\n\n`kokoro-live bench engine --against {peer}`: {_measured(document)}, "
        f"n {ours['ttfa']['n']} each, interleaved, about {document['characters']} characters.\n\n"
        f"| | kokoro-live | {peer} | ratio |\n|---|---|---|---|\n"
        f"| first sound, s, p50 / p95 | {' | '.join(cells['ttfa'])} | {document['times_sooner']:.2f} times sooner |\n"
        f"| real-time factor, p50 / p95 | {' | '.join(cells['rtf'])} | {document['rtf_ratio']:.2f} |\n\n"
        f"First sound by length of the text, s: {first}. Least audio in hand: {document['worst_margin']:+.2f} s. "
        f"The finishing chain takes {document['shares']['finish']:.1%} of the time.\n\n{_failed(document)}"
    )


SECTIONS: dict[str, Callable[[str, Document], str]] = {"speech": _speech, "soak": _soak, "engine": _engine}
PICTURES: dict[str, Callable[[Document, Path], None]] = {"speech": report.speech_plot, "soak": report.soak_plot}
