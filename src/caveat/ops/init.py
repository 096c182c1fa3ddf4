"""Init: look at a vault, propose rules for its folders, show what they would change, write caveat.toml."""

import os
from pathlib import Path

from caveat.model.errors import ConfigError
from caveat.model.store import Entry
from caveat.ops.results import ProposedRule, Setup
from caveat.text.links import is_url
from caveat.vault.config import Config, load, parse
from caveat.vault.notes import Parsed, entry_of, parsed_note
from caveat.vault.properties import scalars
from caveat.vault.propose import NoteFacts, Proposed, propose, render_toml
from caveat.vault.rules import VALUE_FIELDS
from caveat.vault.scan import MARKER, read_bytes, scan

URL_KEYS = frozenset({"url", "source", "link", "source_url", "origin", "web", "href"})
"""Properties that name where a clipped page came from, as clippers write them."""


def init(root: Path, *, is_dry: bool) -> Setup:
    """
    What a first ``caveat.toml`` could say; written unless *is_dry*. No note is touched.

    Raises:
        ConfigError: The vault has a ``caveat.toml`` already, which is never overwritten.
    """
    target = root / MARKER
    if os.path.lexists(target) and not is_dry:
        load(root)
        raise ConfigError(f"{target} exists already: edit it, or see `caveat init --dry-run` for a proposal")
    notes = _notes(root)
    proposal = propose([facts for facts, _ in notes])
    text = render_toml(proposal)
    config = parse(text.encode("utf-8"))
    if not is_dry:
        # "x": a file that appeared meanwhile is somebody's, and stays.
        with open(target, "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    before = sum(_is_undeclared(entry_of(note, Config())) for _, note in notes)
    after = sum(_is_undeclared(entry_of(note, config)) for _, note in notes)
    return Setup(
        vault=str(root),
        notes=len(notes),
        rules=tuple(_rule(proposed) for proposed in proposal.rules),
        hints=tuple(_rule(proposed) for proposed in proposal.hints),
        ignore=tuple(folder for folder, _ in proposal.ignore),
        untouched=proposal.untouched,
        undeclared_before=before,
        undeclared_after=after,
        toml=text,
        is_written=not is_dry,
    )


def _notes(root: Path) -> list[tuple[NoteFacts, Parsed]]:
    found = []
    for file in scan(root).files:
        try:
            data = read_bytes(file.os_path)
        except OSError:
            # `caveat index` names it; a proposal does without.
            continue
        note = parsed_note(file.path, data, Config())
        keys = frozenset(note.front.values)
        facts = NoteFacts(file.path, note.tags, _has_address(note), keys)
        found.append((facts, note))
    return found


def _has_address(note: Parsed) -> bool:
    """Whether a property says which web address the note came from."""
    given = (scalars(note.front.values[key]) for key in URL_KEYS & note.front.values.keys())
    return bool(note.urls) or any(is_url(text) for texts in given for text in texts)


def _is_undeclared(entry: Entry) -> bool:
    return entry.record.declared is None and not any(link.kind == "derives" for link in entry.links)


def _rule(proposed: Proposed) -> ProposedRule:
    names = {"record_class": "class", "author": "author"}
    said = [
        f"{names.get(field, field)} = {value}"
        for field in VALUE_FIELDS
        if (value := getattr(proposed.rule, field)) is not None
    ]
    return ProposedRule(proposed.rule.words, proposed.notes, ", ".join(said), proposed.reason)
