"""``caveat search``: find notes, ordered by relevance and trust."""

from typing import Any, get_args

import click

from caveat.cli.options import (
    DayType,
    ShareType,
    as_of_option,
    chosen_vault,
    json_option,
    notice,
    print_json,
    vault_option,
)
from caveat.cli.render import columns, date, number, one_line, wrapped
from caveat.model.records import Day, RecordClass


@click.command()
@click.argument("query", nargs=-1, required=True)
@click.option("-k", type=click.IntRange(1, 1000), default=10, show_default=True, help="Most hits to show.")
@click.option(
    "--no-trust", is_flag=True, help="Order by relevance alone, as if nothing were known of the notes."
)
@click.option("--words", "is_by_words", is_flag=True, help="By words alone, whatever is near in meaning.")
@click.option("--explain", "is_explained", is_flag=True, help="Show how each score came about, term by term.")
@click.option("--class", "record_class", type=click.Choice(get_args(RecordClass)), help="Only this class.")
@click.option("--in", "folder", default="", metavar="FOLDER", help="Only notes in this folder of the vault.")
@click.option(
    "--since",
    type=DayType(),
    metavar="DATE",
    help="Only what was made on this day or later; what has no date is left out.",
)
@click.option(
    "--until", type=DayType(), metavar="DATE", help="Only what was made on this day or earlier; as --since."
)
@click.option("--min-trust", type=ShareType(), default=0.0, metavar="X", help="Only hits of trust X or more.")
@as_of_option
@vault_option
@json_option
@click.pass_context
def search(
    ctx: click.Context,
    query: tuple[str, ...],
    k: int,
    no_trust: bool,
    is_by_words: bool,
    is_explained: bool,
    record_class: RecordClass | None,
    folder: str,
    since: Day | None,
    until: Day | None,
    min_trust: float,
    as_of: Day | None,
    vault: str | None,
    is_json: bool,
) -> None:
    """
    Find notes that fit QUERY, ordered by relevance × trust × class.

    Any QUERY is fine: words in any language, file names, titles; nothing in it is an operator. Trust is
    also switched off by VAULT_TIER_WEIGHTS_ENABLED=0.

    Where the index has vectors, what is near in meaning is found too; a hit that none of the words speak
    for is AMBIGUOUS.

    Exit status: 0 hits, 1 nothing found, 2 no index or a bad option. When the index is behind the files
    the hits are shown, and standard error says so.
    """
    import caveat

    with caveat.open(chosen_vault(vault)) as opened:
        answer = opened.answer(
            " ".join(query),
            k=k,
            trust=False if no_trust else None,
            as_of=as_of,
            record_class=record_class,
            folder=folder,
            since=since,
            until=until,
            min_trust=min_trust,
            explain=is_explained,
            meaning=not is_by_words,
        )
    if is_json:
        print_json(_as_json(answer))
    else:
        _print(answer)
    _notices(answer)
    ctx.exit(0 if answer.hits else 1)


def _print(answer: Any) -> None:
    from caveat.cli.tree import tree_lines

    width = columns()
    for hit in answer.hits:
        click.echo(_hit(hit, width, answer))
        if hit.ref in answer.explanations:
            click.echo("\n".join(tree_lines(answer.explanations[hit.ref], width=width, indent="    ")))
        click.echo()
    if answer.is_reordered and answer.hits and answer.leader != answer.hits[0].ref:
        where = next((f"is now {_ordinal(h.rank)}" for h in answer.hits if h.ref == answer.leader), "")
        where = where or "is not among these"
        leader = one_line(answer.titles[answer.leader])
        alone = "By relevance alone" if answer.is_by_meaning else "By words alone"
        click.echo(
            wrapped(
                f"{_cause(answer)} changed the order. {alone} “{leader}” would lead; it {where}."
                " (--no-trust shows that order, --explain each number.)",
                width,
            )
        )
    elif answer.is_reordered and answer.hits:
        click.echo(
            wrapped(f"{_cause(answer)} changed the order below the first. (--no-trust shows it.)", width)
        )


def _cause(answer: Any) -> str:
    """What moved the hits: trust, or only the weight of their classes."""
    multipliers = {hit.multiplier for hit in answer.hits}
    return "Trust" if len(multipliers) > 1 or any(hit.replaces for hit in answer.hits) else "Class weight"


def _hit(hit: Any, width: int, answer: Any) -> str:
    badges = list(hit.badges)
    if hit.path in answer.behind.changed:
        badges.append("changed since it was indexed")
    elif hit.path in answer.behind.removed:
        badges.append("removed since it was indexed")
    shown = [badge for badge in badges if badge != "unverified"]
    head = f"{hit.rank}. {one_line(hit.title)}"
    lines = [click.style(wrapped(head, width, hanging="   "), bold=True)]
    place = f"{one_line(hit.path)}:{hit.line}" if hit.path else hit.ref
    # Most notes open with their own title.
    headings = hit.heading[1:] if hit.heading and hit.heading[0] == hit.title else hit.heading
    heading = " › ".join(one_line(part) for part in headings)
    lines.append(click.style(wrapped(place, width, indent="   "), fg="cyan"))
    if heading:
        lines.append(wrapped(heading, width, indent="   › ", hanging="     "))
    if hit.snippet:
        lines.append(wrapped(one_line(hit.snippet), width, indent="   "))
    facts = [f"score {number(hit.score)}"]
    if hit.is_exact:
        facts.append("named by the query")
    if hit.is_ambiguous:
        facts.append(click.style("AMBIGUOUS: near in meaning, in other words", fg="yellow"))
    if hit.trust is not None:
        facts += [f"trust {number(hit.trust)}", f"tier {hit.tier}", f"verified {date(hit.verified)}"]
    if hit.record_class:
        facts.append(f"class {hit.record_class}")
    if shown:
        facts.append(click.style(", ".join(shown), fg="yellow"))
    lines.append("   " + _joined(facts, width - 3))
    if hit.replaces:
        lines.append(_named("replaces", hit.replaces, answer, width))
    if hit.challengers:
        lines.append(_named("contradicted by", hit.challengers, answer, width))
    if hit.also_in:
        lines.append(_named("also in", hit.also_in, answer, width))
    return "\n".join(lines)


def _named(words: str, refs: tuple[str, ...], answer: Any, width: int) -> str:
    named = ", ".join(f"“{one_line(answer.titles[ref])}” ({one_line(ref)})" for ref in refs)
    return wrapped(f"{words} {named}", width, indent="   ", hanging="     ")


def _joined(facts: list[str], width: int) -> str:
    lines = [""]
    for fact in facts:
        plain = len(click.unstyle(lines[-1])) + len(click.unstyle(fact)) + 2
        if lines[-1] and plain > width:
            lines.append(fact)
        else:
            lines[-1] = f"{lines[-1]}  {fact}" if lines[-1] else fact
    return "\n   ".join(lines)


def _ordinal(rank: int) -> str:
    suffix = "th" if 10 <= rank % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(rank % 10, "th")
    return f"{rank}{suffix}"


def _notices(answer: Any) -> None:
    if answer.reason:
        notice(answer.reason)
    for words in answer.notices:
        notice(words)
    if words := answer.behind.words:
        notice(f"the index is behind the files ({words}): run `caveat index`")


def _as_json(answer: Any) -> dict[str, Any]:
    from caveat.cli.tree import as_json
    from caveat.text.dates import iso_date, iso_instant

    hits = []
    for hit in answer.hits:
        row = hit._asdict()
        row["verified"] = None if hit.verified is None else iso_date(hit.verified)
        row["line"] = hit.line
        row["is_ambiguous"] = hit.is_ambiguous
        if hit.ref in answer.explanations:
            row["explanation"] = as_json(answer.explanations[hit.ref])
        hits.append(row)
    return {
        "query": answer.query,
        "as_of": iso_instant(answer.as_of),
        "trust": answer.is_trust_on,
        "reordered": answer.is_reordered,
        "reason": answer.reason,
        "behind": {**answer.behind._asdict(), "words": answer.behind.words},
        "leader": answer.leader,
        "titles": answer.titles,
        "meaning": answer.is_by_meaning,
        "notices": list(answer.notices),
        "hits": hits,
    }
