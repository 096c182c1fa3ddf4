"""``caveat book trace``: what was prepared, chunk by chunk."""

import click

from caveat.cli.book_options import book_option, findings_json, opened_book, show_findings
from caveat.cli.options import json_option, print_json


@click.command()
@click.option("--chapter", type=int, metavar="N", help="Only this chapter.")
@book_option
@json_option
def trace(chapter: int | None, folder: str | None, is_json: bool) -> None:
    """
    List what was prepared: for each chunk what was matched, shown and held back, under which snapshot.

    Lines of a snapshot that is not the book's today are marked: those chunks used other terms.

    Exit status: 0 listed, 1 a line cannot be read, 2 could not.
    """
    from caveat.cli.render import columns, wrapped
    from caveat.vault.trace import read_traces

    opened = opened_book(folder)
    now = opened.snapshot.id
    found, findings = read_traces(opened.folder)
    shown = [one for one in found if chapter is None or one.chapter == chapter]
    if is_json:
        traces = [
            {**one._asdict(), "sticky": dict(one.sticky), "is_current": one.snapshot == now} for one in shown
        ]
        print_json({"snapshot": now, "traces": traces, "findings": findings_json(findings)})
    else:
        for one in shown:
            mark = "" if one.snapshot == now else " (not today's)"
            click.echo(f"chapter {one.chapter} chunk {one.chunk}  snapshot {one.snapshot}{mark}")
            counts = (
                f"exact {one.n_exact}, confirmed {one.n_confirmed}, ambiguous {one.n_ambiguous}, "
                f"rejected {one.n_rejected}, blocked {one.n_spoiler_blocked}, carried {one.n_sticky}, "
                f"gave way {one.n_suppressed}, no room {one.n_evicted}, unknown {one.n_unknown}"
            )
            more = f"{counts}; carried from {one.carried_from}; second tier {one.second_tier}"
            click.echo(wrapped(more, columns(), indent="  ", hanging="  "))
        show_findings(findings)
    click.get_current_context().exit(1 if findings else 0)
