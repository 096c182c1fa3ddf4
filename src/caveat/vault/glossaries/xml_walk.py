"""
XML from strangers: element by element, without entities, without anything fetched.

A document type that only names a file is passed over, for old TBX files have one, and it is never looked up.
One that declares anything is refused: entities that hold entities grow a line into gigabytes.
"""

import re
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple
from xml.parsers import expat

DEEPEST = 64
"""Most elements inside each other; our choice, four times what TBX needs."""

BLANK = " \t\r\n"
"""What counts as white space in XML (XML 1.0, production 3)."""

_BLANKS = re.compile(f"[{BLANK}]+")


class Node(NamedTuple):
    """
    An element.

    Attributes:
        name: Without its namespace.
        attributes: By name without namespace, ``lang`` for ``xml:lang``.
        line: Where it starts, from 1.
        content: Its texts and elements, in order.
    """

    name: str
    attributes: Mapping[str, str]
    line: int
    content: "list[str | Node]"

    def children(self, *names: str) -> "list[Node]":
        """Its elements called one of *names*, in order."""
        return [one for one in self.content if isinstance(one, Node) and one.name in names]

    def every(self, *names: str) -> "list[Node]":
        """Those of *names* at any depth, in order."""
        found: list[Node] = []
        rest: list[str | Node] = list(reversed(self.content))
        while rest:
            one = rest.pop()
            if isinstance(one, Node):
                if one.name in names:
                    found.append(one)
                rest += reversed(one.content)
        return found

    def words(self, *, without: Collection[str] = ()) -> str:
        """
        All text inside, elements called one of *without* left out.

        Runs of `BLANK` are one blank, for a file may be laid out by them; other blanks, the wide and the
        unbreakable one, are part of a name.
        """
        return _BLANKS.sub(" ", self.text(without=without)).strip(BLANK)

    def text(self, *, without: Collection[str] = ()) -> str:
        """All text inside, as it is."""
        parts: list[str] = []
        rest: list[str | Node] = list(reversed(self.content))
        while rest:
            one = rest.pop()
            if isinstance(one, str):
                parts.append(one)
            elif one.name not in without:
                rest += reversed(one.content)
        return "".join(parts)


class Refused(ValueError):
    """The XML is damaged or not to be trusted; has the line and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


def walk(data: bytes, names: Collection[str], visit: Callable[[Node], None]) -> str:
    """
    Call *visit* with every element called one of *names*, outermost ones only, in order.

    Args:
        data: The document.
        names: Local names.
        visit: What is done with each; the rest of the document is not kept.

    Returns:
        The local name of the outermost element.

    Raises:
        Refused: It is no XML from some line on, declares entities, or is nested too deep; what came before
            was visited.
    """
    return _Walk(names, visit).run(data)


class _Walk:
    def __init__(self, names: Collection[str], visit: Callable[[Node], None]) -> None:
        self.names = names
        self.visit = visit
        self.open: list[Node] = []
        self.depth = 0
        self.root = ""
        # Expat itself bounds how far entities may grow; here none is declared in the first place.
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters
        self.parser.StartDoctypeDeclHandler = self.doctype
        self.parser.EntityDeclHandler = self.entity
        self.parser.SkippedEntityHandler = self.skipped

    def run(self, data: bytes) -> str:
        try:
            self.parser.Parse(data, True)
        except expat.ExpatError as error:
            raise Refused(error.lineno, expat.ErrorString(error.code)) from error
        except (LookupError, ValueError) as error:
            if isinstance(error, Refused):
                raise
            raise Refused(1, "its encoding is not known here") from error
        return self.root

    def refused(self, reason: str) -> Refused:
        return Refused(self.parser.CurrentLineNumber, reason)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(" ")[2].rpartition(":")[2]
        self.depth += 1
        self.root = self.root or local
        if self.depth > DEEPEST:
            raise self.refused(f"more than {DEEPEST} elements inside each other")
        if self.open or local in self.names:
            said = {key.rpartition(" ")[2].rpartition(":")[2]: value for key, value in attributes.items()}
            node = Node(local, said, self.parser.CurrentLineNumber, [])
            if self.open:
                self.open[-1].content.append(node)
            self.open.append(node)

    def end(self, name: str) -> None:
        self.depth -= 1
        if self.open:
            node = self.open.pop()
            if not self.open:
                self.visit(node)

    def characters(self, text: str) -> None:
        if self.open:
            self.open[-1].content.append(text)

    def doctype(self, name: str, system: str | None, public: str | None, has_internal: bool) -> None:
        if has_internal:
            raise self.refused("its document type declares something, which is not read from a stranger")

    def entity(self, *said: object) -> None:
        raise self.refused("it declares an entity, which is not read from a stranger")

    def skipped(self, name: str, is_parameter: bool) -> None:
        raise self.refused(f"the entity &{name}; is declared nowhere")
