"""
Declared: what a vault says, beside its facts, of figures that no source states: computed, or waived.

A note's own author, who may be a model, declares nothing here: formulas count when their facts may be relied
on, and waivers are those of ``caveat.toml`` and of approved facts notes.
"""

from collections.abc import Collection, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from caveat.model.errors import InputError
from caveat.model.facts import Fact, Waiver
from caveat.model.records import Day
from caveat.model.store import Store
from caveat.vault.config import Config

if TYPE_CHECKING:
    from caveat.ops.figures import Figure


class Declared(NamedTuple):
    """
    What is declared of figures.

    Attributes:
        formulas: Each computed fact with the facts that it is computed from.
        waivers: Words whose figures need no source.
        rows: Path and line of every fact: how it is computed, and how precise it is, needs no source.
        excuses: Path and line of every waiver in a facts note: its words are no statement of that note.
        key: Changes with all of it; empty when there is nothing.
    """

    formulas: tuple[tuple[Fact, tuple[Fact, ...]], ...] = ()
    waivers: tuple[Waiver, ...] = ()
    rows: frozenset[tuple[str, int]] = frozenset()
    excuses: frozenset[tuple[str, int]] = frozenset()
    key: str = ""

    def computed(self, stated: "Sequence[Figure]", paths: Collection[str]) -> "list[Figure]":
        """
        The results that sources lead to by declared arithmetic.

        Args:
            stated: What the sources state; each number of a formula has to be among it,
            paths: or the facts note that holds the formula is one of these, the paths of the sources.
        """
        if not self.formulas:
            return []
        from caveat.ops.figures import stands_in

        return [
            _figure(fact)
            for fact, operands in self.formulas
            if fact.path in paths or all(stands_in(_figure(one), stated) for one in operands)
        ]

    def is_own(self, path: str, text: str, figure: "Figure") -> bool:
        """Whether *figure* of a facts note is no number of it: of a formula, a precision, or a waiver."""
        here = (path, figure.line)
        if here in self.excuses:
            return True
        cell = text[: figure.start].rpartition("|")[2].strip().lower()
        return here in self.rows and (cell.startswith(("=", "＝")) or cell.endswith(("within", "about")))

    def waived(self, path: str) -> tuple[str, ...]:
        """The words that are waived in the note at *path*, in a claim (``""``) those that hold everywhere."""
        if not self.waivers:
            return ()
        from caveat.vault.rules import compiled_glob, folded, glob_matches

        parts = folded(path).split("/")
        return tuple(
            one.words
            for one in self.waivers
            if not one.draft or (path and glob_matches(compiled_glob(one.draft), parts))
        )


NOTHING = Declared()
"""A vault that declares nothing of its figures."""


def declared(root: Path, store: Store, config: Config, *, as_of: Day) -> Declared:
    """
    What the vault at *root* declares.

    Args:
        root: Its real path.
        store: Its index, up to date.
        config: Its rules; without a table ``[check]`` nothing is declared.
        as_of: The day at which the freshness of facts is reckoned.
    """
    settings = config.check
    if settings is None or not (settings.facts or settings.waivers):
        return NOTHING
    facts: Sequence[Fact] = ()
    waivers: Sequence[Waiver] = settings.waivers
    if settings.facts:
        from caveat.ops.check_facts import CheckVault, loaded

        vault = CheckVault(root, config, lambda: nullcontext(store), lambda: None)
        try:
            found = loaded((), settings, vault, as_of=as_of)
        except InputError:
            found = None  # No note is there that the globs name: the check says so.
        if found is not None and not found.faults:
            facts, waivers = found.facts, found.waivers
    return _declared(facts, waivers)


def _declared(facts: Sequence[Fact], waivers: Sequence[Waiver]) -> Declared:
    by_id = {fact.id: fact for fact in facts}
    formulas = tuple(
        (fact, tuple(by_id[one] for one in fact.operands if one in by_id))
        for fact in facts
        if fact.operands and not fact.objection
    )
    live = tuple(waiver for waiver in waivers if not waiver.objection)
    rows = frozenset((fact.path, fact.line) for fact in facts)
    excuses = frozenset((waiver.path, waiver.line) for waiver in waivers if waiver.line)
    if not rows and not excuses and not live:
        return NOTHING
    from caveat.ops.behind import digest

    said = [*map(repr, formulas), *map(repr, live), *map(repr, sorted(rows | excuses))]
    return Declared(formulas, live, rows, excuses, digest("\n".join(said).encode())[:16])


def _figure(fact: Fact) -> "Figure":
    from caveat.ops.figures import Figure

    return Figure(((fact.value, fact.step),), fact.unit, fact.line, fact.words)
