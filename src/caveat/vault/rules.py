"""
Folder, path and tag rules: what a note is taken to be when its own frontmatter does not say.

A rule selects notes by ``folder``, ``path`` or ``tag`` (all that it names must fit) and gives defaults.
Selectors are compared without regard to case and to Unicode composition. Later rules win, key by key.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from caveat.model.records import RecordClass, Step, Volatility

if TYPE_CHECKING:
    import re

GLOB_SEGMENTS = 64
"""Most ``/``-separated parts of a path glob (our choice; keeps matching cheap on hostile input)."""


class Rule(NamedTuple):
    """
    One ``[[rule]]`` of ``caveat.toml``: at least one selector, at least one default.

    Attributes:
        folder: Folder with ``/``, as written; the rule fits every note in it and below. Empty = any.
        path: Glob over the vault-relative path. Empty = any.
        tag: Tag without ``#``; its nested tags fit too. Empty = any.
        kind: Kind of a primary, a key of ``Policy.kind_reliability``.
        record_class: Weight class in result lists.
        volatility: How fast the notes age.
        author: Who stands behind them (``asserted_by``).
        generated_by: Who typed them; never scores.
        reliability: Reliability of a primary in ``[0, 1]``; within one rule it goes before *kind*.
        step: How derived notes were made from their sources.
    """

    folder: str = ""
    path: str = ""
    tag: str = ""
    kind: str | None = None
    record_class: RecordClass | None = None
    volatility: Volatility | None = None
    author: str | None = None
    generated_by: str | None = None
    reliability: float | None = None
    step: Step | None = None

    @property
    def words(self) -> str:
        """How an explanation names the rule: ``folder rule contracts/``, ``tag rule #web``."""
        shown = [
            (name, text)
            for name, text in (
                ("folder", f"{self.folder}/" if self.folder else ""),
                ("path", self.path),
                ("tag", f"#{self.tag}" if self.tag else ""),
            )
            if text
        ]
        names = " and ".join(name for name, _ in shown)
        return f"{names} rule {' '.join(text for _, text in shown)}"


VALUE_FIELDS = ("kind", "record_class", "volatility", "author", "generated_by", "reliability", "step")
"""Fields of a `Rule` that give a default; the other fields select."""

_EMPTY: Mapping[Any, Any] = MappingProxyType({})


class Defaults(NamedTuple):
    """
    What the rules say of one note; None where no rule speaks.

    Attributes:
        kind: See `Rule`.
        record_class: See `Rule`.
        volatility: See `Rule`.
        author: See `Rule`.
        generated_by: See `Rule`.
        reliability: See `Rule`; where it is given it goes before *kind*.
        step: See `Rule`.
        origin: For each field that is not None, the rule it came from, in words.
    """

    kind: str | None = None
    record_class: RecordClass | None = None
    volatility: Volatility | None = None
    author: str | None = None
    generated_by: str | None = None
    reliability: float | None = None
    step: Step | None = None
    origin: Mapping[str, str] = _EMPTY


NO_DEFAULTS = Defaults()

Glob = tuple["re.Pattern[str] | None", ...]
"""A path glob by segments; None stands for ``**``."""


class RuleIndex(NamedTuple):
    """
    Rules compiled for many look-ups; each rule is filed under one selector and checked for the others.

    Attributes:
        rules: The rules in the order written.
        by_folder: Folded folder → numbers of the rules filed under it.
        by_tag: Folded tag → numbers of the rules filed under it.
        by_path: Numbers of the rules that only name a path.
        tags: Rule number → folded tag that must fit as well.
        globs: Rule number → glob that must fit as well.
        depth: Segments of the deepest folder filed.
    """

    rules: tuple[Rule, ...] = ()
    by_folder: Mapping[str, tuple[int, ...]] = _EMPTY
    by_tag: Mapping[str, tuple[int, ...]] = _EMPTY
    by_path: tuple[int, ...] = ()
    tags: Mapping[int, str] = _EMPTY
    globs: Mapping[int, Glob] = _EMPTY
    depth: int = 0


def folded(text: str) -> str:
    """*text* for comparing names: composed (NFC), without case."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())


def index_rules(rules: Sequence[Rule]) -> RuleIndex:
    """
    *rules* compiled for `defaults_of`.

    Raises:
        ValueError: A path glob has more than `GLOB_SEGMENTS` parts.
    """
    by_folder: dict[str, tuple[int, ...]] = {}
    by_tag: dict[str, tuple[int, ...]] = {}
    by_path: list[int] = []
    tags: dict[int, str] = {}
    globs: dict[int, Glob] = {}
    for number, rule in enumerate(rules):
        if rule.tag:
            tags[number] = folded(rule.tag)
        if rule.path:
            globs[number] = compiled_glob(rule.path)
        if rule.folder:
            key = folded(rule.folder)
            by_folder[key] = (*by_folder.get(key, ()), number)
        elif rule.tag:
            key = folded(rule.tag)
            by_tag[key] = (*by_tag.get(key, ()), number)
        else:
            by_path.append(number)
    depth = max((key.count("/") + 1 for key in by_folder), default=0)
    return RuleIndex(tuple(rules), by_folder, by_tag, tuple(by_path), tags, globs, depth)


def compiled_glob(glob: str) -> Glob:
    """
    *glob* by segments: ``*``, ``?`` and ``[…]`` stay within a segment, ``**`` spans any number of them.

    A glob without ``/`` fits a file name in any folder; one with ``/`` starts at the vault's root; a
    trailing ``/`` means everything below.

    Raises:
        ValueError: More than `GLOB_SEGMENTS` parts.
    """
    import re
    from fnmatch import translate  # its stars are atomic groups: no exponential backtracking

    text = folded(glob)
    if text.endswith("/"):
        text += "**"
    parts = [part for part in text.split("/") if part not in ("", ".")]
    if len(parts) > GLOB_SEGMENTS:
        raise ValueError(f"has {len(parts)} parts, at most {GLOB_SEGMENTS} are allowed")
    if "/" not in text:
        parts.insert(0, "**")
    return tuple(None if part == "**" else re.compile(translate(part)) for part in parts)


def glob_matches(glob: Glob, segments: Sequence[str]) -> bool:
    """Whether *glob* fits the folded path *segments*; at most their product in steps."""
    at = place = 0
    star = resume = -1
    while place < len(segments):
        if at < len(glob) and (pattern := glob[at]) is None:
            star, resume = at, place
            at += 1
        elif at < len(glob) and pattern is not None and pattern.match(segments[place]):
            at, place = at + 1, place + 1
        elif star >= 0:
            # Only the last ** has to be reconsidered: an earlier one taking more gains nothing.
            resume += 1
            at, place = star + 1, resume
        else:
            return False
    return all(pattern is None for pattern in glob[at:])


def defaults_of(index: RuleIndex, path: str, tags: Iterable[str] = ()) -> Defaults:
    """
    What the rules say of the note at *path* (vault-relative, ``/``) with *tags* (without ``#``).

    Later rules win per key. A rule that gives a kind also ends the reliability of an earlier one, for
    both say where a note came from.
    """
    if not index.rules:
        return NO_DEFAULTS
    numbers = _matching(index, folded(path).split("/"), {folded(tag) for tag in tags})
    if not numbers:
        return NO_DEFAULTS
    values: dict[str, Any] = {}
    origin: dict[str, str] = {}
    for number in numbers:
        rule = index.rules[number]
        if rule.kind is not None:
            values.pop("reliability", None)
            origin.pop("reliability", None)
        for field in VALUE_FIELDS:
            value = getattr(rule, field)
            if value is not None:
                values[field] = value
                origin[field] = rule.words
    return Defaults(**values, origin=origin)


def rules_that_fit(index: RuleIndex, notes: Iterable[tuple[str, Iterable[str]]]) -> dict[int, int]:
    """How many of *notes* (path and tags) each rule fits, by its number in the order written; 0 included."""
    counts = dict.fromkeys(range(len(index.rules)), 0)
    for path, tags in notes:
        for number in _matching(index, folded(path).split("/"), {folded(tag) for tag in tags}):
            counts[number] += 1
    return counts


def _matching(index: RuleIndex, segments: Sequence[str], tags: set[str]) -> list[int]:
    """Numbers of the rules that fit, in the order written."""
    candidates = list(index.by_path)
    if index.by_folder:
        folder = ""
        for segment in segments[: min(index.depth, len(segments) - 1)]:
            folder = f"{folder}/{segment}" if folder else segment
            candidates.extend(index.by_folder.get(folder, ()))
    reach = {prefix for tag in tags for prefix in _prefixes(tag)} if index.tags else set()
    for tag in reach:
        candidates.extend(index.by_tag.get(tag, ()))
    return sorted(number for number in candidates if _fits(index, number, segments, reach))


def _fits(index: RuleIndex, number: int, segments: Sequence[str], reach: set[str]) -> bool:
    """Whether the tag and the glob of a rule fit as well."""
    tag = index.tags.get(number)
    glob = index.globs.get(number)
    return (tag is None or tag in reach) and (glob is None or glob_matches(glob, segments))


def _prefixes(tag: str) -> Iterable[str]:
    """*tag* and the tags it is nested in: ``a/b`` gives ``a`` and ``a/b``; at most 32 levels."""
    cut = tag.find("/")
    for _ in range(32):
        if cut < 0:
            break
        yield tag[:cut]
        cut = tag.find("/", cut + 1)
    yield tag
