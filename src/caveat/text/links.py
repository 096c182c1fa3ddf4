"""Links as people write them: wikilinks, Markdown links, and every shape of a property that holds one."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from caveat.model.notes import Link, Relation
from caveat.model.records import Because
from caveat.text.yamlmap import Value

# A scheme of one letter would be a Windows drive.
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:(?://|[^\s/\\:])|//[^/\s]|www\.[^\s.]")
_SCHEMES = ("mailto:", "tel:", "doi:", "urn:", "data:", "obsidian:", "file:", "message:", "zotero:", "isbn:")
_TOKEN = re.compile(r"\[\[(?!\[)|\]\]|[\r\n]")
_PIPE = re.compile(r"\\?\|")
_MARKDOWN_LINK = re.compile(
    r"""(!?)\[([^\[\]\r\n]*)\]\(\s*(<[^<>\r\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+["'(][^\r\n"')]*["')])?\s*\)"""
)
_LINK_KEYS = frozenset({"link", "note", "path", "source", "file", "ref", "target", "href", "url"})


class Wikilink(NamedTuple):
    """
    A wikilink in a text; offsets are code points, the end is exclusive.

    Attributes:
        start: Where it starts, the ``!`` of an embed included.
        end: Where it ends.
        target: Before ``#`` and ``|``, trimmed.
        fragment: After the first ``#``.
        alias: After the first ``|``, escaped or not.
        is_embed: It has a leading ``!``.
    """

    start: int
    end: int
    target: str
    fragment: str
    alias: str
    is_embed: bool


class LinkValue(NamedTuple):
    """
    What the value of a property points to.

    Attributes:
        links: Links in order.
        urls: External addresses in order.
    """

    links: tuple[Link, ...]
    urls: tuple[str, ...]


def is_url(text: str) -> bool:
    """
    Whether *text* is an external address, not a name or path in the vault.

    ``Note: a thought`` and ``C:/notes`` are no addresses; ``https://…``, ``//host``, ``www.…`` and
    ``mailto:…`` are.

    Args:
        text: A link target.
    """
    found = _URL.match(text)
    if found is None:
        return False
    return "//" in found.group() or text[:4].lower() == "www." or text.lower().startswith(_SCHEMES)


def wikilinks(text: str) -> Iterator[Wikilink]:
    """
    The wikilinks of *text* in order; what must not count (code, comments) is blanked out before.

    Linear. A link stays on one line; ``[[]]`` and an escaped ``\\[[`` are none.

    Args:
        text: Any text.
    """
    opened = -1
    for token in _TOKEN.finditer(text):
        if token.group() == "[[":
            opened = -1 if _is_escaped(text, token.start()) else token.start()
        elif token.group() == "]]" and opened >= 0:
            target, fragment, alias = split_wikilink(text[opened + 2 : token.start()])
            is_embed = text[opened - 1 : opened] == "!" and not _is_escaped(text, opened - 1)
            if target or fragment:
                yield Wikilink(opened - is_embed, token.end(), target, fragment, alias, is_embed)
            opened = -1
        else:
            opened = -1


def split_wikilink(inner: str) -> tuple[str, str, str]:
    """
    Target, fragment and alias of what stands between the brackets of a wikilink, each trimmed.

    Args:
        inner: Such as ``dir/Note#Heading|shown``; in a table the bar is written ``\\|``.
    """
    parts = _PIPE.split(inner, maxsplit=1)
    target, _, fragment = parts[0].partition("#")
    return target.strip(), fragment.strip(), parts[1].strip() if len(parts) > 1 else ""


def split_destination(destination: str) -> tuple[str, str]:
    """
    Target and fragment of a Markdown link's destination, percent-encoding undone.

    Args:
        destination: Such as ``My%20note.md#h``; a sequence that is not UTF-8 stays as it is.
    """
    target, _, fragment = destination.partition("#")
    return _unquote(target).strip(), _unquote(fragment).strip()


def parse_link_value(
    value: Value,
    line: int,
    relation: Relation,
    *,
    item_lines: Sequence[int] = (),
    because: Because | None = None,
) -> LinkValue:
    """
    The links in a property's value, whatever shape they were written in.

    Read: ``"[[a]]"``, several in one string, unquoted ``[[a]]`` (a list in a list for YAML), ``[a](a.md)``,
    a bare name or path, an address, lists of all these, and mappings that hold one.

    Args:
        value: A value of `Frontmatter.values`.
        line: Line of the key, from 1.
        relation: What the links mean.
        item_lines: Lines of a list's items, when known.
        because: For ``supersedes``.
    """
    links: list[Link] = []
    urls: list[str] = []
    outer = value if isinstance(value, list) and not _as_wikilink(value) else [value]
    for number, item in enumerate(outer):
        at = item_lines[number] if number < len(item_lines) else line
        for text in _strings(item):
            _read_string(text, Link(relation, "", line=at, because=because), links, urls)
    return LinkValue(tuple(links), tuple(urls))


def _strings(value: Value) -> Iterator[str]:
    """The strings of a value that may be links, in order; a stack, for nesting has no bound."""
    stack: list[Value] = [value]
    while stack:
        top = stack.pop()
        if isinstance(top, str):
            yield top
        elif isinstance(top, list):
            inner = _as_wikilink(top)
            if inner:
                yield inner
            else:
                stack.extend(reversed(top))
        elif isinstance(top, dict):
            stack.extend(
                item
                for key, item in reversed(top.items())
                if not isinstance(item, str) or "[[" in item or "](" in item or key.lower() in _LINK_KEYS
            )


def _as_wikilink(value: list[Value]) -> str:
    """``[[a]]`` that YAML read as a list in a list, written back; empty for another list."""
    if len(value) != 1 or not isinstance(value[0], list) or not value[0]:
        return ""
    parts = []
    for part in value[0]:
        if isinstance(part, dict) and all(isinstance(inner, str) for inner in part.values()):
            parts += [f"{key}: {inner}" for key, inner in part.items()]
        elif isinstance(part, str):
            parts.append(part)
        else:
            return ""
    return f"[[{', '.join(parts)}]]"


def _read_string(text: str, base: Link, links: list[Link], urls: list[str]) -> None:
    found = list(wikilinks(text))
    for link in found:
        if is_url(link.target):
            urls.append(text[link.start + 2 + link.is_embed : link.end - 2])
        else:
            links.append(
                base._replace(
                    target=link.target, fragment=link.fragment, alias=link.alias, is_embed=link.is_embed
                )
            )
    if found:
        return
    written = list(_MARKDOWN_LINK.finditer(text))
    for match in written:
        destination = match[3].strip("<>")
        if is_url(destination):
            urls.append(destination)
        elif destination:
            target, fragment = split_destination(destination)
            links.append(base._replace(target=target, fragment=fragment, alias=match[2]))
    bare = text.strip()
    if written or not bare:
        return
    if is_url(bare.strip("<>")):
        urls.append(bare.strip("<>"))
        return
    target, fragment = bare, ""
    # "C# notes" is a name; "Note#Heading" names a heading.
    if (mark := bare.find("#")) > 0 and bare[mark + 1 : mark + 2].strip():
        target, fragment = bare[:mark].strip(), bare[mark + 1 :].strip()
    links.append(base._replace(target=target, fragment=fragment))


def _is_escaped(text: str, offset: int) -> bool:
    start = offset
    while start and text[start - 1] == "\\":
        start -= 1
    return (offset - start) % 2 == 1


def _unquote(text: str) -> str:
    if "%" not in text:
        return text
    from urllib.parse import unquote_to_bytes

    try:
        return unquote_to_bytes(text.encode("utf-8", "surrogatepass")).decode("utf-8")
    except UnicodeDecodeError:
        return text
