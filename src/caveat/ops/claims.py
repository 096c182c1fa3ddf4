"""Claims and what is said of records: made, supported, contradicted, superseded, confirmed, taken back."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from caveat.history.fold import key_of, live_rows
from caveat.history.schema import is_event_id
from caveat.history.views import is_taken_back_by_others, title_of
from caveat.model.errors import InputError
from caveat.model.events import Actor, Event
from caveat.model.records import Because, EdgeKind, RecordClass, Step, Volatility
from caveat.model.store import Store, StoredLink
from caveat.ops.about import about, telling
from caveat.ops.behind import moved_names
from caveat.ops.ledger import folded_about, names_by_ref
from caveat.ops.matching import Speaker, matched, new_speaker, saying, speaker_of, text_of
from caveat.ops.recorded import Recorded
from caveat.ops.recording import PROGRAM, Desk, Draft
from caveat.ops.unmoved import unmoved
from caveat.text.fold import fold_key

MOST_TOLD = 50
"""Records that a retracted one spoke of, whose trust is told anew; our choice."""


class NewClaim(NamedTuple):
    """
    A claim as its author states it.

    Attributes:
        text: The statement.
        stated: How sure the author is, in ``[0, 1]``.
        sources: What it was made from, each as a person names a record.
        step: How; None = a copy when its one source says it word for word, else not stated.
        volatility: How fast it ages; None = as its sources do.
        record_class: Its class; None = none.
    """

    text: str
    stated: float
    sources: tuple[str, ...] = ()
    step: Step | None = None
    volatility: Volatility | None = None
    record_class: RecordClass | None = None


class Said(NamedTuple):
    """What a new claim says of another record: supports, contradicts or concerns it."""

    kind: EdgeKind
    target: str


def add(desk: Desk, claim: NewClaim, *, says: Sequence[Said] = ()) -> Recorded:
    """
    Record a claim, and what it says of other records.

    The same claim by the same author is recorded once; said again, what it newly says of others is added.

    Args:
        desk: Where it is recorded.
        claim: The claim.
        says: Edges from the new claim to records that are there, or to terms of the vault's books.

    Raises:
        InputError: The text is empty, a share is out of range, …; the message says which.
        RefNotFound: A source or target fits no record.
        RefAmbiguous: One fits several.
    """
    sources = tuple(dict.fromkeys(desk.found(source) for source in claim.sources))
    targets = _one_word_each(said._replace(target=about(desk, said.target)) for said in says)
    step, remarks = _step(desk, claim, sources)
    body: dict[str, object] = {"text": claim.text, "stated": claim.stated, "from": list(sources)}
    optional = {"step": step, "volatility": claim.volatility, "class": claim.record_class}
    body.update({key: value for key, value in optional.items() if value is not None})
    event_id = desk.new_id()
    first = desk.made([Draft("claim", body)], first_id=event_id)[0]
    kept = _kept(desk, first)
    if kept:
        remarks.append(f"{kept} says this already; it was not recorded again")
    ref = kept or f"claim:{event_id}"
    drafts = [] if kept else [Draft("claim", body)]
    for said in targets:
        if kept and _edge_of(desk.store, said.kind, ref, said.target) is not None:
            remarks.append(f"it {said.kind} {said.target} already")
        else:
            _check_may_repeat(desk, said.kind, ref, said.target)
            drafts += _edge(desk, said.kind, new_speaker(ref, claim.text, sources), said.target)
    if not drafts:
        return _nothing(desk, ref, remarks)
    events = desk.made(drafts, first_id=event_id)
    spoken_of = [said.target for said in targets]
    recorded = telling(desk, spoken_of, lambda: desk.commit(events, ref, also=spoken_of))
    for said in targets:
        remarks += unmoved(desk, recorded, said.kind, ref, said.target)
    return recorded._replace(remarks=(*remarks, *recorded.remarks))


def say(desk: Desk, kind: EdgeKind, source: str, target: str) -> Recorded:
    """
    Record that *source* supports, contradicts or concerns *target*.

    Args:
        desk: Where it is recorded.
        kind: The relation; `supersede` is a journey of its own.
        source: The record that speaks, as a person names it.
        target: The record spoken of, or a term of a book.

    Returns:
        What it did to the target; a remark says why when its number did not move.

    Raises:
        InputError: Both are the same record, or an agent makes speak what no agent said.
        RefNotFound: One of them fits no record.
        RefAmbiguous: One fits several.
    """
    speaker, named = desk.found(source), about(desk, target)
    before = _edge_of(desk.store, kind, speaker, named)
    drafts = _edge(desk, kind, speaker_of(desk.store, speaker), named)
    is_matched = len(drafts) > 1
    if desk.author.actor == "agent" and before is not None:
        # Said again it would be dated anew, and so open what a human has settled since (decision 0011).
        drafts = [] if before.is_confirmed else drafts[1:]
        if not drafts:
            return _nothing(desk, named, [f"{speaker} {kind} {named} already; it was not recorded again"])
    _check_may_repeat(desk, kind, speaker, named)
    if not is_matched:
        _check_may_speak(desk, kind, speaker)
    recorded = telling(desk, [named], lambda: desk.commit(desk.made(drafts), named))
    remarks = unmoved(desk, recorded, kind, speaker, named, is_again=before is not None)
    if is_matched:
        remarks.insert(0, "the matcher found the same statement in both, so the support is confirmed")
    return recorded._replace(remarks=(*remarks, *recorded.remarks))


def supersede(desk: Desk, new: str, old: str, because: Because) -> Recorded:
    """
    Record that *new* takes the place of *old*.

    Args:
        desk: Where it is recorded.
        new: The record that holds now, as a person names it.
        old: The one that does not any more.
        because: ``updated``: the world changed; ``corrected``: it was wrong, which its author feels.

    Raises:
        InputError: Both are the same record, or an agent may not replace the old one.
        RefNotFound: One of them fits no record.
        RefAmbiguous: One fits several.
    """
    head, about = desk.found(new), desk.found(old)
    _check_may_replace(desk, about)
    _check_may_bring_back(desk, head)
    _check_may_repeat(desk, "supersedes", head, about)
    body = {"source": head, "target": about, "because": because}
    recorded = desk.commit(desk.made([Draft("supersede", body)]), about, also=[head])
    record = recorded.record
    if record is not None and record.status == "active":
        note = f"{about} stays active: {head} is retracted, or the two supersede each other"
        return recorded._replace(remarks=(note, *recorded.remarks))
    return recorded


def retract(desk: Desk, text: str) -> Recorded:
    """
    Record that a record, or a term of a book, is taken back: all its numbers are 0 from now on; it is kept.

    Raises:
        InputError: An agent takes back what it did not claim itself.
        RefNotFound: It fits no record.
        RefAmbiguous: It fits several.
    """
    ref = about(desk, text)
    if ref.startswith("term:"):
        return _retract_term(desk, ref)
    record = desk.store.records([ref])[ref]
    is_own = record.kind == "claim" and record.asserted_by == desk.author.name
    if desk.author.actor == "agent" and (not is_own or _is_by_human(desk.store, ref)):
        raise InputError(f"{ref} is not {desk.author.name}'s own claim: an agent takes back its own only")
    if record.status == "retracted":
        return _nothing(desk, ref, [f"{ref} was taken back before"])
    spoken_of = [str(link.target) for link in desk.store.links_from([ref]) if link.target is not None]
    return desk.commit(desk.made([Draft("retract", {"ref": ref})]), ref, also=spoken_of[:MOST_TOLD])


def _retract_term(desk: Desk, ref: str) -> Recorded:
    if desk.author.actor == "agent":
        raise InputError(f"{ref} is a book's term: only a human takes one back, an agent can contradict it")
    return telling(desk, [ref], lambda: desk.commit(desk.made([Draft("retract", {"ref": ref})]), ref))


def confirm(desk: Desk, source: str, target: str = "") -> Recorded:
    """
    Record that a human found the same statement in both ends of a support.

    Args:
        desk: Where it is recorded; its author has to be a human.
        source: The supporter, as a person names it; or the id of the event that made the support.
        target: The record supported; empty with an event id.

    Raises:
        InputError: There is no such support, or the author is no human.
        RefNotFound: One of them fits no record.
        RefAmbiguous: One fits several.
    """
    if desk.author.actor != "human":
        raise InputError("only a human can confirm a support: ask for a look instead")
    speaker, about = _ends(desk, source, target)
    before = _edge_of(desk.store, "supports", speaker, about)
    if before is None:
        raise InputError(f"{speaker} does not support {about}: record that first (caveat claim support)")
    source, target = _as_stated(desk.store, before, speaker, about)
    edge = {"kind": "supports", "source": source, "target": target}
    records = desk.store.records([speaker, about])
    hashes = {ref: record.content_hash for ref, record in records.items()}
    recorded = desk.commit(desk.made([Draft("confirm", {"edge": edge, "hashes": hashes})]), about)
    remarks = unmoved(desk, recorded, "supports", speaker, about, is_again=before.is_confirmed)
    return recorded._replace(remarks=(*remarks, *recorded.remarks))


def request(desk: Desk, text: str, reason: str = "") -> Recorded:
    """
    Record that somebody asks a human to look at a record; it changes no number.

    Raises:
        RefNotFound: It fits no record.
        RefAmbiguous: It fits several.
    """
    ref = desk.found(text)
    body = {"ref": ref, "reason": reason} if reason else {"ref": ref}
    return desk.commit(desk.made([Draft("request", body)]), ref)


def _one_word_each(says: Iterable[Said]) -> list[Said]:
    """*says*, each once; nobody says two things of one record in one breath."""
    kinds: dict[str, EdgeKind] = {}
    for said in says:
        if kinds.setdefault(said.target, said.kind) != said.kind:
            raise InputError(
                f"it {kinds[said.target]} and {said.kind} {said.target} at once: say one of the two"
            )
    return [Said(kind, target) for target, kind in kinds.items()]


def _step(desk: Desk, claim: NewClaim, sources: Sequence[str]) -> tuple[Step | None, list[str]]:
    """How a claim was made from *sources*, and what to remark on that."""
    if claim.step == "copy":
        if any(saying(desk.store, claim.text, sources)):
            return "copy", []
        if desk.author.actor == "agent":
            raise InputError(
                "it is no copy: none of its sources says it word for word; leave the step out or name it"
            )
        remark = "none of its sources says it word for word; it was recorded as a copy all the same"
        return "copy", [remark] if sources else []
    if claim.step is None and len(sources) == 1 and any(saying(desk.store, claim.text, sources)):
        return "copy", [f"the matcher found it word for word in {sources[0]}, so it is a copy"]
    return claim.step, []


def _kept(desk: Desk, event: Event) -> str:
    """Ref of the claim that says the same by the same author, on the same ground; empty when none does."""
    text, author = str(event.body["text"]), desk.author.name
    same = desk.store.records(desk.store.named(fold_key(title_of(text))))
    for ref, other in same.items():
        if (
            other.kind == "claim"
            and other.status == "active"
            and other.asserted_by == author
            and other.declared == event.body["stated"]
            and sorted(other.sources) == sorted(event.body["from"])
            and (other.step, other.volatility, other.record_class)
            == (event.body.get("step"), event.body.get("volatility"), event.body.get("class"))
            and text_of(desk.store, ref) == text
            # A human may bear the name that an agent was started under.
            and _maker_of(desk.store, ref) == event.actor
        ):
            return ref
    return ""


def _edge(desk: Desk, kind: EdgeKind, speaker: Speaker, target: str) -> list[Draft]:
    """The edge, and for a support the matcher's word when the statement stands in what *speaker* rests on."""
    edge = {"kind": kind, "source": speaker.ref, "target": target}
    hashes = matched(desk.store, speaker, target) if kind == "supports" else None
    confirmed = [] if hashes is None else [Draft("confirm", {"edge": edge, "hashes": hashes}, PROGRAM)]
    return [Draft("edge", edge), *confirmed]


def _edge_of(store: Store, kind: EdgeKind, source: str, target: str) -> StoredLink | None:
    links = (link for link in store.links_from([source]) if link.kind == kind and link.target == target)
    return next(links, None)


def _as_stated(store: Store, link: StoredLink, source: str, target: str) -> tuple[str, str]:
    """The ends of an edge as its event has them: what speaks of it has to call them by the same names."""
    event = folded_about(store, [f"event:{link.event}"]).events.get(link.event) if link.event else None
    return (source, target) if event is None else (event.body["source"], event.body["target"])


def _ends(desk: Desk, source: str, target: str) -> tuple[str, str]:
    if target:
        return desk.found(source), desk.found(target)
    event_id = source.strip().upper()
    about = folded_about(desk.store, [f"event:{event_id}"]) if is_event_id(event_id) else None
    event = about.events.get(event_id) if about is not None else None
    if event is None or event.kind != "edge" or event.body.get("kind") != "supports":
        raise InputError(f"{source!r} is no event that made a support: name the supporter and the supported")
    # What an event names may lie elsewhere by now.
    moved = moved_names(desk.store)
    source, target = str(event.body["source"]), str(event.body["target"])
    return moved.get(source, source), moved.get(target, target)


def _check_may_replace(desk: Desk, ref: str) -> None:
    """An agent may replace what agents claimed; what people wrote or looked at it can only contradict."""
    if desk.author.actor != "agent":
        return
    record = desk.store.records([ref])[ref]
    if record.kind == "claim" and record.verified is None and not _is_by_human(desk.store, ref):
        return
    what = "was verified by a human" if record.verified is not None else "is not an agent's claim"
    raise InputError(f"{ref} {what}, so an agent may not replace it: contradict it instead")


def _check_may_bring_back(desk: Desk, ref: str) -> None:
    """An agent may not put something in another's place that a human has replaced: it would come back."""
    if desk.author.actor != "agent":
        return
    said = [link for link in desk.store.links_into([ref]) if link.kind == "supersedes"]
    events = folded_about(desk.store, [f"event:{link.event}" for link in said if link.event]).events
    by_agents = {event.id for event in events.values() if event.actor == "agent"}
    by_human = [link.source for link in said if link.event not in by_agents]
    if by_human:
        raise InputError(f"a human put {by_human[0]} in the place of {ref}: an agent may not bring it back")


def _check_may_repeat(desk: Desk, kind: EdgeKind, source: str, target: str) -> None:
    """An agent may not say anew what a human took back, or what was taken back before a human looked."""
    record = desk.store.records([target]).get(target)
    if desk.author.actor != "agent" or (record is None and not target.startswith("term:")):
        return
    # The ledger may know both under the names that they had.
    names = names_by_ref([source, target], moved_names(desk.store))
    pairs = [(one, other) for one in names[source] for other in names[target]]
    state = folded_about(desk.store, [name for called in names.values() for name in called])
    if any(is_taken_back_by_others(state, kind, *pair) for pair in pairs):
        raise InputError(
            f"a human took back that {source} {kind} {target}: an agent may not bring it back;"
            " state what is new as a claim of its own"
        )
    if record is None or record.verified is None:
        return
    # One that still stands is nothing to repeat.
    said = [row.at for pair in pairs for row in live_rows(state, key_of("edge", kind, *pair))]
    if said and _edge_of(desk.store, kind, source, target) is None and max(said) <= record.verified:
        raise InputError(
            f"that {source} {kind} {target} was said and taken back, and a human has looked since:"
            " state what is new as a claim of its own"
        )


def _check_may_speak(desk: Desk, kind: EdgeKind, speaker: str) -> None:
    """An agent may not make a note, or a human's claim, say what only the agent thinks that it says."""
    if desk.author.actor == "agent" and _is_by_human(desk.store, speaker):
        found = "" if kind != "supports" else ", and the matcher does not find the statement there"
        raise InputError(
            f"{speaker} is no agent's claim{found}: state what it says as a claim of your own that names it"
            f" as a source, and let that claim say that it {kind} the other"
        )


def _is_by_human(store: Store, ref: str) -> bool:
    return _maker_of(store, ref) == "human"


def _maker_of(store: Store, ref: str) -> Actor:
    """What kind of author made a record; a note is a human's, whoever typed it."""
    event = folded_about(store, [ref]).events.get(ref.removeprefix("claim:"))
    return "human" if event is None else event.actor


def _nothing(desk: Desk, ref: str, remarks: Sequence[str]) -> Recorded:
    stand = desk.trusts([ref])
    own = stand.assessments.get(ref)
    return Recorded((), ref, stand.records.get(ref), own, own, (), tuple(remarks))
