"""The ledger in the index: claims, edges and human looks move the numbers, and nothing else does."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

import caveat
from caveat.history.fold import index_keys
from caveat.model.events import Event
from caveat.ops.ledger import folded_about
from caveat.ops.vault import Vault
from caveat.store.memory import MemoryStore
from caveat.vault.ledger import encode_event, parse_event
from tests.history import ledgers
from tests.vaults import hit_paths, make, opened

LEDGER = ".caveat/ledger/00c0ffee.jsonl"


def ulid(number: int) -> str:
    return f"01J{number:023d}"


def line(
    number: int, kind: str, body: Mapping[str, object], *, by: str = "ada", actor: str = "human"
) -> bytes:
    at = f"2026-03-01T00:{number:02}:00Z"
    return encode_event(Event(1, ulid(number), at, kind, by, actor, body))  # type: ignore[arg-type]


def claim(
    number: int,
    text: str,
    stated: float = 0.9,
    by: str = "ada",
    sources: tuple[str, ...] = (),
    actor: str = "human",
) -> bytes:
    body = {"text": text, "stated": stated, "from": list(sources)}
    return line(number, "claim", body, by=by, actor=actor)


def edge(number: int, kind: str, source: str, target: str, by: str = "ada") -> bytes:
    return line(number, "edge", {"kind": kind, "source": source, "target": target}, by=by)


def ref(number: int) -> str:
    return f"claim:{ulid(number)}"


def trust(vault: Vault, of: str) -> float:
    return round(vault.why(of, as_of=20600.0).assessment.trust, 4)


def test_a_contradiction_lowers_a_claim_from_90_to_44_to_32(tmp_path: Path) -> None:
    lines = [
        claim(1, "use port 8080"),
        claim(2, "port is 9090", 1.0, "bob"),
        claim(3, "it is 7070", 1.0, "eve"),
    ]
    with opened(tmp_path, {LEDGER: b"".join(lines)}) as vault:
        steps = [trust(vault, ref(1))]
        for number, source in ((4, 2), (5, 3)):
            lines.append(edge(number, "contradicts", ref(source), ref(1), by="bob"))
            (vault.root / LEDGER).write_bytes(b"".join(lines))
            vault.index()
            steps.append(trust(vault, ref(1)))

        assert [0.9, 0.443, 0.3216] == steps
        assert "contested" in vault.search("port 8080")[0].badges
        assert 3 == vault.status().counts.claims


def test_reading_moves_nothing(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        LEDGER: claim(1, "a") + claim(2, "b", 1.0, "bob") + edge(3, "contradicts", ref(2), ref(1), "bob")
    }
    with opened(tmp_path, files) as vault:
        seen = {trust(vault, ref(1)) for _ in range(5)}
        for _ in range(5):
            vault.search("a")

        assert {0.443} == seen | {trust(vault, ref(1))}
        assert 0.9 == vault.why(ref(1)).record.declared


def test_an_echo_is_no_corroboration(tmp_path: Path) -> None:
    lines = [
        claim(1, "use port 8080", 0.8, "s1"),
        claim(2, "use port 8080", 0.8, "s2", (ref(1),)),
        claim(3, "use port 8080", 0.8, "s3", (ref(2),)),
        edge(4, "supports", ref(2), ref(1), "s2"),
        edge(5, "supports", ref(3), ref(1), "s3"),
    ]
    with opened(tmp_path, {LEDGER: b"".join(lines)}) as vault:
        assert 0.8 == trust(vault, ref(1))


def test_the_same_document_twice_is_one_voice(tmp_path: Path) -> None:
    report = "---\nkind: web\nsupports: '[[c]]'\n---\na report that says quite enough words to be one\n"
    other = "---\nkind: web\nasserted_by: eve\nsupports: '[[c]]'\n---\nan independent look at the same thing, in its own words\n"
    with opened(
        tmp_path, {"c.md": "---\nreliability: 0.5\n---\nthe statement itself", "report.md": report}
    ) as vault:
        steps = [trust(vault, "c")]
        for name, text in (("report.md", report), ("report-copy.md", report), ("other.md", other)):
            (vault.root / name).write_text(text, encoding="utf-8")
            vault.index()
            steps.append(trust(vault, "c"))

        assert steps[0] == steps[1] == steps[2] < steps[3]
        assert {"note:report.md", "note:other.md"} > set(vault.why("c").assessment.supporters) - {
            "note:report-copy.md"
        }


def test_a_contradiction_deletes_nothing(tmp_path: Path) -> None:
    lines = [claim(1, "likes tea"), claim(2, "dislikes tea"), edge(3, "contradicts", ref(2), ref(1))]
    with opened(tmp_path, {LEDGER: b"".join(lines)}) as vault:
        assert {ref(1), ref(2)} == {hit.ref for hit in vault.search("tea")}
        assert [ref(2)] == [link.source for link in vault.why(ref(1)).backlinks]


def test_a_terse_correction_takes_the_place_of_the_rich_original(tmp_path: Path) -> None:
    old = (
        "The nightly backup of the research share starts at 02:00, runs on node seven, and mails the report."
    )
    lines = [
        claim(1, old),
        claim(2, "Backup moved to 04:30."),
        line(3, "supersede", {"source": ref(2), "target": ref(1), "because": "updated"}),
    ]
    with opened(tmp_path, {LEDGER: b"".join(lines)}) as vault:
        first = vault.search("when does the nightly backup of the research share start")[0]

        assert (ref(2), (ref(1),)) == (first.ref, first.replaces)


def test_an_agent_takes_back_only_its_own_claims(tmp_path: Path) -> None:
    def retract(number: int, what: str, by: str, actor: str) -> bytes:
        return line(number, "retract", {"ref": what}, by=by, actor=actor)

    files: dict[str, str | bytes] = {
        "contract.md": "---\nkind: contract\n---\nthe contract",
        LEDGER: claim(1, "mine", by="bot", actor="agent")
        + claim(2, "hers")
        + retract(3, ref(1), "bot", "agent")
        + retract(4, ref(2), "bot", "agent")
        + retract(5, "note:contract.md", "bot", "agent"),
    }
    with opened(tmp_path, files) as vault:
        assert 2 == sum(f.code == "actor-not-allowed" for f in vault.doctor().findings)
        assert [0.0, 0.9, 1.0] == [trust(vault, r) for r in (ref(1), ref(2), "contract")]

        (vault.root / LEDGER).write_bytes(
            (vault.root / LEDGER).read_bytes() + retract(6, "note:contract.md", "ada", "human")
        )
        vault.index()

        assert 0.0 == trust(vault, "contract")
        assert "retracted" in vault.why("contract").badges


def verify(vault: Vault, number: int, name: str, **fields: str) -> bytes:
    found = vault.why(name)
    sources = {r: vault.why(r).record.content_hash for r in found.record.sources}
    body = {"ref": found.record.ref, "hash": found.record.content_hash, "sources": sources, **fields}
    return line(number, "verify", body)


PAIR = {
    "source.md": "---\nkind: web\n---\nthe first version of the source",
    "derived.md": "---\nsources: '[[source]]'\n---\nwhat was made of it",
}


def test_a_human_look_is_bound_to_the_content_and_to_its_sources(tmp_path: Path) -> None:
    with opened(tmp_path, PAIR) as vault:
        make(vault.root, {LEDGER: verify(vault, 1, "derived")})
        vault.index()
        looked = vault.why("derived")

        assert {"approved"} <= set(looked.badges)
        assert looked.record.is_pinned

        (vault.root / "source.md").write_text("---\nkind: web\n---\nthe second version", encoding="utf-8")
        vault.index()
        stale = vault.why("derived")

        assert stale.record.is_stale
        assert "approved" not in stale.badges
        assert stale.assessment.trust == looked.assessment.trust

        (vault.root / "derived.md").write_text("---\nsources: '[[source]]'\n---\nrewritten", encoding="utf-8")
        vault.index()

        assert vault.why("derived").record.verified is None


def test_touching_stamping_and_bookkeeping_make_nothing_stale(tmp_path: Path) -> None:
    with opened(tmp_path, PAIR) as vault:
        make(vault.root, {LEDGER: verify(vault, 1, "derived")})
        vault.index()
        text = "---\nkind: web\ntier: 0\nverified: 2026-01-01\n---\nthe first version of the source"
        (vault.root / "source.md").write_text(text.replace("\n", "\r\n"), encoding="utf-8", newline="")
        os.utime(vault.root / "derived.md", (1, 1))
        vault.index()

        assert not vault.why("derived").record.is_stale


def test_a_source_that_went_away_withdraws_approval(tmp_path: Path) -> None:
    with opened(tmp_path, PAIR) as vault:
        make(vault.root, {LEDGER: verify(vault, 1, "derived")})
        vault.index()
        (vault.root / "source.md").unlink()
        vault.index()
        found = vault.why("derived")

        assert found.record.is_stale
        assert "approved" not in found.badges


def test_an_edit_may_decide_where_a_note_went(tmp_path: Path) -> None:
    files = {"src.md": "source text lease", "tgt.md": "the target"}
    with opened(tmp_path, files) as vault:
        ledger = verify(vault, 1, "src") + edge(2, "contradicts", "note:src.md", "note:tgt.md")
        make(vault.root, {LEDGER: ledger})
        vault.index()
        lowered = trust(vault, "tgt")
        (vault.root / "src.md").unlink()
        (vault.root / "new.md").write_text("edited while moving", encoding="utf-8")
        vault.index()

        assert lowered < trust(vault, "tgt")

        (vault.root / "new.md").write_text("source text lease", encoding="utf-8")
        vault.index()

        assert lowered == trust(vault, "tgt")


def test_a_look_follows_a_note_that_was_moved(tmp_path: Path) -> None:
    with opened(tmp_path, PAIR) as vault:
        make(vault.root, {LEDGER: verify(vault, 1, "derived")})
        vault.index()
        for old, new in (("derived.md", "two.md"), ("two.md", "three.md")):
            (vault.root / old).rename(vault.root / new)
            vault.index()
        found = vault.why("three")

        assert found.record.is_pinned
        assert "moved" in found.badges
        assert ["moved"] == [f.code for f in vault.doctor().findings if f.severity == "note"]


def test_a_hand_written_look_is_unpinned_and_cannot_approve(tmp_path: Path) -> None:
    with opened(tmp_path, {"a.md": "---\nkind: contract\nverified: 2026-01-01\n---\nx"}) as vault:
        badges = vault.why("a").badges

    assert "unpinned" in badges
    assert "approved" not in badges


def test_a_look_that_lies_in_the_future_did_not_happen(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "a.md": "---\nreliability: 0.5\nverified: 2999-01-01\n---\nx",
        "b.md": "---\nkind: contract\ncreated: 2026-01-01\ncontradicts: '[[a]]'\n---\ny",
    }
    with opened(tmp_path, files) as vault:
        found = vault.why("a")

    assert ("note:b.md",) == found.assessment.challengers
    assert found.record.verified is None
    assert ["future-date"] == [f.code for f in found.findings]


def test_an_agent_cannot_verify(tmp_path: Path) -> None:
    with opened(tmp_path, PAIR) as vault:
        found = vault.why("derived").record
        body = {"ref": found.ref, "hash": found.content_hash, "sources": {}}
        make(vault.root, {LEDGER: line(1, "verify", body, by="bot", actor="agent")})
        report = vault.index()

        assert vault.why("derived").record.verified is None
        assert [("actor-not-allowed", LEDGER, 1)] == [(f.code, f.path, f.line) for f in report.findings]


@pytest.mark.parametrize("declared", ["declared: 1.0", "kind: contract", "reliability: 1"])
@pytest.mark.parametrize("source", ["[[nowhere]]", "[[m]]", "[[picture.png]]", "[[other]]"])
def test_a_models_text_needs_a_source_that_counts(tmp_path: Path, declared: str, source: str) -> None:
    files: dict[str, str | bytes] = {
        "m.md": f"---\n{declared}\ngenerated_by: some-llm\nsources: '{source}'\n---\nx",
        "other.md": f"---\n{declared}\ngenerated_by: some-llm\nsources: '[[m]]'\n---\ny",
        "picture.png": b"",
    }
    with opened(tmp_path, files) as vault:
        assert 0.6 >= trust(vault, "m")
        assert "unsourced-model-text" in {f.code for f in vault.doctor().findings if f.path == "m.md"}


def test_what_the_ledger_names_and_nobody_has_is_a_finding(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "a.md": "x",
        LEDGER: edge(1, "contradicts", ref(9), "note:a.md") + edge(2, "supports", "note:a.md", "fact:f"),
    }
    with opened(tmp_path, files) as vault:
        found = vault.doctor().findings

    assert 2 == sum(f.code == "unresolved-ref" for f in found)


def test_one_id_with_two_contents_is_a_finding(tmp_path: Path) -> None:
    with opened(tmp_path, {LEDGER: claim(1, "nine") + claim(1, "ten")}) as vault:
        assert ["event-conflict"] == [f.code for f in vault.doctor().findings]


def test_a_last_line_without_an_end_counts_as_long_as_it_is_there(tmp_path: Path) -> None:
    with opened(tmp_path, {"a.md": "x", LEDGER: claim(1, "kept") + claim(2, "pending").rstrip()}) as vault:
        assert 2 == vault.status().counts.claims

        (vault.root / LEDGER).write_bytes(claim(1, "kept"))
        vault.index()

        assert 1 == vault.status().counts.claims
        assert [] == hit_paths(vault, "pending")


def test_damaged_lines_cost_only_themselves_and_are_told_until_they_are_mended(tmp_path: Path) -> None:
    text = (
        claim(1, "one")
        + b'{"v":1,"id":"cut of\n'
        + claim(3, "three").rstrip()
        + claim(4, "four")
        + claim(5, "five")
    )
    with opened(tmp_path, {LEDGER: text}) as vault:
        first = vault.index().findings

        assert {2, 3} == {f.line for f in first}
        assert {ref(1), ref(5)} <= {hit.ref for word in ("one", "five") for hit in vault.search(word)}

        (vault.root / LEDGER).write_bytes(claim(1, "one"))

        assert [] == [f for f in vault.index().findings if f.severity != "note"]


def test_search_says_that_the_ledger_grew_and_rules_changed(tmp_path: Path) -> None:
    with opened(tmp_path, {"a.md": "x"}) as vault:
        make(vault.root, {LEDGER: claim(1, "new"), "caveat.toml": '[[rule]]\nfolder = "b"\nkind = "web"\n'})

        assert "the ledger grew, rules changed" == vault.answer("x").behind.words

        vault.index()

        assert "" == vault.answer("x").behind.words


def test_a_superseding_record_must_be_there_and_not_taken_back(tmp_path: Path) -> None:
    supersede = {"source": "note:new.md", "target": "note:old.md", "because": "updated"}
    files: dict[str, str | bytes] = {"old.md": "x", LEDGER: line(1, "supersede", supersede)}
    with opened(tmp_path, files) as vault:
        assert "active" == vault.why("old").record.status

        (vault.root / "new.md").write_text("y", encoding="utf-8")
        vault.index()

        assert "superseded" == vault.why("old").record.status

        retract = line(2, "retract", {"ref": "note:new.md"})
        (vault.root / LEDGER).write_bytes((vault.root / LEDGER).read_bytes() + retract)
        vault.index()

        assert "active" == vault.why("old").record.status


def test_a_deleted_index_is_noticed_by_a_vault_that_stays_open(tmp_path: Path) -> None:
    with opened(tmp_path, {"a.md": "apple"}) as vault:
        vault.search("apple")
        (vault.root / "b.md").write_text("apple", encoding="utf-8")
        for path in tmp_path.glob("index.sqlite*"):
            path.unlink()
        caveat.open(vault.root, index=vault.index_path).index()

        assert ["a.md", "b.md"] == sorted(hit_paths(vault, "apple"))


def test_terms_of_a_book_are_not_missed(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "a.md": "a note",
        LEDGER: line(1, "verify", {"ref": "term:ah-q/zhao", "hash": "h"}),
    }
    with opened(tmp_path, files) as vault:
        assert [] == [f for f in vault.doctor().findings if f.code == "unresolved-ref"]


def test_each_line_about_a_record_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def counted(line: str) -> Event | str:
        read.append(line)
        return parse_event(line)

    monkeypatch.setattr("caveat.ops.ledger.parse_event", counted)
    store = MemoryStore()
    spoken = [
        ledgers.edge(n, "concerns", ledgers.claim_ref(n + 50), ledgers.claim_ref(1)) for n in range(2, 9)
    ]
    events = [ledgers.claim(1), *spoken, ledgers.event(20, "forget", {"id": ledgers.ulid(5)})]
    store.put_ledger({}, {encode_event(event).decode(): index_keys(event) for event in events})
    state = folded_about(store, [ledgers.claim_ref(1)])

    assert {event.id for event in events[:-1]} <= state.events.keys()
    assert len(read) == len(set(read))
