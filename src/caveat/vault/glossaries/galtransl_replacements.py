r"""
GalTransl, dictionaries of replacements: before translation (``pre``) and after it (``post``).

A row before translation makes one spelling of the source another: the second is a headword, and the first a
spelling of it. A row after translation makes one rendering another where the source has some word: the word
is a headword, the second its rendering, the first a forbidden one. ``pre_src⇥cond[or]cond⇥from⇥to`` states
conditions; an atom is ``!x`` (absent), ``>x`` (at the start), ``x<`` (at the end), ``~`` or ``(同上)`` (as in
the row before). ``\t``, ``\n``, ``\\`` and their like are escapes. What a term cannot mean is refused by row.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from caveat.model.terms import Forbidden, Key, Nearby, Term
from caveat.vault.glossaries.cells import CellRow, tab_rows
from caveat.vault.glossaries.galtransl import COMMENTS
from caveat.vault.glossaries.rows import Collector, Content, Rows
from caveat.vault.glossaries.writing import Losses, Written, speakable

HOLDS = ("forbidden",)
_SOURCE = ("pre_src", "post_src", "pre_jp", "post_jp")
_TARGET = ("pre_dst", "post_dst", "pre_zh", "post_zh")
_SITUATIONS = ("mono", "diag")
_AS_BEFORE = ("~", "(同上)", "（同上）")
_ESCAPE = re.compile(r"\\([\\tnrabfv0'\"]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4})")
_ESCAPES = {"t": "\t", "n": "\n", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}


class _Row(NamedTuple):
    line: int
    wanted: str
    given: str
    conditions: "_Conditions | None"


class _Conditions(NamedTuple):
    present: tuple[str, ...]
    absent: tuple[str, ...]
    is_all: bool


class _CannotMean(ValueError):
    """A row says what no term can mean."""


def read_before(content: Content) -> Rows:
    """The spellings of a dictionary that works before translation; no row has a rendering."""
    collector = Collector()
    for row in _rows(content.text, collector):
        said = row.conditions
        if said and said.is_all and len(said.present) > 1:
            _cannot(collector, row.line, "it asks for several words at once")
            continue
        nearby = Nearby(said.present, said.absent) if said else Nearby()
        key = Key(row.wanted, "orthographic", nearby)
        collector.add(Term("", row.given, keys=(Key(row.given.strip()), key), line=row.line))
    return collector.rows()


def read_after(content: Content) -> Rows:
    """The terms of a dictionary that works after translation: only rows that name a word of the source."""
    collector = Collector()
    for row in _rows(content.text, collector):
        said = row.conditions
        if said is None or not said.present:
            _cannot(collector, row.line, "it names no word of the source")
        elif said.is_all and len(said.present) > 1:
            _cannot(collector, row.line, "it asks for several words at once")
        else:
            for headword in said.present:
                # An absent word limits the headword itself: the row is about nothing else.
                own = Key(headword, nearby=Nearby((), said.absent))
                forbidden = (Forbidden(row.wanted),)
                collector.add(Term("", headword, row.given, keys=(own,), forbidden=forbidden, line=row.line))
    return collector.rows()


def _rows(text: str, collector: Collector) -> list[_Row]:
    found: list[_Row] = []
    before: _Conditions | None = None
    for row in tab_rows(text.replace("    ", "\t")):
        if collector.is_full:
            break
        if len(row.cells) < 2 or row.cells[0].lstrip().startswith(("//", "\\\\")):
            _comment(row, collector)
            continue
        cells = tuple(_unescaped(one) for one in row.cells)
        try:
            read = _row(row.line, cells, before)
        except _CannotMean as error:
            _cannot(collector, row.line, str(error))
            continue
        before = read.conditions or before
        found.append(read)
    return found


def _comment(row: CellRow, collector: Collector) -> None:
    line = "\t".join(row.cells).strip()
    if len(row.cells) > 1:
        help = "GalTransl takes a comment with a tab for an entry: take the tab out."
        collector.refuse(row.line, f"{line[:40]!r} is a comment with a tab", help)
    elif not line.startswith(COMMENTS):
        collector.refuse(row.line, f"{line[:40]!r} has no second column", "Part its columns with tabs.")


def _row(line: int, cells: tuple[str, ...], before: _Conditions | None) -> _Row:
    key, conditions = cells[0], None
    if key in _SITUATIONS:
        where = "dialogue" if key == "diag" else "monologue"
        raise _CannotMean(f"it holds in {where} only")
    if key in _TARGET:
        raise _CannotMean("its condition is on the translation")
    if key in _SOURCE:
        if len(cells) < 4:
            raise _CannotMean("a conditional row has four columns")
        conditions = _conditions(cells[1], before)
        cells = cells[2:]
    wanted, given = cells[0], cells[1]
    if wanted.startswith("^^"):
        raise _CannotMean("it holds at the start of a line only")
    if wanted.startswith("1^"):
        raise _CannotMean("it holds once a line only")
    if not wanted.strip() or not given.strip():
        raise _CannotMean("it takes words away or puts them in, and names nothing")
    return _Row(line, wanted, given, conditions)


def _conditions(text: str, before: _Conditions | None) -> _Conditions:
    is_all = "[and]" in text
    present: list[str] = []
    absent: list[str] = []
    for part in text.split("[and]" if is_all else "[or]"):
        word = part.strip()
        if word in _AS_BEFORE:
            if before is None:
                raise _CannotMean("it holds as the row before, and there is none")
            present += before.present
            absent += before.absent
        elif word.startswith(">") or word.endswith("<"):
            raise _CannotMean("it holds at the start or end of a line only")
        elif word.startswith("!"):
            absent.append(word[1:])
        elif word:
            present.append(word)
    if present and absent and not is_all:
        raise _CannotMean("it asks for one word or for another to be absent")
    if len(absent) > 1 and not is_all:
        raise _CannotMean("it asks for one of several words to be absent")
    return _Conditions(tuple(present), tuple(absent), is_all)


def _cannot(collector: Collector, line: int, reason: str) -> None:
    help = "A term cannot say that: leave it to the program it is from."
    collector.refuse(line, f"{reason}", help, code="no-term")


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda match: _character(match[1]), text)


def _character(code: str) -> str:
    if code[0] in "xu" and len(code) > 1:
        return chr(int(code[1:], 16))
    return _ESCAPES.get(code, code)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("    ", "   \\x20")


def write_before(terms: Sequence[Term]) -> Written:
    """The spellings of *terms* that stand for their headword, as replacements before translation."""
    losses = Losses()
    lines = []
    owners = Counter(text for term in terms for text in {key.text for key in term.keys})
    for term in terms:
        if term.approval.is_retracted:
            losses.leave_out("terms that were taken back", term)
            continue
        for key in term.keys:
            if key.text == term.headword:
                continue
            if key.kind != "orthographic":
                losses.leave_out("spellings that are names of their own, and no variant", term)
            elif owners[key.text] > 1:
                losses.leave_out("spellings of several terms", term)
            elif line := _before(term, key):
                lines.append(line + "\n")
            else:
                losses.leave_out("spellings with conditions that no row can state", term)
        losses.lose("everything but the variants of headwords", term)
    return losses.written("".join(lines).encode("utf-8"), len(lines))


def _before(term: Term, key: Key) -> str:
    cells = [_escaped(key.text), _escaped(term.headword)]
    if cells[0].startswith(("^^", "1^", "//", "\\\\")) or cells[0] in (*_SOURCE, *_TARGET, *_SITUATIONS):
        return ""
    requires, forbids = key.nearby
    if not requires and not forbids:
        return "\t".join(cells)
    condition = _condition(requires, forbids)
    return "\t".join(["pre_src", condition, *cells]) if condition else ""


def _condition(requires: Sequence[str], forbids: Sequence[str]) -> str:
    """*requires* or *forbids* as a condition; empty when no condition says it."""
    words = [*requires, *forbids]
    if any(word[:1] in ("!", ">") or word.endswith("<") or word in _AS_BEFORE for word in words):
        return ""
    if any("[or]" in word or "[and]" in word or word != word.strip() for word in words):
        return ""
    if forbids and len(requires) < 2:
        return "[and]".join([*map(_escaped, requires), *(f"!{_escaped(word)}" for word in forbids)])
    return "" if forbids else "[or]".join(map(_escaped, requires))


def write_after(terms: Sequence[Term]) -> Written:
    """The forbidden renderings of *terms*, as replacements after translation where the headword stands."""
    losses = Losses()
    lines = []
    for term in speakable(terms, losses, (*HOLDS, "keys_nearby")):
        own = next((key for key in term.keys if key.text == term.headword), Key(term.headword))
        for forbidden in term.forbidden:
            condition = _condition((term.headword,), own.nearby.forbids)
            cells = ["pre_src", condition, _escaped(forbidden.text), _escaped(term.rendering)]
            if own.nearby.requires or forbidden.nearby != Nearby() or not condition:
                losses.leave_out("forbidden renderings with conditions that no row can state", term)
            elif cells[2].startswith(("^^", "1^")):
                losses.leave_out("forbidden renderings that begin with a mark", term)
            else:
                lines.append("\t".join(cells) + "\n")
        if not term.forbidden:
            losses.leave_out("terms without a forbidden rendering", term)
        if len(term.keys) > 1:
            losses.lose("further spellings", term)
    return losses.written("".join(lines).encode("utf-8"), len(lines))
