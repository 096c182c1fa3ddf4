"""What a statement may be about: any record of the vault, and any term of its books."""

from collections.abc import Callable, Iterable

from caveat.model.errors import RefNotFound
from caveat.ops.made_by import fingerprint_of
from caveat.ops.recorded import TOLD, Moved, Recorded
from caveat.ops.recording import Desk


def about(desk: Desk, text: str) -> str:
    """
    The ref of the record that *text* means, or of the term of a book where no record fits.

    Raises:
        RefNotFound: Nothing fits.
        RefAmbiguous: Several records, or several terms, fit.
    """
    try:
        return desk.found(text)
    except RefNotFound:
        from caveat.ops.book.why import term_called

        if (found := term_called(desk.root, text)) is None:
            raise
        return found.term.ref


def telling(desk: Desk, refs: Iterable[str], act: Callable[[], Recorded]) -> Recorded:
    """
    What *act* recorded, with the terms among *refs* whose trust it moved; no index has them.

    Args:
        desk: Where it is recorded.
        refs: What *act* speaks of.
        act: Records it.
    """
    terms = [ref for ref in dict.fromkeys(refs) if ref.startswith("term:")]
    before = {ref: _standing(desk, ref) for ref in terms}
    recorded = act()
    told = []
    for ref in terms if recorded.events else ():
        (title, was), (_, now_is) = before[ref], _standing(desk, ref)
        if abs(was - now_is) >= TOLD:
            told.append(Moved(ref, title, was, now_is))
    return recorded._replace(moved=(*recorded.moved, *told))


def _standing(desk: Desk, ref: str) -> tuple[str, float]:
    """How a reader names the term *ref*, and its trust."""
    from caveat.ops.book.why import term_called, why_term

    if (found := term_called(desk.root, ref)) is None:
        return ref, 0.0
    made_by = fingerprint_of(desk.config)
    why = why_term(desk.root, desk.store, found, as_of=desk.as_of, made_by=made_by)
    return why.record.title, why.assessment.trust
