"""Sixty-four readers that stop reading: nobody else waits for them, and they are cut off."""

import asyncio
import json
import socket
import time
from random import Random
from typing import Any

import numpy as np

from kokoro_live.bench.texts import passage, sentence
from strain_lab.live import heard, idle, live, percentiles

STALL = 30.0  # seconds, the server's default
MOST_RISE = 0.2


async def run(short: bool) -> dict[str, Any]:
    """The same other client before and beside them."""
    count, n = (6 if short else 64), (3 if short else 20)
    stall, random = (5.0 if short else STALL), Random()
    # places for all of them: this is about readers, not about admission
    async with live(stall_seconds=stall, max_active=8, max_waiting=128) as server, server.client() as client:
        alone = [(await heard(client, sentence(random, 100))).ttfa for _ in range(n)]
        sockets = [_stalled(server.url, passage(random, 2500)) for _ in range(count)]
        start = time.monotonic()
        while (await client.get("/status")).json()["queue"]["parked"] < count and time.monotonic() - start < 900:
            await asyncio.sleep(0.5)
        parked = (await client.get("/status")).json()["queue"]["parked"]
        beside = [(await heard(client, sentence(random, 100))).ttfa for _ in range(n)]
        await asyncio.sleep(stall)
        await idle(client)
        for connection in sockets:
            connection.close()
    rise = float(np.percentile(beside, 95) / np.percentile(alone, 95)) - 1
    return {
        "stalled": count,
        "parked_at_most": parked,
        "alone": percentiles(alone),
        "beside": percentiles(beside),
        "p95_rise": round(rise, 3),
        "passed": rise < MOST_RISE,
    }


def _stalled(url: str, text: str) -> socket.socket:
    """A connection that asks and never reads."""
    body = json.dumps({"input": text, "response_format": "pcm"}).encode()
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", int(url.rsplit(":", 1)[1])))
    head = "POST /v1/audio/speech HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
    connection.sendall(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)
    return connection
