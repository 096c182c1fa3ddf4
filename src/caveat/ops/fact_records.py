"""
Facts in the index: each fact of the vault's facts notes is a record, made from its note.

So that it has a trust, and a claim may contradict ``fact:alpha.out`` and nothing else of the note. A fact is
worth what its note is worth, less what speaks against the fact itself.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from caveat.model.findings import Finding
from caveat.model.records import Record
from caveat.model.store import Entry, Store, StoredLink
from caveat.ops.linking import NOTE
from caveat.vault.config import Config
from caveat.vault.scan import ScannedFile, read_bytes

if TYPE_CHECKING:
    from caveat.model.facts import Derivation, Fact

FACTS = "facts"
"""Key of what the facts in the index were read from; also the owner of the findings about them."""

FACT = "fact:"
"""What the ref of a fact begins with."""


def put_facts(store: Store, files: Sequence[ScannedFile], config: Config) -> bool:
    """
    Make the facts kept those of the notes that ``[check] facts`` names, as the files hold them now.

    Args:
        store: Holds the notes as they are now.
        files: The vault's notes.
        config: Says which of them hold facts.

    Returns:
        Whether anything was written.
    """
    settings = config.check
    if (settings is None or not settings.facts) and store.meta(FACTS) in (None, ""):
        return False
    paths = _named(store, config)
    hashes = {path: state.file_hash for path, state in store.files().items() if path in paths}
    stamp = json.dumps([repr(settings), hashes], sort_keys=True) if hashes else ""
    if (store.meta(FACTS) or "") == stamp:
        return False
    entries, findings = _entries([file for file in files if file.path in paths], config)
    with store.batch():
        store.remove(sorted(set(store.refs(kind="fact")) - {entry.record.ref for entry in entries}))
        for entry in entries:
            store.put(entry)
        store.put_findings(FACTS, findings)
        store.put_meta({FACTS: stamp})
    return True


def _named(store: Store, config: Config) -> set[str]:
    from caveat.vault.rules import compiled_glob, folded, glob_matches

    globs = [compiled_glob(one) for one in config.check.facts] if config.check is not None else []
    return {
        path
        for path in store.files()
        if globs and any(glob_matches(glob, folded(path).split("/")) for glob in globs)
    }


def _entries(files: Iterable[ScannedFile], config: Config) -> tuple[list[Entry], list[Finding]]:
    """The facts of some notes, computed ones too; what cannot be used is a finding and no fact."""
    from caveat.judge.derive import derived
    from caveat.text.decode import decode
    from caveat.text.numbers import Setting
    from caveat.vault.check_settings import CheckSettings
    from caveat.vault.facts import facts_note

    settings = config.check or CheckSettings()
    setting = Setting(settings.language, settings.dollar, settings.yen, settings.cents)
    facts: dict[str, Fact] = {}
    derivations: list[Derivation] = []
    findings: list[Finding] = []
    for file in files:
        try:
            text = decode(read_bytes(file.os_path)).text
        except OSError:
            continue  # told where the note itself is read
        note = facts_note(file.path, text, setting)
        findings += note.findings
        facts |= {fact.id: fact for fact in note.facts}
        derivations += note.derivations
    for one in derivations:
        facts.pop(one.fact.id, None)
    computed, _ = derived(facts.values(), derivations)
    return [_entry(fact) for fact in (*facts.values(), *computed)], findings


def _entry(fact: "Fact") -> Entry:
    from caveat.text.fold import fold_key

    ref = FACT + fact.id
    said = [*fact.subjects[:1], *fact.attributes[:1]] or [fact.note]
    value = fact.words if not fact.operands else f"{fact.value:f} {fact.unit} {fact.words}"
    stated: Mapping[str, object] = {
        key: value for key, value in fact._asdict().items() if key not in ("path", "line", "objection")
    }
    content = json.dumps(stated, default=str, sort_keys=True, ensure_ascii=False)
    sources = [NOTE + fact.path, *(FACT + operand for operand in fact.operands)]
    # Named by an event, a source is a ref; what made it is the table, not the ledger.
    links = tuple(StoredLink(0, "derives", ref, None, source, event=FACTS) for source in sources)
    record = Record(
        ref,
        "fact",
        f"{fact.id}: {value} — {', '.join(said)}",
        step="copy",
        line=fact.line,
        content_hash=hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest(),
    )
    return Entry(record, names=(fold_key(fact.id),), links=links)
