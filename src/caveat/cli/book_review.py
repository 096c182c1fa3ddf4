"""``caveat book review``: candidates, conflicts and findings, decided by a human one after the other."""

import sys
from typing import TYPE_CHECKING, Any

import click

from caveat.cli.author import by_option, chosen_author
from caveat.cli.book_options import book_option, opened_book
from caveat.cli.options import json_option, print_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from caveat.model.findings import Finding
    from caveat.ops.book.opening import OpenBook
    from caveat.ops.book.review import Item, Settled, Verb
    from caveat.ops.recorded import Author

_KEYS: "dict[str, Verb]" = {"a": "accept", "r": "reject", "k": "keep", "m": "merge"}


@click.command()
@click.argument("paths", metavar="[CHAPTER]...", nargs=-1, type=click.Path())
@click.option("--accept", multiple=True, metavar="ID", help="Accept this one; repeatable.")
@click.option("--reject", multiple=True, metavar="ID", help="Turn this one down; repeatable.")
@click.option("--keep", multiple=True, metavar="ID", help="Leave this conflict as it is; repeatable.")
@click.option(
    "--merge", multiple=True, nargs=2, metavar="ID INTO", help="One is the other; INTO stays. Repeatable."
)
@click.option("--rendering", default="", help="What the one that is accepted is called.")
@click.option("--findings", "has_findings", is_flag=True, help="Check the book's translations too.")
@click.option("--reports", type=click.Path(), metavar="FOLDER", help="Reports of `book check --out` to use.")
@click.option("--list", "is_list", is_flag=True, help="Only list what waits.")
@by_option
@book_option
@json_option
def review(
    paths: tuple[str, ...],
    accept: tuple[str, ...],
    reject: tuple[str, ...],
    keep: tuple[str, ...],
    merge: tuple[tuple[str, str], ...],
    rendering: str,
    has_findings: bool,
    reports: str | None,
    is_list: bool,
    by: str | None,
    folder: str | None,
    is_json: bool,
) -> None:
    """
    Decide what waits for a human: conflicts, names of the chapters that nobody entered, and findings.

    On a terminal each one is shown and answered with a key: a accept, r reject, k keep, m merge, s skip,
    q quit. To accept a name makes it a term, and counts as a look at it; to merge it makes it another key of
    the term that stays. Elsewhere what waits is listed, and decided with the options. Every decision is
    recorded in the ledger under your name; an agent can make none.

    Exit status: 0 nothing waits any more, 1 something does, 2 refused or could not.
    """
    asked: list[tuple[Verb, str, str]] = [
        *(("accept", one, "") for one in accept),
        *(("reject", one, "") for one in reject),
        *(("keep", one, "") for one in keep),
        *(("merge", one, into) for one, into in merge),
    ]
    if rendering and len(accept) != 1:
        raise click.UsageError("--rendering needs one --accept: it says what that one is called")
    opened = opened_book(folder, paths[0] if paths else None)
    items = _queue(opened, paths, has_findings or reports is not None, reports)
    settled: list[Settled] = []
    if asked:
        settled, items = _decided(opened, items, asked, _human(by), rendering)
    elif not is_list and not is_json and _is_terminal():
        items = _asked(opened, items, _human(by))
    if is_json:
        print_json({"items": [_as_json(one) for one in items], "settled": [one._asdict() for one in settled]})
    else:
        for one in settled:
            click.echo(f"{one.verb:<10} {_plain(one.told)}")
        if (not asked and not _is_terminal()) or is_list:
            for item in items:
                _show(item)
        click.echo(f"{len(items):,} waiting")
    click.get_current_context().exit(1 if items else 0)


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _human(by: str | None) -> "Author":
    from caveat.ops.recorded import Author

    return Author(chosen_author(by))


def _queue(
    opened: "OpenBook", paths: tuple[str, ...], has_findings: bool, reports: str | None
) -> "tuple[Item, ...]":
    from caveat.ops.book.candidates import candidates
    from caveat.ops.book.chapters import ChapterFiles, given_chapters
    from caveat.ops.book.review import queue

    files = given_chapters(opened, paths) if paths or opened.chapters.is_dir() else ChapterFiles(())
    found = candidates(opened, files.chapters, findings=files.findings)
    return queue(opened, found, _findings(opened, reports) if has_findings else [])


def _findings(opened: "OpenBook", reports: str | None) -> "Sequence[Finding]":
    from pathlib import Path

    from caveat.cli.progress import Bar
    from caveat.ops.book.chapters import given_pairs
    from caveat.ops.book.whole import check_pairs

    pairs, _ = given_pairs(opened, None, None)
    out = Path(reports) if reports is not None else None
    return [one for done in check_pairs(opened, pairs, out=out, progress=Bar()) for one in done.findings]


def _decided(
    opened: "OpenBook",
    items: "tuple[Item, ...]",
    asked: "Sequence[tuple[Verb, str, str]]",
    author: "Author",
    rendering: str,
) -> "tuple[list[Settled], tuple[Item, ...]]":
    from caveat.ops.book.opening import open_book
    from caveat.ops.book.review import find_item, remaining, settle

    # All names are looked up first: nothing is decided when one of them is wrong.
    found = [(verb, find_item(items, name), into) for verb, name, into in asked]
    settled = []
    for verb, item, into in found:
        settled.append(
            settle(opened, item, verb, author, into=into, rendering=rendering if verb == "accept" else "")
        )
        opened = open_book(opened.folder)
    return settled, remaining(opened, items)


def _asked(opened: "OpenBook", items: "tuple[Item, ...]", author: "Author") -> "tuple[Item, ...]":
    """What still waits after somebody answered, key by key."""
    from caveat.model.errors import InputError, RefAmbiguous, RefNotFound
    from caveat.ops.book.opening import open_book
    from caveat.ops.book.review import remaining, settle

    waiting = list(items)
    skipped: list[Item] = []
    while waiting:
        item = waiting[0]
        _show(item)
        verb = _verb(item)
        if verb == "quit":
            break
        if verb == "skip":
            skipped.append(waiting.pop(0))
            continue
        try:
            done = settle(opened, item, _KEYS[verb], author, into=_into(verb), rendering=_called(item, verb))
        except (InputError, RefNotFound, RefAmbiguous) as error:
            click.echo(f"  {_plain(str(error))}")
            continue
        click.echo(f"  {done.verb}: {_plain(done.told)}")
        opened = open_book(opened.folder)
        waiting = list(remaining(opened, waiting))
    return (*skipped, *waiting)


def _verb(item: "Item") -> str:
    """The key that somebody presses, among those that fit."""
    fitting = {key: verb for key, verb in _KEYS.items() if verb in item.verbs}
    keys = " ".join(f"[{key}]{verb[1:]}" for key, verb in fitting.items())
    click.echo(f"  {keys} [s]kip [q]uit ", nl=False)
    while True:
        key = click.getchar().lower()
        if key in fitting or key in ("s", "q", "\x03", "\x04"):
            click.echo(key if key.isprintable() else "")
            return "skip" if key == "s" else key if key in fitting else "quit"


def _into(verb: str) -> str:
    return str(click.prompt("  into which term", type=str)).strip() if verb == "m" else ""


def _called(item: "Item", verb: str) -> str:
    if verb != "a" or item.candidate is None:
        return ""
    return str(click.prompt("  called", default=item.candidate.rendering or None, type=str)).strip()


def _show(item: "Item") -> None:
    click.echo(click.style(_plain(item.title), bold=True))
    click.echo(f"  {_plain(item.id)}")
    for line in item.lines:
        click.echo(f"  {_plain(line)}")


def _plain(text: str) -> str:
    from caveat.cli.render import one_line

    return one_line(text)


def _as_json(item: "Item") -> dict[str, Any]:
    from caveat.cli.book_candidates import candidate_json

    return {
        **item._asdict(),
        "candidate": candidate_json(item.candidate) if item.candidate is not None else None,
        "conflict": item.conflict._asdict() if item.conflict is not None else None,
        "finding": item.finding._asdict() if item.finding is not None else None,
    }
