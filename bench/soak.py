"""kokoro-live bench soak: hours of ordinary use in one go. Does anything drift, grow, leak, stutter or end early?

One listener after another: short and long texts, texts said before, listeners who hang up, requests that are wrong.
Times drift with the machine's other work, too; so a fixed calculation is timed between requests, and times are also
given relative to it.
"""

import argparse
import asyncio
import json
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import numpy as np

from bench import host, report, targets
from bench.artefact import machine
from bench.asked import check_folders
from bench.listen import SPEECH, Ask
from bench.measure import summary
from bench.sample import Sample, judged
from bench.targets import Address
from bench.texts import passage, sentence
from kokoro_live.cli.progress import bar
from kokoro_live.config import Settings
from kokoro_live.errors import BadOption

SHORT_MINUTES = 2.0
MIXTURE = {"short": 8, "long": 2, "cached": 3, "gone": 4, "wrong": 3}
CHARACTERS = {"short": 140, "long": 560}
WRONG = (
    {"input": "Hello.", "voice": "nobody"},
    {"input": ""},
    {"voice": "af_heart"},
    {"input": "Hello.", "speed": 99},
    {"input": "Hello.", "response_format": "midi"},
)
MOST_DRIFT, MOST_MEMORY_MB, MOST_FILES, MOST_THREADS = 0.05, 300.0, 8, 4
WATCH_EVERY = 1.0  # seconds
SETTLING = 0.1  # of the time: caches fill
FEWEST = 20  # short texts without which a drift is a guess
Document = dict[str, Any]


@dataclass(slots=True)
class Soak:
    """What has been seen so far."""

    random: Random
    samples: list[Sample] = field(default_factory=list)
    usage: list[Document] = field(default_factory=list)
    reference: list[tuple[float, float]] = field(default_factory=list)  # when, seconds of the fixed calculation
    asked: dict[str, int] = field(default_factory=lambda: dict.fromkeys(MIXTURE, 0))
    faults: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    started: float = field(default_factory=time.perf_counter)

    @property
    def now(self) -> float:
        """Seconds since the beginning."""
        return time.perf_counter() - self.started

    async def step(self, target: Address) -> None:
        """One request of a random kind, then the fixed calculation."""
        kind = self.random.choices(list(MIXTURE), list(MIXTURE.values()))[0]
        if kind == "cached" and not self.texts:
            kind = "short"
        self.asked[kind] += 1
        if kind == "wrong":
            await self._wrong(target)
        elif kind == "gone":
            await self._gone(target)
        else:
            await self._heard(target, kind)
        self.reference.append((self.now, await asyncio.to_thread(_calculation)))

    async def _heard(self, target: Address, kind: str) -> None:
        fresh = kind != "cached"
        make = passage if kind == "long" else sentence
        text = make(self.random, CHARACTERS[kind]) if fresh else self.random.choice(self.texts)
        if kind == "short":
            self.texts = [*self.texts[-9:], text]
        ask = Ask(text, "af_heart")
        series = "warm" if fresh else "cached"
        sample = Sample(target.name, kind, series, len(self.samples), len(text), ask.voice, text, self.now)
        sample = judged(sample, ask, await target.answer(ask))
        self.samples.append(sample)
        self.faults += [f"{kind}: {fault}" for fault in sample.faults]

    async def _gone(self, target: Address) -> None:
        """Hangs up after a random number of pieces."""
        patience = self.random.choice((0, 1, 5, 20))
        body = Ask(passage(self.random, CHARACTERS["long"]), "af_heart").body()
        try:
            async with target.client.stream("POST", SPEECH, json=body, timeout=60) as answer:
                if answer.status_code != 200:
                    self.faults.append(f"gone: status {answer.status_code}")
                async for _ in answer.aiter_raw():
                    patience -= 1
                    if patience < 0:
                        break
        except httpx.HTTPError as error:
            self.faults.append(f"gone: the connection broke ({type(error).__name__})")

    async def _wrong(self, target: Address) -> None:
        body = self.random.choice(WRONG)
        try:
            answer = await target.client.post(SPEECH, json=body, timeout=60)
        except httpx.HTTPError as error:
            self.faults.append(f"wrong: the connection broke ({type(error).__name__})")
            return
        if not 400 <= answer.status_code < 500:
            self.faults.append(f"wrong: status {answer.status_code} for {json.dumps(body)}")


def run(options: argparse.Namespace) -> int:
    """Exit status 1 if a gate is missed. Ctrl-C leaves what there is."""
    minutes = SHORT_MINUTES if options.short else options.minutes
    if minutes <= 0:
        raise BadOption("--minutes must be more than 0.")
    check_folders(options.json, options.plot)
    settings, partial = Settings.load(), True
    here = machine(settings)
    with bar() as progress:
        soak = Soak(Random(options.seed))
        try:
            asyncio.run(_soaked(soak, 60 * minutes, progress))
            partial = False
        except KeyboardInterrupt:
            print("ended early", file=sys.stderr)
        finally:  # whatever went wrong, hours of it are not lost
            found = document(soak, minutes, partial) | {"machine": here}
            if options.json:
                Path(options.json).write_text(json.dumps(found, indent=1) + "\n")
    if options.plot:
        report.soak_plot(found, Path(options.plot))
    for gate in found["failed"]:
        print(f"FAIL: {gate}", file=sys.stderr)
    print(json.dumps({key: value for key, value in found.items() if key not in ("samples", "usage", "reference")}))
    return 1 if found["failed"] else 0


async def _soaked(soak: Soak, seconds: float, progress: Any) -> None:
    with TemporaryDirectory(prefix="kokoro-soak-") as folder:
        async with host.ours(take_dir=folder, api_key="") as server, targets.address(server.name, server.url) as target:
            soak.started = time.perf_counter()
            async with host.watching([server], WATCH_EVERY, soak.usage, soak.started):
                while soak.now < seconds:
                    await soak.step(target)
                    progress("soaking", min(round(soak.now), round(seconds)), round(seconds))


def document(soak: Soak, minutes: float, partial: bool) -> Document:
    """Figures and gates; a short soak is too short for drift and says so."""
    short = [s for s in soak.samples if s.preset == "short" and not s.faults]
    long_enough = len(short) >= FEWEST
    found: Document = {"kind": "soak", "minutes": minutes, "partial": partial, "asked": soak.asked}
    found |= {"faults": soak.faults, "heard_seconds": round(sum(s.audio or 0 for s in soak.samples))}
    streams = [s for s in soak.samples if s.series == "warm" and not s.faults]
    found["underruns"] = sum(len(s.gaps) for s in streams)
    if streams:
        found["least_margin"] = round(min(s.margin for s in streams if s.margin is not None), 3)
    if long_enough:
        found["ttfa"] = summary([s.ttfa for s in short if s.ttfa])
        found["rtf"] = summary([s.rtf for s in short if s.rtf])
        found["drift"] = {name: drift(short, name, soak.reference) for name in ("ttfa", "rtf")}
    settled = [row for row in soak.usage if row["at"] >= SETTLING * 60 * minutes]
    if settled:
        for name in ("rss_mb", "files", "threads"):
            values = [row[name] for row in settled]
            found[name] = {"median": round(float(np.median(values))), "least": min(values), "most": max(values)}
            found[name]["grown"] = round(_grown(values), 1)
    found["failed"] = failed(found)
    samples = [sample.document() | {"course": []} for sample in soak.samples]
    return found | {"samples": samples, "usage": soak.usage, "reference": soak.reference}


def failed(found: Document) -> list[str]:
    """Every gate that is missed; a figure that should be there and is not misses its own."""
    gates = ["it was ended early"] if found["partial"] else []
    gates += sorted(set(found["faults"]))
    if found["minutes"] > SHORT_MINUTES and "drift" not in found:
        gates.append(f"fewer than {FEWEST} short texts: nothing can be said of drift")
    for name, figures in found.get("drift", {}).items():
        if found["minutes"] > SHORT_MINUTES and not abs(figures["relative"]) <= MOST_DRIFT:
            gates.append(f"{name} drifts by {figures['relative']:+.1%} (T8: at most {MOST_DRIFT:.0%})")
    if not found["heard_seconds"]:
        gates.append("nothing was heard")
    if found["underruns"]:
        gates.append(f"{found['underruns']} underruns")
    for name, most in (("rss_mb", MOST_MEMORY_MB), ("files", MOST_FILES), ("threads", MOST_THREADS)):
        figures = found.get(name)
        if figures is None or max(figures["most"] - figures["median"], figures["grown"]) > most:
            gates.append(f"{name}: {figures} (at most {most:g} above the median, or grown; T9)")
    return gates


def _grown(values: list[float]) -> float:
    """From the first third's median to the last third's: what leaks slowly is never far above the median."""
    third = max(1, len(values) // 3)
    return float(np.median(values[-third:]) - np.median(values[:third]))


def drift(samples: list[Sample], name: str, reference: list[tuple[float, float]]) -> Document:
    """By how much the last third is slower than the first: as timed, and relative to the fixed calculation."""
    third = max(1, len(samples) // 3)
    parts = samples[:third], samples[-third:]
    own = [float(np.median([getattr(s, name) for s in part])) for part in parts]
    spans = [(part[0].at, part[-1].at + (part[-1].wall or 0) + 1) for part in parts]
    fixed = [float(np.median([t for when, t in reference if low <= when <= high])) for low, high in spans]
    raw = own[1] / own[0] - 1
    return {"raw": round(raw, 4), "relative": round((own[1] / fixed[1]) / (own[0] / fixed[0]) - 1, 4)}


def _calculation() -> float:
    """Some tens of milliseconds of what the model does most."""
    start = time.perf_counter()
    matrix = np.ones((512, 512), np.float32)
    for _ in range(40):
        matrix = np.clip(matrix @ matrix, 0, 1)
    return time.perf_counter() - start
