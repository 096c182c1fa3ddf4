"""The ``caveat`` command."""

import gc
import os
import signal
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from caveat import __version__
from caveat.cli.lazy import LazyGroup
from caveat.cli.options import notice
from caveat.cli.streams import fill_closed, speak_utf8
from caveat.model.errors import CaveatError
from caveat.vault.scan import display

COMMANDS = {
    "init": ("caveat.cli.init:init", "Look at a vault and propose its caveat.toml."),
    "index": ("caveat.cli.index:index", "Read what changed in the vault into the index."),
    "search": ("caveat.cli.search:search", "Find notes, ordered by relevance and trust."),
    "why": ("caveat.cli.why:why", "Explain how far a record is trusted, and why."),
    "claim": ("caveat.cli.claim:claim", "Record claims, and what records say of each other."),
    "claims": ("caveat.cli.claims:claims", "List claims: how they stand, and what touched them."),
    "verify": ("caveat.cli.verify:verify", "Record that a human looked at records as they are now."),
    "review": ("caveat.cli.review:review", "List what is most worth a human look."),
    "audit": ("caveat.cli.audit:audit", "Report everything that someone should look at."),
    "stamp": ("caveat.cli.stamp:stamp", "Show the computed lines of notes, or write them."),
    "export": ("caveat.cli.exchange:export", "Write every event of the ledger as JSON Lines."),
    "import": ("caveat.cli.exchange:import_events", "Take exported events into the ledger."),
    "forget": ("caveat.cli.forget:forget", "Take the text of one event away for good."),
    "status": ("caveat.cli.status:status", "Show what the vault holds and how it stands."),
    "diff": ("caveat.cli.diff:diff", "Show what gained or lost trust since a day, and why."),
    "check": ("caveat.cli.check:check", "Check that every number of a draft is a fact."),
    "book": ("caveat.cli.book:book", "Keep the names and terms of a book that is translated."),
    "mcp": ("caveat.cli.mcp:mcp", "Serve the vault to agents over MCP."),
    "doctor": ("caveat.cli.doctor:doctor", "Check the set-up and name everything that is wrong."),
    "bench": ("caveat.bench.cli:bench", "Measure: every figure of the documents, printed."),
    "completion": ("caveat.cli.completion:completion", "Print the completion script of a shell."),
}

_USAGE = "usage"
"""Code of an error in how a command was typed."""


@click.group(
    cls=LazyGroup,
    lazy=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "-V", "--version", prog_name="caveat")
def caveat() -> None:
    """
    A memory that knows how far to trust what it knows.

    Exit status: 0 fine, 1 findings (or nothing found), 2 could not do or judge.
    """


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit with its status."""
    # One command, then the process ends: collecting cycles in the hundreds of thousands of small tuples of
    # a vault costs a third of the time and frees nothing.
    gc.set_threshold(200_000, 50, 100)
    if arguments is None:
        speak_utf8()
    fill_closed()
    if hasattr(signal, "SIGPIPE"):
        # When the reader of a pipe has had enough, end as other commands do: silently, and not with 1.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    for stream in (sys.stdout, sys.stderr):
        # A console that cannot show a character gets a replacement, never a crash.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    words = [_utf8(word) for word in (sys.argv[1:] if arguments is None else arguments)]
    try:
        status = caveat.main(args=words, prog_name="caveat", standalone_mode=False, color=_color())
        sys.stdout.flush()
    except CaveatError as error:  # some are OSErrors too
        _show(error, is_json="--json" in words)
        status = 2
    except OSError as error:
        # Standard output cannot be written: nothing more is tried on it, not even at the end.
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        where = f" {display(str(error.filename))}" if error.filename else ""
        click.echo(f"caveat: cannot write{where}: {error.strerror or error}", err=True)
        status = 2
    except click.exceptions.Abort:
        click.echo("caveat: stopped", err=True)
        status = 2
    except click.ClickException as error:
        if "--json" in words:
            _print_error(_USAGE, error.format_message())
        error.show()
        status = 2
    except Exception:  # noqa: BLE001 - the last face: nothing was judged, and status 1 would say "findings"
        sys.excepthook(*sys.exc_info())
        notice("this is a mistake in caveat: please report it with the lines above")
        status = 2
    sys.exit(status if isinstance(status, int) else 0)


def _color() -> bool | None:
    """False when the user wants none (https://no-color.org), else None: click decides by the terminal."""
    return False if os.environ.get("NO_COLOR") else None


def _utf8(word: str) -> str:
    """*word* as UTF-8 even where the locale (``LC_ALL=C``) made Python hand it over byte by byte."""
    return word if word.isprintable() else os.fsencode(word).decode("utf-8", "surrogateescape")


def _show(error: CaveatError, *, is_json: bool) -> None:
    if is_json:
        _print_error(error.code, str(error))
    click.echo(f"caveat: {error}", err=True)


def _print_error(code: str, message: str) -> None:
    """What went wrong, for a program that reads standard output."""
    import json

    click.echo(json.dumps({"error": {"code": code, "message": message}}, ensure_ascii=False))


if __name__ == "__main__":
    main()
