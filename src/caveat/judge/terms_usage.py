"""Renderings under conditions: which one may be used where, by the words of the source text nearby."""

from collections.abc import Iterable

from caveat.judge.terms_nearby import is_near
from caveat.model.facts import Decision
from caveat.model.terms import Nearby, Term
from caveat.text.fold_book import Profile, fold_name


def usage(term: Term, rendering: str, source: str, form: Profile) -> Decision:
    """
    Whether *rendering* may stand for *term* where *source* is translated.

    Args:
        term: Its rendering and aliases are admitted, under its judgment words when it has any.
        rendering: What a translation uses, as declared.
        source: The words of the original around the place, folded by *form*.
        form: The book's fold profile.

    Returns:
        CONFIRMED: admitted. REJECTED: forbidden here. AMBIGUOUS: it is admitted and forbidden under
        conditions of which none fits, or both; or nothing is said of it.
    """
    is_admitted = rendering in (term.rendering, *term.aliases)
    admitted = is_admitted and _fits(term.nearby, source, form)
    bans = [ban for ban in term.forbidden if ban.text == rendering]
    banned = any(_fits(ban.nearby, source, form) for ban in bans)
    if admitted and banned:
        # What is said without a condition gives way to what is said under one.
        conditional = any(_fits(ban.nearby, source, form) and any(ban.nearby) for ban in bans)
        return "REJECTED" if conditional and not any(term.nearby) else "AMBIGUOUS"
    if banned:
        return "REJECTED"
    if admitted:
        return "CONFIRMED"
    return "AMBIGUOUS"


def forbidden_here(term: Term, source: str, form: Profile) -> tuple[str, ...]:
    """The renderings that are forbidden for *term* around *source*, in the order declared."""
    return tuple(ban.text for ban in term.forbidden if _fits(ban.nearby, source, form))


def _fits(nearby: Nearby, source: str, form: Profile) -> bool:
    requires, forbids = _folded(nearby.requires, form), _folded(nearby.forbids, form)
    return (not requires or is_near(source, requires)) and not is_near(source, forbids)


def _folded(words: Iterable[str], form: Profile) -> list[str]:
    return [folded for word in words if (folded := fold_name(word, form))]
