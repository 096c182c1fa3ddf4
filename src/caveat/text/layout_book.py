"""
Layout that is no text: ruby, the notes of Aozora Bunko, wrapped lines. It goes before names are looked for.

What goes, and what is told of it: ``｜base《reading》`` and ``base《reading》`` (Japanese only, for in
Chinese these brackets hold titles), ``<ruby>``, ``［＃note］`` with the character that ``※`` stands for,
the legend and the colophon of an Aozora file, line ends inside a sentence, invisible characters.
"""

import re
from typing import NamedTuple

NARROWEST = 40
"""Columns that a line of a wrapped file has at least (our choice: a line of verse is shorter)."""
SLACK = 6
BLANK_SLACK = 16
"""Columns that a full line may fall short of the widest (our choice): in a script without blanks room for a
mark that must not begin a line, else for a word that did not fit."""
FEWEST = 5
"""Lines from which a file can be told to be wrapped by their widths alone (our choice)."""
LONGEST_NOTE = 300
"""Most characters of a note or a reading; a longer stretch is text with a stray bracket (our choice)."""


class Ruby(NamedTuple):
    """
    A reading beside some characters.

    Attributes:
        start: First character that it stands beside, in the plain text.
        end: One past the last.
        reading: As written.
        at: Where the reading starts in the original.
    """

    start: int
    end: int
    reading: str
    at: int


class Plain(NamedTuple):
    """
    A text without layout and the way back.

    Attributes:
        text: What a reader reads.
        starts: For each character of it, where it starts in the original.
        ends: For each, one past where it ends.
        ruby: Readings, by place.
    """

    text: str
    starts: list[int]
    ends: list[int]
    ruby: tuple[Ruby, ...]


_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af々〆〇ヶ"
_INVISIBLE = "\u00ad\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef"
_NOTE = rf"※?［＃[^［］\n]{{0,{LONGEST_NOTE}}}］"
_HTML = rf"<ruby\b[^<>]{{0,60}}>(?P<html>(?:(?!</?ruby)[^\n]){{0,{LONGEST_NOTE}}})</ruby\s*>"
_KANA = "\u3041-\u30ff・ー\uff66-\uff9f"
_COMMON = rf"(?P<note>{_NOTE})|{_HTML}|(?P<invisible>[{_INVISIBLE}]+)"
_JAPANESE = (
    rf"(?P<bar>[｜|](?=[^｜|《》\n]{{1,60}}《[^《》\n]{{1,{LONGEST_NOTE}}}》))"
    rf"|(?P<strong>《《(?=[^《》\n]{{1,60}}》》))|(?P<after>》》)"
    rf"|《(?P<reading>[^《》\n]{{1,{LONGEST_NOTE}}})》"
)
_PLAIN = re.compile(_COMMON)
_RUBY = re.compile(f"{_COMMON}|{_JAPANESE}")
HAS_LAYOUT = re.compile(rf"[［<{_INVISIBLE}]")
"""What layout begins with in any language."""

_BASE = re.compile(rf"(?:[{_HAN}]+|[\u30a1-\u30fa\u30fc-\u30ff]+|[A-Za-zＡ-Ｚａ-ｚ]+|[\u3041-\u309f]+)\Z")
_READING = re.compile(rf"[{_KANA}\u3000 \u309b\u309c—―−-]+")
_CODE = re.compile(r"U\+([0-9A-Fa-f]{4,6})")
_UNSPACED = re.compile("[\u2e80-\ua4cf\uf900-\ufaff]")
_ENDS = re.compile("[.!?…:;。！？：；」』”’\"'）)—]\\s*\\Z|\\A\\s*\\Z")
_NARROW = re.compile("[\0-\u200f]")
_TAG = re.compile(r"<r[pt]c?\b[^<>]{0,60}>[^<>]{0,300}(?:</r[pt]c?\s*>|(?=<)|\Z)|<[^<>]{0,60}>")
_READ = re.compile(r"<rt\b[^<>]{0,60}>([^<>]{0,300})")
_LEGEND = re.compile(r"^-{20,}\r?\n【テキスト中に現れる記号について】.{0,4000}?^-{20,}\r?\n", re.S | re.M)
_COLOPHON = re.compile(r"(?:\r?\n){2,4}底本：")


def plain_text(text: str, *, is_japanese: bool, has_blanks: bool) -> Plain:
    """
    *text* as a reader reads it.

    Args:
        text: Any string; never raises, and takes linear time.
        is_japanese: Double angle brackets hold readings, and the marks of Aozora Bunko are read.
        has_blanks: Words are parted by blanks, so that a line end in a sentence is one; else it is nothing.
    """
    pattern = _RUBY if is_japanese and "《" in text else _PLAIN if HAS_LAYOUT.search(text) else None
    seams = wrapped_lines(text) if "\n" in text else {}
    if pattern is None and not seams:
        return Plain(text, [*range(len(text))], [*range(1, len(text) + 1)], ())
    writer = _Writer(text, seams, " " if has_blanks else "")
    start, stop = _body(text) if is_japanese else (0, len(text))
    writer.done = start
    for match in pattern.finditer(text, start, stop) if pattern else ():
        writer.copy(match.start())
        writer.take(match)
    writer.copy(stop)
    return Plain("".join(writer.out), writer.starts, writer.ends, tuple(writer.ruby))


def blanked(text: str, *, is_japanese: bool) -> str:
    """
    *text* with blanks where layout stands, of the same length and in the same lines.

    For what reads the original itself: a number in a note is none of the book's.
    """
    if not (HAS_LAYOUT.search(text) or (is_japanese and "《" in text)):
        return text
    plain = plain_text(text, is_japanese=is_japanese, has_blanks=False)
    found = ["\n" if one == "\n" else " " for one in text]
    for character, start in zip(plain.text, plain.starts, strict=True):
        if text[start] == character:
            found[start] = character
    return "".join(found)


def wrapped_lines(text: str) -> dict[int, int]:
    """
    Line ends inside a sentence: start → end of each, with the blanks around it.

    A file is wrapped when many of its lines are as wide as the widest; then a full line goes on in the next
    one, unless that is indented or empty. Any other line end parts what stands before and behind it. In a
    passage of fewer lines than `FEWEST` each but the last must be full or end a sentence, and one that ends a
    sentence stays apart.
    """
    lines = text.split("\n")
    widths = [_width(line.rstrip("\r \t")) for line in lines]
    filled = sorted(width for width in widths if width)
    widest = filled[-1 - len(filled) // 20] if filled else 0
    slack = SLACK if _UNSPACED.search(text) else BLANK_SLACK
    full = sum(widest - slack <= width <= widest + slack for width in filled)
    if widest < NARROWEST or full * 5 < len(filled) * 2:
        return {}
    is_short = len(filled) < FEWEST
    if is_short and any(
        width < widest - slack and not _ENDS.search(line)
        for width, line in zip(widths[:-1], lines[:-1], strict=True)
    ):
        return {}
    seams: dict[int, int] = {}
    place = 0
    for number, line in enumerate(lines[:-1]):
        body = line.rstrip("\r \t\u3000")
        after = lines[number + 1]
        place += len(line) + 1
        if is_short and _ENDS.search(line):
            continue
        if widths[number] >= widest - slack and after[:1].strip():
            seams[place - 1 - (len(line) - len(body))] = place
    return seams


def _width(line: str) -> int:
    # Han and kana take two columns, and in their company so do dashes and curly quotation marks.
    return 2 * len(line) - len(_NARROW.findall(line))


def _body(text: str) -> tuple[int, int]:
    """The text of an Aozora file without legend and colophon."""
    legend = _LEGEND.search(text, 0, 6_000)
    start = legend.end() if legend else 0
    if legend is None:
        return 0, len(text)
    colophons = [found.start() for found in _COLOPHON.finditer(text, start)]
    return start, colophons[-1] if colophons else len(text)


class _Writer:
    """Collects the plain text; a stretch is copied, or replaced by what a mark stands for."""

    def __init__(self, text: str, seams: dict[int, int], joint: str) -> None:
        self.text = text
        self.seams = sorted(seams.items())
        self.joint = joint
        self.done = 0
        self.next_seam = 0
        self.base = -1
        self.out: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.ruby: list[Ruby] = []

    def copy(self, end: int) -> None:
        """Take over the original up to *end*, without the line ends inside sentences."""
        while self.next_seam < len(self.seams):
            start, stop = self.seams[self.next_seam]
            if start >= end:
                break
            self.next_seam += 1
            if start >= self.done:
                self._put(start)
                self.put(self.joint, start, stop)
                self.done = stop
        self._put(end)

    def _put(self, end: int) -> None:
        if end > self.done:
            self.out.append(self.text[self.done : end])
            self.starts += range(self.done, end)
            self.ends += range(self.done + 1, end + 1)
            self.done = end

    def put(self, text: str, start: int, end: int) -> None:
        """Write *text* for the stretch from *start* to *end* of the original."""
        if text:
            self.out.append(text)
            self.starts += [start] * len(text)
            self.ends += [end] * len(text)

    def take(self, match: re.Match[str]) -> None:
        """Leave out what *match* found, and keep what it tells."""
        kind = match.lastgroup
        start, end = match.span()
        if kind == "bar":
            self.base = len(self.starts)
        elif kind == "note":
            code = _CODE.search(match[0]) if match[0].startswith("※") else None
            self.put(_character(code[1]) if code else "", start, end)
        elif kind == "html":
            self._html(match)
        elif kind == "reading" and not self._reading(match):
            return
        self.done = end

    def _reading(self, match: re.Match[str]) -> bool:
        """Whether the brackets hold a reading of what stands before them."""
        tail = "".join(self.out[-3:])[-60:]
        if self.base >= 0:
            begin = self.base
        elif (base := _BASE.search(tail)) is not None and _READING.fullmatch(match["reading"]):
            begin = len(self.starts) - (len(tail) - base.start())
        else:
            return False
        self.base = -1
        if begin < len(self.starts):
            self.ruby.append(Ruby(begin, len(self.starts), match["reading"], match.start("reading")))
        return True

    def _html(self, match: re.Match[str]) -> None:
        inside, offset = match["html"], match.start("html")
        begin, done = len(self.starts), 0
        for tag in [*_TAG.finditer(inside)]:
            self._piece(done, tag.start(), offset)
            done = tag.end()
        self._piece(done, len(inside), offset)
        reading = "".join(found.strip() for found in _READ.findall(inside))
        if reading and begin < len(self.starts):
            self.ruby.append(Ruby(begin, len(self.starts), reading, offset))

    def _piece(self, start: int, end: int, offset: int) -> None:
        self.done = offset + start
        self._put(offset + end)


def _character(code: str) -> str:
    number = int(code, 16)
    return chr(number) if number <= 0x10FFFF and not 0xD800 <= number <= 0xDFFF else ""
