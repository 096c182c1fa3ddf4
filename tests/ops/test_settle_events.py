"""Events taken in one by one leave the index that all of them at once would have left."""

from collections.abc import Mapping
from pathlib import Path

import pytest

import caveat
from caveat.model.events import Actor, Event
from caveat.ops.vault import Vault
from caveat.vault.ledger import encode_event
from tests.ops.test_growing import content, difference, ulid
from tests.vaults import opened

FILES = {"a.md": "---\nkind: contract\n---\n# A\napple\n", "b.md": "---\nkind: web\n---\n# B\npear\n"}
CLAIM = {"text": "claim one x", "stated": 0.8, "from": []}


class Told:
    """A vault that is told one event at a time."""

    def __init__(self, tmp_path: Path) -> None:
        self.vault: Vault = opened(tmp_path, FILES)
        self.file = self.vault.root / ".caveat" / "ledger" / "00c0ffee.jsonl"
        self.file.parent.mkdir(parents=True)
        self.number = 0

    def add(self, kind: str, body: Mapping[str, object], *, by: str = "ada", actor: Actor = "human") -> str:
        self.number += 1
        at = f"2026-02-01T00:00:{self.number:02}Z"
        with self.file.open("ab") as stream:
            stream.write(encode_event(Event(1, ulid(self.number), at, kind, by, actor, body)))
        self.vault.index()
        return ulid(self.number)

    def hash_of(self, ref: str) -> str:
        return self.vault.why(ref).record.content_hash

    def check(self) -> None:
        with caveat.open(self.vault.root, index=self.vault.root.parent / "fresh.sqlite") as fresh:
            fresh.index()
            expected = content(fresh)

        assert expected == content(self.vault), difference(expected, content(self.vault))


def test_a_confirmation_of_an_event_counts_at_once(tmp_path: Path) -> None:
    told = Told(tmp_path)
    claim = "claim:" + told.add("claim", CLAIM)
    edge = told.add("edge", {"kind": "supports", "source": "note:a.md", "target": claim}, by="bob")
    before = told.vault.why(claim).assessment.credibility
    told.add("confirm", {"edge": edge})

    assert told.vault.why(claim).assessment.credibility > before
    told.check()


@pytest.mark.parametrize("kind", ["verify", "observed"])
@pytest.mark.parametrize("other", ["nobody's", "that of b", "its own"])
def test_a_look_under_the_old_name_decides_anew_where_the_note_went(
    tmp_path: Path, kind: str, other: str
) -> None:
    told = Told(tmp_path)
    own, of_b = told.hash_of("note:a.md"), told.hash_of("note:b.md")
    told.add("verify", {"ref": "note:a.md", "hash": own, "sources": {}})
    (told.vault.root / "a.md").rename(told.vault.root / "z.md")
    told.vault.index()
    digest = {"nobody's": "x", "that of b": of_b, "its own": own}[other]
    actor: Actor = "human" if kind == "verify" else "program"
    told.add(kind, {"ref": "note:a.md", "hash": digest, "sources": {}}, actor=actor)

    told.check()
