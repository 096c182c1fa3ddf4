"""The transport: a line that is no request is answered as JSON-RPC 2.0 has it, and nobody waits in vain."""

from contextvars import Context
from types import TracebackType
from typing import Any

from mcp.shared.message import SessionMessage
from mcp.types import ErrorData, JSONRPCError
from pydantic import ValidationError

NOT_JSON = -32700
"""Code of JSON-RPC 2.0 for a line that is no JSON, half of a surrogate pair in a string among it."""

NO_REQUEST = -32600
"""Its code for JSON that is no request: a batch, or an object without what a request needs."""


class Answering:
    """
    A stream of incoming messages that answers those that could not be read, and hands on all others.

    Args:
        incoming: From the SDK's transport: messages, and exceptions in place of lines that are none.
        outgoing: Where answers go.
    """

    def __init__(self, incoming: Any, outgoing: Any) -> None:
        self._incoming = incoming
        self._outgoing = outgoing

    @property
    def last_context(self) -> Context | None:
        """The context that the last message was sent in."""
        context: Context | None = self._incoming.last_context
        return context

    async def receive(self) -> SessionMessage | Exception:
        """The next message."""
        while isinstance(item := await self._incoming.receive(), Exception):
            await self._outgoing.send(SessionMessage(refusal(item)))
        message: SessionMessage = item
        return message

    async def aclose(self) -> None:
        """Stop receiving."""
        await self._incoming.aclose()

    def close(self) -> None:
        """Stop receiving."""
        self._incoming.close()

    def __aiter__(self) -> "Answering":
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        import anyio

        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> "Answering":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


def refusal(error: Exception) -> JSONRPCError:
    """The answer to a line that the SDK could not read, with the id that it bears where that can be told."""
    problems = error.errors(include_url=False) if isinstance(error, ValidationError) else []
    if not problems or any(problem["type"] == "json_invalid" for problem in problems):
        message = "Parse error: the line is no JSON"
        return JSONRPCError(jsonrpc="2.0", id=None, error=ErrorData(code=NOT_JSON, message=message))
    inputs = [problem["input"] for problem in problems]
    named = [one["id"] for one in inputs if isinstance(one, dict) and type(one.get("id")) in (int, str)]
    message = "Invalid Request: a line holds one JSON-RPC 2.0 message, and no batch"
    return JSONRPCError(
        jsonrpc="2.0",
        id=named[0] if named else None,
        error=ErrorData(code=NO_REQUEST, message=message),
    )
