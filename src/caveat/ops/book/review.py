"""
The reviewer's queue: candidates, conflicts and findings that wait for a human, and what a decision does.

Every decision is an event by a human in the ledger. To accept a candidate makes it a term, and to accept a
proposed rendering is to look at it: both are verified with that. A merge makes a name another key of the
term that stays. A finding that is turned down is told no more until it says something else.
"""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from caveat.history.terms import proposed_terms
from caveat.judge.terms_lexicon import all_keys
from caveat.model.errors import InputError, RefNotFound
from caveat.model.findings import Finding
from caveat.model.terms import Conflict, Term
from caveat.ops.book.candidates import Candidate, Candidates
from caveat.ops.book.opening import OpenBook, open_book
from caveat.ops.book.proposals import free_id, name_id, refuse_unfit
from caveat.ops.book.record import decide, find_term, propose_term, take_back, verify_terms
from caveat.ops.recorded import Author
from caveat.text.fold_book import fold_name, profile
from caveat.vault.terms_lines import fields_of

ItemKind = Literal["candidate", "conflict", "finding"]
Verb = Literal["accept", "reject", "keep", "merge"]


_NAME = re.compile("“([^”]+)” may be a name")
"""How a finding of a preparation names what may be one."""


class Item(NamedTuple):
    """
    One thing that a human has to decide.

    Attributes:
        id: What it is decided by.
        kind: Where it comes from.
        title: What it is about, on one line.
        lines: What a human should see before deciding.
        verbs: What can be decided.
        candidate: Of a candidate.
        conflict: Of a conflict.
        finding: Of a finding.
    """

    id: str
    kind: ItemKind
    title: str
    lines: tuple[str, ...]
    verbs: tuple[Verb, ...]
    candidate: Candidate | None = None
    conflict: Conflict | None = None
    finding: Finding | None = None


class Settled(NamedTuple):
    """
    A decision as it was recorded.

    Attributes:
        id: Of the item.
        verb: What was decided.
        events: Ids of all events.
        told: What it did, in words.
    """

    id: str
    verb: Verb
    events: tuple[str, ...]
    told: str


def queue(opened: OpenBook, found: Candidates, findings: Iterable[Finding] = ()) -> tuple[Item, ...]:
    """
    What waits, conflicts first, for they may be about a name that everybody uses already.

    Args:
        opened: The book.
        found: Its candidates.
        findings: Of checks; those that were decided on, and notes, are left out.
    """
    items = [_of_conflict(one) for one in opened.conflicts() if not one.decision]
    items += [_of_candidate(one) for one in found.candidates if not one.decision]
    told = set(opened.decided)
    for one in findings:
        if one.severity != "note" and finding_id(opened, one) not in told:
            items.append(_of_finding(opened, one))
    return tuple({item.id: item for item in items}.values())


def finding_id(opened: OpenBook, finding: Finding) -> str:
    """
    The stable name of *finding*: by what it says and of which file, not by its line, which moves.

    A message counts occurrences: with one more of them it is another finding, and an old decision does not
    cover it.
    """
    from hashlib import sha256

    path = os.path.realpath(finding.path) if finding.path else ""
    shown = os.path.relpath(path, opened.folder) if path else ""
    said = "\0".join((opened.book.name, finding.code, shown.replace(os.sep, "/"), finding.message))
    return f"finding:{sha256(said.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


def without_rejected(opened: OpenBook, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """*findings* without those that a human turned down, and without names that are none."""
    said = {about for about, one in opened.decided.items() if one.decision == "reject"}
    if not any(about.startswith(("finding:", "name:")) for about in said):
        return tuple(findings)
    kept = []
    for one in findings:
        name = _NAME.match(one.message) if one.code == "unknown-name" else None
        is_no_name = name is not None and name_id(opened, name[1]) in said
        if not is_no_name and finding_id(opened, one) not in said:
            kept.append(one)
    return tuple(kept)


def settle(
    opened: OpenBook, item: Item, verb: Verb, author: Author, *, into: str = "", rendering: str = ""
) -> Settled:
    """
    Record what a human decided of *item*.

    Args:
        opened: The book as it is now.
        item: From `queue`.
        verb: One of ``item.verbs``.
        author: A human.
        into: The term that stays, of a merge: a headword, an id or a ref.
        rendering: What an accepted candidate is called, instead of what was offered.

    Raises:
        InputError: The author is no human, the verb does not fit, or a rendering or *into* is missing.
        RefNotFound: There is no such term.
    """
    if author.actor != "human":
        raise InputError("only a human can decide: an agent can propose a rendering instead")
    if verb not in item.verbs:
        raise InputError(f"a {item.kind} can be decided by {', '.join(item.verbs)}, not {verb}")
    if verb == "merge" and not into:
        raise InputError("a merge needs the term that stays: give it behind the id")
    if item.candidate is not None:
        return _settle_candidate(opened, item.candidate, verb, author, into, rendering)
    if item.conflict is not None:
        return _settle_conflict(opened, item.conflict, verb, author, into)
    event = decide(opened, item.id, verb, author)
    said = "turned down: it is told no more" if verb == "reject" else "taken: somebody has to mend it"
    return Settled(item.id, verb, (event,), said)


def find_item(items: Sequence[Item], name: str) -> Item:
    """
    The item whose id is *name*, or starts with it, or whose name it is.

    Raises:
        RefNotFound: None waits under it, or several do.
    """
    exact = [item for item in items if item.id == name]
    fits = exact or [
        item
        for item in items
        if item.id.startswith(name)
        or item.id.partition(":")[2].startswith(name)
        or (item.candidate is not None and item.candidate.text == name)
    ]
    if len(fits) != 1:
        found = f"{len(fits)} items fit" if fits else "nothing waits"
        raise RefNotFound(f"{found} under {name!r}: `caveat book review --list` shows what waits")
    return fits[0]


def remaining(opened: OpenBook, items: Iterable[Item]) -> tuple[Item, ...]:
    """Those of *items* that still wait in *opened*: one decision may settle several."""
    decided = opened.decided
    conflicts_ = {one.id for one in opened.conflicts() if not one.decision}
    form = profile(opened.book.fold)
    kept = []
    for item in items:
        is_known = (
            item.candidate is not None and fold_name(item.candidate.text, form) in opened.lexicon.by_text
        )
        if item.id in decided or is_known or (item.conflict is not None and item.id not in conflicts_):
            continue
        kept.append(item)
    return tuple(kept)


def _settle_candidate(
    opened: OpenBook, one: Candidate, verb: Verb, author: Author, into: str, rendering: str
) -> Settled:
    if verb == "reject":
        return Settled(one.id, verb, (decide(opened, one.id, verb, author),), f"“{one.text}” is no term")
    stays = find_term(opened, into) if verb == "merge" else None
    called = rendering or one.rendering
    if verb == "accept" and not called:
        raise InputError(f"“{one.text}” has no rendering yet: give one with --rendering")
    events: list[str] = []
    about = one.id
    proposal = next((p for p in proposed_terms(opened.history, opened.book.name) if p.id == one.id), None)
    # Two may have proposed the same id: what is accepted is what was before the reviewer's eyes.
    is_taken = proposal is not None and any(term.ref == proposal.ref for term in opened.book.terms)
    if proposal is None or (verb == "accept" and (called != one.rendering or is_taken)):
        said = {**dict(one.said), "headword": one.text}
        if verb == "accept":
            said |= {"rendering": called}
            said.setdefault("kind", "person" if one.why in ("surname", "honorific") else "concept")
        if proposal is not None and proposal.actor == "agent":
            said.setdefault("generated_by", proposal.by)
        ref_id = free_id(opened, one.text)
        _refuse_unfit(opened, f"term:{opened.book.name}/{ref_id}", said, is_accepted=verb == "accept")
        about = propose_term(opened, ref_id, said, author, span=one.span, sources=one.sources)
        events.append(about)
    else:
        _refuse_unfit(opened, proposal.ref, proposal.said, is_accepted=verb == "accept")
    if stays is not None:
        events.append(decide(opened, about, "merge", author, into=stays.ref))
        events += _looked(opened, [stays.ref] if stays.approval.is_verified else [], author)
        return Settled(one.id, verb, tuple(events), f"“{one.text}” is another name of {stays.headword}")
    events.append(decide(opened, about, "accept", author))
    if about != one.id and one.why == "proposed":
        events.append(decide(opened, one.id, "reject", author))
    ref = _ref_of(opened, about)
    events += _looked(opened, [ref], author)
    return Settled(one.id, verb, tuple(events), f"{one.text} → {called}")


def _refuse_unfit(opened: OpenBook, ref: str, said: Mapping[str, Any], *, is_accepted: bool) -> None:
    """
    Nothing, when what is accepted can stand in the book; else nothing is decided.

    Raises:
        InputError: It cannot; the message says why.
    """
    from caveat.vault.terms import term_of

    if not is_accepted:
        return
    written, findings = term_of(said, book=opened.book.name, origin=opened.book.source)
    if written is None:
        raise InputError("; ".join(finding.message for finding in findings))
    refuse_unfit(opened, written.term._replace(ref=ref))


def _settle_conflict(opened: OpenBook, one: Conflict, verb: Verb, author: Author, into: str) -> Settled:
    if one.kind == "proposal":
        events = [decide(opened, one.id, verb, author)]
        if verb == "accept":
            events += _looked(opened, one.terms, author)
        old, new = one.renderings
        told = f"{one.subject} → {new}" if verb == "accept" else f"{one.subject} stays {old}"
        return Settled(one.id, verb, tuple(events), told)
    if verb == "keep":
        return Settled(one.id, verb, (decide(opened, one.id, verb, author),), "they stay as they are")
    stays = find_term(opened, into)
    if stays.ref not in one.terms:
        raise InputError(f"{stays.ref} is not of this conflict: name one of {', '.join(one.terms)}")
    gone = [term for term in opened.book.terms if term.ref in one.terms and term.ref != stays.ref]
    if lost := next((term for term in gone if not stays.window.covers(term.window)), None):
        raise InputError(
            f"{lost.ref} holds in chapters that {stays.ref} does not hold in, and a merge would lose them:"
            f" widen the window of {stays.ref} in its file first, or keep both"
        )
    events = [decide(opened, one.id, "merge", author, into=stays.ref)]
    events += _merged(opened, gone, stays, author)
    events += take_back(opened, gone, author)
    events += _looked(opened, [stays.ref] if stays.approval.is_verified else [], author)
    names = ", ".join(dict.fromkeys(term.headword for term in gone))
    return Settled(one.id, verb, tuple(events), f"{names} taken back: one with {stays.headword}")


def _merged(opened: OpenBook, gone: Sequence[Term], stays: Term, author: Author) -> list[str]:
    """What the terms that go were looked for by becomes keys of the one that stays."""
    form = profile(opened.book.fold)
    known = {fold_name(key.text, form) for key in all_keys(stays)}
    events = []
    for term in gone:
        if any(fold_name(key.text, form) not in known for key in all_keys(term)):
            # A spelling with a rendering of its own was called so on purpose, and has to go on.
            fields = fields_of(Term("", term.headword, "", keys=term.keys))
            about = propose_term(opened, free_id(opened, term.headword), fields, author)
            events += [about, decide(opened, about, "merge", author, into=stays.ref)]
    return events


def _looked(opened: OpenBook, refs: Sequence[str], author: Author) -> list[str]:
    """Who decides looks: what is called so now was before their eyes."""
    if not refs:
        return []
    now = open_book(opened.folder)
    terms = [term for term in now.book.terms if term.ref in refs and term.rendering]
    return list(verify_terms(now, terms, author)) if terms else []


def _ref_of(opened: OpenBook, event: str) -> str:
    from caveat.ops.book.opening import history_of

    found = proposed_terms(history_of(opened.root), opened.book.name)
    return next(one.ref for one in found if one.id == event)


def _of_candidate(one: Candidate) -> Item:
    rendering = f" → {one.rendering} ({one.how})" if one.rendering else ""
    times = f", {one.times} times" if one.times > 1 else ""
    lines = [f"{one.span}  {one.quote}".strip()] if one.span else []
    if one.others:
        lines.append(f"or {', '.join(one.others[:5])}")
    if one.near_keys:
        lines.append(f"one character off: {', '.join(one.near_keys)}")
    if one.similar:
        alike = ", ".join(f"{near.headword} → {near.rendering or '?'}" for near in one.similar)
        lines.append(f"looks like: {alike}")
    lines += [f"{key}: {value}" for key, value in one.said if key not in ("headword", "rendering")]
    if one.sources:
        lines.append(f"from {', '.join(one.sources[:5])}")
    if one.standing is not None:
        basis, disposition, trust = one.standing
        lines.append(f"{basis}, {disposition}, trust {trust:.2f}")
    title = f"{one.text}{rendering} ({one.why}{times})"
    return Item(one.id, "candidate", title, tuple(lines), ("accept", "reject", "merge"), candidate=one)


_SAYS = {
    "proposal": "another rendering is proposed",
    "renderings": "one headword, several renderings",
    "headwords": "several headwords, one rendering",
    "keys": "one key, several terms",
}


def _of_conflict(one: Conflict) -> Item:
    if one.kind == "proposal":
        old, new = one.renderings
        title = f"{one.subject}: {old or 'no rendering'} → {new}? ({_SAYS[one.kind]})"
        return Item(one.id, "conflict", title, one.terms, ("accept", "reject"), conflict=one)
    lines = tuple(f"{text}  {ref}" for text, ref in zip(one.renderings, one.terms, strict=True))
    title = f"{one.subject}: {_SAYS[one.kind]}"
    return Item(one.id, "conflict", title, lines, ("keep", "merge"), conflict=one)


def _of_finding(opened: OpenBook, one: Finding) -> Item:
    place = f"{one.place}: " if one.place else ""
    lines = (one.help,) if one.help else ()
    title = f"{place}{one.severity}: {one.message} [{one.code}]"
    return Item(finding_id(opened, one), "finding", title, lines, ("accept", "reject"), finding=one)
