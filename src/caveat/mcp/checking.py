"""The tool that checks: `check_text`, for a text that an agent is about to give out, or has translated."""

from typing import Any

from caveat.mcp.budget import Reply
from caveat.mcp.paging import Item, Page, next_offset, paged, paging
from caveat.mcp.quoting import block, cleaned, line, shortened
from caveat.mcp.reading import NOTE
from caveat.mcp.schemas import Schema, counts, findings, integer, maybe, record, share, text, word
from caveat.mcp.session import Session
from caveat.mcp.translating import BOOK, CHAPTER, check_translation

LONGEST_TEXT = 200_000
"""Characters of a text that is checked; our choice, a second."""

_NAMES = {"markdown": "text.md", "html": "text.html", "text": "text.txt"}

CHECK: Schema = record(
    {
        "text": text("The whole text, as it will be given out.", longest=LONGEST_TEXT, shortest=1),
        "format": word("How it is written; default: it shows.", _NAMES),
        "language": word("Its language; default: its words tell.", "en ru de fr zh ja ko".split()),
        "source": text(
            "The original, when the text is a translation of a chapter of a book here: then its names and"
            " terms are checked against it, and no facts.",
            longest=LONGEST_TEXT,
            shortest=1,
        ),
        "chapter": CHAPTER,
        "book": BOOK,
        **paging(50, 200),
    },
    optional=("format", "language", "source", "chapter", "book", "limit", "offset", "max_bytes"),
)
CHECK_RESULT: Schema = record(
    {
        "outcome": word(
            "passed: every number is an approved fact about what its sentence names; blocked: some are not;"
            " not judged: see the findings.",
            ("passed", "blocked", "not judged"),
        ),
        "findings": findings("text", "What keeps it from passing, by place."),
        "total": integer("Findings in all.", least=0),
        "seen": integer("Numbers and other digits that were found.", least=0),
        "checked": integer("Numbers that were judged.", least=0),
        "bound": integer("Those that are facts.", least=0),
        "not_judged": counts("Other digits, by what they are."),
        "facts_loaded": integer("Facts of the vault.", least=0),
        "chance": maybe(share("How likely an invented number would pass.")),
        "next_offset": next_offset(),
        "note": NOTE,
        "verdicts": counts("Of a translation: occurrences of terms, by what became of them."),
    },
    optional=("verdicts",),
)


def check_text(session: Session, asked: dict[str, Any]) -> Reply:
    """
    Whether every number of a text is a fact of the vault; waivers in the text itself never count.

    With a source, whether the text calls everything what the book says that the source is a chapter of.
    """
    if "source" in asked:
        return check_translation(session, asked)
    from caveat.ops.check import Asked, DraftSource

    source = DraftSource(_NAMES.get(asked.get("format", ""), "-"), asked["text"].encode("utf-8", "replace"))
    report = session.vault.check(Asked((source,), language=asked.get("language", "")))
    draft = next(iter(report.drafts), None)
    found = [*report.faults, *(draft.faults if draft else ())]
    found += [one for one in draft.findings if one.severity != "note"] if draft else []
    outcome = ("passed", "blocked", "not judged")[report.status]

    def show(number: int, room: int) -> Item:
        one = found[number]
        # A broken facts file is named; the text itself needs no name.
        told = f"{one.place}: {one.message}" if one in report.faults else one.message
        words = shortened(cleaned(f"{told}. {one.help}"), room)
        place = (
            {"line": one.line, "column": one.column} if one not in report.faults else {"line": 0, "column": 0}
        )
        structured = {"code": one.code, **place, "quoted_text": words}
        head = f"{place['line']}:{place['column']} {one.code}" if place["line"] else one.code
        return Item("findings", structured, f"{head}\n{block(words, '   ')}")

    def around(page: Page) -> Reply:
        structured = {
            "outcome": outcome,
            "findings": page.of("findings"),
            "total": len(found),
            "seen": draft.seen if draft else 0,
            "checked": draft.checked if draft else 0,
            "bound": draft.passed if draft else 0,
            "not_judged": {**draft.not_gated, **draft.skipped} if draft else {},
            "facts_loaded": report.facts,
            "chance": draft.chance if draft else None,
            "next_offset": page.next_offset,
            "note": line(page.note),
        }
        numbers = f"{structured['checked']} numbers checked against {report.facts} facts"
        head = [f"{outcome}: {numbers}, {len(found)} findings", *([page.note] if page.note else [])]
        return Reply(structured, "\n".join([*head, "", page.text]).rstrip("\n"))

    return paged(
        show,
        len(found),
        offset=asked["offset"],
        limit=asked["limit"],
        max_bytes=asked["max_bytes"],
        around=around,
    )
