"""
Which terms a chapter names: every place is judged, in a fixed order, and the first objection decides.

Scan all overlapping matches · leave out what is inside a longer word, which is no match · of overlapping ones
the leftmost longest · window · judgment words · approval · several terms at one place · ordinary words ·
what stands at the ends. Nothing here asks a model, a clock or chance.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from caveat.judge.terms_lexicon import Lexicon, LexiconKey, lowered
from caveat.judge.terms_nearby import fits, zone
from caveat.judge.terms_usage import usage
from caveat.model.facts import Decision
from caveat.model.preparation import Occurrence, RubyReading, SuppressedOccurrence, TermReason
from caveat.model.terms import Term
from caveat.text.automaton import Match, resolve
from caveat.text.boundaries import Ends, cuts_word, ends, is_inside_run
from caveat.text.common_words import LISTS, common_words
from caveat.text.confusables import is_slip, skeleton
from caveat.text.fold_book import FoldedBook, fold_name
from caveat.text.stretches import Stretches

VERSION = "match/v1"
"""Changes when the same text and terms may be judged otherwise; part of every snapshot."""


class Slip(NamedTuple):
    """
    A key with a look-alike in it: what the text has is no match.

    Attributes:
        key: The key that was probably meant.
        start: First code point in the original text.
        end: One past the last.
        words: What stands there.
    """

    key: LexiconKey
    start: int
    end: int
    words: str


class Matches(NamedTuple):
    """
    What a chapter has of a lexicon.

    Attributes:
        occurrences: By place.
        suppressed: By place.
        ruby: Readings that could become keys.
        slips: Look-alikes, by place.
        covered: Stretches of the folded text that some key took, by start.
    """

    occurrences: tuple[Occurrence, ...]
    suppressed: tuple[SuppressedOccurrence, ...]
    ruby: tuple[RubyReading, ...]
    slips: tuple[Slip, ...]
    covered: tuple[tuple[int, int], ...]


class _Found(NamedTuple):
    key: LexiconKey
    start: int
    end: int
    ends: Ends
    is_freed: bool = False


def matches(lexicon: Lexicon, folded: FoldedBook, text: str, *, chapter: int) -> Matches:
    """
    Every place of every key, judged.

    Args:
        lexicon: The book's terms.
        folded: The text, folded by the lexicon's profile.
        text: The original.
        chapter: Its number.
    """
    found = _scan(lexicon, folded)
    resolved = resolve(Match(number, one.start, one.end) for number, one in enumerate(found))
    kept = [found[match.key] for match in resolved.kept]
    freed = _freed(found, kept, chapter)
    freed_places = {(one.start, one.end, id(one.key)) for one in freed}
    suppressed = [
        _suppressed(found[one.match.key], found[one.by.key], folded)
        for one in resolved.suppressed
        if (found[one.match.key].start, found[one.match.key].end, id(found[one.match.key].key))
        not in freed_places
    ]
    groups = _groups([*kept, *freed])
    occurrences = [one for group in groups for one in _judge(group, lexicon, folded, text, chapter)]
    occurrences += _read_aside(lexicon, folded, text, occurrences, chapter)
    occurrences.sort(key=lambda one: (one.start, one.end, one.term))
    covered = sorted({(one.start, one.end) for one in found})
    return Matches(
        tuple(occurrences),
        tuple(suppressed),
        _offers(lexicon, folded, [one for one in kept if one.key.term.window.holds(chapter)]),
        _slips(lexicon, folded, text, covered, chapter),
        tuple(covered),
    )


def _scan(lexicon: Lexicon, folded: FoldedBook) -> list[_Found]:
    """Every match that is one: not inside a longer word."""
    found = []
    scanned = [(lexicon.exact, lexicon.scanner.scan(folded.text))]
    if lexicon.loose_scanner is not None:
        scanned.append((lexicon.loose, lexicon.loose_scanner.scan(lowered(folded.text))))
    for keys, raw in scanned:
        for number, start, end in raw:
            key = keys[number]
            at_ends = _ends(key, folded.composed, start, end)
            if at_ends != "inside":
                found.append(_Found(key, start, end, at_ends))
    return found


def _ends(key: LexiconKey, composed: str, start: int, end: int) -> Ends:
    boundary = key.key.boundary
    if boundary == "none":
        return "whole"
    if boundary == "script" and is_inside_run(composed, start, end):
        return "inside"
    return ends(composed, start, end)


def _freed(found: Sequence[_Found], kept: Sequence[_Found], chapter: int) -> list[_Found]:
    """
    Matches that only a term outside its window stood over: no reader of this chapter knows that one.

    They are marked, for they are part of a longer name all the same.
    """
    alive = [one for one in kept if one.key.term.window.holds(chapter)]
    if len(alive) == len(kept):
        return []
    taken = Stretches((one.start, one.end) for one in alive)
    places = {(one.start, one.end, id(one.key)) for one in kept}
    waiting = [
        one._replace(is_freed=True)
        for one in found
        if one.key.term.window.holds(chapter)
        and (one.start, one.end, id(one.key)) not in places
        and not taken.touch(one.start, one.end)
    ]
    again = resolve(Match(number, one.start, one.end) for number, one in enumerate(waiting))
    return [waiting[match.key] for match in again.kept]


def _groups(found: Sequence[_Found]) -> list[list[_Found]]:
    groups: dict[tuple[int, int], dict[str, _Found]] = {}
    for one in found:
        groups.setdefault((one.start, one.end), {}).setdefault(one.key.term.ref, one)
    return [list(group.values()) for group in groups.values()]


def _judge(
    group: Sequence[_Found], lexicon: Lexicon, folded: FoldedBook, text: str, chapter: int
) -> list[Occurrence]:
    """The occurrences of the terms that one stretch names."""
    objections = [_objection(one, folded, chapter) for one in group]
    # A term whose rendering is meant for other words nearby leaves the place to those that fit.
    fitting = [
        one
        for one, (reason, _) in zip(group, objections, strict=True)
        if reason is None and _used(one, lexicon, folded) == "CONFIRMED"
    ]
    told = []
    for one, (objection, why) in zip(group, objections, strict=True):
        reason, detail = (objection, why) if objection else _doubt(one, fitting, lexicon, folded)
        told.append(_occurrence(one, reason, detail, lexicon, folded, text))
    return told


def _objection(one: _Found, folded: FoldedBook, chapter: int) -> tuple[TermReason | None, str]:
    """Why *one* is not meant, or may not be told."""
    term = one.key.term
    window = term.window
    if chapter < window.since:
        return "SPOILER", f"holds from chapter {window.since}"
    if not window.holds(chapter):
        return "EXPIRED", f"held until chapter {window.until}"
    if term.approval.is_retracted:
        return "RETRACTED", "it was taken back"
    asks = one.key.requires or one.key.forbids
    if asks and not fits(
        folded.text,
        folded.composed,
        (one.start, one.end),
        key=one.key.folded,
        requires=one.key.requires,
        forbids=one.key.forbids,
    ):
        return "NEARBY", "the words nearby are not those that the key asks for"
    return None, ""


def _used(one: _Found, lexicon: Lexicon, folded: FoldedBook) -> Decision:
    """Whether the rendering of the term may be used where *one* stands."""
    term = one.key.term
    if not any(term.nearby) and all(ban.text != term.rendering for ban in term.forbidden):
        return "CONFIRMED"
    start, end = zone(folded.text, one.start, one.end)
    return usage(term, term.rendering, folded.text[start:end], lexicon.form)


def _doubt(
    one: _Found, fitting: Sequence[_Found], lexicon: Lexicon, folded: FoldedBook
) -> tuple[TermReason, str]:
    """What keeps *one* from being certain; EXACT when nothing does."""
    term = one.key.term
    if not term.approval.is_approved:
        return ("UNAPPROVED" if term.approval.is_verified else "UNVERIFIED"), term.approval.reason
    if one not in fitting:
        return "USAGE", "its rendering is meant for other words nearby"
    if len(fitting) > 1:
        others = [other.key.term for other in fitting if other.key.term.ref != term.ref]
        named = ", ".join(_called(other) for other in others[:3])
        is_sense = all(_headword(other, lexicon) == _headword(term, lexicon) for other in others)
        return ("SENSES" if is_sense else "SURFACE"), f"it may also be {named}"
    if _is_homograph(one, folded):
        return "HOMOGRAPH", f"an ordinary word by the list {LISTS.get(lexicon.form.name, '')}"
    if one.ends == "hiragana":
        return "HIRAGANA", "inside a run of hiragana"
    if one.ends == "hangul":
        return "HANGUL", "not a whole word before a known particle"
    if one.key.key.boundary == "segment":
        words = common_words(lexicon.form.name)
        if word := cuts_word(folded.text, one.start, one.end, words):
            return "SEGMENT", f"it cuts the ordinary word {word}"
    if one.is_freed:
        return "FREED", "inside a longer key whose term does not hold for this chapter"
    return "EXACT", ""


def _is_homograph(one: _Found, folded: FoldedBook) -> bool:
    key = one.key
    if not key.is_common or key.term.is_curated or key.requires:
        return False
    first = folded.composed[one.start]
    if not first.isupper():
        return True
    # A capital tells a name from a word, but for the one that begins a sentence.
    before = folded.text[max(0, one.start - 8) : one.start].rstrip(" \"'“”‘«([")
    return not before or before[-1] in ".!?…:\n—–"


def _called(term: Term) -> str:
    return f"{term.headword} ({term.sense})" if term.sense else term.headword


def _headword(term: Term, lexicon: Lexicon) -> str:
    return fold_name(term.headword, lexicon.form)


def _occurrence(
    one: _Found, reason: TermReason, detail: str, lexicon: Lexicon, folded: FoldedBook, text: str
) -> Occurrence:
    start, end = folded.span(one.start, one.end)
    key = one.key
    decision = _DECISIONS.get(reason, "AMBIGUOUS")
    if reason == "USAGE" and _used(one, lexicon, folded) == "REJECTED":
        decision = "REJECTED"
    return Occurrence(
        decision,
        reason,
        key.term.ref,
        key.key.text,
        start,
        end,
        text[start:end],
        detail,
        key.key.kind,
    )


_DECISIONS: Mapping[TermReason, Decision] = {
    "EXACT": "CONFIRMED",
    "NEARBY": "REJECTED",
    "SPOILER": "REJECTED",
    "EXPIRED": "REJECTED",
    "RETRACTED": "REJECTED",
}


def _suppressed(one: _Found, by: _Found, folded: FoldedBook) -> SuppressedOccurrence:
    start, end = folded.span(one.start, one.end)
    return SuppressedOccurrence(one.key.term.ref, one.key.key.text, start, end, by.key.key.text)


def _read_aside(
    lexicon: Lexicon, folded: FoldedBook, text: str, told: Sequence[Occurrence], chapter: int
) -> list[Occurrence]:
    """Terms whose declared reading stands beside other characters."""
    if not folded.readings:
        return []
    spans: dict[str, list[tuple[int, int]]] = {}
    for told_one in told:
        spans.setdefault(told_one.term, []).append((told_one.start, told_one.end))
    places = {ref: Stretches(stretches) for ref, stretches in spans.items()}
    found = []
    for reading in folded.readings:
        place = folded.span(reading.start, reading.end)
        for key in lexicon.by_text.get(reading.text, ()):
            if key.key.kind != "ruby":
                # A reading is no text: only a key that was declared for it is looked for beside the text.
                continue
            one = _Found(key, reading.start, reading.end, "whole")
            if key.term.ref in places and places[key.term.ref].touch(*place):
                continue
            reason, detail = _objection(one, folded, chapter)
            if reason is None:
                fitting = [one] if _used(one, lexicon, folded) == "CONFIRMED" else []
                reason, detail = _doubt(one, fitting, lexicon, folded)
            found.append(_occurrence(one, reason, detail, lexicon, folded, text))
    return found


def _offers(lexicon: Lexicon, folded: FoldedBook, kept: Sequence[_Found]) -> tuple[RubyReading, ...]:
    if not folded.readings:
        return ()
    beside = {(one.start, one.end): one for one in folded.readings}
    offers: dict[tuple[str, str], RubyReading] = {}
    for one in kept:
        reading = beside.get((one.start, one.end))
        known = lexicon.by_text.get(reading.text, ()) if reading else ()
        if reading and all(key.term.ref != one.key.term.ref for key in known):
            offer = RubyReading(one.key.term.ref, folded.composed[one.start : one.end], reading.words)
            offers.setdefault((offer.term, reading.text), offer)
    return tuple(offers.values())


def _slips(
    lexicon: Lexicon, folded: FoldedBook, text: str, covered: Sequence[tuple[int, int]], chapter: int
) -> tuple[Slip, ...]:
    if lexicon.lookalikes is None or lexicon.slip_characters.isdisjoint(folded.composed):
        return ()
    keys, scanner = lexicon.lookalikes
    taken = set(covered)
    slips = []
    for number, start, end in scanner.scan(skeleton(folded.composed)):
        key, there = keys[number], folded.composed[start:end]
        is_same = folded.text[start:end] == key.folded or (start, end) in taken
        has_anchor = any(a == b for a, b in zip(there, key.composed, strict=True))
        is_open = key.term.window.holds(chapter)
        if is_same or not is_open or not has_anchor or not is_slip(there, key.composed):
            continue
        if ends(folded.composed, start, end) == "inside":
            continue
        first, last = folded.span(start, end)
        slips.append(Slip(key, first, last, text[first:last]))
    return tuple(sorted(slips, key=lambda slip: (slip.start, slip.end, slip.key.term.ref)))
