"""A rendering to offer for a name that nobody rendered yet: by the system, and never more than an offer."""

from caveat.model.errors import MissingExtra
from caveat.text.readings_zh import read_name
from caveat.text.transliterate import Transliteration, palladius_of, polivanov
from caveat.text.transliteration_check import read_japanese


def offer(name: str, *, system: str, kind: str = "person", reading: str = "") -> Transliteration | None:
    """
    *name* in Cyrillic by *system*.

    Args:
        name: As it stands in the book.
        system: ``palladius`` or ``polivanov``; for any other nothing is offered.
        kind: ``person`` parts surname and given name; see `transliterate.palladius`.
        reading: Pinyin or kana as declared; empty = by the tables.

    Returns:
        The spelling with those that are as good; None when no reading is known, or when katakana has sounds
        that only foreign words have: those are written by the language they came from.
    """
    if system == "palladius":
        try:
            read = read_name(name, kind=kind, reading=reading)
        except MissingExtra:
            return None
        return palladius_of(read, kind=kind) if read is not None else None
    if system == "polivanov":
        said = reading or read_japanese(name)
        found = polivanov(said, kind=kind, headword=name) if said else None
        return None if found is None or found.is_foreign else found
    return None
