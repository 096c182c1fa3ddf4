"""Notes → records: the bytes of one file become everything that an index keeps of it."""

import hashlib
import json
import re
from typing import NamedTuple

from caveat.model.findings import Finding
from caveat.model.notes import Chunk, Relation
from caveat.model.records import Because, Record
from caveat.model.store import ChunkTokens, Entry, StoredLink
from caveat.text.chunk import chunks
from caveat.text.dates import day_in_name
from caveat.text.decode import decode
from caveat.text.fold import fold_key
from caveat.text.frontmatter import Frontmatter, Value, read
from caveat.text.links import parse_link_value
from caveat.text.markdown import Document, Heading, parse
from caveat.text.resolve import title
from caveat.text.tokenize import analyse, detect_language
from caveat.vault.config import Config, defaults_for
from caveat.vault.properties import Properties, names_model, properties
from caveat.vault.rules import Defaults
from caveat.vault.statement import normal_body, statement, told_apart_by

BAD_METADATA = frozenset({"bad-frontmatter", "duplicate-key", "bad-value", "unclosed-frontmatter"})
"""Codes of findings that mean that a note's metadata was not read whole."""

LEAST_BODY = 8
"""Words from which a body is a statement of its own, and a second note with it a copy; our choice. Below, two
notes made from one template are told apart by their properties."""

_WORD = re.compile(r"[^\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")

RELATIONS: tuple[tuple[str, Relation, Because | None], ...] = (
    ("sources", "derives", None),
    ("source", "derives", None),
    ("supports", "supports", None),
    ("contradicts", "contradicts", None),
    ("concerns", "concerns", None),
    ("supersedes", "supersedes", "updated"),
    ("corrects", "supersedes", "corrected"),
)
"""Properties that are trust edges. ``source`` counts only in brackets: clippers put plain names there."""


class Parsed(NamedTuple):
    """
    A note taken apart, before any rule of the vault is applied.

    Attributes:
        path: Vault-relative path.
        text: Its text.
        front: Its frontmatter.
        document: Its prose.
        properties: What its frontmatter says, typed.
        tags: Of frontmatter and text, each once.
        links: Trust edges and ordinary links.
        urls: Addresses in its trust properties.
        findings: What is wrong with it.
    """

    path: str
    text: str
    front: Frontmatter
    document: Document
    properties: Properties
    tags: tuple[str, ...]
    links: tuple[StoredLink, ...]
    urls: tuple[str, ...]
    findings: tuple[Finding, ...]


def note_entry(path: str, data: bytes, config: Config) -> Entry:
    """
    Everything an index keeps of the note at *path*; never raises for what *data* holds.

    Args:
        path: Vault-relative path, as `vault.scan` shows it.
        data: Bytes of the file.
        config: Rules of the vault.
    """
    return entry_of(parsed_note(path, data, config), config)


def parsed_note(path: str, data: bytes, config: Config) -> Parsed:
    """The note at *path*, taken apart; arguments as for `note_entry`."""
    decoded = decode(data)
    front = read(decoded.text)
    document = parse(decoded.text, body_offset=front.body_offset, body_line=front.body_line)
    said = properties(front, path, config.policy)
    links, urls = _links(path, front, document)
    findings = [*decoded.findings, *front.findings]
    return Parsed(
        path=path,
        text=decoded.text,
        front=front,
        document=document,
        properties=said,
        tags=tuple(dict.fromkeys([*said.tags, *document.tags])),
        links=links,
        urls=urls,
        findings=(*(f._replace(path=path) for f in findings), *said.findings),
    )


def entry_of(note: Parsed, config: Config) -> Entry:
    """The index entry of a note, the rules of *config* applied."""
    rules = defaults_for(config, note.path, note.tags)
    body = note.text[note.front.body_offset :]
    language = detect_language(body)
    named = title(note.front.values, _opening(note), note.path)
    record, findings = _record(note, rules, config, named, body)
    links = tuple(
        link._replace(at=record.created) if link.kind != "mentions" else link for link in note.links
    )
    stem = _stem(note.path)
    prose = chunks(note.text, note.document) or (Chunk("", (), note.front.body_line, note.front.body_line),)
    called = " ".join(dict.fromkeys([named, *note.properties.aliases, stem]))
    names = " ".join(analyse(called, language))
    said = note.properties
    return Entry(
        record=record,
        names=tuple(key for name in (named, *said.aliases, stem) if (key := fold_key(name))),
        aliases=said.aliases,
        tags=note.tags,
        chunks=prose,
        tokens=tuple(
            _tokens(chunk, names, named, language, tags=() if number else note.tags)
            for number, chunk in enumerate(prose)
        ),
        links=links,
        findings=(*note.findings, *findings),
        language=language,
        written=_written(said, is_derived=_is_derived(note)),
        verified_written=said.verified,
        own_identity=record.identity,
    )


def _opening(note: Parsed) -> tuple[Heading, ...]:
    """The heading that the prose opens with; one further down is a section's, not the note's title."""
    first = note.document.headings[:1]
    is_first = bool(first) and not note.text[note.front.body_offset : first[0].start].strip()
    return first if is_first else ()


def _tokens(chunk: Chunk, names: str, named: str, language: str, *, tags: tuple[str, ...]) -> ChunkTokens:
    # The title is among the names already: as a heading it would count twice. Tags stand above the whole
    # note, and are found once.
    heading = " ".join([*(part for part in chunk.heading if part != named), *tags])
    return ChunkTokens(names, " ".join(analyse(heading, language)), " ".join(analyse(chunk.text, language)))


def _is_derived(note: Parsed) -> bool:
    return any(link.kind == "derives" for link in note.links)


def _record(
    note: Parsed, rules: Defaults, config: Config, named: str, body: str
) -> tuple[Record, list[Finding]]:
    said = note.properties
    made_by = said.generated_by or rules.generated_by
    declared, why, is_stated = _declared(said, rules, config, is_derived=_is_derived(note))
    is_model_text = made_by is not None and names_model(made_by, said.asserted_by or rules.author)
    if made_by and is_model_text and not _is_derived(note):
        declared, why, is_stated = None, "", False
    day = said.created if said.created is not None else day_in_name(_stem(note.path))
    text = normal_body(body)
    stated = statement(note.front)
    content = _digest("content", stated, text)
    is_short = len(_WORD.findall(text)) < LEAST_BODY
    record = Record(
        ref=f"note:{note.path}",
        title=named,
        declared=declared,
        declared_by=why,
        step=said.step or rules.step,
        asserted_by=said.asserted_by or rules.author,
        generated_by=made_by,
        is_model_text=is_model_text,
        volatility=said.volatility or rules.volatility,
        is_grounded=is_stated and not _is_derived(note),
        created=day,
        verified=said.verified,
        record_class=said.record_class or rules.record_class,
        path=note.path,
        identity=_digest("short", told_apart_by(note.front), text) if is_short else _digest("body", text),
        content_hash=content,
    )
    line = note.front.lines.get("generated_by", 0)
    return record, [unsourced(record, line)] if is_model_text and not _is_derived(note) else []


def _declared(
    said: Properties, rules: Defaults, config: Config, *, is_derived: bool
) -> tuple[float | None, str, bool]:
    """What a note declares, from where in plain words, and whether its kind or reliability is stated."""
    if said.declared is not None:
        return said.declared, "declared by the note", True
    if is_derived:
        # A reliability written on a derived note is checked, never used.
        return None, "", False
    if said.reliability is not None:
        return said.reliability, "reliability set by hand", True
    kinds = config.policy.kind_reliability
    if said.kind is not None and said.kind in kinds:
        return kinds[said.kind], f"kind {said.kind}", True
    if rules.reliability is not None:
        return rules.reliability, rules.origin["reliability"], True
    if rules.kind is not None and rules.kind in kinds:
        return kinds[rules.kind], f"kind {rules.kind} by {rules.origin['kind']}", True
    return None, "", False


def unsourced(record: Record, line: int = 0) -> Finding:
    """The finding that a model's text names no source that is there."""
    return Finding(
        "unsourced-model-text",
        "warning",
        f"written by {record.generated_by!r} and names no source that counts: undeclared",
        record.path,
        line,
        help="Name the notes it was made from under sources.",
    )


def _links(
    path: str, front: Frontmatter, document: Document
) -> tuple[tuple[StoredLink, ...], tuple[str, ...]]:
    ref = f"note:{path}"
    found: list[StoredLink] = []
    urls: list[str] = []
    for key, relation, because in RELATIONS:
        for value, line, item_lines in _values(key, front, document):
            if key == "source" and not _is_bracketed(value):
                continue
            read_ = parse_link_value(value, line, relation, item_lines=item_lines, because=because)
            urls += read_.urls
            found += [
                StoredLink(
                    0, relation, ref, None, link.target, link.fragment, path, link.line, because=link.because
                )
                for link in read_.links
                if link.target
            ]
    found += [
        StoredLink(0, "mentions", ref, None, link.target, link.fragment, path, link.line)
        for link in document.links
        if link.target
    ]
    return tuple(dict.fromkeys(found)), tuple(urls)


def _values(key: str, front: Frontmatter, document: Document) -> list[tuple[Value, int, tuple[int, ...]]]:
    """Every value given for *key*: in the frontmatter, in all its repetitions, and in inline fields."""
    line = front.lines.get(key, 0)
    if key in front.duplicates:
        values: list[tuple[Value, int, tuple[int, ...]]] = [(v, line, ()) for v in front.duplicates[key]]
    elif key in front.values:
        values = [(front.values[key], line, front.item_lines.get(key, ()))]
    else:
        values = []
    inline = [(field.value, field.line, ()) for field in document.fields if fold_key(field.key) == key]
    return [*values, *inline]


def _is_bracketed(value: Value) -> bool:
    return "[[" in json.dumps(value, ensure_ascii=False) or "](" in json.dumps(value, ensure_ascii=False)


def _written(said: Properties, *, is_derived: bool) -> tuple[tuple[str, float], ...]:
    pairs = [("tier", said.tier), ("reliability", said.reliability if is_derived else None)]
    return tuple((key, value) for key, value in pairs if value is not None)


def _stem(path: str) -> str:
    name = path.rsplit("/", 1)[-1]
    return name[: name.rindex(".")] if "." in name[1:] else name


def _digest(label: str, *parts: str) -> str:
    data = "\x00".join((label, *parts)).encode("utf-8", "surrogatepass")
    return hashlib.sha256(data).hexdigest()
