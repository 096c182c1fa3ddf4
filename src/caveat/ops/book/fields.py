"""Records with fields, as translators' tools write them: a speaker's name is compared apart from the line."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from caveat.judge.rendering_align import Pair
from caveat.model.errors import InputError


class Fields(NamedTuple):
    """
    Two files of records as two texts.

    Attributes:
        source: The fields of the source, one after the other.
        translation: Those of the translation.
        pairs: Each field with its translation.
        lines: Where each record starts in *translation*, so that a finding's line is the number of a record.
    """

    source: str
    translation: str
    pairs: tuple[Pair, ...]
    lines: Sequence[int]


def fields_of(source: str, translation: str, paths: tuple[str, str]) -> Fields | None:
    """
    The fields of two files of records; None when the source is running text.

    A file is a JSON list of objects, or JSON Lines. A field is a key whose value is text on both sides.

    Args:
        source: A file's text.
        translation: A file's text.
        paths: How both are called.

    Raises:
        InputError: Only one of them has records, or their numbers differ.
    """
    ours, theirs = _records(source), _records(translation)
    if ours is None and theirs is None:
        return None
    if ours is None or theirs is None:
        which = paths[0] if ours is None else paths[1]
        raise InputError(f"{which} has no records and the other file has: give two files of one kind")
    if len(ours) != len(theirs):
        said = f"{paths[0]} has {len(ours)} records and {paths[1]} has {len(theirs)}"
        raise InputError(f"{said}: give the translation of the same records")
    return _joined(ours, theirs)


def _records(text: str) -> list[dict[str, Any]] | None:
    head = text.lstrip()[:1]
    if head not in ("[", "{"):
        return None
    try:
        if head == "[":
            found = json.loads(text)
        else:
            found = [json.loads(line) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        return None
    return found


def _joined(ours: list[dict[str, Any]], theirs: list[dict[str, Any]]) -> Fields:
    source: list[str] = []
    translation: list[str] = []
    pairs: list[Pair] = []
    lines: list[int] = []
    place = other = 0
    for one, two in zip(ours, theirs, strict=True):
        lines.append(other)
        for key, value in one.items():
            said = two.get(key)
            if isinstance(value, str) and isinstance(said, str):
                pairs.append(Pair(place, place + len(value), other, other + len(said), key))
                source.append(value)
                translation.append(said)
                place += len(value) + 1
                other += len(said) + 1
    return Fields(
        "\n".join(source), "\n".join(translation), tuple(pairs) or (Pair(0, 0, 0, 0),), lines or [0]
    )
