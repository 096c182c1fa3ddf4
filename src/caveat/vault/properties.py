"""
Properties: what a note's frontmatter says of its pedigree, typed, with a finding for what cannot be read.

Where a key is given twice, the value that earns the least trust counts: a note cannot gain by saying two
things at once.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar, cast

from caveat.model.findings import Finding
from caveat.model.policy import Policy
from caveat.model.records import CLASSES, STEPS, VOLATILITIES, Day, RecordClass, Step, Volatility
from caveat.text.dates import day_of
from caveat.text.frontmatter import Frontmatter, Value
from caveat.vault.config import normal_kind

T = TypeVar("T")

HUMANS = frozenset(
    (
        "me myself self human hand manual person author i"
        " ich selbst mensch moi humain yo я сам сама человек вручную"
        " 我 本人 人工 自分 人間 私 나 사람"
    ).split()
)
"""Values of ``generated_by`` that name no model; our own list, in the languages of the analyser."""


TOOLS = frozenset(
    "pandoc scanner scan export import converter camera obsidian obsidian-clipper web-clipper browser".split()
)
"""Values of ``generated_by`` that carry text over and make none up; our own list."""


class Properties(NamedTuple):
    """
    Typed properties; None where a note says nothing or nothing readable.

    Attributes:
        declared: ``declared``, in ``[0, 1]``.
        reliability: ``reliability``, in ``[0, 1]``.
        tier: ``tier``, a whole number ``>= 0``.
        kind: ``kind``, normalised.
        record_class: ``class``.
        step: ``step``.
        volatility: ``volatility``.
        verified: ``verified``.
        created: ``created``, else ``date``.
        asserted_by: ``asserted_by``.
        generated_by: ``generated_by``.
        aliases: ``aliases`` or ``alias``.
        tags: ``tags`` or ``tag``, without ``#``.
        findings: What could not be read.
    """

    declared: float | None
    reliability: float | None
    tier: float | None
    kind: str | None
    record_class: RecordClass | None
    step: Step | None
    volatility: Volatility | None
    verified: Day | None
    created: Day | None
    asserted_by: str | None
    generated_by: str | None
    aliases: tuple[str, ...]
    tags: tuple[str, ...]
    findings: tuple[Finding, ...]


class _Reader:
    """Reads keys of one note and collects what is wrong with them."""

    def __init__(self, front: Frontmatter, path: str) -> None:
        self.front = front
        self.path = path
        self.findings: list[Finding] = []

    def texts(self, key: str) -> list[str]:
        """Every scalar given for *key*, in all its repetitions; blanks left out."""
        values = self.front.duplicates.get(key) or [self.front.values.get(key)]
        return [text for value in values for text in scalars(value)]

    def read(self, key: str, parse: Callable[[str], T | None], hint: str, *, is_ours: bool = True) -> list[T]:
        """The readable values of *key*; each unreadable one is a finding that gives *hint*."""
        found = []
        for text in self.texts(key):
            value = parse(text)
            if value is not None:
                found.append(value)
            elif not _is_placeholder(text):
                shown = text if len(text) <= 40 else text[:39] + "…"
                line = self.front.lines.get(key, 0)
                self.findings.append(
                    Finding(
                        "bad-value",
                        # Other tools use some of these names for things of their own.
                        "warning" if is_ours else "note",
                        f"{key}: {shown!r} cannot be read, so it does not count",
                        self.path,
                        line,
                        help=hint,
                    )
                )
        return found


def properties(front: Frontmatter, path: str, policy: Policy) -> Properties:
    """What *front* says, typed; *path* is where its findings point, *policy* knows the kinds."""
    reader = _Reader(front, path)
    share = "Write a number from 0 to 1, such as 0.95."
    date = "Write an ISO date, such as 2026-11-29."
    declared = reader.read("declared", _share, share)
    reliability = reader.read("reliability", _share, share)
    tier = reader.read("tier", _tier, "Leave it out: it is computed.")
    step = reader.read("step", _one_of(STEPS), f"Write one of {', '.join(STEPS)}.")
    volatility = reader.read("volatility", _one_of(VOLATILITIES), f"Write one of {', '.join(VOLATILITIES)}.")
    class_ = reader.read("class", _one_of(CLASSES), f"Write one of {', '.join(CLASSES)}.", is_ours=False)
    verified = reader.read("verified", _day, "Write the date on which a human looked, such as 2026-11-29.")
    created = reader.read("created", _day, date, is_ours=False) or reader.read(
        "date", _day, date, is_ours=False
    )
    kinds = reader.read("kind", lambda text: normal_kind(text) or None, "")
    makers = [name for text in reader.texts("generated_by") if (name := plain_name(text))]
    authors = [name for text in reader.texts("asserted_by") if (name := plain_name(text))]
    reader.findings += _unknown_kind(kinds, front, path, policy)
    return Properties(
        declared=min(declared, default=None),
        reliability=min(reliability, default=None),
        tier=max(tier, default=None),
        kind=min(kinds, key=lambda kind: policy.kind_reliability.get(kind, policy.undeclared), default=None),
        record_class=cast(
            "RecordClass | None",
            min(class_, key=lambda name: policy.class_weight[cast(RecordClass, name)], default=None),
        ),
        step=cast("Step | None", max(step, key=STEPS.index, default=None)),
        volatility=cast("Volatility | None", max(volatility, key=VOLATILITIES.index, default=None)),
        verified=min(verified, default=None),
        created=min(created, default=None),
        asserted_by=authors[-1] if authors else None,
        generated_by=next(
            (name for name in makers if names_model(name, authors[-1] if authors else None)),
            (*makers, None)[0],
        ),
        aliases=tuple(dict.fromkeys([*_names(reader, "aliases"), *_names(reader, "alias")])),
        tags=tuple(dict.fromkeys([*_tags(reader, "tags"), *_tags(reader, "tag")])),
        findings=tuple(reader.findings),
    )


def scalars(value: Value) -> Iterable[str]:
    """Every non-blank scalar in *value*, however deep, in order; keys of maps are no values."""
    pending: list[Value] = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            if text := item.strip():
                yield text
        elif isinstance(item, list):
            pending += reversed(item)
        elif isinstance(item, dict):
            pending += reversed(list(item.values()))


def names_model(generated_by: str, author: str | None = None) -> bool:
    """
    Whether a ``generated_by`` names a model: anything but a word for a human, a tool that invents nothing,
    or *author*, who stands behind the note.
    """
    name = generated_by.casefold()
    return name not in HUMANS and name not in TOOLS and name != (author or "").casefold()


def plain_name(text: str) -> str:
    """A name without link brackets, quotes and stray blanks; of a link its target, not what it shows."""
    bare = text.strip().removeprefix("[[").removesuffix("]]").strip("\"' ")
    return " ".join(bare.partition("|")[0].split())


def _share(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) and 0 <= value <= 1 else None


def _tier(text: str) -> float | None:
    return float(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _day(text: str) -> Day | None:
    return day_of(plain_name(text))


def _one_of(values: Sequence[str]) -> Callable[[str], str | None]:
    known = {value.casefold(): value for value in values}
    return lambda text: known.get(plain_name(text).casefold())


def _is_placeholder(text: str) -> bool:
    """A template's placeholder, or a word for nothing."""
    return "{{" in text or "<%" in text or text.casefold() in ("null", "none", "~", "n/a", "-", "—")


def _unknown_kind(kinds: Sequence[str], front: Frontmatter, path: str, policy: Policy) -> list[Finding]:
    known: Mapping[str, float] = policy.kind_reliability
    found = []
    for kind in kinds:
        if near := [] if kind in known else _near(kind, list(known)):
            message = f"kind: {kind!r} is not known; did you mean {near[0]!r}?"
            line = front.lines.get("kind", 0)
            advice = "Correct it, or add the kind with its reliability to caveat.toml."
            found.append(Finding("unknown-kind", "warning", message, path, line, help=advice))
    return found


def _near(kind: str, known: list[str]) -> list[str]:
    from difflib import get_close_matches

    return get_close_matches(kind, known, n=1, cutoff=0.8)


def _names(reader: _Reader, key: str) -> list[str]:
    return [" ".join(text.split()) for text in reader.texts(key)]


def _tags(reader: _Reader, key: str) -> list[str]:
    value = reader.front.values.get(key)
    # One string may hold several tags, parted by commas or blanks.
    texts = value.replace(",", " ").split() if isinstance(value, str) else reader.texts(key)
    return [tag for text in texts if (tag := text.strip().lstrip("#").strip())]
