"""The tool for who finds a name that the book does not have: `propose_term`. What it says binds nobody."""

from typing import Any

from caveat.mcp.budget import Reply
from caveat.mcp.passages import share_of
from caveat.mcp.quoting import block, line, named
from caveat.mcp.reading import LONGEST_REF
from caveat.mcp.recording import LONGEST_REASON, MOST_REFS
from caveat.mcp.schemas import Schema, flag, integer, maybe, record, several, share, text, word
from caveat.mcp.session import Session, record_name
from caveat.mcp.translating import BOOK, book_of
from caveat.model.terms import TERM_GENDERS, TERM_KINDS

LONGEST_NAME = 200
"""Most characters of a headword, spelling or rendering, as in a terms file."""

MOST_NAMES = 20
"""Other spellings that one proposal may have; our choice."""

PROPOSE: Schema = record(
    {
        "headword": text("As it stands in the book.", longest=LONGEST_NAME, shortest=1),
        "rendering": text("What to call it, in its base form.", longest=LONGEST_NAME, shortest=1),
        "kind": word("What it names.", TERM_KINDS),
        "gender": word("Of a person; hidden = the book does not tell yet.", TERM_GENDERS),
        "keys": several(
            text("A spelling.", longest=LONGEST_NAME, shortest=1), "Other spellings of it.", most=MOST_NAMES
        ),
        "sense": text("Which meaning, when the headword has several.", longest=LONGEST_NAME),
        "since": integer("First chapter in which a reader may know it.", least=1, most=10**6),
        "note": text("For the translator, one line.", longest=LONGEST_REASON),
        "span": text("Where it stands: file:line, or a chapter and the words.", longest=LONGEST_REF),
        "sources": several(
            text("A note or claim, by ref.", longest=LONGEST_REF, shortest=1),
            "Records that it was taken from.",
            most=MOST_REFS,
        ),
        "reason": text("Why, when a term is to be called otherwise.", longest=LONGEST_REASON),
        "book": BOOK,
    },
    optional=("kind", "gender", "keys", "sense", "since", "note", "span", "sources", "reason", "book"),
)
PROPOSED: Schema = record(
    {
        "ref": text("The term that it would be, or whose rendering it would change; empty for none."),
        "what": word(
            "What was proposed: a term that is not there, or another rendering.", ("term", "rendering")
        ),
        "is_recorded": flag("It was recorded; false when it says nothing new, see note."),
        "is_binding": flag("Always false: it is in no prompt until a human accepts it."),
        "event": text("Id of the event; empty when nothing was recorded."),
        "author": text("The name that it is kept under."),
        "basis": maybe(text("What it stands on, as of any record; null for a rendering.")),
        "disposition": maybe(text("How it may be used, as of any record; null for a rendering.")),
        "trust": maybe(share("How far it is to be believed, computed now; null for a rendering.")),
        "note": text("Why nothing was recorded; empty when something was."),
    }
)


def propose_term(session: Session, asked: dict[str, Any]) -> Reply:
    """Put a term, or another rendering of one, before a human: no model is told until they accept it."""
    from caveat.ops.book.proposals import propose
    from caveat.ops.recorded import Author

    opened = book_of(session, asked.get("book", ""))
    names = ("headword", "rendering", "kind", "gender", "keys", "sense", "since", "note")
    done = propose(
        opened,
        {name: asked[name] for name in names if asked.get(name) not in (None, "", [])},
        Author(session.author, "agent"),
        sources=[record_name(ref) for ref in asked.get("sources", ())],
        span=line(asked.get("span", "")),
        reason=line(asked.get("reason", "")),
    )
    standing = done.standing
    structured = {
        "ref": line(done.ref),
        "what": done.kind,
        "is_recorded": bool(done.event),
        "is_binding": False,
        "event": done.event,
        "author": session.author,
        "basis": standing.basis if standing is not None else None,
        "disposition": standing.disposition if standing is not None else None,
        "trust": share_of(standing.trust) if standing is not None else None,
        "note": line(done.remark),
    }
    return Reply(structured, _text(structured))


def _text(structured: dict[str, Any]) -> str:
    if not structured["is_recorded"]:
        return f"Nothing new was recorded:\n{block(structured['note'])}"
    lines = [f"Proposed: {named(structured['ref'])}, by {named(structured['author'])}. It waits for a human."]
    if structured["trust"] is not None:
        lines.append(f"{structured['basis']} · {structured['disposition']} · trust {structured['trust']:.3f}")
    return "\n".join(lines)
