"""Who may ask, and what may be asked: in front of every route, before anything is computed."""

import asyncio
import hmac
import ipaddress
import re
import time
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kokoro_live.config import Settings
from kokoro_live.server.connection import LARGEST_HEAD, Connection
from kokoro_live.server.errors import Problem, new_request_id

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
# Readable without a key: clients look these up without sending theirs
OPEN = ("/health", "/v1/models", "/v1/audio/voices", "/v1/audio/models", "/audio/voices", "/audio/models", "/voices")
OPEN_EXACTLY = ("/v1", "/v1/test")
HOST = re.compile(r"(?:\[(?P<address>[\da-f:.]+)\]|(?P<name>[^:@/\[\]\s]+|[\da-f:]+:[\da-f:.]*))(?::\d*)?")
KEY_PROTOCOL = "bearer."
REPEATED = re.compile(r"/{2,}")
LONGEST_ADDRESS = 8 * 1024  # bytes
MOST_HEADERS = 100
CLOSE = (("connection", "close"),)
PREFLIGHT = (
    ("access-control-allow-methods", "GET, POST, DELETE"),
    ("access-control-allow-headers", "authorization, content-type, cache-control"),
    ("access-control-max-age", "600"),
)


class Security:
    """Pure ASGI: it looks at the head, reads the body within its limits, and lets the rest through untouched."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings
        self._hosts = LOOPBACK | {_bare(name) for name in settings.allowed_hosts} | set(settings.host)
        self._any_address = any(ipaddress.ip_address(host).is_unspecified for host in settings.host)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        request_id = new_request_id()
        connection = scope.setdefault("state", {}).get("connection") or Connection()
        connection = replace(connection, request_id=request_id, arrived=time.perf_counter())
        scope["path"] = REPEATED.sub("/", scope["path"]).rstrip("/") or "/"  # as people paste two addresses together
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in reversed(scope["headers"])}
        send = _stamped(send, [("x-request-id", request_id), *self._cors(headers)])
        if scope["type"] == "websocket":
            scope["method"] = "GET"
            _take_key(scope, headers)
        try:
            has_key = self._check(scope, headers)
            scope["state"]["connection"] = replace(connection, has_key=has_key)
            if _is_preflight(scope, headers):
                await _empty(send, 204, PREFLIGHT if headers.get("origin") in self._settings.allowed_origins else ())
                return
            if scope["type"] == "http":
                receive = _replayed(await self._body(receive, headers), receive)
        except Problem as problem:
            await problem.response()(scope, receive, send)
            return
        except ConnectionError:
            return
        await self._app(scope, receive, send)

    def _check(self, scope: Scope, headers: dict[str, str]) -> bool:
        """Whether the request came with our key; or why it may not come in."""
        _check_size(scope)
        if "transfer-encoding" in headers and "content-length" in headers:  # two readings of where the body ends
            raise Problem(400, "bad_request", "Content-Length and Transfer-Encoding exclude each other.", headers=CLOSE)
        self._check_host(headers.get("host", ""))
        self._check_origin(scope["method"], headers)
        has_key = self._check_key(scope, headers)
        if headers.get("content-encoding", "identity").lower() != "identity":
            raise Problem(415, "unsupported_content_encoding", "Send the body uncompressed.")
        if int(headers.get("content-length", "0")) > self._settings.max_body_bytes:
            raise self._too_large()
        return has_key

    def _check_host(self, host: str) -> None:
        """Against DNS rebinding: a web page that makes its own name point here still sends that name."""
        name = _bare(host)
        if name not in self._hosts and not (self._any_address and _is_address(name)):
            shown = name if len(name) <= 80 and name.isprintable() else "that"
            message = f"The host name {shown!r} is not served here. Start the server with KOKORO_ALLOWED_HOSTS={shown}."
            raise Problem(403, "host_not_allowed", message)

    def _check_origin(self, method: str, headers: dict[str, str]) -> None:
        """Against web pages: those that may call are named in the settings. Programs send no Origin."""
        origin = headers.get("origin")
        if origin is None:
            from_elsewhere = headers.get("sec-fetch-site") in ("cross-site", "same-site")
            visits = headers.get("sec-fetch-mode") == "navigate" and method in ("GET", "HEAD")
            if visits or not from_elsewhere:
                return
        elif origin in self._settings.allowed_origins or origin == f"http://{headers['host']}":
            return
        message = "Web pages from elsewhere may not call this server. Add the page to KOKORO_ALLOWED_ORIGINS."
        raise Problem(403, "origin_not_allowed", message)

    def _check_key(self, scope: Scope, headers: dict[str, str]) -> bool:
        key, path = self._settings.api_key, scope["path"]
        free = scope["method"] in ("GET", "HEAD", "OPTIONS") and (path.startswith(OPEN) or path in OPEN_EXACTLY)
        if not key or free or _is_preflight(scope, headers):  # browsers ask without the key whether they may send it
            return False
        scheme, _, given = headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not hmac.compare_digest(given.strip().encode("latin-1"), key.encode()):
            message = "A wrong API key, or none. Send it as: Authorization: Bearer KEY"
            raise Problem(401, "invalid_api_key", message, headers=(("WWW-Authenticate", "Bearer"),))
        return True

    async def _body(self, receive: Receive, headers: dict[str, str]) -> bytes:
        """All of it, within the limits of size and time."""
        if headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers:
            return b""
        body, start = bytearray(), time.monotonic()
        while True:
            left = self._settings.body_seconds - (time.monotonic() - start)
            try:
                async with asyncio.timeout(max(0, min(left, self._settings.stall_seconds / 3))):
                    message = await receive()
            except TimeoutError:
                message_text = "The body did not arrive in time."
                raise Problem(408, "request_timeout", message_text, headers=CLOSE) from None
            if message["type"] == "http.disconnect":
                raise ConnectionError
            body += message.get("body", b"")
            if len(body) > self._settings.max_body_bytes:
                raise self._too_large()
            if not message.get("more_body"):
                return bytes(body)

    def _too_large(self) -> Problem:
        most = self._settings.max_body_bytes
        return Problem(413, "request_too_large", f"A request may have {most} bytes at the most.")

    def _cors(self, headers: dict[str, str]) -> list[tuple[str, str]]:
        origin = headers.get("origin")
        if origin is None or origin not in self._settings.allowed_origins:
            return []
        return [("access-control-allow-origin", origin), ("vary", "Origin")]


def _take_key(scope: Scope, headers: dict[str, str]) -> None:
    """Pages in browsers cannot send a header with a socket: their key comes as a sub-protocol, bearer.KEY."""
    for offered in scope["subprotocols"]:
        if offered.startswith(KEY_PROTOCOL) and "authorization" not in headers:
            headers["authorization"] = f"Bearer {offered.removeprefix(KEY_PROTOCOL)}"


def _is_preflight(scope: Scope, headers: dict[str, str]) -> bool:
    return bool(scope["method"] == "OPTIONS") and "access-control-request-method" in headers


def _check_size(scope: Scope) -> None:
    if len(scope["raw_path"]) + len(scope["query_string"]) > LONGEST_ADDRESS:
        raise Problem(414, "uri_too_long", f"An address may have {LONGEST_ADDRESS} bytes at the most.", headers=CLOSE)
    size = sum(len(name) + len(value) for name, value in scope["headers"])
    if size > LARGEST_HEAD or len(scope["headers"]) > MOST_HEADERS:
        message = f"A request may have {MOST_HEADERS} headers of {LARGEST_HEAD} bytes in all."
        raise Problem(431, "headers_too_large", message, headers=CLOSE)


def _bare(host: str) -> str:
    """Without its port and brackets; what is not spelled like a host stays as it is, and is nobody's name."""
    match = HOST.fullmatch(host.strip().lower())
    return match["address"] or match["name"] if match else host


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _stamped(send: Send, headers: Iterable[tuple[str, str]]) -> Send:
    """Adds headers to the answer."""
    extra = [(name.encode(), value.encode()) for name, value in headers]

    async def stamped(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            message = {**message, "headers": [*message.get("headers", []), *extra]}
        await send(message)

    return stamped


def _replayed(body: bytes, receive: Receive) -> Receive:
    """The body that was read already, then whatever comes."""
    waiting: list[dict[str, Any]] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replayed() -> Message:
        return waiting.pop() if waiting else await receive()

    return replayed


async def _empty(send: Send, status: int, headers: Iterable[tuple[str, str]]) -> None:
    encoded = [(name.encode(), value.encode()) for name, value in headers]
    await send({"type": "http.response.start", "status": status, "headers": encoded})
    await send({"type": "http.response.body", "body": b""})
