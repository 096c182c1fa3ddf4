"""Claims and what is said of records: made, supported, contradicted, superseded, confirmed, taken back."""

from collections.abc import Sequence
from typing import NamedTuple

from caveat.history.schema import is_event_id
from caveat.history.views import title_of
from caveat.model.errors import InputError
from caveat.model.events import Event
from caveat.model.records import Because, EdgeKind, Record, RecordClass, Step, Volatility
from caveat.model.store import Store, StoredLink
from caveat.ops.ledger import folded_about
from caveat.ops.recorded import Recorded
from caveat.ops.recording import PROGRAM, TOLD, Desk, Draft
from caveat.text.fold import fold_key
from caveat.text.quote import is_quoted
from caveat.trust.explanation import explain, left_out_of

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
        says: Edges from the new claim to records that are there.

    Raises:
        InputError: The text is empty, a share is out of range, …; the message says which.
        RefNotFound: A source or target fits no record.
        RefAmbiguous: One fits several.
    """
    sources = tuple(dict.fromkeys(desk.found(source) for source in claim.sources))
    targets = [said._replace(target=desk.found(said.target)) for said in says]
    step, remarks = claim.step, list[str]()
    if step is None and len(sources) == 1 and is_quoted(claim.text, text_of(desk.store, sources[0])):
        step = "copy"
        remarks.append(f"the matcher found it word for word in {sources[0]}, so it is a copy")
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
            continue
        drafts += _edge(desk, said.kind, ref, said.target, claim.text)
    if not drafts:
        return _nothing(desk, ref, remarks)
    events = desk.made(drafts, first_id=event_id)
    recorded = desk.commit(events, ref, also=[said.target for said in targets])
    for said in targets:
        remarks += _unmoved(desk, recorded, said.kind, ref, said.target)
    return recorded._replace(remarks=(*remarks, *recorded.remarks))


def say(desk: Desk, kind: EdgeKind, source: str, target: str) -> Recorded:
    """
    Record that *source* supports, contradicts or concerns *target*.

    Args:
        desk: Where it is recorded.
        kind: The relation; `supersede` is a journey of its own.
        source: The record that speaks, as a person names it.
        target: The record spoken of.

    Returns:
        What it did to the target; a remark says why when its number did not move.

    Raises:
        InputError: Both are the same record.
        RefNotFound: One of them fits no record.
        RefAmbiguous: One fits several.
    """
    speaker, about = desk.found(source), desk.found(target)
    events = desk.made(_edge(desk, kind, speaker, about, text_of(desk.store, speaker)))
    recorded = desk.commit(events, about)
    remarks = _unmoved(desk, recorded, kind, speaker, about)
    if len(events) > 1:
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
    body = {"source": head, "target": about, "because": because}
    recorded = desk.commit(desk.made([Draft("supersede", body)]), about, also=[head])
    record = recorded.record
    if record is not None and record.status == "active":
        note = f"{about} stays active: {head} is retracted, or the two supersede each other"
        return recorded._replace(remarks=(note, *recorded.remarks))
    return recorded


def retract(desk: Desk, text: str) -> Recorded:
    """
    Record that a record is taken back: every number of it is 0 from now on, and it is kept.

    Raises:
        InputError: An agent takes back what it did not claim itself.
        RefNotFound: It fits no record.
        RefAmbiguous: It fits several.
    """
    ref = desk.found(text)
    record = desk.store.records([ref])[ref]
    is_own = record.kind == "claim" and record.asserted_by == desk.author.name
    if desk.author.actor == "agent" and (not is_own or _is_by_human(desk.store, ref)):
        raise InputError(f"{ref} is not {desk.author.name}'s own claim: an agent takes back its own only")
    if record.status == "retracted":
        return _nothing(desk, ref, [f"{ref} was taken back before"])
    spoken_of = [str(link.target) for link in desk.store.links_from([ref]) if link.target is not None]
    return desk.commit(desk.made([Draft("retract", {"ref": ref})]), ref, also=spoken_of[:MOST_TOLD])


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
    if _edge_of(desk.store, "supports", speaker, about) is None:
        raise InputError(f"{speaker} does not support {about}: record that first (caveat claim support)")
    edge = {"kind": "supports", "source": speaker, "target": about}
    recorded = desk.commit(desk.made([Draft("confirm", {"edge": edge})]), about)
    remarks = _unmoved(desk, recorded, "supports", speaker, about)
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


def text_of(store: Store, ref: str) -> str:
    """The prose of a record, whole; empty when it has none."""
    return "\n\n".join(chunk.text for chunk in store.prose(ref))


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
        ):
            return ref
    return ""


def _edge(desk: Desk, kind: EdgeKind, source: str, target: str, text: str) -> list[Draft]:
    """The edge, and for a support of a claim the matcher's word when it finds the statement in *text*."""
    drafts = [Draft("edge", {"kind": kind, "source": source, "target": target})]
    is_claim = target.startswith("claim:")
    if kind == "supports" and is_claim and is_quoted(text_of(desk.store, target), text):
        edge = {"kind": kind, "source": source, "target": target}
        drafts.append(Draft("confirm", {"edge": edge}, PROGRAM))
    return drafts


def _edge_of(store: Store, kind: EdgeKind, source: str, target: str) -> StoredLink | None:
    links = (link for link in store.links_from([source]) if link.kind == kind and link.target == target)
    return next(links, None)


def _ends(desk: Desk, source: str, target: str) -> tuple[str, str]:
    if target:
        return desk.found(source), desk.found(target)
    event_id = source.strip().upper()
    about = folded_about(desk.store, [f"event:{event_id}"]) if is_event_id(event_id) else None
    event = about.events.get(event_id) if about is not None else None
    if event is None or event.kind != "edge" or event.body.get("kind") != "supports":
        raise InputError(f"{source!r} is no event that made a support: name the supporter and the supported")
    return str(event.body["source"]), str(event.body["target"])


def _check_may_replace(desk: Desk, ref: str) -> None:
    """An agent may replace what agents claimed; what people wrote or looked at it can only contradict."""
    if desk.author.actor != "agent":
        return
    record = desk.store.records([ref])[ref]
    if record.kind == "claim" and record.verified is None and not _is_by_human(desk.store, ref):
        return
    what = "was verified by a human" if record.verified is not None else "is not an agent's claim"
    raise InputError(f"{ref} {what}, so an agent may not replace it: contradict it instead")


def _is_by_human(store: Store, ref: str) -> bool:
    event = folded_about(store, [ref]).events.get(ref.removeprefix("claim:"))
    return event is None or event.actor == "human"


def _nothing(desk: Desk, ref: str, remarks: Sequence[str]) -> Recorded:
    stand = desk.trusts([ref])
    own = stand.assessments.get(ref)
    return Recorded((), ref, stand.records.get(ref), own, own, (), tuple(remarks))


def _unmoved(desk: Desk, recorded: Recorded, kind: EdgeKind, source: str, target: str) -> list[str]:
    """Why the number of *target* is what it was; nothing when it moved."""
    if not recorded.is_indexed:
        return []
    if target == recorded.ref:
        old, new = recorded.before, recorded.after
        if old is None or new is None or abs(old.credibility - new.credibility) >= TOLD:
            return []
    elif any(moved.ref == target for moved in recorded.moved):
        return []
    return [f"{target} did not move: {_why_unmoved(desk, kind, source, target)}"]


def _why_unmoved(desk: Desk, kind: EdgeKind, source: str, target: str) -> str:
    known = desk.known([target])
    record: Record | None = known.graph.records.get(target)
    if record is None:
        return "it is not there"
    if record.status == "retracted":
        return "it is retracted, so every number of it is 0"
    tree = explain(target, known.graph, as_of=desk.as_of, policy=desk.config.policy, tallies=known.tallies)
    reason = left_out_of(tree, "support" if kind == "supports" else "challenge", source)
    if reason:
        return f"{source} does not count: {reason}"
    own = desk.trusts([target]).assessments[target]
    if own.credibility in (0.0, 1.0):
        return f"its credibility is clipped at {own.credibility:.0f}"
    if kind == "supports" and own.witness >= own.prior + own.support:
        return "its witnesses carry more than agreement adds"
    return "this was said before, and is dated anew"
