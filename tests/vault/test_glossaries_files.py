import gc
import json
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import pytest

from caveat.model.errors import InputError
from caveat.model.terms import APPROVED, Key, Term
from caveat.vault.glossaries.decoding import guess, text_of
from caveat.vault.glossaries.registry import FORMATS, read, write
from caveat.vault.glossaries.rows import Collector
from caveat.vault.glossaries.sheet import write_sheet
from caveat.vault.glossaries.sniffing import Guess, sniff

NAMES = "阿Q\tА-Кью\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_encoding_that_is_certain_is_read(encoding: str) -> None:
    [term] = read(NAMES.encode(encoding), "omegat").terms

    assert ("阿Q", "А-Кью") == (term.headword, term.rendering)


CHINESE = "林动\t他是一个人，在这里修炼道和剑\n" * 3
JAPANESE = "アルト\tこのひとはゆうしゃです\n" * 3
RUSSIAN = "Alt\tАльт Белл, герой этой книги\n" * 3


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (CHINESE, "gb18030"),
        (JAPANESE, "shift_jis"),
        (RUSSIAN, "windows-1251"),
        (NAMES, "utf-16-le"),
        (NAMES, "utf-16-be"),
    ],
)
def test_encoding_that_is_guessed_is_named_and_nothing_is_read(text: str, encoding: str) -> None:
    data = text.encode(encoding)
    rows = read(data, "galtransl")

    assert ((), ["not-utf-8"]) == (rows.terms, [finding.code for finding in rows.findings])
    assert encoding == guess(data)
    assert encoding.upper() in rows.findings[0].message


def test_encoding_that_somebody_names_is_read() -> None:
    assert "林动" == read(CHINESE.encode("gb18030"), "galtransl", encoding="gb18030").terms[0].headword
    assert ["not-utf-8"] == [f.code for f in text_of(b"\xff\xff", "gb18030").findings]


def test_magic_comment_of_omegat_names_the_encoding() -> None:
    text = "# -*- coding: cp1251 -*-\nAlt\tАльт\tгерой\n"
    rows = read(text.encode("cp1251"), "omegat")

    assert [("Alt", "Альт", "герой", 2)] == [(t.headword, t.rendering, t.note, t.line) for t in rows.terms]


def test_first_bad_byte_has_its_line() -> None:
    assert [2] == [finding.line for finding in read(b"a\tb\n" + b"\xc3(\tx\n", "omegat").findings]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\tб\n# c\td\n\n", [("a", "б", "")]),
        ("﻿a\tб\tв\r\nc\tд\r\n", [("a", "б", "в"), ("c", "д", "")]),
    ],
)
def test_omegat_has_three_columns_and_comments(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert expected == [(t.headword, t.rendering, t.note) for t in read(text.encode(), "omegat").terms]


def test_omegat_commas_may_be_quoted_and_span_lines() -> None:
    rows = read('a,"б, в","x\ny"\nc,д\n'.encode(), "omegat-csv")

    assert [("a", "б, в", "x / y", 1), ("c", "д", "", 3)] == [
        (t.headword, t.rendering, t.note, t.line) for t in rows.terms
    ]


def test_quote_that_nobody_closed_is_refused_where_it_opens() -> None:
    rows = read('a,б\nc,"д\n'.encode() + b"e,x\n" * 3, "omegat-csv")

    assert (["a"], [2]) == ([t.headword for t in rows.terms], [f.line for f in rows.findings])


@pytest.mark.parametrize("form", ["omegat", "galtransl"])
def test_mixed_columns_are_refused_by_row(form: str) -> None:
    rows = read("a\tб\nкод\tc\tд\t7\t8\ne\n".encode(), form)

    assert [2, 3] == [finding.line for finding in rows.findings]
    assert ["a"] == [term.headword for term in rows.terms]


@pytest.mark.parametrize(
    "pattern",
    [
        "第.*章",
        "\\d+卷",
        "[ァ-ヶ]+",
        "(王|李)胡",
        "^第一$",
        "a{2}b.+",
        "[^a]b",
        "(?:a)b",
        "/阿.+/i",
        "[A-Za-z]",
        "(a)?",
    ],
)
def test_pattern_is_no_name(pattern: str) -> None:
    collector = Collector()
    collector.add(Term("", pattern, "x", line=7))

    assert [("pattern-key", 7)] == [(finding.code, finding.line) for finding in collector.findings]


@pytest.mark.parametrize(
    "name",
    ["[Sister]", "#hello", "C++", "(笑)", "Dr. No", "What?", "阿Q", "A|B", "\\n[1]", "$100", "Mr.", "...", "***",
     "а/б", "^_^", "【王】", "1.5", "K-9", "[王]"],
)  # fmt: skip
def test_name_with_signs_is_a_name(name: str) -> None:
    collector = Collector()
    collector.add(Term("", name, "x"))

    assert [name] == [term.headword for term in collector.terms]


@pytest.mark.parametrize(
    "term",
    [
        Term("", "a\nb", "x"),
        Term("", "a", "x\x00y"),
        Term("", "a\ud800", "x"),
        Term("", "a", "x", keys=(Key("b\tc"),)),
        Term("", "а" * 201, "x"),
        Term("", "a", "x", note="ы" * 5000),
        Term("", "a", "x", note="\x1b[31m"),
        Term("", "a", "x", keys=tuple(Key(f"k{n}") for n in range(300))),
    ],
)
def test_row_that_no_terms_file_could_hold_is_refused(term: Term) -> None:
    collector = Collector()
    collector.add(term._replace(line=3))

    assert ([], [("unreadable-row", 3)]) == (collector.terms, [(f.code, f.line) for f in collector.findings])


@pytest.mark.parametrize(
    ("data", "filename", "expected"),
    [
        ('[{"src": "a", "dst": "b", "info": "", "regex": false}]', "x.json", "linguagacha"),
        ('{"a": "b"}', "x.json", "linguagacha"),
        ('[null, {"id": 1, "name": "a"}]', "Actors.json", "linguagacha"),
        ('[{"src": "a", "dst": "b", "info": ""}]', "x.json", "ainiee"),
        ('[{"srt": "a", "dst": "b"}]', "x.json", "ainiee"),
        ('{"entries": {"0": {"key": ["a"]}}}', "x.json", "sillytavern"),
        ('{"entries": [{"keys": ["a"]}]}', "x.json", "character-book"),
        ('{"spec": "chara_card_v2", "data": {"character_book": {}}}', "x.json", "character-book"),
        ('[{"source": "a", "target": "b", "category": "c"}]', "x.json", "translatebooks"),
        ('{"en": "a", "ru": "b", "proper": {}}\n{}\n', "x.jsonl", "wmt25"),
        ("<martif><text/></martif>", "x.tbx", "tbx-v2"),
        ('<?xml version="1.0"?>\n<tbx type="TBX-Basic"/>', "x.tbx", "tbx"),
        ("source,target,category\n", "x.csv", "translatebooks-csv"),
        ("JP_Name,CN_Name,Count\n", "x.csv", "galtransl-names"),
        ("a,b,c\n", "x.csv", "omegat-csv"),
        ("a,b,c\n", "x", "omegat-csv"),
        ("# -*- coding: utf-8 -*-\na\tb\n", "x.txt", "omegat"),
        ("a\tb\n", "x.utf8", "omegat"),
        ("a->b #c\n", "x.txt", "galtransl"),
        ("// c\na\tb\n", "x.txt", "galtransl"),
        ("a    b\n", "x.txt", "galtransl"),
        ("pre_jp\ta[or]b\tc\td\n", "x.txt", "galtransl-post"),
        ("a\tb\n", "通用字典_译前.txt", "galtransl-pre"),
        ("a\tb\n", "通用字典_译后.txt", "galtransl-post"),
        ("", "x.txt", ""),
        ("hello", "x.txt", ""),
        ("{", "x.json", ""),
        ("<html/>", "x.html", ""),
    ],
)
def test_format_is_told_by_content_and_name(data: str, filename: str, expected: str) -> None:
    assert expected == sniff(data.encode(), filename).name


def test_workbooks_and_databases_are_told_apart() -> None:
    rules = write_sheet("rules", [["src", "dst", "info", "regex", "case_sensitive"]])
    names = write_sheet("NameTable", [["JP_Name", "CN_Name", "Count"]])

    assert ["linguagacha-xlsx", "galtransl-names", "ainiee-xlsx", "wenyi", ""] == [
        sniff(data).name
        for data in (
            rules,
            names,
            write_sheet("a", [["src", "dst", "info"]]),
            b"SQLite format 3\0x",
            b"PK\3\4",
        )
    ]


def test_what_is_written_is_told_again() -> None:
    terms = [Term("", "阿Q", "А-Кью", note="герой", keys=(Key("阿Q"), Key("阿桂", "orthographic")))]
    told = {
        one.name: sniff(write(terms, one.name).data, f"x{one.suffix}").name
        for one in FORMATS.values()
        if one.write
    }

    assert {} == {
        name: as_
        for name, as_ in told.items()
        if as_ != name and name not in ("galtransl-pre", "galtransl-post")
    }


def test_unknown_and_read_only_formats_are_said_so() -> None:
    with pytest.raises(InputError, match="use one of galtransl"):
        read(b"", "word")
    with pytest.raises(InputError, match="only read"):
        write([], "wmt25")


@pytest.mark.parametrize("form", [name for name, one in FORMATS.items() if one.read])
@pytest.mark.parametrize(
    "data",
    [b"", b"\n\n", b"\xff\xfe", b"\0" * 64, b"{" * 3000, b"[" * 3000, b"<a>" * 3000, b"\t" * 3000, b'"' * 3001,
     b"PK\x03\x04" + b"\xff" * 99, b"null", b"[1, null, [], {}]", b'{"entries": 3}', b'{"entries": {"0": {"key": 3}}}',
     b'[{"src": {}}]', b'{"proper": {"a": {}}}'],
)  # fmt: skip
def test_no_content_makes_a_reader_raise(form: str, data: bytes) -> None:
    rows = read(data, form)

    assert () == rows.terms


@pytest.fixture
def _without_collector() -> Iterator[None]:
    """The time of collecting what other tests left is no time of a reader."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("_without_collector")
@pytest.mark.parametrize(
    ("form", "line"),
    [
        ("galtransl", "名{0}\tимя {0}\tзаметка\n"),
        ("galtransl-post", "pre_src\t名{0}\tне {0}\tда {0}\n"),
        ("omegat-csv", "名{0},имя {0},заметка\n"),
        ("linguagacha", '"名{0}": "имя {0}",\n'),
        ("wmt25", '{{"proper": {{"名{0}": "имя {0}"}}}}\n'),
    ],
)
def test_ten_times_the_rows_take_ten_times_as_long(form: str, line: str) -> None:
    def spent(count: int) -> float:
        body = "".join(line.format(number) for number in range(count))
        data = f'{{{body}"last": "x"}}' if form == "linguagacha" else body
        start = process_time()
        rows = read(data.encode(), form)
        assert count <= len(rows.terms) and not rows.findings
        return process_time() - start

    few, many = min(spent(2_000), spent(2_000)), spent(20_000)

    assert many < 25 * few + 0.3


@pytest.mark.usefixtures("_without_collector")
def test_a_hundred_thousand_rows_are_read() -> None:
    data = "".join(f"名{number}\tимя {number}\n" for number in range(100_000)).encode()
    start = process_time()

    assert 100_000 == len(read(data, "galtransl").terms)
    assert process_time() - start < 15


def test_one_endless_line_takes_no_time() -> None:
    start = process_time()
    for form in ("galtransl", "omegat", "omegat-csv", "linguagacha", "wmt25", "sillytavern"):
        for part in (b"a", b"[", b"(", b"\\", b"|", b"a|", b"(a", b"[a-", b".", b"{1"):
            read(part * 1_000_000, form)

    assert process_time() - start < 10


def test_json_keeps_lone_surrogates_out() -> None:
    rows = read(
        json.dumps([{"src": "\ud800a", "dst": "x"}, {"src": "b", "dst": "y\udfff"}]).encode(), "ainiee"
    )

    assert ((), 2) == (rows.terms, len(rows.findings))


def test_every_format_is_documented_with_what_it_does() -> None:
    page = (Path(__file__).parents[2] / "docs" / "book-formats.md").read_text(encoding="utf-8")
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in page.splitlines()
        if line.startswith("| `")
    ]

    assert {f"`{one.name}`": ["yes", "yes" if one.write else "no"] for one in FORMATS.values()} == {
        row[0]: row[-2:] for row in rows
    }


@pytest.mark.parametrize("unseen", ["\u200b", "\u202e", "\u2066", "\ufeff"])
def test_name_with_a_character_that_nobody_sees_is_refused_by_row(unseen: str) -> None:
    rows = read(f"未{unseen}庄\tВэйчжуан\n王胡\tВан Ху\n".encode(), "galtransl")

    assert ["王胡"] == [term.headword for term in rows.terms]
    assert [(1, True)] == [(one.line, "nobody sees" in one.message) for one in rows.findings]


@pytest.mark.parametrize(
    ("text", "name", "guess"),
    [
        ("<王胡>\tВан\n阿Q\tА-Кью\n", "names.txt", Guess("galtransl")),
        ("<王胡>,Ван\n", "names.csv", Guess("omegat-csv")),
        ("阿Q\tА-Кью\n#王胡\tВан\n", "names.txt", Guess("omegat", is_sure=False)),
        ("# names\n阿Q\tА-Кью\n", "names.txt", Guess("omegat")),
        ("<html><body>阿Q</body></html>", "names.txt", Guess("", is_sure=False)),
    ],
)
def test_a_sign_at_the_start_of_a_name_decides_no_format(text: str, name: str, guess: Guess) -> None:
    assert guess == sniff(text.encode(), name)


@pytest.mark.parametrize("form", ["omegat-csv", "translatebooks-csv"])
@pytest.mark.parametrize("sign", "=+-@")
def test_what_a_spreadsheet_would_compute_comes_back_and_is_said(form: str, sign: str) -> None:
    term = Term("", "阿Q", f"{sign}А", approval=APPROVED)
    written = write([term, Term("", "王胡", "Ван", approval=APPROVED)], form)
    rows = read(written.data, form).terms

    assert [f"{sign}А", "Ван"] == [one.rendering for one in rows]
    assert [("阿Q",)] == [loss.headwords for loss in written.losses if "compute" in loss.what]
