"""``caveat book prepare``: a chapter in, a block for the prompt out, with every decision behind it."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from caveat.cli.book_options import book_option, findings_json, opened_book, show_findings
from caveat.cli.options import json_option, notice, print_json

if TYPE_CHECKING:
    from caveat.model.findings import Finding
    from caveat.model.preparation import CarriedState, Prepared
    from caveat.ops.book.opening import OpenBook
    from caveat.ops.book.prepare import PreparedChapter


@click.command()
@click.argument("paths", metavar="[CHAPTER]...", nargs=-1, type=click.Path())
@click.option(
    "--chapter", type=int, metavar="N", help="Number of the chapter, from 1; default: the one in its name."
)
@click.option("--chunk", type=int, metavar="K", help="Only this chunk of the chapter, from 1; default: all.")
@click.option(
    "--state",
    metavar="PATH",
    type=click.Path(),
    help="State that the chunk before committed; of many chapters, the folder of their states.",
)
@click.option("--commit", is_flag=True, help="Write the state that is left into --state.")
@click.option("--out", metavar="FOLDER", type=click.Path(), help="Write each block into a file there.")
@click.option("--block", "is_block", is_flag=True, help="Print the blocks and nothing else.")
@click.option("--no-trace", is_flag=True, help="Do not add to the book's trace.")
@book_option
@json_option
def prepare(
    paths: tuple[str, ...],
    chapter: int | None,
    chunk: int | None,
    state: str | None,
    commit: bool,
    out: str | None,
    is_block: bool,
    no_trace: bool,
    folder: str | None,
    is_json: bool,
) -> None:
    """
    Write what a model is told of the terms of CHAPTER, a text file.

    The block goes into the prompt. Below it stand the verdicts, one line an occurrence, and the line of the
    trace, which also goes into the book's .caveat/trace. Equal snapshot, chunk and state give equal bytes. A
    state is worth carrying on once the translation of its chunk is kept: --commit says so.

    Of several files, a folder, or nothing (the book's own chapters) a table is printed, and --out has the
    blocks. Each chapter then takes the state that the one before committed, or none. A run that was
    interrupted is run again: what is written already stays as it is.

    Exit status: 0 nothing to look at, 1 findings, 2 could not.
    """
    if commit and state is None:
        raise click.UsageError("--commit needs --state: what to write")
    opened = opened_book(folder, paths[0] if paths else None)
    if len(paths) != 1 or Path(paths[0]).is_dir() or out is not None:
        if chapter is not None or chunk is not None or is_block:
            raise click.UsageError("--chapter, --chunk and --block are for one chapter")
        from caveat.cli.book_whole import prepare_whole

        is_clean = prepare_whole(
            opened, paths, state=state, is_committed=commit, out=out, is_traced=not no_trace, is_json=is_json
        )
        click.get_current_context().exit(0 if is_clean else 1)
    number = number_of(paths[0], chapter)
    _prepare_one(opened, paths[0], number, chunk, state, commit, is_block, not no_trace, is_json)


def number_of(path: str, said: int | None) -> int:
    """The number of the chapter in the file *path*: as said, else the one in its name."""
    from caveat.ops.book.chapters import chapter_number

    number = said if said is not None else chapter_number(path)
    if number is None:
        raise click.UsageError(f"which chapter is {path}? Say it with --chapter")
    return number


def _prepare_one(
    opened: "OpenBook",
    path: str,
    chapter: int,
    chunk: int | None,
    state: str | None,
    commit: bool,
    is_block: bool,
    is_traced: bool,
    is_json: bool,
) -> None:
    from caveat.ops.book.prepare import is_clean, prepare_file
    from caveat.ops.book.review import without_rejected
    from caveat.vault.trace import write_state

    given = _given(state, is_committed=commit)
    done = prepare_file(opened, path, chapter=chapter, only=chunk, state=given, is_traced=is_traced)
    if commit and state is not None:
        write_state(Path(state), done.chunks[-1].state)
    findings = (*done.findings, *(found for one in done.chunks for found in one.findings))
    findings = without_rejected(opened, findings)
    if is_json:
        told = [without_rejected(opened, one.findings) for one in done.chunks]
        print_json(_as_json(done, told, without_rejected(opened, done.findings)))
    else:
        for one in done.chunks:
            _print(one, is_block=is_block, is_alone=len(done.chunks) == 1)
        show_findings(findings)
        if not any(one.block for one in done.chunks):
            notice("nothing to tell a model here: no term of this chapter's window stands in it")
    click.get_current_context().exit(0 if is_clean(findings) else 1)


def _given(state: str | None, *, is_committed: bool) -> "CarriedState":
    """The state in the file; none at the beginning, when the file is yet to be written."""
    from caveat.model.preparation import NO_STATE
    from caveat.vault.trace import read_state

    if state is None:
        return NO_STATE
    return NO_STATE if is_committed and not Path(state).exists() else read_state(Path(state))


def _print(one: "Prepared", *, is_block: bool, is_alone: bool) -> None:
    from caveat.cli.render import one_line
    from caveat.vault.trace import trace_line

    if not is_alone and not is_block:
        click.echo(click.style(f"chunk {one.trace.chunk}", bold=True))
    click.echo(one.block, nl=False)
    if is_block:
        return
    if one.block:
        click.echo()
    for found in one.occurrences:
        detail = f": {found.detail}" if found.detail else ""
        words = one_line(" ".join(found.words.split()))
        line = f"{found.start:>6}  {found.decision:<9}  {words} ({found.term.partition('/')[2]})"
        click.echo(f"{line} {found.reason}{one_line(detail)}")
    for gave in one.suppressed:
        click.echo(f"{gave.start:>6}  gave way   {one_line(gave.key)} to {one_line(gave.by)}")
    click.echo(f"trace {trace_line(one.trace)}")


def _as_json(
    done: "PreparedChapter", told: "Sequence[Sequence[Finding]]", of_chapter: "Sequence[Finding]"
) -> dict[str, Any]:
    """*done* with the findings that nobody turned down: *told* of each chunk, and those beside them."""
    from caveat.vault.trace import state_json

    return {
        "book": done.book,
        "chapter": done.chapter,
        "path": done.path,
        "snapshot": done.snapshot.id,
        "chunks_of_chapter": done.of,
        "chunks": [
            {
                "block": one.block,
                "occurrences": [found._asdict() for found in one.occurrences],
                "suppressed": [found._asdict() for found in one.suppressed],
                "unknown": [found._asdict() for found in one.unknown],
                "ruby": [found._asdict() for found in one.ruby],
                "entries": [found._asdict() for found in one.entries],
                "findings": findings_json(findings),
                "trace": {**one.trace._asdict(), "sticky": dict(one.trace.sticky)},
                "state": state_json(one.state),
            }
            for one, findings in zip(done.chunks, told, strict=True)
        ],
        "findings": findings_json(of_chapter),
    }
