"""
Many literal keys in one pass over a text: all overlapping matches, then the longest, leftmost first.

The machine of Aho and Corasick (1975): a tree of all keys in which every node knows where to go on when the
next character does not fit. It knows no language: keys and text come folded alike, and what is inside a
longer word is told by `whole_words`, or by a judge that knows the script.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from caveat.model.errors import InputError
from caveat.text.tables_scripts import ALPHABETIC

_LETTER = re.compile(f"[{ALPHABETIC}]")


class Match(NamedTuple):
    """
    One place where a key stands.

    Attributes:
        key: Index of the key, from 0.
        start: First code point in the scanned text.
        end: One past the last.
    """

    key: int
    start: int
    end: int


class Suppressed(NamedTuple):
    """
    A match that gave way.

    Attributes:
        match: What was found.
        by: The kept match that it overlaps: the first of those with that span.
    """

    match: Match
    by: Match


class Resolved(NamedTuple):
    """
    Matches without overlap.

    Attributes:
        kept: By place; several have one span when several keys read alike there.
        suppressed: The others, by place, the longer first.
    """

    kept: tuple[Match, ...]
    suppressed: tuple[Suppressed, ...]


class Scanner(Protocol):
    """Keys that can be looked for; every implementation finds the same matches in the same order."""

    def scan(self, text: str) -> list[Match]:
        """All matches in *text*, by end, then the longer first, then by key."""
        ...


class Automaton:
    """
    Keys compiled for scanning, in plain Python.

    Building takes time and memory in proportion to the characters of all keys, about 120 bytes each. Scanning
    takes time in proportion to the text and its matches, whatever they are: a character that fits nothing
    costs no more steps than were saved by the ones before it.
    """

    def __init__(self, keys: Sequence[str]) -> None:
        """
        Args:
            keys: Literals, compared character by character; equal ones are all found.

        Raises:
            InputError: A key is empty; the message gives its index.
        """
        self._lengths = checked_lengths(keys)
        self._root = _Node()
        indexes: dict[str, list[int]] = {}
        for index, key in enumerate(keys):
            indexes.setdefault(key, []).append(index)
        for key, same in indexes.items():
            node = self._root
            for character in key:
                child = node.get(character)
                if child is None:
                    child = node[character] = _Node()
                node = child
            node.ending = tuple(same)
        _link(self._root)

    def scan(self, text: str) -> list[Match]:
        """
        All matches in *text*, by end, then the longer first, then by key.

        Args:
            text: Folded as the keys are.
        """
        # Remembering the way of each character that fits nothing was measured: it helps a text that is
        # scanned twice and slows down every new one, by 20 % in Chinese.
        found: list[Match] = []
        lengths = self._lengths
        root = node = self._root
        new = tuple.__new__
        for end, character in enumerate(text, 1):
            child = node.get(character)
            if child is None:
                fail = node.fail
                while child is None and fail is not None:
                    child = fail.get(character)
                    fail = fail.fail
            node = root if child is None else child
            if node.is_final:
                final: _Node | None = node
                while final is not None:
                    for key in final.ending:
                        found.append(new(Match, (key, end - lengths[key], end)))
                    final = final.shorter
        return found


def resolve(matches: Iterable[Match]) -> Resolved:
    """
    Of overlapping matches the one that starts first, and of those the longest.

    What does not count (outside its window, inside a longer word) is left out before; a match that is
    suppressed comes back to nobody.

    Args:
        matches: In any order, of one text.

    Returns:
        Every match exactly once. The order of the input changes nothing.
    """
    kept: list[Match] = []
    suppressed: list[Suppressed] = []
    leader = Match(-1, 0, 0)
    for match in sorted(matches, key=_leftmost_longest):
        if match.start >= leader.end:
            leader = match
            kept.append(match)
        elif match.start == leader.start and match.end == leader.end:
            kept.append(match)
        else:
            suppressed.append(Suppressed(match, leader))
    return Resolved(tuple(kept), tuple(suppressed))


def whole_words(text: str, matches: Iterable[Match]) -> Iterator[Match]:
    """
    The matches that are not inside a longer word of an alphabetic script.

    A border is needed only where the key itself begins or ends with a Latin, Greek or Cyrillic letter or an
    ASCII digit, so that keys in Han or kana, and keys like ``#hello``, are never held back.

    Args:
        text: What was scanned.
        matches: In any order; the order is kept.
    """
    is_letter = _LETTER.match
    last = len(text)
    for match in matches:
        _, start, end = match
        if start and is_letter(text, start - 1) and is_letter(text, start):
            continue
        if end < last and is_letter(text, end) and is_letter(text, end - 1):
            continue
        yield match


def checked_lengths(keys: Sequence[str]) -> list[int]:
    """
    The length of each key, in code points.

    Raises:
        InputError: A key is empty; the message gives its index.
    """
    lengths = list(map(len, keys))
    if 0 in lengths:
        raise InputError(f"key {lengths.index(0)} is empty and would stand everywhere; leave it out")
    return lengths


class _Node(dict[str, "_Node"]):
    """
    What has been read of a key; the items say where each next character leads.

    Attributes:
        fail: The node of the longest suffix of this one that some key begins with; None at the root.
        ending: Indexes of the keys that end here.
        shorter: The next shorter suffix in which a key ends.
        is_final: A key ends here, or in a suffix.
    """

    __slots__ = ("ending", "fail", "is_final", "shorter")

    def __init__(self) -> None:
        self.fail: _Node | None = None
        self.ending: tuple[int, ...] = ()
        self.shorter: _Node | None = None
        self.is_final = False


def _link(root: _Node) -> None:
    """Set where each node goes on when no child fits, the nodes near the root first."""
    layer = list(root.values())
    for node in layer:
        node.fail = root
        node.is_final = bool(node.ending)
    for node in layer:
        for character, child in node.items():
            fail = node.fail
            while fail is not None and character not in fail:
                fail = fail.fail
            child.fail = suffix = root if fail is None else fail[character]
            child.shorter = suffix if suffix.ending else suffix.shorter
            child.is_final = bool(child.ending) or child.shorter is not None
            layer.append(child)


def _leftmost_longest(match: Match) -> tuple[int, int, int]:
    return match.start, -match.end, match.key
