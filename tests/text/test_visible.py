from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.model.visible import TextFormat, Visible
from caveat.text.visible import format_of, visible

FORMATS: tuple[TextFormat, ...] = ("text", "markdown", "html")

# Pieces that do something in one of the formats; the last ones end or escape what others begin.
PIECES = (
    "<b>|</b>|<p>|</p>|<p title='t 1'>|<i title=x>|<div>|</div>|<table>|<tr>|<td>|<th colspan=2>|"
    "<td rowspan=2>|</td>|</table>|<ul>|<ol start=3>|<li>|</li>|</ul>|<pre>|</pre>|<code>|</code>|<sup>1</sup>|"
    "<del>|</del>|<h2>|</h2>|<section>|</section>|<br>|<hr>|<img alt='5 x'>|<input value=7>|<!-- fact: a.b -->|"
    "<!-- x|-->|<script>|</script>|<template>|</template>|&nbsp;|&#36;|&amp;|&|\xad|\u200b| |  |\n|\n\n|\t|12|a|"
    "$|%|**|*|`|``|~~|~|[|](|)|![|[[|]]|[^1]|[^1]: |# |## |- |1. |> |    |```\n|\\|\n---\n|\n| a |\n|--|\n| |\r\n|"
    "\r|é|Ж|漢|🦊|<rt>|<ruby>|</rt>|<math>|</math>|<dl>|<dt>|<dd>|<caption>|<b data-fact=q>|<p lang=de>|"
    "<span style='display:block'>|http://x/1 |<bdo dir=rtl>|<textarea>|<option>|<|>|\"|'|=|\x00|\ud800"
).split("|")
drafts = st.lists(st.sampled_from([*PIECES, "|", "||"]), max_size=30).map("".join)


def assert_well_formed(source: str, seen: Visible) -> None:
    size = len(seen.text)
    starts, ends = list(seen.starts), list(seen.ends)
    assert len(starts) == size + 1 and len(ends) == size and starts[-1] == len(source)
    assert all(first <= second for first, second in pairwise(starts))
    assert all(0 <= start <= end <= len(source) for start, end in zip(starts, ends, strict=False))
    place = -1
    for index, block in enumerate(seen.blocks):
        assert block.start == place + 1 < block.end
        assert place < 0 or seen.text[place] == "\n"
        assert all(heading < index and seen.blocks[heading].kind == "heading" for heading in block.headings)
        assert block.lead is None or 0 <= block.lead < index
        assert (block.kind == "cell") == (block.table is not None)
        place = block.end
    assert max(place, 0) == size
    place = 0
    for mask in seen.masks:
        block = seen.blocks[seen.block_at(mask.start) or 0]
        assert max(place, block.start) <= mask.start < mask.end <= block.end
        place = mask.end
    assert all(0 <= mark.start <= mark.end <= size for mark in seen.marks)
    assert all(0 <= hidden.start <= hidden.end <= len(source) for hidden in seen.hidden)


@given(drafts, st.sampled_from(FORMATS))
@settings(max_examples=150)
def test_offsets_blocks_and_masks_are_in_order_whatever_the_draft(source: str, format: TextFormat) -> None:
    assert_well_formed(source, visible(source, format))


@given(st.text(max_size=60), st.sampled_from(FORMATS))
def test_any_text_is_read(source: str, format: TextFormat) -> None:
    assert_well_formed(source, visible(source, format))


@given(drafts, st.sampled_from(FORMATS))
@settings(max_examples=100)
def test_letter_comes_from_the_same_letter(source: str, format: TextFormat) -> None:
    source = source.replace("&", "+")
    seen = visible(source, format)

    for place, character in enumerate(seen.text):
        if character.isascii() and character.isalnum():
            start, end = seen.origin(place, place + 1)
            assert character in source[start:end] or source[start:end] == ""


@given(st.lists(st.sampled_from("a12 é漢$\n\r\xad\u200b\u2060.,"), max_size=60).map("".join))
def test_plain_text_is_what_stands_there(source: str) -> None:
    seen = visible(source, "text")

    expected = source.translate(dict.fromkeys([0xAD, 0x200B, 0x2060]))
    assert "".join(expected.split()) == "".join(seen.text.split())


@given(st.text("ab1 ,.", min_size=1, max_size=40).filter(lambda text: text == text.strip()))
def test_plain_paragraph_is_its_source(source: str) -> None:
    seen = visible(source, "text")

    assert source == seen.text
    assert (list(range(len(source) + 1)), list(range(1, len(source) + 1))) == (
        list(seen.starts),
        list(seen.ends),
    )


INLINE = [
    "<b>",
    "</b>",
    "<i class=x>",
    "</i>",
    "<span>",
    "<wbr>",
    "\xad",
    "&shy;",
    "&#8203;",
    "<!-- 9 -->",
    "</u>",
]


@given(st.lists(st.sampled_from([*"123456", *INLINE]), max_size=20))
def test_digits_joined_by_inline_markup_are_one_number(pieces: list[str]) -> None:
    digits = "".join(piece for piece in pieces if piece.isdigit())

    assert digits == visible(f"<p>{''.join(pieces)}</p>", "html").text


@given(
    st.lists(
        st.sampled_from(
            ["<p>", "</p>", "<td>", "<li>", "<h2>", "<i>", "<code>", "<br>", "<title>", "7", "42"]
        )
    )
)
def test_every_digit_between_tags_appears(pieces: list[str]) -> None:
    digits = "".join(piece for piece in pieces if piece.isdigit())
    text = visible("".join(pieces), "html").text

    assert digits == "".join(filter(str.isdigit, text))


FLOODS = {
    "unclosed": "<b" * 20_000,
    "open": "<b>" * 20_000,
    "deep": "<div>" * 10_000 + "x" + "</div>" * 10_000,
    "crossed": "<b>" * 10_000 + "</i>" * 10_000 + "</b>" * 10_000,
    "tables": "<table><tr><td>x" * 2_000,
    "spans": "<table><tr>" + "<td rowspan=60000>x<td rowspan=59999>y" * 1_000 + "<tr><td>z" * 1_000,
    "lists": "<ul><li>x" * 4_000,
    "ampersands": "&" * 1_000_000,
    "references": "&#" + "9" * 1_000_000,
    "less": "<" * 100_000,
    "quotes": '<a b="' * 10_000,
    "late": "<a " * 10_000 + 'x=">"',
    "comments": "<!-- " * 20_000,
    "scripts": "<script>" * 20_000,
    "blanks": "a" + " " * 1_000_000 + "b",
    "blank lines": "a" + (" " * 20_000 + "\n") * 10 + "b",
    "invisible": "1\xad" * 20_000,
    "address": "http://" + "a)" * 40_000,
    "dollars": "$x " * 20_000,
    "quoted": "> " * 10_000 + "a",
    "items": "- " * 10_000 + "a",
    "brackets": "[" * 40_000,
    "numbers": "1. " * 4_000 + "a",
    "emphasis": "**" * 40_000 + "a",
}


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("flood", FLOODS)
def test_flood_is_read_in_linear_time(flood: str, format: TextFormat) -> None:
    source = FLOODS[flood]
    seen = visible(source, format)

    assert len(source) == seen.starts[-1]


@pytest.mark.parametrize(
    ("name", "start", "expected"),
    [
        ("a.md", "<html>", "markdown"),
        ("dir.html/a.Markdown", "", "markdown"),
        ("C:\\x\\a.HTM", "", "html"),
        ("a.xhtml", "", "html"),
        ("a.txt", "# no heading", "text"),
        ("README", "# Title\n\ntext", "markdown"),
        ("", "<!DOCTYPE html><p>x", "html"),
        ("", "\n<!-- c -->\n<html lang=de>", "html"),
        ("", "<?xml version='1.0'?><!-- c --> <html>", "html"),
        ("", "<!-- a -->" * 400 + "x", "text"),
        ("", "<!-- never", "text"),
        ("", "<p>The price is <b>12</b> $</p>", "html"),
        ("", "<div align=center>\n\n**bold** text\n\n</div>", "markdown"),
        ("", "---\ntitle: x\n---\ntext", "markdown"),
        ("", "| a | b |\n|---|---|\n| 1 | 2 |", "markdown"),
        ("", "see [the plan](x.md)", "markdown"),
        ("", "The price is $12, 5 < 6 * 7.", "text"),
        ("-", "", "text"),
        ("notes.v2", "plain", "text"),
        (".md", "", "markdown"),
    ],
)
def test_format_is_told_by_ending_then_by_looks(name: str, start: str, expected: TextFormat) -> None:
    assert expected == format_of(name, start)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see https://example.org/99?a=5.", ["https://example.org/99?a=5"]),
        ("(http://a.b/(1)) and www.c.de/3, x", ["http://a.b/(1)", "www.c.de/3"]),
        ("价格见https://a.b/12的价格是15元", ["https://a.b/12"]),
        ("ftp://h/5) HTTP://H/6", ["ftp://h/5", "HTTP://H/6"]),
        ("no.address/5 a@www.b 12:30", []),
    ],
)
@pytest.mark.parametrize("format", FORMATS)
def test_address_is_masked(text: str, expected: list[str], format: TextFormat) -> None:
    seen = visible(text, format)

    assert expected == [seen.text[mask.start : mask.end] for mask in seen.masks if mask.kind == "url"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("$12¹ a", "¹"), ("word² and", "²"), ("¹ note", "¹"), ("costs ¹² $", ""), ("¹⁄₂", ""), ("x ²%", "")],
)
def test_raised_digit_is_a_footnote_mark_where_one_can_stand(text: str, expected: str) -> None:
    seen = visible(text, "text")

    assert expected == "".join(seen.text[mask.start : mask.end] for mask in seen.masks)


def test_power_of_ten_is_mathematics() -> None:
    assert ["math", "math"] == [
        mask.kind for mask in visible("<p>5 × 10<sup>6</sup> x 5×10⁶</p>", "html").masks
    ]


def test_direction_override_stays_and_other_invisible_characters_are_listed() -> None:
    seen = visible("\u202e21\u2066\xad $", "text")

    assert "\u202e21 $" == seen.text
    assert [("invisible", 3, 5)] == [tuple(hidden) for hidden in seen.hidden]
