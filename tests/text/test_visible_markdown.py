import pytest

from caveat.model.visible import Visible
from caveat.text.visible import visible


def read(source: str) -> Visible:
    return visible(source, "markdown")


def blocks(source: str) -> list[tuple[str, str, int, int | None]]:
    seen = read(source)
    return [
        (block.kind, seen.text[block.start : block.end], block.level, block.lead) for block in seen.blocks
    ]


def masked(source: str) -> list[tuple[str, str]]:
    seen = read(source)
    return [(mask.kind, seen.text[mask.start : mask.end]) for mask in seen.masks]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("The price is **12** $", "The price is 12 $"),
        ("1**2**_ _ 12\\$ \\&amp; &amp;nbsp; &#36;5", "12_ _ 12$ &amp; &nbsp; $5"),
        ("[12](https://a.b/99) %", "12 %"),
        ("[12][r] %\n\n[r]: /u/99", "12 %"),
        ("12![3](p.png)4 a![b](x)", "12\n3\n4 a b"),
        ("![Plan $15](p.png) and ![own](x)", "Plan $15 and own"),
        ("[a](u 'tip $9') b", "a b\ntip $9"),
        ("~~15~~12 $ ~~1~~ 200 $", "15\n12 $ 1\n200 $"),
        ("~5~ to 10~20%, 30~40%", "~5~ to 10~20%, 30~40%"),
        ("a\nb  \nc\\\nd", "a b\nc\nd"),
        ("a\r\nb\r\n\r\nc", "a b\nc"),
        ("> a\n> b\n\nc", "a b\nc"),
        ("[[Note|a $12]] ![[i.png|alt 5]] [[Note 7]]", "a $12 alt 5 Note 7"),
        ("1\xad2\u200b3 $", "123 $"),
        ("<b>12</b> $<br>next", "12 $\nnext"),
        ("<p>1<b>2</b>&nbsp;$\n\n**3**</p>", "12\xa0$\n3"),
        ("---\nprice: $15\n---\n# T", "T"),
        ("\ufeff---\na: 1\n---\nT", "T"),
        ("---\nThe price is $15\n---\n", "The price is $15"),
        ("a <script>var p = 15</script> b <!-- $9 --> c", "a b c"),
        ("text <script> $16\n\nnext $15", "text\nnext $15"),
        ("> <script>\n> 16\n\nnext $15", "next $15"),
        ("> <div\n> class=1>x</div>\n\n`a\nb`", "x\na b"),
        ("<!-- 5% --> Nothing.", "Nothing."),
        ("x[^1] [^9]\n\n[^1]: note", "x[^1] [^9]\n[^1] note"),
        ("Alpha 🦊 **é** 12", "Alpha 🦊 é 12"),
        ("1. a\n2.\n3. 4. b", "1. a\n2.\n3.\n4. b"),
    ],
)
def test_text_is_what_a_reader_sees(source: str, text: str) -> None:
    assert text == read(source).text


def test_each_character_knows_where_it_comes_from() -> None:
    source = "---\na: é\n---\nЦена **1**2&nbsp;\\$ [x](u 'tip')"
    seen = read(source)

    assert "Цена 12\xa0$ x\ntip" == seen.text
    assert [*"Цена 12", "&nbsp;", "$", " ", "x", "", *"tip"] == [
        source[start:end] for start, end in zip(seen.starts, seen.ends, strict=False)
    ]


def test_lists_have_depth_and_lead() -> None:
    source = "Prices:\n\n- Alpha\n  - in\n  - out\n\n  more\n- Beta\n\n> Gamma:\n> 1. one\n\n## H\n* x\n"

    assert [
        ("paragraph", "Prices:", 0, None),
        ("item", "Alpha", 1, 0),
        ("item", "in", 2, 1),
        ("item", "out", 2, 1),
        ("item", "more", 1, 1),
        ("item", "Beta", 1, 0),
        ("paragraph", "Gamma:", 0, None),
        ("item", "1. one", 1, 6),
        ("heading", "H", 2, None),
        ("item", "x", 1, None),
    ] == blocks(source)


@pytest.mark.parametrize(
    "code",
    [
        "```py\nx = 5\n\ny\n```",
        "~~~\nx = 5\n\ny\n~~~",
        "    x = 5\n\n    y",
        "<pre><code>x = 5\n\ny</code></pre>",
    ],
)
def test_code_block_is_masked_whole(code: str) -> None:
    seen = read(f"{code}\n\nafter")

    assert "x = 5\n\ny\nafter" == seen.text
    assert ["code", "paragraph"] == [block.kind for block in seen.blocks]
    assert [("code", "x = 5\n\ny")] == masked(f"{code}\n\nafter")


def test_headings_of_markdown_and_html_are_one_outline() -> None:
    seen = read("A\n=\n\n## B\nb\n\n<h3>C</h3>\n\nc\n\n> # D\n> d\n\ne\n\n- # F\n  f\n\n# G\n")

    found = {
        seen.text[block.start : block.end]: "".join(seen.text[seen.blocks[at].start] for at in block.headings)
        for block in seen.blocks
    }
    expected = {"A": "", "B": "A", "b": "AB", "C": "AB", "c": "ABC", "D": "", "d": "D", "e": "ABC"}
    assert {**expected, "F": "", "f": "F", "G": ""} == found


@pytest.mark.parametrize(
    "source",
    [
        "| M | **in**, $ |\n|---|--:|\n| A | 1&nbsp;2 |\n| [[x\\|B]] |",
        "<table>\n<tr><th>M</th><th>in, $</th></tr>\n\n<tr><td>A</td><td>1&nbsp;2</td></tr>\n<tr><td>B</td></tr></table>",
    ],
)
def test_cells_stand_in_their_row_and_column(source: str) -> None:
    seen = read(f"Prices:\n\n{source}\n")

    assert [
        ("M", 0, 0, True),
        ("in, $", 0, 1, True),
        ("A", 1, 0, False),
        ("1\xa02", 1, 1, False),
        ("B", 2, 0, False),
    ] == [
        (seen.text[block.start : block.end], block.row, block.column, block.is_header)
        for block in seen.blocks[1:]
    ]
    assert {(0, 0)} == {(block.table, block.lead) for block in seen.blocks[1:]}


def test_tables_are_numbered_and_only_a_colon_introduces_one() -> None:
    seen = read("Gone.\n\n|a|\n|-|\n\n<table><td>b</table>\n\nNow:\n\n|c|\n|-|\n")

    cells = [block for block in seen.blocks if block.kind == "cell"]
    assert [("a", 0, None), ("b", 1, None), ("c", 2, 3)] == [
        (seen.text[block.start], block.table, block.lead) for block in cells
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("If $x = 5$ then pay $7.", ["$x = 5$"]),
        ("$$y^2 = 12$$ and $\\frac{1}{2}$ and $10^6$", ["$$y^2 = 12$$", "$\\frac{1}{2}$", "$10^6$"]),
        (
            "$x - 5$ and $n$ and $\\alpha_1$ and $a_{12} \\le 5$",
            ["$x - 5$", "$n$", "$\\alpha_1$", "$a_{12} \\le 5$"],
        ),
        ("$$\nx = 5\n$$", ["$$ x = 5 $$"]),
        ("$5 and $10", []),
        ("$5 and CA$6, A$7", []),
        ("US$5 = x$, 12$ = x$", []),
        ("\\$x = 5\\$ &#36;x = 5&#36;", []),
        ("$12 = cheap$ and $цена = 5$ and $5$", []),
        ("$x = 5 $ and $ x = 5$", []),
        ("pay $5, or `$x = 5$`", []),
        ("$12 and**$ a$", []),
        ("$x\n\n= 5$", []),
    ],
)
def test_only_mathematics_is_masked_as_such(source: str, expected: list[str]) -> None:
    assert expected == [text for kind, text in masked(source) if kind == "math"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("fee is `$0.20` flat, `` `5` ``", [("inline-code", "$0.20"), ("inline-code", "`5`")]),
        ("a <code>12</code>", [("inline-code", "12")]),
        ("<https://a.b/12> <c@d.e> http://f/5", [("url", "https://a.b/12"), ("url", "c@d.e"), ("url", "http://f/5")]),
        ("$12[^1]\n\n[^1]: n", [("footnote", "[^1]"), ("footnote", "[^1]")]),
        ("$12[^open] and <sup>2</sup>", [("footnote", "[^open]")]),
        ("$12<sup>2</sup>", [("footnote", "2")]),
        ("so [@smith99, p. 5] [see @a1]", [("citation", "[@smith99, p. 5]"), ("citation", "[see @a1]")]),
        ("[a](u/5)", []),
    ],
)  # fmt: skip
def test_markup_masks(source: str, expected: list[tuple[str, str]]) -> None:
    assert expected == masked(source)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("12 $ <!-- fact: alpha.out --> x", [("fact", "alpha.out", "", 4)]),
        ("12 $\n\n<!-- allow: old -->\n\nx", [("allow", "old", "", 4)]),
        ("|a|\n|-|\n| 7 <!-- fact: b --> |", [("fact", "b", "", 3)]),
        ("We <b data-fact='a.b'>**12** $</b>", [("fact", "a.b", "12 $", 3)]),
        ("<div data-allow='why'>\n\n5\n\n6\n\n</div>\n\n7", [("allow", "why", "5\n6", 0)]),
        ("`<!-- fact: a -->` and \\<!-- fact: b -->", []),
    ],
)
def test_marks(source: str, expected: list[tuple[str, str, str, int]]) -> None:
    seen = read(source)

    assert expected == [(kind, value, seen.text[start:end], start) for kind, value, start, end in seen.marks]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("---\na: 15\n---\nx", [("frontmatter", "---\na: 15\n---\n")]),
        ("[a](u/15) b", [("link", "](u/15)")]),
        ("[a](u 't') b", [("link", "](u '")]),
        ("[[Note 7|a]]", [("markup", "[[Note 7|")]),
        ("a\n\n[r]: /u/15 '16'\n\nb", [("markup", "\n\n[r]: /u/15 '16'\n\n")]),
        ("```py3\nx\n```", [("markup", "```py3\n")]),
        ("a<!-- 5 -->b", [("comment", "<!-- 5 -->")]),
    ],
)
def test_what_no_reader_sees_is_listed(source: str, expected: list[tuple[str, str]]) -> None:
    assert expected == [(name, source[start:end]) for name, start, end in read(source).hidden]


def test_language_of_html_around_markdown_holds() -> None:
    seen = read("a\n\n<div lang=de>\n\nb **c**\n\n</div>\n\nd\n")

    assert [("a", ""), ("b c", "de"), ("d", "")] == [
        (seen.text[block.start : block.end], block.language) for block in seen.blocks
    ]


def test_html_left_open_in_an_item_ends_with_it() -> None:
    assert [
        ("item", "a", 1, None),
        ("item", "x", 2, 0),
        ("item", "b", 1, None),
        ("paragraph", "c", 0, None),
    ] == blocks("- a <ul><li>x\n- b\n\nc\n")
