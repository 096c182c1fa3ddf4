"""Visible text: a draft as its reader sees it, whatever format it is written in."""

import re
from bisect import bisect_right
from collections.abc import Sequence

from caveat.model.visible import Mark, Mask, TextFormat, Visible
from caveat.text.visible_masks import dollars, masks
from caveat.text.visible_page import Page

SNIFFED = 4_096
"""Most code points of a draft that its format is guessed from; our choice."""

_ENDINGS: dict[str, TextFormat] = {
    **dict.fromkeys("md markdown mdown mkdn mkd mdwn mdx qmd rmd livemd".split(), "markdown"),
    **dict.fromkeys("html htm xhtml xht shtml".split(), "html"),
    **dict.fromkeys("txt text log csv tsv srt vtt rst adoc org tex eml".split(), "text"),
}
_PROLOGUE = re.compile(r"\s*(?:<!--|<\?xml)")
_PAGE = re.compile(r"\s*<(?:!doctype\s+html|html|head|body)\b", re.I)
_ELEMENT = re.compile(r"\s*<[a-z][a-z0-9]*(?:\s[^<>]*)?/?>", re.I)
_ANY_TAG = re.compile(
    r"</?(?:p|div|span|table|tr|td|th|ul|ol|li|h[1-6]|b|i|em|strong|a|br|img|section|article)\b[^<>]*>", re.I
)
_MARKDOWN = re.compile(
    r"""
      ^\#{1,6}[ ]\S                                # a heading
    | ^(?:```|~~~)                                 # a fence
    | ^[ ]{0,3}\|?[ ]*:?-+:?[ ]*\|[-:| ]*$         # the rule of a table
    | ^[^\n]+\n(?:=|-){3,}[ ]*$                    # an underlined heading
    | \*\*[^\s*][^*\n]{0,200}\*\*                  # strong
    | !?\[[^\]\n]{1,200}\]\([^)\s]{1,500}          # a link
    | \[\^[^\]\s]{1,40}\] | \[\[[^\]\n]{1,200}\]\] # a footnote, a wikilink
    | ^>[ ]\S | (?<!`)`[^`\n]{1,200}`(?!`)         # a quote, code
    """,
    re.MULTILINE | re.VERBOSE,
)


def visible(source: str, format: TextFormat) -> Visible:
    """
    What a reader of a draft sees, with the way back.

    Blocks are parted by exactly one line feed. Never raises, linear in the length of *source*. A cell of
    several paragraphs is several blocks at one place, and a cell that spans rows or columns stands at its
    first: a header holds up to the next one. A tooltip (``title``) is a block after the one that it
    belongs to; when that one goes on after it, the tooltip is said to come from its end.

    Args:
        source: The whole text of the draft, without a byte-order mark.
        format: How it is written.

    Returns:
        Text, blocks, masks, marks, and what is hidden.
    """
    page = Page()
    if format == "html":
        _read_html(source, page)
    elif format == "markdown":
        from caveat.text.visible_markdown import read_markdown

        read_markdown(source, page)
    else:
        from caveat.text.visible_plain import read_plain

        read_plain(source, page)
    page.flush_prefix()
    page.close()
    return _finished(page, source, format)


def format_of(name: str, start: str) -> TextFormat:
    """
    How a draft is written: by the ending of its name, else by what its text looks like.

    Args:
        name: File name or path; may be empty (standard input).
        start: The text, or as much of it as is at hand.
    """
    base = name.replace("\\", "/").rpartition("/")[2]
    ending = base.rpartition(".")[2].lower() if "." in base else ""
    if ending in _ENDINGS:
        return _ENDINGS[ending]
    start = start[:SNIFFED].lstrip("\ufeff")
    begin = _behind_comments(start)
    if _PAGE.match(start, begin):
        return "html"
    if start.startswith("---\n") and "\n---" in start[3:]:
        return "markdown"
    if _MARKDOWN.search(start):
        return "markdown"
    return "html" if _ELEMENT.match(start, begin) or len(_ANY_TAG.findall(start)) >= 2 else "text"


def _behind_comments(start: str) -> int:
    """Where the comments end that a draft begins with."""
    place = 0
    while found := _PROLOGUE.match(start, place):
        end = start.find(">" if found.group().endswith("xml") else "-->", found.end())
        if end < 0:
            break
        place = end + (1 if found.group().endswith("xml") else 3)
    return place


def _read_html(source: str, page: Page) -> None:
    from caveat.text.visible_html import HtmlReader
    from caveat.text.visible_run import literal

    reader = HtmlReader(page)
    if source:
        reader.feed(literal(source, 0))
    reader.end_piece()
    reader.elements.unfence()


def _finished(page: Page, source: str, format: TextFormat) -> Visible:
    text = "".join(page.texts)
    page.starts.append(len(source))
    found: list[tuple[int, int]] | None = None
    if format == "markdown":
        signs = _dollar_signs(text, source, page.starts, sorted(page.masks)) if "$" in text else []
        found = list(dollars(text, page.blocks, signs))
    size = len(text)
    marks = (Mark(kind, value, min(start, size), min(end, size)) for kind, value, start, end in page.marks)
    return Visible(
        text,
        page.starts,
        page.ends,
        tuple(page.blocks),
        masks(text, page.masks, found),
        tuple(sorted(marks, key=lambda mark: (mark.start, mark.end))),
        tuple(sorted(page.hidden, key=lambda hidden: (hidden.start, hidden.end))),
    )


def _dollar_signs(text: str, source: str, starts: Sequence[int], marked: Sequence[Mask]) -> list[int]:
    """Places of the dollar signs that may have a meaning: not escaped, not in code."""
    code = sorted((mask.start, mask.end) for mask in marked if mask.kind in ("code", "inline-code"))
    found = []
    for match in re.finditer(r"\$", text):
        place = match.start()
        origin = starts[place]
        if source[origin : origin + 1] != "$":
            continue
        if source[origin - 1 : origin] == "\\" and text[place - 1 : place] != "\\":
            continue
        index = bisect_right(code, (place, len(text) + 1))
        if not index or code[index - 1][1] <= place:
            found.append(place)
    return found
