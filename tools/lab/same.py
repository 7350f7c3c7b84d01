"""Is everything said as it was in an earlier revision, to the last byte: audio, headers and JSON?

python tools/evaluate.py same --against REV

Two servers, one of them from the sources of REV, are asked the same things in turn: all formats, languages and ways of
asking, in both variants, some of them twice so that the second answer comes from the cache. What a clock or a die makes
(times, names of streams, Ogg's serial numbers, into how many events a stream was cut) is left out of the comparison;
nothing else is.
"""

import asyncio
import base64
import json
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import httpx

from bench.host import Host, other
from bench.texts import passage, sentence
from lab.options import Options
from lab.ssml import MARKS

ROOT = Path(__file__).parents[2]
EACH = 100  # requests of each variant
VARIANTS = ("folded", "int8")
FORMATS = ("mp3", "opus", "aac", "flac", "wav", "pcm")
RATES = (None, None, None, 8000, 16000, 44100, 48000)
SPEEDS = (None, 0.5, 0.8, 1.0, 1.0, 1.3, 2.0, 3.5)
VOICES = ("af_heart", "am_michael", "bf_emma", "bm_george", "af_nicole", "af_heart(2)+bm_george(1)", "nova")
OTHERS = {
    "ef_dora": "El tren sale a las 17:45 y cuesta 12,50 €.",
    "ff_siwis": "Le facteur attendait sous la pluie, le 3 mai 2021.",
    "if_sara": "Alle 8:30 arrivarono 21 persone.",
    "pf_dora": "Custa R$ 1.299,00 em 12 vezes.",
    "hf_alpha": "आज सुबह 9 बजे बारिश हुई।",
}
SEEDED = {"x-request-id", "x-speech-stream", "x-timing-path"}  # drawn anew for each request
OGG_PAGE = re.compile(rb"(OggS\x00.{9}).{4}(.{4}).{4}", re.DOTALL)
VERSION = re.compile(rb'"version":"[^"]*"')
TIMED = {"date", "server-timing", "openai-processing-ms", "x-ttfa", "x-rtf"}


@dataclass(frozen=True)
class Question:
    """One request."""

    method: str
    path: str
    body: Any = None


def run(options: Options) -> int:
    """200 requests; exit status 1 if a single answer differs."""
    if options.against is None:
        raise SystemExit("Against what? python tools/evaluate.py same --against REV")
    differing = 0
    with _sources(options.against) as sources, tempfile.TemporaryDirectory() as folder:
        for variant in VARIANTS:
            caches = [_cache(Path(folder, variant, side), options.settings.cache_dir) for side in ("before", "after")]
            found = asyncio.run(_compared(sources, caches, variant))
            differing += len(found)
            for question, what in found:
                print(f"DIFFERS ({variant}): {what}: {question}")
    print(f"{len(VARIANTS) * EACH} requests, {differing} answered otherwise than {options.against}")
    print("PASS" if not differing else "FAIL")
    return 1 if differing else 0


def questions(number: int) -> list[Question]:
    """Speech in all its forms, and what is said about it; every fourth is asked again."""
    random, found = Random("same"), list[Question]()
    ways = cycle((_plain, _plain, _whole, _events, _marked, _foreign, _captions, _explained))
    while len(found) < number:
        found.append(next(ways)(random))
        if len(found) % 4 == 0:
            found.append(found[-2])
    return found[: number - len(ASKED)] + ASKED


ASKED = [Question("GET", path) for path in ("/v1/models", "/v1/audio/voices", "/dev/ssml", "/nothing", "/openapi.json")]
ASKED += [Question("POST", "/v1/audio/speech", body) for body in ({"input": ""}, {"input": "Hi.", "speed": 9}, {})]


def _speech(random: Random, text: str, **fields: Any) -> Question:
    body: dict[str, Any] = {"input": text, "voice": random.choice(VOICES), "response_format": random.choice(FORMATS)}
    body |= {"speed": random.choice(SPEEDS), "sample_rate": random.choice(RATES)}
    return Question("POST", "/v1/audio/speech", {k: v for k, v in (body | fields).items() if v is not None})


def _plain(random: Random) -> Question:
    latency = random.choice(("fast", "fast", "quality"))
    return _speech(random, sentence(random, random.randint(3, 140)), latency=latency)


def _whole(random: Random) -> Question:
    return _speech(random, passage(random, 260), stream=False, pauses=random.choice((None, "tight", 2)))


def _events(random: Random) -> Question:
    return _speech(random, sentence(random, 80), stream_format="sse", timestamps=random.choice(("word", "none")))


def _marked(random: Random) -> Question:
    text = f"<speak>She {random.choice(MARKS)[1]} went home. <mark name='x'/>{sentence(random, 30)}</speak>"
    return _speech(random, text, input_format=random.choice(("auto", "ssml")), volume=random.choice((None, 0.5, 3)))


def _foreign(random: Random) -> Question:
    voice = random.choice(list(OTHERS))
    return _speech(random, OTHERS[voice], voice=voice)


def _captions(random: Random) -> Question:
    body = {"input": sentence(random, 60), "voice": "af_heart", "stream": random.choice((True, False))}
    return Question("POST", "/dev/captioned_speech", body)


def _explained(random: Random) -> Question:
    path = random.choice(("/v1/audio/explain", "/dev/phonemize"))
    text = f"On 3/4/2021 Dr. Smith paid ${random.randint(1, 9999)}."
    return Question("POST", path, {"input" if "explain" in path else "text": text})


async def _compared(sources: Path, caches: list[Path], variant: str) -> list[tuple[Question, str]]:
    """What is answered otherwise."""
    found = []
    before, after = _served(sources, caches[0], variant), _served(ROOT / "src", caches[1], variant)
    async with before as old, after as new, httpx.AsyncClient(trust_env=False, timeout=300) as client:
        for question in questions(EACH):
            one, two = [await _answered(client, host.url, question) for host in (old, new)]
            if what := next((name for name in one.keys() | two.keys() if one.get(name) != two.get(name)), None):
                found.append((question, f"{what}: {str(one.get(what))[:80]!r} → {str(two.get(what))[:80]!r}"))
    return found


def _served(sources: Path, cache: Path, variant: str) -> AbstractAsyncContextManager[Host]:
    """A server of these sources."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "kokoro_live", "serve", "--port", str(port), "--host", "127.0.0.1"]
    environment = {"PYTHONPATH": str(sources), "KOKORO_CACHE_DIR": str(cache), "KOKORO_VARIANT": variant}
    return other("ours", command, environment, f"http://127.0.0.1:{port}", "/health")


async def _answered(client: httpx.AsyncClient, url: str, question: Question) -> dict[str, Any]:
    answer = await client.request(question.method, url + question.path, json=question.body)
    kept = {name: value for name, value in answer.headers.items() if name not in SEEDED | TIMED}
    return {"status": answer.status_code, "body": _comparable(answer.content.replace(url.encode(), b""))} | kept


def _comparable(body: bytes) -> Any:
    """Audio in one piece, however it was cut, and what was told beside it."""
    if not body.startswith((b"data: ", b'{"audio"')):
        return without_serials(VERSION.sub(b"", body))
    told = [json.loads(line.removeprefix(b"data: ")) for line in body.splitlines() if line]
    audio = b"".join(base64.b64decode(each.pop("audio", "")) for each in told)
    words = [word for each in told for word in each.pop("words", each.pop("timestamps", []))]
    return without_serials(audio), words, [each for each in told if each.get("type") == "speech.audio.done"]


def without_serials(data: bytes) -> bytes:
    """Ogg pages without the stream's number, which is drawn, and the checksum that covers it."""
    return OGG_PAGE.sub(lambda page: page[1] + page[2], data)


@contextmanager
def _sources(revision: str) -> Iterator[Path]:
    """The packages of a revision, which are found before those that are installed."""
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", revision, "src"], cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)
        yield Path(folder, "src")


def _cache(folder: Path, cache_dir: Path) -> Path:
    """A cache of its own, for graphs of its own."""
    folder.mkdir(parents=True)
    shutil.copytree(cache_dir / "published", folder / "published")
    return folder
