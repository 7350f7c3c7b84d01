"""kokoro-live doctor: what is here, what is missing, and how to get it."""

import argparse
import importlib.util
import json
import platform
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

from kokoro_live.assets.fetch import Store
from kokoro_live.assets.manifest import manifest
from kokoro_live.config import Settings
from kokoro_live.errors import KokoroError, MissingPackage
from kokoro_live.model.loaded import AUTO, chosen, multiplies_integers
from kokoro_live.model.runtimes.openvino import can_compile
from kokoro_live.model.store import BASES, FOLDED, Graphs, chosen_base, graphs_of, is_built, tampered

CPU_FEATURES = ("avx2", "avx512f", "avx_vnni", "avx512_vnni", "avx512_bf16", "amx_int8", "asimd", "i8mm", "bf16")
FRONT_ENDS = {"Misaki": "misaki", "eSpeak NG": "espeakng_loader"}
EXTRAS = {"ja": "pyopenjtalk", "zh": "jieba"}


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report."""

    what: str
    state: str
    remedy: str = ""  # empty: all is well
    optional: bool = False


EXAMPLE = "kokoro-live doctor"


def add_options(parser: argparse.ArgumentParser) -> None:
    """What may be asked for."""
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(options: argparse.Namespace) -> int:
    """Exit status 3 if something that is needed is missing."""
    findings = list(_findings(Settings.load()))
    if options.json:
        print(json.dumps([asdict(finding) for finding in findings], indent=1))
    else:
        for finding in findings:
            sign = "ok" if not finding.remedy else "–" if finding.optional else "MISSING"
            remedy = f"  →  {finding.remedy}" if finding.remedy else ""
            print(f"{sign:8}{finding.what:24}{finding.state}{remedy}")
    return 3 if any(finding.remedy and not finding.optional for finding in findings) else 0


def _findings(settings: Settings) -> Iterator[Finding]:
    yield Finding("Python", platform.python_version())
    yield Finding("machine", f"{platform.system()} {platform.machine()}, {settings.threads} threads for the model")
    yield Finding("CPU features", ", ".join(_cpu_features()) or "unknown")
    yield from (Finding(name, version(name)) for name in ("onnxruntime", "onnx", "numpy"))
    yield Finding("cache", str(settings.cache_dir))
    yield from _files(settings)
    yield from _front_ends()
    yield _sound()


def _files(settings: Settings) -> Iterator[Finding]:
    store = Store(settings.cache_dir, settings.model_dir, settings.sources)
    base = chosen_base(store, settings.base)
    for asset in manifest().values():
        problem = store.problem(asset)
        if asset.required or not problem:
            state = problem or f"sha256 {asset.sha256[:12]}… verified"
            yield Finding(asset.name, state, "kokoro-live models fetch" if problem else "")
    graphs = graphs_of(settings.cache_dir, base)
    problem = tampered(graphs.folder) if is_built(graphs.folder) else "not built"
    state = problem or f"built from {BASES[base]}, verified"
    yield Finding("derived graphs", state, "kokoro-live models build" if problem else "")
    if not problem:
        yield _variant(graphs, settings)


def _variant(graphs: Graphs, settings: Settings) -> Finding:
    """Which one of the model runs here; a slower one than could be is no fault."""
    try:
        variant = chosen(graphs, settings.variant)
        graphs.graph("acoustic", variant)
    except KokoroError as error:
        return Finding("variant", str(error), "set KOKORO_VARIANT=auto")
    slow = settings.variant == AUTO and variant == FOLDED and multiplies_integers() and not can_compile()
    return Finding("variant", variant, MissingPackage.command("openvino") if slow else "", optional=True)


def _front_ends() -> Iterator[Finding]:
    for name, module in FRONT_ENDS.items():
        here = importlib.util.find_spec(module) is not None
        remedy = "" if here else MissingPackage.command(module.replace("_", "-"))
        yield Finding(name, "here" if here else "not installed", remedy)
    for extra, module in EXTRAS.items():
        here = importlib.util.find_spec(module) is not None
        remedy = "" if here else f"kokoro-live install {extra}"
        yield Finding(f"language {extra}", "here" if here else "not installed", remedy, optional=True)


def _sound() -> Finding:
    from kokoro_live.player.device import has_device

    here = has_device()
    remedy = "" if here else "write files: kokoro-live say -o out.wav …"
    return Finding("sound device", "here" if here else "none", remedy, optional=True)


def _cpu_features() -> list[str]:
    info = Path("/proc/cpuinfo")
    if not info.is_file():
        return [platform.processor()]
    line = next(
        (
            line
            for line in info.read_text(encoding="utf-8").splitlines()
            if line.lower().startswith(("flags", "features"))
        ),
        "",
    )
    present = set(line.split())
    return [feature for feature in CPU_FEATURES if feature in present]
