"""A skeleton of facts: the numbers of a price list as rows that a human has to fill in and verify."""

import os

from caveat.judge.numbers import is_decided
from caveat.model.errors import InputError
from caveat.model.facts import GATED
from caveat.model.findings import Finding
from caveat.model.quantities import Quantity
from caveat.model.visible import Visible
from caveat.ops.check_draft import draft_text
from caveat.text.numbers import Setting, extract
from caveat.text.visible import format_of, visible
from caveat.vault.check_settings import CheckSettings
from caveat.vault.facts import UNFILLED
from caveat.vault.scan import display

_AROUND = 40
_CELLS = 2_000

_HEAD = """# Facts

From {name}. Nothing here counts yet. Put the owner of each number in place of the first `?` (other names for
it behind `;`) and what it counts in place of the second, look each number up in the source, take out what the
text is not about, and have the note verified.

| id | subject | attribute | value | per | note |
|---|---|---|---|---|---|
"""


def skeleton(path: str, settings: CheckSettings | None = None, *, data: bytes | None = None) -> str:
    """
    A facts note with every number of *path*, its subjects and attributes left open.

    Args:
        path: A price list: text, Markdown or HTML; how it is called when *data* is given.
        settings: Kinds of numbers, currency and language.
        data: Its bytes; None = those of the file.

    Raises:
        InputError: The file cannot be read, or holds no number.
    """
    settings = settings or CheckSettings()
    name = display(path)
    source = draft_text(path, data)
    if isinstance(source, Finding):
        raise InputError(f"{name} {source.message}: {source.help}")
    text = visible(source, format_of(name, source))
    setting = Setting(settings.language, settings.dollar, settings.yen, settings.cents)
    found = [one for one in extract(text, setting).quantities if one.kind in (settings.kinds or GATED)]
    if not found:
        raise InputError(f"{name} holds no number that could be a fact: name another file")
    rows = [
        f"| f{number} | {UNFILLED} | {UNFILLED} | {_written(text, one)} | | {_cell(_around(text, one))} |"
        for number, one in enumerate(found, 1)
    ]
    named = "standard input" if path == "-" else os.path.basename(name)
    return _HEAD.format(name=named) + "\n".join(rows) + "\n"


def _written(text: Visible, quantity: Quantity) -> str:
    """A value in a notation that reads one way only; one that reads two ways as it stands, to be refused."""
    if not is_decided(quantity):
        return _cell(text.text[quantity.start : quantity.end])
    number = format(quantity.value, "f")
    match quantity.kind:
        case "money":
            return f"{number} {quantity.unit}"
        case "percent":
            return f"{number} %"
        case "pp":
            return f"{number} pp"
        case "multiplier":
            return f"{number}x"
        case _:
            return number


def _around(text: Visible, quantity: Quantity) -> str:
    """What stands around a number: in a table the first cell of its row and the head of its column."""
    index = text.block_at(quantity.start)
    if index is None:
        return ""
    block = text.blocks[index]
    if block.table is None:
        start, end = max(block.start, quantity.start - _AROUND), min(block.end, quantity.end + _AROUND)
        return f"{'…' if start > block.start else ''}{text.text[start:end]}{'…' if end < block.end else ''}"
    heads = [
        text.text[one.start : one.end]
        for one in text.blocks[max(0, index - _CELLS) : index]
        if one.table == block.table
        and ((one.row == block.row and one.column == 0) or (one.column == block.column and one.is_header))
    ]
    return " · ".join(dict.fromkeys(heads))


def _cell(words: str) -> str:
    return " ".join(words.split()).replace("|", "\\|")
