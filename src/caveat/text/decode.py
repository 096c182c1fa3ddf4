"""Decoding: the bytes of a file become text in which every line and column can be counted."""

import codecs
import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from caveat.model.findings import Finding

# The order matters: the UTF-32 mark begins with the UTF-16 one.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LINE_END = re.compile(r"\r\n?|\n")
_HANDLER = "caveat-single-byte"


class Decoded(NamedTuple):
    """
    A file's text.

    Attributes:
        text: The text without a byte-order mark; a NUL is one U+FFFD, so that no later step stops at it.
        encoding: ``utf-8``, ``utf-16-le``, ``utf-16-be``, ``utf-32-le``, ``utf-32-be``, or ``cp1252`` when
            bytes that are not UTF-8 were read one by one as Windows-1252.
        has_bom: The file began with a byte-order mark.
        findings: ``not-utf-8`` and ``nul-byte``, each at its first place; without a path.
    """

    text: str
    encoding: str
    has_bom: bool
    findings: tuple[Finding, ...]


def _single_byte(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    bad = error.object[error.start : error.end]
    # Five bytes are unassigned in Windows-1252; Latin-1 gives them a control character.
    text = "".join(
        bytes([byte]).decode("latin-1" if byte in b"\x81\x8d\x8f\x90\x9d" else "cp1252") for byte in bad
    )
    return text, error.end


codecs.register_error(_HANDLER, _single_byte)


def decode(data: bytes) -> Decoded:
    """
    The text of a file: UTF-8, else what a byte-order mark says, else Windows-1252 for the bytes that fail.

    A file in UTF-8 with a few bad bytes keeps its good text: only the bad bytes are read as single-byte
    characters. Never raises.

    Args:
        data: All bytes of the file.

    Returns:
        The text with findings; lines and columns in them count from 1, in code points.
    """
    mark, encoding = next(((m, name) for m, name in _MARKS if data.startswith(m)), (b"", "utf-8"))
    body = data[len(mark) :]
    findings = []
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError as error:
        before = body[: error.start].decode(encoding, "replace")
        findings.append(_undecodable(body[error.start], before, encoding))
        if encoding == "utf-8":
            text, encoding = body.decode("utf-8", _HANDLER), "cp1252"
        else:
            text = body.decode(encoding, "replace")
    if "\x00" in text:
        findings.append(_nul(text))
        text = text.replace("\x00", "\ufffd")
    return Decoded(text, encoding, bool(mark), tuple(findings))


def line_starts(text: str) -> Sequence[int]:
    """
    Offsets at which the lines of *text* start; lines end with LF, CR LF or a lone CR.

    Args:
        text: Any text.

    Returns:
        Code point offsets, ascending; the first is 0. A final line end opens one more, empty line.
    """
    if "\r" in text:
        return [0, *(end.end() for end in _LINE_END.finditer(text))]
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    starts.pop()
    return starts


def place(starts: Sequence[int], offset: int) -> tuple[int, int]:
    """
    Line and column of an offset, both from 1, the column in code points.

    Args:
        starts: What `line_starts` gave for the text.
        offset: Code point offset in the text, ``>= 0``.
    """
    line = bisect_right(starts, offset)
    return line, offset - starts[line - 1] + 1


def _undecodable(byte: int, before: str, encoding: str) -> Finding:
    line, column = place(line_starts(before), len(before))
    return Finding(
        code="not-utf-8",
        severity="warning",
        message=f"byte 0x{byte:02x} is not {encoding.upper()}; the text may show wrong characters",
        line=line,
        column=column,
        help="Save the file as UTF-8.",
    )


def _nul(text: str) -> Finding:
    at = text.index("\x00")
    line, column = place(line_starts(text[:at]), at)
    count = text.count("\x00")
    return Finding(
        code="nul-byte",
        severity="warning",
        message=f"{count} NUL byte{'s' if count > 1 else ''} in the text, the first one here",
        line=line,
        column=column,
        help="Remove the NUL, or leave the file out if it is not text.",
    )
