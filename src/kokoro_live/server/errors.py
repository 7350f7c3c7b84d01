"""Our errors as HTTP says them: one translation, one shape, `{"error": {message, type, param, code}}`."""

from dataclasses import dataclass
from secrets import token_hex
from typing import Any

from starlette.responses import JSONResponse

from kokoro_live.errors import (
    Cancelled,
    KokoroError,
    Loading,
    QueueFull,
    Refused,
    RequestError,
    SetupError,
    ShuttingDown,
    TooLate,
    UnknownModel,
)

SCHEMA = 1  # of the error object; it only ever grows
STATUS: dict[type[KokoroError], int] = {
    UnknownModel: 404,
    RequestError: 400,
    QueueFull: 429,
    TooLate: 504,
    Refused: 503,
    SetupError: 503,
    Cancelled: 499,
}
TYPES = {403: "permission_error", 429: "rate_limit_error"}
DEFAULT_RETRY_AFTER = 2  # seconds
LONGEST_MESSAGE = 500


@dataclass(eq=False)
class Problem(Exception):
    """An answer that is an error."""

    status: int
    code: str
    message: str
    param: str | None = None
    headers: tuple[tuple[str, str], ...] = ()
    diagnostics: dict[str, Any] | None = None

    @property
    def body(self) -> dict[str, Any]:
        """What clients read."""
        kind = TYPES.get(self.status, "server_error" if self.status >= 500 else "invalid_request_error")
        message = self.message if len(self.message) <= LONGEST_MESSAGE else self.message[:LONGEST_MESSAGE] + "…"
        error = {"message": message, "type": kind, "param": self.param, "code": self.code}
        extra = {"diagnostics": self.diagnostics} if self.diagnostics else {}
        return {"error": error | extra, "schema_version": SCHEMA}

    def response(self) -> JSONResponse:
        """Ready to be sent."""
        return JSONResponse(self.body, self.status, headers=dict(self.headers))


def new_request_id() -> str:
    """For the header of that name."""
    return "req_" + token_hex(12)


def problem_of(error: KokoroError, diagnostics: dict[str, Any] | None = None) -> Problem:
    """How an error of ours is answered."""
    status = next((number for kind, number in STATUS.items() if isinstance(error, kind)), 500)
    headers: list[tuple[str, str]] = []
    if status in (429, 503, 504):
        wait = error.retry_after if isinstance(error, Refused) and error.retry_after else DEFAULT_RETRY_AFTER
        headers.append(("Retry-After", str(wait)))
    deterministic = isinstance(error, ShuttingDown | Cancelled | SetupError)
    if deterministic or (status == 500 and not isinstance(error, Loading)):
        headers.append(("x-should-retry", "false"))  # SDKs would ask twice more for the same answer
    param = error.param if isinstance(error, RequestError) else None
    message = error.for_clients if isinstance(error, SetupError) else str(error)
    return Problem(status, error.code, message, param, tuple(headers), diagnostics if status >= 500 else None)
