"""A server on this machine that answers like an embeddings endpoint, or as badly as a test wants."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from caveat.models.hashed import Hashed

MODEL = Hashed(32)


class Asked:
    """
    What a test sees of the server.

    Attributes:
        url: Address of its API.
        bodies: What it was sent, in order.
        headers: The headers that came with each.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.bodies: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []


Reply = Callable[[int, dict[str, Any]], tuple[int, dict[str, str], bytes]]
"""Number of the request from 1, its body → status, headers, body."""


def vectors(number: int, body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
    """A good answer, its vectors in another order than the texts and not of length 1."""
    rows = MODEL.embed_passages(body["input"]) * 3
    data = [{"object": "embedding", "index": i, "embedding": row.tolist()} for i, row in enumerate(rows)]
    return 200, {}, json.dumps({"object": "list", "data": data[::-1], "model": body["model"]}).encode()


@contextmanager
def serving(reply: Reply = vectors) -> Iterator[Asked]:
    """A server that answers each request with *reply*."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.bodies.append(body | {"path": self.path})
            asked.headers.append(dict(self.headers))
            status, headers, data = reply(len(asked.bodies), body)
            self.send_response(status)
            headers = {"Content-Length": str(len(data))} | headers
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    asked = Asked(f"http://127.0.0.1:{server.server_port}/v1")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
