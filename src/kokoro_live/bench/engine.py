"""kokoro-live bench engine: our engine beside another library in one process, trial by trial in turn."""

import argparse
import json
import math
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

from kokoro_live.bench.artefact import machine
from kokoro_live.bench.asked import FEWEST, check_folders, drawn, voices_named
from kokoro_live.bench.measure import Trial, summary, trial
from kokoro_live.bench.peer import kokoro_onnx
from kokoro_live.bench.plot import plot
from kokoro_live.bench.texts import passage, sentence
from kokoro_live.commands.progress import bar
from kokoro_live.config import Settings
from kokoro_live.engine import Engine
from kokoro_live.errors import BadOption
from kokoro_live.records import SAMPLE_RATE, Samples
from kokoro_live.timing import Times

CHARACTERS = 140
LENGTHS = (40, CHARACTERS, 500, 5000)
SHORT_FIRST = "short, then long"  # the next segment must be ready before a single word has been heard
OPENERS = ("No.", "Sure!", "Hello there!", "Yes, of course.", "Well, well.")
ENOUGH = 20 * SAMPLE_RATE  # of a long text: the first sound and twenty seconds of margins
LEAST_TIMES_SOONER, MOST_RTF_RATIO, MOST_LENGTH_RATIO = 3.5, 1.35, 1.5
MOST_FINISHING = 0.03
Speaker = Callable[[str, str], Trial]  # text, voice


def run(options: argparse.Namespace) -> int:
    """Warm, interleaved, fresh texts; the last line of stdout is one JSON object."""
    if options.n < 1:
        raise BadOption("--n must be at least 1; zero samples prove nothing.")
    check_folders(options.json, options.plot)
    voices, settings, seed = voices_named(options.voice), Settings.load(), drawn(options.seed)
    random = Random(seed)
    with bar() as report:
        engine = Engine(settings, report)
        times = Times()
        speakers = {"kokoro-live": _ours(engine, times), options.against: _kokoro_onnx(settings)}
        for speak in speakers.values():
            speak(sentence(random, CHARACTERS), voices[0])  # warm
        trials = _interleaved(speakers, voices, options.n, random, report)
        sweep = _sweep(speakers["kokoro-live"], voices, options.sweep, random, report)
    result = _result(trials, sweep, options.against)
    result |= {"seed": seed, "characters": CHARACTERS, "voices": voices, "statistics": dict(engine.model.counts)}
    result["shares"] = _shares(times)
    result["failed"] = failed(result)
    samples = {name: [asdict(t) for t in done] for name, done in trials.items()}
    lengths = {kind: [asdict(t) for t in done] for kind, done in sweep.items()}
    document = {"kind": "engine"} | result | {"machine": machine(settings), "trials": samples, "sweep_trials": lengths}
    if options.json:
        Path(options.json).write_text(json.dumps(document, indent=1) + "\n")
    if options.plot:
        plot(document, options.against, Path(options.plot))
    for gate in result["failed"]:
        print(f"FAIL: {gate}", file=sys.stderr)
    print(json.dumps(result))
    return 1 if result["failed"] else 0


def failed(result: dict[str, Any]) -> list[str]:
    """Every gate the run misses; a figure that is missing or not a number misses."""
    length_ratio = result.get("length_ratio", math.nan)
    gates = {
        f"at least {FEWEST} trials (M7)": result["kokoro-live"]["ttfa"]["n"] >= FEWEST,
        f"first sound {LEAST_TIMES_SOONER} times sooner": result["times_sooner"] >= LEAST_TIMES_SOONER,
        f"real-time factor at most {MOST_RTF_RATIO} times theirs": result["rtf_ratio"] <= MOST_RTF_RATIO,
        "always some audio in hand (M4)": result["worst_margin"] >= 0,
        f"the finishing chain takes at most {MOST_FINISHING:.0%} of the time": result["shares"]["finish"]
        <= MOST_FINISHING,
        f"first sound of 5000 characters at most {MOST_LENGTH_RATIO} times that of {CHARACTERS}": length_ratio
        <= MOST_LENGTH_RATIO,
    }
    return [gate for gate, passed in gates.items() if not passed]


def _interleaved(
    speakers: dict[str, Speaker], voices: list[str], n: int, random: Random, report: Callable[[str, int, int], None]
) -> dict[str, list[Trial]]:
    trials: dict[str, list[Trial]] = {name: [] for name in speakers}
    for number in range(n):
        text = sentence(random, CHARACTERS)
        order = list(speakers) if number % 2 == 0 else list(speakers)[::-1]  # neither always goes first
        for name in order:
            trials[name].append(speakers[name](text, voices[number % len(voices)]))
        report("measuring", number + 1, n)
    return trials


def _sweep(
    speak: Speaker, voices: list[str], n: int, random: Random, report: Callable[[str, int, int], None]
) -> dict[str, list[Trial]]:
    """Does the first sound wait for a longer text? Lengths in turn, so that a busy minute hits all of them."""
    kinds = [*map(str, LENGTHS), SHORT_FIRST]
    trials: dict[str, list[Trial]] = {kind: [] for kind in kinds} if n else {}
    for number in range(n):
        opening = sentence(random, CHARACTERS)  # the same at every length: only what follows differs
        for kind in kinds:
            if kind == SHORT_FIRST:
                text = f"{random.choice(OPENERS)} {opening}"
            elif int(kind) < CHARACTERS:
                text = sentence(random, int(kind))
            else:
                text = f"{opening} {passage(random, int(kind) - CHARACTERS)}".rstrip()
            trials[kind].append(speak(text, voices[number % len(voices)]))
        report("sweeping lengths", number + 1, n)
    return trials


def _result(trials: dict[str, list[Trial]], sweep: dict[str, list[Trial]], against: str) -> dict[str, Any]:
    figures: dict[str, Any] = {
        name: {"ttfa": summary([t.ttfa for t in done]), "rtf": summary([t.rtf for t in done])}
        for name, done in trials.items()
    }
    ours, theirs = figures["kokoro-live"], figures[against]
    margins = [t.margin for done in (trials["kokoro-live"], *sweep.values()) for t in done]
    result = {
        **figures,
        "times_sooner": round(theirs["ttfa"]["p50"] / ours["ttfa"]["p50"], 3),
        "rtf_ratio": round(ours["rtf"]["p50"] / theirs["rtf"]["p50"], 3),
        "worst_margin": round(min(margins), 3),
    }
    if sweep:
        first = {kind: summary([t.ttfa for t in done]) for kind, done in sweep.items()}
        result["sweep_ttfa"] = first
        result["sweep_margin"] = {kind: round(min(t.margin for t in done), 3) for kind, done in sweep.items()}
        result["length_ratio"] = round(first[str(LENGTHS[-1])]["p50"] / first[str(CHARACTERS)]["p50"], 3)
    return result


def _shares(times: Times) -> dict[str, float]:
    """Of all our time, by stage."""
    total = sum(times.seconds.values())
    return {stage: round(seconds / total, 4) for stage, seconds in times.seconds.items()}


def _ours(engine: Engine, times: Times) -> Speaker:
    def speak(text: str, voice: str) -> Trial:
        started = time.perf_counter()
        deliveries: list[tuple[float, Samples]] = []
        made = 0
        for chunk in engine.stream(text, voice, times=times):
            deliveries.append((time.perf_counter() - started, chunk.samples))
            made += len(chunk.samples)
            if made > ENOUGH:
                break
        return trial(deliveries, time.perf_counter() - started)

    return speak


def _kokoro_onnx(settings: Settings) -> Speaker:
    create = kokoro_onnx(settings)

    def speak(text: str, voice: str) -> Trial:
        started = time.perf_counter()
        samples, _ = create(text, voice)
        wall = time.perf_counter() - started
        return trial([(wall, samples)], wall)

    return speak
