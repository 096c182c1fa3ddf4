"""``caveat book``: the memory of a book that is translated."""

import click

from caveat.cli.lazy import LazyGroup

COMMANDS = {
    "init": ("caveat.cli.book_init:init", "Make a folder a book."),
    "prepare": ("caveat.cli.book_prepare:prepare", "Write what a model is told of a chapter's terms."),
    "check": ("caveat.cli.book_check:check", "Check a translation against what a model was told."),
    "verify": ("caveat.cli.book_verify:verify", "Record that a human looked at terms as they are now."),
    "candidates": ("caveat.cli.book_candidates:candidates", "List names that nobody entered as terms."),
    "review": ("caveat.cli.book_review:review", "Decide what waits for a human, one key each."),
    "revise": ("caveat.cli.book_revise:revise", "Call a term otherwise from now on."),
    "plan": ("caveat.cli.book_plan:plan", "List chapters to do again after a revision."),
    "places": ("caveat.cli.book_places:places", "List where the translation names a term."),
    "summary": ("caveat.cli.book_summary:summary", "Check summaries against the chapters."),
    "conflicts": ("caveat.cli.book_conflicts:conflicts", "List what a human has to decide of the terms."),
    "import": ("caveat.cli.book_import:import_terms", "Show what a glossary would bring, or take it in."),
    "export": ("caveat.cli.book_export:export_terms", "Write the terms as another program reads them."),
    "snapshot": ("caveat.cli.book_snapshot:snapshot", "Print the id of all that blocks depend on."),
    "trace": ("caveat.cli.book_trace:trace", "List what was prepared, under which snapshot."),
}


@click.group(cls=LazyGroup, lazy=COMMANDS)
def book() -> None:
    """
    The memory of a book that is translated: its names and terms, each in its chapters.

    A book is a folder with book.toml and terms/*.jsonl. BOOK below is that folder; by default the nearest
    parent folder that has a book.toml.

    Exit status: 0 fine, 1 findings, 2 could not do or judge.
    """
