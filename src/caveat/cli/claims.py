"""``caveat claims``: the claims, how they stand, and what touched them."""

from typing import TYPE_CHECKING, Any

import click

from caveat.cli.options import as_of_option, chosen_vault, json_option, notice, print_json, vault_option
from caveat.cli.render import columns, counted, date, number, one_line, wrapped
from caveat.model.records import Day
from caveat.ops.event_words import DONE, SAID_OF_IT, SAYS

if TYPE_CHECKING:
    from caveat.ops.results_claims import Act, ClaimList, ListedClaim, Speaker

ACTS = 12
"""Dated lines below one claim before the rest is only counted; our choice, half a screen."""


@click.command()
@click.option("--author", metavar="A", help="Only claims of this author.")
@click.option("--contested", is_flag=True, help="Only claims that something open speaks against.")
@click.option("--superseded", is_flag=True, help="Claims that others took the place of, not the active ones.")
@click.option("--retracted", is_flag=True, help="Claims that were taken back, not the active ones.")
@click.option(
    "-k",
    "--count",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    help="Most claims shown; --json shows all.",
)
@as_of_option
@vault_option
@json_option
def claims(
    author: str | None,
    contested: bool,
    superseded: bool,
    retracted: bool,
    count: int,
    as_of: Day | None,
    vault: str | None,
    is_json: bool,
) -> None:
    """
    List claims, latest first: what was stated, how it stands, and what touched it.

    Exit status: 0 listed, 2 when there is no index.
    """
    import caveat

    with caveat.open(chosen_vault(vault)) as opened:
        found = opened.claims(
            author=author,
            contested=contested,
            superseded=superseded,
            retracted=retracted,
            limit=None if is_json else count,
            as_of=as_of,
        )
    if is_json:
        print_json(_as_json(found))
    else:
        _print(found)
    if words := found.behind.words:
        notice(f"the index is behind the files ({words}): run `caveat index`")


def _print(found: "ClaimList") -> None:
    width = columns()
    for claim in found.claims:
        _claim(claim, width)
        click.echo()
    shown = counted(found.total, "claim")
    if len(found.claims) < found.total:
        shown = f"{len(found.claims):,} of {shown} (-k {found.total} shows all)"
    there = f"{found.active:,} active, {found.superseded:,} superseded, {found.retracted:,} retracted"
    click.echo(wrapped(f"{shown}; in all {there}.", width))


def _claim(claim: "ListedClaim", width: int) -> None:
    record, own, known = claim.record, claim.assessment, claim.calibration
    click.echo(click.style(wrapped(one_line(record.title), width), bold=True))
    badges = [badge for badge in claim.badges if badge != "unverified"]
    facts = [
        record.ref,
        one_line(record.asserted_by or "nobody"),
        date(record.created),
        f"verified {date(record.verified)}",
        *badges,
    ]
    click.echo(click.style(wrapped(" · ".join(facts), width, indent="  "), fg="cyan"))
    wrong = f", {known.wrong_total} wrong" if known.others else ""
    others = f"{known.others:,} other {'claim' if known.others == 1 else 'claims'}{wrong}"
    line = (
        f"stated {number(record.declared)} → trust {number(own.trust)};"
        f" calibration {number(known.value)} ({others})"
    )
    click.echo(wrapped(line, width, indent="  ", hanging="    "))
    lines = _dated(claim)
    for line in lines[:ACTS]:
        click.echo(wrapped(line, width, indent="  ", hanging=" " * 13))
    if len(lines) > ACTS:
        click.echo(f"  … and {len(lines) - ACTS:,} more (--json shows all)")


def _dated(claim: "ListedClaim") -> list[str]:
    """What touched the claim after it was made, a dated line each."""
    speakers: dict[tuple[str, str], Speaker] = {
        (speaker.kind, speaker.ref): speaker
        for speaker in (*claim.supporters, *claim.challengers, *claim.superseded_by)
    }
    acts = [(act.at, _act(act, claim, speakers)) for act in claim.history if act.kind not in _UNTOLD]
    told = {(act.kind, act.source) for act in claim.history}
    # What a note says of a claim is no event.
    acts += [
        (speaker.at or 0.0, f"{SAID_OF_IT[speaker.kind]} {_named(speaker)}")
        for key, speaker in speakers.items()
        if key not in told
    ]
    acts.sort(key=lambda act: act[0])
    return [f"{date(at) if at else 'undated   '} {words}" for at, words in acts]


_UNTOLD = {"claim", "observed"}


def _act(act: "Act", claim: "ListedClaim", speakers: "dict[tuple[str, str], Speaker]") -> str:
    who = one_line(act.by) + (f" ({act.actor})" if act.actor != "human" else "")
    why = f" ({one_line(act.detail)})" if act.detail else ""
    other = act.target if act.source == claim.record.ref else act.source
    called = f"“{one_line(act.title)}” {one_line(other)}" if act.title else one_line(other)
    if act.kind in SAYS and act.target == claim.record.ref:
        speaker = speakers.get((act.kind, act.source))
        counts = "" if speaker is None or speaker.counts else "; does not count (see `caveat why`)"
        said = "" if speaker is None or not speaker.said_by else f" (said by {one_line(speaker.said_by)})"
        return f"{SAID_OF_IT[act.kind]} {called}{said}{why}{counts}"
    if act.kind in SAYS:
        return f"{SAYS[act.kind]} {called}{why}"
    if act.kind == "confirm":
        return f"support confirmed by {who}: {called}"
    if act.kind == "withdraw":
        return f"what was said with {called} taken back by {who}"
    return f"{DONE.get(act.kind, act.kind)} by {who}{why}"


def _named(speaker: "Speaker") -> str:
    counts = "" if speaker.counts else "; does not count (see `caveat why`)"
    return f"“{one_line(speaker.title)}” {one_line(speaker.origin or speaker.ref)}{counts}"


def _as_json(found: "ClaimList") -> dict[str, Any]:
    def claim(one: "ListedClaim") -> dict[str, Any]:
        return {
            "ref": one.record.ref,
            "title": one.record.title,
            "text": one.text,
            "author": one.record.asserted_by,
            "status": one.record.status,
            "stated": one.record.declared,
            "created": one.record.created,
            "created_date": date(one.record.created),
            "verified": one.record.verified,
            "verified_date": date(one.record.verified),
            "record": one.record._asdict(),
            "assessment": one.assessment._asdict(),
            "badges": list(one.badges),
            "calibration": one.calibration._asdict(),
            "supporters": [speaker._asdict() for speaker in one.supporters],
            "challengers": [speaker._asdict() for speaker in one.challengers],
            "superseded_by": [speaker._asdict() for speaker in one.superseded_by],
            "replaced_by": one.replaced_by,
            "replaced_by_title": one.replaced_by_title,
            "history": [{**act._asdict(), "date": date(act.at)} for act in one.history],
        }

    return {
        "claims": [claim(one) for one in found.claims],
        "active": found.active,
        "superseded": found.superseded,
        "retracted": found.retracted,
        "total": found.total,
        "authors": found.authors,
        "as_of": found.as_of,
        "behind": {**found.behind._asdict(), "words": found.behind.words},
    }
