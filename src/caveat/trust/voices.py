"""Voices: who counts once when many say the same."""

from typing import NamedTuple

Key = tuple[str, str | None]
"""What speaks once: a ref, or an empty string and the identity that copies share."""


class Voice(NamedTuple):
    """
    A record that speaks for or against another, and with what weight.

    Attributes:
        weight: ``>= 0``.
        ref: Who speaks; of several that count as one, the heaviest, then the first by ref.
    """

    weight: float
    ref: str


def heavier(voice: Voice, other: Voice | None) -> Voice:
    """Whichever of two that count as one speaks for both: by weight, then by ref."""
    if other is None or voice.weight > other.weight:
        return voice
    return voice if voice.weight == other.weight and voice.ref < other.ref else other


def by_weight(voices: list[Voice]) -> list[Voice]:
    """*voices*, the heaviest first, by ref among equals."""
    return voices if len(voices) == 1 else sorted(voices, key=lambda voice: (-voice.weight, voice.ref))


def distinct_voices(said: list[tuple[Voice, int, str | None]]) -> list[Voice]:
    """
    One voice per set of roots and per identity, the heaviest first.

    Args:
        said: Voices with the mask of their roots and their identity (None = only itself).

    Returns:
        When no two share an identity: the heaviest voice of each set of roots. Otherwise as many
        different records as there are different sets of roots to carry them, chosen for the
        greatest sum, so that one voice more never lowers it.
    """
    by_roots: dict[int, Voice] = {}
    has_copies = False
    for voice, roots, identity in said:
        by_roots[roots] = heavier(voice, by_roots.get(roots))
        has_copies = has_copies or identity is not None
    if len(by_roots) == 1 or not has_copies:
        return by_weight(list(by_roots.values()))
    copies: dict[Key, Voice] = {}
    roots_of: dict[Key, set[int]] = {}
    for voice, roots, identity in said:
        key = (voice.ref if identity is None else "", identity)
        copies[key] = heavier(voice, copies.get(key))
        roots_of.setdefault(key, set()).add(roots)
    if all(len(roots) == 1 for roots in roots_of.values()):
        return by_weight(list(by_roots.values()))
    carried: dict[int, Key] = {}
    chosen = []
    for key, voice in sorted(copies.items(), key=lambda item: (-item[1].weight, item[1].ref)):
        if _carry(key, roots_of, carried):
            chosen.append(voice)
    return chosen


def _carry(key: Key, roots_of: dict[Key, set[int]], carried: dict[int, Key]) -> bool:
    """Give *key* a set of roots of its own, moving others along when that helps (augmenting path)."""
    came_from: dict[int, Key] = {}
    queue = [key]
    for asking in queue:
        for roots in sorted(roots_of[asking]):
            if roots in came_from:
                continue
            came_from[roots] = asking
            if roots in carried:
                queue.append(carried[roots])
                continue
            free: int | None = roots
            while free is not None:
                taker = came_from[free]
                left = next((mask for mask, owner in carried.items() if owner == taker), None)
                carried[free] = taker
                free = left
            return True
    return False
