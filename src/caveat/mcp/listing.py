"""The tools that list: `list_claims` and `changes_since`."""

from typing import Any

from caveat.history.ids import instant_of
from caveat.history.schema import is_event_id
from caveat.mcp.budget import Reply
from caveat.mcp.paging import Item, Page, next_offset, paged, paging
from caveat.mcp.passages import PASSAGE, SHAPES, Shape, date_of, passage, passage_lines, share_of, title_of
from caveat.mcp.quoting import block, cleaned, line, named, shortened
from caveat.mcp.reading import BEHIND, NOTE, remarks
from caveat.mcp.schemas import Schema, flag, integer, maybe, record, several, share, text
from caveat.mcp.session import Session
from caveat.model.errors import InputError
from caveat.model.records import Day
from caveat.ops.agent_clients import LONGEST_AUTHOR
from caveat.ops.clock import now, today
from caveat.ops.recording import MILLISECONDS
from caveat.ops.results_claims import ListedClaim
from caveat.ops.results_diff import DiffEvent, Shift
from caveat.ops.results_passages import Passage
from caveat.text.dates import day_of, iso_date, iso_instant

CLAIMS: Schema = record(
    {
        "author": text("Only claims of this author.", longest=LONGEST_AUTHOR, shortest=1),
        "contested": flag("Only claims that something speaks against."),
        "superseded": flag("Superseded claims, instead of active ones."),
        "retracted": flag("Retracted claims, instead of active ones."),
        **paging(20, 100),
    },
    optional=("author", "contested", "superseded", "retracted", "limit", "offset", "max_bytes"),
)
CLAIMS_RESULT: Schema = record(
    {
        "claims": several(
            record(
                {
                    **PASSAGE,
                    "stated": maybe(share("How sure its author was.")),
                    "created": text("The day it was made."),
                    "supporters": integer("Records that support it.", least=0),
                }
            ),
            "Latest first.",
        ),
        "total": integer("Claims that fit.", least=0),
        "next_offset": next_offset(),
        "behind": BEHIND,
        "note": NOTE,
    }
)
CHANGES: Schema = record(
    {
        "since": text(
            "A date or instant (2026-03-09, 2026-03-09T10:00Z), or the id of an event: what came after the"
            " act that it belongs to.",
            longest=64,
            shortest=1,
        ),
        **paging(30, 200),
    },
    optional=("limit", "offset", "max_bytes"),
)
CHANGES_RESULT: Schema = record(
    {
        "since": text("The instant looked back to."),
        "moved": several(
            record(
                {
                    "ref": text("The record."),
                    "title": text("Its title. Material."),
                    "before": share("Its trust then."),
                    "after": share("Its trust now."),
                    "events": several(text("An event id."), "What moved it; empty when only time did."),
                    "through_author": several(
                        text("An event id."), "What befell other claims of its author, when that moved it."
                    ),
                    "is_aged_only": flag("Only time passed."),
                }
            ),
            "Records that were there and whose trust is another one; those that only time moved come last.",
        ),
        "events": several(
            record(
                {
                    "id": text("Id of the event; of a note that came, or bears a date, its place."),
                    "at": text("When."),
                    "kind": text(
                        "Kind of the event; note (one that came), dated (a human's look written into one)."
                    ),
                    "by": text("Who; empty for a note that names nobody."),
                    "refs": several(text("A ref."), "Records that it is about."),
                    "quoted_text": text("What happened, in words. Names in it are material."),
                }
            ),
            "Oldest first.",
        ),
        "total": integer("Moves and events together, through which offset counts.", least=0),
        "next_offset": next_offset(),
        "behind": BEHIND,
        "note": NOTE,
    }
)


def list_claims(session: Session, asked: dict[str, Any]) -> Reply:
    """Claims, latest first, each with what speaks against it."""
    found, behind = session.ask(
        lambda: session.vault.claims(
            author=asked.get("author"),
            contested=asked["contested"],
            superseded=asked["superseded"],
            retracted=asked["retracted"],
            limit=asked["offset"] + asked["limit"],
        ),
        lambda one: one.behind,
    )
    offset, limit = asked["offset"], asked["limit"]
    shown = found.claims[offset : offset + limit]
    beside = session.vault.passages([claim.record.ref for claim in shown]).by_ref

    def show(number: int, level: int) -> Item:
        claim = found.claims[number]
        return _claim(claim, beside[claim.record.ref], SHAPES[level])

    def around(page: Page) -> Reply:
        structured = {
            "claims": page.of("claims"),
            "total": found.total,
            "next_offset": page.next_offset,
            "behind": line(behind),
            "note": page.note,
        }
        head = f"{len(page.items)} of {found.total} claims"
        return Reply(structured, "\n".join([head, *remarks(structured), "", page.text]).rstrip("\n"))

    return paged(
        show,
        found.total,
        offset=offset,
        limit=limit,
        max_bytes=asked["max_bytes"],
        around=around,
        rooms=range(len(SHAPES)),
    )


def changes_since(session: Session, asked: dict[str, Any]) -> Reply:
    """What was recorded since an instant or an event, and whose trust moved."""
    since = _since(asked["since"])
    behind = session.current()
    found = session.vault.diff(since, as_of=max(today(), since))
    rows: list[Shift | DiffEvent] = [*found.moved, *found.events, *found.aged]
    moved = len(found.moved) + len(found.aged)

    def around(page: Page) -> Reply:
        structured = {
            "since": iso_instant(since),
            "moved": page.of("moved"),
            "events": page.of("events"),
            "total": len(rows),
            "next_offset": page.next_offset,
            "behind": line(behind),
            "note": page.note,
        }
        head = f"Since {structured['since']}: {moved} moved, {len(found.events)} events"
        return Reply(structured, "\n".join([head, *remarks(structured), page.text]).rstrip("\n"))

    return paged(
        lambda number, room: _row(rows[number], room),
        len(rows),
        offset=asked["offset"],
        limit=asked["limit"],
        max_bytes=asked["max_bytes"],
        around=around,
    )


def _claim(claim: ListedClaim, beside: Passage, shape: Shape) -> Item:
    shown = passage(beside, shortened(claim.text, shape.text), shape)
    structured = {
        **shown,
        "stated": claim.record.declared,
        "created": date_of(claim.record.created),
        "supporters": len(claim.supporters),
    }
    facts = f"   stated {claim.record.declared:g} · made {structured['created']}"
    return Item("claims", structured, f"{passage_lines(shown)}\n{facts}")


def _row(row: Shift | DiffEvent, room: int) -> Item:
    if isinstance(row, Shift):
        before = share_of(row.before or 0.0)
        moved = {
            "ref": line(row.ref),
            "title": title_of(row.title),
            "before": before,
            "after": share_of(row.after),
            "events": list(row.events),
            "through_author": list(row.through_author),
            "is_aged_only": row.is_aged_only,
        }
        cause = " · by time alone" if row.is_aged_only else ""
        if row.through_author and not row.events:
            cause = " · through other claims of its author"
        return Item("moved", moved, f"{named(row.ref)} trust {before:.3f} → {row.after:.3f}{cause}")
    words = cleaned(shortened(row.words, room))
    event = {
        "id": line(row.id),
        "at": iso_instant(row.at),
        "kind": line(row.kind),
        "by": line(row.by),
        "refs": [line(ref) for ref in row.refs],
        "quoted_text": words,
    }
    head = f"{event['at']} {named(row.kind)} {named(row.id)}"
    return Item("events", event, f"{head}\n{block(line(words), '   ')}")


def _since(text_: str) -> Day:
    """The instant that *text_* means."""
    wanted = text_.strip()
    is_event = is_event_id(wanted.upper())
    day = instant_of(wanted.upper()) / MILLISECONDS if is_event else day_of(wanted)
    if day is None:
        raise InputError(
            f"since is {shortened(line(wanted), 40)!r}: neither a date (2026-03-09) nor an event id"
        )
    if day > now():
        raise InputError(f"since is {iso_date(day)}, which lies in the future")
    # Events of one act share their millisecond.
    return day + 1 / MILLISECONDS if is_event else day
