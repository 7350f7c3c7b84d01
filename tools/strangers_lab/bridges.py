"""Programs that stand between a voice assistant and us, each in an interpreter of its own (`make test-clients`).

Where they are not installed, the loop that gave up is written out again here: a reply in pieces, each piece a request,
and the first error is the end of it.
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx

from strangers_lab.case import SPEECH, Absent, Outcome, attempt, heard, is_audible, need

ROOT = Path(__file__).parents[2]
CLIENTS = Path(__file__).parents[1] / "clients"
PIECES = ("Hello there.", "👍", "...", "And the rest of it.")
PYTHONS = {
    "wyoming": (ROOT / ".venv-wyoming/bin/python", "wyoming_bridge.py"),
    "livekit": (ROOT / ".venv-clients/bin/python", "livekit_agents.py"),
    "pipecat": (ROOT / ".venv-clients/bin/python", "pipecat_service.py"),
}


def outcomes(client: httpx.Client, brief: bool) -> Iterator[Outcome]:
    """All of it."""
    for form in ("pcm", "wav", "mp3"):
        yield attempt(f"a reply in pieces, {form}", lambda form=form: _reply(client, form))  # type: ignore[misc]
    if brief:
        return
    for name, (python, script) in PYTHONS.items():
        yield attempt(name, lambda p=python, s=script: _run(p, s, f"{client.base_url}/v1"))  # type: ignore[misc]


def _reply(client: httpx.Client, form: str) -> None:
    lasting = []
    for piece in PIECES:
        answer = client.post(SPEECH, json={"input": piece, "response_format": form, "voice": "af_heart"})
        need(answer.status_code == 200, f"{piece!r} ends it: {answer.text[:100]}")
        rate, sound = heard(answer)
        need(is_audible(sound) == any(letter.isalpha() for letter in piece), piece)
        lasting.append(len(sound) / rate)
    need(lasting[-1] > 0.5 and sum(lasting) < 10, str(lasting))


def _run(python: Path, script: str, url: str) -> None:
    if not python.exists():
        raise Absent("not installed here: make test-clients")
    done = subprocess.run(
        [str(python), str(CLIENTS / script), url], capture_output=True, text=True, timeout=300, check=False
    )
    need(done.returncode == 0, (done.stdout + done.stderr)[-250:])
