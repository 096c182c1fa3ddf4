"""Nothing of the machine that a file was made on gets into the project."""

import re

import pytest

from tests.architecture.sources import ROOT, project_files

# The patterns are spelled so that they do not match themselves.
ABSOLUTE = r"(?:(?<![\w./~$-])|file://)/(?:wor[k]|roo[t]|op[t]|home/[a-z][\w-]*|Users/[A-Za-z][\w-]*|var/folders)/[\w.]"
WINDOWS = r"\b[A-Z]:\\{1,2}Users\\"
HOSTS = r"pypi[.]org|pythonhosted[.]org|registry[.]npmjs|npmjs[.]org|deb[.]debian[.]org|proxy[.]golang"
TRACE = re.compile(f"{ABSOLUTE}|{WINDOWS}|{HOSTS}")


def test_project_files_hold_no_path_or_host_of_a_machine() -> None:
    found = []
    for path in project_files():
        text = path.read_text(encoding="utf-8", errors="replace")
        for match in TRACE.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            found.append(f"{path.relative_to(ROOT).as_posix()}:{line}: {match[0]}")

    assert found == []


@pytest.mark.parametrize(
    "parts",
    [
        ("/wor", "k/main/src"),
        ("'/hom", "e/ada/notes.md'"),
        ("file:///op", "t/index/simple"),
        ("in /Use", "rs/ada/vault"),
        ("C:\\Use", "rs\\ada"),
        ("https://pypi", ".org/simple"),
        ("files.python", "hosted.org"),
    ],
)
def test_trace_is_seen(parts: tuple[str, str]) -> None:
    assert TRACE.search("".join(parts))


@pytest.mark.parametrize(
    "text",
    ["notes/work/plan.md", "./home/ada/x.md", "~/work/vault", "/usr/bin/env bash", "re/root/x", "pypi"],
)
def test_ordinary_path_is_fine(text: str) -> None:
    assert not TRACE.search(text)
