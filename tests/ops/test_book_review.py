"""The reviewer's queue: what waits, what a decision does, and who may take it."""

from pathlib import Path

import pytest

from caveat.model.errors import InputError, RefNotFound
from caveat.model.findings import Finding
from caveat.ops.book.candidates import Candidates
from caveat.ops.book.opening import open_book
from caveat.ops.book.prepare import prepare_text
from caveat.ops.book.record import find_term, propose_term, revise
from caveat.ops.book.review import Item, Verb, find_item, queue, remaining, settle, without_rejected
from tests.ops.books import ADA, BOT, TERMS, book, found, lines, verified
from tests.vaults import make, tree_hash

NOTHING = Candidates((), 0, ())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CAVEAT_DEVICE", "0000000a")
    root = book(tmp_path / "book")
    verified(root)
    return root


def waiting(folder: Path) -> tuple[Item, ...]:
    return queue(open_book(folder), found(folder))


def decide(folder: Path, name: str, verb: Verb, **more: str) -> None:
    settle(open_book(folder), find_item(waiting(folder), name), verb, ADA, **more)


def block(folder: Path, text: str, chapter: int = 1) -> str:
    return prepare_text(open_book(folder), text, chapter=chapter).chunks[0].block


def test_unknown_name_comes_with_its_places_a_quote_a_rendering_and_what_it_looks_like(folder: Path) -> None:
    (one,) = found(folder).candidates

    assert ("王胡", 2, (1, 2), "surname") == (one.text, one.times, one.chapters, one.why)
    assert ("Ван Ху", "palladius") == (one.rendering, one.how)
    assert one.span.endswith("01.txt:2:1") and "王胡说" in one.quote
    assert one.id == found(folder).candidates[0].id


def test_candidate_is_in_no_prompt_and_changes_no_snapshot(folder: Path) -> None:
    before = open_book(folder).snapshot
    found(folder)

    assert before == open_book(folder).snapshot
    assert "Ван" not in block(folder, "王胡说好。")


def test_accepted_name_is_a_verified_term_from_then_on(folder: Path) -> None:
    terms = (folder / "terms/t.jsonl").read_bytes()
    decide(folder, "王胡", "accept")
    opened = open_book(folder)

    assert ("Ван Ху", "person", True) == (
        (term := find_term(opened, "王胡")).rendering, term.kind, term.approval.is_approved,
    )  # fmt: skip
    assert "- 王胡 → Ван Ху (person)" in block(folder, "王胡说好。")
    assert () == waiting(folder)
    assert terms == (folder / "terms/t.jsonl").read_bytes()


def test_accepted_name_can_be_called_otherwise(folder: Path) -> None:
    decide(folder, "王胡", "accept", rendering="Бородатый Ван")

    assert "Бородатый Ван" == find_term(open_book(folder), "王胡").rendering


def test_rejected_name_waits_no_more_and_is_no_term(folder: Path) -> None:
    decide(folder, "王胡", "reject")

    assert () == waiting(folder)
    assert [("reject", "ada")] == [(one.decision, one.by) for one in found(folder).candidates]
    assert "Ван" not in block(folder, "王胡说好。")


def test_rejected_name_alarms_no_more(folder: Path) -> None:
    def told() -> list[str]:
        opened = open_book(folder)
        findings = prepare_text(opened, "王胡说好。\n赵司晨说好。", chapter=1).chunks[0].findings
        return [one.message[:5] for one in without_rejected(opened, findings)]

    assert ["“王胡” ", "“赵司晨”"] == told()
    decide(folder, "王胡", "reject")
    assert ["“赵司晨”"] == told()


def test_merged_name_is_another_key_of_the_term_that_stays_verified(folder: Path) -> None:
    decide(folder, "王胡", "merge", into="阿Q")
    opened = open_book(folder)
    term = find_term(opened, "阿Q")

    assert ["阿Q", "王胡"] == [key.text for key in term.keys]
    assert term.approval.is_approved
    assert "- 阿Q → А-Кью (person)" in block(folder, "王胡说好。")


def test_proposed_term_of_an_agent_waits_and_is_a_term_once_accepted(folder: Path) -> None:
    opened = open_book(folder)
    event = propose_term(
        opened,
        "静修庵",
        {"headword": "静修庵", "rendering": "обитель", "kind": "place"},
        BOT,
        span="01.txt:1",
    )
    assert "обитель" not in block(folder, "静修庵里")
    item = find_item(waiting(folder), event)
    assert ("candidate", "agent bot") == (item.kind, item.candidate.how if item.candidate else "")

    decide(folder, event, "accept")
    term = find_term(open_book(folder), "静修庵")
    assert ("обитель", "bot", True) == (term.rendering, term.generated_by, term.approval.is_approved)


def test_accepted_term_moves_into_a_file_without_a_duplicate(folder: Path) -> None:
    decide(folder, "王胡", "accept")
    make(folder, {"terms/u.jsonl": lines([{"headword": "王胡", "rendering": "Ван Ху", "kind": "person"}])})
    opened = open_book(folder)

    assert 1 == sum(term.headword == "王胡" for term in opened.book.terms)
    assert () == opened.book.findings


@pytest.mark.parametrize(("verb", "rendering"), [("accept", "Вэй-Чжуан"), ("reject", "Вэйчжуан")])
def test_proposed_rendering_is_taken_or_turned_down(folder: Path, verb: Verb, rendering: str) -> None:
    opened = open_book(folder)
    event = revise(opened, find_term(opened, "未庄"), "Вэй-Чжуан", BOT)
    decide(folder, event, verb)
    term = find_term(open_book(folder), "未庄")

    assert (rendering, True) == (term.rendering, term.approval.is_approved)
    assert event not in [item.id for item in waiting(folder)]


def test_merged_conflict_takes_the_other_term_back_and_keeps_its_key(folder: Path) -> None:
    make(
        folder,
        {
            "terms/u.jsonl": lines(
                [{"headword": "阿贵", "rendering": "А-Кью", "kind": "person", "gender": "m"}]
            )
        },
    )
    (item,) = [item for item in waiting(folder) if item.kind == "conflict"]
    assert ("keep", "merge") == item.verbs
    decide(folder, item.id, "merge", into="阿Q")
    opened = open_book(folder)

    assert ["阿Q", "阿贵"] == [key.text for key in find_term(opened, "term:b/阿Q").keys]
    assert opened.lexicon.terms["term:b/阿贵"].approval.is_retracted
    assert [] == [item for item in waiting(folder) if item.kind == "conflict"]
    assert "- 阿Q → А-Кью" in block(folder, "阿贵来了。")


def test_kept_conflict_waits_no_more_until_a_term_joins(folder: Path) -> None:
    more = [{"headword": "阿贵", "rendering": "А-Кью", "kind": "person"}]
    make(folder, {"terms/u.jsonl": lines(more)})
    (item,) = [item for item in waiting(folder) if item.kind == "conflict"]
    decide(folder, item.id, "keep")
    assert [] == [item for item in waiting(folder) if item.kind == "conflict"]

    make(folder, {"terms/u.jsonl": lines([*more, {"headword": "阿桂", "rendering": "А-Кью"}])})
    assert [item.id] != [one.id for one in waiting(folder) if one.kind == "conflict"] != []


def test_rejected_finding_is_told_no_more_until_it_says_something_else(folder: Path) -> None:
    one = Finding("missing", "warning", "“吴妈” is missing, 1 of 1", str(folder / "translations/02.txt"), 3)
    (item,) = [item for item in queue(open_book(folder), NOTHING, [one]) if item.kind == "finding"]
    settle(open_book(folder), item, "reject", ADA)
    opened = open_book(folder)

    assert ((), ()) == (queue(opened, NOTHING, [one]), without_rejected(opened, [one]))
    moved, worse = one._replace(line=9), one._replace(message="“吴妈” is missing, 2 of 2")
    assert (worse,) == without_rejected(opened, [moved, worse])


def test_accepted_finding_is_still_told_and_waits_no_more(folder: Path) -> None:
    one = Finding("missing", "warning", "“吴妈” is missing", "translations/02.txt", 3)
    (item,) = queue(open_book(folder), NOTHING, [one])
    settle(open_book(folder), item, "accept", ADA)
    opened = open_book(folder)

    assert ((), (one,)) == (queue(opened, NOTHING, [one]), without_rejected(opened, [one]))


def test_notes_do_not_wait(folder: Path) -> None:
    assert () == queue(open_book(folder), NOTHING, [Finding("x", "note", "y")])


def test_agent_decides_nothing(folder: Path) -> None:
    (item,) = waiting(folder)
    before = tree_hash(folder)

    for verb in item.verbs:
        with pytest.raises(InputError, match="only a human"):
            settle(open_book(folder), item, verb, BOT, into="阿Q")
    assert before == tree_hash(folder)


def test_misuse_is_refused_and_records_nothing(folder: Path) -> None:
    make(folder, {"chapters/09.txt": "ロイドさん\nＬｏｙｄ来了。\n"})
    items = waiting(folder)
    foreign = find_item(items, "Loyd")
    before = tree_hash(folder)

    assert "" == (foreign.candidate.rendering if foreign.candidate else "?")
    with pytest.raises(InputError, match="no rendering"):
        settle(open_book(folder), foreign, "accept", ADA)
    with pytest.raises(InputError, match="needs the term"):
        settle(open_book(folder), foreign, "merge", ADA)
    with pytest.raises(InputError, match="can be decided by"):
        settle(open_book(folder), foreign, "keep", ADA)
    with pytest.raises(RefNotFound):
        settle(open_book(folder), foreign, "merge", ADA, into="nobody")
    with pytest.raises(RefNotFound, match="nothing waits"):
        find_item(items, "nobody")
    assert before == tree_hash(folder)


def test_one_decision_may_settle_several(folder: Path) -> None:
    items = waiting(folder)
    decide(folder, "王胡", "accept")

    assert () == remaining(open_book(folder), items)


def test_merge_into_what_is_no_more_is_told(folder: Path) -> None:
    decide(folder, "王胡", "merge", into="吴妈")
    make(folder, {"terms/t.jsonl": lines(TERMS[:2])})
    opened = open_book(folder)

    assert ["merged-into-nothing"] == [one.code for one in opened.book.findings]


def test_accepting_a_proposal_with_the_id_of_another_term_takes_the_proposal(folder: Path) -> None:
    opened = open_book(folder)
    event = propose_term(opened, "未庄", {"headword": "土谷祠", "rendering": "храм земли"}, BOT)
    decide(folder, event, "accept")
    opened = open_book(folder)
    term = find_term(opened, "土谷祠")

    assert ("храм земли", "bot", True) == (term.rendering, term.generated_by, term.approval.is_approved)
    assert "Вэйчжуан" == find_term(opened, "未庄").rendering
    assert event not in [item.id for item in waiting(folder)]


def test_two_proposals_of_one_id_are_both_taken_or_told(folder: Path) -> None:
    opened = open_book(folder)
    one = propose_term(opened, "x", {"headword": "土谷祠", "rendering": "храм"}, BOT)
    two = propose_term(opened, "x", {"headword": "静修庵", "rendering": "обитель"}, BOT)
    decide(folder, one, "accept")
    decide(folder, two, "accept")
    opened = open_book(folder)

    assert ["храм", "обитель"] == [find_term(opened, name).rendering for name in ("土谷祠", "静修庵")]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"headword": "王", "rendering": "Ван"}, "single character"),
        ({"headword": "阿Q", "rendering": "Акью"}, "there already"),
        ({"headword": "王胡", "rendering": "Ван", "since": -1}, "since must be"),
    ],
)
def test_proposal_that_can_be_no_term_is_not_accepted_in_silence(
    folder: Path, said: dict[str, object], why: str
) -> None:
    event = propose_term(open_book(folder), "y", said, BOT)
    before = tree_hash(folder)
    with pytest.raises(InputError, match=why):
        decide(folder, event, "accept")

    assert before == tree_hash(folder)


def test_confidence_that_an_agent_states_of_its_proposal_counts_nothing(folder: Path) -> None:
    said = {"headword": "土谷祠", "rendering": "храм", "declared": 1.0, "verified": "2026-01-01"}
    decide(folder, propose_term(open_book(folder), "z", said, BOT), "accept")

    assert find_term(open_book(folder), "土谷祠").declared is None


def test_merged_term_leaves_every_spelling_to_the_one_that_stays(folder: Path) -> None:
    other = {
        "headword": "老Q", "rendering": "А-Кью", "kind": "person", "near": ["走"],
        "keys": ["阿桂", {"text": "贵", "near": ["兄"]}, {"text": "Guei", "kind": "full", "case_sensitive": False}],
    }  # fmt: skip
    make(folder, {"terms/u.jsonl": lines([other])})
    verified(folder)
    opened = open_book(folder)
    (item,) = [one for one in queue(opened, found(folder)) if one.kind == "conflict"]
    settle(opened, item, "merge", ADA, into="阿Q")
    now = open_book(folder)
    stays = find_term(now, "阿Q")

    assert stays.approval.is_approved
    assert {
        "老Q": ("nick", ("走",), True),
        "阿桂": ("nick", (), True),
        "贵": ("nick", ("兄",), True),
        "Guei": ("full", (), False),
    } == {k.text: (k.kind, k.nearby.requires, k.is_case_sensitive) for k in stays.keys if k.text != "阿Q"}
    text = "阿桂来了。老Q走了。贵兄说。GUEI说。老Q说。"
    shown = prepare_text(now, text, chapter=1).chunks[0].occurrences
    assert ["阿桂", "老Q", "贵", "GUEI"] == [
        one.words for one in shown if (one.term, one.decision) == (stays.ref, "CONFIRMED")
    ]


def test_a_merge_that_would_lose_chapters_is_refused_and_decides_nothing(folder: Path) -> None:
    other = {"headword": "老Q", "rendering": "А-Кью", "kind": "person", "since": 3, "until": 9}
    make(folder, {"terms/u.jsonl": lines([other])})
    verified(folder)
    opened = open_book(folder)
    (item,) = [one for one in queue(opened, found(folder)) if one.kind == "conflict"]
    before = tree_hash(folder)

    with pytest.raises(InputError, match="would lose them: widen the window of term:"):
        settle(opened, item, "merge", ADA, into="老Q")
    assert before == tree_hash(folder)

    settle(opened, item, "merge", ADA, into="阿Q")
    assert "老Q" in {key.text for key in find_term(open_book(folder), "阿Q").keys}
