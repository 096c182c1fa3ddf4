"""The same scanning by `ahocorasick_rs` (Rust, Apache-2.0), where it is installed: an optional backend."""

from collections.abc import Sequence

from caveat.model.errors import MissingExtra
from caveat.text.automaton import Automaton, Match, checked_lengths


class NativeAutomaton:
    """Keys compiled for scanning by the native library; finds what `Automaton` finds, in the same order."""

    def __init__(self, keys: Sequence[str]) -> None:
        """
        Args:
            keys: As for `Automaton`.

        Raises:
            InputError: A key is empty; the message gives its index.
            MissingExtra: The library is not installed.
        """
        try:
            import ahocorasick_rs as native  # type: ignore[import-not-found, unused-ignore]
        except ImportError as error:
            raise MissingExtra(
                "native scanning needs the extra `fast`: pip install 'caveat[fast]'"
            ) from error
        self._lengths = checked_lengths(keys)
        self._keys = tuple(keys)
        # A lone surrogate is no character to Rust: a key that holds one is looked for in plain Python.
        self._is_plain = not any(map(_has_surrogate, keys))
        self._native = native.AhoCorasick(self._keys if self._is_plain else (), native.MatchKind.Standard)
        self._twin: Automaton | None = None

    def scan(self, text: str) -> list[Match]:
        """
        All matches in *text*, by end, then the longer first, then by key.

        Args:
            text: Folded as the keys are; one with lone surrogates is scanned by `Automaton`.
        """
        if not self._is_plain or _has_surrogate(text):
            if self._twin is None:
                self._twin = Automaton(self._keys)
            return self._twin.scan(text)
        found = self._native.find_matches_as_indexes(text, overlapping=True)
        matches = list(map(Match._make, found))
        # The library does not promise an order; this costs little where it is the right one already.
        matches.sort(key=_by_end)
        return matches


def _by_end(match: Match) -> tuple[int, int, int]:
    return match.end, match.start, match.key


def _has_surrogate(text: str) -> bool:
    if text.isascii():
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False
