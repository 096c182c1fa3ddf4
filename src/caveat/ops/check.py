"""Check: the numbers of drafts against facts; nothing that is not confirmed may leave."""

import os
from collections.abc import Callable, Sequence
from typing import NamedTuple

from caveat.judge.book import Book
from caveat.judge.rules import Told, like_facts, weak_gate
from caveat.judge.twins import twins
from caveat.model.facts import Fact, Waiver
from caveat.model.findings import Finding
from caveat.model.quantities import QuantityKind
from caveat.model.records import Day
from caveat.ops.check_draft import (
    Gate,
    draft_format,
    draft_report,
    draft_text,
    read_draft,
)
from caveat.ops.check_facts import CheckVault, Loaded, loaded
from caveat.ops.clock import today
from caveat.ops.results_check import CheckReport, DraftReport
from caveat.text.fold import fold_key
from caveat.text.numbers import Setting
from caveat.vault.check_settings import CheckSettings
from caveat.vault.rules import compiled_glob, folded, glob_matches
from caveat.vault.scan import display

Progress = Callable[[int, int, str], None]
"""Told the number of steps done, of how many, and what is at work."""


class DraftSource(NamedTuple):
    """
    A draft to check.

    Attributes:
        path: Path of its file, or how it is called when *data* is given.
        data: Its bytes; None = those of the file.
    """

    path: str
    data: bytes | None = None


class Asked(NamedTuple):
    """
    What a check is asked for.

    Attributes:
        drafts: In order.
        facts: Facts files; empty = the notes that the vault's ``caveat.toml`` names.
        kinds: Kinds of numbers to judge; empty = as the vault says.
        language: Of drafts that do not say theirs; empty = as the vault says.
        is_value_only: Subjects are not looked at.
        may_be_empty: A draft without numbers passes.
        may_excuse_itself: Waivers in a draft count.
        is_measured: Say how much the gate catches in each draft.
        least_strength: Share of the wrong numbers that it has to catch, in ``[0, 1]``; None = any.
    """

    drafts: tuple[DraftSource, ...]
    facts: tuple[str, ...] = ()
    kinds: tuple[QuantityKind, ...] = ()
    language: str = ""
    is_value_only: bool = False
    may_be_empty: bool = False
    may_excuse_itself: bool = False
    is_measured: bool = False
    least_strength: float | None = None


def check(
    asked: Asked, vault: CheckVault | None = None, *, as_of: Day, progress: Progress | None = None
) -> CheckReport:
    """
    Every number of some drafts, judged against facts; no draft is written.

    Args:
        asked: Drafts, facts and how.
        vault: The vault that this stands in; None = facts come from the files named only.
        as_of: The day at which the freshness of facts is reckoned.
        progress: Told how far it is.

    Raises:
        InputError: No facts are named.
    """
    settings = _settings(asked, vault)
    facts = loaded(asked.facts, settings, vault, as_of=as_of)
    if facts.faults:
        return CheckReport((), facts.files, remarks=facts.remarks, faults=facts.faults)
    book = Book(facts.facts)
    gate = Gate(
        book,
        settings,
        Setting(settings.language, settings.dollar, settings.yen, settings.cents, _nouns(facts.facts)),
        asked.is_value_only,
        asked.may_be_empty,
        asked.may_excuse_itself,
    )
    drafts = []
    for number, source in enumerate(asked.drafts):
        if progress:
            progress(number, len(asked.drafts), display(source.path))
        drafts.append(_checked(source, gate, facts, vault, progress, asked))
    if progress:
        progress(len(asked.drafts), len(asked.drafts), "")
    return CheckReport(
        tuple(drafts),
        facts.files,
        len(facts.facts),
        sum(not fact.subjects for fact in facts.facts),
        sum(bool(fact.objection) for fact in facts.facts),
        (*facts.remarks, *_like(book)),
        is_value_only=asked.is_value_only,
    )


def check_files(asked: Asked, *, as_of: Day | None = None, progress: Progress | None = None) -> CheckReport:
    """As `check` where there is no vault: the facts are in the files that are named."""
    return check(asked, as_of=today() if as_of is None else as_of, progress=progress)


def _settings(asked: Asked, vault: CheckVault | None) -> CheckSettings:
    said = vault.config.check if vault is not None else None
    settings = said or CheckSettings()
    return settings._replace(
        kinds=asked.kinds or settings.kinds, language=asked.language or settings.language
    )


def _nouns(facts: Sequence[Fact]) -> frozenset[str]:
    """Words beside which a number word counts: those of the attributes."""
    return frozenset(word for fact in facts for name in fact.attributes for word in fold_key(name).split())


def _like(book: Book) -> list[Finding]:
    told = [(pair.second, like_facts(pair)) for pair in twins(book)]
    return [
        Finding(one.code, one.severity, one.message, fact.path, fact.line, help=one.help)
        for fact, one in told
    ]


def _checked(
    source: DraftSource,
    gate: Gate,
    facts: Loaded,
    vault: CheckVault | None,
    progress: Progress | None,
    asked: Asked,
) -> DraftReport:
    name = display(source.path)
    text = draft_text(source.path, source.data)
    if isinstance(text, Finding):
        return DraftReport(name, faults=(text,))
    read = read_draft(text, draft_format(name, text), gate)
    waivers = _holding(facts.waivers, source, vault)
    report = draft_report(name, read, gate, waivers)
    if not asked.is_measured and asked.least_strength is None:
        return report
    from caveat.ops.check_strength import strength

    def step(done: int, total: int) -> None:
        if progress:
            progress(done, total, f"strength of {name}")

    found = strength(read, gate, progress=step)
    share, least = found.share, asked.least_strength
    is_weak = share is not None and least is not None and share < least
    weak = [_finding(name, weak_gate(share or 0, least or 0))] if is_weak else []
    return report._replace(strength=found, findings=(*report.findings, *weak))


def _finding(path: str, told: Told, line: int = 0) -> Finding:
    return Finding(told.code, told.severity, told.message, path, line, help=told.help)


def _holding(waivers: Sequence[Waiver], source: DraftSource, vault: CheckVault | None) -> list[Waiver]:
    """The waivers that hold for a draft: by its path in the vault, else by the path as it was given."""
    if not waivers:
        return []
    names = [os.path.normpath(source.path).replace(os.sep, "/")]
    if vault is not None and source.data is None:
        real = os.path.realpath(source.path)
        if real.startswith(os.path.join(vault.root, "")):
            names.append(os.path.relpath(real, vault.root).replace(os.sep, "/"))
    segments = [folded(name).split("/") for name in names]
    if vault is None:
        # Without a vault nobody knows where the path of a waiver begins.
        segments = [parts[start:] for parts in segments for start in range(len(parts))]
    return [
        waiver
        for waiver in waivers
        if not waiver.draft or any(glob_matches(compiled_glob(waiver.draft), parts) for parts in segments)
    ]
