"""One member is put into a JSON file, and every other character stays."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caveat.model.errors import EditRefused
from caveat.text.json_edit import put_member

ENTRY = {"command": "caveat", "args": ["mcp"]}
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=12,
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", '{\n  "s": {\n    "c": {\n      "command": "caveat",\n      "args": [\n        "mcp"\n      ]\n    }\n  }\n}\n'),
        (
            '{\n    "z": 1.50,\n    "a": [1,2]\n}\n',
            '{\n    "z": 1.50,\n    "a": [1,2],\n    "s": {\n        "c": {\n            "command": "caveat",\n            "args": [\n                "mcp"\n            ]\n        }\n    }\n}\n',
        ),
        (
            '{\n\t"s": {\n\t\t"x": {"command": "y"}\n\t},\n\t"k": "\\u00e9"\n}',
            '{\n\t"s": {\n\t\t"x": {"command": "y"},\n\t\t"c": {\n\t\t\t"command": "caveat",\n\t\t\t"args": [\n\t\t\t\t"mcp"\n\t\t\t]\n\t\t}\n\t},\n\t"k": "\\u00e9"\n}',
        ),
        ('{"s": {"x": 1}, "k": 1e5}', '{"s": {"x": 1, "c": {"command": "caveat", "args": ["mcp"]}}, "k": 1e5}'),
        ('{"s": {"c": 1, "x": 2}}', '{"s": {"c": {"command": "caveat", "args": ["mcp"]}, "x": 2}}'),
        (
            '{\n  "s": {\n    "c": {"old": true},\n    "x": 2\n  }\n}',
            '{\n  "s": {\n    "c": {\n      "command": "caveat",\n      "args": [\n        "mcp"\n      ]\n    },\n    "x": 2\n  }\n}',
        ),
    ],
)  # fmt: skip
def test_the_member_stands_as_its_neighbours_do(before: str, after: str) -> None:
    assert after == put_member(before, "s", "c", ENTRY)


@pytest.mark.parametrize(
    "before", ["{}", "{ }", "{\n}", '{"s": {}}', '{\n  "s": {\n  }\n}', "  \n", "\ufeff{}", "\ufeff"]
)
def test_an_empty_object_gets_its_first_member(before: str) -> None:
    after = put_member(before, "s", "c", ENTRY)

    assert {"s": {"c": ENTRY}} == json.loads(after.removeprefix("\ufeff"))
    assert before.startswith("\ufeff") == after.startswith("\ufeff")


def test_line_ends_are_those_of_the_file() -> None:
    after = put_member('{\r\n  "s": {\r\n    "x": 1\r\n  }\r\n}\r\n', "s", "c", ENTRY)

    assert after.count("\n") == after.count("\r\n")
    assert {"x": 1, "c": ENTRY} == json.loads(after)["s"]


@pytest.mark.parametrize(
    ("before", "words"),
    [
        ("{", "no JSON"),
        ('{"a": 1,}', "no JSON"),
        ("// comment\n{}", "no JSON (line 1, column 1"),
        ("[]", "outermost value is no object"),
        ("3", "outermost value is no object"),
        ('{"s": []}', "s is no object"),
        ('{"s": null}', "s is no object"),
        ('{"s": {}, "s": {}}', "says 's' twice"),
        ('{"s": {"c": 1, "c": 2}}', "says 'c' twice"),
        ('{"a": ' + "[" * 100_000 + "]" * 100_000 + "}", "nested too deep"),
    ],
)
def test_what_cannot_be_edited_is_refused(before: str, words: str) -> None:
    with pytest.raises(EditRefused) as caught:
        put_member(before, "s", "c", ENTRY)

    assert words in str(caught.value)


@given(
    st.dictionaries(st.text(max_size=5).filter(lambda key: key != "s"), VALUES, max_size=4),
    st.dictionaries(st.text(max_size=5), VALUES, max_size=4) | st.none(),
    st.sampled_from([None, 0, 1, 2, 4, "\t"]),
    st.booleans(),
)
def test_everything_else_is_read_as_before_and_twice_is_once(
    others: dict[str, object], inside: dict[str, object] | None, indent: int | str | None, is_ascii: bool
) -> None:
    document = others if inside is None else {**others, "s": inside}
    before = json.dumps(document, indent=indent, ensure_ascii=is_ascii)
    after = put_member(before, "s", "c", ENTRY)

    assert {**document, "s": {**(inside or {}), "c": ENTRY}} == json.loads(after)
    assert list(json.loads(before)) == [key for key in json.loads(after) if key in document]
    assert after == put_member(after, "s", "c", ENTRY)


@given(st.dictionaries(st.text(max_size=5).filter(lambda key: key not in "sc"), VALUES, max_size=4))
def test_adding_takes_no_character_away(others: dict[str, object]) -> None:
    before = json.dumps(others, indent=2)
    after = put_member(before, "s", "c", ENTRY)
    characters = iter(after)

    assert all(character in characters for character in before)
