"""
WMT25 terminology data, read only: JSON Lines ``{"en", "ru", "proper": {}, "random": {}, "noterm": {}}``.

Only ``proper`` holds terms. ``random`` are translations of other words of the text, and no glossary.
"""

from typing import Any

from caveat.model.terms import Term
from caveat.vault.glossaries.json_items import Damaged, Document, words
from caveat.vault.glossaries.rows import Collector, Content, Rows


def read(content: Content) -> Rows:
    """The proper terms of all lines; a pair that several lines have comes once."""
    collector = Collector()
    seen: set[tuple[str, str]] = set()
    lines = content.text.replace("\r\n", "\n").split("\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if collector.is_full:
            break
        try:
            members: dict[str, Any] = {item.name: item.value for item in Document(line).items()}
        except Damaged as error:
            collector.refuse(number, f"it is no JSON: {error.reason}", "Mend the line.")
            continue
        proper = members.get("proper")
        if not isinstance(proper, dict):
            help = 'A line has {"proper": {headword: rendering}}.'
            collector.refuse(number, "it has no proper terms", help)
            continue
        for headword, rendering in proper.items():
            _pair(number, headword, rendering, seen, collector)
    return collector.rows()


def _pair(line: int, headword: str, value: Any, seen: set[tuple[str, str]], collector: Collector) -> None:
    listed = value if isinstance(value, list) else [value]
    offers = [text for one in listed if (text := words(one).strip())]
    if not offers:
        collector.refuse(line, f"{headword[:30]!r} has no word as its rendering")
    elif (headword, offers[0]) not in seen:
        seen.add((headword, offers[0]))
        collector.add(Term("", headword, offers[0], aliases=tuple(offers[1:]), line=line))
