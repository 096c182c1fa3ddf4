"""Terms files and book.toml: what is read, and what is refused with its line."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.model.errors import ConfigError, InputError
from caveat.model.preparation import CarriedState, Sticky, Trace
from caveat.model.terms import DeclaredForm, Forbidden, Key, Nearby, Term, Window
from caveat.vault.book import read_book
from caveat.vault.terms import TermsRead, default_id, read_terms
from caveat.vault.terms_hash import content_hash
from caveat.vault.trace import append_trace, read_state, read_traces, trace_line, write_state
from tests.vaults import make


def read(*lines: Any) -> TermsRead:
    text = "\n".join(
        line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines
    )
    return read_terms(text, path="terms/a.jsonl", book="b", origin="zh")


def only(**said: Any) -> Term:
    found = read({"headword": "阿Q", **said})

    assert () == found.findings
    return found.terms[0].term


def test_line_with_everything_is_read() -> None:
    said = only(
        id="ah-q",
        rendering="А-Кью",
        sense="person",
        keys=["阿桂", {"text": "Q", "kind": "given", "near": ["阿"], "not_near": "Q版", "boundary": "segment",
                       "case_sensitive": False, "rendering": "Кью"}],
        aliases=["А-Гуй"],
        forms={"gen": "А-Кью"},
        near=["未庄"],
        forbidden=["А-Q", {"text": "Акью", "near": ["世"], "reason": "old"}],
        gender="m",
        gender_since=3,
        kind="person",
        since=1,
        until=10,
        sticky=2,
        note="x",
        curated=True,
        never_varies=True,
        example="А-Кью пришёл.",
        reading="a kiu",
        origin="en",
        declared=0.9,
        generated_by="model",
        **{"from": ["note:ch1.md"]},
    )  # fmt: skip

    assert ("term:b/ah-q", "ah-q", "А-Кью", Window(1, 10)) == (said.ref, said.id, said.rendering, said.window)
    assert said.keys == (
        Key("阿Q", nearby=Nearby(("未庄",))),
        Key("阿桂", "nick"),
        Key("Q", "given", Nearby(("阿",), ("Q版",)), "segment", False, "Кью"),
    )
    assert (Forbidden("А-Q"), Forbidden("Акью", Nearby(("世",)), "old")) == said.forbidden
    assert (DeclaredForm("А-Кью", "gen"),) == said.forms
    assert ("m", 3, "person", 2, True, True) == (
        said.gender,
        said.gender_since,
        said.kind,
        said.sticky,
        said.is_curated,
        said.never_varies,
    )
    assert ("hidden", "m") == (said.gender_at(2), said.gender_at(3))
    assert (("note:ch1.md",), 0.9, "model", "en") == (
        said.sources,
        said.declared,
        said.generated_by,
        said.origin,
    )


def test_little_is_enough() -> None:
    said = only()

    assert ("term:b/阿Q", "unknown", "concept", Window(), "zh") == (
        said.ref,
        said.gender,
        said.kind,
        said.window,
        said.origin,
    )
    assert (Key("阿Q"),) == said.keys
    assert not said.approval.is_approved


def test_null_is_as_good_as_absent() -> None:
    assert only() == only(rendering=None, gender=None, keys=None, until=None)


@pytest.mark.parametrize(
    ("said", "identity"),
    [
        ({}, "阿Q"),
        ({"sense": "x"}, "阿Q#x"),
        ({"since": 3}, "阿Q@3"),
        ({"sense": "x", "since": 3}, "阿Q#x@3"),
    ],
)
def test_id_follows_from_headword_sense_and_window(said: dict[str, Any], identity: str) -> None:
    assert identity == only(**said).id
    assert identity == default_id("阿Q", said.get("sense", ""), Window(said.get("since", 0)))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("{", "unreadable-term"),
        ("[1]", "unreadable-term"),
        ("7", "unreadable-term"),
        ('{"a": NaN', "unreadable-term"),
        ("[" * 5000, "unreadable-term"),
        ('{"headword": "x", "note": "' + "x" * 100_001 + '"}', "unreadable-term"),
        ({}, "invalid-term"),
        ({"headword": ""}, "invalid-term"),
        ({"headword": 7}, "invalid-term"),
        ({"headword": "a\nb"}, "invalid-term"),
        ({"headword": "x" * 201}, "invalid-term"),
        ({"headword": "阿Q", "since": -1}, "invalid-term"),
        ({"headword": "阿Q", "until": "9"}, "invalid-term"),
        ({"headword": "阿Q", "near": 7}, "invalid-term"),
        ({"headword": "阿Q", "gender_since": True}, "invalid-term"),
    ],
)
def test_line_that_cannot_be_used_costs_only_itself(line: Any, code: str) -> None:
    found = read(line, "", "// remark", {"headword": "未庄"})

    assert ["未庄"] == [one.term.headword for one in found.terms]
    assert (code, "error", 1) == (found.findings[0].code, found.findings[0].severity, found.findings[0].line)
    assert 4 == found.terms[0].term.line


@pytest.mark.parametrize(
    "said",
    [
        {"gender": "x"},
        {"kind": "god"},
        {"keys": [7]},
        {"keys": [{"kind": "nick"}]},
        {"keys": [{"text": "x", "colour": "red"}]},
        {"keys": [{"text": "x", "kind": "boss"}]},
        {"keys": ["x"] * 201},
        {"forms": "А-Кью"},
        {"forms": {"dual.gen": "x"}},
        {"forbidden": [{"near": "x"}]},
        {"curated": "yes"},
        {"from": ["chapter 1"]},
        {"declared": 2},
        {"verified": "soon"},
        {"sticky": 1.5},
        {"colour": "red"},
        {"headwrod": "x"},
    ],
)
def test_field_that_cannot_be_used_is_told_and_the_rest_counts(said: dict[str, Any]) -> None:
    found = read({"headword": "阿Q", "rendering": "А-Кью", **said})

    assert ["А-Кью"] == [one.term.rendering for one in found.terms]
    assert ["warning"] == [one.severity for one in found.findings]


def test_hash_is_of_what_is_stated_and_of_nothing_else() -> None:
    plain = only(rendering="А-Кью")

    for same in (
        {"note": "x"},
        {"from": ["note:a.md"]},
        {"generated_by": "m"},
        {"example": "x"},
        {"sticky": 3},
    ):
        assert content_hash(plain) == content_hash(only(rendering="А-Кью", **same))
    for other in ({"gender": "m"}, {"keys": ["x"]}, {"since": 2}, {"curated": True}, {"forbidden": ["x"]}):
        assert content_hash(plain) != content_hash(only(rendering="А-Кью", **other))
    assert content_hash(plain) != content_hash(only(rendering="А-Кю"))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["text", "near", "sg"]), inner, max_size=3)
    ),
    max_leaves=8,
)
FIELDS = [
    "headword",
    "rendering",
    "keys",
    "near",
    "forms",
    "forbidden",
    "since",
    "until",
    "gender",
    "from",
    "id",
    "x",
]


@settings(max_examples=200)
@given(st.dictionaries(st.sampled_from(FIELDS), json_values, max_size=6))
def test_no_line_raises(said: dict[str, Any]) -> None:
    found = read(json.dumps(said))

    assert found.terms or found.findings


BOOK = 'name = "b"\nsource = "zh"\ntarget = "ru"\n'


def test_book_with_defaults(tmp_path: Path) -> None:
    root = make(tmp_path, {"book.toml": 'name = "b"\n', "terms/a.jsonl": '{"headword": "阿Q"}\n'})
    found = read_book(root)

    assert ("b", "zh", "ru", "zh", "palladius") == (
        found.book.name,
        found.book.source,
        found.book.target,
        found.book.fold,
        found.book.transliteration,
    )
    assert ["term:b/阿Q"] == [one.term.ref for one in found.terms]
    assert (() == found.book.plan) and (() == found.book.findings)


@pytest.mark.parametrize(
    ("source", "target", "standard"),
    [("ja", "ru", "polivanov"), ("en", "ru", ""), ("zh", "en", ""), ("zh-Hant", "ru", "palladius")],
)
def test_standard_follows_the_languages(tmp_path: Path, source: str, target: str, standard: str) -> None:
    text = f'name = "b"\nsource = "{source}"\ntarget = "{target}"\n'

    assert standard == read_book(make(tmp_path, {"book.toml": text})).book.transliteration


def test_series_comes_first_under_its_own_name(tmp_path: Path) -> None:
    files = {
        "series/terms.jsonl": '{"headword": "未庄"}\n',
        "one/book.toml": BOOK + '[series]\nname = "s"\nterms = "../series"\n',
        "one/terms/a.jsonl": '{"headword": "阿Q"}\n',
    }
    found = read_book(make(tmp_path, files) / "one")

    assert ["term:s/未庄", "term:b/阿Q"] == [one.term.ref for one in found.terms]
    assert "../series/terms.jsonl" == found.terms[0].term.path


def test_series_that_is_not_there_is_told(tmp_path: Path) -> None:
    root = make(tmp_path, {"book.toml": BOOK + '[series]\nname = "s"\nterms = "../gone.jsonl"\n'})

    assert ["missing-file"] == [one.code for one in read_book(root).book.findings]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "name is missing"),
        ('name = "a b"', "letters, digits"),
        ('name = "b"\nsorce = "zh"', "did you mean 'source'"),
        ('name = "b"\nfold = "x"', "fold must be one of"),
        ('name = "b"\n[assembly]\nbudget = -1', "[assembly] budget"),
        ('name = "b"\n[assembly]\nforms = 1', "true or false"),
        ('name = "b"\nbrief = "../x.md"', "must lie in the folder"),
        ('name = "b"\n[series]\nname = "s"', "[series] needs name and terms"),
        ('name = "b"\n[series]\nname = "b"\nterms = "x"', "must not be that of the book"),
        ("name = ", "not TOML"),
        ('name = "\udcff"', "not TOML"),
    ],
)
def test_book_that_cannot_be_used_says_why(tmp_path: Path, text: str, said: str) -> None:
    root = make(tmp_path, {"book.toml": text.encode("utf-8", "surrogateescape")})

    with pytest.raises(ConfigError) as raised:
        read_book(root)
    assert said in str(raised.value)


def test_folder_without_a_book_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="caveat book init"):
        read_book(tmp_path)


def test_plan_changes_with_the_bytes_of_its_files(tmp_path: Path) -> None:
    text = BOOK + 'brief = "brief.md"\nsummaries = "sums"\n[model]\nname = "m"\n'
    root = make(tmp_path, {"book.toml": text, "brief.md": "one", "sums/1.md": "a"})
    before = dict(read_book(root).book.plan)
    make(tmp_path, {"sums/1.md": "b"})
    after = dict(read_book(root).book.plan)

    assert {"brief", "summaries", "model"} == before.keys()
    assert ["summaries"] == [key for key in before if before[key] != after[key]]


TRACE = Trace(
    "b", 1, 1, "s" * 16, "0" * 64, "none", 3, 1, 2, 1, 0, 0, 0, 0, 0, ("term:b/a",), (), (("term:b/c", 2),)
)


def test_trace_is_appended_once_and_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAVEAT_DEVICE", "00000001")
    other = TRACE._replace(chunk=2)

    assert 1 == append_trace(tmp_path, [TRACE])
    assert 1 == append_trace(tmp_path, [TRACE, other, other])
    assert ([TRACE, other], []) == read_traces(tmp_path)
    monkeypatch.setenv("CAVEAT_DEVICE", "00000002")
    append_trace(tmp_path, [TRACE])
    assert ([TRACE, other], []) == read_traces(tmp_path)


def test_damaged_line_of_a_trace_costs_only_itself(tmp_path: Path) -> None:
    lines = [trace_line(TRACE), "{", "[]", trace_line(TRACE).replace('"n_exact":3', '"n_exact":"x"')]
    make(tmp_path, {".caveat/trace/a.jsonl": "\n".join(lines) + "\n"})
    traces, findings = read_traces(tmp_path)

    assert [TRACE] == traces
    assert [2, 3, 4] == [one.line for one in findings]


def test_state_is_written_and_read_back(tmp_path: Path) -> None:
    state = CarriedState(3, 2, "abc", (Sticky("term:b/阿Q", 2, 1), Sticky("term:b/x", 0, 3)))
    write_state(tmp_path / "s.json", state)

    assert state == read_state(tmp_path / "s.json")
    assert ["s.json"] == [path.name for path in tmp_path.iterdir()]


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"sticky": 7}', '{"chapter": -1, "chunk": 0, "snapshot": "", "sticky": []}']
)
def test_file_that_is_no_state_is_refused(tmp_path: Path, text: str) -> None:
    make(tmp_path, {"s.json": text})

    with pytest.raises(InputError, match="no carried state"):
        read_state(tmp_path / "s.json")
    with pytest.raises(InputError, match="cannot be read"):
        read_state(tmp_path / "gone.json")


def test_content_hash_is_that_of_plain_json() -> None:
    written = only(
        headword="阿Q",
        rendering='А-"Кью"',
        sense="ё\\n",
        keys=["阿桂", {"text": "Q", "near": ["阿"], "not_near": ["动作片"], "case_sensitive": False}],
        aliases=["Q"],
        forms={"gen": "А-Кью", "pl.gen": "x"},
        forbidden=[{"text": "б", "near": ["г"], "reason": "r"}],
        used_near=["近"],
        gender="m",
        gender_since=3,
        since=2,
        until=9,
        curated=True,
        reading="ā",
    )
    names = "aliases forbidden forms headword keys kind nearby reading rendering sense window".split()
    stated = {name: getattr(written, name) for name in names}
    stated |= {"gender": (written.gender, written.gender_since), "curated": written.is_curated}
    text = json.dumps(stated, sort_keys=True, separators=(",", ":"))

    assert hashlib.sha256(f"term/v1 {text}".encode()).hexdigest() == content_hash(written)
