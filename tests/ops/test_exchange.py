"""Export and import: everything comes out, nothing comes in twice, and what is refused is named by its line."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import caveat
from caveat.history.schema import tombstone
from caveat.model.errors import InputError
from caveat.model.events import Event
from caveat.ops.exchange import planned
from caveat.ops.ledger_union import Union, union
from caveat.ops.vault import Vault
from caveat.vault.ledger import encode_event, read_lines
from tests.history.ledgers import EVENTS, claim, edge, event, ulid
from tests.vaults import make, opened, tree_hash

FOLDER = ".caveat/ledger"
NONE = Union({}, set(), set())


def lines(*said: Event) -> bytes:
    return b"".join(encode_event(one) for one in said)


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return opened(tmp_path, {"a.md": "a note"})


def ids(data: bytes) -> list[str]:
    return [entry.event.id for entry in read_lines(data, path="x")[0]]


def test_an_export_is_the_union_of_all_devices_by_time(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        f"{FOLDER}/dev1.jsonl": lines(claim(3), claim(1)),
        f"{FOLDER}/dev2.jsonl": lines(claim(2), claim(1)),
        f"{FOLDER}/dev2 (conflicted copy).jsonl": lines(claim(4)),
        f"{FOLDER}/.dev1.jsonl.new": lines(claim(9)),
    }
    root = make(tmp_path / "v", files)

    assert tuple(lines(claim(n)) for n in (1, 2, 3, 4)) == caveat.open(root).export().lines


def test_an_export_needs_no_index_and_writes_nothing(tmp_path: Path) -> None:
    root = make(tmp_path / "v", {f"{FOLDER}/d.jsonl": lines(claim(1))})
    before = tree_hash(root)
    caveat.open(root, index=tmp_path / "none.sqlite").export()

    assert before == tree_hash(root)
    assert not (tmp_path / "none.sqlite").exists()
    assert () == caveat.open(make(tmp_path / "w", {})).export().lines


def test_what_cannot_be_exported_is_named(tmp_path: Path) -> None:
    data = lines(claim(1)) + b"damaged\n" + lines(claim(2), claim(2, "otherwise", minute=9))
    found = caveat.open(make(tmp_path / "v", {f"{FOLDER}/d.jsonl": data})).export()

    assert [("damaged-event", 2), ("event-conflict", 0)] == [(f.code, f.line) for f in found.findings]
    assert [ulid(1), ulid(2)] == ids(b"".join(found.lines))
    assert b"otherwise" in found.lines[1]


def test_what_was_forgotten_is_exported_without_its_text(tmp_path: Path) -> None:
    gone = event(5, "forget", {"id": ulid(1)})
    found = caveat.open(
        make(tmp_path / "v", {f"{FOLDER}/d.jsonl": lines(claim(1, "hunter2"), gone)})
    ).export()

    assert (lines(tombstone(claim(1))), lines(gone)) == found.lines


def test_an_output_file_is_written_whole_and_replaced_only_when_told(vault: Vault, tmp_path: Path) -> None:
    vault.by("a").claim("x", stated=0.5)
    path = tmp_path / "out.jsonl"
    found = vault.export(path)

    assert b"".join(found.lines) == path.read_bytes()
    with pytest.raises(InputError, match="is there already"):
        vault.export(path)
    path.write_text("old")
    vault.export(path, replace=True)

    assert b"".join(found.lines) == path.read_bytes()
    with pytest.raises(InputError, match="lies in the ledger"):
        vault.export(vault.root / FOLDER / "out.jsonl")
    with pytest.raises(InputError, match="cannot be written"):
        vault.export(tmp_path / "none" / "out.jsonl")


def test_a_dry_run_reports_what_the_import_does_and_writes_nothing(vault: Vault) -> None:
    data = lines(claim(1), edge(2, "contradicts", "note:a.md", f"claim:{ulid(1)}")) + b"damaged\n"
    before = tree_hash(vault.root)
    dry = vault.import_events(data, name="f", dry_run=True)

    assert before == tree_hash(vault.root)
    assert dry == vault.import_events(data, name="f")._replace(is_dry=True)
    assert (ulid(1), ulid(2)) == dry.new


def test_importing_again_changes_nothing(vault: Vault) -> None:
    data = lines(claim(1), claim(2), claim(1))
    first = vault.import_events(data)
    before = tree_hash(vault.root)
    second = vault.import_events(data)

    assert ((ulid(1), ulid(2)), 1) == (first.new, first.known)
    assert ((), 3) == (second.new, second.known)
    assert before == tree_hash(vault.root)


def test_imported_events_go_into_this_device_s_file_with_their_ids(vault: Vault) -> None:
    vault.import_events(lines(claim(1)))

    assert lines(claim(1)) == (vault.root / FOLDER / "00c0ffee.jsonl").read_bytes()
    assert f"claim:{ulid(1)}" == vault.claims().claims[0].record.ref


def test_the_same_id_with_another_content_is_refused_by_its_line(vault: Vault) -> None:
    vault.import_events(lines(claim(1)))
    report = vault.import_events(lines(claim(2), claim(1, "otherwise"), claim(2, "also")), name="f.jsonl")

    assert ((ulid(2),), 2) == (report.new, report.refused)
    assert [("event-conflict", "f.jsonl", 2), ("event-conflict", "f.jsonl", 3)] == [
        (f.code, f.path, f.line) for f in report.findings
    ]
    assert "use port 8080" == vault.claims().claims[0].text


def test_a_last_line_that_is_cut_off_is_named(vault: Vault) -> None:
    report = vault.import_events(lines(claim(1), claim(2))[:-20], name="f")

    assert ((ulid(1),), [("damaged-event", 2)]) == (report.new, [(f.code, f.line) for f in report.findings])


def test_unknown_kinds_and_what_has_no_effect_are_kept_and_reported(vault: Vault) -> None:
    strange = event(1, "dream", {"of": "sheep"})
    seven = claim(2, body={"stated": 7})
    forged = event(3, "verify", {"ref": "note:a.md", "hash": "h"}, actor="agent")
    report = vault.import_events(lines(strange, seven, forged))

    assert 3 == len(report.new)
    assert ["actor-not-allowed", "invalid-event", "unknown-event"] == sorted(f.code for f in report.findings)
    assert (lines(strange), lines(seven), lines(forged)) == vault.export().lines
    assert None is vault.why("a.md").record.verified


def test_looks_of_other_people_are_imported_and_counted(vault: Vault) -> None:
    look = event(1, "verify", {"ref": "note:a.md", "hash": vault.why("a.md").record.content_hash}, by="eve")
    report = vault.import_events(lines(look))

    assert ({"verify": 1}, {("eve", "human"): 1}) == (report.kinds, report.authors)
    assert any("1 of them are human looks" in remark for remark in report.remarks)
    assert None is not vault.why("a.md").record.verified


def test_events_of_the_future_are_remarked_on(vault: Vault) -> None:
    report = vault.import_events(lines(claim(1, at="2999-01-01T00:00:00Z")))

    assert any("dated in the future" in remark for remark in report.remarks)


def test_what_was_forgotten_here_does_not_come_back(vault: Vault) -> None:
    vault.import_events(lines(claim(1, "hunter2")))
    before = b"".join(vault.export().lines)
    vault.by("a").forget(ulid(1))
    report = vault.import_events(before)

    assert ((), 1) == (report.new, report.forgotten)
    assert b"hunter2" not in (vault.root / FOLDER / "00c0ffee.jsonl").read_bytes()


def test_what_a_file_forgets_itself_comes_without_its_text(vault: Vault) -> None:
    data = lines(claim(1, "hunter2"), event(2, "forget", {"id": ulid(1)}))
    vault.import_events(data)

    assert b"hunter2" not in (vault.root / FOLDER / "00c0ffee.jsonl").read_bytes()
    assert () == vault.import_events(data).new


def test_a_forgetting_that_comes_in_is_told_where_the_text_still_stands(vault: Vault) -> None:
    vault.import_events(lines(claim(1, "hunter2")))
    report = vault.import_events(lines(tombstone(claim(1)), event(2, "forget", {"id": ulid(1)})))

    assert 2 == len(report.new)
    assert [
        f"{ulid(1)} is forgotten by it; run `caveat forget {ulid(1)}` to take its text out of here"
    ] == list(report.remarks)
    assert () == vault.claims().claims


@pytest.mark.parametrize("data", [b"", b"\n\n", b"root:x:0:0\n", b"\xff\xfe\x00", b"[" * 100_000])
def test_a_file_without_events_is_refused(vault: Vault, data: bytes) -> None:
    with pytest.raises(InputError, match="holds no event"):
        vault.import_events(data, name="passwd")
    assert not (vault.root / ".caveat").exists()


@given(st.lists(EVENTS, min_size=1, max_size=12), st.integers(0, 12))
def test_importing_in_parts_is_importing_at_once(said: list[Event], cut: int) -> None:
    data = lines(*said)
    whole = planned(NONE, data, name="x")
    twice = planned(_with(NONE, whole.events), data, name="x")
    head, tail = lines(*said[:cut]), lines(*said[cut:])
    parts = list(planned(NONE, head, name="x").events) if head else []
    parts += planned(_with(NONE, parts), tail, name="x").events if tail else []

    assert () == twice.events
    assert {one.id for one in whole.events} == {one.id for one in parts}


def _with(here: Union, said: "tuple[Event, ...] | list[Event]") -> Union:
    from caveat.ops.ledger_union import forgets

    gone = {one for each in said for one in forgets(each)}
    return Union({**here.events, **{one.id: one for one in said}}, here.forgotten | gone, set())


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=15)
@given(said=st.lists(EVENTS, min_size=1, max_size=8))
def test_an_export_of_an_import_is_the_export(
    said: list[Event], tmp_path_factory: pytest.TempPathFactory
) -> None:
    one = make(tmp_path_factory.mktemp("one"), {f"{FOLDER}/d.jsonl": lines(*said)})
    exported = b"".join(caveat.open(one).export().lines)
    two = make(tmp_path_factory.mktemp("two"), {})
    events_of = planned(union(two), exported, name="x").events
    make(two, {f"{FOLDER}/d.jsonl": lines(*events_of)})

    assert exported == b"".join(caveat.open(two).export().lines)


@pytest.mark.parametrize(
    "more",
    [[], [event(2, "forget", {"id": ulid(1)}, actor="agent")], [event(2, "forget", {"id": ulid(3)})]],
)
def test_a_line_without_a_body_takes_nothing_away_that_nobody_forgot(vault: Vault, more: list[Event]) -> None:
    vault.import_events(lines(claim(1, "the rent is 900")))
    report = vault.import_events(lines(tombstone(claim(1)), *more))

    assert [("event-conflict", 1)] == [(f.code, f.line) for f in report.findings if f.severity == "error"]
    assert 1 == report.refused
    assert ["the rent is 900"] == [one.text for one in vault.claims().claims]
