from typing import Any

import pytest

from caveat.model.visible import Visible
from caveat.text.visible import visible


def read(source: str) -> Visible:
    return visible(source, "html")


def blocks(source: str) -> list[tuple[str, str]]:
    seen = read(source)
    return [(block.kind, seen.text[block.start : block.end]) for block in seen.blocks]


def masked(source: str) -> list[tuple[str, str]]:
    seen = read(source)
    return [(mask.kind, seen.text[mask.start : mask.end]) for mask in seen.masks]


def hidden(source: str) -> list[tuple[str, str]]:
    return [(name, source[start:end]) for name, start, end in read(source).hidden]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<b>12</b> $", "12 $"),
        ("1<b>2</b>", "12"),
        ("1<wbr>200 ₽", "1200 ₽"),
        ("12&nbsp;&#36;", "12\xa0$"),
        ("&minus;3&nbsp;&percnt;", "−3\xa0%"),
        ("&#x24;5 &#36 6 &frac12; &copy2 &ampnbsp;", "$5 $ 6 ½ ©2 &nbsp;"),
        ("&amp;nbsp; &bogus; &# &;", "&nbsp; &bogus; &# &;"),
        ("&#0;&#99999999999;&#" + "0" * 5000 + "36;", "\ufffd\ufffd$"),
        ("a\n  <b> b</b>\t<i>c </i> d", "a b c d"),
        ("x<br>y <br> <br>z<br>", "x\ny\nz"),
        ("<p>12</p><p>dollars</p>", "12\ndollars"),
        ("<p>a<p>b<div>c", "a\nb\nc"),
        ("a<script>var p='$15';</script>b<style>5%</style>c<noscript>9</noscript>d", "abcd"),
        ("a<template>1<template>2</template>3</template>b", "ab"),
        ("<SCRIPT>x</scriptx>y</Script >z", "z"),
        ("a<!-->b<!--->c<!-- x --!>d", "abcd"),
        ("a<!-- never closed $15", "a"),
        ("<!doctype html><?php 12 ?>a</>b<![CDATA[5]]>", "ab5"),
        ("a < b 5<6 a<b", "a < b 5<6 a<b"),
        ("<b <b <b 15", "<b <b <b 15"),
        ('<b title="12>text $15</b> more', "text $15 more"),
        ("<del>15</del>12 $", "15\n12 $"),
        ("<s>1</s> 200 $ 1<ins>2</ins>", "1\n200 $ 12"),
        ('<div style="display: inline">12</div><div style="display:inline-block">$</div>', "12$"),
        ('<span style="display:block">12</span>$', "12\n$"),
        ("<p hidden>5</p><p style='display:none'>6</p>", "5\n6"),
        ("<title>A $1</title><meta name=Description content='B $2'><option>3<option>4", "A $1\nB $2\n3\n4"),
        ("<figure><img alt='C $5'><figcaption>D $6</figcaption></figure>", "C $5\nD $6"),
        ("<ruby>12<rt>twelve</rt></ruby>ドル", "12ドル\ntwelve"),
        ("</p></div></b>1<p/>2", "1\n2"),
        ("<p>&#8203; &shy;</p><p>&nbsp;</p>", ""),
        ("<bdo dir=rtl>21</bdo> $", "\u202e21 $"),
    ],
)
def test_text_is_what_a_reader_sees(source: str, text: str) -> None:
    assert text == read(source).text


def test_each_character_knows_where_it_comes_from() -> None:
    source = "<p>1<b>2</b>&nbsp;&#36; &shy;x</p>"
    seen = read(source)

    assert "12\xa0$ x" == seen.text
    assert ["1", "2", "&nbsp;", "&#36;", " ", "x"] == [
        source[start:end] for start, end in zip(seen.starts, seen.ends, strict=False)
    ]
    assert "1<b>2</b>&nbsp;&#36;" == source[slice(*seen.origin(0, 4))]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<img src=x15 alt='Plan $15'><p>a", [("paragraph", "Plan $15"), ("paragraph", "a")]),
        ("12<img alt=3>4 and <img alt='$5'>.", [("paragraph", "12\n3\n4 and $5 .")]),
        ("Pay <input value=12> $ <input type=hidden value=13>", [("paragraph", "Pay 12 $")]),
        ("<input placeholder=14>", [("paragraph", "14")]),
        ("<p title='t $1'>a", [("paragraph", "t $1"), ("paragraph", "a")]),
        ("x <abbr title='dollars 9'>12</abbr> $ y", [("paragraph", "x 12 $ y"), ("paragraph", "dollars 9")]),
        ("<button aria-label='for $19'>Buy</button>", [("paragraph", "for $19"), ("paragraph", "Buy")]),
        ("<h2 title='t 1'>H</h2>", [("paragraph", "t 1"), ("heading", "H")]),
        ("<td title='t 1'>stray", [("paragraph", "t 1"), ("paragraph", "stray")]),
        ("<pre>Price  is\n  $15\n</pre>", [("paragraph", "Price  is\n  $15")]),
        ("<pre><code>x = 5\n\ny</code></pre>z", [("code", "x = 5\n\ny"), ("paragraph", "z")]),
        ("<pre class='language-py'>x = 5</pre>", [("code", "x = 5")]),
        ("<pre><code>x<p>$15", [("code", "x"), ("paragraph", "$15")]),
        ("<ol start=12><li>dollars<li value=15>x</ol>", [("item", "12. dollars"), ("item", "15. x")]),
    ],
)
def test_blocks(source: str, expected: list[tuple[str, str]]) -> None:
    assert expected == blocks(source)


def test_lists_have_depth_and_lead() -> None:
    seen = read("<p>Alpha:<ul><li>one<ul><li>deep</ul>more<li>two</ul><dl><dt>Beta<dd>12<dd>13</dl>")

    assert [
        ("paragraph", "Alpha:", 0, None),
        ("item", "one", 1, 0),
        ("item", "deep", 2, 1),
        ("item", "more", 1, 1),
        ("item", "two", 1, 0),
        ("paragraph", "Beta", 0, None),
        ("item", "12", 1, 5),
        ("item", "13", 1, 5),
    ] == [(block.kind, seen.text[block.start : block.end], block.level, block.lead) for block in seen.blocks]


def test_headings_reach_to_the_next_of_their_level_and_not_out_of_a_section() -> None:
    seen = read("<h1>A</h1>a<h2>B</h2>b<section><h2>C</h2>c<li><h3>D</h3>d</li>e</section>f<h1>G</h1>g")

    found = {
        seen.text[block.start : block.end]: "".join(seen.text[seen.blocks[at].start] for at in block.headings)
        for block in seen.blocks
    }
    expected = {"A": "", "a": "A", "B": "A", "b": "AB", "C": "A", "c": "AC", "D": "AC", "d": "ACD"}
    assert {**expected, "e": "AC", "f": "AB", "G": "", "g": "G"} == found


def cells(source: str) -> list[tuple[str, int, int, bool]]:
    seen = read(source)
    return [
        (seen.text[block.start : block.end], block.row, block.column, block.is_header)
        for block in seen.blocks
        if block.kind == "cell"
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            "<table><tr><th rowspan=2>M<th colspan=2>Price<tr><th>in<th>out<tr><td>A<td>1<td>2</table>",
            [
                *[("M", 0, 0, True), ("Price", 0, 1, True), ("in", 1, 1, True), ("out", 1, 2, True)],
                *[("A", 2, 0, False), ("1", 2, 1, False), ("2", 2, 2, False)],
            ],
        ),
        (
            "<table><thead><td>a</thead><tbody><tr><td scope=row>b<td>1</table>",
            [("a", 0, 0, True), ("b", 1, 0, True), ("1", 1, 1, False)],
        ),
        (
            "<table><tr><td rowspan=0>a<td>b<tr><td>c<tbody><tr><td>d</table>",
            [("a", 0, 0, False), ("b", 0, 1, False), ("c", 1, 1, False), ("d", 2, 0, False)],
        ),
        ("<table><tr><td></td><td>b</td></tr></table>", [("b", 0, 1, False)]),
        ("<table><tr><td><p>12</p><p>$</p></table>", [("12", 0, 0, False), ("$", 0, 0, False)]),
        ("<table><td>a</div></li><td><ul><li>x</ul>", [("a", 0, 0, False), ("x", 0, 1, False)]),
        ("<table><td title='t 1'>a", [("t 1", 0, 0, False), ("a", 0, 0, False)]),
    ],
)
def test_cells_stand_in_their_row_and_column(source: str, expected: list[tuple[str, int, int, bool]]) -> None:
    assert expected == cells(source)


@pytest.mark.parametrize(
    ("source", "leads"),
    [
        ("<table><caption>Cap</caption><tr><td>1</table>", [0]),
        ("<p>Alpha, $:</p><table><tr><td>1</table>", [0]),
        ("<p>Alpha is gone.</p><table><tr><td>1</table>", [None]),
        ("<ul><li>Alpha<table><tr><td>1</table></ul>", [0]),
        ("<p>Alpha:<hr><table><tr><td>1</table>", [None]),
    ],
)
def test_table_is_introduced(source: str, leads: list[int | None]) -> None:
    assert leads == [block.lead for block in read(source).blocks if block.kind == "cell"]


def test_inner_table_has_a_number_of_its_own() -> None:
    seen = read("<table><tr><td>a<table><tr><td>b</table>c<td>d</table><table><td>e</table>")

    assert [("a", 0, 0), ("b", 1, 0), ("c", 0, 0), ("d", 0, 1), ("e", 2, 0)] == [
        (seen.text[block.start], block.table, block.column) for block in seen.blocks
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("$12<sup>1</sup>", [("footnote", "1")]),
        ("$12<sup><a href='#f1'>[1]</a></sup>.", [("footnote", "[1]")]),
        ("Plan A<sup>1</sup> $5", [("footnote", "1")]),
        ("<p><sup>2</sup> See there", [("footnote", "2")]),
        ("costs <sup>12</sup> $", []),
        ("costs <sup>12</sup> dollars", []),
        ("<sup>1</sup>⁄<sub>2</sub>", []),
        ("<sup>5</sup>%", []),
        ("1<sup>st</sup> and <sup>1234</sup>", []),
        ("<a href=#f role=doc-noteref>3</a>", [("footnote", "3")]),
        ("a <code>12</code> <kbd>5</kbd>", [("inline-code", "12"), ("inline-code", "5")]),
        ("<p>a <code>never closed <p>$15", [("inline-code", "never closed")]),
        ("<math><mi>x</mi><mo>=</mo><mn>5</mn></math> <math><mn>7</mn></math>", [("math", "x=5")]),
        ("<pre><code>http://x/1</code></pre>", [("code", "http://x/1")]),
    ],
)
def test_markup_masks(source: str, expected: list[tuple[str, str]]) -> None:
    assert expected == masked(source)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("12 $ <!-- fact: alpha.out -->x", [("fact", "alpha.out", "", 4)]),
        ("<p>5</p><!--allow: old price--><p>x", [("allow", "old price", "", 1)]),
        ("5<!-- caveat: allow why --> <!-- caveat allow: too --><!-- Caveat: fact a.b -->", [("allow", "why", "", 1), ("allow", "too", "", 1), ("fact", "a.b", "", 1)]),
        ("We <b data-fact=' a.b '>pay 12 $</b> now", [("fact", "a.b", "pay 12 $", 3)]),
        ("<p>a<p data-allow>5</p>b", [("allow", "", "5", 2)]),
        ("<tr data-fact=a><td>1<td>2", [("fact", "a", "1\n2", 0)]),
        ("<b data-fact=a>never 5", [("fact", "a", "never 5", 0)]),
        ("<i data-fact=a></i><i data-fact=''>5</i><!-- fact: --><!-- the fact: x -->", [("fact", "a", "", 0)]),
    ],
)  # fmt: skip
def test_marks(source: str, expected: list[tuple[str, str, str, int]]) -> None:
    seen = read(source)

    assert expected == [(kind, value, seen.text[start:end], start) for kind, value, start, end in seen.marks]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a<!-- $15 -->b", [("comment", "<!-- $15 -->")]),
        ("<script>1</script>x", [("script", "<script>1</script>")]),
        ("<noscript>never", [("noscript", "<noscript>never")]),
        ("<a href='u15' title='t'>x", [("attribute", "u15")]),
        ("<img src=p.png alt='$5'>", [("attribute", "p.png")]),
        ("<?x 5?>", [("markup", "<?x 5?>")]),
    ],
)
def test_what_no_reader_sees_is_listed(source: str, expected: list[tuple[str, str]]) -> None:
    assert expected == hidden(source)


def test_language_is_inherited() -> None:
    seen = read("<html lang=ru><p>a<p lang=de-AT>b <span lang=fr>c</span><p>d<div xml:lang=EN_us><p>e</div>f")

    assert [("a", "ru"), ("b c", "de"), ("d", "ru"), ("e", "en"), ("f", "ru")] == [
        (seen.text[block.start : block.end], block.language) for block in seen.blocks
    ]


def test_late_tooltip_comes_from_its_own_place_when_nothing_follows() -> None:
    source = "<p>Alpha <a title='from $9'>"
    seen: Any = read(source + "</a></p>")

    assert "Alpha\nfrom $9" == seen.text
    assert "from $9" == source[slice(*seen.origin(6, 13))]
