"""The report of ``caveat check`` as workflow commands of GitHub Actions: notes beside changed lines."""

from typing import TYPE_CHECKING

from caveat.cli.render import counted

if TYPE_CHECKING:
    from caveat.model.findings import Finding
    from caveat.ops.results_check import CheckReport

_LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


def github(report: "CheckReport") -> str:
    """*report* as lines ``::error file=…,line=…,col=…,title=…::…``, and a summary at the end."""
    drafts = report.drafts
    found = [*report.faults, *(one for draft in drafts for one in draft.faults), *report.remarks]
    found += [one for draft in drafts for one in draft.findings]
    checked = sum(draft.checked for draft in drafts)
    blocked = sum(one.severity != "note" for draft in drafts for one in draft.findings)
    words = {0: "passed", 1: "blocked", 2: "could not be checked"}[report.status]
    lines = [_command(finding) for finding in found]
    told = f"{counted(checked, 'number')} checked, {counted(blocked, 'finding')}"
    lines.append(f"caveat check: {words}; {told}")
    return "".join(line + "\n" for line in lines)


def _command(finding: "Finding") -> str:
    properties = [
        ("file", finding.path),
        ("line", str(finding.line or "")),
        ("col", str(finding.column or "")),
    ]
    properties.append(("title", finding.code))
    told = ",".join(f"{name}={_property(value)}" for name, value in properties if value)
    text = f"{finding.message}. {finding.help}" if finding.help else finding.message
    return f"::{_LEVELS[finding.severity]} {told}::{_data(text)}"


def _data(text: str) -> str:
    """Escaped as the runner reads it: a draft's words can make no command of their own."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
