"""Views of the state: claims as records, edges, status, and the human looks at a record."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, cast

from caveat.history.fold import SEPARATOR, WORDS, Change, State, changes, key_of, latest, live_rows, order
from caveat.history.verification import Look, Observation
from caveat.model.events import Event
from caveat.model.records import Because, Day, Edge, EdgeKind, Record, Status
from caveat.text.dates import day_of
from caveat.text.fold import compose

TITLE_LENGTH = 80
"""Most characters of a claim's text that name it in a list (our choice: one line of a terminal)."""


class Claim(NamedTuple):
    """
    A claim as recorded.

    Attributes:
        record: Its record; sources are refs as the ledger states them, not yet resolved.
        text: The statement, verbatim.
    """

    record: Record
    text: str


class Request(NamedTuple):
    """
    Somebody asked a human to look at a record; it is no evidence.

    Attributes:
        ref: The record.
        day: When.
        by: Who asked.
        reason: Why, in their words; may be empty.
    """

    ref: str
    day: Day
    by: str
    reason: str


def statement_hash(text: str) -> str:
    """
    SHA-256 (hex) of a statement, the same for spellings that no reader can tell apart.

    Unicode is brought to NFC and every run of white space counts as one blank; letter case and punctuation
    stay, for they may change what is said.
    """
    import hashlib

    plain = " ".join(compose(text, "NFC").split())
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()


def claims(
    state: State, refs: Iterable[str] | None = None, *, hashed: Callable[[str], str] = statement_hash
) -> list[Claim]:
    """
    The claims of *state* with their texts, by ref.

    Args:
        state: The fold.
        refs: Only these; a ref that is no claim is left out. None means all.
        hashed: Hash of a statement; claims with the same hash are one root and one voice.
    """
    wanted = _claim_refs(state) if refs is None else set(refs)
    found = ((ref, latest(state, key_of("claim", ref))) for ref in sorted(wanted))
    return [_claim(state, ref, change, hashed) for ref, change in found if change is not None]


def claim_records(
    state: State, refs: Iterable[str] | None = None, *, hashed: Callable[[str], str] = statement_hash
) -> list[Record]:
    """The records of the claims of *state*, as `claims` reads them."""
    return [claim.record for claim in claims(state, refs, hashed=hashed)]


def edges(
    state: State, refs: Iterable[str] | None = None, *, content: Mapping[str, str] | None = None
) -> list[Edge]:
    """
    The edges that the ledger states and nobody took back, by kind, source and target; each pair once.

    Args:
        state: The fold.
        refs: Only edges that start or end at one of these; None means all.
        content: Content hash now of each of `words_of` that is there. A confirmation that is bound to another
            content does not count. None = contents are not looked at.

    Returns:
        Edges dated by the event that last stated them; `Edge.origin` is its id.
    """
    start = "edge" + SEPARATOR
    if refs is None:
        keys = {key for key in state.rows if key.startswith(start)}
    else:
        keys = {key for ref in refs for key in state.keys.get(ref, ()) if key.startswith(start)}
    found = (_edge(state, key, content) for key in sorted(keys))
    return [edge for edge in found if edge is not None]


def words_of(state: State) -> set[str]:
    """Refs of everything whose words a confirmation rests on."""
    start = WORDS + SEPARATOR
    return {key.split(SEPARATOR)[1] for key in state.rows if key.startswith(start)}


def status(state: State, ref: str) -> Status:
    """
    What the ledger says of *ref*: retracted wins over superseded; a ref that nobody spoke of is active.

    An agent takes back what it claimed itself, and nothing else; people and programs may take back anything.
    """
    if any(_may_retract(state, ref, change) for change in live_rows(state, key_of("retract", ref))):
        return "retracted"
    replaced = live_rows(state, key_of("superseded", ref))
    return "superseded" if any(not _is_withdrawn(state, change) for change in replaced) else "active"


def refused_retractions(state: State) -> list[Event]:
    """Retractions by agents of what they did not claim themselves, by id: they have no effect."""
    found = []
    for _, event in sorted(state.events.items()):
        if event.kind == "retract" and event.actor == "agent":
            rows = live_rows(state, key_of("retract", str(event.body.get("ref"))))
            if any(row.id == event.id and not _may_retract(state, row.refs[0], row) for row in rows):
                found.append(event)
    return found


def refused_withdrawals(state: State) -> list[Event]:
    """Withdrawals by agents of what they did not say themselves, by id: they have no effect."""
    found = []
    for _, event in sorted(state.events.items()):
        if event.kind == "withdraw" and event.actor == "agent" and event.id not in state.forgotten:
            for change in changes(event):
                rows = _withdrawable(state, event, change)
                if rows and not any(_may_withdraw(state, row, change) for row in rows):
                    found.append(event)
    return found


def stated_rows(state: State, kind: str, source: str, target: str) -> list[Change]:
    """What events said *kind* of the two and nobody took it back, the last one last."""
    rows = live_rows(state, key_of("edge", kind, source, target))
    return [row for row in rows if not _is_withdrawn(state, row)]


def is_taken_back_by_others(state: State, kind: str, source: str, target: str) -> bool:
    """Whether a human or program took back that *kind* was said of the two, and nobody said it since."""
    rows = live_rows(state, key_of("edge", kind, source, target))
    if not rows or stated_rows(state, kind, source, target):
        return False
    taken = live_rows(state, key_of("withdraw", kind, source, target))
    taken += [change for row in rows for change in live_rows(state, key_of("withdraw-event", row.id))]
    return any(not _is_by_agent(state, change) for change in taken)


def _withdrawable(state: State, event: Event, change: Change) -> list[Change]:
    """The statements that a withdrawal speaks of, whoever made them."""
    edge = event.body["edge"]
    if not isinstance(edge, str):
        rows = live_rows(state, key_of("edge", edge["kind"], edge["source"], edge["target"]))
        return [row for row in rows if order(row) < order(change)]
    made = state.events.get(edge)
    if made is None or made.id in state.forgotten:
        return []
    return [row for row in changes(made) if row.key.startswith("edge" + SEPARATOR)]


def _is_withdrawn(state: State, row: Change) -> bool:
    made = row.payload
    kind = "supersedes" if "because" in made and "kind" not in made else made["kind"]
    taken = live_rows(state, key_of("withdraw", kind, made["source"], made["target"]))
    taken = [change for change in taken if order(change) > order(row)]
    taken += live_rows(state, key_of("withdraw-event", row.id))
    return any(_may_withdraw(state, row, change) for change in taken)


def _may_withdraw(state: State, row: Change, change: Change) -> bool:
    """An agent takes back what it said itself; people and programs may take back anything."""
    event = state.events.get(change.id)
    if event is None or event.actor != "agent":
        return True
    made = state.events.get(row.id)
    return made is not None and (made.by, made.actor) == (event.by, "agent")


def _may_retract(state: State, ref: str, change: Change) -> bool:
    event = state.events.get(change.id)
    if event is None or event.actor != "agent":
        return True
    claim = latest(state, key_of("claim", ref))
    if claim is None or claim.by != change.by:
        return False
    # A human may bear the name that an agent was started under.
    made = state.events.get(claim.id)
    return made is not None and made.actor == "agent"


def verifications(state: State, ref: str) -> list[Look]:
    """Every recorded human look at *ref*, oldest first."""
    return [
        Look(change.at, change.payload["hash"], change.payload.get("sources", {}), change.by, change.id)
        for change in _looks(state, "verify", ref)
    ]


def observations(state: State, ref: str) -> list[Observation]:
    """Everything that audits saw of *ref*, oldest first."""
    return [
        Observation(
            change.at,
            change.payload["hash"],
            change.payload.get("sources", {}),
            day_of(change.payload.get("verified") or ""),
            change.id,
        )
        for change in _looks(state, "observed", ref)
    ]


def moves(state: State) -> dict[str, str]:
    """Old ref → the ref under which an audit found that note last."""
    found: dict[str, Change] = {}
    start = "observed" + SEPARATOR
    for key in state.rows:
        if not key.startswith(start):
            continue
        for change in live_rows(state, key):
            old = change.payload.get("was")
            if old is not None and (old not in found or order(found[old]) < order(change)):
                found[old] = change
    return {old: change.payload["ref"] for old, change in found.items()}


def requests(state: State, ref: str) -> list[Request]:
    """Who asked for a human look at *ref*, the last request of each, oldest first."""
    found = (latest(state, key) for key in state.keys.get(ref, ()) if key.startswith("request" + SEPARATOR))
    asked = sorted((change for change in found if change is not None), key=order)
    return [Request(ref, change.at, change.by, change.payload.get("reason", "")) for change in asked]


def _claim_refs(state: State) -> Iterator[str]:
    start = "claim" + SEPARATOR
    return (key.removeprefix(start) for key in state.rows if key.startswith(start))


def _claim(state: State, ref: str, change: Change, hashed: Callable[[str], str]) -> Claim:
    said = change.payload
    text: str = said["text"]
    digest = hashed(text)
    record = Record(
        ref,
        kind="claim",
        title=title_of(text),
        declared=float(said["stated"]),
        declared_by="stated by its author",
        sources=tuple(dict.fromkeys(said.get("from", ()))),
        step=said.get("step"),
        asserted_by=change.by,
        volatility=said.get("volatility"),
        status=status(state, ref),
        created=change.at,
        identity=digest,
        record_class=said.get("class"),
        content_hash=digest,
    )
    return Claim(record, text)


def title_of(text: str) -> str:
    """How a list names a statement: its first words, `TITLE_LENGTH` characters at most."""
    # A statement may be a whole page; its first words are enough, and only they are split.
    words = " ".join(text.lstrip()[: 4 * TITLE_LENGTH].split())
    if len(words) <= TITLE_LENGTH:
        return words
    cut = words[:TITLE_LENGTH]
    at_word = cut.rpartition(" ")[0]
    # Scripts without blanks, and one long word, are cut where they are.
    return (at_word if len(at_word) >= TITLE_LENGTH // 2 else cut[:-1]) + "…"


def _edge(state: State, key: str, content: Mapping[str, str] | None) -> Edge | None:
    rows = [row for row in live_rows(state, key) if not _is_withdrawn(state, row)]
    if not rows:
        return None
    _, kind, source, target = key.split(SEPARATOR)
    last = rows[-1]
    return Edge(
        cast("EdgeKind", kind),
        source,
        target,
        at=last.at,
        is_confirmed=kind == "supports" and _is_confirmed(state, source, target, rows, content),
        because=cast("Because | None", last.payload.get("because")),
        origin=last.id,
    )


def _is_confirmed(
    state: State, source: str, target: str, rows: list[Change], content: Mapping[str, str] | None
) -> bool:
    """
    What was said last: of the pair, or of one of the events that stated the edge.

    A word that is bound to other contents does not count; of those before it only bound ones do, for who
    bound the last one knew that the words matter.
    """
    said = _confirmations(state, source, target, rows)
    is_void = False
    for change in reversed(said):
        bound = change.payload.get("hashes")
        if bound is None:
            return not is_void and change.payload.get("confirmed", True) is True
        if content is None or _holds(bound, content):
            return True
        is_void = True
    return False


def _confirmations(state: State, source: str, target: str, rows: list[Change]) -> list[Change]:
    said = [
        change
        for change in live_rows(state, key_of("confirm", source, target))
        if not _is_taken_along(state, source, target, change)
    ]
    for row in rows:
        said += live_rows(state, key_of("confirm-event", row.id))
    return sorted(said, key=order)


def _is_taken_along(state: State, source: str, target: str, confirmation: Change) -> bool:
    """
    Whether the support that *confirmation* speaks of was taken back since.

    It goes with it: who says the same later, and may be an agent, has not read both again.
    """
    taken = live_rows(state, key_of("withdraw", "supports", source, target))
    if any(order(change) > order(confirmation) and not _is_by_agent(state, change) for change in taken):
        return True
    rows = live_rows(state, key_of("edge", "supports", source, target))
    before = [row for row in rows if order(row) <= order(confirmation)]
    return bool(before) and all(_is_withdrawn(state, row) for row in before)


def _is_by_agent(state: State, change: Change) -> bool:
    event = state.events.get(change.id)
    return event is not None and event.actor == "agent"


def void_confirmation(state: State, edge: Edge, content: Mapping[str, str]) -> Mapping[str, str] | None:
    """
    What the last confirmation of *edge* rests on, ref → hash, when that is not what *content* says now.

    None when the edge is confirmed, or its last word is bound to nothing or still holds.
    """
    if edge.is_confirmed or edge.kind != "supports":
        return None
    rows = stated_rows(state, edge.kind, edge.source, edge.target)
    said = _confirmations(state, edge.source, edge.target, rows)
    bound: Mapping[str, str] | None = said[-1].payload.get("hashes") if said else None
    return bound if bound is not None and not _holds(bound, content) else None


def _holds(bound: Mapping[str, str], content: Mapping[str, str]) -> bool:
    return all(content.get(ref) == digest for ref, digest in bound.items())


def _looks(state: State, kind: str, ref: str) -> list[Change]:
    start = key_of(kind, ref) + SEPARATOR
    keys = (key for key in state.keys.get(ref, ()) if key.startswith(start))
    return sorted((change for key in keys for change in live_rows(state, key)), key=order)
