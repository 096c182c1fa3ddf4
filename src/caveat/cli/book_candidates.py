"""``caveat book candidates``: names that nobody entered, and terms that somebody proposed."""

from typing import TYPE_CHECKING, Any

import click

from caveat.cli.book_options import book_option, findings_json, opened_book, show_findings
from caveat.cli.options import json_option, print_json

if TYPE_CHECKING:
    from caveat.ops.book.candidates import Candidate


@click.command()
@click.argument("paths", metavar="CHAPTER...", nargs=-1, type=click.Path())
@click.option("--all", "is_all", is_flag=True, help="Decided ones too.")
@book_option
@json_option
def candidates(paths: tuple[str, ...], is_all: bool, folder: str | None, is_json: bool) -> None:
    """
    List names of the chapters that match no term, with what they could be called.

    CHAPTER is a file with its number in its name, or a folder of them; by default the book's chapters. A
    name comes with its places counted, its first place quoted, a rendering by the book's system, and the
    terms that it looks like. Nothing of that is told to a model: `caveat book review` decides.

    Exit status: 0 nothing waits, 1 something does, 2 could not.
    """
    from caveat.cli.render import counted, one_line
    from caveat.ops.book.candidates import candidates as found_in
    from caveat.ops.book.chapters import given_chapters

    opened = opened_book(folder, paths[0] if paths else None)
    files = given_chapters(opened, paths)
    found = found_in(opened, files.chapters, findings=files.findings)
    shown = [one for one in found.candidates if is_all or not one.decision]
    waiting = sum(not one.decision for one in found.candidates)
    if is_json:
        print_json(
            {
                "candidates": [candidate_json(one) for one in shown],
                "waiting": waiting,
                "chapters": found.chapters,
                "findings": findings_json(found.findings),
            }
        )
    else:
        for one in shown:
            for line in _lines(one):
                click.echo(one_line(line))
        click.echo(f"{counted(waiting, 'candidate')} waiting, in {counted(found.chapters, 'chapter')}")
        show_findings(found.findings)
    click.get_current_context().exit(1 if waiting else 0)


def candidate_json(one: "Candidate") -> dict[str, Any]:
    """*one* as JSON values."""
    return {
        **one._asdict(),
        "similar": [near._asdict() for near in one.similar],
        "said": dict(one.said),
        "standing": one.standing._asdict() if one.standing is not None else None,
    }


def _lines(one: "Candidate") -> list[str]:
    times = f" {one.times} ×" if one.times else ""
    rendering = f" → {one.rendering} ({one.how})" if one.rendering else ""
    lines = [f"{one.text}{times} {one.why}{rendering}", f"  {one.id}"]
    if one.span:
        lines.append(f"  {one.span}  {one.quote}")
    if one.others:
        lines.append(f"  or {', '.join(one.others[:5])}")
    if one.near_keys:
        lines.append(f"  one character off: {', '.join(one.near_keys)}")
    if one.similar:
        lines.append(
            "  looks like " + ", ".join(f"{near.headword} → {near.rendering}" for near in one.similar)
        )
    if one.sources:
        lines.append(f"  from {', '.join(one.sources[:5])}")
    if one.standing is not None:
        lines.append(f"  {one.standing.basis}, {one.standing.disposition}, trust {one.standing.trust:.2f}")
    if one.decision:
        lines.append(f"  decided: {one.decision}, by {one.by}")
    return lines
