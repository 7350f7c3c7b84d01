"""Settings, read once and passed on as arguments: defaults < a TOML file < KOKORO_* variables < flags.

The only reader of the environment. An unknown or malformed setting is an error that names the right one.
"""

import os
import sys
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from kokoro_live.errors import ConfigError
from kokoro_live.setting_values import (
    LOCALHOST,
    Reader,
    addresses,
    choice,
    choices,
    folder,
    folders,
    items,
    number,
    origins,
    pause_length,
    switch,
    whole_number,
)

PREFIX = "KOKORO_"
PROFILES = {"stable": 50, "benchmark": 40, "safe": 100}  # ms of audio per write
SOURCES = ("local", "index", "release", "hub")
# Names that other servers around this model knew, and what becomes of them
WITHOUT_EFFECT = {
    "coreml_compute_units": "there is no Core ML in this version; the model runs on the CPU",
    "coreml_model_format": "there is no Core ML in this version; the model runs on the CPU",
    "coreml_specialization": "there is no Core ML in this version; the model runs on the CPU",
    "memory_arena_size_mb": "working memory follows the fixed sizes of the windows; see KOKORO_MEMORY_LIMIT_MB",
    "defer_background_init": "the server listens at once and loads once, whatever it says",
    "aggressive_warming": "one sentence warms the model, and nothing runs beside a request",
    "disable_memory_mgmt": "memory is bounded by KOKORO_MEMORY_LIMIT_MB, which cannot be switched off",
    "workers": "one process serves everybody; more would each load the model",
}
# What libraries that we stand on would otherwise send, look up or write outside our folders
PRIVATE = {
    "ORT_DISABLE_TELEMETRY": "1",  # ONNX Runtime: a device id, what it ran and how long, sent to its vendor
    "HF_HUB_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
}


def keep_private() -> None:
    """Switch off what libraries do behind their users' backs; whatever the environment says, nothing leaves."""
    os.environ.update(PRIVATE)
    own_folder = Path(os.environ.get(f"{PREFIX}CACHE_DIR") or default_cache_dir())
    os.environ.setdefault("MPLCONFIGDIR", str(own_folder.expanduser() / "matplotlib"))  # what plots keep between runs


def default_cache_dir() -> Path:
    """Where downloads and derived graphs live unless KOKORO_CACHE_DIR says otherwise."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "kokoro-live"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kokoro-live"


def default_config_file() -> Path:
    """Where settings are looked for unless KOKORO_CONFIG says otherwise."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "kokoro-live" / "config.toml"
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "kokoro-live" / "config.toml"


def user_lexicon() -> Path:
    """The user's own pronunciations."""
    return default_config_file().with_name("lexicon.tsv")


def default_threads() -> int:
    """Cores this process may use; more than eight do not make this model faster."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, min(8, cores or 1))


def setting(default: Any, what: str, read: Reader = str) -> Any:
    """A setting: its default (a function makes it), what it does, how its text is read."""
    facts = {"what": what, "read": read}
    if callable(default):
        return field(default_factory=default, metadata=facts)
    return field(default=default, metadata=facts)


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting, with its default."""

    cache_dir: Path = setting(default_cache_dir, "downloads, derived graphs and kept audio", folder)
    model_dir: Path | None = setting(None, "a folder that already holds the published files", folder)
    sources: tuple[str, ...] = setting(SOURCES, "where files may come from, in order", choices(*SOURCES))
    base: str = setting(
        "auto", "int8, fp32, or auto (fp32 if it is here and calibrated)", choice("auto", "int8", "fp32")
    )
    variant: str = setting(
        "auto", "variant of the model: int8, folded, or auto (the fastest that is right on this machine)"
    )
    threads: int = setting(
        default_threads, "threads of the model; part of what makes samples identical", whole_number(1, 64)
    )
    lexicon: tuple[Path, ...] = setting((), "files of pronunciations, besides the user's own", folders)
    voice: str = setting("af_heart", "the voice, unless a request names one")
    speed: float = setting(1.0, "the speed, unless a request names one", number(0.25, 4))
    pauses: str = setting(
        "natural", "between sentences: tight, natural, slow, or a number (times as long)", pause_length
    )

    host: tuple[str, ...] = setting(LOCALHOST, "addresses to listen on; beyond loopback a key is needed",
                                 addresses)  # fmt: skip
    port: int = setting(8880, "the port", whole_number(0, 65535))
    api_key: str = setting("", "what clients must send as `Authorization: Bearer …`; none unless set")
    allowed_hosts: tuple[str, ...] = setting((), "names besides localhost that may stand in the Host header", items)
    allowed_origins: tuple[str, ...] = setting((), "web pages (scheme://host:port) that may call the server", origins)
    max_characters: int = setting(100_000, "of one request", whole_number(1, 10_000_000))
    max_whole_mb: int = setting(
        500, "of an answer in one piece; longer ones must be streamed", whole_number(1, 100_000)
    )
    max_body_bytes: int = setting(1_000_000, "of one request", whole_number(1000, 100_000_000))
    max_active: int = setting(8, "requests that are computed side by side", whole_number(1, 256))
    max_waiting: int = setting(32, "requests that wait for that; more are refused", whole_number(0, 10_000))
    max_connections: int = setting(512, "connections at a time", whole_number(1, 100_000))
    waiting_seconds: float = setting(30.0, "until a waiting request is given up", number(0.1, 3600))
    first_audio_seconds: float = setting(60.0, "until a request without a sound is given up", number(0.1, 3600))
    header_seconds: float = setting(10.0, "a client may take to send a request's head", number(0.1, 3600))
    body_seconds: float = setting(60.0, "a client may take to send a request's body", number(0.1, 3600))
    stall_seconds: float = setting(30.0, "a client may stop reading (or sending: a third of it)", number(0.1, 3600))
    drain_seconds: float = setting(30.0, "streams may still take when the server is told to end", number(0, 3600))
    profile: str = setting(
        "stable", "audio per write of a stream: stable 50 ms, benchmark 40, safe 100", choice(*PROFILES)
    )
    chunk_ms: int | None = setting(
        None, "the same as a number from 30 to 120; it wins over the profile", whole_number(30, 120)
    )
    prelude: bool = setting(False, "for old decoders: a stream begins with 50 ms of silence at once", switch)
    keep_alive_ms: int = setting(0, "for old decoders: without audio for so long, a stream brings silence; 0 is never",
                              whole_number(0, 60_000))  # fmt: skip
    take_dir: Path | None = setting(None, "kept audio, if not below cache_dir", folder)
    cache_mb: int = setting(512, "of kept audio on disk", whole_number(0, 1_000_000))
    ephemeral: bool = setting(False, "keep nothing on disk", switch)
    idle_unload_seconds: float = setting(0.0, "without a request until the model is unloaded; 0 is never",
                                      number(0, 1e6))  # fmt: skip
    memory_limit_mb: int = setting(4000, "above it new requests are refused; above 80 % caches are trimmed",
                                whole_number(500, 1_000_000))  # fmt: skip
    verbose_logs: bool = setting(False, "log every request, not only warnings", switch)
    log_text: bool = setting(False, "for debugging only: log what is said, too", switch)

    @classmethod
    def load(cls, environment: Mapping[str, str] | None = None, flags: Mapping[str, str] | None = None) -> "Settings":
        """From the file, the environment and the command line, later ones winning."""
        given = os.environ if environment is None else environment
        values: dict[str, Any] = {}
        values |= _from_file(given.get(f"{PREFIX}CONFIG"))
        for name, text in given.items():
            if name.startswith(PREFIX) and name != f"{PREFIX}CONFIG" and text:
                setting = name.removeprefix(PREFIX).lower()
                if setting in SETTINGS:
                    values |= _read(setting, text, lambda name: PREFIX + name.upper())
                else:  # another program's, perhaps: no reason to stop
                    _warn_once(_unknown(setting, lambda name: PREFIX + name.upper()))
        for name, text in (flags or {}).items():
            values |= _read(name, text, lambda name: "--" + name.replace("_", "-"))
        return cls(**values)

    def lexicons(self) -> tuple[Path, ...]:
        """Files of pronunciations, later ones winning: of the project, then the user's."""
        return (*self.lexicon, user_lexicon())

    @property
    def write_ms(self) -> int:
        """Audio per write of a stream."""
        return self.chunk_ms or PROFILES[self.profile]

    def shown(self) -> dict[str, Any]:
        """For people to read; a key is not shown."""
        values = {name: _readable(value) for name, value in asdict(self).items()}
        return values | {"api_key": "set" if self.api_key else ""}


def _readable(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(_readable(part) for part in value)
    return str(value) if isinstance(value, Path) else value


SETTINGS = {each.name: each for each in fields(Settings)}


def _from_file(named: str | None) -> dict[str, Any]:
    path = folder(named) if named else default_config_file()
    if not path.is_file():
        if named:
            raise ConfigError(f"{PREFIX}CONFIG names {path}, which is not a file.")
        return {}
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path} cannot be read: {error}") from error
    values: dict[str, Any] = {}
    for name, value in document.items():
        parts = value if isinstance(value, list) else [value]
        if any(isinstance(part, list | dict) for part in parts):
            raise ConfigError(f"{path}: {name} must be a value or a list of values.")
        text = ",".join(map(str, parts))
        values |= _read(name, text, lambda name, path=path: f"{path}: {name}")  # type: ignore[misc]
    return values


def _unknown(name: str, shown: Callable[[str], str]) -> str:
    if name in WITHOUT_EFFECT:
        return f"{shown(name)} has no effect: {WITHOUT_EFFECT[name]}."
    near = get_close_matches(name, SETTINGS, n=1)
    hint = f"Did you mean {shown(near[0])}?" if near else "See: kokoro-live config"
    return f"Unknown setting {shown(name)}. {hint}"


@cache
def _warn_once(message: str) -> None:
    print(f"kokoro-live: {message}", file=sys.stderr)


def _read(name: str, text: str, shown: Callable[[str], str]) -> dict[str, Any]:
    """One setting, checked; `shown` spells it as its source does."""
    if name in WITHOUT_EFFECT:
        _warn_once(_unknown(name, shown))
        return {}
    if name not in SETTINGS:
        raise ConfigError(_unknown(name, shown))
    try:
        return {name: SETTINGS[name].metadata["read"](text)}
    except ValueError as error:
        secret = "***" if name == "api_key" else repr(text)
        raise ConfigError(f"{shown(name)}={secret}: {error}.") from error
