"""Frontmatter: the block of properties at the top of a note, read whatever state it is in."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from caveat.model.findings import Finding
from caveat.text.decode import line_starts, place
from caveat.text.fold import fold_key
from caveat.text.yamlmap import Entry, Parsed, Problem, Value, parse

__all__ = ["Block", "Frontmatter", "Value", "entries_of", "read", "split"]

FINDING_LIMIT = 20
"""Most places of one block that are reported; our choice."""
PIECE_LIMIT = 5_000
"""Most keys of a broken block that the YAML parser is asked about one by one; our choice."""

SHOWN_LINES = 5
"""Most lines that a finding about a repeated key lists before the last one; our choice."""

_PROSE = "prose-between-rules"
_NOTES = frozenset({_PROSE, "template-placeholder"})
_OPEN = re.compile(r"\ufeff?---[ \t]*(?:\r\n?|\n)")
_CLOSE = re.compile(r"(?<=[\r\n])(?:---|\.\.\.)[ \t]*(?:\r\n?|\n|\Z)")
_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n|\Z)")
KEY = re.compile(
    r"""(?P<key>"[^"\r\n]{0,200}"|'[^'\r\n]{0,200}'|[^\s#\-\[\]{}"'|>@`%&*!?,:](?:[^:\r\n]|:(?=\S)){0,200}?)"""
    r"""[ \t]*:(?=[ \t\r\n]|\Z)[ \t]*(?P<rest>[^\r\n]*)"""
)
_PLAIN = re.compile(r"(?:[\w./+(][^:#\r\n]*)?\Z")
_WORD_KEY = re.compile(r"""[ \t]*["']?[\w$@.-]+(?:[ /][\w().&-]+){0,3}["']?[ \t]*:(?=\s|\Z)""")
_SINGLE_WORD_KEY = re.compile(r"""[ \t]*["']?[\w$@.-]+["']?:(?=\s|\Z)""")
_INNER = re.compile(r"[ \t]+\S|-(?:[ \t]|\Z)|[\]}]")
_ITEM = re.compile(r"[ \t]*-[ \t]+(?P<item>[^\r\n]*)")


class Block(NamedTuple):
    """
    Where a block of properties lies in a text; offsets are code points.

    Attributes:
        yaml: The text between the two rules, with its last line end.
        offset: Where `yaml` starts.
        end: Where the closing rule starts.
        body_offset: Where the line after the closing rule starts.
        body_line: Line of the body's start, from 1.
    """

    yaml: str
    offset: int
    end: int
    body_offset: int
    body_line: int


class Frontmatter(NamedTuple):
    """
    Properties of a note.

    Keys are folded (`fold_key`): ``Tier`` and ``tier`` are one property, as they are in Obsidian.

    Attributes:
        values: Value by key, in order; of a key given twice, the last one.
        lines: Line in the file, from 1, of the key that gave the value.
        item_lines: For a list, the line of each item.
        duplicates: All values of a key that is given more than once, in order.
        body_offset: Code point at which the prose starts; 0 when there is no block.
        body_line: Line at which the prose starts, from 1.
        findings: What is wrong with the block; without a path.
    """

    values: dict[str, Value]
    lines: dict[str, int]
    item_lines: dict[str, tuple[int, ...]]
    duplicates: dict[str, list[Value]]
    body_offset: int
    body_line: int
    findings: tuple[Finding, ...]


def split(text: str) -> Block | None:
    """
    The block of properties, by its rules alone; what is between them may still turn out to be prose.

    Args:
        text: A file's text, with or without a byte-order mark.

    Returns:
        None unless the first line is ``---`` and a later one is ``---`` or ``...``, trailing blanks
        aside.
    """
    opening = _OPEN.match(text)
    closing = _CLOSE.search(text, opening.end()) if opening else None
    if opening is None or closing is None:
        return None
    start, end = opening.end(), closing.start()
    body_line = len(line_starts(text[:end])) + 1
    return Block(text[start:end], start, end, closing.end(), body_line)


def read(text: str) -> Frontmatter:
    """
    The properties of a note; a damaged block still gives the keys that can be read.

    A block that holds no keys is prose, so that a note that opens with a thematic break loses nothing.
    Linear in the length of *text*; never raises.

    Args:
        text: A file's text, with or without a byte-order mark.

    Returns:
        Values with their lines, where the prose starts, and findings: ``bad-frontmatter``,
        ``duplicate-key``, ``unclosed-frontmatter`` (warnings), ``template-placeholder`` and
        ``prose-between-rules`` (notes).
    """
    block = split(text)
    if block is None:
        return _none(_unclosed(text))
    entries, problems = entries_of(block)
    starts = line_starts(text[: block.end])
    findings = _findings(problems, block, starts)
    if entries is None:
        return _none(tuple(findings))
    return _frontmatter(block, entries, starts, findings)


def _frontmatter(
    block: Block, entries: Sequence[Entry], starts: Sequence[int], findings: Sequence[Finding]
) -> Frontmatter:
    places: dict[str, list[Entry]] = {}
    for entry in entries:
        places.setdefault(fold_key(entry.key), []).append(entry)

    def line(offset: int) -> int:
        return place(starts, block.offset + offset)[0]

    repeated = {key: found for key, found in places.items() if len(found) > 1}
    twice = [_duplicate(found, [line(entry.start) for entry in found]) for found in repeated.values()]
    return Frontmatter(
        values={key: found[-1].value for key, found in places.items()},
        lines={key: line(found[-1].start) for key, found in places.items()},
        item_lines={
            key: tuple(map(line, found[-1].items)) for key, found in places.items() if found[-1].items
        },
        duplicates={key: [entry.value for entry in found] for key, found in repeated.items()},
        body_offset=block.body_offset,
        body_line=block.body_line,
        findings=(*findings, *twice),
    )


def entries_of(block: Block) -> tuple[list[Entry] | None, list[Problem]]:
    """
    The keys of a block as they are written, and what is wrong with it.

    Args:
        block: What `split` gave.

    Returns:
        Entries in order, or None when the block is prose; offsets count from the start of the YAML.
    """
    parsed = parse(block.yaml)
    problems = list(parsed.problems)
    if parsed.error is None:
        if parsed.entries is not None:
            return list(parsed.entries), problems
        is_metadata = parsed.is_empty and not (block.yaml.strip() and _opens_blank(block.yaml))
        return ([] if is_metadata else None), []
    if not _looks_like_keys(block.yaml):
        reason = "text between two rules at the top is read as prose"
        return None, [Problem(parsed.error.offset, reason, "Begin the note with a blank line.", _PROSE)]
    entries, piecewise = _pieces(block.yaml)
    return entries, piecewise or [*problems, parsed.error]


def _pieces(source: str) -> tuple[list[Entry], list[Problem]]:
    """The keys at the left margin of a block that does not parse, each read by itself."""
    entries: list[Entry] = []
    problems: list[Problem] = []
    asked = 0
    for start, piece in _cut(source):
        head = KEY.match(piece)
        if head is None:
            error = parse(piece).error
            if piece.strip() and error is not None:
                problems.append(error._replace(offset=start + error.offset))
            continue
        is_simple = head.end() >= len(piece.rstrip()) and _PLAIN.match(head["rest"].rstrip())
        parsed = None
        if not is_simple and asked < PIECE_LIMIT:
            asked += 1
            parsed = parse(piece)
        if parsed is not None and parsed.error is None and parsed.entries:
            entries += [_shift(entry, start) for entry in parsed.entries]
        else:
            entries.append(_shift(_raw(piece, head), start))
        problems += _shifted_problems(parsed, start)
    return entries, problems


def _cut(source: str) -> Iterator[tuple[int, str]]:
    """Pieces of a block, each from a key at the left margin up to the next one."""
    start = 0
    for line in _LINE.finditer(source):
        if line.start() > start and KEY.match(source, line.start()):
            yield start, source[start : line.start()]
            start = line.start()
    yield start, source[start:]


def _raw(piece: str, head: "re.Match[str]") -> Entry:
    """A key read without YAML: the rest of its line, or the dash items below it, taken literally."""
    key = head["key"]
    if key[0] in "\"'":
        key = key[1:-1]
    rest = head["rest"].rstrip()
    end = head.start("rest") + len(rest)
    if rest:
        return Entry(key, rest, 0, head.start("rest"), end)
    items: list[Value] = []
    offsets: list[int] = []
    for line in _LINE.finditer(piece, head.end()):
        if item := _ITEM.match(line.group()):
            items.append(item["item"].strip().strip("\"'"))
            offsets.append(line.start() + item.start("item"))
            end = line.start() + item.end()
    return Entry(key, items or None, 0, head.end(), end, tuple(offsets))


def _shift(entry: Entry, by: int) -> Entry:
    return entry._replace(
        start=entry.start + by,
        value_start=entry.value_start + by,
        value_end=entry.value_end + by,
        items=tuple(item + by for item in entry.items),
        block_start=entry.block_start + by if entry.block_start >= 0 else -1,
    )


def _shifted_problems(parsed: Parsed | None, by: int) -> list[Problem]:
    if parsed is None:
        return []
    found = [*parsed.problems, *([parsed.error] if parsed.error else [])]
    return [problem._replace(offset=problem.offset + by) for problem in found]


def _opens_blank(source: str) -> bool:
    return source[:1] in "\r\n" or source.split("\n", 1)[0].isspace()


def _looks_like_keys(source: str) -> bool:
    """
    A block that does not parse is meant as properties: it starts with a key and holds enough of them.

    One that opens with a blank line is more likely prose below a rule, so more is asked of it.
    """
    lines = [line for line in re.split(r"\r\n?|\n", source) if line.strip() and not line.startswith("#")]
    first, least = (_SINGLE_WORD_KEY, 0.5) if _opens_blank(source) else (_WORD_KEY, 0.25)
    if not lines or not first.match(lines[0]):
        return False
    return sum(1 for line in lines if _WORD_KEY.match(line) or _INNER.match(line)) >= least * len(lines)


def _none(findings: tuple[Finding, ...]) -> Frontmatter:
    return Frontmatter({}, {}, {}, {}, 0, 1, findings)


def _unclosed(text: str) -> tuple[Finding, ...]:
    opening = _OPEN.match(text)
    if opening is None or not _WORD_KEY.match(text, opening.end()):
        return ()
    return (
        Finding(
            code="unclosed-frontmatter",
            severity="warning",
            message="the block of properties is never closed, so it is read as prose",
            line=1,
            help="Close the block with a line that holds only ---.",
        ),
    )


def _findings(problems: Sequence[Problem], block: Block, starts: Sequence[int]) -> list[Finding]:
    findings: dict[tuple[str, int], Finding] = {}
    for problem in problems[:FINDING_LIMIT]:
        line, column = place(starts, block.offset + min(problem.offset, max(0, len(block.yaml) - 1)))
        finding = Finding(
            code=problem.code,
            severity="note" if problem.code in _NOTES else "warning",
            message=problem.reason,
            line=line,
            column=column,
            help=problem.help,
        )
        findings.setdefault((problem.reason, line), finding)
    if len(problems) > FINDING_LIMIT:
        more = f"{len(problems) - FINDING_LIMIT} more mistakes in this block"
        findings[more, 0] = Finding("bad-frontmatter", "warning", more, line=line)
    return list(findings.values())


def _duplicate(found: Sequence[Entry], lines: Sequence[int]) -> Finding:
    names = " and ".join(dict.fromkeys(f"'{entry.key[:30]}'" for entry in found[-2:]))
    shown = [*map(str, lines[:-1][:SHOWN_LINES]), *(["..."] if len(lines) > SHOWN_LINES + 1 else [])]
    return Finding(
        code="duplicate-key",
        severity="warning",
        message=f"{names} given on lines {', '.join(shown)} and {lines[-1]}; the last one is read",
        line=lines[-1],
        help="Keep one of the lines.",
    )
