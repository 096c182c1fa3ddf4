"""Writing glossaries: which terms a format can say, and the account of what it cannot."""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from caveat.model.terms import ALWAYS, NOTHING_NEARBY, Key, Term


class Loss(NamedTuple):
    """
    Something that a written file does not hold.

    Attributes:
        what: In plain words, plural: ``chapter windows``.
        headwords: Of which terms, each once, in their order.
        is_left_out: The whole term, or the spelling, is not in the file.
    """

    what: str
    headwords: tuple[str, ...]
    is_left_out: bool = False


class Written(NamedTuple):
    """
    A glossary in the format of another program.

    Attributes:
        data: The file.
        entries: How many entries it has.
        losses: What it does not hold; what is left out comes first.
    """

    data: bytes
    entries: int
    losses: tuple[Loss, ...]


class Entry(NamedTuple):
    """One line of a flat glossary: a spelling of a term and what it is called."""

    term: Term
    key: Key
    rendering: str


# Every field of a term that a format may not hold: how it is called, and whether a term has it.
_FIELDS: dict[str, tuple[str, Callable[[Term], bool]]] = {
    "sense": ("senses", lambda term: bool(term.sense)),
    "aliases": ("further renderings", lambda term: bool(term.aliases)),
    "forms": ("declared forms", lambda term: bool(term.forms)),
    "nearby": ("judgment words of renderings", lambda term: term.nearby != NOTHING_NEARBY),
    "forbidden": ("forbidden renderings", lambda term: bool(term.forbidden)),
    "gender": ("genders", lambda term: term.gender != "unknown"),
    "gender_since": ("chapters from which a gender is known", lambda term: term.gender_since > 0),
    "kind": ("kinds of terms", lambda term: term.kind != "concept"),
    "window": ("chapter windows", lambda term: term.window != ALWAYS),
    "sticky": ("sticky chunks", lambda term: term.sticky > 0),
    "note": ("notes", lambda term: bool(term.note)),
    "is_curated": ("that keys are curated", lambda term: term.is_curated),
    "never_varies": ("that a rendering never varies", lambda term: term.never_varies),
    "example": ("example sentences", lambda term: bool(term.example)),
    "reading": ("readings", lambda term: bool(term.reading)),
    "origin": ("origins of names", lambda term: bool(term.origin)),
    "declared": ("stated confidence", lambda term: term.declared is not None),
    "generated_by": ("which model proposed it", lambda term: bool(term.generated_by)),
    "sources": ("sources", lambda term: bool(term.sources)),
    "approval": ("that nobody verified them", lambda term: not term.approval.is_verified),
    "key_kinds": ("kinds of spellings", lambda term: any(key.kind != "canonical" for key in term.keys)),
    "case": ("spellings in any letter case", lambda term: not all(k.is_case_sensitive for k in term.keys)),
    "boundary": ("boundaries of spellings", lambda term: any(key.boundary for key in term.keys)),
    "key_renderings": ("renderings of single spellings", lambda term: any(k.rendering for k in term.keys)),
}

FIELDS = tuple(_FIELDS)
"""What a format may say that it holds, beside headword and rendering; ``keys`` and ``keys_nearby`` too."""

_CONDITIONED = "terms that hold only near certain words"
_SPELLING_CONDITIONED = "spellings that hold only near certain words"


class Losses:
    """Collects what a format cannot hold."""

    def __init__(self) -> None:
        self._lost: dict[tuple[bool, str], dict[str, None]] = {}

    def lose(self, what: str, term: Term) -> None:
        """*term* is written without *what*."""
        self._lost.setdefault((False, what), {})[term.headword] = None

    def leave_out(self, what: str, term: Term) -> None:
        """*term*, or a spelling of it, is not written."""
        self._lost.setdefault((True, what), {})[term.headword] = None

    def written(self, data: bytes, entries: int) -> Written:
        """*data* with the account."""
        found = sorted(self._lost.items(), key=lambda item: not item[0][0])
        return Written(data, entries, tuple(Loss(what, tuple(of), out) for (out, what), of in found))


def speakable(terms: Sequence[Term], losses: Losses, holds: Collection[str]) -> list[Term]:
    """
    The *terms* that can be said without saying something false, and what they lose, into *losses*.

    One without a rendering, taken back, or right only near certain words is left out of a format that knows
    no conditions; so are several terms of one headword where nothing tells them apart.

    Args:
        terms: In the order in which they are written.
        losses: Takes the account.
        holds: Of `FIELDS`, ``keys`` and ``keys_nearby`` those that the format has.
    """
    counts: dict[str, int] = {}
    for term in terms:
        counts[term.headword] = counts.get(term.headword, 0) + 1
    found = []
    for term in terms:
        if term.approval.is_retracted:
            losses.leave_out("terms that were taken back", term)
        elif not term.rendering:
            losses.leave_out("terms without a rendering", term)
        elif _is_conditioned(term, holds):
            losses.leave_out(_CONDITIONED, term)
        elif counts[term.headword] > 1 and not _tells_apart(holds):
            losses.leave_out("headwords of several senses or windows (--chapter picks one)", term)
        else:
            found.append(term)
            for name, (what, has) in _FIELDS.items():
                if name not in holds and has(term):
                    losses.lose(what, term)
    return found


def _is_conditioned(term: Term, holds: Collection[str]) -> bool:
    own = term.keys[0].nearby if term.keys else NOTHING_NEARBY
    is_own_lost = own != NOTHING_NEARBY and "keys_nearby" not in holds
    return is_own_lost or (term.nearby != NOTHING_NEARBY and "nearby" not in holds)


def _tells_apart(holds: Collection[str]) -> bool:
    return "sense" in holds


def entries(terms: Sequence[Term], losses: Losses, holds: Collection[str]) -> list[Entry]:
    """
    One entry a spelling, for formats that know nothing but pairs.

    A spelling with judgment words, and one that several terms have, is left out. The headword comes first.
    """
    said = speakable(terms, losses, holds)
    owners: dict[str, int] = {}
    for term in said:
        for text in {term.headword, *(key.text for key in term.keys)}:
            owners[text] = owners.get(text, 0) + 1
    found = []
    for term in said:
        own = next((key for key in term.keys if key.text == term.headword), Key(term.headword))
        found.append(Entry(term, own, own.rendering or term.rendering))
        for key in term.keys:
            if key.text == term.headword:
                continue
            if key.nearby != NOTHING_NEARBY:
                losses.leave_out(_SPELLING_CONDITIONED, term)
            elif owners[key.text] > 1:
                losses.leave_out("spellings of several terms", term)
            else:
                losses.lose("which spellings are one term: each is an entry of its own", term)
                found.append(Entry(term, key, key.rendering or term.rendering))
    return found


def kept_keys(term: Term, losses: Losses, holds: Collection[str]) -> list[Key]:
    """The keys of *term* that a format with several keys an entry can say, the headword's own first."""
    found = []
    for key in term.keys or (Key(term.headword),):
        if key.nearby != NOTHING_NEARBY and "keys_nearby" not in holds:
            losses.leave_out(_SPELLING_CONDITIONED, term)
        elif key.rendering and key.text != term.headword and "key_renderings" not in holds:
            losses.leave_out("spellings with a rendering of their own", term)
        else:
            found.append(key)
    return found
