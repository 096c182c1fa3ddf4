"""Doctor: is everything here that caveat needs, and what in the vault is wrong?"""

import os
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from caveat.model.errors import CaveatError
from caveat.model.findings import Finding
from caveat.model.store import Store
from caveat.ops.behind import behind
from caveat.ops.index import all_findings
from caveat.ops.results import Check, Diagnosis
from caveat.store.health import damage, has_full_text, sqlite_version
from caveat.store.schema import VERSION
from caveat.vault.config import Config, load
from caveat.vault.scan import scan

EXTRAS = {"watch": "watchfiles"}
"""Extra → the module that it brings."""


def doctor(root: Path, index: Path, opened: Callable[[], Store]) -> Diagnosis:
    """
    Everything that is looked at, well or not; no check stops the next one.

    Args:
        root: Real path of the vault.
        index: Path of its index file.
        opened: Opens that index for reading.
    """
    checks = [_python(), _sqlite(), _config(root), _ignore(root)]
    findings: tuple[Finding, ...] = ()
    try:
        store = opened()
    except CaveatError as error:
        checks.append(Check("index", False, str(error)))
    else:
        try:
            checks += [_index(index), _integrity(index), _state(root, store)]
            findings = all_findings(store)
        finally:
            store.close()
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
    return Check("caveat.toml", True, f"{len(config.rules)} rules")


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
    found = behind(root, store.files())
    if not found.total:
        return Check("state", True, "the index is up to date")
    detail = f"{len(found.changed)} changed, {len(found.new)} new, {len(found.removed)} removed"
    return Check("state", False, f"the index is behind the files: {detail}", "Run `caveat index`.")


def _extras() -> list[Check]:
    found = []
    for extra, module in EXTRAS.items():
        has_it = find_spec(module) is not None
        detail = "installed" if has_it else f"not installed (pip install 'caveat[{extra}]')"
        found.append(Check(f"extra {extra}", True, detail))
    return found
