"""Decoding glossaries: a wrong guess would spoil every name, so that only what is certain is read."""

import codecs
import re
from typing import NamedTuple

from caveat.model.findings import Finding

ENCODINGS = ("utf-8", "utf-16", "utf-32", "gb18030", "big5", "shift_jis", "cp932", "euc-jp", "euc-kr",
             "windows-1251", "koi8-r", "windows-1252")  # fmt: skip
"""Encodings that may be asked for by name."""

# The order matters: the UTF-32 mark begins with the UTF-16 one.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE = 65_536
# How a reader of each encoding would know its text: which letters it is mostly made of.
_USUAL = {
    "shift_jis": re.compile("[ぁ-んァ-ヶー]"),
    "gb18030": re.compile("[的一是了人在他有这大来不上个中国我们说为你到和天下子生地道心小王李张林门山女]"),
    "windows-1251": re.compile("[а-яё]"),
    "big5": re.compile("[的一是了人在他有這大來不上個中國我們說為你到和天下子生地道心小王李張林門山女]"),
}


class Text(NamedTuple):
    """
    What became of the bytes.

    Attributes:
        text: Without a byte-order mark; empty when they are not read.
        findings: Why they are not.
    """

    text: str
    findings: tuple[Finding, ...] = ()


def text_of(data: bytes, encoding: str = "") -> Text:
    """
    The text of *data*: by its byte-order mark, else UTF-8, else refused with the encoding that it may have.

    Args:
        data: All bytes of the file.
        encoding: One of `ENCODINGS`, when somebody knows it; wins over the mark.
    """
    mark = next((name for sign, name in _MARKS if data.startswith(sign)), "")
    chosen = encoding or mark or "utf-8"
    try:
        text = data.decode(chosen)
    except (UnicodeDecodeError, LookupError) as error:
        at = getattr(error, "start", 0)
        line = data.count(b"\n", 0, at) + 1
        return Text("", (_refusal(data, chosen, line, is_sure=bool(encoding or mark)),))
    if "\0" in text:
        # Two bytes a character without a mark: every other one of a file with any ASCII in it is 0.
        return Text("", (_refusal(data, chosen, 1, is_sure=bool(encoding)),))
    return Text(text.removeprefix("\ufeff"))


def guess(data: bytes) -> str:
    """Which encoding *data*, which is not UTF-8, most looks like; empty when it looks like none."""
    sample = data[:_SAMPLE]
    zeros = sample[0::2].count(0), sample[1::2].count(0)
    if max(zeros) * 8 > len(sample) and max(zeros) > 4 * min(zeros):
        return "utf-16-be" if zeros[0] > zeros[1] else "utf-16-le"
    best, most = "", 0.05
    for name, usual in _USUAL.items():
        text = sample.decode(name, "replace")
        foreign = [character for character in text if character > "\x7f"]
        if not foreign or text.count("\ufffd") * 50 > len(foreign):
            continue
        share = len(usual.findall(text)) / len(foreign)
        if share > most:
            best, most = name, share
    return best


def _refusal(data: bytes, tried: str, line: int, *, is_sure: bool) -> Finding:
    seems = "" if is_sure else guess(data)
    said = tried.removesuffix("-sig").upper()
    message = f"it is not {said}" + (f"; it looks like {seems.upper()}" if seems else "")
    if seems in ENCODINGS:
        help = f"Save it as UTF-8, or say --encoding {seems} if that is what it is."
    else:
        help = "Save it as UTF-8, or name its encoding with --encoding."
    return Finding("not-utf-8", "error", f"{message}: nothing was read", "", line, help=help)
