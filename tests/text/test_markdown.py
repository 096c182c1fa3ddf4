from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caveat.model.notes import Link
from caveat.text.inline import Field
from caveat.text.links import is_url, parse_link_value
from caveat.text.markdown import parse
from caveat.text.yamlmap import Value


def links(text: str) -> list[tuple[str, str, str]]:
    return [(link.target, link.fragment, link.alias) for link in parse(text).links]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[a]]", ("a", "", "")),
        ("[[ dir/My note.md #H 1 | shown | x ]]", ("dir/My note.md", "H 1", "shown | x")),
        ("[[a#^blk]]", ("a", "^blk", "")),
        ("[[#Heading]]", ("", "Heading", "")),
        ("[[#^blk|b]]", ("", "^blk", "b")),
        ("| a | b |\n|---|---|\n| [[Host (9)\\|box]] | 1 |\n", ("Host (9)", "", "box")),
        ("[[g\\|h]]", ("g", "", "h")),
        ("[[a#b#c]]", ("a", "b#c", "")),
        ("[[[a]]]", ("a", "", "")),
        ("- [ ] [[a]]", ("a", "", "")),
        ("> [!note] Title\n> text [[a]]", ("a", "", "")),
        ("x[^1]\n\n[^1]: note [[a]]", ("a", "", "")),
        ("<div>\n[[a]]\n</div>", ("a", "", "")),
        ("**[[a]]**", ("a", "", "")),
        ("[x](My%20note.md#h)", ("My note.md", "h", "x")),
        ("[x](<a b.md#h>)", ("a b.md", "h", "x")),
        ("[x](a%FF.md)", ("a%FF.md", "", "x")),
        ("[*x* y](../b(1).md 'title')", ("../b(1).md", "", "x y")),
        ("[x](#h)", ("", "h", "x")),
        ("[x](/top/y.md)", ("/top/y.md", "", "x")),
        ("[x][r]\n\n[r]: local.md 'title'", ("local.md", "", "x")),
        ("[[foo]]\n\n[foo]: dir/foo.md", ("foo", "", "")),
        ("costs $5 [[a]] and CA$6", ("a", "", "")),
        ("$5-[[a]]-$6", ("a", "", "")),
        ("5%% more\n\n[[a]]\n\n6%% less", ("a", "", "")),
        ("%% never closed [[a]]", ("a", "", "")),
        ("Чай 🦊 [[a]]", ("a", "", "")),
    ],
)
def test_a_link_is_found_with_its_parts(text: str, expected: tuple[str, str, str]) -> None:
    assert [expected] == links(text)


@pytest.mark.parametrize(
    "text",
    [
        "`[[a]]`",
        "``x ` [[a]]``",
        "```\n[[a]]\n```",
        "~~~~\n```\n[[a]]\n~~~~",
        "```\n[[a]] never closed",
        "    [[a]]",
        "- x\n\n  ```\n  [[a]]\n  ```",
        "$[[a]]$",
        "$$\n[[a]]\n$$",
        "%%[[a]]%%",
        "%%\n[[a]]\n\n# h\n[x](y.md)\n%%",
        "<!-- [[a]] -->",
        "<!--\n[[a]]\n\n[x](b.md)\n-->",
        "text <!-- [[a]] --> text",
        "<pre>\n[[a]]\n</pre>",
        "<code>[[a]]</code>",
        "\\[[a]]",
        "[[]] [[ ]] [[|x]]",
        "[[a\nb]]",
        "[[a] ]",
        "[x]()",
        "[x](a b.md)",
        "[^1]\n\n[^1]: x",
    ],
)
def test_code_mathematics_comments_and_broken_links_do_not_count(text: str) -> None:
    assert [] == links(text)


def test_embeds_keep_their_mark_and_links_their_true_place() -> None:
    document = parse(
        "---\nk: v\n---\nЧай ![[i.png|300]]\n\n🦊 [[b]] ![c](d.png)\n", body_offset=13, body_line=4
    )

    assert (
        Link("mentions", "i.png", "", "300", 4, 5, True),
        Link("mentions", "b", "", "", 6, 3, False),
        Link("mentions", "d.png", "", "c", 6, 9, True),
    ) == document.links


def test_addresses_are_kept_apart_from_links() -> None:
    text = (
        "<https://a.b> https://ex.com/x(1). [m](mailto:a@b.c) [o](obsidian://open?vault=v) [[https://w.w#f]]"
        " ![i](http://p.q/i.png) https://a.b `https://no.no` [p](//cdn.x/y)"
    )

    document = parse(text)
    assert () == document.links
    assert (
        "https://a.b", "https://ex.com/x", "mailto:a@b.c", "obsidian://open?vault=v", "https://w.w#f",
        "http://p.q/i.png", "//cdn.x/y",
    ) == document.urls  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://a.b/c", True),
        ("www.example.org", True),
        ("mailto:a@b", True),
        ("//host/x", True),
        ("zotero://select/1", True),
        ("C:/notes/a.md", False),
        ("Note: a thought", False),
        ("Re:plan", False),
        ("a/b.md", False),
        ("/a.md", False),
        ("", False),
    ],
)
def test_an_address_is_told_from_a_name(text: str, expected: bool) -> None:
    assert expected == is_url(text)


def test_headings_are_sections_of_the_note_only() -> None:
    text = (
        "# Auth [[x|y]] `c`\ntext\n```py\n# not a heading\n```\n> # quoted\n\n- # in a list\n\n%%\n# hidden\n"
        "%%\n\nSet *ext*\nsecond\n======\n\n### deep ###\n#no space\n    # code\n"
    )

    found = [(heading.level, heading.text, heading.line) for heading in parse(text, body_line=11).headings]
    assert [(1, "Auth y c", 11), (1, "Set ext second", 24), (3, "deep", 28)] == found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("key:: value", [("key", "value", 1)]),
        ("x\nBased On:: [[a]], [[b]]\ny", [("based on", "[[a]], [[b]]", 2)]),
        ("- **due**:: 2026-01-01", [("due", "2026-01-01", 1)]),
        ("- [ ] due:: now", [("due", "now", 1)]),
        ("> q:: v", [("q", "v", 1)]),
        ("empty::", [("empty", "", 1)]),
        ("ключ:: да", [("ключ", "да", 1)]),
        (
            "see [source:: [[a]]] and (step:: copy (1:1)) x",
            [("source", "[[a]]", 1), ("step", "copy (1:1)", 1)],
        ),
        ("`a:: b` [c:: `d`]", [("c", "`d`", 1)]),
        ("std::vector is fine", []),
        ("I call std::vector:: it", []),
        ("see (this: x:: y", []),
        ("```\na:: b\n```", []),
        ("%% a:: b %%", []),
        ("some text, then k:: v", [("some text, then k", "v", 1)]),
    ],
)
def test_inline_fields_are_read_as_dataview_reads_them(text: str, expected: list[Any]) -> None:
    assert tuple(Field(*field) for field in expected) == parse(text).fields


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#a #b/c, (#d) #a", ("a", "b/c", "d")),
        ("#Тег #日本，#y1984 #snake_case-x/", ("Тег", "日本", "y1984", "snake_case-x")),
        ("# Heading #in", ("in",)),
        ("#🦊fox", ("🦊fox",)),
        ("#1984 #12/3 x#y # z ##w &#123;", ()),
        ('`#a` [[#b]] [x](#c) https://x.y/#d <b style="#e"> $#f$ %%#g%%', ()),
        ("```\n#a\n```\n\n    #b", ()),
        ('<p>\n<a title="#no">#yes</a>', ()),
        ('<p>\n<a title="#no"> #yes</a>', ("yes",)),
        ("\\#a", ()),
    ],
)
def test_tags_are_found_outside_code_links_and_numbers(text: str, expected: tuple[str, ...]) -> None:
    assert expected == parse(text).tags


@pytest.mark.parametrize(
    ("value", "targets"),
    [
        (None, []),
        ("", []),
        ("[[a]]", ["a"]),
        ("[[a]] and [[b|B]], [[c#d]]", ["a", "b", "c"]),
        ([["a"]], ["a"]),
        ([["a|x"]], ["a"]),
        ([["a", "b c"]], ["a, b c"]),
        ([[{"Note": "x"}]], ["Note: x"]),
        (["[[a]]", "b.md", [["c"]], [[["d"]]], None], ["a", "b.md", "c", "d"]),
        ([["a"], ["b"]], ["a", "b"]),
        ("[a](dir/a%20b.md)", ["dir/a b.md"]),
        ('[a](<a b.md>) [c](c(1).md "t")', ["a b.md", "c(1).md"]),
        ("dir/a b.md", ["dir/a b.md"]),
        ("Note#Heading", ["Note"]),
        ("C# notes", ["C# notes"]),
        ("Doe, Jane - 2020", ["Doe, Jane - 2020"]),
        ({"note": "a", "step": "copy"}, ["a"]),
        ([{"x": "see [[a]]", "y": "b"}, {"link": [["c"]]}], ["a", "c"]),
        ("https://a.b/c#d", []),
        ("[x](https://a.b)", []),
    ],
)
def test_every_shape_of_a_link_property_is_read(value: Value, targets: list[str]) -> None:
    found = parse_link_value(value, 4, "derives")

    assert targets == [link.target for link in found.links]
    assert all((4, "derives") == (link.line, link.relation) for link in found.links)


def test_a_link_property_keeps_addresses_item_lines_and_the_reason() -> None:
    found = parse_link_value(
        ["https://a.b/c", "[[x#h|y]]"], 2, "supersedes", item_lines=(3, 5), because="corrected"
    )

    assert ("https://a.b/c",) == found.urls
    assert (Link("supersedes", "x", "h", "y", 5, because="corrected"),) == found.links


PIECES = st.sampled_from(
    ["[[", "]]", "a", "|", "#", "`", "```\n", "\n", "\r\n", "%%", "$", "<!--", "-->", "![x](", ")", "é", "🦊",
     "# h\n", "> ", "- ", "::", " ", "(", "\\", "| a |\n|-|\n", "\ud800", "\x00", "<code>", "https://x.y",
     "\t", "===\n"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=25), st.sampled_from(["", "---\nk: é\n---\n"]))
def test_any_text_parses_and_every_place_is_true(pieces: list[str], front: str) -> None:
    text = front + "".join(pieces)
    document = parse(text, body_offset=len(front), body_line=1 + front.count("\n"))

    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for link in document.links:
        assert lines[link.line - 1][link.column - 1] in "![h<"
    for heading in document.headings:
        assert len(front) <= heading.start < heading.end <= len(text)
        assert document.body_line <= heading.line <= len(lines)
    for spans in (document.hidden, document.fences, document.tables):
        assert all(len(front) <= start < end <= len(text) for start, end in spans)
