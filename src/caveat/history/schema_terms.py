"""
Schema of what the ledger says of a book's terms, part of version 1.

| kind | body | who may |
|---|---|---|
| ``term`` | ``ref`` term:…, ``term``: fields as in a terms file, ``from`` [ref]?, ``span``? | anyone |
| ``rendering`` | ``ref`` term:…, ``rendering``, ``was``?, ``forms``?, ``reason``?, ``from`` [ref]? | anyone |
| ``decide`` | ``about`` event id or name of a conflict, ``decision``, ``into`` ref?, ``reason``? | human |

A ``term`` proposes one that no file has. A rendering by an agent, and one whose ``was`` is no longer what the
term is called, waits for a human.
"""

from collections.abc import Callable, Mapping
from typing import Any

DECISIONS = ("accept", "reject", "keep", "merge")
"""What a human can say: take what is proposed, turn it down, leave both as they are, one is the other."""

LONGEST = 500
"""Most characters of a rendering (our choice: a name or a term is a few words)."""

IsRef = Callable[[object], bool]


def term_problem(body: Mapping[str, Any], is_ref: IsRef) -> str | None:
    """What is wrong with the body of a ``term`` event."""
    said = body.get("term")
    if not isinstance(said, dict):
        return "term must hold the fields of a term"
    headword = said.get("headword")
    if not isinstance(headword, str) or not headword.strip():
        return "term has no headword"
    return _ref_problem(body, is_ref) or _sources_problem(body, is_ref)


def rendering_problem(body: Mapping[str, Any], is_ref: IsRef) -> str | None:
    """What is wrong with the body of a ``rendering`` event."""
    text = body.get("rendering")
    if not isinstance(text, str) or not text.strip():
        return "rendering must say something"
    if len(text) > LONGEST or len(text.splitlines()) > 1:
        return f"rendering must be one line of at most {LONGEST} characters"
    if not isinstance(body.get("was", ""), str):
        return "was must be the rendering until then"
    if not isinstance(body.get("forms", {}), dict):
        return "forms must map a case to a form"
    if not isinstance(body.get("reason", ""), str):
        return "reason must be words"
    return _ref_problem(body, is_ref) or _sources_problem(body, is_ref)


def decide_problem(body: Mapping[str, Any], is_ref: IsRef) -> str | None:
    """What is wrong with the body of a ``decide`` event."""
    about, into = body.get("about"), body.get("into")
    if not isinstance(about, str) or not about or "\x1f" in about or "\0" in about:
        return "about must name an event or a conflict"
    if body.get("decision") not in DECISIONS:
        return f"decision must be one of {', '.join(DECISIONS)}"
    if into is not None and not (is_ref(into) and str(into).startswith("term:")):
        return "into must be the ref of a term"
    if body["decision"] == "merge" and into is None:
        return "a merge needs into: the term that stays"
    return None if isinstance(body.get("reason", ""), str) else "reason must be words"


def _ref_problem(body: Mapping[str, Any], is_ref: IsRef) -> str | None:
    ref = body.get("ref")
    return None if is_ref(ref) and str(ref).startswith("term:") else "ref must be term:<book>/<id>"


def _sources_problem(body: Mapping[str, Any], is_ref: IsRef) -> str | None:
    sources = body.get("from", [])
    if not isinstance(sources, list) or not all(map(is_ref, sources)):
        return "from must be a list of refs"
    return None
