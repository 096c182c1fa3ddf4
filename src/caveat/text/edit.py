"""One-key edits: a property of a note changes, every other byte of the file stays."""

import codecs
import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from caveat.model.errors import EditRefused
from caveat.text.decode import line_starts, place
from caveat.text.fold import fold_key
from caveat.text.frontmatter import KEY, Block, Frontmatter, Value, entries_of, read, split
from caveat.text.yamlmap import Entry, parse

_WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
# Properties of other tools: TOML between +++, JSON between ;;;, a format named after the dashes (Hugo).
_FOREIGN = re.compile(r"\ufeff?(?:\+\+\+|;;;|---(?:toml|json|yaml))[ \t]*[\r\n]", re.IGNORECASE)
_BLANK_LINE = re.compile(r"[ \t]*(?:[\r\n]|\Z)")
_LINE_END = re.compile(r"\r\n?|\n")
_HEADER = re.compile(r"(?:[&!]\S*[ \t]+)*[|>](?P<indicators>[+\-\d]*)")


class _Place(NamedTuple):
    """Where a key and its value stand: ``colon`` is the offset after it, ``drop`` whole lines below."""

    colon: int
    start: int
    end: int
    drop: tuple[int, int]
    indent: str


def set_key(data: bytes, key: str, value: str | Sequence[str]) -> bytes:
    """
    The file with one property set; a property that is there keeps its place and its comment.

    A value in quotes keeps them where they make no difference.
    A key is found whatever its case and quotes, at the outermost level only. A key that is absent becomes
    the last line of the block, and a file without a block gets one. Nothing changes when the property
    already reads as *value*, and setting twice gives what setting once gave.

    Args:
        data: All bytes of a file in UTF-8, with or without a byte-order mark.
        key: Name of the property.
        value: YAML text on one line, such as ``0.9702`` or ``"[[Call with Ada]]"``; or the YAML texts of
            a list's items, which are written one a line.

    Raises:
        EditRefused: The key stands there twice, the file is not UTF-8, *value* is not YAML, or another
            property or the prose would read differently afterwards.
    """
    text = _text(data)
    expected = _expected(key, value)
    before = read(text)
    block, entry = _find(text, key)
    if entry is not None and entry.value == expected:
        return data
    if block is None or entry is None:
        after = _add(text, block, key, value)
    else:
        after = _replace(text, block, entry, value)
    _check(before, text, after, key, expected)
    return after.encode("utf-8", "surrogateescape")


def remove_key(data: bytes, key: str) -> bytes:
    """
    The file without one property and its value; identical when the property is not there.

    Args:
        data: All bytes of a file in UTF-8, with or without a byte-order mark.
        key: Name of the property, found whatever its case and quotes.

    Raises:
        EditRefused: As for `set_key`.
    """
    text = _text(data)
    block, entry = _find(text, key)
    if block is None or entry is None:
        return data
    found = _place(text, block, entry)
    start = _line_start(text, block.offset + entry.start)
    if text[start : block.offset + entry.start].strip():
        raise EditRefused(f"'{key}' does not start its line; remove it by hand")
    end = max(found.drop[1], _next_line(text, max(found.end, found.colon)))
    after = text[:start] + text[end:]
    _check(read(text), text, after, key, None, is_removed=True)
    return after.encode("utf-8", "surrogateescape")


def _text(data: bytes) -> str:
    if data.startswith(_WIDE_MARKS):
        raise EditRefused("the file is in UTF-16 or UTF-32; save it as UTF-8 first")
    return data.decode("utf-8", "surrogateescape")


def _expected(key: str, value: str | Sequence[str]) -> Value:
    """What the property must read as afterwards; refuses what is not one line of YAML."""
    head = KEY.fullmatch(f"{key}:")
    if head is None or head["key"] != key:
        raise EditRefused(f"'{key}' is no plain property name")
    if isinstance(value, str):
        return _one(value, f"k: {value}\n", len("k: "))
    return [_one(item, f"- {item}\n", len("- "), is_item=True) for item in value]


def _one(value: str, source: str, start: int, *, is_item: bool = False) -> Value:
    nested = f"k:\n  {source}" if is_item else source
    parsed = parse(nested)
    shift = len(nested) - len(source)
    is_whole = (
        not _LINE_END.search(value)
        and parsed.error is None
        and not parsed.problems
        and parsed.entries is not None
        and len(parsed.entries) == 1
        and parsed.entries[0].value_end == shift + start + len(value)
        and parsed.entries[0].block_start < 0
    )
    if not is_whole or not value.strip() or parsed.entries is None:
        raise EditRefused(f"{value[:60]!r} is not one value of YAML on one line; quote it")
    found = parsed.entries[0].value
    if not is_item:
        return found
    return found[0] if isinstance(found, list) and len(found) == 1 else None


def _find(text: str, key: str) -> tuple[Block | None, Entry | None]:
    """The block, if it holds properties, and the one entry of the key, if there is one."""
    block = split(text)
    entries = entries_of(block)[0] if block is not None else None
    if block is None or entries is None:
        return None, None
    found = [entry for entry in entries if fold_key(entry.key) == fold_key(key)]
    if len(found) > 1:
        starts = line_starts(text[: block.end])
        lines = " and ".join(str(place(starts, block.offset + entry.start)[0]) for entry in found[:5])
        raise EditRefused(f"'{key}' is given on lines {lines}; keep one of them first")
    return block, (found[0] if found else None)


def _add(text: str, block: Block | None, key: str, value: str | Sequence[str]) -> str:
    if block is None:
        if any(finding.code == "unclosed-frontmatter" for finding in read(text).findings):
            raise EditRefused("the block of properties is never closed; close it with --- first")
        if _FOREIGN.match(text):
            raise EditRefused("its properties are not YAML between lines of ---; rewrite them so first")
        if (found := split(text)) is not None and not _BLANK_LINE.match(found.yaml):
            # A second block above it would hide for good what was meant as the first.
            raise EditRefused("what stands between the --- at its top are no properties; correct it first")
        mark = text[:1] if text.startswith("\ufeff") else ""
        end = _line_end_style(text, 0)
        return f"{mark}---{end}{_lines(key, value, '', end)}---{end}{text[len(mark) :]}"
    entries = entries_of(block)[0] or []
    indent = ""
    if entries:
        first = block.offset + entries[0].start
        indent = text[_line_start(text, first) : first]
    end = _line_end_style(text, max(0, block.end - 2))
    return text[: block.end] + _lines(key, value, indent if indent.isspace() else "", end) + text[block.end :]


def _lines(key: str, value: str | Sequence[str], indent: str, end: str) -> str:
    if isinstance(value, str):
        return f"{indent}{key}: {value}{end}"
    if not value:
        return f"{indent}{key}: []{end}"
    return f"{indent}{key}:{end}" + "".join(f"{indent}  - {item}{end}" for item in value)


def _replace(text: str, block: Block, entry: Entry, value: str | Sequence[str]) -> str:
    found = _place(text, block, entry)
    if not isinstance(value, str) and not value:
        value = "[]"
    rest_end = found.drop[0] if found.drop[0] < found.drop[1] else _next_line(text, found.end)
    head, tail = text[: found.start], text[found.end : rest_end]
    below = text[max(rest_end, found.drop[1]) :]
    if not isinstance(value, str):
        end = _line_end_style(text, found.colon)
        items = "".join(f"{found.indent}- {item}{end}" for item in value)
        return text[: found.colon] + tail + items + below
    if found.start > found.colon:
        return head + _quoted_like(text[found.start : found.end], value) + tail + below
    # Nothing stands beside the key: one blank that is there is used, a comment keeps its own.
    if tail[:1] in (" ", "\t") and not tail.strip():
        return head + tail[0] + value + tail[1:] + below
    return head + " " + value + tail + below


def _quoted_like(old: str, value: str) -> str:
    """*value* in the quotes that *old* stands in, where it reads the same in them."""
    mark = old[:1]
    is_quoted = mark in ("'", '"') and len(old) > 1 and old.endswith(mark) and not _LINE_END.search(old)
    if not is_quoted or "\\" in value or mark in value:
        return value
    quoted = f"{mark}{value}{mark}"
    same = _one(quoted, f"k: {quoted}\n", len("k: ")) == _one(value, f"k: {value}\n", len("k: "))
    return quoted if same else value


def _place(text: str, block: Block, entry: Entry) -> _Place:
    key_start = block.offset + entry.start
    head = KEY.match(text, key_start)
    if head is None:
        raise EditRefused(f"'{entry.key}' is not written as a key and a colon; edit it by hand")
    colon = text.index(":", head.end("key")) + 1
    start, end = block.offset + entry.value_start, block.offset + entry.value_end
    key_line = _line_start(text, key_start)
    below = _next_line(text, key_start)
    indent = (text[key_line:key_start] if text[key_line:key_start].isspace() else "") + "  "
    last = _next_line(text, end)
    if entry.block_start >= 0 and (header := _HEADER.match(text, block.offset + entry.block_start)):
        last = _block_scalar_end(text, _next_line(text, header.start()), block, header["indicators"])
        if header.start() == start and start < below:
            return _Place(colon, start, header.end(), (below, last), indent)
    elif end <= start:
        return _Place(colon, colon, colon, (below, below), indent)
    elif start < below:
        return _Place(colon, start, end, (below, below), indent)
    dash = _line_start(text, start)
    if text.startswith("-", start) and not text[dash:start].strip():
        indent = text[dash:start]
    return _Place(colon, colon, colon, (below, last), indent)


def _block_scalar_end(text: str, start: int, block: Block, indicators: str) -> int:
    """The line after the last one of a block scalar; blank lines after it are not its own."""
    least = 1 if any(character.isdigit() for character in indicators) else 0
    end = position = start
    while position < block.end:
        after = _next_line(text, position)
        line = text[position:after]
        blanks = len(line) - len(line.lstrip(" "))
        if line.strip():
            least = least or max(1, blanks)
            if blanks < least:
                break
            end = after
        position = after
    return end


def _line_start(text: str, offset: int) -> int:
    return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1


def _next_line(text: str, offset: int) -> int:
    found = _LINE_END.search(text, offset)
    return found.end() if found else len(text)


def _line_end_style(text: str, offset: int) -> str:
    found = _LINE_END.search(text, offset)
    return found.group() if found else "\n"


def _check(
    before: Frontmatter, text: str, after: str, key: str, expected: Value, *, is_removed: bool = False
) -> None:
    """Refuses an edit after which anything but the one property reads differently."""
    name = fold_key(key)
    result = read(after)
    values = {other: value for other, value in result.values.items() if other != name}
    is_set = name not in result.values if is_removed else result.values.get(name, "") == expected
    mark = 1 if text.startswith("\ufeff") and not before.body_offset else 0
    same_prose = after[result.body_offset :] == text[max(before.body_offset, mark) :]
    same_rest = values == {other: value for other, value in before.values.items() if other != name}
    same_rest = same_rest and result.duplicates == before.duplicates
    new = Counter(finding.message for finding in result.findings)
    if not (is_set and same_rest and same_prose and new <= Counter(f.message for f in before.findings)):
        raise EditRefused(f"'{key}' cannot be changed without changing what the rest of the block says")
