"""Renderings, proposals and decisions of a book's terms, as the ledger adds them up."""

from typing import Any

import pytest

from caveat.history import fold
from caveat.history.fold import State
from caveat.history.schema import is_known, objection
from caveat.history.terms import current, decision, decisions, forms_of, proposed_terms, revisions
from caveat.model.events import Event
from caveat.model.terms import DeclaredForm, Revision
from tests.history.ledgers import event, ulid

REF = "term:ah-q/阿Q"
WRITTEN = Revision("А-Кью")


def rendering(number: int, text: str, **said: Any) -> Event:
    actor = said.pop("actor", "human")
    return event(number, "rendering", {"ref": REF, "rendering": text, **said}, actor=actor)


def decided(number: int, about: str, what: str, **said: Any) -> Event:
    return event(number, "decide", {"about": about, "decision": what, **said}, actor="human")


def state(*events: Event) -> State:
    found = fold.empty()
    fold.apply(found, events)
    return found


def named(*events: Event) -> list[tuple[str, bool]]:
    return [(one.rendering, one.is_proposal) for one in revisions(state(*events), REF, written=WRITTEN)]


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("term", {"ref": REF}),
        ("term", {"ref": REF, "term": {"headword": " "}}),
        ("term", {"ref": "claim:x", "term": {"headword": "x"}}),
        ("term", {"ref": REF, "term": {"headword": "x"}, "from": ["x"]}),
        ("rendering", {"ref": REF}),
        ("rendering", {"ref": "note:a.md", "rendering": "x"}),
        ("rendering", {"ref": REF, "rendering": "a\nb"}),
        ("rendering", {"ref": REF, "rendering": "x" * 501}),
        ("rendering", {"ref": REF, "rendering": "x", "was": 1}),
        ("rendering", {"ref": REF, "rendering": "x", "forms": []}),
        ("rendering", {"ref": REF, "rendering": "x", "reason": 1}),
        ("decide", {"about": "", "decision": "keep"}),
        ("decide", {"about": "a\x1fb", "decision": "keep"}),
        ("decide", {"about": "a", "decision": "maybe"}),
        ("decide", {"about": "a", "decision": "merge"}),
        ("decide", {"about": "a", "decision": "merge", "into": "note:x"}),
    ],
)
def test_wrong_body_is_named_and_has_no_effect(kind: str, body: dict[str, Any]) -> None:
    said = event(1, kind, body, actor="human")
    against = objection(said)

    assert against is not None and "invalid-event" == against.code
    assert () == fold.changes(said)


@pytest.mark.parametrize("actor", ["agent", "program"])
def test_only_a_human_decides(actor: str) -> None:
    against = objection(event(1, "decide", {"about": "x", "decision": "keep"}, actor=actor))

    assert against is not None and "actor-not-allowed" == against.code


def test_kinds_of_this_version_are_known_and_later_ones_are_left_alone() -> None:
    assert all(is_known(event(1, kind, {})) for kind in ("term", "rendering", "decide"))
    assert objection(event(1, "rendering-of-tomorrow", {})) is None


def test_file_comes_first_and_the_last_rendering_of_a_human_counts() -> None:
    events = rendering(1, "А-Кю", was="А-Кью"), rendering(2, "А-Къю", was="А-Кю")

    assert [("А-Кью", False), ("А-Кю", False), ("А-Къю", False)] == named(*events)
    found = revisions(state(*events), REF, written=WRITTEN)
    assert ("А-Къю", "ada", ulid(2)) == (current(found).rendering, current(found).by, current(found).id)


def test_rendering_of_an_agent_waits_until_a_human_accepts_it() -> None:
    proposal = rendering(1, "А-Кю", actor="agent", was="А-Кью")

    assert [("А-Кью", False), ("А-Кю", True)] == named(proposal)
    assert [("А-Кью", False), ("А-Кю", False)] == named(proposal, decided(2, ulid(1), "accept"))
    assert [("А-Кью", False)] == named(proposal, decided(2, ulid(1), "reject"))


def test_two_who_rename_without_knowing_of_each_other_wait_for_a_human() -> None:
    one, other = rendering(1, "Один", was="А-Кью"), rendering(2, "Два", was="А-Кью")

    assert [("А-Кью", False), ("Один", False), ("Два", True)] == named(one, other)
    settled = named(one, other, decided(3, ulid(2), "accept"))
    assert ("Два", False) == settled[-1]


def test_file_that_was_edited_by_hand_is_not_overwritten() -> None:
    found = revisions(state(rendering(1, "Новое", was="Старое")), REF, written=WRITTEN)

    assert "А-Кью" == current(found).rendering
    assert found[-1].is_proposal


def test_accepted_later_counts_from_then_on() -> None:
    events = (
        rendering(1, "Первое", actor="agent", was="А-Кью"),
        rendering(2, "Второе", was="А-Кью"),
        decided(3, ulid(1), "accept"),
    )

    assert "Первое" == current(revisions(state(*events), REF, written=WRITTEN)).rendering


def test_forgetting_takes_a_rendering_and_a_decision_away() -> None:
    proposal, said = rendering(1, "А-Кю", actor="agent", was="А-Кью"), decided(2, ulid(1), "accept")
    forget = event(3, "forget", {"id": ulid(2)}, actor="human")

    assert [("А-Кью", False), ("А-Кю", True)] == named(proposal, said, forget)
    assert [("А-Кью", False)] == named(proposal, event(4, "forget", {"id": ulid(1)}, actor="human"))


def test_order_of_the_events_changes_nothing() -> None:
    events = [
        rendering(1, "Один", was="А-Кью"),
        rendering(2, "Два", actor="agent"),
        decided(3, ulid(2), "accept"),
        rendering(4, "Три", was="Два"),
    ]

    assert named(*events) == named(*events[::-1])


def test_last_decision_about_a_conflict_counts() -> None:
    found = state(decided(1, "keys:ab", "keep"), decided(2, "keys:ab", "merge", into=REF))
    said = decision(found, "keys:ab")

    assert said is not None and ("merge", REF, "ada") == (said.decision, said.into, said.by)
    assert ["keys:ab"] == list(decisions(found))
    assert decision(found, "keys:other") is None


def test_proposed_terms_of_one_book_with_what_was_decided() -> None:
    body = {"ref": REF, "term": {"headword": "阿Q"}, "from": ["note:ch1.md"], "span": "ch1.md:3"}
    other = {"ref": "term:other/x", "term": {"headword": "x"}}
    found = proposed_terms(
        state(event(1, "term", body), event(2, "term", other), decided(3, ulid(1), "reject")), "ah-q"
    )

    assert 1 == len(found)
    one = found[0]
    assert (REF, ("note:ch1.md",), "ch1.md:3", "agent") == (one.ref, one.sources, one.span, one.actor)
    assert one.decision is not None and "reject" == one.decision.decision


def test_events_touch_the_term_that_they_speak_of() -> None:
    touched = fold.apply(fold.empty(), [rendering(1, "А"), decided(2, ulid(1), "reject")])

    assert {REF} == touched


@pytest.mark.parametrize(
    ("said", "forms"),
    [
        ({"gen": "Кью"}, [("Кью", "gen", "")]),
        ({"pl.gen": "маглов"}, [("маглов", "gen", "pl")]),
        (
            {"sg": {"gen": "магла"}, "pl": {"ins": "маглами"}},
            [("магла", "gen", "sg"), ("маглами", "ins", "pl")],
        ),
        ({"gen": 1, "dat": " "}, []),
        ([], []),
        (None, []),
    ],
)
def test_forms_are_read_in_every_shape(said: Any, forms: list[tuple[str, str, str]]) -> None:
    assert tuple(DeclaredForm(*form) for form in forms) == forms_of(said)
