"""YAML, the part that frontmatter uses: a mapping becomes entries that know where they are written."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    import yaml

Value: TypeAlias = "str | list[Value] | dict[str, Value] | None"
"""A value of frontmatter: every scalar is the string as written; None for an empty or null one."""

ALIAS_LIMIT = 10_000
"""Most values that the aliases of one block may repeat; our choice, real notes have none."""

_TEMPLATE = (
    "a template placeholder that was never filled in",
    "Fill it in, or quote it.",
    "template-placeholder",
)
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})

# For these the parser stops long after the mistake and tells where it began beside it.
_AT_CONTEXT = ("end of stream", "expected ',' or", "expected ':'")


class Problem(NamedTuple):
    """
    What is wrong at one place of a block.

    Attributes:
        offset: Code points from the start of the YAML text.
        reason: Plain words, without the place.
        help: The next step.
        code: Code of the finding it becomes.
    """

    offset: int
    reason: str
    help: str
    code: str = "bad-frontmatter"


class Entry(NamedTuple):
    """
    One key of the outermost mapping. Offsets are code points from the start of the YAML text.

    Attributes:
        key: The key as written, without quotes.
        value: Its value.
        start: Where the key starts.
        value_start: Where the value starts; after the colon when it is empty.
        value_end: Where its last piece ends; a block scalar ends where the next thing begins.
        items: Where each item of a list starts; empty for everything else.
        block_start: Where its last piece starts, if that is a ``|`` or ``>`` scalar; else -1.
    """

    key: str
    value: Value
    start: int
    value_start: int
    value_end: int
    items: tuple[int, ...] = ()
    block_start: int = -1


class Parsed(NamedTuple):
    """
    A block of YAML, read.

    Attributes:
        entries: Keys of the outermost mapping in order, repeated ones included; None when there is no
            such mapping.
        is_empty: There is nothing but blanks and comments.
        problems: What is wrong with single values; they are read all the same.
        error: Why the block as a whole cannot be read; the entries before it may be there.
    """

    entries: tuple[Entry, ...] | None
    is_empty: bool
    problems: tuple[Problem, ...]
    error: Problem | None


def parse(source: str) -> Parsed:
    """
    The keys and values of a YAML text, in linear time and without recursion. Never raises.

    Tags and merge keys mean nothing here. Aliases are followed, but not beyond `ALIAS_LIMIT`.

    Args:
        source: The text between the two rules.
    """
    import yaml

    builder = _Builder(source)
    try:
        for event in _events(source):
            builder.take(event)
    except yaml.YAMLError as error:
        return builder.result(_explain(error, source))
    return builder.result(builder.second)


def _events(source: str) -> "Iterator[yaml.Event]":
    import yaml

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    # A lone surrogate cannot be encoded for the parser; "?" keeps the offsets.
    clean = source.encode("utf-8", "replace").decode("utf-8")
    events: Iterator[yaml.Event] = yaml.parse(clean, Loader=loader)
    return events


class _Frame(NamedTuple):
    container: Any
    start: int
    anchor: str | None
    is_flow: bool


class _Builder:
    """Folds parser events into entries; a stack instead of recursion, for nesting has no bound."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.frames: list[_Frame] = []
        self.keys: list[tuple[str, int] | None] = []
        self.weights: list[int] = []
        self.anchors: dict[str, tuple[Value, int]] = {}
        self.open_anchors: set[str] = set()
        self.repeated = 0
        self.entries: list[Entry] | None = None
        self.items: list[int] = []
        self.value_start = 0
        self.last_end = 0
        self.block_start = -1
        self.documents = 0
        self.has_root = False
        self.problems: list[Problem] = []
        self.second: Problem | None = None

    def result(self, error: Problem | None) -> Parsed:
        entries = None if self.entries is None else tuple(self.entries)
        return Parsed(entries, not self.has_root and error is None, tuple(self.problems), error)

    def take(self, event: Any) -> None:
        """One event of the parser; its types declare neither marks nor anchors, hence `Any`."""
        kind = type(event).__name__
        start, end = event.start_mark.index, event.end_mark.index
        if kind == "ScalarEvent":
            self._scalar(event, start, end)
        elif kind in ("SequenceStartEvent", "MappingStartEvent"):
            self._open(event, start, is_map=kind == "MappingStartEvent")
        elif kind in ("SequenceEndEvent", "MappingEndEvent"):
            self._close(end)
        elif kind == "AliasEvent":
            self._alias(event.anchor, start, end)
        elif kind == "DocumentStartEvent":
            self.documents += 1
            if self.documents > 1 and self.second is None:
                self.second = Problem(start, "a second YAML document", "Keep one block of properties.")

    def _scalar(self, event: Any, start: int, end: int) -> None:
        # The C parser gives "" for the plain style, the Python one None.
        is_null = not event.style and event.implicit[0] and event.value in _NULLS
        is_key = bool(self.frames) and isinstance(self.frames[-1].container, dict) and self.keys[-1] is None
        value = None if is_null and not is_key else event.value
        self._leaf(start, end, is_block=event.style in ("|", ">"))
        if event.anchor:
            self.anchors[event.anchor] = (value, 1)
        self._place(value, start, end, 1)

    def _alias(self, anchor: str, start: int, end: int) -> None:
        self._leaf(start, end, is_block=False)
        value, weight = self.anchors.get(anchor, (None, 0))
        if anchor in self.open_anchors:
            self._problem(start, f"*{anchor} stands inside what it repeats", "Write the value out.")
            value, weight = None, 1
        elif not weight:
            value, weight = self.source[start:end], 1
            self._problem(start, "an unquoted value that begins with *", "Quote the value.")
        elif self.repeated + weight > ALIAS_LIMIT:
            reason = f"aliases repeat more than {ALIAS_LIMIT:,} values; left out"
            self._problem(start, reason, "Write the values out.")
            value, weight = None, 1
        self.repeated += weight
        self._place(value, start, end, weight)

    def _open(self, event: Any, start: int, *, is_map: bool) -> None:
        if len(self.frames) == 1:
            self._begin_value(start)
        self.has_root = True
        if not self.frames and is_map:
            self.entries = []
        if event.anchor:
            self.open_anchors.add(event.anchor)
        container: Any = {} if is_map else []
        self.frames.append(_Frame(container, start, event.anchor, bool(event.flow_style)))
        self.keys.append(None)
        self.weights.append(1)

    def _close(self, end: int) -> None:
        frame = self.frames.pop()
        self.keys.pop()
        weight = self.weights.pop()
        value: Value = frame.container
        if frame.is_flow:
            self.last_end, self.block_start = end, -1
        if frame.is_flow and self.source.startswith("{{", frame.start):
            value, weight = self._template(frame.start, end), 1
        if frame.anchor:
            self.open_anchors.discard(frame.anchor)
            self.anchors[frame.anchor] = (value, weight)
        if self.frames:
            self._place(value, frame.start, end, weight)

    def _place(self, value: Value, start: int, end: int, weight: int) -> None:
        if not self.frames:
            self.has_root = self.has_root or value is not None
            return
        self.weights[-1] += weight
        container, key = self.frames[-1].container, self.keys[-1]
        if isinstance(container, list):
            if len(self.frames) == 2:
                self.items.append(start)
            container.append(value)
        elif key is None:
            name = value if isinstance(value, str) else self.source[start:end]
            self.keys[-1] = (name, start)
            if len(self.frames) == 1:
                self.items = []
                self.value_start = -1
        else:
            self.keys[-1] = None
            if len(self.frames) == 1:
                self._enter(key, value)
            else:
                container[key[0]] = value

    def _enter(self, key: tuple[str, int], value: Value) -> None:
        items = tuple(self.items) if isinstance(value, list) else ()
        entry = Entry(key[0], value, key[1], self.value_start, self.last_end, items, self.block_start)
        if self.entries is not None:
            self.entries.append(entry)

    def _leaf(self, start: int, end: int, *, is_block: bool) -> None:
        if len(self.frames) == 1:
            self._begin_value(start)
        self.last_end, self.block_start = end, start if is_block else -1

    def _begin_value(self, start: int) -> None:
        if self.keys[0] is not None and self.value_start < 0:
            self.value_start = start

    def _template(self, start: int, end: int) -> Value:
        if self.frames:
            self.problems.append(Problem(start, *_TEMPLATE))
        else:
            self.entries = None
        return self.source[start:end]

    def _problem(self, offset: int, reason: str, advice: str) -> None:
        self.problems.append(Problem(offset, reason, advice))


def _explain(error: "yaml.YAMLError", source: str) -> Problem:
    mark = getattr(error, "problem_mark", None)
    offset = mark.index if mark is not None else int(getattr(error, "position", 0) or 0)
    problem = str(getattr(error, "problem", "") or "")
    context = getattr(error, "context_mark", None)
    line_start = max(source.rfind("\n", 0, offset), source.rfind("\r", 0, offset)) + 1
    line = source[line_start : offset + 400].splitlines()[:1]
    indent = source[line_start : offset + 1]
    if "{{" in "".join(line) or "<%" in "".join(line):
        return Problem(offset, *_TEMPLATE)
    if "\t" in indent and (indent.isspace() or "tab" in problem):
        return Problem(offset, "a tab in the indentation", "Indent with spaces, not tabs.")
    if context is not None and any(part in problem for part in _AT_CONTEXT):
        offset = context.index
    # For aliases, anchors and tags only the context says which of them it was.
    problem = f"{problem} {getattr(error, 'context', None) or ''}".strip()
    return Problem(offset, *_words(problem, source[offset : offset + 1], has_colon=": " in indent[:-1]))


def _words(problem: str, character: str, *, has_colon: bool) -> tuple[str, str]:
    """Reason and help for a message of the parser, in words for a writer of notes."""
    if "mapping values" in problem:
        if has_colon:
            return "a second colon in an unquoted value", "Quote the value: it contains a colon."
        return "an indented key under a value", "Unindent the key, or empty the line above it."
    if "cannot start any token" in problem:
        return f"a value may not begin with {character}", f"Quote the value: it begins with {character}"
    table = (
        ("expected ':'", "a line that is neither a key nor a value", "Give it a key, or move it below."),
        ("end of stream", "a quote that is never closed", "Close the quote."),
        ("expected ',' or", "a bracket that is never closed", "Close the bracket."),
        ("expected key", "text after a value that is complete", "Quote the whole value."),
        ("'-' indicator", "text after a value that is complete", "Quote the whole value."),
        ("block sequence", "a list on the line of its key", "Start the list on the next line."),
        ("nesting depth", "brackets or dashes nested too deeply", "Flatten the value."),
        ("scanning a tag", "a value may not begin with !", "Quote the value: it begins with !"),
        ("tag handle", "a value may not begin with !", "Quote the value: it begins with !"),
        ("alias", "a value may not begin with *", "Quote the value: it begins with *"),
        ("anchor", "a value may not begin with &", "Quote the value: it begins with &"),
    )
    for part, reason, advice in table:
        if part in problem:
            return reason, advice
    if not problem:
        return "a control character", "Remove the control character."
    return f"not valid YAML ({problem})", "Quote the value, or correct it."
