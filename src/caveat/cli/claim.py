"""``caveat claim``: record claims, and what records say of each other."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from caveat.cli.author import actor, agent_option, by_option, chosen_author
from caveat.cli.options import chosen_vault, json_option, print_json, vault_option
from caveat.cli.streams import standard_input
from caveat.model.errors import InputError
from caveat.model.records import CLASSES, STEPS, VOLATILITIES

if TYPE_CHECKING:
    from caveat.ops.pen import Pen
    from caveat.ops.recorded import Recorded

Command = TypeVar("Command", bound=Callable[..., Any])


@click.group()
def claim() -> None:
    """
    Record claims, and what records say of each other.

    Whatever is recorded is a line of the ledger in .caveat/ledger; no note is touched. A record is named by
    its ref, path, [[link]], title, or the first 6 or more characters of a claim's id.

    Exit status: 0 recorded, 2 refused or could not.
    """


def _recording(command: Command) -> Command:
    """The options of everything that records."""
    for option in (json_option, vault_option, agent_option, by_option):
        command = option(command)
    return command


def _stating(*, is_needed: bool) -> Callable[[Command], Command]:
    """The options that state a claim."""

    def decorate(command: Command) -> Command:
        for option in reversed(
            (
                click.option(
                    "--stated",
                    type=float,
                    required=is_needed,
                    metavar="SHARE",
                    help="How sure the author is, from 0 to 1.",
                ),
                click.option(
                    "--from",
                    "sources",
                    multiple=True,
                    metavar="REF",
                    help="What it was made from; repeatable.",
                ),
                click.option(
                    "--step",
                    type=click.Choice(STEPS),
                    help="How it was made from that; default: copy when its one source has it word for word.",
                ),
                click.option(
                    "--volatility",
                    type=click.Choice(VOLATILITIES),
                    help="How fast it ages; default: as its sources do.",
                ),
                click.option(
                    "--class", "record_class", type=click.Choice(CLASSES), help="Its weight in result lists."
                ),
            )
        ):
            command = option(command)
        return command

    return decorate


@claim.command()
@click.argument("text")
@_stating(is_needed=True)
@click.option("--supports", multiple=True, metavar="REF", help="A record that it agrees with; repeatable.")
@click.option("--contradicts", multiple=True, metavar="REF", help="A record that it contradicts; repeatable.")
@click.option("--concerns", multiple=True, metavar="REF", help="A record that it casts doubt on; repeatable.")
@_recording
def add(text: str, by: str | None, is_agent: bool, vault: str | None, is_json: bool, **told: Any) -> None:
    """
    Record a claim: one statement, and how sure its author is.

    TEXT is the statement; - reads it from standard input. The same claim by the same author is recorded
    once; what it newly says of other records is added.

    Exit status: 0 recorded, 2 refused or could not.
    """
    statement = _text(text)
    _act(by, is_agent, vault, is_json, lambda pen: pen.claim(statement, **told))


def _edge(name: str, key: str, summary: str) -> None:
    """Make the command *name*, by which one record supports, contradicts or concerns another."""

    @claim.command(name, help=summary)
    @click.argument("refs", nargs=-1, required=True, metavar="[SOURCE] TARGET")
    @click.option(
        "--text", metavar="TEXT", help="A new claim that says it, in place of SOURCE; - reads it from stdin."
    )
    @_stating(is_needed=False)
    @_recording
    def command(
        refs: tuple[str, ...],
        text: str | None,
        by: str | None,
        is_agent: bool,
        vault: str | None,
        is_json: bool,
        **told: Any,
    ) -> None:
        if text is None:
            _check_plain(refs, told)
            _act(by, is_agent, vault, is_json, lambda pen: getattr(pen, name)(*refs))
            return
        if len(refs) != 1:
            raise click.UsageError("with --text only TARGET is named: the new claim is the source")
        if told["stated"] is None:
            raise click.UsageError("--text needs --stated: how sure the author is, from 0 to 1")
        statement = _text(text)
        said = {**told, key: refs}
        _act(by, is_agent, vault, is_json, lambda pen: pen.claim(statement, **said))


def _check_plain(refs: tuple[str, ...], told: dict[str, Any]) -> None:
    if len(refs) != 2:
        raise click.UsageError("name SOURCE and TARGET, or TARGET alone with --text and --stated")
    if any(value is not None and value != () for value in told.values()):
        raise click.UsageError("--stated, --from, --step, --volatility and --class belong to a new --text")


_NAMED = """
SOURCE and TARGET are records that are there; TARGET may be a term of a book. With --text and --stated a new
claim takes the place of SOURCE.

Exit status: 0 recorded, 2 refused or could not.
"""

_edge(
    "support",
    "supports",
    "Record that one record agrees with another.\n\nIt is confirmed at once when SOURCE holds the very"
    f" statement of TARGET, a claim; else a human can confirm it.\n{_NAMED}",
)
_edge("contradict", "contradicts", f"Record that one record contradicts another.\n{_NAMED}")
_edge(
    "concern",
    "concerns",
    "Record that one record casts doubt on another.\n\nIt weighs half of a contradiction, and never makes"
    f" TARGET count as wrong.\n{_NAMED}",
)


@claim.command()
@click.argument("new")
@click.argument("old")
@click.option(
    "--because",
    type=click.Choice(["updated", "corrected"]),
    required=True,
    help="updated: the world changed; corrected: OLD was wrong, which its author feels.",
)
@_recording
def supersede(
    new: str, old: str, because: Any, by: str | None, is_agent: bool, vault: str | None, is_json: bool
) -> None:
    """
    Record that NEW takes the place of OLD.

    OLD is kept as history; in results NEW stands in its place.

    Exit status: 0 recorded, 2 refused or could not.
    """
    _act(by, is_agent, vault, is_json, lambda pen: pen.supersede(new, old, because=because))


@claim.command()
@click.argument("ref")
@_recording
def retract(ref: str, by: str | None, is_agent: bool, vault: str | None, is_json: bool) -> None:
    """
    Take a record, or a term of a book, back: all its numbers are 0 from now on.

    It is kept and can still be read. To take its text away for good, use `caveat forget`.

    Exit status: 0 recorded, 2 refused or could not.
    """
    _act(by, is_agent, vault, is_json, lambda pen: pen.retract(ref))


@claim.command()
@click.argument("refs", nargs=-1, required=True, metavar="SOURCE TARGET | EVENT")
@_recording
def withdraw(refs: tuple[str, ...], by: str | None, is_agent: bool, vault: str | None, is_json: bool) -> None:
    """
    Take back what one record was made to say of another.

    Name the two records, or the event that recorded it: a support, contradiction, concern or succession. Both
    records stay. An agent takes back what it said itself, a human anything.

    Exit status: 0 recorded, 2 refused or could not.
    """
    if len(refs) > 2:
        raise click.UsageError("name SOURCE and TARGET, or one EVENT")
    _act(by, is_agent, vault, is_json, lambda pen: pen.withdraw(*refs))


@claim.command()
@click.argument("refs", nargs=-1, required=True, metavar="SOURCE TARGET | EVENT")
@_recording
def confirm(refs: tuple[str, ...], by: str | None, is_agent: bool, vault: str | None, is_json: bool) -> None:
    """
    Confirm a support: a human found the same statement in both records.

    Name the two records, or the event that recorded the support.

    Exit status: 0 recorded, 2 refused or could not.
    """
    if len(refs) > 2:
        raise click.UsageError("name SOURCE and TARGET, or one EVENT")
    _act(by, is_agent, vault, is_json, lambda pen: pen.confirm(*refs))


def _act(
    by: str | None, is_agent: bool, vault: str | None, is_json: bool, act: "Callable[[Pen], Recorded]"
) -> None:
    import caveat
    from caveat.cli.recorded import as_json, print_recorded

    with caveat.open(chosen_vault(vault)) as opened:
        found = act(opened.by(chosen_author(by), actor=actor(is_agent)))
    if is_json:
        print_json(as_json(found))
    else:
        print_recorded(found)


def _text(text: str) -> str:
    """The statement that was typed, or all of standard input when it is ``-``."""
    if text != "-":
        return text
    data = standard_input()
    try:
        return data.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        raise InputError(f"standard input is not UTF-8: {error.reason} at byte {error.start}") from error
