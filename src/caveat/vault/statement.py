"""What of a note is its statement: the text that a human look is bound to, and that tells copies apart."""

import json

from caveat.text.fold import compose
from caveat.text.frontmatter import Frontmatter, Value

BOOKKEEPING = frozenset(
    (
        "tier reliability verified generated_by cssclass cssclasses publish permalink"
        " modified updated last_modified date_modified updated_at"
    ).split()
)
"""Frontmatter that caveat, or a program, keeps up to date: it states nothing."""

RELATED = frozenset("sources source supports contradicts concerns supersedes corrects".split())
"""What a note says of other notes. A look keeps the hashes of the sources beside that of the statement, and
an editor rewrites these links when a note is renamed."""

FILED = frozenset("tags tag aliases alias class volatility".split())
"""How a note is found, weighed and aged: nothing that somebody who looked at it has read in it."""

NAMED = frozenset("id uid uuid uri url_slug slug zettel zettelid zettel_id note_id".split())
"""What a program calls a note."""

DRAWN = frozenset(
    (
        "icon iconize icon_color banner banner_icon banner_x banner_y banner_display cover_x cover_y sticker"
        " layout obsidianuimode obsidianeditingmode database-plugin"
    ).split()
)
"""What plugins and site generators keep in a note about how it is drawn."""

PREFIXES = ("dg-", "excalidraw-", "linter-", "obsidian-", "sr-", "kanban-", "longform-")
"""Starts of keys that plugins keep; our list, from plugins in wide use."""

_LEFT_OUT = BOOKKEEPING | RELATED | FILED | NAMED | DRAWN


def statement(front: Frontmatter) -> str:
    """
    What the frontmatter states, as one string: what a human look is bound to, together with the body.

    Everything counts but what is known to state nothing, see `BOOKKEEPING` and what follows it.
    """
    said = {
        key: value
        for key, value in _said(front).items()
        if key.lower() not in _LEFT_OUT and not key.lower().startswith(PREFIXES)
    }
    return _written(said)


def told_apart_by(front: Frontmatter) -> str:
    """All that tells a note with hardly any text from another one of the same template."""
    return _written({key: value for key, value in _said(front).items() if key not in BOOKKEEPING})


def normal_body(body: str) -> str:
    """A body with line ends and composition made one, without blank lines before it and blanks after it."""
    text = body.replace("\r\n", "\n").replace("\r", "\n")
    return compose(text, "NFC").lstrip("\n").rstrip()


def _said(front: Frontmatter) -> dict[str, Value]:
    return {**front.values, **front.duplicates}


def _written(said: dict[str, Value]) -> str:
    return compose(json.dumps(said, sort_keys=True, ensure_ascii=False), "NFC") if said else ""
