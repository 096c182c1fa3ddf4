"""
SillyTavern World Info, and the ``character_book`` of a Character Card V2.

An entry has keys, and a content that goes into the prompt. One whose content begins with the line
``headword -> rendering`` (as it is written here) is a term, and the other lines are its note. An entry
without such a line has no rendering: it only adds its keys and text to a term that is here.
"""

import re
from collections.abc import Sequence
from typing import Any

from caveat.model.terms import NOTHING_NEARBY, Boundary, Key, Nearby, Term
from caveat.vault.glossaries.json_items import Damaged, Document, Item, flag, words
from caveat.vault.glossaries.linguagacha import json_bytes
from caveat.vault.glossaries.rows import Collector, Content, Rows
from caveat.vault.glossaries.writing import Losses, Written, kept_keys, speakable

HOLDS = ("note", "sticky", "case", "boundary", "keys", "keys_nearby")
_ARROW = re.compile(r"\s*(?:->|→|=>)")
_REGEX = re.compile(r"/.+/[gimsuy]*", re.DOTALL)
_AND_ANY, _NOT_ALL, _NOT_ANY, _AND_ALL = range(4)
_TAIL: dict[str, Any] = {
    "addMemo": True, "order": 100, "position": 0, "disable": False, "excludeRecursion": False,
    "preventRecursion": False, "delayUntilRecursion": False, "probability": 100, "useProbability": True,
    "depth": 4, "group": "", "groupOverride": False, "groupWeight": 100, "scanDepth": None,
    "caseSensitive": None, "matchWholeWords": None, "useGroupScoring": None, "automationId": "", "role": None,
    "sticky": None, "cooldown": None, "delay": None,
}  # fmt: skip


def read(content: Content) -> Rows:
    """The entries of a World Info file, a ``character_book``, or a card that has one."""
    collector = Collector()
    document = Document(content.text)
    try:
        entries = _entries(document)
        if entries is None:
            collector.refuse(1, "it has no entries", code="unreadable-glossary")
            return collector.rows()
        for item in document.items(entries):
            if collector.is_full:
                break
            if isinstance(item.value, dict):
                _entry(item.line, item.value, collector)
            else:
                collector.refuse(item.line, "an entry that is no object")
    except Damaged as error:
        collector.refuse(error.line, f"it is no JSON from here on: {error.reason}", "Mend the file.")
    return collector.rows()


def _entries(document: Document) -> int | None:
    """Where the entries stand: outermost, in ``character_book``, or in the ``data`` of a card."""
    at = document.start
    for _ in range(3):
        found = {item.name: item for item in document.items(at)} if document.opening(at) == "{" else {}
        entries = found.get("entries")
        if entries is not None and isinstance(entries.value, list | dict):
            return entries.start
        inner: Item | None = next((found[one] for one in ("data", "character_book") if one in found), None)
        if inner is None:
            return None
        at = inner.start
    return None


def _entry(line: int, value: dict[str, Any], collector: Collector) -> None:
    texts = _texts(value.get("key", value.get("keys")))
    if not texts:
        collector.refuse(line, "an entry without keys", "It is always in the prompt there; here keys decide.")
        return
    if flag(value.get("disable")) or flag(value.get("enabled")) is False:
        collector.refuse(line, f"the entry of {texts[0][:30]!r} is switched off", code="no-term")
        return
    if regex := next((text for text in texts if _REGEX.fullmatch(text)), ""):
        help = "Keys are literal. Write the names that it stands for, one a key."
        collector.refuse(line, f"{regex[:30]!r} is a pattern, not a name", help, code="pattern-key")
        return
    nearby = _nearby(value)
    if nearby is None:
        collector.refuse(line, f"the condition of {texts[0][:30]!r} can be said of no term", code="no-term")
        return
    for name, what in (("constant", "always in the prompt"), ("vectorized", "found by meaning")):
        if flag(value.get(name)):
            message = f"entries that are {what} are read as terms that their keys name"
            collector.remark_once(message, line=line)
    headword, rendering, note = _content(words(value.get("content")), texts)
    extensions = value.get("extensions")
    further = extensions if isinstance(extensions, dict) else {}
    boundary = _boundary(value.get("matchWholeWords", further.get("match_whole_words")))
    sensitive = flag(value.get("caseSensitive", value.get("case_sensitive", further.get("case_sensitive"))))
    keys = [
        Key(text, "canonical" if text == headword else "nick", nearby, boundary, sensitive is not False)
        for text in texts
    ]
    sticky = value.get("sticky", further.get("sticky"))
    chunks = sticky if isinstance(sticky, int) and 0 < sticky < 1000 else 0
    collector.add(Term("", headword, rendering, keys=tuple(keys), note=note, sticky=int(chunks), line=line))


def _texts(value: Any) -> list[str]:
    listed = value.split(",") if isinstance(value, str) else value if isinstance(value, list) else []
    return [text for one in listed if (text := words(one).strip())]


def _nearby(value: dict[str, Any]) -> Nearby | None:
    """What must stand near the keys; None for conditions that a key cannot have."""
    seconds = tuple(_texts(value.get("keysecondary", value.get("secondary_keys"))))
    if not seconds or flag(value.get("selective")) is False:
        return NOTHING_NEARBY
    extensions = value.get("extensions")
    further = extensions if isinstance(extensions, dict) else {}
    logic = value.get("selectiveLogic", further.get("selectiveLogic", _AND_ANY))
    if logic == _AND_ANY or (logic == _AND_ALL and len(seconds) == 1):
        return Nearby(requires=seconds)
    if logic == _NOT_ANY or (logic == _NOT_ALL and len(seconds) == 1):
        return Nearby(forbids=seconds)
    return None


def _boundary(value: Any) -> Boundary:
    said = flag(value)
    return "" if said is None else "script" if said else "none"


def _content(content: str, texts: Sequence[str]) -> tuple[str, str, str]:
    """Headword, rendering and note: a first line with an arrow from one of the keys states a rendering."""
    first, _, rest = content.strip().partition("\n")
    for text in sorted(texts, key=len, reverse=True):
        arrow = _ARROW.match(first, len(text)) if first.startswith(text) else None
        if arrow and (rendering := first[arrow.end() :].strip()):
            return text, rendering, rest.strip()
    return texts[0], "", content.strip()


def write(terms: Sequence[Term]) -> Written:
    """*terms* as a World Info file."""
    losses = Losses()
    entries: dict[str, Any] = {}
    for term in speakable(terms, losses, HOLDS):
        for keys in _groups(term, losses):
            uid = len(entries)
            logic, seconds = _logic(keys[0].nearby)
            entries[str(uid)] = {
                "uid": uid,
                "key": [key.text for key in keys],
                "keysecondary": list(seconds),
                "comment": term.headword,
                "content": _said(term),
                "constant": False,
                "vectorized": False,
                "selective": True,
                "selectiveLogic": logic,
                **_TAIL,
                "caseSensitive": keys[0].is_case_sensitive,
                "matchWholeWords": _whole(keys[0]),
                "sticky": term.sticky or None,
            }
    return losses.written(json_bytes({"entries": entries}), len(entries))


def write_character_book(terms: Sequence[Term]) -> Written:
    """*terms* as the ``character_book`` of a Character Card V2."""
    losses = Losses()
    entries: list[dict[str, Any]] = []
    for term in speakable(terms, losses, HOLDS):
        for keys in _groups(term, losses):
            logic, seconds = _logic(keys[0].nearby)
            extensions: dict[str, Any] = {"selectiveLogic": logic, "match_whole_words": _whole(keys[0])}
            entries.append(
                {
                    "id": len(entries),
                    "keys": [key.text for key in keys],
                    "secondary_keys": list(seconds),
                    "comment": term.headword,
                    "content": _said(term),
                    "constant": False,
                    "selective": True,
                    "insertion_order": 100,
                    "enabled": True,
                    "case_sensitive": keys[0].is_case_sensitive,
                    "extensions": {**extensions, "sticky": term.sticky or None},
                }
            )
    return losses.written(json_bytes({"extensions": {}, "entries": entries}), len(entries))


def _groups(term: Term, losses: Losses) -> list[list[Key]]:
    """The keys that one entry can have together: its condition, boundary and letter case hold for all."""
    found: list[list[Key]] = []
    own = next((key for key in term.keys if key.text == term.headword), Key(term.headword))
    together: list[Key] = []
    for key in kept_keys(term, losses, HOLDS):
        if key.nearby.requires and key.nearby.forbids:
            losses.leave_out("spellings that both require and forbid words", term)
        elif "," in key.text or _REGEX.fullmatch(key.text) or (key != own and "->" in key.text):
            losses.leave_out("spellings with a comma or an arrow, or between slashes", term)
        elif key[2:5] == own[2:5]:
            together.append(key)
        else:
            losses.leave_out("spellings with other conditions than their headword", term)
        if key.boundary == "segment":
            losses.lose("that a spelling must not cut words", term)
        if key.kind not in ("canonical", "nick"):
            losses.lose("kinds of spellings", term)
    if together and together[0].text == term.headword:
        found.append(together)
    else:
        losses.leave_out("terms without a headword that can be a key", term)
    return found


def _logic(nearby: Nearby) -> tuple[int, tuple[str, ...]]:
    return (_NOT_ANY, nearby.forbids) if nearby.forbids else (_AND_ANY, nearby.requires)


def _whole(key: Key) -> bool | None:
    return {"script": True, "none": False}.get(key.boundary)


def _said(term: Term) -> str:
    return f"{term.headword} -> {term.rendering}" + (f"\n{term.note}" if term.note else "")
