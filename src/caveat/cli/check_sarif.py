"""The report of ``caveat check`` as SARIF 2.1.0 (OASIS), for code scanning."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from caveat.model.findings import Finding
    from caveat.ops.results_check import CheckReport

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif(report: "CheckReport") -> dict[str, Any]:
    """*report* as a SARIF log of one run."""
    from caveat import __version__
    from caveat.judge.rules import DOCUMENTED

    found = [*report.remarks, *(one for draft in report.drafts for one in draft.findings)]
    faults = [*report.faults, *(one for draft in report.drafts for one in draft.faults)]
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "caveat",
                        "version": __version__,
                        "rules": [_rule(code) for code in DOCUMENTED],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "invocations": [
                    {
                        "executionSuccessful": not faults,
                        "exitCode": report.status,
                        "toolExecutionNotifications": [_notification(fault) for fault in faults],
                    }
                ],
                "results": [_result(finding) for finding in found],
            }
        ],
    }


def _rule(code: str) -> dict[str, Any]:
    from caveat.judge.rules import sections

    said = sections(code)
    return {
        "id": code,
        "shortDescription": {"text": _sentence(said["What it finds"])},
        "fullDescription": {"text": _sentence(said["Why it matters"])},
        "help": {"text": _sentence(said["Do instead"])},
    }


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _result(finding: "Finding") -> dict[str, Any]:
    text = f"{finding.message}. {finding.help}" if finding.help else finding.message
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "level": finding.severity,
        "message": {"text": text},
    }
    if finding.path:
        result["locations"] = [_location(finding)]
    return result


def _location(finding: "Finding") -> dict[str, Any]:
    from urllib.parse import quote

    place: dict[str, Any] = {"artifactLocation": {"uri": quote(finding.path)}}
    if finding.line:
        place["region"] = {"startLine": finding.line}
        if finding.column:
            place["region"]["startColumn"] = finding.column
    return {"physicalLocation": place}


def _notification(fault: "Finding") -> dict[str, Any]:
    found: dict[str, Any] = {"level": "error", "message": {"text": f"{fault.message}. {fault.help}"}}
    if fault.path:
        found["locations"] = [_location(fault)]
    return found
