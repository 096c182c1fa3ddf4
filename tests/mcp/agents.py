"""An agent for tests: the SDK's own client, driving the server as a process of its own over stdio."""

import asyncio
import os
import queue
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult

SECONDS = 60
"""How long anything may take before a test fails instead of waiting."""

ROOT = Path(__file__).resolve().parents[2]


def environment() -> dict[str, str]:
    """What the server's process has around it, this test run's own folders among it."""
    names = ("PATH", "HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "CAVEAT_DEVICE")
    return {"PYTHONPATH": str(ROOT / "src")} | {
        name: os.environ[name] for name in names if name in os.environ
    }


def command(vault: Path, *words: str) -> list[str]:
    """What starts a server for *vault*."""
    return [sys.executable, "-P", "-m", "caveat", "mcp", "--vault", str(vault), *words]


class Agent:
    """A connected client; every call is bounded in time."""

    def __init__(self, parameters: StdioServerParameters, mode: str) -> None:
        self._parameters = parameters
        self._mode = mode
        self._asked: queue.Queue[tuple[str, dict[str, Any], Future[Any]] | None] = queue.Queue()
        self._ready: Future[Any] = Future()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._thread.start()
        self.hello = self._ready.result(SECONDS)

    async def _serve(self) -> None:
        try:
            async with Client(self._parameters, read_timeout_seconds=SECONDS, mode=self._mode) as client:
                self._ready.set_result(client.instructions)
                while (asked := await asyncio.to_thread(self._asked.get)) is not None:
                    name, arguments, answer = asked
                    try:
                        found = await (client.call_tool(name, arguments) if name else client.list_tools())
                        answer.set_result(found)
                    except Exception as error:  # noqa: BLE001 - the test sees it
                        answer.set_exception(error)
        except BaseException as error:
            if not self._ready.done():
                self._ready.set_exception(error)
            raise

    def call(self, name: str, **arguments: Any) -> CallToolResult:
        """What the tool answers, an error included; its structure was held against its schema."""
        result = self._ask(name, arguments)

        assert isinstance(result, CallToolResult)
        return result

    def ok(self, name: str, **arguments: Any) -> dict[str, Any]:
        """The structured answer of a tool that must succeed."""
        result = self.call(name, **arguments)

        assert not result.is_error, result.content
        assert isinstance(result.structured_content, dict)
        return result.structured_content

    def error(self, name: str, **arguments: Any) -> str:
        """The message of a tool that must fail."""
        result = self.call(name, **arguments)

        assert result.is_error, result.structured_content
        assert result.structured_content is None
        return result.content[0].text  # type: ignore[union-attr]

    def tools(self) -> list[Any]:
        """Every tool as declared."""
        return list(self._ask("", {}).tools)

    def close(self) -> None:
        """Disconnect; the server ends by itself."""
        self._asked.put(None)
        self._thread.join(SECONDS)

    def _ask(self, name: str, arguments: dict[str, Any]) -> Any:
        answer: Future[Any] = Future()
        self._asked.put((name, arguments, answer))
        return answer.result(SECONDS)


@contextmanager
def agent(vault: Path, *words: str, mode: str = "auto", **around: str) -> Iterator[Agent]:
    """An agent connected to a server for *vault*, started with *words* and *around* in its environment."""
    start = command(vault, *words)
    parameters = StdioServerParameters(
        command=start[0], args=start[1:], env={**environment(), **around}, cwd=vault
    )
    found = Agent(parameters, mode)
    try:
        yield found
    finally:
        found.close()


def text_of(result: CallToolResult) -> str:
    """The readable form of an answer."""
    assert [part.type for part in result.content] == ["text"]
    return result.content[0].text  # type: ignore[union-attr]
