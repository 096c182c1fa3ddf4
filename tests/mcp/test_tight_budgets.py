"""Whatever stands against a passage, and however little an answer may hold, reading comes to the end."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

import caveat
from caveat.mcp.budget import size
from caveat.mcp.session import Session
from caveat.mcp.tools import called
from tests.vaults import make

LONG = "word and another word " * 60


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """Two notes on kilns, each with many long records against it, and claims that fare no better."""
    folder = tmp_path_factory.mktemp("tight")
    names = [f"kiln {'long name ' * 9}{number}.md" for number in range(2)]
    root = make(folder / "vault", dict.fromkeys(names, f"# {LONG}\n\nThe kiln is hot. {LONG}\n"))
    with closing(caveat.open(root, index=folder / "index.sqlite")) as vault:
        vault.index()
        refs = [f"note:{name}" for name in names]
        refs += [vault.by(f"ada {n}").claim(f"kiln {n} {LONG}", stated=0.9).ref for n in range(2)]
        for number in range(6):
            vault.by(f"critic {number}").claim(f"No {number}: {LONG}", stated=0.9, contradicts=refs)
        yield Session(vault, "bot")


@pytest.mark.parametrize("max_bytes", [2_000, 2_500, 4_000, 16_000])
@pytest.mark.parametrize(
    ("tool", "asked", "items"),
    [("search", {"query": "kiln"}, "passages"), ("list_claims", {"author": "ada 1"}, "claims")],
)
def test_every_page_shows_something_and_the_next_starts_further_on(
    session: Session, tool: str, asked: dict[str, Any], items: str, max_bytes: int
) -> None:
    offset, seen = 0, []
    while True:
        reply = called(session, tool, {**asked, "offset": offset, "max_bytes": max_bytes, "limit": 3})
        shown = reply.structured[items]
        assert size(reply) <= max_bytes
        assert shown, reply.structured["note"]
        seen += [one["ref"] for one in shown]
        for one in shown:
            if "No " not in one["title"]:
                assert 6 == len(one["conflicts"]) + one["conflicts_left_out"]
        following = reply.structured["next_offset"]
        if following is None:
            break
        assert following > offset
        offset = following

    assert len(seen) == len(set(seen)) >= 1


@pytest.mark.parametrize("max_bytes", [2_000, 2_500, 4_000])
def test_a_text_is_fetched_to_its_end_beside_what_speaks_against_it(session: Session, max_bytes: int) -> None:
    ref = called(session, "search", {"query": "kiln"}).structured["passages"][0]["ref"]
    whole = called(session, "fetch", {"ref": ref, "max_bytes": 100_000}).structured["quoted_text"]
    line, column, pieces = 1, 1, []
    while line is not None:
        asked = {"ref": ref, "line": line, "column": column, "max_bytes": max_bytes}
        found = called(session, "fetch", asked).structured
        place = (found["next_line"], found["next_column"])
        assert place != (line, column)
        pieces.append(found["quoted_text"])
        line, column = place

    assert whole == "".join(pieces)
