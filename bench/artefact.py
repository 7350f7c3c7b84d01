"""What a bench leaves behind: every sample, what they sum up to, and every gate that was missed."""

import hashlib
import json
import os
import platform
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from bench.asked import FEWEST
from bench.measure import ratio, summary
from bench.sample import OURS, Sample, repeated
from kokoro_live import __version__
from kokoro_live.assets.fetch import Store
from kokoro_live.config import Settings
from kokoro_live.model.loaded import chosen
from kokoro_live.model.runtimes.openvino import can_compile
from kokoro_live.model.store import ready_graphs

BANDS = Path(__file__).with_name("bands.toml")
# Characters per second: the median of any series lies inside. Whole sentences are read at 17 to 18; fastkokoro, which
# pauses between its pieces, at 12.9 to 13.7.
PACE = (12.0, 23.0)
ENOUGH_FOR_PACE = 5
Document = dict[str, Any]


def machine(settings: Settings) -> Document:
    """What the figures were measured on and with."""
    store = Store(settings.cache_dir, settings.model_dir, settings.sources)
    graphs = ready_graphs(store, settings.cache_dir, settings.base)
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "cores": os.cpu_count(),
        "threads": settings.threads,
        "variant": chosen(graphs, settings.variant),
        "python": sys.version.split()[0],
        "kokoro_live": __version__,
        "commit": _commit(),
        "onnxruntime": version("onnxruntime"),
        "openvino": version("openvino") if can_compile() else None,
        "model": graphs.base_sha256,
    }


def _commit() -> str:
    """Of this code, wherever it is run from; marked if it is not what was committed."""
    command = ["git", "describe", "--always", "--dirty", "--abbrev=7", "--exclude=*"]
    try:
        found = subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, text=True, check=False)
    except OSError:
        return "unknown"
    return found.stdout.strip() or "unknown"


def document(
    kind: str, config: Document, samples: list[Sample], usage: list[Document], partial: bool, facts: Document
) -> Document:
    """One object, as it is written to a file."""
    repeated(samples)
    digest = hashlib.sha256(json.dumps([kind, config], sort_keys=True).encode()).hexdigest()[:12]
    found = {"kind": kind, "config": config, "config_hash": digest, "partial": partial, **facts}
    found |= {"series": _series(samples), "ratios": _ratios(samples), "length": _length(samples)}
    found["memory"] = {name: _memory(usage, name) for name in dict.fromkeys(row["target"] for row in usage)}
    ready = facts.get("ready_seconds")
    found["start"] = {"ready": {"seconds": max(ready)}} if ready else {}
    found["failed"] = gates(found)
    return found | {"samples": [sample.document() for sample in samples], "usage": usage}


def gates(found: Document) -> list[str]:
    """All that are missed."""
    return [*failed(found), *missed(found, tomllib.loads(BANDS.read_text(encoding="utf-8"))["band"])]


def failed(found: Document) -> list[str]:
    """What makes a run worthless, whatever its figures."""
    gates = ["it was ended early"] if found["partial"] else []
    for name in _expected(found["config"]):
        if name not in found["series"]:
            gates.append(f"{name}: no samples")
    for name, figures in found["series"].items():
        gates += [
            f"{name}: {count} of {figures['asked']} failed: {fault}" for fault, count in figures["faults"].items()
        ]
        pace = figures.get("characters_per_second")
        if pace and figures["n"] >= ENOUGH_FOR_PACE and not PACE[0] <= pace["p50"] <= PACE[1]:
            gates.append(f"{name}: {pace['p50']:.1f} characters per second: another sample rate, or text left out")
    return gates


def missed(found: Document, bands: list[Document]) -> list[str]:
    """Bands that the run is outside of. What was not asked for is not missed; what is no number is."""
    gates, make = [], found["machine"]["variant"]
    for band in (band for band in bands if band.get("variant", make) == make):
        section, pattern, *path = band["figure"].split(" ")
        fitting = (name for name in found.get(section, {}) if _same(pattern, name))
        for name in (name for name in fitting if band.get("but") not in name.split("/")):
            value: Any = found[section][name]
            for key in path:
                value = value.get(key) if isinstance(value, dict) else None
            inside = isinstance(value, int | float) and band.get("least", -np.inf) <= value <= band.get("most", np.inf)
            if not inside:
                limit = f"at least {band['least']}" if "least" in band else f"at most {band['most']}"
                gates.append(f"{name} {' '.join(path)} is {value}, should be {limit} ({band['why']})")
    return gates


def _same(pattern: str, name: str) -> bool:
    """Whether a name fits; * stands for any part."""
    wanted = pattern.split("/")
    given = name.rsplit("/", len(wanted) - 1)  # a target may be an address
    return len(wanted) == len(given) and all(w in ("*", g) for w, g in zip(wanted, given, strict=True))


def _expected(config: Document) -> Iterator[str]:
    """The series that a run must have."""
    for preset, n in config["presets"].items():
        for target in (OURS, *(config["against"] if n >= FEWEST else ())):
            yield f"{target}/{preset}/warm"
    for series in ("cold", "cached"):
        if config[series]:
            yield f"{OURS}/short/{series}"


def _series(samples: list[Sample]) -> Document:
    names = dict.fromkeys(f"{s.target}/{s.preset}/{s.series}" for s in samples)
    return {name: _figures([s for s in samples if f"{s.target}/{s.preset}/{s.series}" == name]) for name in names}


def _figures(samples: list[Sample]) -> Document:
    good = [sample for sample in samples if not sample.faults]
    faults = [fault for sample in samples for fault in sample.faults]
    found: Document = {"asked": len(samples), "n": len(good), "faults": {f: faults.count(f) for f in faults}}
    labels = [label for sample in samples for label in sample.labels]
    found["labels"] = {label: labels.count(label) for label in labels}
    if not good:
        return found
    for name in ("ttfb", "ttfa", "heard", "rtf", "audio", "silence"):
        found[name] = summary([value for s in good if (value := getattr(s, name)) is not None])
    found["characters_per_second"] = summary([s.characters / s.audio for s in good if s.audio])
    margins = [s.margin for s in good if s.margin is not None]
    found["margin"] = {"p5": round(float(np.percentile(margins, 5)), 4), "least": round(min(margins), 4)}
    gaps = [gap for sample in good for gap in sample.gaps]
    found["gaps"] = {"count": len(gaps), "longest": max(gaps, default=0.0)}
    return found


def _ratios(samples: list[Sample]) -> Document:
    """Us beside each peer, text by text."""
    found: Document = {}
    warm = [s for s in samples if s.series == "warm" and not s.faults]
    for peer in dict.fromkeys(s.target for s in warm if s.target != OURS):
        for preset in dict.fromkeys(s.preset for s in warm if s.target == peer):
            ours, theirs = (
                {s.number: s for s in warm if s.target == target and s.preset == preset} for target in (OURS, peer)
            )
            both = sorted(ours.keys() & theirs.keys())
            if len(both) < FEWEST:
                found[f"{peer}/{preset}"] = {"n": len(both), "too_few": FEWEST}
                continue
            found[f"{peer}/{preset}"] = {
                "n": len(both),
                "times_sooner": ratio([theirs[n].ttfa for n in both], [ours[n].ttfa for n in both]),
                "times_sooner_heard": ratio([theirs[n].heard for n in both], [ours[n].heard for n in both]),
                "rtf_ratio": ratio([ours[n].rtf for n in both], [theirs[n].rtf for n in both]),
                "length_ratio": ratio([ours[n].audio for n in both], [theirs[n].audio for n in both]),
            }
    return found


def _length(samples: list[Sample]) -> Document:
    """Does the first sound wait for a longer text?"""
    first = {
        preset: [s.ttfa for s in samples if (s.target, s.series, s.preset) == (OURS, "warm", preset) and s.ttfa]
        for preset in ("short", "article")
    }
    if not all(first.values()):
        return {}
    return {"article": {"ratio": round(float(np.median(first["article"]) / np.median(first["short"])), 3)}}


def _memory(usage: list[Document], name: str) -> Document:
    own = [row["rss_mb"] for row in usage if row["target"] == name]
    return {"first_mb": round(own[0]), "most_mb": round(max(own)), "last_mb": round(own[-1])}


def _processor() -> str:
    """Its name; platform.processor() is empty on Linux."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())
