import pytest

from caveat.text.visible import visible


def blocks(source: str) -> list[tuple[str, str, int, int | None]]:
    seen = visible(source, "text")
    return [
        (block.kind, seen.text[block.start : block.end], block.level, block.lead) for block in seen.blocks
    ]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("The price is **12** $, <b>5</b> &amp; `x`.", "The price is **12** $, <b>5</b> &amp; `x`."),
        ("a\nb\n\nc\n \t\n\n d ", "a\nb\nc\nd"),
        ("a\r\nb\r\rc", "a\nb\nc"),
        ("1\xad2\u200b3\ufeff $", "123 $"),
        ("", ""),
        ("\n \n", ""),
        ("# 5 not a heading\n| 1 | 2 |\na\t3", "# 5 not a heading\n| 1 | 2 |\na\t3"),
        ("-5 %\n− 5 %", "-5 %\n− 5 %"),
    ],
)
def test_text_is_kept(source: str, text: str) -> None:
    assert text == visible(source, "text").text


def test_line_end_of_two_characters_is_one() -> None:
    seen = visible("a\r\nb", "text")

    assert ([0, 1, 3, 4], [1, 3, 4]) == (list(seen.starts), list(seen.ends))


def test_items_nest_by_indentation() -> None:
    source = "Prices:\n- a 5\n  on\n- b\n  * c\n\n    more c\n\n  more b\n\nout\n1. x\n2) y\n"

    assert [
        ("paragraph", "Prices:", 0, None),
        ("item", "a 5\n  on", 1, 0),
        ("item", "b", 1, 0),
        ("item", "c", 2, 2),
        ("item", "more c", 2, 3),
        ("item", "more b", 1, 2),
        ("paragraph", "out", 0, None),
        ("item", "1. x", 1, 6),
        ("item", "2) y", 1, 6),
    ] == blocks(source)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("It ended in\n2012. The rest", ["It ended in\n2012. The rest"]),
        ("The fee is\n12. dollars", ["The fee is\n12. dollars"]),
        ("12. dollars", ["12. dollars"]),
        ("Steps\n1. go", ["Steps", "1. go"]),
        ("1. in\n2012. x\n2. y", ["1. in\n2012. x", "2. y"]),
        ("— $0.20 a\n— b", ["— $0.20 a", "— b"]),
        ("Цена:\n— 5 %", ["Цена:", "— 5 %"]),
        ("broken here\n— and on", ["broken here\n— and on"]),
        ("a\n- b\n• c\n-d", ["a", "b", "c\n-d"]),
        ("1.5 % and\n3.5", ["1.5 % and\n3.5"]),
        ("- \n-", ["- \n-"]),
    ],
)
def test_item_opens_where_a_marker_is_one(source: str, expected: list[str]) -> None:
    assert expected == [text for _, text, _, _ in blocks(source)]
