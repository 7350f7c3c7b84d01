"""kokoro-live bench engine: our engine beside another library in one process, trial by trial in turn."""

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any

from kokoro_live import __version__
from kokoro_live.bench.measure import Trial, summary, trial
from kokoro_live.bench.plot import plot
from kokoro_live.bench.texts import passage, sentence
from kokoro_live.commands.progress import bar
from kokoro_live.config import Settings
from kokoro_live.engine import Engine
from kokoro_live.errors import BadOption, SetupError
from kokoro_live.records import SAMPLE_RATE, Samples
from kokoro_live.speech.assets import INT8, VOICES, Store, manifest

CHARACTERS = 140
LENGTHS = (40, 140, 500, 5000)
ENOUGH = 20 * SAMPLE_RATE  # of a long text: the first sound and twenty seconds of margins
Speaker = Callable[[str], Trial]


def run(options: argparse.Namespace) -> int:
    """Warm, interleaved, fresh texts; the last line of stdout is one JSON object."""
    if options.n < 1:
        raise BadOption("--n must be at least 1; zero samples prove nothing.")
    for target in filter(None, (options.json, options.plot)):
        if not Path(target).absolute().parent.is_dir():
            raise BadOption(f"There is no folder for {target}.")
    settings = Settings.load()
    seed = int.from_bytes(os.urandom(4), "big") if options.seed is None else options.seed
    random = Random(seed)
    with bar() as report:
        ours, theirs = _ours(settings, options.voice, report), _kokoro_onnx(settings, options.voice)
        speakers = {"kokoro-live": ours, options.against: theirs}
        for speak in speakers.values():
            speak(sentence(random, CHARACTERS))  # warm
        trials = _interleaved(speakers, options.n, random, report)
        sweep = _sweep(ours, options.sweep, random, report)
    result = _result(trials, sweep, options.against)
    result |= {"seed": seed, "characters": CHARACTERS, "voice": options.voice}
    samples = {name: [asdict(t) for t in done] for name, done in trials.items()}
    lengths = {str(length): [asdict(t) for t in done] for length, done in sweep.items()}
    document = result | {"machine": _machine(settings), "trials": samples, "sweep_trials": lengths}
    if options.json:
        Path(options.json).write_text(json.dumps(document, indent=1) + "\n")
    if options.plot:
        plot(document, options.against, Path(options.plot))
    print(json.dumps(result))
    return 0


def _interleaved(
    speakers: dict[str, Speaker], n: int, random: Random, report: Callable[[str, int, int], None]
) -> dict[str, list[Trial]]:
    trials: dict[str, list[Trial]] = {name: [] for name in speakers}
    for number in range(n):
        text = sentence(random, CHARACTERS)
        order = list(speakers) if number % 2 == 0 else list(speakers)[::-1]  # neither always goes first
        for name in order:
            trials[name].append(speakers[name](text))
        report("measuring", number + 1, n)
    return trials


def _sweep(speak: Speaker, n: int, random: Random, report: Callable[[str, int, int], None]) -> dict[int, list[Trial]]:
    """Does the first sound wait for a longer text? Lengths in turn, so that a busy minute hits all of them."""
    trials: dict[int, list[Trial]] = {length: [] for length in LENGTHS} if n else {}
    for number in range(n):
        for length in LENGTHS:
            trials[length].append(speak(passage(random, length) if length > CHARACTERS else sentence(random, length)))
        report("sweeping lengths", number + 1, n)
    return trials


def _result(trials: dict[str, list[Trial]], sweep: dict[int, list[Trial]], against: str) -> dict[str, Any]:
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
        result["sweep_ttfa"] = {str(length): summary([t.ttfa for t in done]) for length, done in sweep.items()}
    return result


def _ours(settings: Settings, voice: str, report: Callable[[str, int, int], None]) -> Speaker:
    engine = Engine(settings, report)

    def speak(text: str) -> Trial:
        started = time.perf_counter()
        deliveries: list[tuple[float, Samples]] = []
        made = 0
        for chunk in engine.stream(text, voice):
            deliveries.append((time.perf_counter() - started, chunk.samples))
            made += len(chunk.samples)
            if made > ENOUGH:
                break
        return trial(deliveries, time.perf_counter() - started)

    return speak


def _kokoro_onnx(settings: Settings, voice: str) -> Speaker:
    try:
        from kokoro_onnx import Kokoro
    except ImportError as missing:
        raise SetupError("kokoro-onnx is not installed: pip install 'kokoro-live[dev]'") from missing
    store = Store(settings.cache_dir, settings.model_dir, settings.sources)
    kokoro = Kokoro(str(store.fetch(manifest()[INT8])), str(store.fetch(manifest()[VOICES])))

    def speak(text: str) -> Trial:
        started = time.perf_counter()
        samples, _ = kokoro.create(text, voice)
        wall = time.perf_counter() - started
        return trial([(wall, samples)], wall)

    return speak


def _machine(settings: Settings) -> dict[str, Any]:
    command = ["git", "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "threads": settings.threads,
        "python": sys.version.split()[0],
        "kokoro_live": __version__,
        "commit": commit or "unknown",
        "onnxruntime": version("onnxruntime"),
    }
