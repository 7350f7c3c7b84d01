"""kokoro-live bench: our server, and any others, as a listener meets them: fresh texts, in turn, to the first sound."""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from bench import host, report, targets
from bench.artefact import document, machine
from bench.asked import FEWEST, check_folders, drawn, voices_named
from bench.listen import Ask
from bench.sample import Sample, judged, keep, sound_file
from bench.targets import Target
from bench.texts import brief, passage, sentence
from kokoro_live.cli.progress import bar
from kokoro_live.config import Settings
from kokoro_live.errors import BadOption

PRESETS = {"brief": 25, "short": 140, "medium": 280, "long": 560, "article": 5000}  # characters
WATCH_EVERY = 0.5  # seconds
TRIES = 1000  # to find a text that has not been used
BREATH = 0.2  # seconds: some runtimes' threads go on turning for a while
UNKNOWN = {"variant": "unknown", "commit": "unknown", "threads": None}  # of a server that somebody else has started
Report = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is measured; its hash names what may be compared."""

    presets: dict[str, int]  # fresh texts of each
    cold: int
    cached: int
    voices: tuple[str, ...]
    kind: str
    whole: bool
    events: bool
    concurrency: int
    think: float
    chunk_ms: int
    buffered: int
    against: tuple[str, ...]
    url: str = ""


@dataclass(slots=True)
class Course:
    """A bench under way: what it has, if it is ended early."""

    plan: Plan
    seed: int
    random: Random
    report: Report
    audio: Path | None = None  # where to keep the sound
    samples: list[Sample] = field(default_factory=list)
    usage: list[dict[str, Any]] = field(default_factory=list)
    ready: list[float] = field(default_factory=list)
    started: float = field(default_factory=time.perf_counter)
    said: set[str] = field(default_factory=set)

    def fresh(self, preset: str) -> str:
        """A text that this bench has not used yet."""
        for _ in range(TRIES):
            text = _text(self.random, preset)
            if text not in self.said:
                self.said.add(text)
                return text
        raise BadOption(f"There are not so many different {preset} texts: ask for fewer.")

    async def measure(self, target: Target, preset: str, series: str, *texts: tuple[int, str]) -> None:
        """A sample of each of these texts, which are asked for at once. They are judged when all have come: that takes
        a processor's time, too."""
        asks = {number: self._ask(target, number, text) for number, text in texts}
        now = time.perf_counter() - self.started
        answers = await asyncio.gather(*(target.answer(ask) for ask in asks.values()))
        for (number, ask), answer in zip(asks.items(), answers, strict=True):
            sample = Sample(target.name, preset, series, number, len(ask.text), ask.voice, ask.text, now)
            sample = judged(sample, ask, answer, self.plan.buffered)
            if series == "fill":
                continue
            self.samples.append(sample)
            if self.audio and series == "warm" and not sample.faults:
                keep(ask, answer, self.audio / sound_file(sample.target, preset, number))

    def _ask(self, target: Target, number: int, text: str) -> Ask:
        plan, voice = self.plan, self.plan.voices[number % len(self.plan.voices)]
        if isinstance(target, targets.Library):
            return Ask(text, voice, whole=plan.whole)
        return Ask(text, voice, plan.kind, plan.whole, plan.events)


def run(options: argparse.Namespace) -> int:
    """The artefact, the page and a table; exit status 1 if a gate is missed. Ctrl-C leaves what there is."""
    plan = _plan(options)
    check_folders(options.json, options.html)
    settings, seed, partial = Settings.load(), drawn(options.seed), True
    here = machine(settings) | (UNKNOWN if plan.url else {})
    with bar() as progress:
        course = Course(plan, seed, Random(seed), progress, _audio(options))
        try:
            asyncio.run(_measured(course, settings, options.key))
            partial = False
        except KeyboardInterrupt:
            print("ended early", file=sys.stderr)
        finally:  # whatever went wrong, what was measured is not lost
            peers = {name: targets.version(name) for name in plan.against}
            facts = {"seed": seed, "ready_seconds": course.ready, "machine": here, "peers": peers}
            found = document("speech", asdict(plan), course.samples, course.usage, partial, facts)
            _leave(found, options)
    report.show(found)
    for gate in found["failed"]:
        print(f"FAIL: {gate}", file=sys.stderr)
    return 1 if found["failed"] else 0


def _leave(found: dict[str, Any], options: argparse.Namespace) -> None:
    if options.json:
        Path(options.json).write_text(json.dumps(found, indent=1) + "\n")
    if options.html:
        Path(options.html).write_text(report.page(found))


def _plan(options: argparse.Namespace) -> Plan:
    presets, voices = _presets(options.presets, options.n), tuple(voices_named(options.voice))
    if options.concurrency < 1:
        raise BadOption("--concurrency must be at least 1; zero samples prove nothing.")
    against = tuple(dict.fromkeys(targets.checked(name) for name in options.against))
    if against and max(presets.values()) < FEWEST:
        raise BadOption(f"A comparison needs at least {FEWEST} texts of a preset (--n): fewer prove nothing.")
    return Plan(
        presets, 0 if options.url else options.cold, options.cached, voices, options.format, options.whole,
        options.events, options.concurrency, options.think, options.chunk_ms, options.buffered, against,
        options.url,
    )  # fmt: skip


def _audio(options: argparse.Namespace) -> Path | None:
    if not options.audio:
        return None
    if not options.json:
        raise BadOption("--audio keeps the sound beside --json, which is not given.")
    folder = Path(options.json).with_suffix("")
    folder.mkdir(exist_ok=True)
    return folder


def _presets(given: str, n: int) -> dict[str, int]:
    """`short,long:5` → how many texts of each."""
    found = {}
    for part in given.split(","):
        name, _, count = part.partition(":")
        if name not in PRESETS or not (count or str(n)).isdecimal():
            raise BadOption(f"There is no preset {part!r}; there are: {', '.join(PRESETS)} (and NAME:N).")
        found[name] = int(count or n)
    if min(found.values()) < 1:
        raise BadOption("At least one text of each preset: zero samples prove nothing.")
    return found


async def _measured(course: Course, settings: Settings, key: str) -> None:
    plan = course.plan
    with TemporaryDirectory(prefix="kokoro-bench-") as folder:
        own = {"take_dir": folder, "api_key": "", "chunk_ms": plan.chunk_ms}
        for number in range(plan.cold):
            async with host.ours(**own) as fresh, targets.address(fresh.name, fresh.url) as target:
                course.ready.append(round(fresh.ready, 3))
                await course.measure(target, "short", "cold", (number, course.fresh("short")))
                course.report("cold starts", number + 1, plan.cold)
        async with AsyncExitStack() as stack:
            if plan.url:
                ours = await stack.enter_async_context(targets.address("kokoro-live", plan.url, key=key))
            else:
                server = await stack.enter_async_context(host.ours(**own))
                ours = await stack.enter_async_context(targets.address(server.name, server.url, server))
            others = [await targets.opened(name, settings, stack) for name in plan.against]
            hosts = [target.host for target in (ours, *others) if target.host]
            async with host.watching(hosts, WATCH_EVERY, course.usage, course.started):
                await _warm(course, [ours, *others])
                await _cached(course, ours)


async def _warm(course: Course, speakers: list[Target]) -> None:
    """Texts that nobody has seen; all targets in turn, so that a busy minute hits all of them."""
    plan, random = course.plan, course.random
    for target in speakers:
        await course.measure(target, "short", "fill", (0, course.fresh("short")))
    rounds = max(plan.presets.values())
    for number in range(rounds):
        for preset, n in plan.presets.items():
            if number < n:
                compared = n >= FEWEST  # fewer prove nothing about others
                # Nobody always goes first, or after the same one
                turns = random.sample(speakers, len(speakers)) if compared else speakers[:1]
                await _round(course, preset, number, turns)
        course.report("fresh texts", number + 1, rounds)


async def _round(course: Course, preset: str, number: int, speakers: list[Target]) -> None:
    """The same fresh texts for everybody, `concurrency` of them at once."""
    plan = course.plan
    numbers = range(number * plan.concurrency, (number + 1) * plan.concurrency)
    texts = [(own, course.fresh(preset)) for own in numbers]
    for target in speakers:
        await course.measure(target, preset, "warm", *texts)
        await asyncio.sleep(max(plan.think, BREATH))


async def _cached(course: Course, ours: Target) -> None:
    """What the server has said before: its own series."""
    for number in range(course.plan.cached):
        text = course.fresh("short")
        await course.measure(ours, "short", "fill", (number, text))
        await course.measure(ours, "short", "cached", (number, text))
        course.report("cached texts", number + 1, course.plan.cached)


def _text(random: Random, preset: str) -> str:
    if preset == "brief":
        return brief(random)
    if preset == "short":
        return sentence(random, PRESETS["short"])
    if preset == "article":  # which begins like a short one: its first sound must not come later
        opening = sentence(random, PRESETS["short"])
        return f"{opening} {passage(random, PRESETS['article'] - len(opening))}"
    return passage(random, PRESETS[preset])
