"""TBX as text: a concept, and the document around all of them."""

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from caveat.model.terms import Key, KeyKind, Term, TermGender
from caveat.vault.glossaries.rows import Pair

TYPES: dict[KeyKind, str] = {
    "canonical": "entryTerm", "full": "fullForm", "nick": "shortForm", "orthographic": "variant",
}  # fmt: skip
"""Kinds of spellings that a ``termType`` can state (ISO 12620); the others are written as variants."""

GENDERS: dict[TermGender, str] = {"m": "masculine", "f": "feminine", "n": "neuter"}
"""Genders as ``grammaticalGender`` states them."""

_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_ABOUT = "<fileDesc><sourceDesc><p>Terms of a book, written by caveat</p></sourceDesc></fileDesc>"


def concept_text(term: Term, keys: Sequence[Key], pair: Pair, number: int, *, is_old: bool) -> str:
    """
    One concept.

    Args:
        term: With a rendering.
        keys: Its further spellings.
        pair: Its languages.
        number: From 1; names it in the file.
        is_old: Version 2.
    """
    outer, section = ("termEntry", "langSet") if is_old else ("conceptEntry", "langSec")
    parts = [f'<{outer} id="c{number}">']
    fields = [*([term.kind] if term.kind != "concept" else []), *([term.sense] if term.sense else [])]
    parts += [f'<descrip type="subjectField">{escape(field)}</descrip>' for field in fields]
    if term.note:
        parts.append(f"<note>{escape(term.note)}</note>")
    parts.append(f"<{section} xml:lang={quoteattr(pair.source)}>")
    parts.append(_term(term.headword, is_old=is_old))
    parts += [_term(key.text, is_old=is_old, kind=TYPES.get(key.kind, "variant")) for key in keys]
    parts.append(f"</{section}><{section} xml:lang={quoteattr(pair.target)}>")
    gender = GENDERS.get(term.gender, "")
    parts.append(
        _term(term.rendering, is_old=is_old, status="preferredTerm", gender=gender, example=term.example)
    )
    parts += [_term(alias, is_old=is_old, status="admittedTerm") for alias in term.aliases]
    bare = [one.text for one in term.forbidden if not (one.nearby.requires or one.nearby.forbids)]
    parts += [_term(text, is_old=is_old, status="deprecatedTerm") for text in bare]
    parts.append(f"</{section}></{outer}>\n")
    return "".join(parts)


def _term(
    words: str, *, is_old: bool, kind: str = "", status: str = "", gender: str = "", example: str = ""
) -> str:
    section = "tig" if is_old else "termSec"
    said = {"termType": kind, "administrativeStatus": f"{status}-admn-sts" if status else ""}
    said["grammaticalGender"] = gender
    notes = "".join(
        f'<termNote type="{name}">{escape(value)}</termNote>' for name, value in said.items() if value
    )
    context = f'<descrip type="context">{escape(example)}</descrip>' if example else ""
    return f"<{section}><term>{escape(words)}</term>{notes}{context}</{section}>"


def document(concepts: Sequence[str], pair: Pair, *, is_old: bool) -> bytes:
    """The whole file, in UTF-8."""
    language = quoteattr(pair.source)
    if is_old:
        start = f'<martif type="TBX-Basic" xml:lang={language}><martifHeader>{_ABOUT}</martifHeader>'
        text = f"{start}<text><body>\n{''.join(concepts)}</body></text></martif>\n"
    else:
        space = "urn:iso:std:iso:30042:ed-2"
        start = f'<tbx type="TBX-Basic" style="dca" xml:lang={language} xmlns="{space}">'
        header = f"<tbxHeader>{_ABOUT}</tbxHeader>"
        text = f"{start}{header}<text><body>\n{''.join(concepts)}</body></text></tbx>\n"
    return (_HEAD + text).encode("utf-8")
