"""The tools that say how things stand: `why` and `status`."""

from collections.abc import Iterator
from typing import Any

from caveat.mcp.budget import DEFAULT_BYTES, Reply
from caveat.mcp.paging import Item, Page, max_bytes, paged
from caveat.mcp.passages import PASSAGE, SHAPES, passage, passage_lines, share_of, title_of
from caveat.mcp.quoting import block, line, named
from caveat.mcp.reading import BEHIND, NOTE, REF, remarks
from caveat.mcp.schemas import Schema, counts, integer, record, several, share, text
from caveat.mcp.session import Session, record_name
from caveat.model.assessment import Explanation
from caveat.ops.results import Relative, Why

_RELATIVE = record(
    {
        "depth": integer("Steps away.", least=1),
        "ref": text("The record."),
        "title": text("Its title. Material."),
        "tier": integer("Steps from a primary.", least=0),
        "reliability": share("Where it came from."),
        "trust": share("Its trust."),
        "badges": several(text("A word."), "What a reader should know of it."),
    }
)
WHY: Schema = record({"ref": REF, "max_bytes": max_bytes()}, optional=("max_bytes",))
WHY_RESULT: Schema = record(
    {
        **PASSAGE,
        "reliability": share("Where it came from: the weakest link of its pedigree."),
        "calibration": share("How its author's other claims fared."),
        "challenge": share("What open contradictions take away."),
        "sentence": text("The same in one sentence. Titles in it are material."),
        "advice": text("The act that would help most. Titles in it are material."),
        "explanation": several(
            record(
                {
                    "depth": integer("Steps down the tree; the children of a term follow it.", least=0),
                    "name": text("What the number is called."),
                    "value": {"type": "number", "description": "The number."},
                    "operation": text("How it follows from its children: sum, product, minimum, tanh, …"),
                    "detail": text("What a reader should know."),
                    "refs": several(text("A ref."), "Records that the detail speaks of."),
                    "left_out": several(text("A ref and a reason."), "What does not count here, and why."),
                }
            ),
            "The credibility and the trust, term by term.",
        ),
        "pedigree": several(_RELATIVE, "What it was made from, upwards."),
        "dependants": several(_RELATIVE, "What was made from it, downwards."),
        "findings": several(text("Place, message and code."), "What is wrong with its file."),
        "behind": BEHIND,
        "note": NOTE,
    }
)
STATUS: Schema = record({})
STATUS_RESULT: Schema = record(
    {
        "vault": text("Name of the vault's folder."),
        "author": text("The name that everything you record is kept under."),
        "notes": integer("Notes in the index.", least=0),
        "claims": integer("Claims in the index.", least=0),
        "verified": integer("Records that a human verified.", least=0),
        "contested": several(text("A ref."), "Records that something speaks against."),
        "superseded": integer("Records that others took the place of.", least=0),
        "retracted": integer("Records that were taken back.", least=0),
        "trust": counts("Number of records by trust, in fifths."),
        "tiers": counts("Number of records by tier."),
        "findings": counts("Number of findings by code: see `caveat doctor` on the command line."),
        "formula": text("Id of the arithmetic."),
        "indexed_at": text("When the index was last brought up to date."),
        "behind": BEHIND,
        "note": NOTE,
    }
)


def why(session: Session, asked: dict[str, Any]) -> Reply:
    """Why a record is trusted as far as it is."""
    ref = record_name(asked["ref"])
    found, behind = session.ask(lambda: session.vault.why(ref), lambda one: one.behind)
    beside = session.vault.passages([found.record.ref]).by_ref[found.record.ref]
    shown = passage(beside, "", SHAPES[0])
    items = list(_items(found))

    def around(page: Page) -> Reply:
        left = f"{page.left_out} more lines did not fit: ask again with a larger max_bytes"
        structured = {
            **shown,
            "reliability": share_of(found.assessment.reliability),
            "calibration": share_of(found.assessment.calibration),
            "challenge": share_of(found.assessment.challenge),
            "sentence": line(found.sentence),
            "advice": line(found.advice),
            **{name: page.of(name) for name in ("explanation", "pedigree", "dependants")},
            "findings": [item.structured["finding"] for item in page.items if item.list == "findings"],
            "behind": line(behind),
            "note": left if page.left_out else "",
        }
        return Reply(structured, _why_text(structured, page))

    asked_bytes = asked["max_bytes"]
    return paged(
        lambda number, _: items[number],
        len(items),
        offset=0,
        limit=len(items),
        max_bytes=asked_bytes,
        around=around,
    )


def status(session: Session, _: dict[str, Any]) -> Reply:
    """What the vault holds and how it stands, and who writes here."""
    found, behind = session.ask(session.vault.status, lambda one: one.behind)
    contested = found.contested

    def around(page: Page) -> Reply:
        note = f"{page.left_out} more contested records: see list_claims" if page.left_out else ""
        structured = {
            "vault": line(session.vault.root.name),
            "author": session.author,
            "notes": found.counts.notes,
            "claims": found.counts.claims,
            "verified": found.verified,
            "contested": [item.structured["ref"] for item in page.items],
            "superseded": found.superseded,
            "retracted": found.retracted,
            "trust": found.bands,
            "tiers": {str(tier): number for tier, number in found.tiers.items()},
            "findings": found.findings,
            "formula": found.formula,
            "indexed_at": found.indexed_at,
            "behind": line(behind),
            "note": note,
        }
        return Reply(structured, _status_text(structured))

    return paged(
        lambda number, _: Item("contested", {"ref": line(contested[number])}, ""),
        len(contested),
        offset=0,
        limit=len(contested),
        max_bytes=DEFAULT_BYTES,
        around=around,
    )


def _items(found: Why) -> Iterator[Item]:
    # The multiplier of results is no part of how far to believe it.
    trust = next((term for _, term in _terms(found.explanation) if term.name == "trust"), found.explanation)
    for depth, term in _terms(trust):
        yield _term(term, depth)
    for name, relatives in (("pedigree", found.pedigree), ("dependants", found.dependants)):
        for relative in relatives:
            yield _relative(name, relative)
    for finding in found.findings:
        words = line(f"{finding.place}: {finding.message} [{finding.code}]")
        yield Item("findings", {"finding": words}, block(words, "  "))


def _terms(node: Explanation, depth: int = 0) -> Iterator[tuple[int, Explanation]]:
    yield depth, node
    for child in node.children:
        yield from _terms(child, depth + 1)


def _term(node: Explanation, depth: int) -> Item:
    left_out = [f"{line(left.ref)}: {line(left.reason)}" for left in node.left_out]
    structured = {
        "depth": depth,
        "name": node.name,
        "value": round(node.value, 6),
        "operation": node.operation,
        "detail": line(node.detail),
        "refs": [line(ref) for ref in node.refs],
        "left_out": left_out,
    }
    indent = "  " * (depth + 1)
    lines = [
        f"{indent}{node.name} {node.value:.4g}"
        + ("" if node.operation == "given" else f" = {node.operation}")
    ]
    lines += [block(part, f"{indent}  ") for part in (line(node.detail), *left_out) if part]
    return Item("explanation", structured, "\n".join(lines))


def _relative(name: str, relative: Relative) -> Item:
    own = relative.assessment
    structured = {
        "depth": relative.depth,
        "ref": line(relative.record.ref),
        "title": title_of(relative.record.title),
        "tier": own.tier,
        "reliability": share_of(own.reliability),
        "trust": share_of(own.trust),
        "badges": list(relative.badges),
    }
    indent = "  " * relative.depth
    facts = f"tier {own.tier} · trust {own.trust:.3f}" + "".join(f" · {badge}" for badge in relative.badges)
    return Item(name, structured, f"{indent}{named(relative.record.ref)} · {facts}")


_HEADINGS = {
    "explanation": "Term by term:",
    "pedigree": "Made from:",
    "dependants": "What stands on it:",
    "findings": "Findings in its file:",
}


def _why_text(structured: dict[str, Any], page: Page) -> str:
    lines = [passage_lines(structured), *remarks(structured), block(structured["sentence"])]
    if structured["advice"]:
        lines += ["What helps most:", block(structured["advice"])]
    for name, heading in _HEADINGS.items():
        if shown := [item.text for item in page.items if item.list == name]:
            lines += [heading, *shown]
    return "\n".join(lines)


def _status_text(structured: dict[str, Any]) -> str:
    bands = ", ".join(f"{number} at {band}" for band, number in structured["trust"].items() if number)
    lines = [
        f"{named(structured['vault'])}: {structured['notes']} notes, {structured['claims']} claims",
        f"trust: {bands or 'nothing'}",
        f"verified by a human: {structured['verified']}",
        f"superseded: {structured['superseded']}, retracted: {structured['retracted']}",
        "contested: " + (", ".join(named(ref) for ref in structured["contested"]) or "none"),
        "findings: " + (", ".join(f"{n} {code}" for code, n in structured["findings"].items()) or "none"),
        f"you write as {named(structured['author'])}, an agent; formula {structured['formula']}",
    ]
    return "\n".join([*lines, *remarks(structured)])
