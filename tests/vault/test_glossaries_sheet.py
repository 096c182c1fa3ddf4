import io
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.vault.glossaries import sheet
from caveat.vault.glossaries.registry import read
from caveat.vault.glossaries.sheet import NotASheet, read_sheet, write_sheet

WORKBOOK = (
    '<workbook xmlns="m" xmlns:r="r"><sheets><sheet name="other" r:id="a"/><sheet name="rules" r:id="b"/>'
    "</sheets></workbook>"
)
RELATIONS = (
    '<Relationships><Relationship Id="a" Target="worksheets/one.xml"/>'
    '<Relationship Id="b" Target="/xl/worksheets/two.xml"/></Relationships>'
)


def packed(parts: dict[str, str], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", compression) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return stream.getvalue()


def workbook(rows: str, strings: str = "") -> bytes:
    return packed(
        {
            "xl/workbook.xml": WORKBOOK,
            "xl/_rels/workbook.xml.rels": RELATIONS,
            "xl/worksheets/one.xml": "<worksheet><sheetData><row><c t='str'><v>no</v></c></row></sheetData></worksheet>",
            "xl/worksheets/two.xml": f"<worksheet><sheetData>{rows}</sheetData></worksheet>",
            "xl/sharedStrings.xml": f"<sst>{strings}</sst>",
        }
    )


def test_cells_of_every_kind_are_words() -> None:
    rows = (
        '<row r="3"><c r="A3" t="s"><v>1</v></c><c r="C3" t="inlineStr"><is><t>x</t></is></c>'
        '<c r="D3" t="b"><v>1</v></c><c r="E3"><v>12.0</v></c><c r="F3" t="str"><f>1+1</f><v>two</v></c></row>'
        '<row r="4"><c r="A4"/></row><row><c t="s"><v>0</v></c><c t="s"><v>9</v></c></row>'
    )
    strings = (
        "<si><r><t>阿</t></r><r><t>Q</t></r><rPh sb='0' eb='1'><t>あ</t></rPh></si><si><t>a_x0041_</t></si>"
    )
    lines = read_sheet(workbook(rows, strings), "rules")

    assert [(3, ("aA", "", "x", "TRUE", "12", "two")), (3, ("阿Q", ""))] == [
        (one.number, one.cells) for one in lines
    ]


def test_sheet_is_chosen_by_name_and_else_the_first() -> None:
    data = workbook('<row><c t="str"><v>yes</v></c></row>')

    assert ["yes", "no"] == [read_sheet(data, name)[0].cells[0] for name in ("rules", "none")]


CELLS = st.text(
    st.characters(exclude_categories=["Cs", "Cn", "Co"], exclude_characters="\ufffe\uffff"), max_size=12
)


@given(st.lists(st.lists(CELLS, min_size=1, max_size=4), min_size=1, max_size=5))
@settings(max_examples=60, deadline=None)
def test_what_is_written_comes_back(rows: list[list[str]]) -> None:
    expected = [list(row) for row in rows if any(cell.strip() for cell in row)]
    found = [list(line.cells) for line in read_sheet(write_sheet("rules", rows), "rules")]

    assert [trimmed(row) for row in expected] == [trimmed(row) for row in found]


def trimmed(row: list[str]) -> list[str]:
    while row and not row[-1]:
        row = row[:-1]
    return row


def test_same_rows_are_the_same_bytes() -> None:
    assert write_sheet("rules", [["阿Q", True]]) == write_sheet("rules", [["阿Q", True]])


BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><workbook>&b;</workbook>'


@pytest.mark.parametrize(
    "data",
    [
        b"PK\x03\x04",
        b"PK\x03\x04" + b"\0" * 200,
        write_sheet("rules", [["a"]])[:-40],
        write_sheet("rules", [["a"]])[:300],
        packed({"xl/workbook.xml": "<workbook/>"}),
        packed({"xl/workbook.xml": "<workbook><sheets><sheet name='a'/></sheets></workbook>"}),
        packed({"xl/workbook.xml": BOMB}),
        packed({"xl/workbook.xml": WORKBOOK}, zipfile.ZIP_BZIP2),
        packed({"nothing": ""}),
    ],
)
def test_what_is_no_workbook_is_refused(data: bytes) -> None:
    with pytest.raises(NotASheet):
        read_sheet(data)

    rows = read(data, "linguagacha-xlsx")
    assert ((), ["unreadable-glossary"]) == (rows.terms, [finding.code for finding in rows.findings])


def test_part_that_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "MOST_UNPACKED", 100_000)
    data = workbook('<row><c t="str"><v>' + "0" * 1_000_000 + "</v></c></row>")

    assert len(data) < 100_000
    with pytest.raises(NotASheet, match="unpacks"):
        read_sheet(data, "rules")


def test_flipped_bytes_never_raise_anything_else() -> None:
    whole = write_sheet("rules", [["src", "dst"], ["阿Q", "А-Кью"]])
    for place in range(0, len(whole), 7):
        data = whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :]
        rows = read(data, "ainiee-xlsx")
        assert rows.terms or rows.findings or place


def test_flags_of_a_workbook_count() -> None:
    data = write_sheet(
        "rules",
        [
            ["src", "dst", "info", "regex", "case_sensitive"],
            ["阿Q", "А-Кью", "герой", False, False],
            ["a.c", "x", "", True, False],
        ],
    )
    rows = read(data, "linguagacha-xlsx")

    assert [("阿Q", "А-Кью", "герой", False)] == [
        (t.headword, t.rendering, t.note, t.keys[0].is_case_sensitive) for t in rows.terms
    ]
    assert [("pattern-key", 3)] == [(finding.code, finding.line) for finding in rows.findings]


def test_header_may_be_missing_and_columns_may_be_moved() -> None:
    bare, moved = (
        write_sheet("x", [["阿Q", "А-Кью"]]),
        write_sheet("x", [["info", "dst", "src"], ["", "А-Кью", "阿Q"]]),
    )

    assert ["阿Q", "阿Q"] == [read(data, "ainiee-xlsx").terms[0].headword for data in (bare, moved)]


def test_half_a_header_is_refused() -> None:
    rows = read(write_sheet("x", [["src", "x"], ["阿Q", "А-Кью"]]), "ainiee-xlsx")

    assert ((), 1) == (rows.terms, len(rows.findings))


def test_other_columns_are_told() -> None:
    rows = read(write_sheet("x", [["src", "dst", "", "mine"], ["阿Q", "А-Кью", "", "!"]]), "ainiee-xlsx")

    assert [("not-taken", "note")] == [(finding.code, finding.severity) for finding in rows.findings]
