"""Findings: content problems as values, each with its place and the next step."""

from typing import Literal, NamedTuple

Severity = Literal["error", "warning", "note"]


class Finding(NamedTuple):
    """
    A verdict that someone must act on.

    Attributes:
        code: Stable kebab-case name, such as ``duplicate-key``.
        severity: How bad it is; ``note`` does not change an exit code.
        message: What is the matter, at most about 80 characters, without the place.
        path: Vault-relative path; empty when the finding is about no one file.
        line: From 1; 0 when the whole file is meant.
        column: From 1, in code points; 0 when the whole line is meant.
        help: The next step, one sentence.
    """

    code: str
    severity: Severity
    message: str
    path: str = ""
    line: int = 0
    column: int = 0
    help: str = ""

    @property
    def place(self) -> str:
        """``path:line:column`` without the parts that are unknown; empty when there is no file."""
        parts = [self.path]
        if self.line:
            parts.append(str(self.line))
            if self.column:
                parts.append(str(self.column))
        return ":".join(parts) if self.path else ""
