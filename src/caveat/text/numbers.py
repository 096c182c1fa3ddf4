"""
The numbers of a text: every run of digits as a quantity, as named noise, or as *unclassified*.

No model and no guess: what the words, signs and heads beside a number say decides, then the document's
setting; where both leave two readings open, both are handed on.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from caveat.model.quantities import Extraction, Noise, Quantity, QuantityKind
from caveat.model.visible import Block, Mask, Visible
from caveat.text.numbers_amounts import Amount
from caveat.text.numbers_cells import Cell, Head, caption_of, with_heads
from caveat.text.numbers_fold import OPAQUE, SKIP, Passage, folded
from caveat.text.numbers_passage import digit_runs, modified, read
from caveat.text.numbers_units import Place, Setting
from caveat.text.patterns import regex
from caveat.text.tokenize import detect_language

__all__ = ["Setting", "extract", "extract_text", "key", "language_of", "plain"]

LONGEST_CAPTION = 120
"""Code points of a paragraph before a table that may be its caption (our choice)."""

_LANGUAGES = frozenset("en ru de fr zh ja ko".split())
_NO_WORDS = regex(r"(?<=[0-9])[A-Za-z]{1,3}(?![A-Za-z])|(?<![\w'’])[b-hj-xzB-HJ-XZ](?![\w'’])")
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻"
_SKIPPED = frozenset({"footnote", "citation"})


class _Read(NamedTuple):
    """A block as it was read: where, what was found, and what was masked."""

    block: Block
    place: Place
    amounts: list[Amount]
    noise: list[tuple[int, int, str]]


def extract(text: Visible, setting: Setting | None = None) -> Extraction:
    """
    Every number of *text*.

    Args:
        text: What a reader sees; blocks are read one by one, a table's heads count for its cells.
        setting: What a bare ``$`` means and which notation holds where no language is named.

    Returns:
        Quantities and noise by start, in code points of ``text.text``; every run of decimal digits of any
        script lies in one of them, and none in two, but for a footnote mark between a number and its unit.
    """
    setting = setting or Setting()
    language = setting.language or language_of(text.text)
    found = [item for block in _blocks(text) for item in _read_block(text, block, setting, language)]
    found = _tables(found, text)
    quantities: list[Quantity] = []
    noise: list[Noise] = []
    for item in found:
        for amount in modified(item.place, item.amounts):
            start, end = item.place.passage.span(amount.start, amount.end)
            if amount.noise:
                noise.append(Noise(amount.noise, start, end))
            else:
                quantities.append(_quantity(amount, start, end))
        noise += (Noise(name, start, end) for start, end, name in item.noise)
    noise += _missed(text.text, quantities, noise)
    return Extraction(
        tuple(sorted(quantities, key=lambda quantity: quantity.start)),
        tuple(sorted(noise, key=lambda one: one.start)),
    )


def extract_text(text: str, setting: Setting | None = None) -> Extraction:
    """The numbers of a plain string: `extract` of `plain`."""
    return extract(plain(text), setting)


def key(quantity: Quantity) -> tuple[Decimal, str, QuantityKind]:
    """What two quantities are the same by: value, unit and kind. 12 % is neither 12 pp nor 0.12."""
    return quantity.value, quantity.unit, quantity.kind


def plain(text: str) -> Visible:
    """A plain string as visible text: paragraphs are what blank lines part, and nothing is masked."""
    blocks: list[Block] = []
    start, at = None, 0
    for line in text.splitlines(keepends=True):
        if line.strip():
            start = at if start is None else start
        elif start is not None:
            blocks.append(Block("paragraph", start, at))
            start = None
        at += len(line)
    if start is not None:
        blocks.append(Block("paragraph", start, len(text)))
    return Visible(text, range(len(text) + 1), range(1, len(text) + 1), tuple(blocks))


def language_of(text: str) -> str:
    """
    The language of *text* by its script, or by its stop words; ``""`` when neither tells.

    Args:
        text: Prose; its first 4,000 code points are read.
    """
    sample = text[:4000]
    kana = sum("\u3041" <= letter <= "\u30ff" for letter in sample)
    hangul = sum("\uac00" <= letter <= "\ud7a3" or "\u1100" <= letter <= "\u11ff" for letter in sample)
    han = sum("\u4e00" <= letter <= "\u9fff" for letter in sample)
    cyrillic = sum("\u0400" <= letter <= "\u04ff" for letter in sample)
    latin = sum("a" <= letter <= "z" or "A" <= letter <= "Z" for letter in sample)
    if kana + hangul + han > 0.2 * (latin + cyrillic) and kana + hangul + han:
        return "ko" if hangul > kana + han else "ja" if kana * 12 > han else "zh"
    if cyrillic > latin:
        return "ru"
    # The letters of 890M, 12 m and "plan d" are no words, although French has an m' and a d'.
    return detect_language(_NO_WORDS.sub(" ", sample))


def _blocks(text: Visible) -> Iterator[Block]:
    """The blocks, and every stretch between them that holds more than blanks."""
    at = 0
    for block in (*text.blocks, Block("paragraph", len(text.text), len(text.text))):
        if at < block.start and text.text[at : block.start].strip():
            yield Block("paragraph", at, block.start)
        if block.start < block.end:
            yield block
        at = max(at, block.end)


def _read_block(text: Visible, block: Block, setting: Setting, language: str) -> Iterator[_Read]:
    masks = _masks_in(text.masks, block)
    own = block.language if block.language in _LANGUAGES else language
    if block.kind == "code":
        place = Place(folded(text.text, block.end, block.end), own, setting)
        yield _Read(block, place, [], _code_lines(text.text, block))
        return
    replaced: list[tuple[int, int, str]] = []
    noise: list[tuple[int, int, str]] = []
    for mask in masks:
        start, end = max(mask.start, block.start), min(mask.end, block.end)
        if mask.kind == "inline-code" and _is_price(text.text[start:end], setting, own):
            continue
        masked = text.text[start:end]
        if not masked.strip(_RAISED):
            continue  # 10⁶ may be a power; a raised figure never runs on into digits
        if masked.isascii() and masked.isdecimal() and _is_power(text.text, start, mask.kind):
            replaced.append((start, end, "".join(_RAISED[int(digit)] for digit in masked)))
            continue
        replaced.append((start, end, SKIP if mask.kind in _SKIPPED else OPAQUE))
        if digit_runs(text.text[start:end]):
            noise.append((start, end, "code" if mask.kind == "inline-code" else mask.kind))
    passage = folded(text.text, block.start, block.end, replaced)
    place = Place(passage, own, setting)
    if passage.is_turned:
        yield _Read(block, place, [], noise)
        return
    yield _Read(
        block, place, read(place, is_heading=block.kind == "heading", is_cell=block.kind == "cell"), noise
    )


def _is_power(text: str, at: int, kind: str) -> bool:
    """Whether raised digits at *at* are an exponent of ten, not the mark of a footnote."""
    before = text[max(0, at - 5) : at]
    if not before.endswith("10") or before[-3:-2].isdecimal() or before[-3:-2] in (".", ",", "$"):
        return False
    return kind == "math" or (kind == "footnote" and before[:-2].rstrip()[-1:] in ("×", "·", "x", "*"))


def _masks_in(masks: Sequence[Mask], block: Block) -> list[Mask]:
    first = bisect_right(masks, block.start, key=lambda mask: mask.end)
    found: list[Mask] = []
    for mask in masks[first:]:
        if mask.start >= block.end:
            break
        found.append(mask)
    return found


def _code_lines(text: str, block: Block) -> list[tuple[int, int, str]]:
    found: list[tuple[int, int, str]] = []
    at = block.start
    for line in text[block.start : block.end].splitlines(keepends=True):
        if digit_runs(line):
            found.append((at, at + len(line.rstrip("\r\n")), "code"))
        at += len(line)
    return found


def _is_price(code: str, setting: Setting, language: str) -> bool:
    """Whether inline code is an amount and nothing else: such a one is a claim."""
    if len(code) > 40 or not digit_runs(code):
        return False
    place = Place(folded(code, 0, len(code)), language, setting)
    amounts = read(place)
    if not amounts or any(amount.unit is None for amount in amounts):
        return False
    left = place.passage.text
    for amount in reversed(amounts):
        left = left[: amount.start] + left[amount.end :]
    return not left.strip(" \u00a0-–—~≈+<>≤≥.")


def _tables(found: list[_Read], text: Visible) -> list[_Read]:
    """The same with the units of table heads on bare cells."""
    tables: dict[int, list[int]] = {}
    for index, item in enumerate(found):
        if item.block.kind == "cell" and item.block.table is not None:
            tables.setdefault(item.block.table, []).append(index)
    for indices in tables.values():
        cells = [Cell(found[index].block, found[index].place, found[index].amounts) for index in indices]
        caption = _caption(text, cells[0])
        for index, amounts in zip(indices, with_heads(cells, caption), strict=True):
            found[index] = found[index]._replace(amounts=amounts)
    return found


def _caption(text: Visible, cell: Cell) -> Head | None:
    lead = cell.block.lead
    is_near = lead is None
    if lead is None:
        lead = bisect_right(text.blocks, cell.block.start, key=lambda block: block.start) - 2
    if not 0 <= lead < len(text.blocks) or text.blocks[lead].kind in ("cell", "code"):
        return None
    block = text.blocks[lead]
    if is_near and block.end - block.start > LONGEST_CAPTION:
        return None
    passage: Passage = folded(text.text, block.start, min(block.end, block.start + 400))
    return caption_of(Place(passage, cell.place.language, cell.place.setting))


def _quantity(amount: Amount, start: int, end: int) -> Quantity:
    first, *others = amount.readings()
    unit = amount.unit
    kind: QuantityKind = unit.kind if unit else "fraction" if amount.form == "fraction" else "number"
    return Quantity(
        first.value,
        unit.code if unit else "",
        kind,
        start,
        end,
        first.step,
        amount.range_end,
        amount.modifier,
        tuple(others),
        unit is not None and unit.is_assumed,
    )


def _missed(text: str, quantities: Iterable[Quantity], noise: Iterable[Noise]) -> list[Noise]:
    """Runs of digits that lie in nothing: unclassified, whatever the reason."""
    spans = sorted((item.start, item.end) for group in (quantities, noise) for item in group)
    found: list[Noise] = []
    index = 0
    for start, end in digit_runs(text):
        while index < len(spans) and spans[index][1] <= start:
            index += 1
        place, at = start, index
        while at < len(spans) and spans[at][0] < end and place < end:
            if spans[at][0] > place:
                found.append(Noise("unclassified", place, spans[at][0]))
            place = max(place, spans[at][1])
            at += 1
        if place < end:
            found.append(Noise("unclassified", place, end))
    return found
