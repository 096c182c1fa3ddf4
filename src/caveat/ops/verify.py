"""Verify: a human looked, now; the look is bound to the content and to the sources as they are."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from caveat.model.assessment import Assessment
from caveat.model.errors import EditRefused, IndexUnusable, InputError, RefNotFound
from caveat.model.records import Day, Record
from caveat.model.store import Store
from caveat.ops.behind import moved_names
from caveat.ops.ledger import folded_about
from caveat.ops.linking import NOTE
from caveat.ops.looks import hashes_of_sources, look_body, unapproved
from caveat.ops.made_by import fingerprint_of
from caveat.ops.observe import observations, seen, unseen_day
from caveat.ops.recording import Desk, Done, Draft, Trusts, dependants
from caveat.ops.results_audit import Named, Verified
from caveat.rank.order import heads
from caveat.text.dates import iso_date
from caveat.text.decode import decode
from caveat.text.edit import set_key
from caveat.text.frontmatter import read
from caveat.trust.reach import Known, chain
from caveat.vault.rewrite import Rewrite, planned, rewrite

if TYPE_CHECKING:
    from caveat.ops.book.why import Found


def verify(desk: Desk, refs: Sequence[str], *, is_written: bool) -> tuple[Verified, ...]:
    """
    Record that a human looked at *refs* as they are now.

    Nothing is recorded when one of them cannot be: not a ref that fits nothing, not a file that may not be
    written. All looks go into the ledger together, those at terms of books behind the others, and the date
    lines are written after that.

    Args:
        desk: Where it is recorded, its index up to date with the files; its author has to be a human.
        refs: As a person names records; one that is named twice counts once.
        is_written: Write the date into each note too; no other byte of the file changes.

    Raises:
        InputError: The author is no human, or nothing is named.
        RefNotFound: One of them fits no record.
        RefAmbiguous: One fits several.
        EditRefused: A line cannot be written into one of the files.
        LedgerUnwritable: Nothing could be recorded.
    """
    if desk.author.actor != "human":
        raise InputError("only a human can verify: an agent can ask for a look instead")
    found, terms = _found(desk, refs)
    if not found and not terms:
        raise InputError("nothing to verify: name at least one record")
    if terms and is_written:
        raise InputError("no date is written into a terms file: verify terms without --write")
    return (*(_notes(desk, found, is_written=is_written) if found else ()), *_terms(desk, terms))


def _found(desk: Desk, refs: Sequence[str]) -> "tuple[list[str], list[Found]]":
    """Refs of the records that *refs* name, and the terms of books where no other record fits."""
    found: list[str] = []
    terms: dict[str, Found] = {}
    for text in refs:
        try:
            found.append(desk.found(text))
        except RefNotFound:
            from caveat.ops.book.why import term_called

            if (term := term_called(desk.root, text)) is None:
                raise
            terms[term.term.ref] = term
    return list(dict.fromkeys(found)), list(terms.values())


def _terms(desk: Desk, terms: "Sequence[Found]") -> Iterator[Verified]:
    for one in terms:
        from caveat.ops.book.why import verify_term

        made_by = fingerprint_of(desk.config)
        yield verify_term(desk.root, desk.store, one, desk.author, as_of=desk.as_of, made_by=made_by)


def _notes(desk: Desk, found: list[str], *, is_written: bool) -> tuple[Verified, ...]:
    records = desk.store.records(found)
    plans = _plans(desk, records) if is_written else {}
    events = desk.made(_drafts(desk, {ref: records[ref] for ref in found}, is_written=is_written))
    done = desk.record(events, found[0], also=found[1:])
    failures = _write(desk, plans)
    if done.recorded.is_indexed:
        told = _told(desk, found, done)
    else:
        told = [_unindexed(records[ref], done) for ref in found]
    line = f"verified: {iso_date(desk.as_of)}"
    return tuple(
        one._replace(
            event=event.id,
            written=line if one.ref in plans and plans[one.ref].is_new and one.ref not in failures else "",
            failure=failures.get(one.ref, ""),
        )
        for one, event in zip(told, events, strict=False)
    )


def _told(desk: Desk, refs: Sequence[str], done: Done) -> list[Verified]:
    """What the looks did to each of *refs*."""
    known = desk.known([*refs, *chain(refs, desk.store)])
    return [_verified(desk, ref, known, done) for ref in refs]


def _plans(desk: Desk, records: Mapping[str, Record]) -> dict[str, Rewrite]:
    """The edit of each note among *records*; a claim has no file."""
    files = desk.store.files()
    day = iso_date(desk.as_of)
    return {
        ref: planned(
            desk.root,
            record.path,
            lambda data: _dated(data, day),
            file_hash=files[record.path].file_hash,
        )
        for ref, record in records.items()
        if record.path
    }


def _dated(data: bytes, day: str) -> bytes:
    """The note with its date line; one that lists several dates is its author's affair."""
    written = read(decode(data).text).values.get("verified")
    if isinstance(written, list) and len(written) > 1:
        raise EditRefused("verified lists several dates, and one would take the place of all: keep one first")
    return set_key(data, "verified", day)


def _drafts(desk: Desk, records: Mapping[str, Record], *, is_written: bool) -> list[Draft]:
    """The looks, in order; behind them the pins of the lines that stand in the notes, or will."""
    sources = hashes_of_sources(records, desk.store)
    looks = [Draft("verify", look_body(record, sources[ref])) for ref, record in records.items()]
    notes = {ref: record for ref, record in records.items() if record.path}
    # A line that no event has bound outlives the look: edited later, the note would still bear its date, and
    # the next audit would bind that to a text at which nobody looked.
    days = dict.fromkeys(notes, desk.as_of) if is_written else _unseen_days(desk, notes)
    return looks + observations({ref: notes[ref] for ref in days}, days, desk.store)


def _unseen_days(desk: Desk, notes: Iterable[str]) -> dict[str, Day]:
    moved = moved_names(desk.store)
    found = {}
    for ref, entry in desk.store.entries(notes).items():
        names = [ref, *(old for old, now in moved.items() if now == ref)]
        day = unseen_day(entry, names, seen(folded_about(desk.store, names)))
        if day is not None:
            found[ref] = day
    return found


def _write(desk: Desk, plans: Mapping[str, Rewrite]) -> dict[str, str]:
    """Make the edits and take them into the index; what could not be written, by ref."""
    failures, is_changed = {}, False
    for ref, plan in plans.items():
        try:
            is_changed |= rewrite(plan)
        except EditRefused as error:
            failures[ref] = str(error)
    if is_changed:
        # Another process may hold the index: its next run takes the line in, which changes no number.
        with suppress(IndexUnusable):
            desk.refresh()
    return failures


def _unindexed(record: Record, done: Done) -> Verified:
    own = done.before.assessments[record.ref]
    return Verified(record.ref, record.title, record.path, "", own, None, remarks=done.recorded.remarks)


def _verified(desk: Desk, ref: str, known: Known, done: Done) -> Verified:
    before, after, moved = done.before, done.after, done.recorded.moved
    record, own = after.records[ref], after.assessments[ref]
    settled = [one for one in before.assessments[ref].challengers if one not in own.challengers]
    above = set(dependants(desk.store, [ref])) if moved else set()
    return Verified(
        ref=ref,
        title=record.title,
        path=record.path,
        event="",
        before=before.assessments[ref],
        after=own,
        unapproved=unapproved(record, own, policy=desk.config.policy),
        settled=tuple(Named(one, _title(before, one)) for one in settled),
        moved=tuple(one for one in moved if one.ref in above),
        remarks=tuple(_remarks(record, own, known, desk.store)),
    )


def _title(trusts: Trusts, ref: str) -> str:
    record = trusts.records.get(ref)
    return record.title if record is not None else ref


def _remarks(record: Record, own: Assessment, known: Known, store: Store) -> list[str]:
    records, found = known.graph.records, []
    if record.status == "retracted":
        found.append("it was taken back, so every number of it stays 0")
    if record.status == "superseded":
        later = heads([record.ref], records, lambda one: known.graph.supersessions.get(one, ()))
        by = f" by {_shown(records[later[record.ref]])}" if record.ref in later else ""
        found.append(f"it was replaced{by}: a look does not bring it back")
    dates = {edge.source: edge.at for edge in known.graph.evidence.get(record.ref, ())}
    for ref in own.challengers:
        what = "is newer than this look" if dates.get(ref) is not None else "bears no date"
        found.append(f"still contested: {_shown(records[ref])} {what}, so a look cannot settle it")
    if own.stands_on_retracted:
        found.append(f"it stands on {_shown(records[own.stands_on_retracted[0]])}, which was taken back")
    if own.stands_on_superseded:
        found.append(f"it stands on {_shown(records[own.stands_on_superseded[0]])}, which was replaced")
    lost = [link.raw for link in store.links_from([record.ref]) if link.kind == "derives" and not link.target]
    if lost:
        found.append(f"source {lost[0].removeprefix(NOTE)} cannot be found: the look could not take it in")
    return found


def _shown(record: Record) -> str:
    return f"“{record.title}”" if record.title else record.ref
