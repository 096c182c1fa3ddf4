"""``caveat book prepare``: a chapter in, a block for the prompt out, with every decision behind it."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from caveat.cli.book_options import book_option, findings_json, opened_book, show_findings
from caveat.cli.options import json_option, notice, print_json

if TYPE_CHECKING:
    from caveat.model.preparation import CarriedState, Prepared
    from caveat.ops.book.prepare import PreparedChapter


@click.command()
@click.argument("path", metavar="CHAPTER", type=click.Path())
@click.option("--chapter", type=int, required=True, metavar="N", help="Number of the chapter, from 1.")
@click.option("--chunk", type=int, metavar="K", help="Only this chunk of the chapter, from 1; default: all.")
@click.option(
    "--state",
    metavar="FILE",
    type=click.Path(),
    help="State that the chunk before committed.",
)
@click.option("--commit", is_flag=True, help="Write the state that is left into the file of --state.")
@click.option("--block", "is_block", is_flag=True, help="Print the blocks and nothing else.")
@click.option("--no-trace", is_flag=True, help="Do not add to the book's trace.")
@book_option
@json_option
def prepare(
    path: str,
    chapter: int,
    chunk: int | None,
    state: str | None,
    commit: bool,
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

    Exit status: 0 nothing to look at, 1 findings, 2 could not.
    """
    from caveat.ops.book.prepare import is_clean, prepare_file
    from caveat.vault.trace import write_state

    given = _given(state, is_committed=commit)
    opened = opened_book(folder, path)
    done = prepare_file(opened, path, chapter=chapter, only=chunk, state=given, is_traced=not no_trace)
    if commit and state is not None:
        write_state(Path(state), done.chunks[-1].state)
    findings = (*done.findings, *(found for one in done.chunks for found in one.findings))
    if is_json:
        print_json(_as_json(done))
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
        if is_committed:
            raise click.UsageError("--commit needs --state: the file to write")
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


def _as_json(done: "PreparedChapter") -> dict[str, Any]:
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
                "findings": findings_json(one.findings),
                "trace": {**one.trace._asdict(), "sticky": dict(one.trace.sticky)},
                "state": state_json(one.state),
            }
            for one in done.chunks
        ],
        "findings": findings_json(done.findings),
    }
