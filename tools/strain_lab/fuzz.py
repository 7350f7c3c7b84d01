"""Broken requests by the ten thousand, mutated byte by byte: no crash, no hang, no 5xx for a client's mistake."""

import asyncio
import json
import time
from collections import Counter
from random import Random
from typing import Any

from strain_lab.live import heard, live

AT_ONCE = 16
SEEDS = (
    b"POST /v1/audio/speech HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
    b"content-length: %d\r\n\r\n%s",
    b"GET /v1/audio/voices?legacy=true HTTP/1.1\r\nhost: localhost\r\naccept: */*\r\n\r\n",
    b"POST /v1/audio/speech HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked"
    b'\r\n\r\n5\r\n{"inp\r\n0\r\n\r\n',
    b"OPTIONS /v1/audio/speech HTTP/1.1\r\nhost: localhost\r\norigin: http://x\r\n"
    b"access-control-request-method: POST\r\n\r\n",
    b"DELETE /v1/audio/speech/streams/strm_0 HTTP/1.1\r\nhost: localhost\r\n\r\n",
)  # fmt: skip
# never valid as a whole, so that no request costs a synthesis
BODIES: tuple[Any, ...] = (
    {"input": "Hi.", "voice": "nobody"}, {"input": "Hi.", "speed": 9}, {"input": ""}, {"input": "Hi.", "stream": 3},
    {"input": ["Hi."]}, {"model": "x", "input": "Hi."}, {"input": "Hi.", "response_format": "exe"}, [], 5, None,
)  # fmt: skip
ODD = (b"\x00", b"\xff", b"\r\n", b"\n", b" ", b":", b"{", b"[", b'"', b"%", b"9" * 30, b"a" * 5000, b"\x80\x81", b",")


async def run(short: bool) -> dict[str, Any]:
    """A status per request; 200 only where a mutation left a request whole."""
    count, random = (400 if short else 20_000), Random()
    seen: Counter[str] = Counter()
    slowest = 0.0
    async with live(header_seconds=1, body_seconds=1, stall_seconds=3) as server:
        port = int(server.url.rsplit(":", 1)[1])

        async def one(data: bytes) -> None:
            nonlocal slowest
            start = time.monotonic()
            seen[await _status(port, data)] += 1
            slowest = max(slowest, time.monotonic() - start)

        for _ in range(count // AT_ONCE):
            await asyncio.gather(*(one(_mutated(random)) for _ in range(AT_ONCE)))
        async with server.client() as client:
            await heard(client, "Still here.")
        alive = server.alive
    server_errors = {status: number for status, number in seen.items() if status.startswith("5")}
    return {
        "requests": sum(seen.values()),
        "answers": dict(sorted(seen.items())),
        "slowest_seconds": round(slowest, 2),
        "passed": alive
        and not server_errors
        and "hang" not in seen
        and sum(seen.values()) >= count // AT_ONCE * AT_ONCE,
    }


def _mutated(random: Random) -> bytes:
    seed = random.choice(SEEDS)
    if b"%d" in seed:
        body = json.dumps(random.choice(BODIES)).encode()
        seed = seed % (len(body), body)
    data = bytearray(seed)
    for _ in range(random.randint(0, 4)):
        place = random.randrange(len(data))
        kind = random.random()
        if kind < 0.4:
            data[place : place + random.randint(0, 3)] = random.choice(ODD)
        elif kind < 0.7:
            data[place] = random.randrange(256)
        elif kind < 0.85:
            del data[place : place + random.randint(1, 20)]
        else:
            data[place:place] = data[: random.randint(1, 60)]
    return bytes(data)


async def _final(reader: asyncio.StreamReader) -> bytes:
    """The status line, after any notes that the request is being worked on."""
    while (line := await reader.readline()).startswith(b"HTTP/1.1 102") or line == b"\r\n":
        pass
    return line


async def _status(port: int, data: bytes) -> str:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(data)
        await writer.drain()
        writer.write_eof()
        line = await asyncio.wait_for(_final(reader), 10)
    except TimeoutError:
        return "hang"
    except ConnectionError:
        return "closed"
    finally:
        writer.close()
    parts = line.split(b" ")
    return parts[1].decode("latin-1") if len(parts) > 1 else "closed"
