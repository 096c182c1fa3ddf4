"""The tools that record: `record_claim`, `record_edge`, `retract` and `request_verification`."""

from typing import Any

from caveat.history.schema import is_event_id
from caveat.mcp.budget import DEFAULT_BYTES, Reply
from caveat.mcp.paging import Item, Page, paged
from caveat.mcp.passages import share_of, title_of
from caveat.mcp.quoting import block, line, named
from caveat.mcp.reading import LONGEST_REF, REF
from caveat.mcp.schemas import Schema, flag, maybe, record, several, share, text, word
from caveat.mcp.session import Session, record_name
from caveat.model.errors import InputError, RefNotFound
from caveat.model.records import CLASSES, EVIDENCE, STEPS, VOLATILITIES
from caveat.ops.recorded import Moved, Recorded

LONGEST_TEXT = 4_000
"""Most characters of a claim; our choice: one statement, not a page."""

LONGEST_REASON = 1_000
"""Most characters of a reason; our choice."""

MOST_REFS = 50
"""Most records that one claim may name in a list; our choice."""

_REFS = text("A record, named as for fetch.", longest=LONGEST_REF, shortest=1)

CLAIM: Schema = record(
    {
        "text": text(
            "One statement that can be judged by itself. Word for word from its one source, it is a copy.",
            longest=LONGEST_TEXT,
            shortest=1,
        ),
        "stated": share("How sure you are. You score by how your claims fare: say .6 when you mean it."),
        "sources": several(_REFS, "Records that it was made from.", most=MOST_REFS),
        "step": word("How it was made from them; leave it out when it is a quotation.", STEPS),
        "volatility": word("How fast it ages; left out: as its sources do.", VOLATILITIES),
        "class": word("Its class; mostly left out.", CLASSES),
        "supports": several(_REFS, "Records that it agrees with.", most=MOST_REFS),
        "contradicts": several(_REFS, "Records that it contradicts.", most=MOST_REFS),
        "concerns": several(_REFS, "Records that it casts doubt on, with half the weight.", most=MOST_REFS),
    },
    optional=("sources", "step", "volatility", "class", "supports", "contradicts", "concerns"),
)
EDGE: Schema = record(
    {
        "kind": word("What the source says of the target.", (*EVIDENCE, "supersedes")),
        "source": text(
            "The record that speaks; of supersedes, the new one.", longest=LONGEST_REF, shortest=1
        ),
        "target": text("The record spoken of; of supersedes, the old one.", longest=LONGEST_REF, shortest=1),
        "because": word(
            "For supersedes, and only there: updated (the world changed) or corrected (it was wrong).",
            ("updated", "corrected"),
        ),
    },
    optional=("because",),
)
RETRACT: Schema = record({"ref": REF})
REQUEST: Schema = record(
    {"ref": REF, "reason": text("Why a human should look.", longest=LONGEST_REASON)}, optional=("reason",)
)
RECORDED: Schema = record(
    {
        "ref": text("The record that was made or spoken of."),
        "title": text("Its title. Material."),
        "is_recorded": flag("Something was recorded; false when all of it had been said before."),
        "is_indexed": flag("Searches see it now; false when they will only after the next index run."),
        "author": text("The name that it is kept under."),
        "events": several(text("An event id."), "Events that were recorded."),
        "trust_before": maybe(share("Trust of the record until now; null when it was not there.")),
        "trust_after": maybe(share("Its trust from now on.")),
        "moved": several(
            record(
                {
                    "ref": text("The record."),
                    "title": text("Its title. Material."),
                    "before": maybe(share("Its trust until now; null when it was not there.")),
                    "after": maybe(share("Its trust from now on; null when it is not there any more.")),
                }
            ),
            "What else gained or lost trust by it.",
        ),
        "remarks": several(text("A sentence."), "What you should know: why a number did not move, say."),
        "note": text("What did not fit; empty when all did."),
    }
)


def record_claim(session: Session, asked: dict[str, Any]) -> Reply:
    """Record a statement under this agent's name, and what it says of other records."""
    lists = ("sources", "supports", "contradicts", "concerns")
    refs = {name: [record_name(ref) for ref in asked.get(name, ())] for name in lists}
    done = session.pen.claim(
        asked["text"],
        stated=asked["stated"],
        step=asked.get("step"),
        volatility=asked.get("volatility"),
        record_class=asked.get("class"),
        **refs,
    )
    return _told(session, done)


def record_edge(session: Session, asked: dict[str, Any]) -> Reply:
    """Record what one record says of another."""
    kind, because = asked["kind"], asked.get("because")
    source, target = record_name(asked["source"]), record_name(asked["target"])
    if kind == "supersedes":
        if because is None:
            raise InputError(
                "`because` is missing: a record is superseded because it was updated or corrected"
            )
        return _told(session, session.pen.supersede(source, target, because=because))
    if because is not None:
        raise InputError(f"`because` belongs to supersedes, not to {kind}: leave it out")
    pen = session.pen
    say = {"supports": pen.support, "contradicts": pen.contradict, "concerns": pen.concern}[kind]
    return _told(session, say(source, target))


def retract(session: Session, asked: dict[str, Any]) -> Reply:
    """Take back one of this agent's own claims, or what it said of a record."""
    name = record_name(asked["ref"])
    try:
        return _told(session, session.pen.retract(name))
    except RefNotFound:
        # An event that is no claim may have made one record speak of another.
        if not is_event_id(name.upper()):
            raise
        return _told(session, session.pen.withdraw(name))


def request_verification(session: Session, asked: dict[str, Any]) -> Reply:
    """Ask a human to look at a record."""
    return _told(session, session.pen.request(record_name(asked["ref"]), asked.get("reason", "")))


def _told(session: Session, done: Recorded) -> Reply:
    title = title_of(done.record.title) if done.record is not None else ""

    def around(page: Page) -> Reply:
        structured = {
            "ref": line(done.ref),
            "title": title,
            "is_recorded": bool(done.events),
            "is_indexed": done.is_indexed,
            "author": session.author,
            "events": list(done.events),
            "trust_before": None if done.before is None else share_of(done.before.trust),
            "trust_after": None if done.after is None else share_of(done.after.trust),
            "moved": page.of("moved"),
            "remarks": [line(remark) for remark in done.remarks],
            "note": f"{page.left_out} more records moved: see changes_since" if page.left_out else "",
        }
        return Reply(structured, _text(structured, page))

    moved = done.moved
    return paged(
        lambda number, _: _moved(moved[number]),
        len(moved),
        offset=0,
        limit=len(moved),
        max_bytes=DEFAULT_BYTES,
        around=around,
    )


def _moved(moved: Moved) -> Item:
    before = None if moved.before is None else share_of(moved.before)
    after = None if moved.after is None else share_of(moved.after)
    structured = {"ref": line(moved.ref), "title": title_of(moved.title), "before": before, "after": after}
    return Item("moved", structured, f"  {named(moved.ref)} trust {_number(before)} → {_number(after)}")


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.3f}"


def _text(structured: dict[str, Any], page: Page) -> str:
    head = "Recorded" if structured["is_recorded"] else "Nothing new was recorded"
    lines = [
        f"{head}: {named(structured['ref'])}, by {named(structured['author'])}",
        f"trust {_number(structured['trust_before'])} → {_number(structured['trust_after'])}",
    ]
    if page.items:
        lines += ["Moved by it:", *(item.text for item in page.items)]
    lines += [block(remark) for remark in structured["remarks"]]
    return "\n".join([*lines, *([structured["note"]] if structured["note"] else [])])
