"""Sixty-four readers that stop reading: nobody else waits for them, and they are cut off."""

import asyncio
import json
import socket
import tempfile
import time
from random import Random
from typing import Any

import httpx
import numpy as np

from bench.texts import passage, sentence
from strain_lab.live import heard, idle, live, percentiles, status

PATIENT = 600.0  # seconds until a stalled reader is cut off, while the others are measured
MOST_RISE = 0.2
AT_ONCE = 8
LATE = 10.0  # seconds after its time that a reader may be cut off


async def run(short: bool) -> dict[str, Any]:
    """The same other client before and beside them; then how long they are put up with by default."""
    count, n = (6 if short else 64), (3 if short else 20)
    limit = 5.0 if short else 30.0
    with tempfile.TemporaryDirectory() as folder:
        # What they ask for is kept, so that all of them stand still at the same time, soon.
        kept = {"ephemeral": "false", "take_dir": folder, "max_waiting": 128}
        measured = await _beside(count, n, kept)
        closed = await _cut_off(count, limit, kept)
    rise = float(np.percentile(measured["beside"], 95) / np.percentile(measured["alone"], 95)) - 1
    return {
        "stalled": count,
        "parked": measured["parked"],
        "alone": percentiles(measured["alone"]),
        "beside": percentiles(measured["beside"]),
        "p95_rise": round(rise, 3),
        "cut_off_after": [round(seconds, 1) for seconds in closed],
        "passed": rise < MOST_RISE
        and measured["parked"] == count
        and all(limit - 1 < seconds < limit + LATE for seconds in closed),
    }


async def _beside(count: int, n: int, kept: dict[str, Any]) -> dict[str, Any]:
    random, text = Random(), passage(Random(1), 1500)
    async with live(stall_seconds=PATIENT, **kept) as server, server.client() as client:
        await heard(client, text)
        alone = [(await heard(client, sentence(random, 100))).ttfa for _ in range(n)]
        sockets = await _all_stalled(server.url, client, text, count)
        parked = await _parked(client, count)
        beside = [(await heard(client, sentence(random, 100))).ttfa for _ in range(n)]
        for connection in sockets:
            connection.close()
        await idle(client)
    return {"alone": alone, "beside": beside, "parked": parked}


async def _cut_off(count: int, limit: float, kept: dict[str, Any]) -> tuple[float, float]:
    """Seconds until the first of them is gone, since it came, and until the last is, since the last came."""
    text = passage(Random(1), 1500)
    async with live(stall_seconds=limit, **kept) as server, server.client() as client:
        start = time.monotonic()
        sockets = await _all_stalled(server.url, client, text, count)
        complete, first = time.monotonic(), None
        while (readers := (await status(client))["queue"]["readers"]) and time.monotonic() - start < 3 * limit:
            if readers < count and first is None:
                first = time.monotonic() - start
            await asyncio.sleep(0.2)
        last = time.monotonic() - complete
        for connection in sockets:
            connection.close()
    return (last if first is None else first), last


async def _all_stalled(url: str, client: httpx.AsyncClient, text: str, count: int) -> list[socket.socket]:
    """So many at a time as are served side by side: a crowd at the door would be refused, which is another matter."""
    sockets: list[socket.socket] = []
    while len(sockets) < count:
        sockets += [_stalled(url, text, number) for number in range(len(sockets), min(count, len(sockets) + AT_ONCE))]
        await _parked(client, len(sockets))
    return sockets


async def _parked(client: httpx.AsyncClient, count: int) -> int:
    """How many stand still, once all do or half a minute is over."""
    for _ in range(60):
        parked = int((await status(client))["queue"]["parked"])
        if parked == count:
            break
        await asyncio.sleep(0.5)
    return parked


def _stalled(url: str, text: str, number: int) -> socket.socket:
    """A connection that asks and never reads. No two ask for the same: they would share one synthesis."""
    body = json.dumps({"input": text, "response_format": "pcm", "volume": 0.5 + number / 1000}).encode()
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", int(url.rsplit(":", 1)[1])))
    head = "POST /v1/audio/speech HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
    connection.sendall(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)
    return connection
