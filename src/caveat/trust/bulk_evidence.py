"""Evidence of a whole graph: who speaks of whom, who is an echo, and who counts once."""

from itertools import pairwise
from math import fsum
from typing import NamedTuple

import numpy as np

from caveat.model.columns import Columns
from caveat.trust.bulk_arrays import Bools, Floats, Ints, distinct, is_first, ordered, picked
from caveat.trust.bulk_columns import CONCERNS, CONTRADICTS, SUPERSEDES, SUPPORTS
from caveat.trust.bulk_levels import Pedigree
from caveat.trust.bulk_roots import (
    ASK,
    NO,
    YES,
    Answers,
    Questions,
    RootSets,
    answers,
    folded,
    is_contained,
    root_sets,
)
from caveat.trust.bulk_witnesses import (
    Witnesses,
    close,
    crowd,
    grouped,
    look_for_clashes,
    open_pairs,
)
from caveat.trust.voices import Voice, distinct_voices


class Voices(NamedTuple):
    """
    Who speaks of whom, by target and then by voice. Records are places.

    Attributes:
        edges: Numbers of the edges, in the order of *speakers*.
        speakers: Who speaks.
        voices: Where each voice starts in *speakers*; of those in it only the heaviest counts.
        starts: Where each target's voices start in *voices*.
        targets: Who is spoken of, each once.
    """

    edges: Ints
    speakers: Ints
    voices: Ints
    starts: Ints
    targets: Ints


class Copies(NamedTuple):
    """
    The supporters of one target, among which copies rest on different roots. Records are places.

    Attributes:
        target: Whom they support.
        speakers: Who they are.
        sets: Number of each one's root set.
        identities: What copies share; -1 = nothing.
    """

    target: int
    speakers: list[int]
    sets: list[int]
    identities: list[int]


class Evidence(NamedTuple):
    """
    All evidence, weighed as far as it can be without any number. Records are places.

    Attributes:
        supports: Supporters that are no echo; one voice a set of roots.
        copies: Those of the targets that *supports* leaves out.
        challenges: Contradicters and concerners; one voice a record or its copies.
        witnesses: Who may be a witness.
        correcting: Who superseded another record as corrected.
        corrected: Whom each of *correcting* superseded.
    """

    supports: Voices
    copies: tuple[Copies, ...]
    challenges: Voices
    witnesses: Witnesses
    correcting: Ints
    corrected: Ints


class Said(NamedTuple):
    """Edges: their numbers, the places of who speaks and of who is spoken of."""

    edges: Ints
    speakers: Ints
    targets: Ints

    def only(self, which: Bools) -> "Said":
        """The edges where *which* is true."""
        return self.at(np.flatnonzero(which))

    def at(self, positions: Ints) -> "Said":
        """The edges at *positions*, in that order."""
        return Said(*(picked(numbers, positions) for numbers in self))


def evidence(columns: Columns, pedigree: Pedigree, *, most: int) -> Evidence:
    """
    The evidence of *columns*.

    Args:
        columns: Of the records only author and identity are looked at, of the edges all but *at*.
        pedigree: Of the same columns.
        most: Possible witnesses up to which a target goes into a `Group`, ``>= 0``.
    """
    identity = picked(columns.identity, pedigree.order).astype(np.intp)
    author = picked(columns.author, pedigree.order).astype(np.intp)
    kind = columns.kind
    challenging = _said((kind == CONTRADICTS) | (kind == CONCERNS), columns, pedigree, identity)
    superseding = _said((kind == SUPERSEDES) & columns.corrected, columns, pedigree, identity)
    supporting = _said(kind == SUPPORTS, columns, pedigree, identity)
    supporting = supporting.at(ordered(supporting.targets, below=pedigree.order.size))
    sets = root_sets(pedigree, identity)
    speaking, found, witnesses = _compared(columns, supporting, sets, author, identity, most)
    return Evidence(
        *_supports(speaking, picked(found.name, picked(sets.set_of, speaking.speakers)), identity),
        _challenges(challenging, identity, pedigree),
        witnesses,
        superseding.speakers,
        superseding.targets,
    )


def _said(which: Bools, columns: Columns, pedigree: Pedigree, identity: Ints) -> Said:
    """Those of the edges that lead between records that are there and are not the same content."""
    edges = np.flatnonzero(which & (columns.speaker >= 0) & (columns.target >= 0))
    speakers = picked(pedigree.place, picked(columns.speaker, edges))
    targets = picked(pedigree.place, picked(columns.target, edges))
    own = picked(identity, speakers)
    is_self = (speakers == targets) | ((own >= 0) & (own == picked(identity, targets)))
    said = Said(edges, speakers, targets)
    return said.only(~is_self)


def _compared(
    columns: Columns, supporting: Said, sets: RootSets, author: Ints, identity: Ints, most: int
) -> tuple[Said, Answers, Witnesses]:
    """The supports that are no echo, what had to be spelled out, and who may be a witness."""
    confirming = supporting.only(picked(columns.confirmed, supporting.edges))
    by, of = picked(author, confirming.speakers), picked(author, confirming.targets)
    confirming = confirming.only((by < 0) | (by != of))
    groups, many = grouped(confirming.targets, confirming.speakers, most)
    for group in groups:
        look_for_clashes(group, sets, author, identity)
    pairs = [open_pairs(group) for group in groups]
    echo = is_contained(sets, supporting.speakers, supporting.targets)
    asked = supporting.only(echo == ASK)
    crowded = [sets.set_of[np.append(members, target)] for target, members in many]
    alike = _look_alikes(sets, supporting.only(echo != YES))
    found = answers(sets, _questions(sets, [(asked.speakers, asked.targets), *pairs], alike, crowded))
    in_turn = np.split(found.common, np.cumsum([asked.edges.size, *(one.size for one, _ in pairs)]))
    echo[echo == ASK] = in_turn[0] == found.size[sets.set_of[asked.speakers]]
    for group, common in zip(groups, in_turn[1:], strict=False):
        close(group, common)
    crowds = tuple([crowd(target, members, sets, found, author, identity) for target, members in many])
    return supporting.only(echo == NO), found, Witnesses(tuple(groups), crowds, found.roots)


def _questions(sets: RootSets, pairs: list[tuple[Ints, Ints]], alike: Ints, crowded: list[Ints]) -> Questions:
    """
    Everything about root sets that their marks leave open.

    Args:
        sets: What the marks say.
        pairs: Places whose sets have to be compared.
        alike: Sets that may be equal.
        crowded: Sets behind each crowd.
    """
    size = sets.set_of.size
    one, other = (sets.set_of[np.concatenate(places)] for places in zip(*pairs, strict=True))
    listed = distinct(np.concatenate([np.zeros(0, dtype=np.intp), *crowded]), below=size)
    listed = listed[listed >= sets.pedigree.primaries]
    return Questions(one, other, distinct(np.append(alike, listed), below=size), listed)


def _look_alikes(sets: RootSets, supporting: Said) -> Ints:
    """Sets of several roots that may be equal to another one behind the same target, with repetitions."""
    numbers = picked(sets.set_of, supporting.speakers)
    several = np.flatnonzero(numbers >= sets.pedigree.primaries)
    targets, numbers = picked(supporting.targets, several), picked(numbers, several)
    is_new = is_first(targets)
    has_company = ~is_new
    has_company[:-1] |= ~is_new[1:]
    targets, numbers = targets[has_company], numbers[has_company]
    marks = folded(sets, numbers)
    order = np.lexsort((numbers, marks, targets))
    targets, numbers, marks = targets[order], numbers[order], marks[order].view(np.intp)
    is_twin = ~is_first(targets, marks) & is_first(numbers)
    is_twin[:-1] |= is_twin[1:]
    return numbers[is_twin]


def _supports(speaking: Said, names: Ints, identity: Ints) -> tuple[Voices, tuple[Copies, ...]]:
    """
    Voices of the supporters.

    Args:
        speaking: By target.
        names: Number of the root set of each, equal for equal sets.
        identity: ``(n,)`` by place.
    """
    split = _split_copies(speaking, names, picked(identity, speaking.speakers))
    copies: list[Copies] = []
    if split.size:
        inside = np.isin(speaking.targets, split)
        theirs, their_names = speaking.only(inside), names[inside]
        bounds = [*np.flatnonzero(is_first(theirs.targets)).tolist(), theirs.targets.size]
        for first, last in pairwise(bounds):
            speakers = theirs.speakers[first:last]
            copies.append(
                Copies(
                    int(theirs.targets[first]),
                    speakers.tolist(),
                    their_names[first:last].tolist(),
                    identity[speakers].tolist(),
                )
            )
        speaking, names = speaking.only(~inside), names[~inside]
    return _voices(speaking, names, below=identity.size), tuple(copies)


def _split_copies(speaking: Said, names: Ints, identity: Ints) -> Ints:
    """The targets with supporters of the same content that rest on different roots."""
    copies = np.flatnonzero(identity >= 0)
    order = copies[np.lexsort((names[copies], identity[copies], speaking.targets[copies]))]
    targets, identity = speaking.targets[order], identity[order]
    return np.unique(targets[~is_first(targets, identity) & is_first(targets, identity, names[order])])


def _challenges(challenging: Said, identity: Ints, pedigree: Pedigree) -> Voices:
    own = picked(identity, challenging.speakers)
    size = pedigree.order.size
    names = np.where(own >= 0, own + size, challenging.speakers)
    return _voices(challenging, names, below=size + int(identity.max(initial=0)) + 1)


def _voices(said: Said, names: Ints, *, below: int) -> Voices:
    """*said* by target and name, each name one voice."""
    order = ordered(names, below=below)
    order = picked(order, ordered(picked(said.targets, order), below=below))
    said, names = said.at(order), picked(names, order)
    voices = np.flatnonzero(is_first(said.targets, names))
    spoken_of = said.targets[voices]
    starts = np.flatnonzero(is_first(spoken_of))
    return Voices(said.edges, said.speakers, voices, starts, spoken_of[starts])


def masses(voices: Voices, weights: Floats) -> Floats:
    """By target of *voices*, the sum of its voices; *weights* are by speaker, ``>= 0``."""
    if not voices.speakers.size:
        return np.zeros(0)
    heaviest = np.maximum.reduceat(weights, voices.voices)
    return np.add.reduceat(heaviest, voices.starts)


def mass_of_copies(copies: Copies, weight: Floats, is_active: Bools) -> float:
    """
    The sum of the voices of supporters among which copies rest on different roots.

    Args:
        copies: Who they are.
        weight: ``(n,)`` by place.
        is_active: ``(n,)`` by place; the roots of who is not are not there for a copy to speak for.
    """
    said = [
        (Voice(float(weight[place]), str(place)), roots, None if identity < 0 else str(identity))
        for place, roots, identity in zip(copies.speakers, copies.sets, copies.identities, strict=True)
        if is_active[place]
    ]
    return fsum([voice.weight for voice in distinct_voices(said)]) if said else 0.0
