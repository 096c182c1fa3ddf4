"""
One request and its answer over HTTP, within a time that holds for all of it.

The time-out of a socket holds for each step only: a name that is looked up for half a minute, or a server
that sends a header letter by letter, would keep a reader waiting for as long as it likes. So the exchange
runs in a thread of its own, which is left to itself when the time is over.
"""

import queue
import threading
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from urllib.request import OpenerDirector, Request

MOST_BYTES = 256 << 20
"""Bytes of an answer that are read; our choice, far above what a batch needs."""

MOST_TOLD = 1 << 16
"""Bytes of a refusal that are read; our choice: its first line is shown."""


class Answer(NamedTuple):
    """
    What a server said.

    Attributes:
        status: Of HTTP.
        retry_after: Its wish to be asked later, as written; empty without one.
        body: Of a refusal the beginning, which may be cut anywhere.
    """

    status: int
    retry_after: str
    body: bytes

    @property
    def is_refusal(self) -> bool:
        """It is no answer to what was asked."""
        return not 200 <= self.status < 300


class AnswerUnusable(OSError):
    """There is an answer, and it is none that can be read; the text says what is wrong with it."""


class Line:
    """
    The way to one address; nothing is redirected, and a proxy is not asked for an address of this machine.

    Args:
        url: Where requests go.
        is_local: The address is this machine's.
    """

    def __init__(self, url: str, *, is_local: bool) -> None:
        self._url = url
        self._is_local = is_local
        self._opener: OpenerDirector | None = None
        self._running: threading.Thread | None = None

    def post(self, body: bytes, headers: Mapping[str, str], timeout: float) -> Answer:
        """
        The answer to *body*.

        Args:
            body: What is sent.
            headers: Sent with it.
            timeout: Seconds for the whole exchange.

        Raises:
            TimeoutError: There was none in time, or one that was given up is still going on.
            AnswerUnusable: There is one that cannot be read.
            OSError: The server cannot be reached.
            ValueError: The request cannot be sent as it is.
        """
        from urllib.request import Request

        if self._running is not None and self._running.is_alive():
            raise TimeoutError
        request = Request(self._url, body, dict(headers))
        box: queue.SimpleQueue[Answer | Exception] = queue.SimpleQueue()

        def run() -> None:
            found: Answer | Exception = OSError("the exchange broke off")
            try:
                found = self._exchange(request, timeout)
            except (OSError, ValueError) as error:
                found = error
            finally:
                box.put(found)

        self._running = threading.Thread(target=run, name="caveat endpoint", daemon=True)
        self._running.start()
        try:
            found = box.get(timeout=timeout)
        except queue.Empty:
            raise TimeoutError from None
        # It has nothing left to do; a process that is about to fork counts threads.
        self._running.join(1.0)
        if isinstance(found, Exception):
            raise found
        return found

    def _exchange(self, request: "Request", timeout: float) -> Answer:
        from http.client import HTTPException
        from urllib.error import HTTPError, URLError

        if self._opener is None:
            self._opener = _opener(is_local=self._is_local)
        until = time.monotonic() + timeout
        try:
            try:
                with self._opener.open(request, timeout=timeout) as response:
                    return Answer(response.status, "", _body(response, until))
            except HTTPError as refused:
                with refused:
                    wish = refused.headers.get("Retry-After") or ""
                    return Answer(refused.code, wish, _beginning(refused))
        except URLError as error:
            raise error.reason if isinstance(error.reason, OSError) else OSError(str(error.reason)) from error
        except HTTPException as error:
            raise AnswerUnusable(f"does not speak HTTP ({type(error).__name__})") from error


def _body(response: Any, until: float) -> bytes:
    encoding = (response.headers.get("Content-Encoding") or "identity").strip().casefold()
    if encoding != "identity":
        raise AnswerUnusable(f"answers compressed ({encoding[:40]!r}), which nobody asked for")
    data = bytearray()
    while part := response.read1(1 << 16):
        data += part
        if len(data) > MOST_BYTES:
            raise AnswerUnusable(f"gives an answer longer than {MOST_BYTES >> 20} MB")
        if time.monotonic() > until:
            raise TimeoutError
    if response.length:
        raise AnswerUnusable("gives an answer that ends early")
    return bytes(data)


def _beginning(refused: Any) -> bytes:
    """What a server says to its refusal, as far as it can be read: the status says the most."""
    from http.client import HTTPException

    try:
        return bytes(refused.read(MOST_TOLD))
    except (OSError, HTTPException):
        return b""


def _opener(*, is_local: bool) -> "OpenerDirector":
    from urllib.request import HTTPRedirectHandler, ProxyHandler, build_opener

    class NoRedirect(HTTPRedirectHandler):
        """A redirect would take texts and key to an address that nobody configured."""

        def redirect_request(self, *_: Any) -> None:
            return None

    return build_opener(NoRedirect, *([ProxyHandler({})] if is_local else []))
