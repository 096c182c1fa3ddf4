"""Facts for a check: files become one list of facts, each with what speaks against relying on it."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

from caveat.judge.derive import derived
from caveat.model.errors import InputError
from caveat.model.facts import Fact, Waiver
from caveat.model.findings import Finding
from caveat.model.records import Day
from caveat.model.store import Store
from caveat.ops.fact_records import FACT
from caveat.ops.fact_trust import Trust
from caveat.ops.linking import NOTE
from caveat.ops.results_check import FactsFile
from caveat.text.decode import decode
from caveat.text.numbers import Setting
from caveat.vault.check_settings import CheckSettings
from caveat.vault.config import Config
from caveat.vault.facts import FactsNote, facts_note
from caveat.vault.rules import compiled_glob, folded, glob_matches
from caveat.vault.scan import MARKER, display, find_vault, read_bytes

MAX_FACTS_BYTES = 4 * 1024 * 1024
"""Largest facts file that is read; our choice: wide facts make a weak gate."""

_TOLD = 3
_NAME_ONE = "Name a Markdown file with facts in it."


class CheckVault(NamedTuple):
    """
    The vault that a check stands in.

    Attributes:
        root: Its real path.
        config: Its rules and constants.
        reading: Opens its index.
        refresh: Brings the index up to date with the files.
    """

    root: Path
    config: Config
    reading: Callable[[], AbstractContextManager[Store]]
    refresh: Callable[[], object]


class Loaded(NamedTuple):
    """
    The facts of one run.

    Attributes:
        facts: All of them, computed ones last.
        waivers: Words that may pass, beside the facts and in the configuration.
        files: Where they came from.
        remarks: What is worth knowing.
        faults: Why they cannot be used.
    """

    facts: tuple[Fact, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    files: tuple[FactsFile, ...] = ()
    remarks: tuple[Finding, ...] = ()
    faults: tuple[Finding, ...] = ()


class _Source(NamedTuple):
    """
    A facts file: how it is called, the path that opens it, and its path in the vault when it is a note.

    ``elsewhere`` is the other vault that holds it.
    """

    shown: str
    os_path: str
    note: str = ""
    is_inside: bool = False
    elsewhere: str = ""


def loaded(named: Sequence[str], settings: CheckSettings, vault: CheckVault | None, *, as_of: Day) -> Loaded:
    """
    The facts of the files that are *named*, else of the notes that the vault's configuration names.

    Args:
        named: Paths of facts files.
        settings: What the configuration says.
        vault: The vault that the check stands in; None = none.
        as_of: The day freshness is reckoned at.

    Raises:
        InputError: Nothing is named, here or there.
    """
    setting = Setting(settings.language, settings.dollar, settings.yen, settings.cents)
    named = _once(named)
    if vault is None or (named and not any(_is_inside(path, vault) for path in named)):
        found = _read([_outside(path, vault) for path in named], setting)
        return _put_together(found, {}, {}, settings)
    vault.refresh()
    with vault.reading() as store:
        sources = _named_sources(named, vault, store) if named else _configured(settings, vault, store)
        found = _read(sources, setting, settings.facts)
        notes = [source.note for source, note in found if source.note]
        ids = [FACT + fact.id for _, note in found for fact in note.facts]
        ids += [FACT + one.fact.id for _, note in found for one in note.derivations]
        trust = Trust(store, vault.config.policy, as_of, [*(NOTE + path for path in notes), *ids])
        by_note = {path: trust.of_note(NOTE + path) for path in notes}
        by_fact = {ref.removeprefix(FACT): trust.of_fact(ref) for ref in ids}
    return _put_together(found, by_note, by_fact, settings)


def _once(named: Sequence[str]) -> list[str]:
    """Every file once, however often and under whatever names it is given."""
    return list({os.path.realpath(path): path for path in reversed(named)}.values())[::-1]


def _outside(path: str, vault: CheckVault | None) -> _Source:
    """
    A file that is not in the vault of this check.

    What another vault holds has a trust there: its reader cannot vouch for it from here.
    """
    real = Path(os.path.realpath(path))
    folder = find_vault(real.parent)
    is_elsewhere = os.path.lexists(folder / MARKER) and (vault is None or folder != vault.root)
    return _Source(display(path), path, elsewhere=display(os.fspath(folder)) if is_elsewhere else "")


def _named_sources(named: Sequence[str], vault: CheckVault, store: Store) -> list[_Source]:
    """Files that were named; what lies in the vault is a note of it, with the trust of one."""
    notes = store.files()
    found = []
    for path in named:
        if not _is_inside(path, vault):
            found.append(_outside(path, vault))
            continue
        inside = os.path.relpath(os.path.realpath(path), vault.root).replace(os.sep, "/")
        found.append(_Source(display(path), path, inside if inside in notes else "", True))
    return found


def _is_inside(path: str, vault: CheckVault) -> bool:
    return os.path.realpath(path).startswith(os.path.join(vault.root, ""))


def _configured(settings: CheckSettings, vault: CheckVault, store: Store) -> list[_Source]:
    """The notes of the vault that its configuration names."""
    globs = [compiled_glob(one) for one in settings.facts]
    return [
        _Source(path, os.path.join(vault.root, path), path, True)
        for path in sorted(store.files())
        if any(glob_matches(glob, folded(path).split("/")) for glob in globs)
    ]


def _read(
    sources: Sequence[_Source], setting: Setting, globs: Sequence[str] = ()
) -> list[tuple[_Source, FactsNote]]:
    if not sources and globs:
        raise InputError(
            f"no facts to check against: no note fits {', '.join(globs[:_TOLD])}, which [check] facts in "
            "caveat.toml names: correct it there, or name a file with --facts"
        )
    if not sources:
        raise InputError(
            "no facts to check against: name a file with --facts, or notes under [check] facts in caveat.toml"
        )
    return [(source, _note(source, setting)) for source in sources]


def _note(source: _Source, setting: Setting) -> FactsNote:
    try:
        data = read_bytes(os.path.realpath(source.os_path), limit=MAX_FACTS_BYTES)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return _unusable(source, f"cannot be read: {reason}", _NAME_ONE)
    if source.elsewhere:
        help = f"Run the check with --vault {source.elsewhere}, which knows whether a human verified it."
        return _unusable(source, "lies in another vault, so that nobody can vouch for it from here", help)
    text = decode(data)
    for finding in text.findings:
        if finding.code in ("not-utf-8", "nul-byte"):
            return _unusable(source, "is no text in UTF-8", _NAME_ONE, finding.line)
    return facts_note(source.shown, text.text, setting)


def _unusable(source: _Source, message: str, help: str, line: int = 0) -> FactsNote:
    finding = Finding("bad-fact", "error", message, source.shown, line, help=help)
    return FactsNote(source.shown, findings=(finding,))


def _put_together(
    found: Sequence[tuple[_Source, FactsNote]],
    by_note: Mapping[str, str],
    by_fact: Mapping[str, str],
    settings: CheckSettings,
) -> Loaded:
    """One list of everything that was read, every id once, formulas computed."""
    facts: list[Fact] = []
    waivers = list(settings.waivers)
    files: list[FactsFile] = []
    findings: list[Finding] = []
    derivations = []
    for source, note in found:
        against = by_note.get(source.note, "")
        if source.is_inside and not source.note:
            against = "its file is in the vault and is no note of it, so that nobody can verify it"
        facts += (fact._replace(objection=against or by_fact.get(fact.id, "")) for fact in note.facts)
        derivations += [
            one._replace(fact=one.fact._replace(objection=against or by_fact.get(one.fact.id, "")))
            for one in note.derivations
        ]
        waivers += (waiver._replace(objection=against) for waiver in note.waivers)
        count = len(note.facts) + len(note.derivations)
        is_usable = all(finding.severity != "error" for finding in note.findings)
        files.append(FactsFile(source.shown, count, is_usable and not source.is_inside, against))
        findings += note.findings
    findings += _twice([*facts, *(one.fact for one in derivations)])
    is_sound = all(finding.severity != "error" for finding in findings)
    computed, refused = derived(facts, derivations) if is_sound else ([], [])
    for one in refused:
        fact = one.derivation.fact
        message = f"{fact.id} cannot be computed: {one.reason}"
        findings.append(Finding("bad-fact", "error", message, fact.path, fact.line, help="Mend its formula."))
    faults = tuple(finding for finding in findings if finding.severity == "error")
    if not faults and not facts and not computed:
        faults = (Finding("bad-fact", "error", "no facts at all", files[0].path, help="Write some."),)
    remarks = tuple(finding for finding in findings if finding.severity != "error")
    return Loaded((*facts, *computed), tuple(waivers), tuple(files), remarks, faults)


def _twice(facts: Iterable[Fact]) -> list[Finding]:
    first: dict[str, Fact] = {}
    found = []
    for fact in facts:
        other = first.setdefault(fact.id, fact)
        if other is not fact:
            message = f"two facts have the id {fact.id}: the other is in {other.place}"
            found.append(Finding("bad-fact", "error", message, fact.path, fact.line, help="Rename one."))
    return found
