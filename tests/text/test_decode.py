import pytest
from hypothesis import given
from hypothesis import strategies as st

from caveat.text.decode import decode, line_starts, place


@pytest.mark.parametrize(
    ("data", "text", "encoding", "has_bom"),
    [
        (b"", "", "utf-8", False),
        ("Чай\r\n龙".encode(), "Чай\r\n龙", "utf-8", False),
        (b"\xef\xbb\xbf---\n", "---\n", "utf-8", True),
        (b"\xff\xfe" + "Чай\n".encode("utf-16-le"), "Чай\n", "utf-16-le", True),
        (b"\xfe\xff" + "Чай\n".encode("utf-16-be"), "Чай\n", "utf-16-be", True),
        (b"\xff\xfe\x00\x00" + "Чай\n".encode("utf-32-le"), "Чай\n", "utf-32-le", True),
    ],
)
def test_readable_files_give_their_text_without_findings(
    data: bytes, text: str, encoding: str, has_bom: bool
) -> None:
    decoded = decode(data)

    assert (text, encoding, has_bom, ()) == decoded


@pytest.mark.parametrize(
    ("data", "text", "line", "column"),
    [
        ("# caf\xe9 zorbal".encode("latin-1"), "# caf\xe9 zorbal", 1, 6),
        (b"one\n\xc3\xa9\xc3\xa9 \x80\n", "one\n\xe9\xe9 \u20ac\n", 2, 4),
        (b"a\r\rb\x81", "a\r\rb\x81", 3, 2),
        ("договор\n".encode() + b"\xe9", "договор\n\xe9", 2, 1),
    ],
)
def test_bytes_that_are_not_utf8_are_named_and_the_rest_is_kept(
    data: bytes, text: str, line: int, column: int
) -> None:
    decoded = decode(data)

    (finding,) = decoded.findings
    assert ("not-utf-8", line, column) == (finding.code, finding.line, finding.column)
    assert (text, "cp1252") == (decoded.text, decoded.encoding)


def test_half_a_utf16_unit_is_a_finding() -> None:
    decoded = decode(b"\xff\xfea\x00\n\x00b")

    assert "a\n\ufffd" == decoded.text
    assert [("not-utf-8", 2, 1)] == [(f.code, f.line, f.column) for f in decoded.findings]


def test_nul_is_named_and_the_text_around_it_keeps_its_offsets() -> None:
    decoded = decode(b"# nul\n zorbal\x00 rest\x00")

    (finding,) = decoded.findings
    assert ("nul-byte", 2, 8) == (finding.code, finding.line, finding.column)
    assert "2 NUL bytes" in finding.message
    assert "# nul\n zorbal\ufffd rest\ufffd" == decoded.text


@given(st.binary(max_size=200))
def test_any_bytes_decode_and_their_places_lie_in_the_text(data: bytes) -> None:
    decoded = decode(data)

    starts = line_starts(decoded.text)
    for finding in decoded.findings:
        assert 1 <= finding.line <= len(starts)
        assert starts[finding.line - 1] + finding.column - 1 <= len(decoded.text)


@given(st.text(alphabet="ab\r\n\u2028\x0b"))
def test_lines_end_at_lf_crlf_and_cr_only(text: str) -> None:
    starts = line_starts(text)

    lines = [text[a:b] for a, b in zip(starts, [*starts[1:], len(text)], strict=True)]
    assert text == "".join(lines)
    assert all(line.rstrip("\r\n").count("\n") == 0 and "\r" not in line.rstrip("\r\n") for line in lines)
    assert len(starts) == 1 + text.replace("\r\n", "\n").replace("\r", "\n").count("\n")
    assert all((number + 1, 1) == place(starts, start) for number, start in enumerate(starts))


def test_every_byte_bad_stays_linear() -> None:
    decoded = decode(b"\xe9" * 1_000_000)

    assert 1_000_000 == len(decoded.text)
