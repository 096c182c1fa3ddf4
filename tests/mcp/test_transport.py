"""Lines that are no request get the answer that JSON-RPC 2.0 has for them, and the next one is served."""

import json
import subprocess
import threading
from pathlib import Path

import pytest

from tests.mcp.agents import SECONDS, command, environment
from tests.vaults import make

HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}
PING = {"jsonrpc": "2.0", "id": 7, "method": "ping"}


@pytest.mark.parametrize(
    ("line", "code", "id_"),
    [
        (b"{not json", -32700, None),
        (b'{"jsonrpc": "2.0", "id": 2, "method": "ping", "params": {"x": "\\ud800"}}', -32700, None),
        (json.dumps([PING, PING]).encode(), -32600, None),
        (b'{"jsonrpc": "2.0", "id": 3}', -32600, 3),
        (b'{"jsonrpc": "1.0", "id": "a", "method": "ping"}', -32600, "a"),
        (b"7", -32600, None),
        (b"\xff\xfe", -32700, None),
    ],
)
def test_a_line_that_is_no_request_is_answered(
    tmp_path: Path, line: bytes, code: int, id_: int | str | None
) -> None:
    root = make(tmp_path / "vault", {"a.md": "apple\n"})
    lines = [json.dumps(HELLO).encode(), line, json.dumps(PING).encode()]
    with subprocess.Popen(
        command(root), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()
    ) as server:
        assert server.stdin is not None and server.stdout is not None
        guard = threading.Timer(SECONDS, server.kill)
        guard.start()
        server.stdin.write(b"\n".join([*lines, b""]))
        server.stdin.flush()
        # The end of its input ends a server at once, so that is given after the last answer.
        answers = [json.loads(server.stdout.readline()) for _ in lines]
        server.stdin.close()
        guard.cancel()
    refused = [answer for answer in answers if "error" in answer]

    assert [(code, id_)] == [(one["error"]["code"], one["id"]) for one in refused]
    assert {1, 7} == {answer["id"] for answer in answers if "result" in answer}
