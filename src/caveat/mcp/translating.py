"""The tools for who translates a book: `prepare_chapter`, and the check of a translation in `check_text`."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caveat.mcp.budget import Reply
from caveat.mcp.paging import Item, Page, next_offset, paged, paging
from caveat.mcp.quoting import block, cleaned, line, shortened
from caveat.mcp.reading import NOTE
from caveat.mcp.schemas import Schema, findings, integer, maybe, record, several, text
from caveat.mcp.session import Session
from caveat.model.errors import InputError
from caveat.model.findings import Finding
from caveat.model.preparation import Prepared

if TYPE_CHECKING:
    from caveat.ops.book.opening import OpenBook

LONGEST_CHAPTER = 200_000
"""Characters of a chapter; our choice, many times an ordinary one."""

CHAPTER = integer("Number of the chapter, from 1: what is known later is kept back.", least=1, most=10**6)
BOOK = text("Name of the book; default: the only one of the vault.", longest=80)
PREPARE: Schema = record(
    {
        "text": text("The whole chapter in its own language.", longest=LONGEST_CHAPTER, shortest=1),
        "chapter": CHAPTER,
        "chunk": integer("Only this chunk of it, from 1; default: all.", least=1, most=10**6),
        "book": BOOK,
        **paging(50, 200),
    },
    optional=("chunk", "book", "limit", "offset", "max_bytes"),
)
PREPARE_RESULT: Schema = record(
    {
        "book": text("Name of the book."),
        "chapter": integer("The chapter.", least=1),
        "snapshot": text("Id of everything that the blocks depend on."),
        "chunks_of_chapter": integer("Chunks that the chapter has.", least=1),
        "blocks": several(
            record(
                {
                    "chunk": integer("The chunk.", least=1),
                    "block": text("For the prompt as it is. Empty is normal: nothing needs to be said."),
                    "confirmed": integer("Occurrences that are certain.", least=0),
                    "ambiguous": integer("Occurrences that are not; the block marks their terms.", least=0),
                    "blocked": integer("Occurrences kept back, for they are known only later.", least=0),
                    "carried_from": text("Whose state was carried on; none here."),
                }
            ),
            "What to tell a model of the names and terms of each chunk.",
        ),
        "findings": findings(
            "chapter", "What a human should look at: names that nobody entered, terms without a rendering."
        ),
        "total": integer("Findings in all.", least=0),
        "next_offset": next_offset(),
        "note": maybe(NOTE),
    }
)


def prepare_chapter(session: Session, asked: dict[str, Any]) -> Reply:
    """What a model is told of a chapter's terms; the account goes into the book's trace."""
    from caveat.ops.book.prepare import prepare_text, traced_chunks
    from caveat.ops.book.review import without_rejected

    opened = book_of(session, asked.get("book", ""))
    chapter, only = asked["chapter"], asked.get("chunk")
    done = prepare_text(opened, asked["text"], chapter=chapter, path=_CHAPTER, only=only)
    traced_chunks(opened, done.chunks)
    # Who asks is the model: that something of this chapter is known later is for people to see.
    told = [one for chunk in done.chunks for one in chunk.findings if one.severity != "note"]
    found = [one for one in without_rejected(opened, told) if one.code != "spoiler-blocked"]
    blocks = [_block(one) for one in done.chunks]
    shown = "\n\n".join(f"chunk {one['chunk']}\n{block(str(one['block']))}" for one in blocks)

    def around(page: Page) -> Reply:
        structured = {
            "book": line(done.book),
            "chapter": done.chapter,
            "snapshot": done.snapshot.id,
            "chunks_of_chapter": done.of,
            "blocks": blocks,
            "findings": page.of("findings"),
            "total": len(found),
            "next_offset": page.next_offset,
            "note": line(page.note),
        }
        head = f"chapter {done.chapter} under snapshot {done.snapshot.id}: {len(found)} findings"
        return Reply(structured, _text([head, *_notes(page), "", shown, "", page.text]))

    return _listed(found, asked, around)


def check_translation(session: Session, asked: dict[str, Any]) -> Reply:
    """Whether a translation calls everything what the book says; the answer of `check_text` with a source."""
    from caveat.ops.book.check import check_texts
    from caveat.ops.book.review import without_rejected

    if "chapter" not in asked:
        raise InputError("a translation needs `chapter`: what may be named depends on it")
    opened = book_of(session, asked.get("book", ""))
    done = check_texts(opened, asked["source"], asked["text"], chapter=asked["chapter"], path=_TEXT)
    found = [one for one in without_rejected(opened, done.findings) if one.severity != "note"]
    verdicts = dict(done.checked.counts)
    judged, outcome = sum(verdicts.values()), "blocked" if found else "passed"

    def around(page: Page) -> Reply:
        structured = {
            "outcome": outcome,
            "findings": page.of("findings"),
            "total": len(found),
            "seen": judged,
            "checked": judged,
            "bound": verdicts.get("ok", 0),
            "not_judged": {},
            "facts_loaded": 0,
            "chance": None,
            "next_offset": page.next_offset,
            "note": line(page.note),
            "verdicts": verdicts,
        }
        said = ", ".join(f"{count} {name}" for name, count in verdicts.items()) or "no term stands there"
        head = f"{outcome}: {said}; {len(found)} findings under snapshot {done.snapshot}"
        return Reply(structured, _text([head, *_notes(page), "", page.text]))

    return _listed(found, asked, around)


def _block(one: Prepared) -> dict[str, Any]:
    return {
        "chunk": one.trace.chunk,
        "block": cleaned(one.block),
        "confirmed": one.trace.n_confirmed,
        "ambiguous": one.trace.n_ambiguous,
        "blocked": one.trace.n_spoiler_blocked,
        "carried_from": one.trace.carried_from,
    }


def _listed(found: Sequence[Finding], asked: dict[str, Any], around: Callable[[Page], Reply]) -> Reply:
    return paged(
        lambda number, room: finding_item(found[number], room),
        len(found),
        offset=asked["offset"],
        limit=asked["limit"],
        max_bytes=asked["max_bytes"],
        around=around,
    )


def _notes(page: Page) -> list[str]:
    return [page.note] if page.note else []


def _text(lines: Sequence[str]) -> str:
    return "\n".join(lines).rstrip("\n")


_CHAPTER, _TEXT = "chapter", "text"


def finding_item(one: Finding, room: int) -> Item:
    """*one* as a line of a list."""
    words = shortened(cleaned(f"{one.message}. {one.help}".strip()), room)
    structured = {"code": one.code, "line": one.line, "column": one.column, "quoted_text": words}
    head = f"{one.line}:{one.column} {one.code}" if one.line else one.code
    return Item("findings", structured, f"{head}\n{block(words, '   ')}")


def book_of(session: Session, name: str) -> "OpenBook":
    """The book called *name*, or the only one; as it was opened before while nothing changed."""
    from caveat.ops.book.shelf import book_called

    session.book = book_called(Path(session.vault.root), name, known=session.book)
    return session.book
