"""The report of ``caveat book check`` as SARIF 2.1.0 (OASIS), for code scanning."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from caveat.cli.check_sarif import SCHEMA

if TYPE_CHECKING:
    from caveat.model.findings import Finding


def sarif(findings: "Iterable[Finding]", *, is_clean: bool) -> dict[str, Any]:
    """*findings* as a SARIF log of one run; rules that only remark have no entry of their own."""
    from caveat import __version__
    from caveat.judge.rendering_rules import RULES

    driver = {"name": "caveat", "version": __version__, "rules": [_rule(code) for code in RULES]}
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "columnKind": "unicodeCodePoints",
                "invocations": [{"executionSuccessful": True, "exitCode": 0 if is_clean else 1}],
                "results": [_result(finding) for finding in findings],
            }
        ],
    }


def _rule(code: str) -> dict[str, Any]:
    from caveat.judge.rendering_rules import sections

    said = sections(code)
    return {
        "id": code,
        "shortDescription": {"text": said["What it finds"]},
        "fullDescription": {"text": said["Why it matters"]},
        "help": {"text": said["Do instead"]},
    }


def _result(finding: "Finding") -> dict[str, Any]:
    from urllib.parse import quote

    text = f"{finding.message}. {finding.help}" if finding.help else finding.message
    found: dict[str, Any] = {"ruleId": finding.code, "level": finding.severity, "message": {"text": text}}
    if not finding.path:
        return found
    place: dict[str, Any] = {"artifactLocation": {"uri": quote(finding.path)}}
    if finding.line:
        place["region"] = {"startLine": finding.line}
        if finding.column:
            place["region"]["startColumn"] = finding.column
    return {**found, "locations": [{"physicalLocation": place}]}
