"""The statement of a note: what somebody who looked at it read in it, and nothing that programs change."""

import pytest

from caveat.vault.config import Config
from caveat.vault.notes import note_entry

BODY = "\n# Lease\nThe rent is 900 a month.\n"


def content_hash(front: str, body: str = BODY) -> str:
    return note_entry("lease.md", f"---\n{front}\n---{body}".encode(), Config()).record.content_hash


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("sources: '[[Old]]'", "sources: '[[New name]]'"),
        ("sources: '[[Old]]'", "sources:\n  - '[[Folder/New|Old]]'"),
        ("supports: '[[Old]]'", "supports: '[[New]]'"),
        ("corrects: '[[Old]]'", "corrects: '[[New]]'"),
        ("tags: [a]", "tags: [a, b]"),
        ("alias: one", "aliases: [one, two]"),
        ("class: log", "class: lesson"),
        ("volatility: fast", "volatility: slow"),
        ("id: 20260101", "UID: x"),
        ("dg-publish: true", "cssclasses: wide\nicon: house"),
        ("sr-due: 2026-03-01", "kanban-plugin: board"),
        ("tier: 1\nverified: 2026-01-01", "tier: 2\nverified: 2026-03-01"),
        ("reliability: .5", "reliability: .7"),
        ("sources: '[[Old]]'\nreliability: .5", "sources: '[[Old]]'\nreliability: .7"),
    ],
)
def test_filing_a_note_does_not_change_what_it_states(before: str, after: str) -> None:
    kept = "kind: contract\nrent: 900"

    assert content_hash(f"{kept}\n{before}") == content_hash(f"{after}\n{kept}")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("kind: contract", "kind: web"),
        ("declared: .5", "declared: .7"),
        ("created: 2026-01-01", "created: 2026-01-02"),
        ("asserted_by: ada", "asserted_by: bob"),
        ("step: copy", "step: summary"),
        ("rent: 900", "rent: 950"),
        ("tenant: '[[Ada]]'", "tenant: '[[Bob]]'"),
        ("a: x\na: y", "a: x\na: z"),
        ("title: Lease", "title: Contract"),
    ],
)
def test_what_it_says_does(before: str, after: str) -> None:
    assert content_hash(before) != content_hash(after)


@pytest.mark.parametrize("end", ["", "\n", "\n\n", "  \n", " \t\n \n", "\r\n"])
def test_blanks_at_the_end_say_nothing(end: str) -> None:
    assert content_hash("rent: 900") == content_hash("rent: 900", BODY.rstrip() + end)


def test_blanks_within_do() -> None:
    assert content_hash("rent: 900") != content_hash("rent: 900", BODY.replace("is 900", "is  900"))


def test_short_notes_of_one_template_are_told_apart_by_all_they_say() -> None:
    one, other = (
        note_entry(f"{n}.md", f"---\ntags: [{n}]\nsources: '[[{n}]]'\n---\nSee above.\n".encode(), Config())
        for n in ("a", "b")
    )

    assert one.record.content_hash == other.record.content_hash
    assert one.record.identity != other.record.identity
