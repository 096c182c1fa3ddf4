"""Rows: what a glossary of another program says, as terms, and what of it cannot be read."""

import re
from typing import NamedTuple

from caveat.model.findings import Finding, Severity
from caveat.model.terms import Key, Term
from caveat.vault.checks import has_unseen

MOST_BYTES = 64 * 1024 * 1024
"""Largest file that is read; our choice, a hundred times the largest glossary that was seen."""

MOST_ROWS = 250_000
"""Most rows of one file; our choice."""

LONGEST_NAME = 200
"""Most code points of a headword, key or rendering: more is a sentence in the wrong column; our choice."""

LONGEST_NOTE = 4_000
"""Most code points of a note, which a terms file keeps on one line; our choice."""

MOST_NAMES = 200
"""Most keys, aliases or forbidden renderings of one term, as in a terms file."""

LINE_END = " / "
"""What a line end in a note becomes."""

_UNFIT = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
# What a pattern has and no name: a class, a repetition, a group with a choice in it, anchors on both ends.
_PATTERN = re.compile(
    r"\\[dDwWsSbB](?!\[)|\.[*+]|\.\{\d|\(\?[:=!<]|[\])][*+?{]|\[\^|\[[^\]\[]{0,80}\w-\w[^\]\[]{0,80}\]"
    r"|\([^()|]{0,80}\|[^()]{0,80}\)|^\^[^$]{0,200}\$$"
)


class Pair(NamedTuple):
    """The languages of a book, as tags: ``zh`` and ``ru``."""

    source: str = "zh"
    target: str = "ru"


ZH_RU = Pair()


class Content(NamedTuple):
    """
    A file that is to be read.

    Attributes:
        data: All bytes.
        text: The same decoded, for formats that are text; else empty.
        pair: Which languages are asked for.
    """

    data: bytes
    text: str = ""
    pair: Pair = ZH_RU


class Rows(NamedTuple):
    """
    What a file says.

    Attributes:
        terms: One a row, in the order of the file, each with its `line` (a row of a sheet, an item of a table
            without lines) and without a ref. A field that the file does not state has its default. The
            headword's own key comes first.
        findings: What cannot be read, by line; paths are empty.
    """

    terms: tuple[Term, ...]
    findings: tuple[Finding, ...]


class Collector:
    """Takes the rows of one file and says of each that cannot be a term why."""

    def __init__(self) -> None:
        self.terms: list[Term] = []
        self.findings: list[Finding] = []
        self._remarked: set[str] = set()

    def rows(self) -> Rows:
        """Everything that was taken, in the order of the file."""
        return Rows(tuple(self.terms), tuple(sorted(self.findings, key=lambda one: (one.line, one.column))))

    @property
    def is_full(self) -> bool:
        """Whether no more rows are taken; says so once."""
        if len(self.terms) + len(self.findings) < MOST_ROWS:
            return False
        self.remark_once(f"it has more than {MOST_ROWS:,} rows: the rest is not read", severity="error")
        return True

    def refuse(self, line: int, message: str, help: str = "", *, code: str = "unreadable-row") -> None:
        """Say that the row at *line* is left out, and why."""
        self.findings.append(Finding(code, "error", message, "", line, help=help))

    def remark_once(self, message: str, *, line: int = 0, severity: Severity = "note") -> None:
        """Say *message* of the whole file, at the first place where it holds."""
        if message not in self._remarked:
            self._remarked.add(message)
            self.findings.append(Finding("not-taken", severity, message, "", line))

    def add(self, term: Term) -> None:
        """
        Take *term*, trimmed, or refuse its row.

        Args:
            term: With its line; keys beside the headword's own may be missing.
        """
        term = _trimmed(term)
        if problem := _problem(term):
            self.refuse(term.line, *problem)
        elif pattern := next((key.text for key in term.keys if _PATTERN.search(key.text)), ""):
            help = "Keys are literal. Write the names that it stands for, one a row."
            self.refuse(term.line, f"{pattern[:30]!r} is a pattern, not a name", help, code="pattern-key")
        else:
            self.terms.append(term)


def is_pattern(text: str) -> bool:
    """Whether *text* means something else as a regular expression than it says."""
    return re.escape(text).replace("\\ ", " ").replace("\\-", "-").replace("\\#", "#") != text


def _trimmed(term: Term) -> Term:
    headword = term.headword.strip()
    keys = [key._replace(text=key.text.strip(), rendering=key.rendering.strip()) for key in term.keys]
    own = next((key for key in keys if key.text == headword), Key(headword))
    others = {key.text: key for key in reversed(keys) if key.text not in ("", headword)}
    rendering = term.rendering.strip()
    aliases = dict.fromkeys(alias.strip() for alias in term.aliases)
    return term._replace(
        headword=headword,
        rendering=rendering,
        keys=(own, *(others[key.text] for key in keys if others.get(key.text) is key)),
        aliases=tuple(alias for alias in aliases if alias not in ("", rendering)),
        note=LINE_END.join(line for part in term.note.splitlines() if (line := part.strip())),
        sense=term.sense.strip(),
        reading=term.reading.strip(),
        example=" ".join(term.example.split()),
    )


def _problem(term: Term) -> tuple[str, str] | None:
    """Why *term* cannot be one, and the next step."""
    if not term.headword:
        return "it has no headword", "Fill its first column, or take the row out."
    names = [
        *(key.text for key in term.keys), *(key.rendering for key in term.keys), term.rendering,
        *term.aliases, *(one.text for one in term.forbidden), term.sense, term.reading,
    ]  # fmt: skip
    if bad := next((name for name in names if _UNFIT.search(name)), ""):
        return f"{bad[:30]!r} holds a line end or control character", "One name a cell: take it out."
    if bad := next((name for name in names if has_unseen(name)), ""):
        return f"{bad[:30]!a} holds a character that nobody sees", "Take it out: it makes it another name."
    if long := next((name for name in names if len(name) > LONGEST_NAME), ""):
        said = f"{long[:30]!r}… has {len(long):,} characters, which is no name"
        return said, "Look whether its columns are mixed up."
    if len(term.note) > LONGEST_NOTE or len(term.example) > LONGEST_NOTE:
        said = f"the note of {term.headword[:30]!r} is too long"
        return said, f"Keep it under {LONGEST_NOTE:,} characters."
    if max(len(term.keys), len(term.aliases), len(term.forbidden)) > MOST_NAMES:
        return f"{term.headword[:30]!r} has more than {MOST_NAMES} names", "Look whether they are one term."
    if _UNFIT.search(term.note) or _UNFIT.search(term.example):
        return f"the note of {term.headword[:30]!r} holds a control character", "Take it out."
    return None
