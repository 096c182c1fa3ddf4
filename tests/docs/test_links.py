"""Relative links of the documentation lead somewhere."""

import re
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT
from tests.docs.markdown import anchors, broken_links, links, pages


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_relative_links_resolve(page: Path) -> None:
    assert broken_links(page) == []


def test_link_to_nowhere_is_seen(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    page.write_text("# Here\n[x](b.md) [y](#there) [z](#here) [w](a.md#here) <!-- -->\n![i](i.png)\n")

    assert broken_links(page) == [
        "a.md:2: b.md: no such file",
        "a.md:2: #there: no such heading",
        "a.md:3: i.png: no such file",
    ]


def test_link_in_code_or_to_another_site_is_no_link_here(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    page.write_text(
        "`[x](b.md)` [s](https://example.org/b.md) [m](mailto:a@example.org)\n```\n[x](b.md)\n```\n"
    )

    assert broken_links(page) == []


def test_link_takes_a_title_and_angle_brackets() -> None:
    assert list(links('[a](b.md "T") and [c](<d.md>)')) == [(1, "b.md"), (1, "d.md")]


def test_repeated_headings_are_numbered() -> None:
    assert anchors("# A b!\n## A b\n```\n# no\n```\n### `caveat why`") == {"a-b", "a-b-1", "caveat-why"}


# Records of decisions and the changelog tell of their day.
@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "GLOSSARY.md", "README.md", "ARCHITECTURE.md"])
def test_paths_that_a_page_names_exist(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    named = re.findall(r"`((?:src|tests|docs|tools|examples)/[\w./-]+)`", text)

    assert [path for path in named if not (ROOT / path).exists()] == []
