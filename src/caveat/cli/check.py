"""``caveat check``: the number gate."""

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from caveat.cli.options import ShareType, as_of_option, json_option, vault_option
from caveat.model.errors import InputError
from caveat.model.records import Day

if TYPE_CHECKING:
    from caveat.ops.check import Asked
    from caveat.ops.results_check import CheckReport
    from caveat.vault.check_settings import CheckSettings

FORMATS = ("text", "json", "sarif", "github")
KINDS = ("money", "percent", "pp", "multiplier", "fraction", "number")


@click.command()
@click.argument("drafts", nargs=-1, type=click.Path())
@click.option("--facts", multiple=True, type=click.Path(), metavar="FILE", help="Facts to check against.")
@click.option("--strength", is_flag=True, help="Put wrong numbers into the draft and count what is caught.")
@click.option(
    "--min-strength",
    type=ShareType(),
    metavar="SHARE",
    help="Least share of the wrong numbers that has to be caught; implies --strength.",
)
@click.option("--value-only", is_flag=True, help="Compare sets of values; whose they are is not checked.")
@click.option("--allow-empty", is_flag=True, help="Let drafts without numbers pass.")
@click.option("--allow-inline-waivers", is_flag=True, help="Let waivers in the draft itself count.")
@click.option("--kind", "kinds", multiple=True, type=click.Choice(KINDS), help="Judge this kind of numbers.")
@click.option("--language", default="", metavar="CODE", help="Language of the drafts: en ru de fr zh ja ko.")
@click.option("--list-skipped", is_flag=True, help="Print every number that was not judged.")
@click.option(
    "--draft-facts",
    type=click.Path(),
    metavar="PRICELIST",
    help="Print a skeleton of facts for a human to fill in and verify, and check nothing.",
)
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="How to print the report.")
@as_of_option
@vault_option
@json_option
@click.pass_context
def check(
    ctx: click.Context,
    drafts: tuple[str, ...],
    facts: tuple[str, ...],
    strength: bool,
    min_strength: float | None,
    value_only: bool,
    allow_empty: bool,
    allow_inline_waivers: bool,
    kinds: tuple[str, ...],
    language: str,
    list_skipped: bool,
    draft_facts: str | None,
    form: str,
    as_of: Day | None,
    vault: str | None,
    is_json: bool,
) -> None:
    """
    Check that every number in DRAFTS is a fact, and a fact about what the text says it is about.

    Numbers are judged, not read by a model: money, percentages, percentage points and multipliers. Facts are
    tables and lists in Markdown notes, named by --facts or under [check] in caveat.toml. A draft named - is
    read from standard input. Nothing is written.

    Exit status: 0 every number is a fact or waived, 1 something is blocked, 2 something could not be checked.
    """
    from caveat.ops.check import Asked, DraftSource
    from caveat.vault.check_settings import LANGUAGES

    if language and language not in LANGUAGES:
        raise InputError(f"the language {language!r} is none of {', '.join(LANGUAGES)}")
    place = _vault(vault, facts)
    if draft_facts is not None:
        click.echo(_skeleton(draft_facts, place), nl=False)
        return
    if not drafts:
        raise click.UsageError("Missing argument 'DRAFTS...'.")
    sources = tuple(_source(path) for path in drafts)
    asked = Asked(
        tuple(DraftSource(name, data) for name, data in sources),
        facts,
        tuple(kinds),  # type: ignore[arg-type]
        language,
        value_only,
        allow_empty,
        allow_inline_waivers,
        strength,
        min_strength,
    )
    report = _report(asked, place, as_of)
    _print(report, "json" if is_json else form, list_skipped=list_skipped)
    ctx.exit(report.status)


def _print(report: "CheckReport", form: str, *, list_skipped: bool) -> None:
    if form == "json":
        from caveat.cli.check_json import as_json
        from caveat.cli.options import print_json

        print_json(as_json(report))
    elif form == "sarif":
        from caveat.cli.check_sarif import sarif
        from caveat.cli.options import print_json

        print_json(sarif(report))
    elif form == "github":
        from caveat.cli.check_github import github

        click.echo(github(report), nl=False)
    else:
        from caveat.cli.check_text import print_text

        print_text(report, list_skipped=list_skipped)


def _source(path: str) -> tuple[str, bytes | None]:
    if path != "-":
        return path, None
    from caveat.cli.streams import standard_input

    return "-", standard_input()


def _vault(path: str | None, facts: tuple[str, ...]) -> str | None:
    """
    The vault that is named, or the one whose folder one stands in, or the one that holds the facts.

    None where there is no ``caveat.toml``.
    """
    from caveat.vault.scan import MARKER, find_vault

    if path is not None:
        return path
    for start in (Path.cwd(), *(Path(os.path.realpath(one)).parent for one in facts)):
        found = find_vault(start)
        if os.path.lexists(found / MARKER):
            return os.fspath(found)
    return None


def _report(asked: "Asked", vault: str | None, as_of: Day | None) -> "CheckReport":
    progress = _Progress()
    if vault is None:
        from caveat.ops.check import check_files

        return check_files(asked, as_of=as_of, progress=progress)
    import caveat

    with caveat.open(vault) as opened:
        return opened.check(asked, as_of=as_of, progress=progress)


def _skeleton(path: str, vault: str | None) -> str:
    from caveat.ops.check_skeleton import skeleton

    settings: CheckSettings | None = None
    if vault is not None:
        import caveat

        with caveat.open(vault) as opened:
            settings = opened.config.check
    name, data = _source(path)
    return skeleton(name, settings, data=data)


class _Progress:
    """One line on a terminal's standard error, redrawn ten times a second at most, for what takes long."""

    def __init__(self) -> None:
        self._is_on = sys.stderr.isatty()
        self._drawn = time.monotonic()
        self._is_drawn = False

    def __call__(self, done: int, total: int, what: str) -> None:
        if not self._is_on:
            return
        now = time.monotonic()
        if not what:
            click.echo("\r\x1b[K" if self._is_drawn else "", nl=False, err=True)
        elif now - self._drawn > 0.1:
            self._drawn, self._is_drawn = now, True
            click.echo(f"\r\x1b[K  {done:,} of {total:,}: {what[:60]}", nl=False, err=True)
