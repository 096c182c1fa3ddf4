"""The tools that hand out text: `search` and `fetch`."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from caveat.mcp.budget import Reply, fitted, size
from caveat.mcp.paging import Item, Page, max_bytes, next_offset, paged, paging
from caveat.mcp.passages import PASSAGE, SHAPES, Shape, numbered, passage, passage_lines, title_of
from caveat.mcp.quoting import cleaned, line, named, shortened
from caveat.mcp.schemas import Schema, integer, maybe, record, several, share, text, word
from caveat.mcp.session import Session, record_name
from caveat.model.errors import InputError
from caveat.model.notes import Chunk
from caveat.model.records import CLASSES, Day
from caveat.model.search import Hit
from caveat.ops.request import Options
from caveat.ops.results import Answer
from caveat.ops.results_passages import Passage
from caveat.ops.vault import Vault
from caveat.text.dates import day_of, iso_date

NEAR = 21
"""
Hits that every search asks for first: what later pages hold follows on these, whatever the size of a page,
so that pages never overlap and leave nothing out; our choice, two pages and one to see that there is more.
"""

FAR = 100
"""Hits that can be reached, as many as trust orders (DESIGN, "Retrieval")."""

LEAST_FETCHED = 200
"""Characters of text for which records against it are left out rather than the text; our choice."""

LONGEST_QUERY = 2_000
"""Most characters of a query; our choice: a question, not a document."""

LONGEST_REF = 4_200
"""Most characters of a name of a record: the longest path that systems allow, and its prefix."""

BEHIND = text("How far this answer is behind the files; empty when it is not.")
NOTE = text("What else a reader must know: why nothing was found, what did not fit; empty when nothing.")
REF = text(
    "The record: a ref as other tools return it, a path in the vault, a title, a [[link]], or the first 6 or"
    " more characters of a claim's id.",
    longest=LONGEST_REF,
    shortest=1,
)

SEARCH: Schema = record(
    {
        "query": text(
            "Words to look for, in any language; a question is fine. Nothing in it is an operator.",
            longest=LONGEST_QUERY,
        ),
        **paging(8, 50),
        "min_trust": share("Least trust of a passage.", default=0.0),
        "class": word("Only records of this class.", CLASSES),
        "folder": text("Only notes in this folder, a path in the vault.", longest=LONGEST_REF),
        "since": text("Only what was made on this day or later (2026-11-30); undated records are left out."),
        "until": text("Only what was made on this day or earlier."),
    },
    optional=("limit", "offset", "max_bytes", "min_trust", "class", "folder", "since", "until"),
)
SEARCH_RESULT: Schema = record(
    {
        "query": text("What was asked."),
        "passages": several(
            record(
                {
                    "rank": integer("Place in the order; equal scores share one.", least=1),
                    **PASSAGE,
                    "line": integer("Line of the note at which the passage starts.", least=1),
                    "heading": several(text("A heading. Material."), "Headings above it, outermost first."),
                    "replaces": several(text("A ref."), "Superseded records whose place it took."),
                    "support": word(
                        "What speaks for it: words of the query, nearness in meaning, or both. One that only"
                        " meaning speaks for is AMBIGUOUS: read it before you rely on it.",
                        ("words", "meaning", "both"),
                    ),
                    "also_in": several(text("A ref."), "Records that say the same and are not shown."),
                }
            ),
            "Best first: relevance times trust.",
        ),
        "next_offset": next_offset(),
        "as_of": text("The day freshness was reckoned at."),
        "behind": BEHIND,
        "note": NOTE,
    }
)
FETCH: Schema = record(
    {
        "ref": REF,
        "line": integer("Line of the note to start at.", least=1, most=10**9, default=1),
        "column": integer(
            "Character of that line to start at; for very long lines.", least=1, most=10**9, default=1
        ),
        "max_bytes": max_bytes(),
    },
    optional=("line", "column", "max_bytes"),
)
FETCH_RESULT: Schema = record(
    {
        **PASSAGE,
        "declared": maybe(share("What its author or its kind states; never changed by anything.")),
        "line": integer("Line of the first character of quoted_text.", least=1),
        "column": integer("Its column.", least=1),
        "next_line": maybe(integer("Fetch again from here for the rest; null at the end.", least=1)),
        "next_column": maybe(integer("And from this column.", least=1)),
        "behind": BEHIND,
        "note": NOTE,
    }
)


def search(session: Session, asked: dict[str, Any]) -> Reply:
    """Passages that fit a query, best first, each with its trust and what speaks against it."""
    offset, limit = asked["offset"], asked["limit"]
    (answer, hits, beside), behind = session.ask(
        lambda: _found(session.vault, asked, range(offset, offset + limit)), lambda found: found[0].behind
    )

    def around(page: Page) -> Reply:
        note = "; ".join(part for part in (answer.reason, *map(line, answer.notices), page.note) if part)
        if not hits[offset:] and hits:
            note = f"there are {len(hits)} passages: offset {offset} is beyond the last"
        query = shortened(line(asked["query"]), 200)
        head = [f"{len(page.items)} passages for {named(query)}" + (f", from {offset + 1}" if offset else "")]
        structured = {
            "query": query,
            "passages": page.of("passages"),
            "next_offset": page.next_offset,
            "as_of": iso_date(answer.as_of),
            "behind": line(behind),
            "note": note,
        }
        return Reply(structured, "\n".join([*head, *remarks(structured), "", page.text]).rstrip("\n"))

    return paged(
        lambda number, level: _hit(hits[number], beside[hits[number].ref], SHAPES[level]),
        len(hits),
        offset=offset,
        limit=limit,
        max_bytes=asked["max_bytes"],
        around=around,
        rooms=range(len(SHAPES)),
    )


def _found(
    vault: Vault, asked: dict[str, Any], wanted: range
) -> tuple[Answer, list[Hit], dict[str, Passage]]:
    """The first answer, the hits up to the end of *wanted* or all, and the passages of those wanted."""
    query = asked["query"]
    wishes = Options(
        min_trust=asked["min_trust"],
        record_class=asked.get("class"),
        folder=asked.get("folder", ""),
        since=_day(asked, "since"),
        until=_day(asked, "until"),
    )
    answer = vault.answer(query, NEAR, **wishes)
    hits = list(answer.hits)
    if wanted.stop >= NEAR and len(hits) == NEAR:
        far = vault.answer(query, FAR, **wishes).hits
        near = {hit.ref for hit in hits}
        hits += [hit for hit in far if hit.ref not in near]
    shown = [hit.ref for hit in hits[wanted.start : wanted.stop]]
    return answer, hits, vault.passages(shown, whole=False).by_ref


def _day(asked: dict[str, Any], name: str) -> Day | None:
    if name not in asked:
        return None
    day = day_of(asked[name])
    if day is None:
        raise InputError(f"`{name}` is no date: write it as 2026-11-30")
    return day


def remarks(structured: dict[str, Any]) -> list[str]:
    """Lines that say what a reader must know of the answer as a whole."""
    lines = [f"Note: {structured['note']}"] if structured["note"] else []
    if structured["behind"]:
        lines.append(f"The index is behind the files: {structured['behind']}")
    if structured.get("next_offset") is not None:
        lines.append(f"More: offset {structured['next_offset']}")
    return lines


def fetch(session: Session, asked: dict[str, Any]) -> Reply:
    """A record's text, whole or from a place on, with its trust and what speaks against it."""
    ref = record_name(asked["ref"])
    found, behind = session.ask(lambda: session.vault.passages([ref]), lambda one: one.behind)
    one = next(iter(found.by_ref.values()))
    body = _body(one.chunks)
    start = body.offset(asked["line"], asked["column"])
    left = min(len(body.text) - start, asked["max_bytes"])

    def render(length: int, shape: Shape) -> Reply:
        end = start + length
        place, after = body.place(start), body.place(end)
        is_last = end == len(body.text)
        rest = f"fetch again from line {after[0]}" + (f", column {after[1]}" if after[1] > 1 else "")
        shown = passage(one, body.text[start:end], shape)
        structured = {
            **shown,
            "declared": one.record.declared,
            "line": place[0],
            "column": place[1],
            "next_line": None if is_last else after[0],
            "next_column": None if is_last else after[1],
            "behind": line(behind),
            "note": "" if is_last else f"the rest did not fit into max_bytes: {rest}",
        }
        return Reply(structured, _fetched(structured))

    # Text has to fit beside what speaks against it, or nobody would ever come to its end.
    some, most = min(left, LEAST_FETCHED), asked["max_bytes"]
    shape = next((shape for shape in SHAPES if size(render(some, shape)) <= most), SHAPES[-1])
    reply, kept = fitted(lambda length: render(length, shape), left, most)
    if left and not kept:
        raise InputError("not one character of the text fits into max_bytes: ask again with more")
    return reply


def _hit(hit: Hit, beside: Passage, shape: Shape) -> Item:
    shown = passage(beside, shortened(hit.snippet, shape.text), shape)
    structured = {
        "rank": hit.rank,
        **shown,
        "line": max(hit.line, 1),
        "heading": [shortened(title_of(part), shape.title) for part in hit.heading[: shape.others]],
        "replaces": [line(ref) for ref in hit.replaces[: shape.others]],
        "support": hit.support,
        "also_in": [line(ref) for ref in hit.also_in[: shape.others]],
    }
    text_ = passage_lines(shown, head=f"{hit.rank}. line {structured['line']} of ")
    if structured["replaces"]:
        text_ += "\n   replaces " + ", ".join(named(ref) for ref in structured["replaces"])
    if hit.is_ambiguous:
        text_ += "\n   AMBIGUOUS: near in meaning, and holds none of the words"
    if structured["also_in"]:
        text_ += "\n   also in " + ", ".join(named(ref) for ref in structured["also_in"])
    return Item("passages", structured, text_)


def _fetched(structured: dict[str, Any]) -> str:
    lines = [passage_lines({**structured, "quoted_text": ""}), *remarks(structured), ""]
    return "\n".join([*lines, numbered(structured["quoted_text"], structured["line"])])


class _Body(NamedTuple):
    """
    The prose of a record as lines of its file.

    Attributes:
        text: All of it, from the first line with prose to the last; blank where nothing is searched.
        starts: Offset of each line in it.
        first: Number of the first line, from 1.
    """

    text: str
    starts: list[int]
    first: int

    def offset(self, line_: int, column: int) -> int:
        """Where a place of the file is in the text; what lies before the prose is its beginning."""
        if line_ < self.first:
            return 0
        number = line_ - self.first
        if number >= len(self.starts):
            raise InputError(f"line {line_} is beyond the last, which is {self.first + len(self.starts) - 1}")
        end = self.starts[number + 1] - 1 if number + 1 < len(self.starts) else len(self.text)
        if self.starts[number] + column - 1 > end:
            raise InputError(
                f"line {line_} has {end - self.starts[number]} characters: column {column} is beyond"
            )
        return self.starts[number] + column - 1

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, each from 1."""
        number = bisect_right(self.starts, offset) - 1
        return self.first + number, offset - self.starts[number] + 1


def _body(chunks: Sequence[Chunk]) -> _Body:
    lines: list[str] = []
    first = chunks[0].start_line if chunks else 1
    for chunk in chunks:
        parts = cleaned(chunk.text).split("\n")
        missing = chunk.start_line - first - len(lines)
        if missing < 0:
            # A line too long for one chunk goes on in the next; the blank at the cut is in neither.
            lines[-1] += " " + parts.pop(0)
        lines += [""] * missing + parts
    starts = list(accumulate((len(part) + 1 for part in lines), initial=0))[:-1] or [0]
    return _Body("\n".join(lines), starts, first)
