"""``caveat why``: explain how far a record is trusted, and why."""

from typing import Any

import click

from caveat.cli.options import as_of_option, chosen_vault, json_option, notice, print_json, vault_option
from caveat.cli.render import columns, date, finding_lines, number, one_line, wrapped
from caveat.model.records import Day

SHOWN = 20
"""Relatives and links printed before the rest is only counted; our choice, a screenful."""


@click.command()
@click.argument("ref", nargs=-1, required=True)
@click.option("--full", is_flag=True, help="Show every term of the arithmetic, constants included.")
@as_of_option
@vault_option
@json_option
@click.pass_context
def why(
    ctx: click.Context, ref: tuple[str, ...], full: bool, as_of: Day | None, vault: str | None, is_json: bool
) -> None:
    """
    Explain how far a record is trusted, and why.

    REF is a path, path:line as search prints it, a [[link]], a title or alias, or the first 6 or more
    characters of a claim's id. When it fits several records all are listed.

    Exit status: 0 explained, 2 no such record, several, or no index.
    """
    import caveat

    with caveat.open(chosen_vault(vault)) as opened:
        found = opened.why(" ".join(ref), as_of=as_of)
    if is_json:
        print_json(_as_json(found))
    else:
        _print(found, is_full=full)
    if found.is_changed:
        notice("the file changed since it was indexed: run `caveat index`")
    elif words := found.behind.words:
        notice(f"the index is behind the files ({words}): run `caveat index`")
    ctx.exit(0)


def _print(found: Any, *, is_full: bool) -> None:
    from caveat.cli.tree import tree_lines

    width = columns()
    record = found.record
    click.echo(click.style(wrapped(one_line(record.title), width), bold=True))
    shown = [badge for badge in found.badges if badge != "unverified"]
    if record.record_class:
        shown.append(f"class {record.record_class}")
    facts = [
        one_line(record.ref),
        f"tier {found.assessment.tier}",
        f"verified {date(record.verified)}",
        *shown,
    ]
    click.echo(click.style(wrapped(" · ".join(facts), width), fg="cyan"))
    click.echo()
    click.echo(wrapped(one_line(found.sentence), width))
    if found.advice:
        click.echo(wrapped(f"What helps most: {one_line(found.advice)}", width))
    _before_and_after(found, width)
    click.echo()
    click.echo("\n".join(tree_lines(found.explanation, width=width, is_whole=is_full)))
    _relatives("Made from", found.pedigree, width)
    _relatives("What stands on it", found.dependants, width)
    _links(found, width)
    for key, written, computed in found.written:
        click.echo(f"\nwritten {key}: {written:g}, computed {computed:g}")
    if found.findings:
        click.echo("\nFindings")
        click.echo("\n".join(finding_lines(found.findings, width=width)))


def _before_and_after(found: Any, width: int) -> None:
    """What its author stated and how far that counts; what it would be if nothing spoke against it."""
    from caveat.cli.tree import found_term

    record, own = found.record, found.assessment
    lines = []
    if record.kind == "claim" and record.declared is not None:
        author = found_term(found.explanation, "calibration")
        told = f" ({one_line(author.detail)})" if author is not None and author.detail else ""
        made = f" on {date(record.created)}" if record.created is not None else ""
        lines.append(
            f"stated {number(record.declared)} by {one_line(record.asserted_by or 'nobody')}{made};"
            f" calibration {number(own.calibration)}{told}"
        )
    before = found_term(found.explanation, "before challenges")
    if own.challenge > 0 and before is not None:
        was = max(0.0, min(before.value, 1.0))
        lines.append(
            f"credibility {number(was)} before what speaks against it, {number(own.credibility)} after"
        )
    if lines:
        click.echo()
    for line in lines:
        click.echo(wrapped(line, width, hanging="  "))


def _relatives(heading: str, relatives: Any, width: int) -> None:
    if not relatives:
        return
    click.echo(f"\n{heading}")
    for relative in relatives[:SHOWN]:
        record, assessment = relative.record, relative.assessment
        place = record.path or f"“{record.title}” ({record.ref})"
        shown = [badge for badge in relative.badges if badge != "unverified"]
        tail = f"  [{', '.join(shown)}]" if shown else ""
        line = (
            f"{one_line(place)}  tier {assessment.tier}  reliability {number(assessment.reliability)}"
            f"  trust {number(assessment.trust)}{tail}"
        )
        indent = "  " * relative.depth
        click.echo(wrapped(line, width, indent=indent, hanging=indent + "    "))
    if len(relatives) > SHOWN:
        click.echo(f"  … and {f'{len(relatives) - SHOWN:,} more'} (--json shows all)")


def _links(found: Any, width: int) -> None:
    odd = [k for k in found.links if k.how != "asset" and (k.target is None or k.candidates)]
    if odd:
        click.echo("\nLinks to look at")
        for link in odd[:SHOWN]:
            click.echo(wrapped(_link_words(link), width, indent="  ", hanging="    "))
        if len(odd) > SHOWN:
            click.echo(f"  … and {f'{len(odd) - SHOWN:,} more'} (--json shows all)")
    if found.backlinks:
        click.echo("\nLinked from")
        shown = sorted({link.source for link in found.backlinks})
        for source in shown[:SHOWN]:
            click.echo(wrapped(one_line(source), width, indent="  ", hanging="    "))
        if len(shown) > SHOWN:
            click.echo(f"  … and {f'{len(shown) - SHOWN:,} more'} (--json shows all)")


def _link_words(link: Any) -> str:
    text = f"{one_line(link.path)}:{link.line} [[{one_line(link.raw)}]] ({link.kind})"
    if link.candidates:
        fits = ", ".join(one_line(path) for path in link.candidates)
        taken = f"; taken for {link.target}" if link.target else ""
        return f"{text} is ambiguous: fits {fits}{taken}"
    return f"{text} leads to no note (yet)" if link.kind == "mentions" else f"{text} leads nowhere"


def _as_json(found: Any) -> dict[str, Any]:
    from caveat.cli.tree import as_json

    def relative(row: Any) -> dict[str, Any]:
        return {
            "depth": row.depth,
            "ref": row.record.ref,
            "title": row.record.title,
            "tier": row.assessment.tier,
            "reliability": row.assessment.reliability,
            "credibility": row.assessment.credibility,
            "freshness": row.assessment.freshness,
            "trust": row.assessment.trust,
            "badges": list(row.badges),
        }

    return {
        "record": found.record._asdict(),
        "assessment": found.assessment._asdict(),
        "badges": list(found.badges),
        "sentence": found.sentence,
        "advice": found.advice,
        "explanation": as_json(found.explanation),
        "pedigree": [relative(row) for row in found.pedigree],
        "dependants": [relative(row) for row in found.dependants],
        "replaced_by": found.replaced_by,
        "links": [link._asdict() for link in found.links],
        "backlinks": [link._asdict() for link in found.backlinks],
        "findings": [finding._asdict() for finding in found.findings],
        "written": [{"key": k, "written": w, "computed": c} for k, w, c in found.written],
        "is_changed": found.is_changed,
        "behind": {**found.behind._asdict(), "words": found.behind.words},
    }
