"""
wenyi: a SQLite file with the tables ``glossary`` and ``term_conflicts``; read only.

What is here are the rows of those tables, as `store.foreign` reads them; a row has no line, so that its
number counts. Open conflicts are rows of their own: a second rendering of a headword, which waits.
``first_chapter`` says where a name was met, not from when it holds, and sets no window.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from caveat.model.terms import Key, Term, TermGender, TermKind
from caveat.vault.glossaries.json_items import words
from caveat.vault.glossaries.rows import Collector, Rows

GLOSSARY = "glossary"
CONFLICTS = "term_conflicts"

Table = Sequence[Mapping[str, Any]]
"""Rows of a table: column → value."""

KINDS: dict[str, TermKind] = {
    "person": "person", "name": "person", "character": "person", "人名": "person", "人物": "person",
    "place": "place", "location": "place", "地名": "place",
    "organization": "organisation", "organisation": "organisation", "org": "organisation",
    "组织": "organisation",
    "item": "item", "artifact": "item", "物品": "item",
    "skill": "technique", "technique": "technique", "技能": "technique", "功法": "technique",
    "title": "title", "appellation": "title", "称号": "title", "honorific": "honorific",
    "term": "concept", "concept": "concept", "other": "concept",
}  # fmt: skip
"""Kinds of terms by the words that glossaries have for them."""

GENDERS: dict[str, TermGender] = {
    "m": "m", "male": "m", "masculine": "m", "man": "m", "男": "m", "男性": "m", "м": "m", "муж": "m",
    "f": "f", "female": "f", "feminine": "f", "woman": "f", "女": "f", "女性": "f", "ж": "f", "жен": "f",
    "n": "n", "neuter": "n", "neutral": "n", "с": "n", "ср": "n", "hidden": "hidden",
}  # fmt: skip
"""Genders by the words that glossaries have for them."""


def read_tables(glossary: Table, conflicts: Table = ()) -> Rows:
    """The terms of both tables, those of the conflicts behind the others."""
    collector = Collector()
    for number, row in enumerate(glossary, 1):
        if collector.is_full:
            break
        said = {name: words(row.get(name)) for name in ("source", "target", "reading", "note")}
        kind = kind_of(words(row.get("type")), number, collector)
        gender = gender_of(words(row.get("gender")), number, collector)
        keys = tuple(Key(text, "nick") for text in _aliases(row.get("aliases"), number, collector))
        if row.get("first_chapter") is not None:
            collector.remark_once("first_chapter says where a name was met: it sets no window", line=number)
        collector.add(
            Term(
                "",
                said["source"],
                said["target"],
                keys=keys,
                gender=gender,
                kind=kind,
                note=said["note"],
                reading=said["reading"],
                line=number,
            )
        )
    for number, row in enumerate(conflicts, len(glossary) + 1):
        proposed = words(row.get("proposed_target"))
        if not row.get("resolved") and proposed and not collector.is_full:
            collector.add(
                Term("", words(row.get("source")), proposed, note=words(row.get("note")), line=number)
            )
    return collector.rows()


def _aliases(value: Any, line: int, collector: Collector) -> list[str]:
    if not isinstance(value, str) or not value.strip():
        return []
    try:
        listed = json.loads(value)
    except (ValueError, RecursionError):
        listed = None
    if not isinstance(listed, list):
        collector.remark_once("aliases that are no JSON list are not read", line=line, severity="warning")
        return []
    return [text for one in listed if (text := words(one).strip())]


def kind_of(said: str, line: int, collector: Collector) -> TermKind:
    """The kind that *said* names; a word that is not known is remarked on and names none."""
    kind = KINDS.get(said.strip().lower(), "concept")
    if said.strip() and said.strip().lower() not in KINDS:
        collector.remark_once(f"the kind {said.strip()[:30]!r} is not known here: it is not read", line=line)
    return kind


def gender_of(said: str, line: int, collector: Collector) -> TermGender:
    """The gender that *said* names; a word that is not known is remarked on and names none."""
    word = said.strip().lower().removesuffix(".")
    if word and word not in GENDERS and word not in ("unknown", "-", "?", "none", "未知"):
        message = f"the gender {said.strip()[:30]!r} is not known here: it is not read"
        collector.remark_once(message, line=line)
    return GENDERS.get(word, "unknown")
