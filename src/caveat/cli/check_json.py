"""The report of ``caveat check`` as JSON values."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from caveat.model.facts import Fact, Verdict
    from caveat.ops.results_check import CheckReport, DraftReport


def as_json(report: "CheckReport") -> dict[str, Any]:
    """*report* as JSON values, all of it; numbers of drafts and facts are strings, as they are no floats."""
    return {
        "status": report.status,
        "value_only": report.is_value_only,
        "facts": {
            "loaded": report.facts,
            "unbound_subject": report.unbound,
            "not_approved": report.unapproved,
            "files": [file._asdict() for file in report.files],
        },
        "faults": [finding._asdict() for finding in report.faults],
        "remarks": [finding._asdict() for finding in report.remarks],
        "drafts": [_draft(draft) for draft in report.drafts],
    }


def _draft(draft: "DraftReport") -> dict[str, Any]:
    found: dict[str, Any] = {
        "draft": draft.name,
        "format": draft.format,
        "seen": draft.seen,
        "checked": draft.checked,
        "bound": draft.passed,
        "waived": draft.waived,
        "not_gated": dict(draft.not_gated),
        "skipped": dict(draft.skipped),
        "facts_used": list(draft.used),
        "chance": draft.chance,
        "faults": [finding._asdict() for finding in draft.faults],
        "findings": [finding._asdict() for finding in draft.findings],
        "verdicts": [_verdict(one, *place) for one, place in zip(draft.verdicts, draft.lines, strict=False)],
        "not_judged": [place._asdict() for place in draft.places],
    }
    if draft.strength is not None:
        found["strength"] = {
            "caught": draft.strength.share,
            "numbers": draft.strength.numbers,
            "swaps_left_out": draft.strength.left_out,
            "classes": [one._asdict() for one in draft.strength.classes],
            "survivors": [one._asdict() for one in draft.strength.survivors],
        }
    return found


def _verdict(verdict: "Verdict", line: int, column: int) -> dict[str, Any]:
    quantity = verdict.quantity
    return {
        "line": line,
        "column": column,
        "words": verdict.words,
        "decision": verdict.decision,
        "reason": verdict.reason,
        "value": None if quantity is None else format(quantity.value, "f"),
        "unit": None if quantity is None else quantity.unit,
        "kind": None if quantity is None else quantity.kind,
        "named": list(verdict.named),
        "named_in": verdict.how,
        "facts": [_fact(fact) for fact in verdict.facts],
        "detail": verdict.detail,
    }


def _fact(fact: "Fact") -> dict[str, Any]:
    return {
        "id": fact.id,
        "subject": fact.subjects[0] if fact.subjects else "",
        "attribute": fact.attributes[0] if fact.attributes else "",
        "value": format(fact.value, "f"),
        "unit": fact.unit,
        "path": fact.path,
        "line": fact.line,
    }
