"""Rules of an audit about words: what was confirmed or copied because a text said it, and says it no more."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from caveat.history.views import edges, void_confirmation
from caveat.ops.audit_rules import Survey
from caveat.ops.behind import moved_names
from caveat.ops.ledger import folded_about, words_now
from caveat.ops.matching import saying, text_of
from caveat.ops.results_audit import Ranked
from caveat.text.quote import is_quoted

if TYPE_CHECKING:
    from caveat.ops.audit_lints import Evidence


def void_confirmations(survey: Survey, evidence: "Evidence") -> Iterator[Ranked]:
    """
    A support was confirmed by words that have changed.

    What it finds: a support whose confirmation is bound to contents, by the matcher or by ``caveat claim
    confirm``, of which one is another now, or gone.
    Why it matters: a confirmed support is a witness; without the words it is only a voice.
    Example: the lease said that the rent is 900, and does not any more.
    Do instead: read both again; ``caveat claim confirm`` it when they still say the same, else withdraw it.
    Limits: a confirmation that an older caveat recorded is bound to nothing, and counts as it stands.
    """
    store = survey.store
    open_ones = [
        link for link in store.links(["supports"]) if link.event and not link.is_confirmed and link.target
    ]
    if not open_ones:
        return
    moved = moved_names(store)
    state = folded_about(store, {link.raw for link in open_ones})
    now = words_now(store, state, moved)
    for edge in edges(state, {link.raw for link in open_ones}, content=now):
        bound = void_confirmation(state, edge, now)
        target, source = moved.get(edge.target, edge.target), moved.get(edge.source, edge.source)
        record = survey.records.get(target)
        if bound is None or record is None or record.status != "active" or source not in survey.records:
            continue
        changed = sorted(moved.get(ref, ref) for ref, digest in bound.items() if now.get(ref) != digest)
        yield survey.found(
            record,
            "void-confirmation",
            "warning",
            f"its support by {survey.title(source)} is not confirmed any more: {survey.title(changed[0])}"
            f" {'changed since' if changed[0] in survey.records else 'is gone'}",
            "Read both again; then `caveat claim confirm` it, or `caveat claim withdraw` it.",
            about=(source, *changed),
        )


def void_copies(survey: Survey, evidence: "Evidence") -> Iterator[Ranked]:
    """
    A copy of what its source does not say.

    What it finds: a claim recorded as a copy of which no source that is there holds the statement.
    Why it matters: a copy takes over its source's trust whole, and here there is nothing that it copies.
    Example: a claim quotes the lease; later the lease is amended.
    Do instead: read the source; retract the claim, or record what the source says now and supersede it.
    Limits: statements of fewer than three words are not looked for.
    """
    for record in survey.active:
        if record.kind != "claim" or record.step != "copy" or not record.sources:
            continue
        statement = text_of(survey.store, record.ref)
        # What is not even found in itself is too short, or no plain statement.
        if is_quoted(statement, statement) and not any(saying(survey.store, statement, record.sources)):
            yield survey.found(
                record,
                "void-copy",
                "warning",
                f"is recorded as a copy, and {survey.title(record.sources[0])} does not say it",
                "Read the source; then `caveat claim retract` it, or supersede it by what is said now.",
                about=record.sources,
            )
