"""
TBX, the exchange format for terms: version 2 (``martif``) and 3 (ISO 30042:2019), ``tig`` and ``ntig``.

A concept is a term: the first term of the source language is its headword and the others are spellings; of
the target language, the preferred or first one is the rendering, admitted ones are aliases, and deprecated or
superseded ones are forbidden. A subject field that is a kind of term states the kind, any other the sense.
"""

from collections.abc import Sequence

from caveat.model.terms import TERM_KINDS, Forbidden, Key, KeyKind, Term, TermKind
from caveat.vault.glossaries.rows import Collector, Content, Pair, Rows
from caveat.vault.glossaries.tbx_text import GENDERS, TYPES, concept_text, document
from caveat.vault.glossaries.writing import Losses, Written, kept_keys, speakable
from caveat.vault.glossaries.xml_walk import Node, Refused, walk

HOLDS = ("sense", "aliases", "forbidden", "gender", "kind", "note", "example", "keys", "key_kinds")
STATUS = "administrativeStatus"
_KEY_KINDS: dict[str, KeyKind] = {name: kind for kind, name in TYPES.items()}
_TERM_GENDERS = {name: gender for gender, name in GENDERS.items()}
_CONCEPTS = ("termEntry", "conceptEntry")
_LANGUAGES = ("langSet", "langSec")
_TERMS = ("tig", "ntig", "termSec")


def read(content: Content) -> Rows:
    """The concepts that have a term in both languages of the book."""
    collector = Collector()

    def visit(concept: Node) -> None:
        if not collector.is_full:
            _concept(concept, content.pair, collector)

    try:
        root = walk(content.data, _CONCEPTS, visit)
        if root not in ("martif", "tbx"):
            collector.refuse(1, f"its outermost element is {root[:30]!r}, not martif or tbx")
    except Refused as error:
        collector.refuse(error.line, f"it cannot be read from here on: {error.reason}", "Mend the file.")
    return collector.rows()


def _concept(concept: Node, pair: Pair, collector: Collector) -> None:
    sources = _terms(concept, pair.source)
    targets = _terms(concept, pair.target)
    if not sources or not targets:
        missing = pair.target if sources else pair.source
        collector.refuse(concept.line, f"a concept without a term in {missing!r}")
        return
    headword = sources[0].words
    keys = [Key(one.words, _KEY_KINDS.get(one.kind, "orthographic")) for one in sources[1:]]
    offers = [one for one in targets if not one.is_forbidden]
    best = next((one for one in offers if one.is_preferred), offers[0] if offers else None)
    rendering = best.words if best else ""
    fields = _said(concept, "subjectField")
    kind: TermKind = next((one for one in TERM_KINDS if one in fields), "concept")
    sense = "; ".join(one for one in fields if one not in TERM_KINDS)
    notes = [*_said(concept, "definition"), *_notes(concept)]
    notes += [one for target in targets for one in target.notes]
    gender = best.gender if best and best.gender else sources[0].gender
    examples = best.examples if best else ()
    collector.add(
        Term(
            "",
            headword,
            rendering,
            sense=sense,
            keys=(Key(headword), *keys),
            aliases=tuple(one.words for one in offers if one is not best),
            forbidden=tuple(Forbidden(one.words) for one in targets if one.is_forbidden),
            gender=_TERM_GENDERS.get(gender, "unknown"),
            kind=kind,
            note="\n".join(dict.fromkeys(notes)),
            example=next(iter(examples), ""),
            line=concept.line,
        )
    )


class _Said:
    """A term of a concept, in one language."""

    def __init__(self, node: Node) -> None:
        self.words = node.every("term")[0].words()
        self.kind = next(iter(_said(node, "termType")), "")
        status = next(iter(_said(node, STATUS)), "").lower()
        self.is_preferred = status.startswith("preferred")
        self.is_forbidden = status.startswith(("deprecated", "superseded"))
        self.gender = next(iter(_said(node, "grammaticalGender")), "").lower()
        self.examples = _said(node, "context")
        self.notes = _notes(node)


def _terms(concept: Node, language: str) -> list[_Said]:
    first = _primary(language)
    return [
        _Said(one)
        for section in concept.children(*_LANGUAGES)
        if _primary(section.attributes.get("lang", "")) == first
        for one in section.children(*_TERMS)
        if any(term.words() for term in one.every("term")[:1])
    ]


def _primary(tag: str) -> str:
    return tag.replace("_", "-").partition("-")[0].strip().lower()


def _said(node: Node, name: str) -> list[str]:
    """
    What *node* states under a data category, outside the sections below it.

    The category is the ``type`` of an element (style DCA) or its own name (style DCT).
    """
    found: list[str] = []
    rest = list(reversed(node.content))
    while rest:
        one = rest.pop()
        if not isinstance(one, Node) or one.name in (*_LANGUAGES, *_TERMS):
            continue
        if one.attributes.get("type") == name or one.name == name:
            if words := one.words():
                found.append(words)
        else:
            rest += reversed(one.content)
    return found


def _notes(node: Node) -> list[str]:
    direct = node.children("note", "descripGrp", "termNoteGrp", "termGrp")
    notes = [one for group in direct for one in ([group] if group.name == "note" else group.every("note"))]
    texts = ["\n".join(line.strip() for line in one.text().splitlines()).strip() for one in notes]
    return [text for text in texts if text]


def _is_spread(term: Term) -> bool:
    """Whether a name or the example has blanks in a row."""
    names = (*(key.text for key in term.keys), *term.aliases, *(one.text for one in term.forbidden))
    return any("  " in one for one in (term.headword, term.rendering, term.sense, term.example, *names))


def write(terms: Sequence[Term], pair: Pair) -> Written:
    """*terms* as TBX-Basic of version 3, style DCA."""
    return _write(terms, pair, is_old=False)


def write_old(terms: Sequence[Term], pair: Pair) -> Written:
    """*terms* as TBX-Basic of version 2 (``martif``), with ``tig``."""
    return _write(terms, pair, is_old=True)


def _write(terms: Sequence[Term], pair: Pair, *, is_old: bool) -> Written:
    losses = Losses()
    concepts: list[str] = []
    for said in speakable(terms, losses, HOLDS):
        is_misread = said.sense in TERM_KINDS or ";" in said.sense
        if is_misread:
            losses.lose("senses that read as a kind of term, or as several", said)
        term = said._replace(sense="") if is_misread else said
        if term.gender == "hidden":
            losses.lose("that a gender is hidden", term)
        if _is_spread(term):
            losses.lose("runs of blanks, which are one blank in XML", term)
        keys = [key for key in kept_keys(term, losses, HOLDS) if key.text != term.headword]
        for key in keys:
            if key.kind not in TYPES:
                losses.lose("kinds of spellings that are neither full, nick nor orthographic", term)
        if any(one.nearby.requires or one.nearby.forbids for one in term.forbidden):
            losses.leave_out("forbidden renderings with conditions", term)
        concepts.append(concept_text(term, keys, pair, len(concepts) + 1, is_old=is_old))
    data = document(concepts, pair, is_old=is_old)
    return losses.written(data, len(concepts))
