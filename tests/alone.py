"""A command alone: in a home of its own, and a network of loopback only whose kernel counts what tries to leave."""

import fcntl
import os
import shutil
import socket
import struct
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

SET_FLAGS, UP_AND_RUNNING = 0x8914, 0x1 | 0x40  # ioctl SIOCSIFFLAGS, IFF_UP | IFF_RUNNING
# Each look-up or connection that is not loopback has no route there, and is counted; so is what nobody listens to.
LONGEST = 240  # seconds
ATTEMPTS = ("Ip:OutNoRoutes", "Ip6OutNoRoutes", "Udp:NoPorts")


@dataclass(frozen=True, slots=True)
class Trace:
    """What a command left behind."""

    said: str
    attempts: dict[str, int]  # to reach anything but loopback
    files: list[str]  # in its home, as paths below it


def run_alone(home: Path, *command: str, cache: Path | None = None, codes: tuple[int, ...] = (0,)) -> Trace:
    """Runs a command, which must end with one of the codes."""
    home.mkdir(exist_ok=True)
    given = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
    environment = given | {"HOME": str(home), "XDG_CACHE_HOME": str(home / ".cache"), "TMPDIR": str(home)}
    if cache:
        environment["KOKORO_CACHE_DIR"] = str(cache)
    counts = home.with_suffix(".counts")
    inside = [sys.executable, __file__, str(counts), *command]
    outside = ["unshare", "--net"] if os.geteuid() == 0 else ["unshare", "--net", "--map-root-user"]
    done = subprocess.run(
        [*outside, *inside], check=False, env=environment, text=True, capture_output=True, timeout=LONGEST
    )
    assert done.returncode in codes, done.stdout + done.stderr
    attempts = dict(line.split() for line in counts.read_text().splitlines())
    files = sorted(str(path.relative_to(home)) for path in home.rglob("*") if path.is_file())
    return Trace(done.stdout + done.stderr, {name: int(count) for name, count in attempts.items()}, files)


def require_namespaces() -> None:
    """Skips where a network of one's own cannot be had."""
    if not shutil.which("unshare"):
        pytest.skip("unshare is not here: no network namespaces")
    if subprocess.run(["unshare", "--net", "true"], check=False, capture_output=True).returncode:
        pytest.skip("network namespaces are not allowed here")


def _counted() -> dict[str, int]:
    rows = [line.split() for line in Path("/proc/net/snmp").read_text().splitlines()]
    counts: dict[str, int] = {}
    for names, values in zip(rows[::2], rows[1::2], strict=True):
        counts |= {names[0] + name: int(value) for name, value in zip(names[1:], values[1:], strict=True)}
    counts |= {name: int(value) for name, value in map(str.split, Path("/proc/net/snmp6").read_text().splitlines())}
    return {name: counts[name] for name in ATTEMPTS}


def _main() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SET_FLAGS, struct.pack("16sh14x", b"lo", UP_AND_RUNNING))
    done = subprocess.run(sys.argv[2:], check=False)
    Path(sys.argv[1]).write_text("".join(f"{name} {count}\n" for name, count in _counted().items()))
    return done.returncode


if __name__ == "__main__":
    sys.exit(_main())
