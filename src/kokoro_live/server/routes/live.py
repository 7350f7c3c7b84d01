"""/v1/audio/speech/ws: text in while it is written, sound out while it is made."""

from starlette.websockets import WebSocket

from kokoro_live.server.connection import Connection
from kokoro_live.server.errors import Problem
from kokoro_live.server.live.frames import PROTOCOL
from kokoro_live.server.live.session import Session
from kokoro_live.server.state import Server, client_of

PATH = "/v1/audio/speech/ws"


async def speak(socket: WebSocket) -> None:
    """One session."""
    server: Server = socket.app.state.server
    if PROTOCOL not in socket.scope["subprotocols"]:
        problem = Problem(400, "unsupported_subprotocol", f"Ask for the sub-protocol {PROTOCOL}.")
        await socket.send_denial_response(problem.response())
        return
    connection: Connection = socket.scope["state"]["connection"]
    await socket.accept(PROTOCOL)
    await Session(server, socket, client_of(socket), connection).run()
