"""The formats, by name; which one a file has; and the one way in and out."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from caveat.model.errors import InputError
from caveat.model.findings import Finding
from caveat.model.terms import Term
from caveat.vault.glossaries import (
    ainiee,
    galtransl,
    galtransl_replacements,
    linguagacha,
    omegat,
    sillytavern,
    tbx,
    translatebooks,
    wmt25,
)
from caveat.vault.glossaries.decoding import text_of
from caveat.vault.glossaries.rows import MOST_BYTES, ZH_RU, Content, Pair, Rows
from caveat.vault.glossaries.writing import Written

Reader = Callable[[Content], Rows]
Writer = Callable[[Sequence[Term], Pair], Written]


class Format(NamedTuple):
    """
    A format of glossaries.

    Attributes:
        name: As ``--format`` takes it.
        title: What program it is of, in words.
        suffix: Of a file in it.
        read: None for tables of a database, which the room of the index reads.
        write: None when it is only read.
        is_text: Its bytes are decoded first.
    """

    name: str
    title: str
    suffix: str
    read: Reader | None
    write: Writer | None = None
    is_text: bool = True


def _plain(write: Callable[[Sequence[Term]], Written]) -> Writer:
    return lambda terms, _pair: write(terms)


_GALTRANSL = galtransl_replacements

FORMATS: dict[str, Format] = {
    one.name: one
    for one in (
        Format("galtransl", "GalTransl, GPT dictionary", ".txt", galtransl.read, _plain(galtransl.write)),
        Format(
            "galtransl-pre", "GalTransl, replacements before translation", ".txt",
            _GALTRANSL.read_before, _plain(_GALTRANSL.write_before),
        ),
        Format(
            "galtransl-post", "GalTransl, replacements after translation", ".txt",
            _GALTRANSL.read_after, _plain(_GALTRANSL.write_after),
        ),
        Format("galtransl-names", "GalTransl, name table", ".csv", galtransl.read_names),
        Format("linguagacha", "LinguaGacha, JSON", ".json", linguagacha.read, _plain(linguagacha.write)),
        Format(
            "linguagacha-xlsx", "LinguaGacha, workbook", ".xlsx",
            linguagacha.read_workbook, _plain(linguagacha.write_workbook), is_text=False,
        ),
        Format("ainiee", "AiNiee, JSON", ".json", ainiee.read, _plain(ainiee.write)),
        Format(
            "ainiee-xlsx", "AiNiee, workbook", ".xlsx",
            ainiee.read_workbook, _plain(ainiee.write_workbook), is_text=False,
        ),
        Format(
            "sillytavern", "SillyTavern, World Info", ".json", sillytavern.read, _plain(sillytavern.write)
        ),
        Format(
            "character-book", "Character Card V2, character_book", ".json",
            sillytavern.read, _plain(sillytavern.write_character_book),
        ),
        Format("omegat", "OmegaT, tabs", ".txt", omegat.read, _plain(omegat.write)),
        Format("omegat-csv", "OmegaT, commas", ".csv", omegat.read_commas, _plain(omegat.write_commas)),
        Format("tbx", "TBX, version 3", ".tbx", tbx.read, tbx.write, is_text=False),
        Format("tbx-v2", "TBX, version 2", ".tbx", tbx.read, tbx.write_old, is_text=False),
        Format("wenyi", "wenyi, SQLite", ".db", None, is_text=False),
        Format(
            "translatebooks", "TranslateBooksWithLLMs, JSON", ".json",
            translatebooks.read, _plain(translatebooks.write),
        ),
        Format(
            "translatebooks-csv", "TranslateBooksWithLLMs, CSV", ".csv",
            translatebooks.read_commas, _plain(translatebooks.write_commas),
        ),
        Format("wmt25", "WMT25 terminology, JSON Lines", ".jsonl", wmt25.read),
    )
}  # fmt: skip
"""Every format, by name."""


def format_named(name: str) -> Format:
    """
    The format called *name*.

    Raises:
        InputError: There is none; the message names them all.
    """
    found = FORMATS.get(name)
    if found is None:
        raise InputError(f"{name!r} is no format of glossaries: use one of {', '.join(FORMATS)}")
    return found


def read(data: bytes, name: str, pair: Pair = ZH_RU, encoding: str = "") -> Rows:
    """
    The terms of *data*, and what of it cannot be read; never raises for what *data* holds.

    Args:
        data: All bytes of the file.
        name: Of the format; not one that is a database.
        pair: Languages of the book; only formats with several languages ask.
        encoding: When somebody knows it.

    Raises:
        InputError: There is no such format, or it is not read from bytes.
    """
    form = format_named(name)
    if form.read is None:
        raise InputError(f"{name} is a database, which is not read from bytes")
    if len(data) > MOST_BYTES:
        return refused(f"it has more than {MOST_BYTES // 2**20} MB, which is no glossary")
    is_text = form.is_text and not data.startswith(b"PK\x03\x04")
    if not is_text:
        return form.read(Content(data, "", pair))
    declared = omegat.declared_encoding(data) if name.startswith("omegat") else ""
    decoded = text_of(data, encoding or declared)
    if decoded.findings:
        return Rows((), decoded.findings)
    return form.read(Content(data, decoded.text, pair))


def refused(message: str, help: str = "") -> Rows:
    """No terms, and *message* of the whole file."""
    return Rows((), (Finding("unreadable-glossary", "error", message, help=help),))


def write(terms: Sequence[Term], name: str, pair: Pair = ZH_RU) -> Written:
    """
    *terms* in the format called *name*, and what of them it does not hold.

    Args:
        terms: In the order in which they are written.
        name: Of the format.
        pair: Languages of the book.

    Raises:
        InputError: There is no such format, or it is only read.
    """
    form = format_named(name)
    if form.write is None:
        can = ", ".join(one.name for one in FORMATS.values() if one.write)
        raise InputError(f"{name} is only read, not written: use one of {can}")
    return form.write(terms, pair)
