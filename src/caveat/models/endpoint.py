"""
Vectors from a server that speaks the embeddings part of OpenAI's API: Ollama, vLLM, llama.cpp, or a service.

Texts leave the process for the address that the *user* configured, and for no other: nothing is redirected,
and a proxy is not asked for an address of this machine. The key comes from an environment variable and is
never kept, shown or logged.
"""

import json
import math
import os
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from caveat.model.errors import EmbedderUnusable
from caveat.models.endpoint_http import AnswerUnusable, Line
from caveat.models.rows import unit_rows

TRIES = 4
"""Times a request is made while the server says that it is busy or broken; our choice."""

FIRST_WAIT = 0.5
"""Seconds before the second try; each later one waits twice as long. Our choice."""

MOST_WAIT = 30.0
"""Seconds after which a server's wish to be asked later counts as a refusal; our choice."""

BUSY = frozenset({408, 429, 500, 502, 503, 504})
"""Statuses that may pass."""


class Address(NamedTuple):
    """
    Where vectors are had, as the user configured it.

    Attributes:
        url: Address of the API (``http://localhost:11434/v1``) or of its ``/embeddings``.
        model: Name of the model, as the server knows it.
        key_variable: Environment variable that holds the key; empty = the server asks for none.
        dimensions: Numbers of a vector; 0 = as the server says.
        query_prefix: Put before each question, for models that were trained so.
        passage_prefix: Put before each passage.
        batch: Texts sent at once, ``>= 1``.
        timeout: Seconds for one request, ``> 0``.
        characters: Characters of a text that are sent, ``>= 1``.
    """

    url: str
    model: str
    key_variable: str = ""
    dimensions: int = 0
    query_prefix: str = ""
    passage_prefix: str = ""
    batch: int = 32
    timeout: float = 60.0
    characters: int = 8_000


class Endpoint:
    """
    An embedder behind an address; nothing is asked before the first text.

    Args:
        address: Where.
        sleep: Waits between two tries.
        tries: Times a request is made while the server is busy, ``>= 1``.

    Raises:
        EmbedderUnusable: The address is none of HTTP, or the key's variable is not set.
    """

    def __init__(
        self, address: Address, sleep: Callable[[float], None] = time.sleep, tries: int = TRIES
    ) -> None:
        parts = urlsplit(address.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise EmbedderUnusable(f"{address.url!r} is no address: give one with http:// or https://")
        if parts.username or parts.password:
            raise EmbedderUnusable("the endpoint's address holds a password: name an environment variable")
        path = parts.path.rstrip("/")
        ending = "" if path.endswith("/embeddings") else "/embeddings" if path else "/v1/embeddings"
        self._url = parts._replace(path=path + ending, fragment="").geturl()
        self._where = f"the endpoint {parts.scheme}://{parts.netloc}{path + ending}"
        is_local = parts.hostname in ("localhost", "127.0.0.1", "::1")
        self._line = Line(self._url, is_local=is_local)
        self._address = address
        self._key = _key(address.key_variable)
        self._sleep = sleep
        self._tries = tries
        self._dimensions = address.dimensions

    @property
    def fingerprint(self) -> str:
        """Name of the model, numbers of its vectors, and the prefixes; not the address, which may move."""
        a = self._address
        prefixes = f" {a.query_prefix!r} {a.passage_prefix!r}" if a.query_prefix or a.passage_prefix else ""
        return f"http {a.model} {self.dimensions}{prefixes}"

    @property
    def dimensions(self) -> int:
        """As configured, else as long as the first vector that the server gives."""
        if not self._dimensions:
            self._dimensions = self._asked(["dimensions"]).shape[1]
        return self._dimensions

    @property
    def batch_size(self) -> int:
        """As configured."""
        return self._address.batch

    def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of *texts*, the query prefix before each."""
        return self._embed(texts, self._address.query_prefix)

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of *texts*, the passage prefix before each."""
        return self._embed(texts, self._address.passage_prefix)

    def _embed(self, texts: Sequence[str], prefix: str) -> NDArray[np.float32]:
        # Servers refuse an empty text, and it means nothing: its row stays empty.
        told = [number for number, text in enumerate(texts) if text.strip()]
        found = np.zeros((len(texts), self.dimensions), np.float32)
        size = self._address.batch
        for start in range(0, len(told), size):
            part = told[start : start + size]
            found[part] = self._asked([prefix + texts[number][: self._address.characters] for number in part])
        return found

    def _asked(self, texts: list[str]) -> NDArray[np.float32]:
        """Vectors of one batch."""
        # Half of a surrogate pair cannot be sent.
        clean = [text.encode("utf-8", "replace").decode("utf-8") for text in texts]
        answer = self._posted({"model": self._address.model, "input": clean})
        data = answer.get("data") if isinstance(answer, dict) else None
        if not isinstance(data, list) or not all(isinstance(item, dict) for item in data):
            raise EmbedderUnusable(f"{self._where} gave an answer without vectors{self._told(answer)}")
        rows = _in_order(data)
        if rows is None or len(rows) != len(texts):
            raise EmbedderUnusable(
                f"{self._where} gave {len(data)} vectors for {len(texts)} texts"
                + (", numbered otherwise than they were asked for" if len(data) == len(texts) else "")
            )
        if not all(isinstance(row, list) and all(type(x) in (int, float) for x in row) for row in rows):
            raise EmbedderUnusable(f"{self._where} gave something else than numbers for a vector")
        found = unit_rows(rows, count=len(texts), dimensions=self._dimensions or None, who=self._where)
        if not found.any():
            # They would be kept, and nothing would ever be near to anything.
            raise EmbedderUnusable(f"{self._where} gave vectors of nothing but zeros")
        return found

    def _posted(self, body: dict[str, Any]) -> Any:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        data = json.dumps(body).encode("utf-8")
        wait = FIRST_WAIT
        for number in range(1, self._tries + 1):
            try:
                answer = self._line.post(data, headers, self._address.timeout)
            except AnswerUnusable as error:
                raise EmbedderUnusable(f"{self._where} {error}") from None
            except (OSError, ValueError) as error:
                raise EmbedderUnusable(self._unreachable(error)) from None
            if not answer.is_refusal:
                return self._read(answer.body)
            asked = _seconds(answer.retry_after)
            if answer.status not in BUSY or number == self._tries or (asked or 0) > MOST_WAIT:
                raise EmbedderUnusable(self._refusal(answer.status, answer.body))
            self._sleep(wait if asked is None else asked)
            wait *= 2
        raise AssertionError("the last try returns or raises")

    def _read(self, body: bytes) -> Any:
        try:
            return json.loads(body)
        except (ValueError, RecursionError) as error:
            reason = " ".join(str(error).split())[:120]
            raise EmbedderUnusable(f"{self._where} gave no JSON ({reason})") from None

    def _refusal(self, status: int, body: bytes) -> str:
        told = self._told(_json(body) or body.decode("utf-8", "replace"))
        advice = {
            401: ": check the key in the environment variable of your configuration",
            403: ": check the key in the environment variable of your configuration",
            404: f": check the address, and that the server has the model {self._address.model!r}",
        }.get(status, "")
        advice = ": give the address that it redirects to" if 300 <= status < 400 else advice
        return f"{self._where} answered {status}{told}{advice}"

    def _told(self, answer: object) -> str:
        """What the server says is wrong; some repeat the key that they refuse."""
        told = _message(answer)
        return told.replace(self._key, "…") if self._key else told

    def _unreachable(self, reason: object) -> str:
        if isinstance(reason, TimeoutError):
            return f"{self._where} gave no answer within {self._address.timeout:g} s"
        if isinstance(reason, ConnectionRefusedError):
            return f"{self._where} refuses the connection: start the server, or correct the address"
        told = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
        return f"{self._where} cannot be reached: {told}"


def _key(variable: str) -> str:
    if not variable:
        return ""
    key = os.environ.get(variable, "").strip()
    if not key:
        raise EmbedderUnusable(f"the environment variable {variable}, which shall hold the key, is not set")
    if not (key.isascii() and key.isprintable()):
        # http.client would show the whole value in its complaint.
        raise EmbedderUnusable(f"the environment variable {variable} holds something that is no key")
    return key


def _seconds(text: str | None) -> float | None:
    """What a ``Retry-After`` asks for; None without one, or when it is a date."""
    try:
        seconds = float(text or "")
    except ValueError:
        return None
    return max(0.0, seconds) if math.isfinite(seconds) else None


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _in_order(data: list[dict[str, Any]]) -> list[Any] | None:
    """The vectors of *data* in the order of the texts; None when their numbers are not 0, 1, 2, …"""
    if not any("index" in item for item in data):
        return [item.get("embedding") for item in data]
    by_place: dict[int, Any] = {}
    for item in data:
        place = item.get("index")
        # Neither true nor 1.0 nor "1": what is odd here is odd elsewhere.
        if type(place) is not int:
            return None
        by_place[place] = item.get("embedding")
    places = range(len(data))
    return [by_place[place] for place in places] if by_place.keys() == set(places) else None


def _message(answer: Any) -> str:
    """What a server says is wrong, on one short line."""
    if isinstance(answer, dict):
        answer = answer.get("error", answer.get("message", ""))
    if isinstance(answer, dict):
        answer = answer.get("message", "")
    text = "".join(c if c.isprintable() else " " for c in answer[:2_000]) if isinstance(answer, str) else ""
    return f" ({' '.join(text.split())[:200]})" if text.strip() else ""
