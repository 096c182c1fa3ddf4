"""What the server is made of: quoting, arguments, budgets."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caveat.mcp import schemas
from caveat.mcp.arguments import checked
from caveat.mcp.budget import Reply, fitted, size
from caveat.mcp.paging import Item, Page, paged
from caveat.mcp.quoting import MARK, block, cleaned, line, named, shortened
from caveat.mcp.session import record_name
from caveat.mcp.tools import TOOLS
from caveat.model.errors import InputError

TEXT = st.text(st.characters(), max_size=60) | st.text('\r\n\t|"\\ a\x1b\u2028\u202e\ud800\x85', max_size=30)
SCHEMA = schemas.record(
    {
        "a": schemas.text("", longest=5, shortest=1),
        "n": schemas.integer("", least=1, most=9, default=3),
        "x": schemas.share(""),
        "f": schemas.flag(""),
        "w": schemas.word("", ("one", "two")),
        "l": schemas.several(schemas.text(""), most=2),
    },
    optional=("n", "x", "f", "w", "l"),
)


@given(TEXT, st.sampled_from(["", "  ", "      "]))
def test_no_text_leaves_its_quotation(text: str, indent: str) -> None:
    lines = block(text, indent).splitlines()

    assert all(part.startswith(indent + MARK) for part in lines)
    assert len(lines) == cleaned(text).count("\n") + 1


@given(TEXT)
def test_cleaned_text_can_be_sent_and_cleaning_it_again_changes_nothing(text: str) -> None:
    found = cleaned(text)

    assert found == cleaned(found)
    assert found == found.encode("utf-8").decode("utf-8")
    assert "\n" not in line(text)


@given(TEXT)
def test_a_name_ends_where_its_quotes_do(text: str) -> None:
    found = named(text)

    assert line(text) == json.loads(found)
    assert 1 == len(found.splitlines())


@pytest.mark.parametrize(
    "text", ["naïve “text”", "👩‍👩‍👧", "می‌خواهم", "co\xadop", "a\tb", "漢字\u3000仮名", "a\xa0b"]
)
def test_what_scripts_need_stays(text: str) -> None:
    assert text == cleaned(text)


@given(TEXT, st.integers(1, 40))
def test_shortened_text_is_a_beginning(text: str, length: int) -> None:
    found = shortened(text, length)

    assert len(found) <= length
    assert text.startswith(found.removesuffix("…").rstrip()) or found == text


def test_defaults_stand_in_and_whole_numbers_may_be_floats() -> None:
    assert {"a": "x", "n": 3, "f": False} == checked(SCHEMA, {"a": "x"})
    assert 4 == checked(SCHEMA, {"a": "x", "n": 4.0})["n"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"a": "x", "x": float("nan")}, "`x` must be from 0 to 1, not nan"),
        ({"a": "x", "x": float("inf")}, "`x` must be from 0 to 1, not inf"),
        ({"a": "x", "x": True}, "`x` must be a number, not true"),
        ({"a": "x", "n": 10**5000}, "`n` must be from 1 to 9, not a huge number"),
        ({"a": "x", "n": float("nan")}, "`n` must be a whole number, not nan"),
        ({"a": "x", "f": 1}, "`f` must be true or false, not 1"),
        ({"a": "x", "w": "tow"}, "`w` must be one of one, two, not the string 'tow': did you mean two?"),
        ({"a": "x", "l": ["a", "b", "c"]}, "`l` has 3 items: 2 at most"),
        ({"a": "x", "l": [None]}, "`l[0]` must be a string, not null"),
        ({"a": "toolong"}, "`a` has 7 characters: 5 at most"),
        ({"a": {"b": 1}}, "`a` must be a string, not an object"),
        ({"A": "x"}, "unknown parameter `A`: did you mean `a`?; `a` is missing"),
        ({"a": "x", "\x1b[2J": 1}, "unknown parameter `\\x1b[2J`: "),
        ({"a": "x", "Author": "me"}, "there is no parameter `Author`: "),
    ],
)
def test_what_is_wrong_is_said(arguments: dict[str, object], words: str) -> None:
    with pytest.raises(InputError) as caught:
        checked(SCHEMA, arguments)

    assert words in str(caught.value)


def refusal(schema: schemas.Schema, arguments: dict[str, object]) -> str:
    try:
        checked(schema, arguments)
    except InputError as error:
        return str(error)
    return ""


@given(
    st.dictionaries(
        TEXT, st.none() | st.booleans() | st.floats() | TEXT | st.lists(TEXT, max_size=3), max_size=5
    )
)
def test_any_arguments_are_taken_or_refused_in_words(arguments: dict[str, object]) -> None:
    for tool in TOOLS:
        assert len(refusal(tool.takes, arguments)) < 4_000


@given(st.integers(0, 50), st.integers(1_000, 4_000))
def test_the_largest_answer_that_fits_is_given(most: int, max_bytes: int) -> None:
    def render(count: int) -> Reply:
        return Reply({"items": ["é" * 10] * count}, "x" * count)

    reply, kept = fitted(render, most, max_bytes)

    assert size(reply) <= max_bytes
    assert kept == most or size(render(kept + 1)) > max_bytes


def test_an_answer_that_can_never_fit_is_refused_with_what_would() -> None:
    with pytest.raises(InputError, match="ask again with max_bytes"):
        fitted(lambda count: Reply({"x": "y" * 5_000}, ""), 3, 2_000)


@given(st.integers(0, 30), st.integers(1, 9), st.integers(2_000, 6_000))
def test_following_the_offsets_gives_every_item_once(count: int, limit: int, max_bytes: int) -> None:
    def around(page: Page) -> Reply:
        return Reply({"rows": page.of("rows"), "next": page.next_offset, "note": page.note}, page.text)

    seen, offset = list[int](), 0
    while offset is not None:
        reply = paged(
            lambda number, room: Item("rows", {"n": number, "t": "t" * room}, ""),
            count,
            offset=offset,
            limit=limit,
            max_bytes=max_bytes,
            around=around,
        )
        seen += [row["n"] for row in reply.structured["rows"]]
        offset = reply.structured["next"]

    assert list(range(count)) == seen


@pytest.mark.parametrize(
    "name",
    [
        "a.md",
        "note:dir/a.md",
        "[[A b]]",
        "Title: with a colon",
        "..hidden",
        "a..b",
        "claim:01ABC",
        "~ish"[1:],
    ],
)
def test_a_name_inside_the_vault_is_taken(name: str) -> None:
    assert name == record_name(f" {name} ")


@pytest.mark.parametrize(
    "name", ["Q: why so", "a: b", "~tilde", "~ about ~", "C:", "note:Q: a.md", "x: y/z.md"]
)
def test_a_title_with_a_colon_or_a_tilde_names_a_record(name: str) -> None:
    assert name == record_name(name)


@pytest.mark.parametrize(
    "name", ["C:/x", "c:\\x", "note:C:/x.md", "~/x", "~root/x", "~", "/etc", "\\\\host\\x", "a/../../x", ".."]
)
def test_a_place_outside_the_vault_names_none(name: str) -> None:
    with pytest.raises(InputError, match="outside the vault"):
        record_name(name)
