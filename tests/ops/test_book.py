"""Journeys with a book: from its folder and the ledger to blocks, and what people and agents record."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from caveat.history.fold import canonical
from caveat.model.errors import InputError, RefAmbiguous, RefNotFound
from caveat.model.preparation import Prepared
from caveat.ops.book.init import init_book
from caveat.ops.book.opening import OpenBook, open_book
from caveat.ops.book.prepare import book_of, is_clean, prepare_file, prepare_text
from caveat.ops.book.record import decide, find_term, propose_term, revise, verify_terms
from caveat.ops.recorded import Author
from caveat.vault.append import append
from tests.history.ledgers import event
from tests.vaults import make, tree_hash

ADA, BOT = Author("ada"), Author("bot", "agent")
TERMS: list[dict[str, Any]] = [
    {
        "headword": "阿Q",
        "rendering": "А-Кью",
        "kind": "person",
        "gender": "m",
        "sticky": 2,
        "from": ["note:ch1.md"],
    },
    {"headword": "未庄", "rendering": "Вэйчжуан", "kind": "place"},
    {"headword": "黑衣人", "rendering": "Незнакомец", "since": 300},
]


def lines(terms: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in terms)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CAVEAT_DEVICE", "0000000a")
    files = {
        "book.toml": 'name = "ah-q"\n',
        "terms/terms.jsonl": lines(TERMS),
        "ch1.md": "---\nkind: first-hand\n---\n阿Q回到未庄，黑衣人也在。\n",
    }
    return make(tmp_path / "book", files)


def only(opened: OpenBook, text: str = "阿Q回到未庄，黑衣人也在。", chapter: int = 1) -> Prepared:
    (found,) = prepare_text(opened, text, chapter=chapter).chunks
    return found


def test_term_is_certain_only_after_a_human_looked(folder: Path) -> None:
    before = open_book(folder)
    assert {"UNVERIFIED", "SPOILER"} == {one.reason for one in only(before).occurrences}

    verify_terms(before, before.book.terms[:1], ADA)
    after = open_book(folder)
    found = {one.key: (one.decision, one.reason) for one in only(after).occurrences}
    assert {
        "阿Q": ("CONFIRMED", "EXACT"),
        "未庄": ("AMBIGUOUS", "UNVERIFIED"),
        "黑衣人": ("REJECTED", "SPOILER"),
    } == found
    assert before.snapshot.id != after.snapshot.id


def test_agent_can_neither_verify_nor_decide(folder: Path) -> None:
    opened = open_book(folder)
    before = tree_hash(folder)

    with pytest.raises(InputError, match="only a human"):
        verify_terms(opened, opened.book.terms, BOT)
    with pytest.raises(InputError, match="only a human"):
        decide(opened, "keys:1", "keep", BOT)
    with pytest.raises(InputError, match="needs a name"):
        verify_terms(opened, opened.book.terms, Author(" "))
    assert before == tree_hash(folder)


def test_changed_line_voids_the_look_and_a_note_does_not(folder: Path) -> None:
    opened = open_book(folder)
    verify_terms(opened, opened.book.terms, ADA)
    changed = [{**TERMS[0], "note": "new"}, {**TERMS[1], "rendering": "Вэйчжуань"}, TERMS[2]]
    make(folder, {"terms/terms.jsonl": lines(changed)})
    one, other, _ = open_book(folder).book.terms

    assert one.approval.is_approved
    assert not other.approval.is_verified
    make(folder, {"terms/terms.jsonl": lines(TERMS)})
    assert open_book(folder).book.terms[1].approval.is_approved


def test_a_look_that_is_yet_to_come_approves_no_term(folder: Path) -> None:
    opened = open_book(folder)
    verify_terms(opened, opened.book.terms, ADA)
    ledger = next((folder / ".caveat" / "ledger").glob("*.jsonl"))
    text = re.sub(r'"at":"\d{4}', '"at":"2962', ledger.read_text("utf-8"))
    ledger.write_text(text, "utf-8")

    assert {False} == {one.approval.is_verified for one in open_book(folder).book.terms}


def test_changed_source_makes_a_term_stale(folder: Path) -> None:
    opened = open_book(folder)
    verify_terms(opened, opened.book.terms, ADA)
    make(folder, {"ch1.md": "---\nkind: first-hand\n---\n阿Q没有回来。\n"})
    approval = open_book(folder).book.terms[0].approval

    assert (True, False) == (approval.is_verified, approval.is_approved)
    assert "source changed" in approval.reason
    assert "UNAPPROVED" == only(open_book(folder)).occurrences[0].reason


def test_contradiction_withdraws_approval_by_itself_and_retraction_gives_it_back(folder: Path) -> None:
    opened = open_book(folder)
    verify_terms(opened, opened.book.terms, ADA)
    claim = event(
        1,
        "claim",
        {"text": "未庄 is Вэйчжуань", "stated": 1.0},
        by="eve",
        actor="human",
        at="2099-01-01T00:00:00Z",
    )
    ref = f"claim:{claim.id}"
    against = event(
        2,
        "edge",
        {"kind": "contradicts", "source": ref, "target": "term:ah-q/未庄"},
        by="eve",
        actor="human",
        at="2099-01-01T00:00:01Z",
    )
    append(folder, [claim, against])
    approval = open_book(folder).book.terms[1].approval

    assert (True, False) == (approval.is_verified, approval.is_approved)
    assert "contradicted" in approval.reason
    append(folder, [event(3, "retract", {"ref": ref}, actor="human", at="2099-01-02T00:00:00Z")])
    assert open_book(folder).book.terms[1].approval.is_approved


def test_term_that_was_taken_back_is_shown_no_more(folder: Path) -> None:
    opened = open_book(folder)
    verify_terms(opened, opened.book.terms, ADA)
    append(folder, [event(3, "retract", {"ref": "term:ah-q/阿Q"}, actor="human")])
    found = only(open_book(folder))

    assert "RETRACTED" == found.occurrences[0].reason
    assert "А-Кью" not in found.block


def test_hand_written_date_approves_nothing(folder: Path) -> None:
    make(folder, {"terms/terms.jsonl": lines([{**TERMS[1], "verified": "2026-01-01"}])})
    approval = open_book(folder).book.terms[0].approval

    assert (True, False) == (approval.is_verified, approval.is_approved)
    assert "not bound" in approval.reason


def test_revision_counts_voids_the_look_and_changes_the_snapshot(folder: Path) -> None:
    opened = open_book(folder)
    verify_terms(opened, opened.book.terms, ADA)
    before = open_book(folder)
    revise(before, find_term(before, "未庄"), "Вэй-Чжуан", ADA, reason="as printed")
    after = open_book(folder)
    term = find_term(after, "未庄")

    assert ("Вэй-Чжуан", False) == (term.rendering, term.approval.is_approved)
    assert ["Вэйчжуан", "Вэй-Чжуан"] == [one.rendering for one in term.revisions]
    assert before.snapshot.id != after.snapshot.id
    assert ["terms"] == [
        a[0] for a, b in zip(before.snapshot.parts, after.snapshot.parts, strict=True) if a != b
    ]
    with pytest.raises(InputError, match="already"):
        revise(after, term, " Вэй-Чжуан ", ADA)


def test_rendering_of_an_agent_waits_and_changes_no_block(folder: Path) -> None:
    opened = open_book(folder)
    verify_terms(opened, opened.book.terms, ADA)
    before = open_book(folder)
    made = revise(before, find_term(before, "未庄"), "Уэйчжуан", BOT)
    after = open_book(folder)

    assert before.snapshot == after.snapshot
    assert only(before) == only(after)
    assert [("proposal", made, "")] == [(one.kind, one.id, one.decision) for one in after.conflicts()]
    assert "rendering-waits" in [one.code for one in after.book.findings]
    decide(after, made, "accept", ADA)
    accepted = open_book(folder)
    assert "Уэйчжуан" == find_term(accepted, "未庄").rendering
    assert not find_term(accepted, "未庄").approval.is_approved
    assert () == accepted.conflicts()


def test_proposed_term_is_in_no_prompt(folder: Path) -> None:
    opened = open_book(folder)
    propose_term(opened, "王胡", {"headword": "王胡", "rendering": "Ван Ху"}, BOT, span="ch1.md:4")
    after = open_book(folder)

    assert opened.snapshot == after.snapshot
    assert "Ван" not in only(after, "王胡来了").block


def test_term_is_found_by_ref_id_or_folded_headword(folder: Path) -> None:
    opened = open_book(folder)

    assert {"term:ah-q/阿Q"} == {find_term(opened, name).ref for name in ("term:ah-q/阿Q", "阿Q", "阿Ｑ")}
    with pytest.raises(RefNotFound):
        find_term(opened, "王胡")
    make(folder, {"terms/b.jsonl": lines([{"headword": "阿Q", "sense": "x"}])})
    assert "阿Q" == find_term(open_book(folder), "阿Q").id
    make(
        folder,
        {
            "terms/b.jsonl": lines([{"headword": "未庄", "sense": s, "id": s} for s in "xy"]),
            "terms/terms.jsonl": "",
        },
    )
    with pytest.raises(RefAmbiguous, match="2 terms"):
        find_term(open_book(folder), "未庄")


def test_another_book_does_not_change_the_snapshot_and_a_shared_file_changes_both(tmp_path: Path) -> None:
    series = '[series]\nname = "s"\nterms = "../shared.jsonl"\n'
    root = make(
        tmp_path,
        {
            "caveat.toml": "",
            "shared.jsonl": lines([TERMS[1]]),
            "one/book.toml": f'name = "one"\n{series}',
            "one/terms/a.jsonl": lines(TERMS[:1]),
            "two/book.toml": f'name = "two"\n{series}',
        },
    )
    one, two = open_book(root / "one"), open_book(root / "two")
    assert root == one.root
    verify_terms(one, one.book.terms, ADA)
    make(root, {"one/terms/a.jsonl": lines([{**TERMS[0], "rendering": "А-Кю"}])})

    assert one.snapshot.id != open_book(root / "one").snapshot.id
    # The look at the shared term counts in both books; nothing else of the first one reaches the second.
    again = open_book(root / "two")
    assert again.book.terms[0].approval.is_approved
    make(root, {"one/terms/a.jsonl": lines([{**TERMS[0], "rendering": "А-К"}])})
    assert again.snapshot == open_book(root / "two").snapshot
    assert two.snapshot != again.snapshot
    make(root, {"shared.jsonl": lines([{**TERMS[1], "rendering": "Х"}])})
    assert again.snapshot != open_book(root / "two").snapshot


def test_two_runs_are_byte_identical_and_the_trace_keeps_one_line(folder: Path) -> None:
    make(folder, {"ch.txt": "阿Q回到未庄。\n" * 3})
    opened = open_book(folder)
    first = prepare_file(opened, folder / "ch.txt", chapter=1)
    trace = (folder / ".caveat/trace/0000000a.jsonl").read_bytes()
    second = prepare_file(open_book(folder), folder / "ch.txt", chapter=1)

    assert (1, 0) == (first.traced, second.traced)
    assert first._replace(traced=0) == second
    assert trace == (folder / ".caveat/trace/0000000a.jsonl").read_bytes()


def test_chunks_carry_state_and_one_chunk_with_the_committed_state_is_the_same(folder: Path) -> None:
    make(folder, {"book.toml": 'name = "ah-q"\n[assembly]\nchunk = 8\n'})
    opened = open_book(folder)
    verify_terms(opened, opened.book.terms, ADA)
    opened = open_book(folder)
    text = "阿Q来了。\n没有别人。\n没有别人。\n"
    whole = prepare_text(opened, text, chapter=5)
    second = prepare_text(opened, text, chapter=5, only=2, state=whole.chunks[0].state)

    assert 3 == whole.of == len(whole.chunks)
    assert ["none", "5#1", "5#2"] == [one.trace.carried_from for one in whole.chunks]
    assert whole.chunks[1] == second.chunks[0]
    assert all("А-Кью" in one.block for one in whole.chunks)
    alone = prepare_text(opened, text, chapter=5, only=2).chunks[0]
    assert ("none", "") == (alone.trace.carried_from, alone.block)


@pytest.mark.parametrize(("chapter", "only_chunk"), [(0, None), (1, 2), (1, 0)])
def test_chapter_or_chunk_that_is_not_there_is_refused(
    folder: Path, chapter: int, only_chunk: int | None
) -> None:
    with pytest.raises(InputError):
        prepare_text(open_book(folder), "阿Q", chapter=chapter, only=only_chunk)


@pytest.mark.parametrize("encoding", ["gb18030", "big5", "shift_jis", "utf-16-le"])
def test_chapter_in_another_encoding_is_refused_and_named(folder: Path, encoding: str) -> None:
    make(folder, {"ch.txt": ("我回到家了，大家都在。" * 40).encode(encoding, "ignore")})

    with pytest.raises(InputError) as raised:
        prepare_file(open_book(folder), folder / "ch.txt", chapter=1)
    assert "UTF-8" in str(raised.value)
    assert encoding == "utf-16-le" or encoding in str(raised.value)


def test_chapter_with_a_mark_or_a_bad_byte_is_read_and_told(folder: Path) -> None:
    make(
        folder,
        {"a.txt": "\ufeff阿Q来了".encode("utf-16"), "b.txt": "阿Q来了，未庄。".encode() * 30 + b"\xff"},
    )
    opened = open_book(folder)

    assert 1 == len(prepare_file(opened, folder / "a.txt", chapter=1).chunks[0].occurrences)
    told = prepare_file(opened, folder / "b.txt", chapter=1)
    assert ["not-utf-8"] == [one.code for one in told.findings]
    assert not is_clean(told.findings)
    with pytest.raises(InputError, match="cannot be read"):
        prepare_file(opened, folder / "gone.txt", chapter=1)


def test_nothing_but_ledger_and_trace_is_written(folder: Path) -> None:
    files = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    opened = open_book(folder)
    verify_terms(opened, opened.book.terms, ADA)
    revise(opened, opened.book.terms[0], "А-Кю", ADA)
    prepare_file(opened, folder / "ch1.md", chapter=1)

    assert all(path.read_bytes() == data for path, data in files.items())
    new = {path.relative_to(folder).parts[:2] for path in folder.rglob("*") if path.is_file()} - {
        path.relative_to(folder).parts[:2] for path in files
    }
    assert {(".caveat", "ledger"), (".caveat", "trace")} == new


def test_book_lies_in_the_vault_above_it(tmp_path: Path) -> None:
    root = make(
        tmp_path,
        {"caveat.toml": "", "books/a/book.toml": 'name = "a"\n', "books/a/terms/t.jsonl": lines(TERMS[1:2])},
    )
    opened = open_book(root / "books/a")
    verify_terms(opened, opened.book.terms, ADA)

    assert (root / ".caveat/ledger").is_dir() and not (root / "books/a/.caveat").exists()
    assert open_book(root / "books/a").book.terms[0].approval.is_approved


def test_init_makes_a_book_once(tmp_path: Path) -> None:
    written = init_book(tmp_path / "A Q 正传", source="ja", target="ru")
    opened = open_book(tmp_path / "A Q 正传")

    assert ["book.toml", "terms.jsonl"] == [path.name for path in written]
    assert ("A-Q-正传", "ja", "polivanov") == (
        opened.book.name,
        opened.book.fold,
        opened.book.transliteration,
    )
    assert () == opened.book.findings
    assert () == opened.book.terms
    with pytest.raises(InputError, match="already"):
        init_book(tmp_path / "A Q 正传", source="ja", target="ru")
    with pytest.raises(InputError, match="plain words"):
        init_book(tmp_path / "x", source='z"h', target="ru")


def test_book_is_looked_for_upwards(folder: Path) -> None:
    make(folder, {"chapters/1/a.txt": ""})

    assert folder == book_of(folder / "chapters/1/a.txt") == book_of(folder)


def test_events_of_a_book_are_ordinary_lines_of_the_ledger(folder: Path) -> None:
    opened = open_book(folder)
    verify_terms(opened, opened.book.terms, ADA)
    after = open_book(folder)

    assert 3 == len(after.history.events)
    assert all("verify" in canonical(one) for one in after.history.events.values())
    hashes = [one.body["sources"] for one in after.history.events.values() if "阿Q" in str(one.body["ref"])]
    assert 64 == len(hashes[0]["note:ch1.md"])


def test_terms_that_are_weighed_together_are_weighed_as_each_alone(folder: Path) -> None:
    terms: list[dict[str, Any]] = [
        *({"headword": f"王{one}", "rendering": one, "kind": "person"} for one in "甲乙丙"),
        {"headword": "低", "keys": ["低低"], "rendering": "x", "declared": 0.2},
        {"headword": "机器", "rendering": "y", "generated_by": "m"},
        {"headword": "来源", "rendering": "z", "from": ["note:ch1.md"]},
        {"headword": "没有", "rendering": "w", "from": ["note:gone.md"]},
        {"headword": "写着", "rendering": "v", "verified": "2026-01-01"},
    ]
    make(folder, {"terms/terms.jsonl": lines(terms)})
    opened = open_book(folder)
    verify_terms(opened, opened.book.terms[1:-1], ADA)
    together = {term.ref: term.approval for term in open_book(folder).book.terms}

    for one in terms:
        make(folder, {"terms/terms.jsonl": lines([one])})
        (alone,) = open_book(folder).book.terms
        assert together[alone.ref] == alone.approval
    assert 3 <= len(set(together.values()))
