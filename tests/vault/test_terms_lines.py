import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.model.errors import EditRefused
from caveat.model.terms import DeclaredForm, Forbidden, Key, Nearby, Term, Window
from caveat.vault.terms import term_of
from caveat.vault.terms_lines import fields_of, filled, line_of


@pytest.mark.parametrize(
    "term",
    [
        Term("", "阿Q", "А-Кью"),
        Term("", "阿Q"),
        Term(
            "", "修", "практика", keys=(Key("修", nearby=Nearby(("道",), ("理",)), is_case_sensitive=False),)
        ),
        Term(
            "",
            "阿Q",
            "А-Кью",
            sense="герой",
            keys=(
                Key("阿Q", boundary="segment"),
                Key("阿桂", "orthographic", Nearby(("王",)), "none", False, "А-Гуй"),
                Key("Q"),
                Key("老Q", "nick"),
            ),
            aliases=("Акью",),
            forms=(DeclaredForm("А-Кью", "gen", ""), DeclaredForm("x", "nom", "pl")),
            nearby=Nearby((), ("x",)),
            forbidden=(Forbidden("А-Кю"), Forbidden("Акю", Nearby(("а",)), "why")),
            gender="m",
            gender_since=3,
            kind="person",
            window=Window(1, 30),
            sticky=2,
            note="n",
            is_curated=True,
            never_varies=True,
            example="e",
            reading="r",
            origin="ja",
            sources=("note:a.md",),
            declared=0.0,
            generated_by="m",
        ),
    ],
)
def test_fields_of_a_term_are_read_as_that_term(term: Term) -> None:
    written, findings = term_of(json.loads(line_of(fields_of(term))), book="b", origin="zh")

    assert [] == findings and written is not None
    assert (term.keys or (Key(term.headword),)) == written.term.keys
    expected = term._replace(keys=written.term.keys, origin=term.origin or "zh")
    bookkeeping = {name: getattr(written.term, name) for name in ("ref", "revisions", "content_hash")}
    assert expected._replace(**bookkeeping) == written.term


@pytest.mark.parametrize(
    ("line", "fields", "expected"),
    [
        ('{"headword": "a"}', {"note": "n"}, '{"headword": "a", "note": "n"}'),
        ("{}", {"note": "n"}, '{"note": "n"}'),
        ('  { "headword":"a" , "n":1.50 }  ', {"note": "n"}, '  { "headword":"a" , "n":1.50, "note": "n"}  '),
        ('{"keys": ["b"], "x": 1}', {"keys": ["c"]}, '{"keys": ["b", "c"], "x": 1}'),
        ('{"keys": [ ]}', {"keys": ["c"]}, '{"keys": ["c"]}'),
        ('{"keys": "b"}', {"keys": ["c", {"text": "d"}]}, '{"keys": ["b", "c", {"text": "d"}]}'),
        ('{"a": "\\u0041"}', {"note": "п"}, '{"a": "\\u0041", "note": "п"}'),
    ],
)
def test_fields_are_put_in_and_every_other_character_stays(line: str, fields: dict, expected: str) -> None:
    assert expected == filled(line, fields)


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ('{"note": "a"}', {"note": "b"}),
        ('{"note": ""}', {"note": "b"}),
        ("[]", {"note": "b"}),
        ('{"a"', {"note": "b"}),
        ('{"keys": [], "keys": []}', {"keys": ["a"]}),
        ("[" * 100_000, {"note": "b"}),
    ],
)
def test_what_is_there_is_never_replaced(line: str, fields: dict) -> None:
    with pytest.raises(EditRefused):
        filled(line, fields)


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-9, 9), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(
    st.dictionaries(st.sampled_from(["headword", "keys", "a", "b"]), JSON, max_size=4),
    st.dictionaries(st.sampled_from(["note", "kind"]), st.text(max_size=5), max_size=2),
    st.lists(st.text(max_size=3), min_size=1, max_size=2),
    st.sampled_from([None, 1]),
)
@settings(max_examples=80, deadline=None)
def test_a_filled_line_says_both(before: dict, scalars: dict, keys: list[str], indent: int | None) -> None:
    line = json.dumps(before, indent=indent, ensure_ascii=False)
    after = json.loads(filled(line, {**scalars, "keys": keys}))
    had = before.get("keys", [])

    assert {**before, **scalars, "keys": [*(had if isinstance(had, list) else [had]), *keys]} == after
