"""Tables whose heads hold the unit: *Price, $M* over a column of bare numbers."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from caveat.model.visible import Block
from caveat.text.numbers_amounts import Amount
from caveat.text.numbers_beside import right_of
from caveat.text.numbers_han import scale_of
from caveat.text.numbers_units import GAP, Place, Unit, phrase_at, unit_of
from caveat.text.patterns import regex
from caveat.text.tables_number_noise import ID_HEADS, YEAR_HEADS
from caveat.text.tables_number_units import DOLLARS, MONEY_SCALES, SCALES, SIGNS

_BRACKETS = regex(r"[(\[（]([^()\[\]（）]{1,60})[)\]）]")
_LEADING = regex(
    r"(?:all (?:figures|amounts|values) )?(?:in|en|в|単位|单位|單位|단위)[ \u00a0:：]{0,2}", re.IGNORECASE
)
_CAPTION = regex(
    r"(?<!\w)(?:in|en|в|単位|单位|單位|단위)[ \u00a0:：]{1,2}([^\n.;,()（）]{1,40})", re.IGNORECASE
)
_BARE = regex(r"[\s\u00a0()~≈<>≤≥=+\-−–—*†‡\x1e]*")
_REST = regex(r"[ \u00a0]?(?:$|/|per(?!\w)|pro(?!\w)|par(?!\w)|за(?!\w)|в(?!\w)|p\.|[)\],;.:]|\x1e|\n)")
_DOLLAR = regex(r"([A-Z]{1,3})\$")
_SCALE = regex(
    r"(?:[ \u00a0]?(?:in|en|,)[ \u00a0])?[ \u00a0]?([^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿]+)\.?(?![^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿])"
)
_YEAR = regex(r"(?:1[5-9]|20|21)[0-9]{2}")
_TEXT = regex(r"[^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿]")


class Head(NamedTuple):
    """
    What a head says of the numbers under it.

    Attributes:
        unit: Their unit; None = as before.
        scale: What multiplies them.
        noise: What digits there are when they are no quantity: ``year`` or ``id``; else ``""``.
    """

    unit: Unit | None
    scale: Decimal
    noise: str = ""


class Cell(NamedTuple):
    """A cell with what was found in it."""

    block: Block
    place: Place
    amounts: list[Amount]


def head_of(place: Place) -> Head | None:
    """What the text of a head or a row's name says of the numbers beside it; None when it names no unit."""
    text = place.passage.text
    plain = text.strip(" \u00a0\n\x1e:*")
    if plain.lower() in YEAR_HEADS:
        return Head(None, Decimal(1), "year")
    if plain.lower() in ID_HEADS:
        return Head(None, Decimal(1), "id")
    tries = [
        found.end()
        for found in re.finditer(
            r"[,:，：][ \u00a0]?|[ \u00a0](?=(?:[^\W\d_]{1,12}\.?[ \u00a0])?[%$€£¥₽₩₹])", text
        )
    ]
    tries += [found.start(1) for found in _BRACKETS.finditer(text)]
    # 单价/元; in the West a slash says *per*.
    slashes = [found.end() for found in re.finditer(r"(?<=[\u2e80-\ud7a3)）])[/／][ \u00a0]?", text)]
    found = [head for start in (*reversed(tries), 0, *slashes) if (head := _unit_from(place, start))]
    if found:
        # "Revenue, M ₽": behind the comma a scale comes before the sign that is tried first.
        return next((head for head in found if head.unit == found[0].unit and head.scale != 1), found[0])
    words = [
        found.start()
        for found in re.finditer(r"(?:(?<=[ \u00a0])|(?<=[ \u00a0]in ))[^\W\d_¼-¾²³¹⁰-₉⅐-ↈ①-⓿]+\.?$", text)
    ]
    return next((head for start in words if (head := _unit_from(place, start))), None)


def _unit_from(place: Place, start: int) -> Head | None:
    """The unit that begins at *start* and takes the rest of its bracket, clause or head."""
    text = place.passage.text
    lead = _LEADING.match(text, start)
    at = lead.end() if lead else start
    gap = GAP.match(text, at)
    at = gap.end() if gap else at
    named = _unit_first(place, at)
    if named is not None:
        scale, end = _scale_behind(place, named[1])
        return Head(named[0], scale) if _REST.match(text, end) else None
    found = right_of(place, at, number="", is_money=True)
    if (
        found is not None
        and _REST.match(text, found.at)
        and (found.unit or lead or _names_a_scale(text, start, found.at))
    ):
        return Head(found.unit, found.scale)
    return _east_asian_head(place, at)


def _names_a_scale(text: str, start: int, end: int) -> bool:
    """Whether a scale without a unit is meant as one: in brackets, or more than a letter (m are metres)."""
    return text[max(0, start - 1) : start] in ("(", "[") or (start == 0 and len(text[:end].strip()) > 1)


def _unit_first(place: Place, at: int) -> tuple[Unit, int] | None:
    """A unit with its end, where the unit comes before its scale: $M, US$ bn, USD m."""
    text = place.passage.text
    sign = text[at : at + 1]
    if sign and sign in "×xх" and _REST.match(text, at + 1):
        return Unit("multiplier", "x"), at + 1
    letters = _DOLLAR.match(text, at)
    if letters and letters[1].lower() in DOLLARS:
        return Unit("money", DOLLARS[letters[1].lower()]), letters.end()
    if sign in SIGNS and sign not in "%‰":
        return unit_of(SIGNS[sign], place), at + 1
    return phrase_at(place, at) if sign.isalpha() and sign < "\u2e80" else None


def _scale_behind(place: Place, at: int) -> tuple[Decimal, int]:
    """The scale behind a unit, with its end: M, bn, in millions; 1 when there is none."""
    found = _SCALE.match(place.passage.text, at)
    spec = None if found is None else SCALES.get(found[1].lower()) or MONEY_SCALES.get(found[1])
    return (Decimal(spec), found.end()) if found and spec else (Decimal(1), at)


def _east_asian_head(place: Place, at: int) -> Head | None:
    """千円, 億円, 万元, 억 원: a scale in characters before the unit."""
    text = place.passage.text
    run = re.compile("[十百千万萬亿億兆천만억조백십]{0,3}[ \u00a0]?").match(text, at)
    if run is None:
        return None
    found = right_of(place, run.end(), number="")
    if found is None or found.unit is None or not _REST.match(text, found.at):
        return None
    return Head(found.unit, scale_of("1" + run[0].strip()))


def caption_of(place: Place) -> Head | None:
    """Unit and scale that the words over a table state: *in millions of dollars*."""
    for found in _CAPTION.finditer(place.passage.text):
        head = _unit_from(place, found.start(1))
        if head is not None and (head.unit is not None or head.scale != 1):
            return head
        scale_first = right_of(place, found.start(1), number="", is_money=True)
        if scale_first is not None and scale_first.scale != 1:
            return Head(scale_first.unit, scale_first.scale)
    return None


def with_heads(cells: Sequence[Cell], caption: Head | None) -> list[list[Amount]]:
    """
    The amounts of every cell of one table, bare numbers with the unit of their head.

    Args:
        cells: Of one table.
        caption: What the words over it say; counts where no head names a unit.

    Returns:
        One list for each cell, in the same order.
    """
    columns = _column_heads(cells)
    rows: dict[int, Head] = {}
    corner = columns.get(0)
    if corner is not None and not corner.noise and caption is None:
        caption = corner
    for cell in cells:
        if cell.block.column == 0 and cell.block.row > 0 and _TEXT.search(cell.place.passage.text):
            head = head_of(cell.place)
            if head is not None and not head.noise:
                rows[cell.block.row] = head
    return [_under_heads(cell, columns, rows, caption) for cell in cells]


def _column_heads(cells: Sequence[Cell]) -> dict[int, Head]:
    """Head by column; one that spans several holds for all of them, one further down wins."""
    found: dict[int, Head] = {}
    last = max((cell.block.column for cell in cells), default=0)
    by_row: dict[int, list[Cell]] = {}
    for cell in cells:
        if cell.block.is_header and (cell.block.row == 0 or cell.block.column > 0):
            by_row.setdefault(cell.block.row, []).append(cell)
    for row in by_row.values():
        row.sort(key=lambda cell: cell.block.column)
        ends = [cell.block.column for cell in row[1:]] + [
            last + 1 if row[0].block.row == 0 else row[-1].block.column + 1
        ]
        for cell, end in zip(row, ends, strict=True):
            head = head_of(cell.place)
            if head is not None:
                found.update(
                    (column, head) for column in range(cell.block.column, max(end, cell.block.column + 1))
                )
    return found


def _under_heads(
    cell: Cell, columns: Mapping[int, Head], rows: Mapping[int, Head], caption: Head | None
) -> list[Amount]:
    block = cell.block
    if not cell.amounts or not _is_bare(cell):
        return cell.amounts
    amounts = [_accounted(cell, amount) for amount in cell.amounts]
    if block.is_header:
        return [_as_year(cell, amount) for amount in amounts]
    column, row = columns.get(block.column), rows.get(block.row)
    if column is not None and column.noise and all(amount.unit is None for amount in amounts):
        return [_named(cell, amount, column.noise) for amount in amounts]
    head = column if column and not column.noise else row
    if head is None or head.unit is None:
        head = (
            Head(head.unit if head else None, head.scale if head else Decimal(1))
            if caption is None
            else caption
        )
    return [_with_head(amount, head) for amount in amounts]


def _is_bare(cell: Cell) -> bool:
    """Whether the cell holds a number or a range and nothing else."""
    text = cell.place.passage.text
    at = 0
    for amount in cell.amounts:
        if not _BARE.fullmatch(text, at, amount.start):
            return False
        at = amount.end
    return _BARE.fullmatch(text, at) is not None


def _accounted(cell: Cell, amount: Amount) -> Amount:
    """(71) in a cell is minus 71."""
    text = cell.place.passage.text.strip()
    if (
        len(cell.amounts) == 1
        and text.startswith("(")
        and text.rstrip("%\x1e ").endswith(")")
        and not amount.is_negative
    ):
        return amount._replace(
            is_negative=True, noise="" if amount.noise in ("list-marker", "footnote") else amount.noise
        )
    return amount


def _as_year(cell: Cell, amount: Amount) -> Amount:
    is_year = amount.is_open and _YEAR.fullmatch(cell.place.passage.text, amount.start, amount.end)
    return amount._replace(noise="year") if is_year else amount


def _named(cell: Cell, amount: Amount, noise: str) -> Amount:
    text = cell.place.passage.text
    if noise == "year" and not _YEAR.fullmatch(text, amount.number.start, amount.number.end):
        return amount
    return amount._replace(noise=noise) if amount.is_open else amount


def _with_head(amount: Amount, head: Head) -> Amount:
    if amount.noise and amount.noise not in ("year",):
        return amount
    if amount.unit is None:
        if head.unit is None and head.scale == 1:
            return amount
        return amount._replace(unit=head.unit, scale=amount.scale * head.scale, side="shared", noise="")
    is_money = amount.unit.kind == "money" and (head.unit is None or head.unit.kind == "money")
    if is_money and amount.scale == 1 and head.scale != 1:
        return amount._replace(scale=head.scale)
    return amount
