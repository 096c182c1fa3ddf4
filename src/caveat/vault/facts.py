"""
Facts notes: the tables and lists of a Markdown note become facts, derivations and waivers.

    | id | subject | attribute | value | per | note |
    |---|---|---|---|---|---|
    | alpha.out | Alpha; Альфа | output; выход | $12 | 1M tokens | price list of March |
    | cheaper | Beta vs Alpha | price ratio | = alpha.out / beta.out, round 1 | | |

    - $0.20 — Alpha, input, per 1M tokens

    | waive | draft | reason | who |
    |---|---|---|---|
    | about $5 billion | drafts/market.md | an estimate of the author's own | Mara |

A further column ``precision`` says how far a draft may be from the value: ``exact``, ``written`` (the
default: rounded to the places it is written with), ``within 5``, ``within 2 %``, ``about 10 %``. Numbers in
the prose of a note are no facts, and neither are those that are struck out.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from caveat.model.facts import Derivation, Fact, Leeway, Waiver
from caveat.model.findings import Finding
from caveat.model.quantities import Extraction, Quantity
from caveat.model.visible import Block, Visible
from caveat.text.fold import fold_key
from caveat.text.numbers import Setting, extract
from caveat.text.struck import is_struck, struck
from caveat.text.visible import visible

COLUMNS = ("id", "subject", "attribute", "value", "per", "note", "precision")
"""Columns of a facts table; ``id`` and ``value`` are needed."""

WAIVER_COLUMNS = ("waive", "draft", "reason", "who")
"""Columns of a table of waivers; all but ``draft`` are needed."""

_KEYS = frozenset({"id", "subject", "attribute", "value", "waive"})

UNFILLED = "?"
"""What a skeleton has where a human must say whose number it is, and what it counts."""

MOST_FACTS = 100_000
"""Most facts of one note; our choice."""

_ID = re.compile(r"[^\W_][\w.:-]{0,99}")
_LETTER = re.compile(r"[^\W\d_]")
_PRECISION = re.compile(r"(within|about)\s+([0-9]+(?:[.,][0-9]+)?)\s*(%?)")


class FactsNote(NamedTuple):
    """
    What a facts note states.

    Attributes:
        path: How the file is called in messages.
        facts: In the order written.
        derivations: Declared arithmetic, not yet computed.
        waivers: Words that may pass.
        findings: What is wrong; with an ``error`` among them the note cannot be used.
    """

    path: str
    facts: tuple[Fact, ...] = ()
    derivations: tuple[Derivation, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    findings: tuple[Finding, ...] = ()


def facts_note(path: str, text: str, setting: Setting) -> FactsNote:
    """
    The facts of one note; never raises for what *text* holds.

    Args:
        path: How the file is called in messages.
        text: The whole note.
        setting: What a bare ``$`` means and which notation holds.
    """
    return _Reader(path, text, setting).note()


class _Cell(NamedTuple):
    """A cell of a row: its words, and where they stand in the visible text."""

    words: str
    start: int
    end: int


class _Reader:
    """Reads one note; collects what it states and what is wrong with it."""

    def __init__(self, path: str, text: str, setting: Setting) -> None:
        self.path = path
        self.visible: Visible = visible(text, "markdown")
        self.extraction: Extraction = extract(self.visible, setting)
        self.starts = [quantity.start for quantity in self.extraction.quantities]
        self.struck = struck(text)
        self.breaks = [match.start() for match in re.finditer(r"\r\n?|\n", text)]
        self.facts: list[Fact] = []
        self.derivations: list[Derivation] = []
        self.waivers: list[Waiver] = []
        self.findings: list[Finding] = []

    def note(self) -> FactsNote:
        tables: dict[int, dict[int, dict[int, list[Block]]]] = {}
        for block in self.visible.blocks:
            if block.table is not None:
                row = tables.setdefault(block.table, {}).setdefault(block.row, {})
                row.setdefault(block.column, []).append(block)
            elif block.kind == "item":
                self._item(block)
        for rows in tables.values():
            self._table(rows)
        is_empty = not self.facts and not self.derivations and not self.waivers
        if is_empty and not any(finding.severity == "error" for finding in self.findings):
            self._wrong(0, "holds no facts", "Add a table with the columns id and value, or list lines.")
        if len(self.facts) > MOST_FACTS:
            self._wrong(0, f"holds more than {MOST_FACTS:,} facts", "Split it; wide facts make a weak gate.")
        return FactsNote(
            self.path,
            tuple(sorted(self.facts, key=lambda fact: fact.line)),
            tuple(self.derivations),
            tuple(self.waivers),
            tuple(sorted(self.findings, key=lambda finding: finding.line)),
        )

    def _wrong(self, place: int, message: str, help: str) -> None:
        line = self._line(place) if self.visible.text else 0
        self.findings.append(Finding("bad-fact", "error", message, self.path, line, help=help))

    def _line(self, place: int) -> int:
        return bisect_right(self.breaks, self.visible.starts[place] - 1) + 1

    def _is_struck(self, place: int) -> bool:
        return bool(self.struck) and is_struck(self.struck, self.visible.starts[place])

    def _quantities(self, start: int, end: int) -> Sequence[Quantity]:
        """The numbers in ``[start, end)`` that are not struck out."""
        first = bisect_left(self.starts, start)
        found = self.extraction.quantities[first : bisect_left(self.starts, end, first)]
        return [one for one in found if not self._is_struck(one.start)]

    def _no_number(self, start: int, end: int) -> str:
        name = next((one.name for one in self.extraction.noise if start <= one.start < end), "")
        return f"no number but a {name}" if name and name != "unclassified" else "no number"

    def _table(self, rows: Mapping[int, Mapping[int, Sequence[Block]]]) -> None:
        heads = {column: fold_key(self._cell(blocks).words) for column, blocks in rows.get(0, {}).items()}
        place = min(block.start for row in rows.values() for blocks in row.values() for block in blocks)
        expected = self._columns(list(heads.values()), place)
        for number in sorted(rows)[1:] if expected else ():
            cells = {heads.get(column, ""): self._cell(blocks) for column, blocks in rows[number].items()}
            if not any(cell.words for cell in cells.values()):
                continue
            if out := [cell for name, cell in cells.items() if name in _KEYS and self._is_out(cell)]:
                self._remark(out[0].start, "a row that is struck out: it states nothing")
            elif expected is COLUMNS:
                self._row(cells)
            else:
                self._waiver(cells)

    def _columns(self, names: Sequence[str], place: int) -> tuple[str, ...]:
        """What the columns of a table are to be, by their names; none when it states nothing."""
        if "waive" in names:
            expected: tuple[str, ...] = WAIVER_COLUMNS
            needed: tuple[str, ...] = ("waive", "reason", "who")
        elif "id" in names or "value" in names:
            expected, needed = COLUMNS, ("id", "value")
        else:
            self._remark(place, "a table without the columns id and value: its numbers are no facts")
            return ()
        if twice := [name for name in expected if names.count(name) > 1]:
            message = f"this table has the column {', '.join(twice)} more than once"
            self._wrong(place, message, "Keep one column of each name.")
            return ()
        missing = [name for name in needed if name not in names]
        for name in sorted(set(names) - set(expected)):
            if near := _nearest(name, [one for one in expected if one not in names]):
                missing.append(f"{near} (but {name!r})")
        if missing:
            message = f"this table has no column {', '.join(missing)}"
            self._wrong(place, message, "Name its columns as needed.")
            return ()
        return expected

    def _remark(self, place: int, message: str) -> None:
        self.findings.append(Finding("not-a-fact", "note", message, self.path, self._line(place)))

    def _cell(self, blocks: Sequence[Block]) -> _Cell:
        start, end = blocks[0].start, blocks[-1].end
        return _Cell(" ".join(self.visible.text[start:end].split()), start, end)

    def _is_out(self, cell: _Cell) -> bool:
        return cell.start < cell.end and self._is_struck(cell.start) and self._is_struck(cell.end - 1)

    def _waiver(self, cells: Mapping[str, _Cell]) -> None:
        said = {name: cells[name].words if name in cells else "" for name in WAIVER_COLUMNS}
        place = next(iter(cells.values())).start
        if missing := [name for name in ("waive", "reason", "who") if not said[name]]:
            self._wrong(place, f"a waiver without {' and '.join(missing)}", "Say the words, why, and who.")
            return
        self.waivers.append(
            Waiver(said["waive"], said["draft"], said["reason"], said["who"], self.path, self._line(place))
        )

    def _row(self, cells: Mapping[str, _Cell]) -> None:
        said = {name: cells[name].words if name in cells else "" for name in COLUMNS}
        place = next(iter(cells.values())).start
        subjects, attributes = _names(said["subject"]), _names(said["attribute"])
        fact = Fact(
            said["id"],
            subjects,
            attributes,
            Decimal(0),
            "",
            "number",
            words=said["value"],
            per=said["per"],
            note=said["note"],
            path=self.path,
            line=self._line(place),
        )
        if problem := _problem(fact):
            self._wrong(place, *problem)
        elif said["value"].startswith(("=", "＝")):
            leeway = _leeway(said["precision"], Decimal(0))
            if leeway is None or leeway.within or leeway.about:
                self._wrong(place, *_BAD_PRECISION)
            else:
                formula = said["value"][1:].strip()
                self.derivations.append(Derivation(fact._replace(leeway=leeway), formula))
        else:
            self._valued(fact, cells["value"], said["precision"])

    def _valued(self, fact: Fact, cell: _Cell, precision: str) -> None:
        """Add *fact* with the one number, or the two ends of the range, of its value cell."""
        found = self._quantities(cell.start, cell.end)
        is_range = [one.range_end for one in found] == ["lo", "hi"]
        if len(found) != 1 and not is_range:
            said = "several numbers" if found else self._no_number(cell.start, cell.end)
            message = f"the value {cell.words[:40]!r} holds {said}"
            self._wrong(cell.start, message, "Write one number with its unit.")
            return
        for quantity in found:
            if problem := _doubt(quantity, cell.words):
                self._wrong(cell.start, *problem)
                return
            leeway = _leeway(precision, quantity.value)
            if leeway is None:
                self._wrong(cell.start, *_BAD_PRECISION)
                return
            name = f"{fact.id}.{quantity.range_end}" if is_range else fact.id
            self.facts.append(_with(fact._replace(id=name, leeway=leeway), quantity))

    def _item(self, block: Block) -> None:
        """Every quantity of a list line is a fact; its other words are the note."""
        found = self._quantities(block.start, block.end)
        found = [one for one in found if one.kind not in ("number", "fraction")] or list(found)
        if not found:
            return
        words = self.visible.text[block.start : block.end]
        rest, at = "", 0
        for quantity in found:
            rest += words[at : quantity.start - block.start]
            at = quantity.end - block.start
        note, line = " ".join(words.split()), self._line(found[0].start)
        if not _LETTER.search(rest + words[at:]):
            help = "Say behind the number what it is: - $0.20 — Alpha, input, per 1M tokens."
            self._wrong(found[0].start, f"{note[:40]!r} has neither subject nor note", help)
            return
        for number, quantity in enumerate(found, 1):
            if problem := _doubt(quantity, self.visible.text[quantity.start : quantity.end]):
                self._wrong(quantity.start, *problem)
                continue
            name = f"{self.path}:{line}" if len(found) == 1 else f"{self.path}:{line}.{number}"
            written = self.visible.text[quantity.start : quantity.end]
            empty = Fact(name, (), (), Decimal(0), "", "number", words=written, note=note)
            self.facts.append(_with(empty._replace(path=self.path, line=line), quantity))


_UNDECIDED = "Write it without separators of thousands, or name the language (--language, or in caveat.toml)."
_BAD_PRECISION = (
    "its precision is none of exact, written, within N, about N",
    "Write exact, written, within 5, within 2 % or about 10 %; a formula takes the first two.",
)


def _with(fact: Fact, quantity: Quantity) -> Fact:
    return fact._replace(
        value=quantity.value,
        unit=quantity.unit,
        kind=quantity.kind,
        step=quantity.step,
        modifier=quantity.modifier,
        range_end=quantity.range_end,
    )


def _names(words: str) -> tuple[str, ...]:
    return tuple(name for part in re.split("[;；]", words) if fold_key(name := part.strip()))


def _problem(fact: Fact) -> tuple[str, str] | None:
    """What is missing in a row, and the next step."""
    if not fact.id:
        return "a fact without an id", "Give it a short name of its own, such as alpha.out."
    if not _ID.fullmatch(fact.id):
        return f"the id {fact.id[:40]!r} has other characters than letters, digits, . : _ -", "Rename it."
    if UNFILLED in (*fact.subjects, *fact.attributes):
        return (
            f"{fact.id} is not filled in: its subject or attribute is {UNFILLED}",
            "Say whose number it is.",
        )
    for name in (*fact.subjects, *fact.attributes):
        if not any(map(str.isalnum, name)):
            message = f"{name[:40]!r} is no subject or attribute of {fact.id}: no letter or digit is in it"
            return message, "Write it in words, or leave the cell empty."
    if not fact.words:
        return f"{fact.id} has no value", "Write one number with its unit, such as $12."
    if not fact.subjects and not fact.note:
        return f"{fact.id} has neither subject nor note", "Say whose number it is, or what it means."
    return None


def _doubt(quantity: Quantity, words: str) -> tuple[str, str] | None:
    """Why a number cannot be a fact as it is written, and the next step."""
    shown = " ".join(words.split())[:40]
    if quantity.others:
        values = [str(quantity.value), *(str(other.value) for other in quantity.others)]
        return f"{shown!r} can be read as {' or '.join(values)}", _UNDECIDED
    if quantity.kind == "money" and not quantity.unit.isalpha():
        return f"{shown!r} does not say which currency", "Write its code, such as 12 USD."
    return None


def _leeway(words: str, value: Decimal) -> Leeway | None:
    """What a ``precision`` cell says; None when it is none."""
    leeway = Leeway()
    for part in re.split(r"[;]|,\s", words):
        said = fold_key(part)
        if said in ("", "written", "rounds", "rounds-to-written"):
            continue
        if said == "exact":
            leeway = leeway._replace(is_exact=True)
            continue
        match = _PRECISION.fullmatch(said)
        if match is None:
            return None
        distance = Decimal(match[2].replace(",", "."))
        if match[3]:
            distance = abs(value) * distance / 100
        is_within = match[1] == "within"
        leeway = leeway._replace(within=distance) if is_within else leeway._replace(about=distance)
    return leeway


def _nearest(name: str, known: Sequence[str]) -> str:
    from difflib import get_close_matches

    return next(iter(get_close_matches(name[:60], known, 1, 0.75)), "")
