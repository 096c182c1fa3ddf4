from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caveat.text.frontmatter import Frontmatter, read, split


def codes(found: Frontmatter) -> list[tuple[str, int]]:
    return [(finding.code, finding.line) for finding in found.findings]


@pytest.mark.parametrize(
    ("text", "values", "body"),
    [
        ("---\nk: v\n---\n\ntext\n\n---\n\nmore: x\n", {"k": "v"}, "\ntext\n\n---\n\nmore: x\n"),
        ("---\nk: v\n...\nx", {"k": "v"}, "x"),
        ("---  \nk: v\n---\t\nx", {"k": "v"}, "x"),
        ("---\r\nk: v\r\n---\r\nx", {"k": "v"}, "x"),
        ("---\rk: v\r---\rx", {"k": "v"}, "x"),
        ("\ufeff---\nk: v\n---\nx", {"k": "v"}, "x"),
        ("---\nk: v\n---", {"k": "v"}, ""),
        ("---\n---\nx", {}, "x"),
        ("---\n# only a comment\n---\nx", {}, "x"),
        ("---\nk: v # why\nq: 'a # b'\n#c: d\n---\n", {"k": "v", "q": "a # b"}, ""),
        ("---\n\"a b\": 1\n'c': 2\nd e : 3\n---\n", {"a b": "1", "c": "2", "d e": "3"}, ""),
        ("---\na: 2026-03-09\nb: yes\nc: 0.970\nd: 012\n---\n",
         {"a": "2026-03-09", "b": "yes", "c": "0.970", "d": "012"}, ""),
        ("---\na:\nb: ~\nc: null\nd: ''\ne: 'null'\n---\n",
         {"a": None, "b": None, "c": None, "d": "", "e": "null"}, ""),
        ("---\na: |\n  x: 1\n  ---\n  y\nb: >-\n  one\n  two\n---\n",
         {"a": "x: 1\n---\ny\n", "b": "one two"}, ""),
        ("---\na: [x, 'y',\n  z]\nb:\n- 1\n-  2\n---\n", {"a": ["x", "y", "z"], "b": ["1", "2"]}, ""),
        ("---\na:\n  b:\n    c: 1\n  d: [{e: f}]\n---\n", {"a": {"b": {"c": "1"}, "d": [{"e": "f"}]}}, ""),
        ("---\na: &x [1, 2]\nb: *x\n---\n", {"a": ["1", "2"], "b": ["1", "2"]}, ""),
        ("---\na: !tag x\n---\n", {"a": "x"}, ""),
        ("---\ns:\n  - [[A b]]\nr: [[C]]\nq: \"[[D]]\"\n---\n",
         {"s": [[["A b"]]], "r": [["C"]], "q": "[[D]]"}, ""),
        ("---\nTier: 1\nÄ: x\n---\n", {"tier": "1", "ä": "x"}, ""),
        ("---\n{a: 1, b: 2}\n---\nx", {"a": "1", "b": "2"}, "x"),
    ],
)  # fmt: skip
def test_a_sound_block_is_read_without_findings(text: str, values: dict[str, Any], body: str) -> None:
    found = read(text)

    assert (values, ()) == (found.values, found.findings)
    assert body == text[found.body_offset :]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "plain",
        "\n---\nk: v\n---\n",
        " ---\nk: v\n---\n",
        "----\nk: v\n----\n",
        "---\n\nA note that opens with a rule and never closes a block.\n",
        "---\n\nprose between rules\n\n---\nmore\n",
        "---\n- a\n- list\n---\nmore\n",
        "---\n\n# Heading\n\n---\nmore\n",
        "---\n{{title}}\n---\nmore\n",
    ],
)
def test_what_is_no_block_of_properties_stays_prose(text: str) -> None:
    assert Frontmatter({}, {}, {}, {}, 0, 1, ()) == read(text)


def test_prose_between_rules_that_is_not_yaml_stays_prose_with_a_note() -> None:
    found = read("---\n\nTo note: this is: prose\nand it goes on\nand on\n\n---\nmore\n")

    assert ({}, 0) == (found.values, found.body_offset)
    assert [("prose-between-rules", 3)] == codes(found)


def test_a_block_that_is_never_closed_is_prose_and_reported() -> None:
    found = read("---\ntitle: never closed\ntext\n")

    assert ({}, 0, [("unclosed-frontmatter", 1)]) == (found.values, found.body_offset, codes(found))


def test_lines_count_from_the_top_of_the_file() -> None:
    block = "# c\na: 1\nb: |\n  x\u2028\n\n\nc:\n  - x\n\n  - 'y\n\n    z'\n  - k: v\nd: [p, q]\n"
    found = read(f"---\n{block}---\nbody")

    assert {"a": 3, "b": 4, "c": 8, "d": 15} == found.lines
    assert {"c": (9, 11, 14), "d": (15, 15)} == found.item_lines
    assert 17 == found.body_line


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_true_for_every_line_end(end: str) -> None:
    found = read(end.join(["---", "a: 1", "b:", "  - x", "  - y", "---", "body"]))

    assert ({"a": 2, "b": 3}, {"b": (4, 5)}, 7) == (found.lines, found.item_lines, found.body_line)


def test_a_duplicate_key_names_both_lines_and_hands_over_both_values() -> None:
    found = read("---\ntier: 1\nreliability: 0.99\nTier: 3\n---\nfact\n")

    assert {"tier": ["1", "3"]} == found.duplicates
    assert ("3", 4) == (found.values["tier"], found.lines["tier"])
    assert [("duplicate-key", 4)] == codes(found)
    assert "'tier' and 'Tier' given on lines 2 and 4" in found.findings[0].message


@pytest.mark.parametrize(
    ("block", "values", "line", "message", "advice"),
    [
        ("b: 1\nnote: cost: 40, see: x", {"b": "1", "note": "cost: 40, see: x"}, 3, "second colon", "colon"),
        ("\tindented: with a tab", {}, 2, "a tab", "spaces"),
        ("title:\tTabbed\n\tx: 1\nb: 2", {"title": "Tabbed", "b": "2"}, 3, "a tab", "spaces"),
        ("a: b\n  j: x\nc: d", {"a": "b", "c": "d"}, 3, "indented key under", "Unindent"),
        ("a: @home\nb: 1", {"a": "@home", "b": "1"}, 2, "begin with @", "Quote"),
        ("a: `x`\nb: 1", {"a": "`x`", "b": "1"}, 2, "begin with `", "Quote"),
        ("a: *bold*\nb: 1", {"a": "*bold*", "b": "1"}, 2, "begin with *", "Quote"),
        ("a: *bold\nb: 1", {"a": "*bold", "b": "1"}, 2, "begins with *", "Quote"),
        ("a: 'open\nb: 1", {"a": "'open", "b": "1"}, 2, "never closed", "Close the quote"),
        ("a: [x, y\nb: 1", {"a": "[x, y", "b": "1"}, 2, "never closed", "Close the bracket"),
        ("a: \"x\" y\nb: 1", {"a": '"x" y', "b": "1"}, 2, "complete", "Quote"),
        ("s: [[a]], [[b]]\nb: 1", {"s": "[[a]], [[b]]", "b": "1"}, 2, "complete", "Quote"),
        ("s:\n  - [[a]] [[b]]\n  - c\nb: 1", {"s": ["[[a]] [[b]]", "c"], "b": "1"}, 3, "complete", "Quote"),
        ("a: b\nprose line\nc: d", {"a": "b", "c": "d"}, 3, "neither a key", "key"),
        ("b: 1\nt: one line\nand a second\nthird\nlast", {"b": "1", "t": "one line"}, 4, "neither", "key"),
        ("a: - x\nb: 1", {"a": "- x", "b": "1"}, 2, "list on the line", "next line"),
        ("a: x\x07\nb: 1", {"a": "x\x07", "b": "1"}, 2, "control character", "Remove"),
        ("a: " + "[" * 5000 + "\nb: 1", {"a": "[" * 5000, "b": "1"}, 2, "nested too deeply", "Flatten"),
        ("a: !x!y z\nb: 1", {"a": "!x!y z", "b": "1"}, 2, "begin with !", "Quote"),
    ],
)  # fmt: skip
def test_a_damaged_block_is_named_and_its_good_keys_count(
    block: str, values: dict[str, Any], line: int, message: str, advice: str
) -> None:
    text = f"---\n{block}\n---\nbody"
    found = read(text)

    assert ("body", values) == (text[found.body_offset :], found.values)
    assert [("bad-frontmatter", line)] == codes(found)
    assert message in found.findings[0].message and advice in found.findings[0].help


def test_every_bad_line_is_reported_up_to_a_limit() -> None:
    found = read("---\n" + "".join(f"k{number}: a: b\n" for number in range(50)) + "---\n")

    assert 50 == len(found.values)
    assert "30 more mistakes" in found.findings[-1].message and 21 == len(found.findings)


@pytest.mark.parametrize(
    ("block", "values"),
    [
        ("created: {{date}}", {"created": "{{date}}"}),
        ("created: {{date:YYYY-MM-DD}}\nb: 1", {"created": "{{date:YYYY-MM-DD}}", "b": "1"}),
        ("title: {{title}} notes\nb: 1", {"title": "{{title}} notes", "b": "1"}),
        ("l:\n  - {{x}}", {"l": ["{{x}}"]}),
    ],
)
def test_a_template_placeholder_is_text_and_only_a_note(block: str, values: dict[str, Any]) -> None:
    found = read(f"---\n{block}\n---\n")

    assert values == found.values
    assert {("template-placeholder", "note")} == {(f.code, f.severity) for f in found.findings}


def test_aliases_that_multiply_are_refused() -> None:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]" for a, b in pairwise("abcdefghi")]
    found = read("---\n" + "\n".join([*lines, "good: 1"]) + "\n---\n")

    assert "1" == found.values["good"]
    assert len(repr(found.values)) < 300_000
    assert any("aliases repeat more than" in finding.message for finding in found.findings)


def test_an_alias_inside_its_own_anchor_is_refused() -> None:
    found = read("---\na: &x [1, *x]\n---\n")

    assert ({"a": ["1", None]}, [("bad-frontmatter", 2)]) == (found.values, codes(found))


PIECES = st.sampled_from(
    ["---", "...", "a: 1", "b: 'x", "c: [1,", "  - x", "- y", "\t", "d: |", "  text", "#", "e: {{f}}",
     "g: &g", "h: *g", "? k", ": v", "prose", "{a: b}", "\ud800", "i: \x00", "a: 2", "%T", "!!str", "@", ""]
)  # fmt: skip


@given(st.lists(PIECES, max_size=9), st.sampled_from(["\n", "\r\n", "\r"]))
def test_any_block_is_read_with_places_inside_the_file(pieces: list[str], end: str) -> None:
    text = end.join(["---", *pieces])
    found = read(text)

    count = len(pieces) + 1
    assert all(1 <= line <= count for line in found.lines.values())
    assert all(1 <= finding.line <= count for finding in found.findings)
    block = split(text)
    assert found.body_offset in ({0} if block is None else {0, block.body_offset})
    assert found.lines.keys() == found.values.keys() >= found.duplicates.keys()
