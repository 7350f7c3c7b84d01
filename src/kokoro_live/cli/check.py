"""kokoro-live check: is a file of speech as it should be, and if not, what to do."""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from kokoro_live.audio.analysis import Analysis, analysed
from kokoro_live.audio.edges import INAUDIBLE
from kokoro_live.audio.loudness_meter import ABSOLUTE_GATE
from kokoro_live.audio.loudness_target import TARGET
from kokoro_live.errors import RequestError, Unreadable

TOLERANCE = 1.0  # LU
LOUDEST = -1.0  # dBTP
MOST_DC = INAUDIBLE
SHOWN_CLICKS = 8
STDIN = "-"


@dataclass(frozen=True, slots=True)
class Verdict:
    """On one file."""

    file: str
    analysis: Analysis | None
    problems: tuple[str, ...]

    @property
    def status(self) -> int:
        """Of the process, were it the only file."""
        return RequestError.exit_status if self.analysis is None else int(bool(self.problems))


EXAMPLE = "kokoro-live check hello.mp3"


def add_options(parser: argparse.ArgumentParser) -> None:
    """What may be asked for."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="wav, mp3, opus, aac, flac and others; - reads one")
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(options: argparse.Namespace) -> int:
    """Exit status 1 if a file misses what it should be, 2 if one cannot be read."""
    verdicts = [_verdict(file) for file in options.files]
    if options.json:
        print(json.dumps([_described(verdict) for verdict in verdicts], indent=1, ensure_ascii=False))
    else:
        _show(verdicts)
    return max(verdict.status for verdict in verdicts)


def _verdict(file: str) -> Verdict:
    try:
        analysis = analysed(sys.stdin.buffer if file == STDIN else file)
    except Unreadable as error:
        return Verdict(file, None, (str(error),))
    return Verdict(file, analysis, tuple(problems(analysis)))


def problems(analysis: Analysis) -> Iterator[str]:
    """What is wrong, each with what to do."""
    if analysis.lufs <= ABSOLUTE_GATE:
        yield "There is nothing to be heard in it: look at where it was recorded or exported."
    elif abs(off := analysis.lufs - TARGET) > TOLERANCE:
        change = f"make it {abs(off):.1f} dB {'softer' if off > 0 else 'louder'}"
        wanted = f"{TARGET:.0f} ± {TOLERANCE:.0f}"
        yield f"{analysis.lufs:.1f} LUFS is not {wanted}: {change} (ffmpeg -af loudnorm=I=-16:TP=-1.5)."
    if analysis.dbtp > LOUDEST:
        lower = f"make it {analysis.dbtp - LOUDEST:.1f} dB softer, or limit it"
        peak = f"{analysis.dbtp:+.1f} dBTP at {analysis.peak.at:.3f} s"
        yield f"Its peak of {peak} may distort: {lower}; what is clipped already has to be made anew."
    if analysis.clicks:
        times = ", ".join(f"{click.at:.3f}" for click in analysis.clicks[:SHOWN_CLICKS])
        more = " …" if len(analysis.clicks) > SHOWN_CLICKS else ""
        yield f"It clicks at {times}{more} s: listen there; cut and join in pauses only, with fades of 5 ms."
    if abs(analysis.dc) > MOST_DC:
        yield f"Its middle is {analysis.dc:+.4f} off zero: take away what is below 20 Hz (ffmpeg -af highpass=f=20)."


def _described(verdict: Verdict) -> dict[str, Any]:
    if verdict.analysis is None:
        return {"file": verdict.file, "passed": False, "error": verdict.problems[0]}
    analysis = verdict.analysis
    return {
        "file": verdict.file,
        "passed": not verdict.problems,
        "codec": analysis.codec,
        "sample_rate": analysis.sample_rate,
        "channels": analysis.channels,
        "duration": round(analysis.duration, 4),
        "lufs": round(analysis.lufs, 2),
        "true_peak_dbtp": round(analysis.dbtp, 2),
        "true_peak_at": round(analysis.peak.at, 4),
        "clicks": [{"at": round(click.at, 4), "amplitude": round(click.amplitude, 4)} for click in analysis.clicks],
        "dc_offset": round(analysis.dc, 6),
        "leading_silence": round(analysis.leading_silence, 4),
        "trailing_silence": round(analysis.trailing_silence, 4),
        "problems": list(verdict.problems),
    }


def _show(verdicts: list[Verdict]) -> None:
    console = Console()
    for verdict in verdicts:
        sign = "[green]right" if not verdict.status else "[red]not right"
        console.print(f"{escape(verdict.file)}: {sign}", highlight=False, soft_wrap=True)
        if verdict.analysis:
            table = Table("", "is", "should be")
            for row in _rows(verdict.analysis):
                table.add_row(*row)
            console.print(table)
        for problem in verdict.problems:
            console.print(f"  {problem}", markup=False, highlight=False, soft_wrap=True)


def _rows(found: Analysis) -> Iterator[tuple[str, str, str]]:
    silent = found.lufs <= ABSOLUTE_GATE
    yield "loudness", "silence" if silent else f"{found.lufs:.1f} LUFS", f"{TARGET:.0f} ± {TOLERANCE:.0f} LUFS"
    yield "true peak", f"{found.dbtp:.1f} dBTP at {found.peak.at:.3f} s", f"at most {LOUDEST:.0f} dBTP"
    yield "clicks", str(len(found.clicks)), "0"
    yield "DC offset", f"{found.dc:+.4f}", f"within ± {MOST_DC:.4f}"
    yield "silence before", f"{found.leading_silence:.3f} s", ""
    yield "silence after", f"{found.trailing_silence:.3f} s", ""
    yield "duration", f"{found.duration:.3f} s", ""
    yield "kind", f"{found.codec}, {found.sample_rate} Hz, {('mono', 'stereo')[found.channels - 1]}", ""
