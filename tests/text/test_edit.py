import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caveat.model.errors import EditRefused
from caveat.text.decode import decode
from caveat.text.edit import remove_key, set_key
from caveat.text.frontmatter import read

CHECKED = (
    '---\n# checked by hand, keep this order\nverified: 2026-03-09   # Monday\nname: "Lea\'s plan"\n'
    "tags: [alpha, 'b c']\nempty:\n---\nBody stays.\n"
)
LONG = "A very long working title that goes on " * 4


@pytest.mark.parametrize(
    ("before", "key", "value", "after"),
    [
        (CHECKED, "reliability", "0.96", CHECKED.replace("empty:\n", "empty:\nreliability: 0.96\n")),
        (CHECKED, "verified", "2026-04-01", CHECKED.replace("03-09 ", "04-01 ")),
        (CHECKED, "empty", "x", CHECKED.replace("empty:", "empty: x")),
        (f'---\ntitle: "{LONG}end"\nrev: 1\n---\n', "rev", "2", f'---\ntitle: "{LONG}end"\nrev: 2\n---\n'),
        ("---\nzeta: 1\nalpha: 2\nmid: 3\n---\nx\n", "mid", "4", "---\nzeta: 1\nalpha: 2\nmid: 4\n---\nx\n"),
        ("---\nlast: \nkeep: v  \n---\nx\n", "other", "1", "---\nlast: \nkeep: v  \nother: 1\n---\nx\n"),
        ("---\nlast: \nkeep: v  \n---\n", "last", "1", "---\nlast: 1\nkeep: v  \n---\n"),
        ("---\nkeep: v  \n---\n", "keep", "w", "---\nkeep: w  \n---\n"),
        ("---\nempty:   # why\n---\n", "empty", "v", "---\nempty: v   # why\n---\n"),
        ("---\n#id: 1\nid: 7\n---\n", "id", "8", "---\n#id: 1\nid: 8\n---\n"),
        ("---\r\na: 1\r\n---\r\nx\n", "b", "2", "---\r\na: 1\r\nb: 2\r\n---\r\nx\n"),
        ("---\r\na: 1\nc: 3\r\n---\n", "a", "2", "---\r\na: 2\nc: 3\r\n---\n"),
        ("---\ra: 1\r---\rx", "b", "2", "---\ra: 1\rb: 2\r---\rx"),
        ("\ufeff---\na: 1\n---\n", "a", "2", "\ufeff---\na: 2\n---\n"),
        ("---\na: 1\n...\nx", "b", "2", "---\na: 1\nb: 2\n...\nx"),
        ("---\na: 1\n---", "a", "2", "---\na: 2\n---"),
        ("---\n---\n", "a", "2", "---\na: 2\n---\n"),
        ("", "a", "2", "---\na: 2\n---\n"),
        ("# H\r\ntext", "a", "2", "---\r\na: 2\r\n---\r\n# H\r\ntext"),
        ("\ufefftext\n", "a", "2", "\ufeff---\na: 2\n---\ntext\n"),
        ("---\n\nprose\n\n---\nmore\n", "a", "2", "---\na: 2\n---\n---\n\nprose\n\n---\nmore\n"),
        ("---\n\nA rule, never closed.\n", "a", "2", "---\na: 2\n---\n---\n\nA rule, never closed.\n"),
        ('---\n"Tier" : 1 # c\n---\n', "tier", "3", '---\n"Tier" : 3 # c\n---\n'),
        ("---\na:\n  tier: 1\ntier: 2\n---\n", "tier", "3", "---\na:\n  tier: 1\ntier: 3\n---\n"),
        ("---\na:\n  tier: 1\n---\n", "tier", "3", "---\na:\n  tier: 1\ntier: 3\n---\n"),
        ("---\na: |\n  tier: 1\n\nb: x\n---\n", "tier", "3", "---\na: |\n  tier: 1\n\nb: x\ntier: 3\n---\n"),
        ("---\na: |\n  l: 1\n\n# c\nb: x\n---\n", "a", "3", "---\na: 3\n\n# c\nb: x\n---\n"),
        ("---\na: >- # fold\n  one\n  two\n---\n", "a", "3", "---\na: 3 # fold\n---\n"),
        ("---\na: |2\n    deep\n  less\nb: 1\n---\n", "a", "3", "---\na: 3\nb: 1\n---\n"),
        (
            "---\na: # mine\n  - x\n  - y # z\n# keep\nb: 1\n---\n",
            "a",
            "3",
            "---\na: 3 # mine\n# keep\nb: 1\n---\n",
        ),
        ("---\na:\n- x\n- |\n  y\n  z\nb: 1\n---\n", "a", "3", "---\na: 3\nb: 1\n---\n"),
        ("---\na: [x,\n  y,\n  z] # c\nb: 1\n---\n", "a", "3", "---\na: 3 # c\nb: 1\n---\n"),
        ('---\na: "x\n  y" # c\nb: 1\n---\n', "a", "3", "---\na: 3 # c\nb: 1\n---\n"),
        ("---\na: x\n  y\nb: 1\n---\n", "a", "3", "---\na: 3\nb: 1\n---\n"),
        ("---\na:\n  x\nb: 1\n---\n", "a", "3", "---\na: 3\nb: 1\n---\n"),
        ("---\nt: a: b\ntier: 1\n---\n", "tier", "3", "---\nt: a: b\ntier: 3\n---\n"),
        ("---\n  a: 1\n  b: 2\n---\n", "c", "3", "---\n  a: 1\n  b: 2\n  c: 3\n---\n"),
        ("---\na: 1\n---\n", "заметка", '"да: нет"', '---\na: 1\nзаметка: "да: нет"\n---\n'),
        (
            "---\ns: x  # c\nb: 1\n---\n",
            "s",
            ['"[[A]]"', "b"],
            '---\ns:  # c\n  - "[[A]]"\n  - b\nb: 1\n---\n',
        ),
        ("---\ns:\n- x\n---\n", "s", ["a", "b"], "---\ns:\n- a\n- b\n---\n"),
        ("---\ns:\n    - x\n---\n", "s", ["a", "b"], "---\ns:\n    - a\n    - b\n---\n"),
        ("---\r\na: 1\r\n---\r\n", "s", ["x"], "---\r\na: 1\r\ns:\r\n  - x\r\n---\r\n"),
        ("---\ns: [x]\n---\n", "s", [], "---\ns: []\n---\n"),
    ],
)
def test_one_key_changes_and_every_other_byte_stays(
    before: str, key: str, value: str | list[str], after: str
) -> None:
    once = set_key(before.encode(), key, value)

    assert after == once.decode()
    assert once == set_key(once, key, value)


@pytest.mark.parametrize(
    ("before", "key", "value"),
    [
        (CHECKED, "name", '"Lea\'s plan"'),
        (CHECKED, "tags", ["alpha", "b c"]),
        ("---\na: 'x'\n---\n", "A", "x"),
        ("---\na: >-\n  x\n  y\n---\n", "a", "x y"),
    ],
)
def test_setting_what_is_there_changes_nothing(before: str, key: str, value: str | list[str]) -> None:
    assert before.encode() == set_key(before.encode(), key, value)


@pytest.mark.parametrize(
    ("data", "key", "value", "reason"),
    [
        (b"---\na: 1\nb: 2\nA: 3\n---\n", "a", "4", "lines 2 and 4"),
        (b"\xff\xfe" + "---\na: 1\n---\n".encode("utf-16-le"), "a", "4", "UTF-16"),
        (b"---\na: 1\n", "a", "4", "never closed"),
        (b"---\n: bad\n  - x: [\n---\nbody\n", "a", "4", "no properties"),
        ("---\na：1\n---\nbody\n".encode(), "a", "4", "no properties"),
        (b"+++\na = 1\n+++\nbody\n", "a", "4", "not YAML"),
        (b"\xef\xbb\xbf;;;\r\n{}\r\n;;;\r\n", "a", "4", "not YAML"),
        (b"---toml\na = 1\n---\nbody\n", "a", "4", "not YAML"),
        (b"---\n{a: 1, b: 2}\n---\n", "c", "4", "rest of the block"),
        (b"---\na: &x 1\nb: *x\n---\n", "a", "4", "rest of the block"),
        (b"---\nt: a: b\n  - x\n---\n", "t", "4", "cannot be changed"),
        (b"---\na: 1\n---\n", "a", "x: y", "quote it"),
        (b"---\na: 1\n---\n", "a", "x # y", "quote it"),
        (b"---\na: 1\n---\n", "a", "x\n---", "quote it"),
        (b"---\na: 1\n---\n", "a", "'x", "quote it"),
        (b"---\na: 1\n---\n", "a", "*x", "quote it"),
        (b"---\na: 1\n---\n", "a", "", "quote it"),
        (b"---\na: 1\n---\n", "a", ["x", "- y\nz"], "quote it"),
        (b"---\na: 1\n---\n", "a: b", "1", "property name"),
        (b"---\na: 1\n---\n", "# a", "1", "property name"),
        (b"---\n? a\n: 1\n---\n", "a", "2", "by hand"),
    ],
)
def test_an_unsafe_edit_is_refused_with_its_reason(
    data: bytes, key: str, value: str | list[str], reason: str
) -> None:
    with pytest.raises(EditRefused, match=re.escape(reason)):
        set_key(data, key, value)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("---\na: 1 # c\nb: 2\n---\nx", "---\nb: 2\n---\nx"),
        ("---\nb: 2\na:\n  - x\n  - y\n\n# keep\n---\nx", "---\nb: 2\n\n# keep\n---\nx"),
        ("---\r\nA: |\r\n  x\r\n\r\nb: 2\r\n---\r\nx", "---\r\n\r\nb: 2\r\n---\r\nx"),
        ("---\na: [x,\n y]\n---\n", "---\n---\n"),
        ("---\nb: 2\n---\na: 1\n", "---\nb: 2\n---\na: 1\n"),
        ("a: 1\n", "a: 1\n"),
    ],
)
def test_a_removed_key_takes_its_value_and_nothing_else(before: str, after: str) -> None:
    assert after == remove_key(before.encode(), "a").decode()


def test_bytes_that_are_not_utf8_survive_an_edit() -> None:
    assert b"---\na: 2\n---\ncaf\xe9 \x00\n" == set_key(b"---\na: 1\n---\ncaf\xe9 \x00\n", "a", "2")


LINES = st.sampled_from(
    [
        "tier: 1", "tier:   2  # why", "  tier: 9", "# tier: 3", "", "b: 'q'  ", 'c: "x: y"', "d:", "d2: >-",
        "  - item", "- item", "  text: x", "e: [1,", "  2]", "f: a: b", "\tg: 1", "h: |+", "tier: [a, b]",
        "Ж: 1", "prose", "i: {{date}}", "tier: |", "'k k': v", "tier: 'a", "  b'",
    ]
)  # fmt: skip
BLOCKS = st.lists(LINES, max_size=7)


VALUES = st.sampled_from(["0.5", "'x'", ["a", "'b: c'"], []])


@given(BLOCKS, st.sampled_from(["\n", "\r\n", "\r"]), st.sampled_from(["", "\ufeff"]), VALUES)
def test_any_block_is_edited_exactly_or_refused(
    lines: list[str], end: str, mark: str, value: str | list[str]
) -> None:
    text = mark + end.join(["---", *lines, "---", "body", ""])
    try:
        once = set_key(text.encode(), "tier", value)
    except EditRefused:
        return

    after = read(decode(once).text)
    before = read(decode(text.encode()).text)
    assert {"0.5": "0.5", "'x'": "x"}.get(str(value), ["a", "b: c"] if value else []) == after.values["tier"]
    assert {**before.values, "tier": 0} == {**after.values, "tier": 0}
    assert once == set_key(once, "tier", value)
    if "tier" not in before.values and before.body_offset and isinstance(value, str):
        assert text.splitlines(True)[: 1 + len(lines)] == once.decode().splitlines(True)[: 1 + len(lines)]
        assert len(text.splitlines()) + 1 == len(once.decode().splitlines())
    elif isinstance(before.values.get("tier"), str) and isinstance(value, str) and "tier: |" not in lines:
        changed = [a for a in once.decode().splitlines(True) if a not in text.splitlines(True)]
        assert len(changed) <= 1


@given(BLOCKS, st.sampled_from(["\n", "\r\n"]))
def test_removing_a_key_removes_whole_lines(lines: list[str], end: str) -> None:
    text = end.join(["---", *lines, "---", "body", ""])
    try:
        after = remove_key(text.encode(), "tier").decode()
    except EditRefused:
        return

    rest = iter(text.splitlines(True))
    assert all(line in rest for line in after.splitlines(True))
    assert "tier" not in read(after).values
