"""Words put together: with hyphens, as alternatives of each other, and into whole names."""

from collections.abc import Sequence
from itertools import product

from caveat.text import tables_forms_ru as tables
from caveat.text.forms_russian import decline, unchanged
from caveat.text.forms_russian_endings import PLACES, Cell, Numbers, Paradigm, Traits

MOST_FORMS = 24
"""Most spellings of one case that are kept, the sure ones first; our choice."""


MOST_WORDS = 24
"""Most words of a name, and parts of a word, that decline: longer ones are no names. Our choice."""


def hyphenated(word: str, traits: Traits) -> Paradigm:
    """
    All forms of a word that may have hyphens: all its parts decline, or the first, or the last.

    Args:
        word: Without blanks.
        traits: What it is.
    """
    if "-" not in word:
        return decline(word, traits)
    parts = word.split("-")
    numbers = traits.numbers
    if len(parts) > MOST_WORDS:
        return unchanged(word, numbers)
    honorific = tables.HONORIFICS.get(parts[-1])
    if honorific is not None and traits.kind == "person":
        return _with_honorific(
            parts, traits, is_declined=honorific == "1" or (honorific == "m" and traits.gender != "f")
        )
    if any(part in tables.GENITIVE_PARTS for part in parts[1:-1]):
        return _glued([decline(parts[0], traits), *(unchanged(part, numbers) for part in parts[1:])], numbers)
    last = decline(parts[-1], traits)
    only_last = _glued([*(unchanged(part, numbers) for part in parts[:-1]), last], numbers)
    if traits.origin in ("chinese", "japanese"):
        return only_last
    every = _glued([*(decline(part, traits) for part in parts[:-1]), last], numbers)
    if traits.kind == "person" and (traits.origin == "native" or parts[0][-1:] in ("а", "я")):
        return every
    return either(only_last, every)


def either(first: Paradigm, second: Paradigm) -> Paradigm:
    """
    The forms of both; those that only the second has are not sure.

    Args:
        first: With the same numbers as the second.
        second: What it may be as well.
    """
    cells = tuple(map(merged, first.cells, second.cells))
    return Paradigm(cells, tuple(dict.fromkeys((*first.stems, *second.stems))))


def merged(cell: Cell, doubtful: Cell) -> Cell:
    """
    The forms of *cell*, and those that only the other has, not sure.

    Args:
        cell: Keeps what it is sure of.
        doubtful: Whatever it is sure of.
    """
    if cell == doubtful:
        return cell
    return tuple({**dict(cell), **{form: False for form, _ in doubtful if (form, True) not in cell}}.items())


def joined(words: Sequence[Paradigm], literals: Sequence[str], numbers: Numbers) -> Paradigm:
    """
    The forms of several words with what stands between them.

    Args:
        words: At least one.
        literals: Before, between and after the words; one more than there are words.
        numbers: Which cells are filled.

    Returns:
        Every choice of one form from each word, at most `MOST_FORMS` for a cell; sure where every word is.
    """
    cells: list[Cell] = [()] * 14
    stems = tuple([stem for word in words for stem in word.stems])
    if len(words) == 1:
        before, after = literals
        if not before and not after:
            return words[0]
        for place in PLACES[numbers]:
            cells[place] = tuple([(before + form + after, sure) for form, sure in words[0].cells[place]])
        return Paradigm(tuple(cells), stems)
    for place in PLACES[numbers]:
        cells[place] = _joined_cell([word.cells[place] for word in words], literals)
    return Paradigm(tuple(cells), stems)


def _joined_cell(cells: Sequence[Cell], literals: Sequence[str]) -> Cell:
    size = 1
    for cell in cells:
        size *= len(cell)
    if size > MOST_FORMS:
        cells = [_sure(cell) or cell[:1] for cell in cells]
    found: dict[str, bool] = {}
    first, rest = literals[0], literals[1:]
    for choice in product(*cells):
        text = first
        is_sure = True
        for (form, known), literal in zip(choice, rest, strict=True):
            text += form + literal
            is_sure = is_sure and known
        found[text] = found.get(text, False) or is_sure
        if len(found) == MOST_FORMS:
            break
    return tuple(found.items())


def _sure(cell: Cell) -> Cell:
    return tuple([form for form in cell if form[1]])


def _glued(parts: Sequence[Paradigm], numbers: Numbers) -> Paradigm:
    return joined(parts, ["", *("-" for _ in parts[1:]), ""], numbers)


def _with_honorific(parts: Sequence[str], traits: Traits, *, is_declined: bool) -> Paradigm:
    """A name with a suffix of address, which as a whole declines or not: Танаки-сан, Танака-сан."""
    numbers = traits.numbers
    name = "-".join(parts[:-1])
    base = _glued([hyphenated(name, traits), unchanged(parts[-1], numbers)], numbers)
    whole = unchanged("-".join(parts), numbers)
    cells = tuple(
        tuple({**dict(still), **dict(cell)}.items())
        for still, cell in zip(whole.cells, base.cells, strict=True)
    )
    both = Paradigm(cells, base.stems)
    if not is_declined:
        return both
    suffix = decline(parts[-1], traits._replace(origin="native", is_proper=False, gender="m"))
    one = either(both, _glued([unchanged(name, numbers), suffix], numbers))
    return either(one, _glued([hyphenated(name, traits), suffix], numbers))
