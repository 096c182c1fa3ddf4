"""``caveat status``: what the vault holds and how it stands."""

from typing import Any

import click

from caveat.cli.options import as_of_option, chosen_vault, json_option, print_json, vault_option
from caveat.cli.render import columns, counted, one_line, wrapped
from caveat.model.records import Day


@click.command()
@as_of_option
@vault_option
@json_option
@click.pass_context
def status(ctx: click.Context, as_of: Day | None, vault: str | None, is_json: bool) -> None:
    """
    Show what the vault holds and how it stands.

    Exit status: 0, or 2 when there is no index.
    """
    import caveat

    with caveat.open(chosen_vault(vault)) as opened:
        found = opened.status(as_of=as_of)
    if is_json:
        print_json(
            {
                **found._asdict(),
                "counts": found.counts._asdict(),
                "behind": {**found.behind._asdict(), "words": found.behind.words},
                "meaning": {**found.meaning._asdict(), "progress": found.meaning.progress._asdict()},
            }
        )
    else:
        _print(found)
    ctx.exit(0)


def _print(found: Any) -> None:
    width = columns()
    counts = found.counts
    # Paths stay whole, so that they can be copied.
    click.echo(f"{'vault':<11}{one_line(found.vault)}")
    click.echo(f"{'index':<11}{one_line(found.index_path)}")
    _row("", f"{found.index_bytes / 1e6:.1f} MB, made {found.indexed_at}", width)
    words = found.behind.words
    state = f"behind: {words} (run `caveat index`)" if words else "up to date"
    _row("state", state, width)
    _row("holds", f"{counted(counts.notes, 'note')}, {counted(counts.claims, 'claim')}", width)
    _row("meaning", _meaning(found.meaning), width)
    _row("trust", ", ".join(f"{n:,} at {band}" for band, n in found.bands.items() if n) or "nothing", width)
    _row("tiers", ", ".join(f"{n:,} of tier {tier}" for tier, n in sorted(found.tiers.items())), width)
    _row("primaries", ", ".join(f"{n:,} {word}" for word, n in found.declared.items()), width)
    _row("verified", f"{found.verified:,} by a human", width)
    _row("contested", ", ".join(one_line(ref) for ref in found.contested) or "none", width)
    if found.superseded or found.retracted:
        _row("history", f"{found.superseded:,} superseded, {found.retracted:,} retracted", width)
    codes = ", ".join(f"{n:,} {code}" for code, n in sorted(found.findings.items()))
    _row("findings", f"{codes} (see `caveat doctor`)" if codes else "none", width)


def _meaning(found: Any) -> str:
    if not found.model:
        return found.trouble or "not in use: searches go by words alone"
    chunks, embedded = found.progress
    return f"{embedded:,} of {counted(chunks, 'chunk')} embedded by {found.model}"


def _row(name: str, text: str, width: int) -> None:
    click.echo(wrapped(text, width, indent=f"{name:<11}", hanging=" " * 11))
