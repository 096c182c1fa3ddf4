import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caveat.text.markdown import Heading
from caveat.text.resolve import Resolution, Resolver, title
from caveat.text.yamlmap import Value

NFD = unicodedata.normalize("NFD", "café й")
HANGUL = unicodedata.normalize("NFD", "한글.md")
README = ("_in/README.md", "notes/README.md", "00.work/README.md")
"""Three notes of one name, the shortest path first."""


@pytest.mark.parametrize(
    ("paths", "source", "target", "path", "how"),
    [
        (["a/b/Note.md", "zzzz/Note.md"], "zzzz/src.md", "Note", "zzzz/Note.md", "folder"),
        (["a/b/Note.md", "zzzz/Note.md"], "src.md", "Note", "a/b/Note.md", "shortest"),
        (["a/b/Note.md", "zzzz/Note.md"], "src.md", "zzzz/Note", "zzzz/Note.md", "path"),
        (["a/b/Note.md", "zzzz/Note.md"], "zzzz/deep/s.md", "Note", "a/b/Note.md", "shortest"),
        (["about.md", "blog/about.md"], "blog/i.md", "about", "about.md", "path"),
        (["README.png", "docs/README.md"], "i.md", "README", "docs/README.md", "shortest"),
        (["README.png"], "i.md", "README", None, "missing"),
        (["x/README.png"], "i.md", "README.png", "x/README.png", "shortest"),
        (["img.png", "img.png.md"], "i.md", "img.png", "img.png", "path"),
        (["img.png", "img.png.md"], "i.md", "img.png.md", "img.png.md", "path"),
        (["LICENSE", "LICENSE.md"], "i.md", "LICENSE", "LICENSE.md", "path"),
        (["v1.2.md"], "i.md", "v1.2", "v1.2.md", "path"),
        (["x/y/sub/Note.md", "Sub2/Note.md"], "i.md", "sub/Note", "x/y/sub/Note.md", "shortest"),
        (["xsub/Note.md"], "i.md", "sub/Note", None, "missing"),
        (["a/n.md"], "i.md", "n.md", "a/n.md", "shortest"),
        (["a/n.MD"], "i.md", "N", "a/n.MD", "shortest"),
        (["a/n.markdown"], "i.md", "n", "a/n.markdown", "shortest"),
        (["a/n.md", "b/n.md"], "b/i.md", "../a/n", "a/n.md", "path"),
        (["a/n.md", "b/n.md"], "a/i.md", "./n.md", "a/n.md", "path"),
        (["a/n.md", "n.md"], "a/i.md", "/n", "n.md", "path"),
        (["a/n.md"], "a/i.md", "/n", None, "missing"),
        (["a/n.md"], "a/i.md", "../../n", None, "missing"),
        (["a/n.md"], "i.md", "a\\n", "a/n.md", "path"),
        (["a/n.md"], "i.md", "b/../a//n", "a/n.md", "path"),
        (["Case.md", "case.md"], "i.md", "case", "case.md", "path"),
        (["Case.md", "case.md"], "i.md", "Case.md", "Case.md", "path"),
        (["Case.md", "case.md"], "i.md", "CASE", None, "ambiguous"),
        (["xx/Case.md", "yy/case.md"], "i.md", "case", "yy/case.md", "shortest"),
        (["example 1.md"], "i.md", "Example 1", "example 1.md", "path"),
        (["Straße.md"], "j.md", "STRASSE", "Straße.md", "path"),
        ([HANGUL], "i.md", "한글", HANGUL, "path"),
        ([f"{NFD}.md", "café й.md"], "i.md", "café й", "café й.md", "path"),
        ([f"{NFD}.md", "café й.md"], "i.md", NFD, f"{NFD}.md", "path"),
        ([f"{NFD}.md"], "i.md", "CAFÉ Й", f"{NFD}.md", "path"),
        (["a／b.md", "x/c.md"], "i.md", "c", "x/c.md", "shortest"),
        (["note .md"], "i.md", "note ", "note .md", "path"),
        (["aa/N.md", "bb/N.md"], "i.md", "N", None, "ambiguous"),
        (["a.md"], "d/i.md", "", "d/i.md", "path"),
        (["a.md"], "i.md", "b", None, "missing"),
        (["a.md", "a.md"], "i.md", "a", "a.md", "path"),
    ],
)
def test_a_target_resolves_by_the_observed_rules(
    paths: list[str], source: str, target: str, path: str | None, how: str
) -> None:
    for order in (paths, paths[::-1]):
        found = Resolver(order).resolve(target, source)

        assert (path, how) == (found.path, found.how)


def test_one_name_of_several_lists_them_and_says_so() -> None:
    found = Resolver(reversed(README)).resolve("README", "idx.md")

    assert Resolution("_in/README.md", README, "shortest") == found
    assert found.is_ambiguous


def test_a_path_and_the_own_folder_settle_a_name_but_still_list_the_others() -> None:
    resolver = Resolver(README)

    for found in (resolver.resolve("README", "notes/x.md"), resolver.resolve("_in/README", "x.md")):
        assert not found.is_ambiguous
    assert set(README) == set(resolver.resolve("README", "notes/x.md").candidates)


def test_shortest_paths_of_one_length_are_ambiguous_with_all_candidates() -> None:
    found = Resolver(["bb/N.md", "aa/N.md", "ccc/N.md"]).resolve("N", "x.md")

    assert Resolution(None, ("aa/N.md", "bb/N.md", "ccc/N.md"), "ambiguous") == found
    assert found.is_ambiguous


@pytest.mark.parametrize(
    ("aliases", "target", "expected"),
    [
        ({"a.md": ["Ada"]}, "ada", Resolution("a.md", (), "alias")),
        ({"a.md": ["Ada", "ADA"]}, "ada", Resolution("a.md", (), "alias")),
        ({"a.md": ["Ada"], "b.md": ["ada"]}, "Ada", Resolution("a.md", ("a.md", "b.md"), "alias")),
        ({"b.md": ["Ada"], "a.md": ["Ada"]}, "Ada", Resolution(None, ("a.md", "b.md"), "ambiguous")),
        ({"a.md": ["b"]}, "b", Resolution("b.md", (), "path")),
        ({"a.md": ["c"]}, "c", Resolution("dir/c.md", (), "shortest")),
        ({"a.md": ["", "  "]}, "x", Resolution(None, (), "missing")),
    ],
)
def test_aliases_come_after_names(aliases: dict[str, list[str]], target: str, expected: Resolution) -> None:
    assert expected == Resolver(["a.md", "b.md", "dir/c.md"], aliases).resolve(target, "x.md")


def test_a_dangling_relative_link_lists_where_the_name_exists() -> None:
    assert Resolution(None, ("a/n.md",), "missing") == Resolver(["a/n.md"]).resolve("./n", "b/i.md")


NAMES = st.text(alphabet="aAé\u0301ß/.#^|\n\"'% \\md\ud800Й", max_size=8)


@given(st.lists(NAMES, max_size=6), NAMES, NAMES, st.data())
def test_no_name_raises_and_no_order_matters(
    paths: list[str], target: str, source: str, data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(paths))
    aliases = {path: [path[::-1]] for path in paths}
    found = Resolver(paths, aliases).resolve(target, source)

    assert found == Resolver(shuffled, dict(reversed(aliases.items()))).resolve(target, source)
    assert found.path is None or found.path in {*paths, source}
    assert (found.path is None) == (found.how in ("missing", "ambiguous"))


@given(st.sets(st.from_regex(r"([ab]{1,2}/){0,2}[nN]\.md", fullmatch=True), min_size=1))
def test_every_full_path_resolves_to_itself(paths: set[str]) -> None:
    resolver = Resolver(paths)

    for path in paths:
        assert path == resolver.resolve(path, "a/x.md").path
        assert path == resolver.resolve(path.removesuffix(".md"), "a/x.md").path
        assert path == resolver.resolve("/" + path, "a/x.md").path


@pytest.mark.parametrize(
    ("values", "headings", "path", "expected"),
    [
        ({"title": "Glaciers"}, ["Notes"], "a.md", "Glaciers"),
        ({"title": " two\n lines "}, [], "a.md", "two lines"),
        ({"title": ["a", "b"]}, ["Notes"], "a.md", "Notes"),
        ({"title": None}, [], "d/my note.md", "my note"),
        ({"title": " "}, [], "d/v1.2.md", "v1.2"),
        ({}, [""], "d/.md", ".md"),
    ],
)
def test_a_title_is_frontmatter_then_first_h1_then_file(
    values: dict[str, Value], headings: list[str], path: str, expected: str
) -> None:
    found = [Heading(2, "Second", 1, 0, 1), *(Heading(1, text, 2, 1, 2) for text in headings)]

    assert expected == title(values, found, path)
