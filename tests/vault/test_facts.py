"""Facts notes: tables and lists become facts, and what cannot be one is told with its line."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caveat.model.facts import Fact, Leeway
from caveat.text.numbers import Setting
from caveat.vault.facts import FactsNote, facts_note

HEAD = "| id | subject | attribute | value | per | note |\n|---|---|---|---|---|---|\n"


def read(text: str) -> FactsNote:
    return facts_note("facts.md", text, Setting())


def table(*rows: str, more: str = "") -> FactsNote:
    head = HEAD.replace(" note |\n|", f" note |{more}\n|").replace(
        "---|\n", "---|---|\n" if more else "---|\n"
    )
    return read("# Prices\n\n" + head + "".join(f"| {row} |\n" for row in rows))


def only(*rows: str, more: str = "") -> Fact:
    note = table(*rows, more=more)

    assert [] == [one for one in note.findings if one.severity == "error"]
    return note.facts[0]


def test_a_row_is_a_fact_with_its_names_and_its_line() -> None:
    found = only("alpha.out | Alpha; Альфа | output; выход | $12 | 1M tokens | list")

    assert ("alpha.out", ("Alpha", "Альфа"), ("output", "выход")) == found[:3]
    assert (Decimal(12), "USD", "money") == found[3:6]
    assert ("1M tokens", "list", "facts.md", 5) == (found.per, found.note, found.path, found.line)


@pytest.mark.parametrize(
    ("value", "number", "unit"),
    [
        ("12 500,50 руб.", "12500.50", "RUB"),
        ("20 центов", "0.20", "USD"),
        ("$1.5M", "1500000", "USD"),
        ("20%", "20", "%"),
        ("5 pp", "5", "pp"),
        ("2x", "2", "x"),
        ("-4%", "-4", "%"),
    ],
)
def test_values_are_read_as_in_drafts(value: str, number: str, unit: str) -> None:
    found = only(f"a | Alpha | | {value} | | ")

    assert (Decimal(number), unit) == (found.value, found.unit)


def test_the_head_may_hold_the_unit() -> None:
    text = "| id | subject | value |\n|---|---|---|\n| a | Alpha | 12 USD |\n"

    assert "USD" == read(text).facts[0].unit


def test_both_ends_of_a_range_are_facts() -> None:
    found = table("a | Alpha | | $10–20 | | ")

    assert [("a.lo", 10, "lo"), ("a.hi", 20, "hi")] == [
        (f.id, int(f.value), f.range_end) for f in found.facts
    ]


def test_a_formula_is_a_derivation() -> None:
    found = table("cheaper | Beta vs Alpha | price ratio | = beta.out / alpha.out, round 1 | | ")

    assert ["beta.out / alpha.out, round 1"] == [one.formula for one in found.derivations]
    assert () == found.findings


@pytest.mark.parametrize(
    ("said", "leeway"),
    [
        ("", Leeway()),
        ("written", Leeway()),
        ("exact", Leeway(is_exact=True)),
        ("within 5", Leeway(within=Decimal(5))),
        ("within 10 %", Leeway(within=Decimal(20))),
        ("about 5%", Leeway(about=Decimal(10))),
        ("exact; about 5", Leeway(is_exact=True, about=Decimal(5))),
        ("within 0,5", Leeway(within=Decimal("0.5"))),
    ],
)
def test_precision_says_how_far_a_draft_may_be(said: str, leeway: Leeway) -> None:
    assert leeway == only(f"a | Alpha | | $200 | | | {said}", more=" precision |").leeway


def test_every_quantity_of_a_list_line_is_a_fact_and_the_line_is_its_note() -> None:
    found = read(
        "Prices of $99 in prose are none.\n\n- $0.20 — Alpha, input, per 1M tokens\n- 5 % to 7 $ of it\n"
    )

    assert ["0.20", "5", "7"] == [str(one.value) for one in found.facts]
    assert ["facts.md:3", "facts.md:4.1", "facts.md:4.2"] == [one.id for one in found.facts]
    assert "$0.20 — Alpha, input, per 1M tokens" == found.facts[0].note
    assert all(one.subjects == () for one in found.facts)


def test_waivers_stand_beside_the_facts() -> None:
    text = "| waive | draft | reason | who |\n|---|---|---|---|\n| a $5 market | drafts/*.md | a guess | Mara |\n"
    found = read(text).waivers[0]

    assert ("a $5 market", "drafts/*.md", "a guess", "Mara", "facts.md", 3) == found[:6]


BAD = {
    "no id": (" | Alpha | | $5 | | ", "without an id"),
    "bad id": ("a b | Alpha | | $5 | | ", "other characters"),
    "no value": ("a | Alpha | | | | ", "has no value"),
    "no number": ("a | Alpha | | cheap | | ", "holds no number"),
    "several numbers": ("a | Alpha | | $5, $6 and $7 | | ", "holds several numbers"),
    "neither subject nor note": ("a | | output | $5 | | ", "neither subject nor note"),
    "not filled in": ("a | ? | ? | $5 | | ", "not filled in"),
    "a year": ("a | Alpha | | 2026 | | ", "holds no number but a year"),
    "a dash for a subject": ("a | — | | $5 | | ", "no letter or digit"),
    "a sign for a subject": ("a | Alpha; % | | $5 | | ", "no letter or digit"),
    "a dash for an attribute": ("a | Alpha | - | $5 | | ", "no letter or digit"),
    "bad precision": ("a | Alpha | | $5 | | | roughly", "precision"),
    "leeway of a formula": ("a | Alpha | | = b | | | within 5", "precision"),
}


@pytest.mark.parametrize(("row", "word"), BAD.values(), ids=BAD)
def test_a_bad_row_is_told_with_its_line(row: str, word: str) -> None:
    found = table(row, more=" precision |" if row.count("|") == 6 else "").findings[0]

    assert ("bad-fact", "error", 5) == (found.code, found.severity, found.line)
    assert word in found.message


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "no facts"),
        ("Only prose with $5.", "no facts"),
        ("- $5", "neither subject nor note"),
        ("- $5, $6", "neither subject nor note"),
        ("| id | subject |\n|---|---|\n| a | Alpha |\n", "no column value"),
        ("| value | subject |\n|---|---|\n| $5 | Alpha |\n", "no column id"),
        ("| id | subjct | value |\n|---|---|---|\n| a | Alpha | $5 |\n", "subject (but 'subjct')"),
        (
            "| id | subject | value | value |\n|---|---|---|---|\n| a | A | $5 | $6 |\n",
            "value more than once",
        ),
        ("| waive | who |\n|---|---|\n| x | y |\n", "no column reason"),
        ("| waive | reason | who |\n|---|---|---|\n| x | | |\n", "a waiver without reason and who"),
    ],
)
def test_a_note_that_cannot_be_used_says_why(text: str, word: str) -> None:
    errors = [one for one in read(text).findings if one.severity == "error"]

    assert word in errors[0].message


def test_another_table_is_left_out_and_told() -> None:
    found = read(HEAD + "| a | Alpha | | $5 | | |\n\n| model | price |\n|---|---|\n| Alpha | $6 |\n")

    assert ["a"] == [one.id for one in found.facts]
    assert [("not-a-fact", "note")] == [(one.code, one.severity) for one in found.findings]


def test_frontmatter_and_line_ends_do_not_move_lines() -> None:
    text = "---\r\nkind: web\r\n---\r\n" + HEAD.replace("\n", "\r\n") + "| a | Alpha | | $5 | | |\r\n"

    assert 6 == read(text).facts[0].line


@given(st.text("|-=; \n$5aid%;×?.#", max_size=200))
def test_no_text_makes_it_fail(text: str) -> None:
    assert isinstance(read(HEAD + text), FactsNote)


@pytest.mark.parametrize(
    ("row", "values"),
    [
        ("a | Alpha | | ~~$5~~ | | ", []),
        ("a | Alpha | | <del>$5</del> | | ", []),
        ("~~a~~ | Alpha | | $5 | | ", []),
        ("a | ~~Alpha~~ | | $5 | | ", []),
        ("a | Alpha | | ~~= b~~ | | ", []),
        ("a | Alpha | | ~~$5~~ $6 | | ", ["6"]),
        ("a | Alpha | | <s>$5</s> $6 | | ", ["6"]),
        ("a | Alpha | | $5 | | ~~old~~ note", ["5"]),
    ],
)
def test_what_is_struck_out_is_no_fact(row: str, values: list[str]) -> None:
    note = table(row, "b | Beta | | $7 | | ")

    assert [*values, "7"] == [str(one.value) for one in note.facts]
    assert (len(values) == 0) == ([("not-a-fact", 5)] == [(one.code, one.line) for one in note.findings])
    assert () == note.derivations


def test_a_struck_list_line_is_no_fact_and_a_struck_waiver_none() -> None:
    head = "| waive | reason | who |\n|---|---|---|\n"
    note = read(f"- ~~$5 — Alpha~~\n- ~~$5~~ $6 — Beta\n\n{head}| ~~$8~~ | r | Mara |\n| $9 | r | Mara |\n")

    assert ["6"] == [str(one.value) for one in note.facts]
    assert ["$9"] == [one.words for one in note.waivers]
