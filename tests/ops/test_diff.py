"""Diff: what moved since a day, and through which event."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import caveat
from caveat.history.ids import ulid
from caveat.model.errors import InputError
from caveat.model.events import Event
from caveat.ops.results_diff import Diff, Shift
from caveat.ops.vault import Vault
from caveat.text.dates import day_of
from caveat.vault.append import append
from tests.vaults import make

OLD = "---\nkind: web\ncreated: 2026-01-01\nvolatility: slow\n---\n# Old\nThe port is 80.\n"
SUMMARY = "---\nsources: ['[[Old]]']\nstep: summary\ncreated: 2026-01-02\nvolatility: static\n---\n# Sum\nPort 80.\n"
NEWER = "---\nkind: contract\ncreated: 2026-03-05\ncontradicts: ['[[Old]]']\n---\n# Newer\nThe port is 81.\n"


class Past:
    """A vault in which things were recorded on days of March 2026."""

    def __init__(self, root: Path) -> None:
        self.root = make(root / "vault", {"Old.md": OLD, "Sum.md": SUMMARY})
        self.vault: Vault = caveat.open(self.root, index=root / "index.sqlite")
        self._count = 0

    def say(
        self, day: int, kind: str, body: dict[str, object], *, by: str = "ada", actor: str = "human"
    ) -> str:
        self._count += 1
        event_id = ulid(1_770_000_000_000 + self._count, 0)
        at = f"2026-03-{day:02}T12:00:00Z"
        append(self.root, [Event(1, event_id, at, kind, by, actor, body)])  # type: ignore[arg-type]
        return event_id

    def claim(self, day: int, text: str, *, stated: float = 0.9, by: str = "ada") -> str:
        return "claim:" + self.say(day, "claim", {"text": text, "stated": stated, "from": []}, by=by)

    def diff(self, since: str, as_of: str = "2026-03-31") -> Diff:
        self.vault.index()
        start, end = day_of(since), day_of(as_of)
        assert start is not None
        return self.vault.diff(start, as_of=end)


@pytest.fixture
def past(tmp_path: Path) -> Iterator[Past]:
    world = Past(tmp_path)
    yield world
    world.vault.close()


def refs(shifts: tuple[Shift, ...]) -> list[str]:
    return [shift.ref for shift in shifts]


def test_nothing_recorded_moves_nothing_but_age(past: Past) -> None:
    found = past.diff("2026-03-01")

    assert ((), (), ()) == (found.moved, found.new, found.events)
    assert ["note:Old.md"] == refs(found.aged)
    assert found.aged[0].is_aged_only


def test_a_contradiction_is_named_where_it_lands_and_below(past: Past) -> None:
    challenger = past.claim(10, "The port is 81", stated=1.0)
    event = past.say(10, "edge", {"kind": "contradicts", "source": challenger, "target": "note:Old.md"})
    found = past.diff("2026-03-05")

    assert {"note:Old.md", "note:Sum.md"} == set(refs(found.moved))
    assert all(event in shift.events for shift in found.moved)
    assert all(shift.before is not None and shift.after < shift.before for shift in found.moved)
    assert [challenger] == refs(found.new)
    assert "The port is 81” contradicts “Old”" in found.events[-1].words


def test_what_happened_before_is_no_news(past: Past) -> None:
    challenger = past.claim(10, "The port is 81", stated=1.0)
    past.say(10, "edge", {"kind": "contradicts", "source": challenger, "target": "note:Old.md"})
    found = past.diff("2026-03-11")

    assert ((), ()) == (found.moved, found.new)


def test_a_retraction_gives_the_number_back(past: Past) -> None:
    challenger = past.claim(1, "The port is 81", stated=1.0)
    past.say(1, "edge", {"kind": "contradicts", "source": challenger, "target": "note:Old.md"})
    event = past.say(20, "retract", {"ref": challenger})
    found = past.diff("2026-03-15")
    by_ref = {shift.ref: shift for shift in found.moved}

    assert by_ref["note:Sum.md"].after > (by_ref["note:Sum.md"].before or 1.0)
    assert (event,) == by_ref["note:Sum.md"].events
    assert 0.0 == by_ref[challenger].after


def test_a_human_look_is_an_event(past: Past) -> None:
    past.vault.index()
    digest = past.vault.why("Sum").record.content_hash
    event = past.say(20, "verify", {"ref": "note:Sum.md", "hash": digest, "sources": {}})
    found = past.diff("2026-03-15")

    assert [("note:Sum.md", (event,))] == [(shift.ref, shift.events) for shift in found.moved]


def test_a_note_that_came_is_what_moved_the_one_it_contradicts(past: Past) -> None:
    make(past.root, {"Newer.md": NEWER})
    found = past.diff("2026-03-01")
    by_ref = {shift.ref: shift for shift in found.moved}

    assert ["note:Newer.md"] == refs(found.new)
    assert ("Newer.md",) == by_ref["note:Old.md"].events


def test_an_author_who_was_wrong_is_felt_in_other_claims(past: Past) -> None:
    claims = [past.claim(1, f"Statement number {n} of Ada") for n in range(4)]
    other = past.claim(2, "Bob knows better than that", by="bob", stated=1.0)
    event = past.say(20, "edge", {"kind": "contradicts", "source": other, "target": claims[0]}, by="bob")
    found = past.diff("2026-03-15")
    by_ref = {shift.ref: shift for shift in found.moved}

    assert (event,) == by_ref[claims[0]].events
    assert ((), (event,)) == (by_ref[claims[1]].events, by_ref[claims[1]].through_author)
    assert (1.0, 0.7) == (by_ref[claims[1]].calibration_before, round(by_ref[claims[1]].calibration_after, 4))


def test_looking_from_the_beginning_everything_is_new(past: Past) -> None:
    ref = past.claim(10, "The port is 81")

    assert {"note:Old.md", "note:Sum.md", ref} == set(refs(past.diff("2025-01-01").new))


def test_a_day_that_lies_ahead_is_refused(past: Past) -> None:
    with pytest.raises(InputError, match="lies after"):
        past.diff("2026-04-02")


def test_the_same_question_gives_the_same_answer(past: Past) -> None:
    past.claim(10, "The port is 81", stated=1.0)

    assert past.diff("2026-03-05") == past.diff("2026-03-05")


def test_what_was_refused_or_forgotten_is_no_news(past: Past) -> None:
    """An agent's look, its retraction of a note, and events that have no words any more."""
    claim = past.claim(10, "The port is 81")
    gone = past.claim(11, "The port is hunter2")
    past.vault.index()
    digest = past.vault.why("Old").record.content_hash
    past.say(12, "verify", {"ref": "note:Old.md", "hash": digest, "sources": {}}, by="bot", actor="agent")
    past.say(12, "retract", {"ref": "note:Old.md"}, by="bot", actor="agent")
    past.say(12, "edge", {"forgotten": True})
    past.say(12, "applause", {"ref": "note:Old.md"})
    forgetting = past.say(13, "forget", {"id": gone[6:]})
    found = past.diff("2026-03-05")

    assert [claim[6:], forgetting] == [event.id for event in found.events]
    assert not any("hunter2" in event.words for event in found.events)


def test_a_date_that_somebody_wrote_into_a_note_is_a_cause(past: Past) -> None:
    make(past.root, {"Old.md": OLD.replace("created", "verified: 2026-03-20\ncreated")})
    found = past.diff("2026-03-15")
    by_ref = {shift.ref: shift for shift in found.moved}

    assert ("Old.md:verified",) == by_ref["note:Old.md"].events
    assert [("Old.md:verified", "dated", "“Old” bears the date of a human look")] == [
        (event.id, event.kind, event.words) for event in found.events
    ]
    assert () == past.diff("2026-03-21").events


def test_a_recorded_look_is_not_told_again_by_the_date_in_the_note(past: Past) -> None:
    make(past.root, {"Old.md": OLD.replace("created", "verified: 2026-03-20\ncreated")})
    past.vault.index()
    digest = past.vault.why("Old").record.content_hash
    event = past.say(20, "verify", {"ref": "note:Old.md", "hash": digest, "sources": {}})

    assert [event] == [told.id for told in past.diff("2026-03-15").events]


def test_what_was_said_under_an_old_name_is_a_cause(past: Past) -> None:
    past.vault.index()
    digest = past.vault.why("Old").record.content_hash
    past.say(1, "observed", {"ref": "note:Old.md", "hash": digest}, by="caveat", actor="program")
    challenger = past.claim(10, "The port is 81", stated=1.0)
    event = past.say(10, "edge", {"kind": "contradicts", "source": challenger, "target": "note:Old.md"})
    (past.root / "Old.md").rename(past.root / "Moved.md")
    by_ref = {shift.ref: shift for shift in past.diff("2026-03-05").moved}

    assert (event,) == by_ref["note:Moved.md"].events
