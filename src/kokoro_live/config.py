"""Settings, read once from the environment and passed on as arguments. The only reader of KOKORO_*."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from pathlib import Path

from kokoro_live.errors import ConfigError

PREFIX = "KOKORO_"
SOURCES = ("local", "index", "release", "hub")


def default_cache_dir() -> Path:
    """Where downloads and derived graphs live unless KOKORO_CACHE_DIR says otherwise."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "kokoro-live"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kokoro-live"


def default_threads() -> int:
    """Cores this process may use; more than eight do not make this model faster."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, min(8, cores or 1))


@dataclass(frozen=True, slots=True)
class Settings:
    """Every knob, with its default."""

    cache_dir: Path  # KOKORO_CACHE_DIR
    model_dir: Path | None = None  # KOKORO_MODEL_DIR: a folder that already holds the published files
    sources: tuple[str, ...] = SOURCES  # KOKORO_SOURCES: where files may come from, in order
    base: str = "auto"  # KOKORO_BASE: int8, fp32, or auto (fp32 if it is already here)
    variant: str = "folded"  # KOKORO_VARIANT: which make of the vocoder's window graph
    threads: int = 1  # KOKORO_THREADS: part of what makes samples identical
    voice: str = "af_heart"  # KOKORO_VOICE
    speed: float = 1.0  # KOKORO_SPEED
    port: int = 8880  # KOKORO_PORT

    @classmethod
    def load(cls, environment: Mapping[str, str] | None = None) -> "Settings":
        """Settings from KOKORO_* variables; an unknown or malformed one is an error that names the right one."""
        given = os.environ if environment is None else environment
        values: dict[str, object] = {"cache_dir": default_cache_dir(), "threads": default_threads()}
        known = {f"{PREFIX}{field.name.upper()}": field.name for field in fields(cls)}
        for name, text in given.items():
            if not name.startswith(PREFIX) or not text:
                continue
            if name not in known:
                near = get_close_matches(name, known, n=1)
                hint = f"Did you mean {near[0]}?" if near else f"Known: {', '.join(sorted(known))}."
                raise ConfigError(f"Unknown setting {name}. {hint}")
            values[known[name]] = _parse(known[name], text)
        return cls(**values)  # type: ignore[arg-type]


def _parse(field: str, text: str) -> object:
    variable = PREFIX + field.upper()
    match field:
        case "cache_dir" | "model_dir":
            return Path(text).expanduser()
        case "sources":
            return tuple(_choice(variable, part.strip(), SOURCES) for part in text.split(","))
        case "base":
            return _choice(variable, text, ("auto", "int8", "fp32"))
        case "threads":
            return int(_number(variable, text, 1, 64))
        case "port":
            return int(_number(variable, text, 1, 65535))
        case "speed":
            return _number(variable, text, 0.25, 4)
        case _:
            return text


def _choice(variable: str, text: str, allowed: tuple[str, ...]) -> str:
    if text not in allowed:
        raise ConfigError(f"{variable}={text!r} is not one of: {', '.join(allowed)}.")
    return text


def _number(variable: str, text: str, low: float, high: float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not low <= value <= high:
        raise ConfigError(f"{variable}={text!r} must be a number from {low:g} to {high:g}.")
    return value
