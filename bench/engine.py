"""kokoro-live bench engine: our engine beside another library in one process, trial by trial in turn."""

import argparse
import json
import math
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from bench.artefact import machine
from bench.asked import FEWEST, check_folders, drawn, voices_named
from bench.measure import Trial, summary, trial
from bench.peer import kokoro_onnx
from bench.plot import plot
from bench.texts import passage, sentence
from kokoro_live.cli.progress import bar
from kokoro_live.config import Settings
from kokoro_live.engine import Engine
from kokoro_live.errors import BadOption
from kokoro_live.records import SAMPLE_RATE, Samples
from kokoro_live.synthesis import chunks_of
from kokoro_live.timing import Times

CHARACTERS = 140
LENGTHS = (40, CHARACTERS, 500, 5000)
SHORT_FIRST = "short, then long"  # the next segment must be ready before a single word has been heard
OPENERS = ("No.", "Sure!", "Hello there!", "Yes, of course.", "Well, well.")
ENOUGH = 20 * SAMPLE_RATE  # of a long text: the first sound and twenty seconds of margins
LIMITS = {"int8": (8.5, 0.6)}  # by variant: least times sooner, most of their real-time factor
LIMITS_OF_FLOAT = (3.5, 1.5)
MOST_LENGTH_RATIO = 1.5
MOST_FINISHING = 0.03
Speaker = Callable[[str, str], Trial]  # text, voice


@dataclass(slots=True)
class Stages:
    """Where our time goes: until the first sound, and altogether."""

    times: Times = field(default_factory=Times)
    firsts: list[dict[str, float]] = field(default_factory=list)

    def forget(self) -> None:
        """What was only to warm up."""
        self.times.seconds.clear()
        self.firsts.clear()

    def first_sound(self, before: dict[str, float]) -> None:
        """A stream has delivered its first samples."""
        self.firsts.append({stage: now - before.get(stage, 0.0) for stage, now in self.times.seconds.items()})

    def document(self, audio: float) -> dict[str, Any]:
        """Shares of all the time, seconds until the first sound, seconds per second of speech."""
        seconds = dict(self.times.seconds)
        total = sum(seconds.values())
        first = {stage: statistics.median(one.get(stage, 0.0) for one in self.firsts) for stage in seconds}
        return {
            "shares": {stage: round(spent / total, 4) for stage, spent in seconds.items()},
            "first_sound_by_stage": {stage: round(spent, 4) for stage, spent in first.items()},
            "rtf_by_stage": {stage: round(spent / audio, 4) for stage, spent in seconds.items()},
        }


def run(options: argparse.Namespace) -> int:
    """Warm, interleaved, fresh texts; the last line of stdout is one JSON object."""
    if options.n < 1:
        raise BadOption("--n must be at least 1; zero samples prove nothing.")
    check_folders(options.json, options.plot)
    voices, settings, seed = voices_named(options.voice), Settings.load(), drawn(options.seed)
    random = Random(seed)
    with bar() as report:
        engine = Engine(settings, report)
        stages = Stages()
        speakers = {"kokoro-live": _ours(engine, stages), options.against: _kokoro_onnx(settings)}
        for speak in speakers.values():
            speak(sentence(random, CHARACTERS), voices[0])  # warm
        stages.forget()
        trials = _interleaved(speakers, voices, options.n, random, report)
        costs = stages.document(sum(t.audio for t in trials["kokoro-live"]))
        sweep = _sweep(speakers["kokoro-live"], voices, options.sweep, random, report)
    result = _result(trials, sweep, options.against)
    result |= {"seed": seed, "characters": CHARACTERS, "voices": voices, "statistics": dict(engine.model.counts)}
    here = machine(settings)
    result |= costs | {"variant": here["variant"]}
    result["failed"] = failed(result)
    samples = {name: [asdict(t) for t in done] for name, done in trials.items()}
    lengths = {kind: [asdict(t) for t in done] for kind, done in sweep.items()}
    document = {"kind": "engine"} | result | {"machine": here, "trials": samples, "sweep_trials": lengths}
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
    sooner, rtf = LIMITS.get(result["variant"], LIMITS_OF_FLOAT)
    gates = {
        f"at least {FEWEST} trials": result["kokoro-live"]["ttfa"]["n"] >= FEWEST,
        f"first sound {sooner} times sooner": result["times_sooner"] >= sooner,
        f"real-time factor at most {rtf} times theirs": result["rtf_ratio"] <= rtf,
        "always some audio buffered": result["worst_margin"] >= 0,
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


def _ours(engine: Engine, stages: "Stages") -> Speaker:
    def speak(text: str, voice: str) -> Trial:
        started = time.perf_counter()
        deliveries: list[tuple[float, Samples]] = []
        made, before = 0, dict(stages.times.seconds)
        for chunk in chunks_of(engine.stream(text, voice, times=stages.times)):
            if not made and len(chunk.samples):
                stages.first_sound(before)
            deliveries.append((time.perf_counter() - started, chunk.samples))
            made += len(chunk.samples)
            if made > ENOUGH:
                break
        return trial(deliveries, time.perf_counter() - started)

    return speak


def _kokoro_onnx(settings: Settings) -> Speaker:
    create = kokoro_onnx(settings).create

    def speak(text: str, voice: str) -> Trial:
        started = time.perf_counter()
        samples, _ = create(text, voice)
        wall = time.perf_counter() - started
        return trial([(wall, samples)], wall)

    return speak
