"""An endpoint that is away, busy, broken or confused is told in one line, and its key never."""

import json
import socket
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from caveat.model.errors import EmbedderUnusable
from caveat.models.endpoint import MOST_WAIT, TRIES, Address, Endpoint
from tests.models.endpoint_double import MODEL, Reply, serving, vectors

KEY = "sk-very-secret-0123456789"


def answer(data: object, status: int = 200, **headers: str) -> tuple[int, dict[str, str], bytes]:
    return status, headers, data if isinstance(data, bytes) else json.dumps(data).encode()


def test_a_batch_holds_so_many_texts_and_order_is_kept() -> None:
    texts = [f"text {number}" for number in range(7)]
    with serving() as asked:
        found = Endpoint(Address(asked.url, "m", batch=3, dimensions=32)).embed_passages(texts)

    assert [3, 3, 1] == [len(body["input"]) for body in asked.bodies]
    assert np.allclose(MODEL.embed_passages(texts), found, atol=1e-6)


def test_prefixes_go_before_texts_and_blank_texts_are_not_sent() -> None:
    address = {"model": "m", "query_prefix": "query: ", "passage_prefix": "passage: ", "characters": 4}
    with serving() as asked:
        endpoint = Endpoint(Address(asked.url, dimensions=32, **address))  # type: ignore[arg-type]
        endpoint.embed_queries(["lease", " "])
        found = endpoint.embed_passages(["", "rents", "\n"])

    assert [["query: leas"], ["passage: rent"]] == [body["input"] for body in asked.bodies]
    assert [0, 1, 0] == np.linalg.norm(found, axis=1).round(4).tolist()


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ("", "/v1/embeddings"),
        ("/", "/v1/embeddings"),
        ("/v1", "/v1/embeddings"),
        ("/v1/", "/v1/embeddings"),
        ("/api/v1/embeddings", "/api/v1/embeddings"),
        ("/v1?version=2", "/v1/embeddings?version=2"),
    ],
)
def test_the_address_is_completed(given: str, path: str) -> None:
    with serving() as asked:
        Endpoint(Address(asked.url.removesuffix("/v1") + given, "m", dimensions=32)).embed_queries(["a"])

    assert path == asked.bodies[0]["path"]


def test_nothing_is_asked_before_the_first_text() -> None:
    with serving() as asked:
        Endpoint(Address(asked.url, "m"))

    assert [] == asked.bodies


def test_the_key_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    with serving() as asked:
        Endpoint(Address(asked.url, "m", "MY_KEY", 32)).embed_queries(["a"])
        Endpoint(Address(asked.url, "m", "", 32)).embed_queries(["a"])

    assert [f"Bearer {KEY}", None] == [headers.get("Authorization") for headers in asked.headers]


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_a_busy_server_is_asked_again_later_each_time(status: int) -> None:
    waits: list[float] = []

    def busy(number: int, body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        return vectors(number, body) if number > 2 else answer({"error": "busy"}, status)

    with serving(busy) as asked:
        found = Endpoint(Address(asked.url, "m", dimensions=32), waits.append).embed_queries(["a"])

    assert (1, 32) == found.shape
    assert [0.5, 1.0] == waits


def test_a_server_says_when_to_ask_again() -> None:
    waits: list[float] = []

    def busy(number: int, body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        return vectors(number, body) if number > 1 else answer({}, 429, **{"Retry-After": "3"})

    with serving(busy) as asked:
        Endpoint(Address(asked.url, "m", dimensions=32), waits.append).embed_queries(["a"])

    assert [3.0] == waits


@pytest.mark.parametrize(
    ("retry_after", "asked_for"), [("99999", 1), ("inf", TRIES), ("soon", TRIES), ("-5", TRIES)]
)
def test_a_server_that_stays_busy_is_given_up(retry_after: str, asked_for: int) -> None:
    waits: list[float] = []
    reply: Reply = lambda *_: answer({"error": {"message": "too many"}}, 429, **{"Retry-After": retry_after})  # noqa: E731
    with serving(reply) as asked, pytest.raises(EmbedderUnusable, match=r"answered 429 \(too many\)"):
        Endpoint(Address(asked.url, "m"), waits.append).embed_queries(["a"])

    assert asked_for == len(asked.bodies)
    assert all(0 <= wait <= MOST_WAIT for wait in waits)


NAN = b'{"data": [{"index": 0, "embedding": [NaN, 1.0]}]}'
HUGE = b'{"data": [{"index": 0, "embedding": [1e999, 1.0]}]}'
BAD = {
    "no json": (answer(b"<html>oops</html>"), "no JSON"),
    "nothing": (answer(b""), "no JSON"),
    "other json": (answer([1, 2]), "without vectors"),
    "told": (answer({"error": {"message": "model is loading"}}), r"without vectors \(model is loading\)"),
    "data of another kind": (answer({"data": "x"}), "without vectors"),
    "items of another kind": (answer({"data": ["x"]}), "without vectors"),
    "too few": (answer({"data": []}), "0 vectors for 1 texts"),
    "too many": (answer({"data": [{"embedding": [1]}, {"embedding": [1]}]}), "2 vectors for 1 texts"),
    "another index": (answer({"data": [{"index": 4, "embedding": [1]}]}), "1 vectors for 1 texts"),
    "an index that is no number": (answer({"data": [{"index": None, "embedding": [1]}]}), "1 vectors"),
    "no vector": (answer({"data": [{"index": 0}]}), "something else than numbers"),
    "a text": (answer({"data": [{"index": 0, "embedding": "AAAA"}]}), "something else than numbers"),
    "a number that is none": (answer({"data": [{"index": 0, "embedding": [1, None]}]}), "else than numbers"),
    "true": (answer({"data": [{"index": 0, "embedding": [True, 1]}]}), "something else than numbers"),
    "empty": (answer({"data": [{"index": 0, "embedding": []}]}), "shape"),
    "nan": (answer(NAN), "not finite"),
    "infinite": (answer(HUGE), "not finite"),
    "beyond a float": (answer({"data": [{"index": 0, "embedding": [10**400]}]}), "no numbers|not finite"),
    "400": (answer({"error": {"message": "input is too long"}}, 400), r"answered 400 \(input is too long\)"),
    "401": (answer({"error": {"message": "bad key"}}, 401), "answered 401 .*check the key"),
    "404": (answer({"error": "model 'm' not found"}, 404), "answered 404 .*has the model 'm'"),
    "redirect": (answer(b"", 307, Location="http://127.0.0.1:9/v1"), "answered 307.*redirects"),
    "see other": (answer(b"", 303, Location="http://127.0.0.1:9/v1"), "answered 303.*redirects"),
    "cut short": (answer(b'{"data"', 200, **{"Content-Length": "100"}), "ends early"),
    "an index that is a text": (answer({"data": [{"index": "0", "embedding": [1]}]}), "numbered otherwise"),
    "an index that is a list": (answer({"data": [{"index": [0], "embedding": [1]}]}), "numbered otherwise"),
    "zeros": (answer({"data": [{"index": 0, "embedding": [0, 0.0]}]}), "nothing but zeros"),
    "deep": (answer(b"[" * 100_000), "no JSON"),
    "deep refusal": (answer(b"[" * 100_000, 400), r"answered 400 \(\["),
    "compressed": (answer(b"\x1f\x8b", 200, **{"Content-Encoding": "gzip"}), r"compressed \('gzip'\)"),
    "a refusal cut short": (answer(b"no", 400, **{"Content-Length": "100"}), r"answered 400 \(no\)"),
    "a refusal in bad pieces": (
        answer(b"ZZ\r\nno", 400, **{"Transfer-Encoding": "chunked"}),
        r"answered 400$",
    ),
    "many lines": (answer({"error": {"message": "a\nb\x1b[31m\r" + "c" * 9_999}}, 400), r"\(a b \[31m c+\)"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_answer_is_told_in_one_line(name: str) -> None:
    reply, told = BAD[name]
    with serving(lambda *_: reply) as asked, pytest.raises(EmbedderUnusable, match=told) as caught:
        Endpoint(Address(asked.url, "m"), lambda _: None).embed_queries(["a"])

    assert str(caught.value).isprintable() and len(str(caught.value)) < 500
    assert f"{asked.url}/embeddings" in str(caught.value)


def test_vectors_of_another_length_are_refused() -> None:
    with serving() as asked, pytest.raises(EmbedderUnusable, match="of 32 numbers where 768 were expected"):
        Endpoint(Address(asked.url, "m", dimensions=768)).embed_queries(["a"])


def test_vectors_of_unequal_length_are_refused() -> None:
    rows = {"data": [{"index": 0, "embedding": [1, 2]}, {"index": 1, "embedding": [1]}]}
    with serving(lambda *_: answer(rows)) as asked, pytest.raises(EmbedderUnusable, match="unequal length"):
        Endpoint(Address(asked.url, "m", dimensions=2)).embed_queries(["a", "b"])


def test_a_later_batch_that_fails_leaves_no_half_answer() -> None:
    def second_fails(number: int, body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        return vectors(number, body) if number == 1 else answer({}, 400)

    with serving(second_fails) as asked, pytest.raises(EmbedderUnusable):
        Endpoint(Address(asked.url, "m", dimensions=32, batch=1)).embed_passages(["a", "b"])


def closed_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def test_a_refused_connection_is_one_line_in_under_a_second() -> None:
    started = time.monotonic()
    with pytest.raises(EmbedderUnusable, match="refuses the connection: start the server") as caught:
        Endpoint(Address(f"http://127.0.0.1:{closed_port()}/v1", "m")).embed_queries(["a"])

    assert time.monotonic() - started < 1
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "beginning",
    [
        b"",
        b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n",
        b"HTTP/1.1 400 No\r\nContent-Length: 1000000\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nX-Slow: ",
        b"HTTP/1.1 ",
    ],
)
def test_a_server_that_does_not_come_to_an_end_is_given_up(beginning: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}/v1"
        stop: list[bool] = []

        def drip() -> None:
            connection, _ = server.accept()
            with connection:
                connection.recv(65_536)
                connection.sendall(beginning)
                while not stop:
                    try:
                        connection.sendall(b" " if beginning else b"")
                    except OSError:
                        return
                    time.sleep(0.02)

        started = time.monotonic()
        with thread(drip, stop), pytest.raises(EmbedderUnusable, match=r"no answer within 0\.2 s"):
            Endpoint(Address(url, "m", timeout=0.2)).embed_queries(["a"])
        assert time.monotonic() - started < 2


def thread(work: Callable[[], None], stop: list[bool]) -> Any:
    import threading
    from contextlib import contextmanager

    @contextmanager
    def running() -> Any:
        started = threading.Thread(target=work)
        started.start()
        try:
            yield
        finally:
            stop.append(True)
            started.join()

    return running()


def test_something_else_than_http_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}/v1"

        def greet() -> None:
            connection, _ = server.accept()
            with connection:
                connection.recv(65_536)
                connection.sendall(b"220 mail.example ESMTP\r\n")

        with thread(greet, []), pytest.raises(EmbedderUnusable, match="does not speak HTTP"):
            Endpoint(Address(url, "m", timeout=2)).embed_queries(["a"])


@pytest.mark.parametrize(
    "url", ["", "localhost:11434", "file:///etc/passwd", "ftp://x/v1", "http://", "javascript:alert(1)"]
)
def test_only_http_is_an_address(url: str) -> None:
    with pytest.raises(EmbedderUnusable, match="no address"):
        Endpoint(Address(url, "m"))


def test_a_password_in_the_address_is_refused_without_showing_it() -> None:
    with pytest.raises(EmbedderUnusable) as caught:
        Endpoint(Address("https://me:geheim@example.com/v1", "m"))

    assert "geheim" not in str(caught.value)


@pytest.mark.parametrize("value", ["", "  ", f"{KEY}\nX-Evil: 1", f"{KEY}é"])
def test_a_missing_or_odd_key_is_told_without_showing_it(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", value)

    with pytest.raises(EmbedderUnusable, match="MY_KEY") as caught:
        Endpoint(Address("http://localhost/v1", "m", "MY_KEY"))

    assert KEY not in str(caught.value)


@pytest.mark.parametrize("status", [400, 401, 500, 200])
def test_a_key_that_a_server_repeats_is_not_shown(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    reply = answer({"error": {"message": f"Incorrect API key provided: {KEY}"}}, status)
    with serving(lambda *_: reply) as asked, pytest.raises(EmbedderUnusable) as caught:
        Endpoint(Address(asked.url, "m", "MY_KEY"), lambda _: None).embed_queries(["a"])

    seen: BaseException | None = caught.value
    while seen is not None:
        assert KEY not in str(seen)
        seen = seen.__cause__
    assert KEY not in repr(Endpoint(Address(asked.url, "m", "MY_KEY")))


def test_a_proxy_is_not_asked_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{closed_port()}")
    monkeypatch.delenv("no_proxy", raising=False)
    with serving() as asked:
        assert (1, 32) == Endpoint(Address(asked.url, "m")).embed_queries(["a"]).shape
