"""The least of an MCP client over standard input and output: one request after the other, a line each."""

import json
import os
import queue
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

from caveat.bench.speed_figures import NotMeasured

PROTOCOL = "2025-06-18"
"""Version of the protocol that is asked for; servers answer with it or with an earlier one."""

LIMIT = 60.0
"""Seconds after which an answer is given up; our choice."""

FAREWELL = 10.0
"""Seconds that a server has to end by itself once its input is closed; our choice."""


class McpClient:
    """
    A server that runs for as long as the ``with`` block, with every process that it starts.

    Args:
        words: The server's program by its path, and its arguments.
        environment: All of its environment.
        folder: Its working folder; None = this one.
        limit: Seconds that it has for each answer.
        advice: What to do when it ends too early; added to that message.
    """

    def __init__(
        self,
        words: Sequence[str],
        environment: Mapping[str, str],
        folder: Path | None = None,
        *,
        limit: float = LIMIT,
        advice: str = "",
    ) -> None:
        self._limit, self._advice = limit, advice
        self._number = 0
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=environment,
                cwd=folder,
                start_new_session=True,
            )
        except OSError as error:
            raise NotMeasured(f"`{words[0]}` could not be started: {error.strerror or error}") from error
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> "McpClient":
        is_ready = False
        try:
            client = {"name": "bench", "version": "1"}
            self._ask("initialize", {"protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": client})
            self._send({"method": "notifications/initialized"})
            is_ready = True
        finally:
            if not is_ready:
                self._end()
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def call(self, tool: str, arguments: Mapping[str, object]) -> dict[str, Any]:
        """
        The result of *tool*.

        Raises:
            NotMeasured: It is an error, comes too late, or the server is gone.
        """
        result = self._ask("tools/call", {"name": tool, "arguments": dict(arguments)})
        if result.get("isError"):
            raise NotMeasured(f"{tool} answered with an error: {result.get('content')}")
        return result

    def _ask(self, method: str, params: Mapping[str, object]) -> dict[str, Any]:
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        while True:
            try:
                line = self._lines.get(timeout=self._limit)
            except queue.Empty:
                raise NotMeasured(f"{method} got no answer within {self._limit:g} s") from None
            if line is None:
                raise NotMeasured("the MCP server ended" + self._advice)
            answer = _object(line)
            # What the server asks or tells of its own accord has a method.
            if answer.get("id") != self._number or "method" in answer:
                continue
            result = answer.get("result")
            if not isinstance(result, dict):
                raise NotMeasured(f"{method} was refused: {answer.get('error', 'no result')}")
            return result

    def _send(self, message: Mapping[str, object]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
            self._process.stdin.flush()
        except OSError as error:
            raise NotMeasured("the MCP server ended" + self._advice) from error

    def _read(self) -> None:
        assert self._process.stdout is not None
        with suppress(OSError, ValueError):
            for line in self._process.stdout:
                self._lines.put(line)
        self._lines.put(None)

    def _end(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)
        # Its whole group: a launcher may have ended before what it launched.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        assert self._process.stdout is not None
        # Closed only once nobody reads it: whoever holds the other end without being of the group keeps it.
        self._reader.join(FAREWELL)
        if not self._reader.is_alive():
            self._process.stdout.close()


def _object(line: bytes) -> dict[str, Any]:
    """The message on *line*; empty when it is none, as of a server that also prints other things."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
