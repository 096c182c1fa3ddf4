import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.model.errors import InputError
from caveat.model.terms import Book, Key, Term, Window
from caveat.ops.book.exporting import exported, save
from caveat.ops.book.importing import ReadFile, preview, read_glossary
from caveat.ops.book.importing_apply import FILE, applied
from caveat.ops.book.init import init_book
from caveat.ops.book.opening import open_book
from caveat.ops.book.record import decide, find_term, verify_terms
from caveat.ops.book.results_import import Imported, Outcome
from caveat.ops.recorded import Author
from caveat.vault.glossaries.registry import FORMATS
from caveat.vault.glossaries.rows import Rows

HUMAN = Author("ada")
LINES = (
    '{"headword": "阿Q", "rendering": "А-Кью", "kind": "person", "keys": ["阿桂"], "note": "keep"}',
    '{"headword": "未庄", "rendering": "Вэйчжуан", "forbidden": ["Вейжуан"]}',
    '{"headword":"灵石",  "rendering":"духовный камень","gender":"m"}',
    '{"headword": "赵太爷"}',
    '{"headword": "黑衣人", "rendering": "Незнакомец", "until": 300}',
    '{"headword": "黑衣人", "rendering": "Лу Синь", "since": 300}',
)


@pytest.fixture(autouse=True)
def _state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    init_book(tmp_path / "book", source="zh", target="ru", name="b")
    (tmp_path / "book" / "terms" / "terms.jsonl").write_text("\n".join(LINES) + "\n", encoding="utf-8")
    return tmp_path / "book"


def previewed(folder: Path, *rows: str) -> Imported:
    book = open_book(folder).book
    data = "\n".join(rows).encode("utf-8")
    return preview(book, read_glossary(data, "g.txt", book, format="galtransl"), name="g.txt")


def taken_in(folder: Path, *rows: str, **said: Any) -> Imported:
    return applied(open_book(folder), previewed(folder, *rows), HUMAN, **said)


def only(found: Imported) -> Outcome:
    [outcome] = found.outcomes
    return outcome


@pytest.mark.parametrize(
    ("row", "standing", "reason"),
    [
        ("王胡\tВан Ху", "new", ""),
        ("阿Q\tА-Кью", "same", ""),
        ("阿Ｑ\tА-Кью", "same", ""),
        ("阿桂\tА-Кью", "same", "spelling"),
        ("阿Q\tА-Кью\tдругая заметка", "differs", ""),
        ("灵石\tдуховный камень\tценность", "fills", ""),
        ("赵太爷\tгосподин Чжао", "fills", ""),
        ("未庄\tВэйчжуань", "differs", "Вэйчжуан here"),
        ("未庄\tВейжуан", "differs", "forbidden"),
        ("黑衣人\tКто-то", "collides", "does not say which"),
        ("黑衣人\tЛу Синь", "collides", "does not say which"),
        ("阿桂\tА-Гуй", "collides", "spelling of 阿Q"),
        ("小庄\tВэйчжуан", "collides", "rendering of 未庄"),
        ("修\tпрактика", "short-key", "single character"),
        ("Ван Ху\t王胡", "unreadable", "each other's columns"),
        ("王胡\t王胡", "unreadable", "not in 'ru'"),
        ("第.*章\tглава", "unreadable", "pattern"),
        ("王胡", "unreadable", "no second column"),
        ("王胡\t", "unreadable", "no rendering"),
    ],
)
def test_row_has_its_standing_and_reason(folder: Path, row: str, standing: str, reason: str) -> None:
    outcome = only(previewed(folder, row))

    assert (standing, 1) == (outcome.standing, outcome.line)
    assert reason in outcome.reason


@pytest.mark.parametrize(
    ("headword", "rendering", "standing"),
    [("Лорвин", "Lorwin", "unreadable"), ("Lorwin", "Лорвин", "new"), ("Lorwin", "Lorwin", "new"),
     ("С-3PO", "Си-Трипио", "new")],
)  # fmt: skip
def test_columns_that_are_swapped_are_seen_by_their_letters(
    headword: str, rendering: str, standing: str
) -> None:
    row = Term("", headword, rendering, keys=(Key(headword),), line=1)
    book = Book("b", source="en", target="ru", fold="latin")

    assert standing == only(preview(book, ReadFile("x", False, Rows((row,), ())))).standing


def test_rows_of_one_file_stand_against_each_other(folder: Path) -> None:
    found = previewed(
        folder, "吴妈\tУ-ма", "吴妈\tтётка У", "小D\tДэн", "小E\tДэн", "王胡\tВан Ху", "王胡\tВан Ху"
    )

    assert ["collides"] * 4 + ["new", "same"] == [one.standing for one in found.outcomes]
    assert "line 2" in found.outcomes[0].reason and "line 5" in found.outcomes[5].reason


def test_rows_of_one_headword_and_rendering_are_one_term(folder: Path) -> None:
    rows = (
        "pre_src\t清明\tЦин Мин\tЦинмин",
        "pre_src\t清明\tЦинь Мин\tЦинмин",
        "pre_src\t未庄\tВэй\tВэйчжуан",
    )
    opened = open_book(folder)
    read = read_glossary("\n".join(rows).encode(), "g.txt", opened.book, format="galtransl-post")
    found = applied(opened, preview(opened.book, read), HUMAN)
    term = find_term(open_book(folder), "清明")

    assert ["new", "fills", "fills"] == [one.standing for one in found.outcomes]
    assert (["Цин Мин", "Цинь Мин"], 1) == ([one.text for one in term.forbidden], len(found.added))


def test_second_note_on_a_new_term_is_shown_and_not_taken(folder: Path) -> None:
    first, second = taken_in(folder, "王胡\tВан Ху\tзадира", "王胡\tВан Ху\tбородач").outcomes

    assert ("new", "differs") == (first.standing, second.standing)
    assert "задира" == find_term(open_book(folder), "王胡").note


def test_duplicate_after_folding_is_found(folder: Path) -> None:
    found = previewed(folder, "盧伊里\tЛуили", "盧伊裡\tЛу Или")

    assert ["collides", "collides"] == [one.standing for one in found.outcomes]


def test_preview_writes_nothing(folder: Path) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    previewed(folder, "王胡\tВан Ху", "未庄\tВэйчжуань", "赵太爷\tгосподин Чжао")

    assert before == {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_new_terms_are_appended_and_unverified(folder: Path) -> None:
    found = taken_in(folder, "王胡\tВан Ху/Бородач Ван\tзадира")
    term = find_term(open_book(folder), "王胡")

    assert ("term:b/王胡",) == found.added
    assert ("Ван Ху", ("Бородач Ван",), "задира", FILE) == (
        term.rendering,
        term.aliases,
        term.note,
        term.path,
    )
    assert (False, False) == (term.approval.is_verified, term.approval.is_approved)
    assert "// from g.txt (galtransl)" == (folder / FILE).read_text(encoding="utf-8").splitlines()[0]


def test_filling_a_field_leaves_every_other_character(folder: Path) -> None:
    found = taken_in(folder, "灵石\tдуховный камень/камень духа\tценность", "赵太爷\tгосподин Чжао")
    lines = (folder / "terms" / "terms.jsonl").read_text(encoding="utf-8").splitlines()

    assert ("term:b/灵石", "term:b/赵太爷") == found.filled
    assert (*LINES[:2], *LINES[4:]) == (*lines[:2], *lines[4:])
    assert lines[2].startswith(LINES[2][:-1] + ", ")
    assert {**json.loads(LINES[2]), "note": "ценность", "aliases": ["камень духа"]} == json.loads(lines[2])


def test_absent_fields_never_erase_stored_ones(folder: Path) -> None:
    before = open_book(folder).book.terms
    taken_in(folder, "阿Q\tА-Кью", "灵石\tдуховный камень")

    assert before == open_book(folder).book.terms


def test_another_rendering_is_proposed_once_and_changes_nothing(folder: Path) -> None:
    first = taken_in(folder, "未庄\tВэйчжуань")
    second = taken_in(folder, "未庄\tВэйчжуань")
    term = find_term(open_book(folder), "未庄")

    assert (1, 0) == (len(first.proposed), len(second.proposed))
    assert "proposed already" in only(second).reason
    assert ("Вэйчжуан", ["Вэйчжуань"]) == (
        term.rendering,
        [r.rendering for r in term.revisions if r.is_proposal],
    )


def test_rendering_that_was_turned_down_is_not_proposed_again(folder: Path) -> None:
    [event] = taken_in(folder, "未庄\tВэйчжуань").proposed
    decide(open_book(folder), event, "reject", HUMAN)

    assert () == taken_in(folder, "未庄\tВэйчжуань").proposed


def test_second_import_changes_nothing(folder: Path) -> None:
    rows = ("王胡\tВан Ху", "灵石\tдуховный камень\tценность", "小D\tДэн", "小E\tДэн")
    taken_in(folder, *rows, is_colliding=True)
    before = {path: path.read_bytes() for path in folder.rglob("*.jsonl")}
    again = taken_in(folder, *rows, is_colliding=True)

    assert before == {path: path.read_bytes() for path in folder.rglob("*.jsonl")}
    assert ((), (), ()) == (again.added, again.filled, again.proposed)


def test_colliding_terms_are_taken_on_request_and_wait_as_conflicts(folder: Path) -> None:
    assert () == taken_in(folder, "小D\tДэн", "小E\tДэн").added
    assert ("term:b/小D", "term:b/小E") == taken_in(folder, "小D\tДэн", "小E\tДэн", is_colliding=True).added
    assert "Дэн" in [one.renderings[0] for one in open_book(folder).conflicts() if one.kind == "headwords"]


def test_filling_a_verified_term_says_that_the_look_is_void(folder: Path) -> None:
    opened = open_book(folder)
    verify_terms(opened, [find_term(opened, "灵石")], HUMAN)
    alias, note = previewed(
        folder, "灵石\tдуховный камень/камень духа", "灵石\tдуховный камень\tценность"
    ).outcomes

    assert ("a human has to look at the term again then", "") == (alias.reason, note.reason)


def test_torn_last_line_is_ended_first(folder: Path) -> None:
    (folder / FILE).write_text('{"headword": "x", "rend', encoding="utf-8")
    taken_in(folder, "王胡\tВан Ху")

    assert "Ван Ху" == find_term(open_book(folder), "王胡").rendering


def test_line_that_changed_meanwhile_is_left_alone(folder: Path) -> None:
    opened, found = open_book(folder), previewed(folder, "赵太爷\tгосподин Чжао")
    path = folder / "terms" / "terms.jsonl"
    path.write_text("\n".join(["", *LINES]) + "\n", encoding="utf-8")
    result = applied(opened, found, HUMAN)

    assert ((), ["not-written"]) == (result.filled, [finding.code for finding in result.unwritten])
    assert "\n".join(["", *LINES]) + "\n" == path.read_text(encoding="utf-8")


def test_crlf_and_byte_order_mark_stay(folder: Path) -> None:
    path = folder / "terms" / "terms.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"headword": "\xe7\x8e\x8b\xe8\x83\xa1"}\r\n{"headword": "ab"}\r\n')
    taken_in(folder, "王胡\tВан Ху")

    assert (
        '\ufeff{"headword": "王胡", "rendering": "Ван Ху"}\r\n{"headword": "ab"}\r\n'.encode()
        == path.read_bytes()
    )


def test_file_of_no_known_format_is_refused(folder: Path) -> None:
    book = open_book(folder).book

    with pytest.raises(InputError, match="--format"):
        read_glossary(b"hello", "x.txt", book)
    with pytest.raises(InputError, match="cannot be read"):
        read_glossary(b"SQLite format 3\0", "x.db", book)


NAMES = st.text("阿Q王", min_size=2, max_size=2)
RENDERINGS = st.sampled_from(["Ван", "Ху", "Ван Ху", ""])
ROWS = st.lists(
    st.builds(lambda h, r, k, n: Term("", h, r, keys=(Key(h), *map(Key, k)), note=n), NAMES, RENDERINGS,
              st.lists(NAMES, max_size=1), st.sampled_from(["", "a", "b"])),
    max_size=6,
)  # fmt: skip


@given(ROWS, ROWS)
@settings(max_examples=60, deadline=None)
def test_whatever_is_new_stands_beside_what_is_here(stored: list[Term], rows: list[Term]) -> None:
    kept = list({term.headword: term._replace(ref=f"term:b/{term.headword}") for term in stored}.values())
    found = preview(Book("b", terms=tuple(kept)), ReadFile("x", False, Rows(tuple(rows), ())))
    new = [one.term for one in found.outcomes if one.standing == "new" and one.term]

    assert len(rows) == len(found.outcomes)
    headwords = [term.headword for term in [*kept, *new]]
    assert len(set(headwords)) == len(headwords)
    renderings = [term.rendering for term in new]
    assert len(set(renderings)) == len(renderings)
    assert not {term.rendering for term in kept} & set(renderings)


def test_export_of_a_chapter_has_what_is_known_in_it(folder: Path) -> None:
    book = open_book(folder).book
    before, after = exported(book, "ainiee", chapter=12), exported(book, "ainiee", chapter=300)
    whole = exported(book, "ainiee")

    assert ("Незнакомец", "Лу Синь") == tuple(
        next(one["dst"] for one in json.loads(found.data) if one["src"] == "黑衣人")
        for found in (before, after)
    )
    assert "黑衣人" not in [one["src"] for one in json.loads(whole.data)]
    assert any("--chapter" in loss.what for loss in whole.losses)


def test_export_of_approved_terms_leaves_the_others_out(folder: Path) -> None:
    opened = open_book(folder)
    verify_terms(opened, [find_term(opened, "未庄")], HUMAN)

    assert ["未庄"] == [
        one["src"]
        for one in json.loads(exported(open_book(folder).book, "ainiee", is_approved_only=True).data)
    ]


def test_export_to_another_book_comes_back(folder: Path, tmp_path: Path) -> None:
    book = open_book(folder).book
    init_book(tmp_path / "other", source="zh", target="ru", name="o")
    other = open_book(tmp_path / "other")
    read = read_glossary(exported(book, "tbx", chapter=1).data, "x.tbx", other.book)
    applied(other, preview(other.book, read), HUMAN)
    again = open_book(tmp_path / "other").book

    assert {
        (t.headword, t.rendering, t.kind) for t in book.terms if t.rendering and t.window != Window(300)
    } == {(t.headword, t.rendering, t.kind) for t in again.terms}


def test_saving_replaces_only_what_it_may(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    save(b"a", path, is_replacing=False)

    with pytest.raises(InputError, match="--force"):
        save(b"b", path, is_replacing=False)
    with pytest.raises(InputError, match="book itself"):
        save(b"b", path, is_replacing=True, sources=[path])
    save(b"c", path, is_replacing=True)
    assert (b"c", ["out.txt"]) == (
        path.read_bytes(),
        [one.name for one in tmp_path.iterdir() if one.is_file()],
    )


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "is empty"),
        (b"\xef\xbb\xbf\r\n ", "is empty"),
        ("王胡和他的我们\tВан\n未庄这不了\tВэй\n".encode("gb18030"), "looks like GB18030"),
        ("未庄\tВэйчжуан\r\nabc\tdef\r\n".encode("utf-16-le"), "looks like UTF-16-LE"),
        (b'[{"src":"a","dst":' + b'{"a":' * 100_000, "no glossary that is known"),
        (b"\xff\xfe\x00", "not UTF-16"),
    ],
)
def test_file_that_cannot_be_placed_says_why(data: bytes, told: str) -> None:
    with pytest.raises(InputError, match=told):
        read_glossary(data, "names.txt", Book("b"))


# Signs that mean something to some format, spreadsheet, shell or script, around letters of both languages.
ODD = ["=", "+", "-", "@", "00", "7", "|", '"', "'", ",", ";", "/", "\\", "#", "//", "->", "<", "&amp;", "_x0041_",
       "    ", "\u00a0", "\u3000", "😀", "👍🏽", "שלום", "مرحبا", "e\u0301", "null", "TRUE", "1.0", "(同上)"]  # fmt: skip


def named(core: str) -> st.SearchStrategy[str]:
    around = st.lists(st.sampled_from(ODD), max_size=2).map("".join)
    letters = st.text(core, min_size=3, max_size=5)
    return st.tuples(around, letters, around).map("".join).map(str.strip)


WHOLE = st.fixed_dictionaries(
    {"headword": named("阿桂王胡未庄赵太爷"), "rendering": named("абвгджклмн")},
    optional={
        "note": named("заметка"),
        "aliases": st.lists(named("прстуф"), min_size=1, max_size=2),
        "keys": st.lists(named("钱秀才举人"), min_size=1, max_size=2),
        "gender": st.sampled_from("mf"),
        "kind": st.sampled_from(["person", "place"]),
    },
)


def book_of(folder: Path, terms: list[dict[str, Any]]) -> Path:
    init_book(folder, source="zh", target="ru", name="b")
    text = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in terms)
    (folder / "terms" / "terms.jsonl").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    "form", [name for name, one in FORMATS.items() if one.write and name[:11] != "galtransl-p"]
)
@settings(max_examples=8, deadline=None)
@given(st.lists(WHOLE, min_size=1, max_size=5, unique_by=lambda one: one["headword"]), st.data())
def test_preview_says_what_is_written_and_nothing_is_left_for_a_second_run(
    form: str, terms: list[dict[str, Any]], data: st.DataObject
) -> None:
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        whole = open_book(book_of(root / "a", terms)).book
        file = exported(whole, form).data
        bare = [
            {key: one[key] for key in ("headword", "rendering")} for one in terms if data.draw(st.booleans())
        ]
        folder = book_of(root / "c", bare)
        opened = open_book(folder)
        before = preview(opened.book, read_glossary(file, "g", opened.book, format=form))
        done = applied(opened, before, HUMAN)
        now = open_book(folder).book
        counts = before.counts()

        assert (counts["new"], ()) == (len(done.added), done.unwritten)
        assert len(opened.book.terms) + counts["new"] == len(now.terms)
        filled = {one.ref for one in before.outcomes if one.standing == "fills" and one.ref}
        assert filled == set(done.filled)
        after = preview(now, read_glossary(file, "g", now, format=form)).counts()
        assert (0, 0) == (after["new"], after["fills"])
