"""The matcher: whether a record's statement stands word for word in bytes that somebody stored."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from caveat.history.views import statement_hash
from caveat.model.store import Store
from caveat.text.quote import is_quoted

MOST_LOOKED_AT = 100
"""Sources of one claim whose text is looked through; our choice, far above what claims name."""


class Speaker(NamedTuple):
    """Who supports: a record that is there, or a claim that is about to be recorded."""

    ref: str
    text: str
    sources: Sequence[str]
    content_hash: str


def speaker_of(store: Store, ref: str) -> Speaker:
    """A record that is there, as one who speaks."""
    record = store.records([ref])[ref]
    return Speaker(ref, text_of(store, ref), record.sources, record.content_hash)


def new_speaker(ref: str, text: str, sources: Sequence[str]) -> Speaker:
    """A claim that is about to be recorded, as one who speaks."""
    return Speaker(ref, text, sources, statement_hash(text))


def text_of(store: Store, ref: str) -> str:
    """The prose of a record, whole; empty when it has none."""
    return "\n\n".join(chunk.text for chunk in store.prose(ref))


def matched(store: Store, speaker: Speaker, target: str) -> dict[str, str] | None:
    """
    Whether *speaker* says what the claim *target* states, and what that rests on.

    What an author typed into a claim is no evidence for another claim, so a claim has to stand on something
    that was stored and says it too: one of its sources, or a source of a claim among those.

    Returns:
        Ref → content hash of the two and of the source that says it; None when nothing does.
    """
    if not target.startswith("claim:"):
        return None
    statement = text_of(store, target)
    if not is_quoted(statement, speaker.text):
        return None
    witness = speaker.ref
    if speaker.ref.startswith("claim:"):
        witness = next(saying(store, statement, _stored(store, speaker.sources)), "")
    records = store.records([target, witness])
    if target not in records or (witness != speaker.ref and witness not in records):
        return None
    hashes = {ref: record.content_hash for ref, record in records.items()}
    return {**hashes, speaker.ref: speaker.content_hash}


def saying(store: Store, statement: str, refs: Iterable[str]) -> Iterator[str]:
    """Those of *refs* that say *statement* word for word."""
    return (ref for ref in islice(refs, MOST_LOOKED_AT) if is_quoted(statement, text_of(store, ref)))


def _stored(store: Store, sources: Sequence[str]) -> Iterator[str]:
    """Records with bytes of their own among *sources* and, one step on, among the sources of claims there."""
    yield from (ref for ref in sources if not ref.startswith("claim:"))
    claims = store.records(ref for ref in sources if ref.startswith("claim:"))
    for record in claims.values():
        yield from (ref for ref in record.sources if not ref.startswith("claim:"))
