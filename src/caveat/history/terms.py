"""What the ledger says of a book's terms: renderings over time, proposals, and what a human decided."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from caveat.history.fold import SEPARATOR, Change, State, key_of, latest, live_rows, order
from caveat.model.events import Actor
from caveat.model.records import Day
from caveat.model.terms import DeclaredForm, Revision


class Decision(NamedTuple):
    """
    What a human decided of a proposal or a conflict.

    Attributes:
        decision: One of `schema_terms.DECISIONS`.
        by: Who.
        at: When.
        id: Event id.
        into: The term that stays, of a merge; empty otherwise.
    """

    decision: str
    by: str
    at: Day
    id: str
    into: str = ""


class ProposedTerm(NamedTuple):
    """
    A term that somebody proposed and no file has.

    Attributes:
        ref: The ref that it would have.
        said: Its fields, as in a terms file.
        sources: Refs that it was taken from.
        span: Where it was seen (``path:line``); empty when not said.
        at: When.
        by: Who.
        actor: What kind of author.
        id: Event id.
        decision: What a human decided of it; None = it waits.
    """

    ref: str
    said: Mapping[str, Any]
    sources: tuple[str, ...]
    span: str
    at: Day
    by: str
    actor: Actor
    id: str
    decision: Decision | None = None


def decision(state: State, about: str) -> Decision | None:
    """What was decided last about *about*, an event id or the name of a conflict; None when nothing was."""
    change = latest(state, key_of("decide", about))
    if change is None:
        return None
    said = change.payload
    return Decision(said["decision"], change.by, change.at, change.id, said.get("into") or "")


def decisions(state: State) -> dict[str, Decision]:
    """Every decision that counts, by what it is about."""
    start = f"decide{SEPARATOR}"
    about = (key.removeprefix(start) for key in state.rows if key.startswith(start))
    found = ((one, decision(state, one)) for one in sorted(about))
    return {one: said for one, said in found if said is not None}


def revisions(state: State, ref: str, *, written: Revision) -> tuple[Revision, ...]:
    """
    The renderings of a term, oldest first, *written* (that of the terms file) before all others.

    Args:
        state: The ledger's fold.
        ref: The term.
        written: What the file has.

    Returns:
        Those that a human turned down are left out. `Revision.is_proposal` says which wait: an agent's until
        a human accepts it, and one made of a rendering that the term no longer had, for then two people
        renamed it without knowing of each other. The last one that does not wait is what the term is called.
    """
    if ref not in state.keys:
        return (written,)
    told: list[tuple[tuple[Day, str], Revision, bool, str | None]] = []
    for change in _said(state, "rendering", ref):
        judged = decision(state, change.id)
        if judged is not None and judged.decision == "reject":
            continue
        is_accepted = judged is not None and judged.decision in ("accept", "merge")
        when = (judged.at, judged.id) if judged is not None and is_accepted else order(change)
        told.append((when, _revision(state, change), is_accepted, change.payload.get("was")))
    current = written.rendering
    found = [written]
    for _, revision, is_accepted, was in sorted(told, key=lambda one: one[0]):
        is_fitting = was is None or was in (current, revision.rendering) or current == revision.rendering
        waits = not is_accepted and (revision.actor == "agent" or not is_fitting)
        found.append(revision._replace(is_proposal=waits))
        if not waits:
            current = revision.rendering
    return tuple(found)


def current(revisions_: Iterable[Revision]) -> Revision:
    """The revision that counts: the last one that does not wait."""
    return [one for one in revisions_ if not one.is_proposal][-1]


def proposed_terms(state: State, book: str) -> tuple[ProposedTerm, ...]:
    """Terms that were proposed for *book*, oldest first, those that were decided on among them."""
    start, refs = f"term{SEPARATOR}", f"term:{book}/"
    keys = (key for key in state.rows if key.startswith(start + refs))
    changes = sorted((change for key in keys for change in live_rows(state, key)), key=order)
    return tuple(
        ProposedTerm(
            change.payload["ref"],
            change.payload["term"],
            tuple(change.payload.get("from", ())),
            str(change.payload.get("span") or ""),
            change.at,
            change.by,
            _actor(state, change),
            change.id,
            decision(state, change.id),
        )
        for change in changes
    )


def forms_of(said: Any) -> tuple[DeclaredForm, ...]:
    """
    Declared forms from their JSON: case → form, ``pl.case`` → form, or ``sg`` and ``pl`` with an object each.

    What is no text is left out.
    """
    found: list[DeclaredForm] = []
    for key, value in said.items() if isinstance(said, dict) else ():
        if isinstance(value, dict) and key in ("sg", "pl"):
            found += [DeclaredForm(text, case, key) for case, text in value.items() if isinstance(text, str)]
        elif isinstance(value, str) and value.strip():
            number, _, case = key.rpartition(".")
            found.append(DeclaredForm(value, case, number))
    return tuple(found)


def _said(state: State, kind: str, ref: str) -> list[Change]:
    start = key_of(kind, ref) + SEPARATOR
    keys = (key for key in state.keys.get(ref, ()) if key.startswith(start))
    return sorted((change for key in keys for change in live_rows(state, key)), key=order)


def _revision(state: State, change: Change) -> Revision:
    said = change.payload
    return Revision(
        said["rendering"],
        forms_of(said.get("forms")),
        change.at,
        change.by,
        _actor(state, change),
        change.id,
        said.get("reason") or "",
    )


def _actor(state: State, change: Change) -> Actor:
    event = state.events.get(change.id)
    return event.actor if event is not None else "agent"
