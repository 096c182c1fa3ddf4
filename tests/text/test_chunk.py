from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caveat.model.notes import Chunk
from caveat.text.chunk import MAXIMUM, TARGET, WHOLE, chunks
from caveat.text.frontmatter import read
from caveat.text.markdown import parse


def cut(text: str) -> tuple[Chunk, ...]:
    front = read(text)
    return chunks(text, parse(text, body_offset=front.body_offset, body_line=front.body_line))


def squeezed(text: str) -> str:
    return "".join(text.split())


def test_a_chunk_carries_its_heading_path_and_its_whole_fence() -> None:
    text = (
        "# Auth\n## Tokens\nThey expire after 1 hour.\n```py\n# not a heading\nx = 1\n```\n"
        "# Billing\nThey expire after 30 days.\n"
    )

    auth, billing = text.split("# Billing")
    assert (
        Chunk(auth.rstrip(), ("Auth", "Tokens"), 1, 7),
        Chunk("# Billing" + billing.rstrip(), ("Billing",), 8, 9),
    ) == cut(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("---\nk: v\n---\n \n", []),
        ("---\nzinc: zinc\n---\n\nice\n", [("ice", (), 5, 5)]),
        ("---\r\nk: v\r\n---\r\nice\r\n\r\n# H\r\nx\r\n", [("ice", (), 4, 4), ("# H\r\nx", ("H",), 6, 7)]),
        ("# A\n## B\n### C\n", [("# A\n## B\n### C", ("A", "B", "C"), 1, 3)]),
        ("# A\n# B\n", [("# A", ("A",), 1, 1), ("# B", ("B",), 2, 2)]),
        ("## B\nx\n# A\ny\n### C\nz\n## D\nw", [
            ("## B\nx", ("B",), 1, 2), ("# A\ny", ("A",), 3, 4),
            ("### C\nz", ("A", "C"), 5, 6), ("## D\nw", ("A", "D"), 7, 8),
        ]),
        ("Title\n=====\nx", [("Title\n=====\nx", ("Title",), 1, 3)]),
        ("\n\n  - indented\n    more\n\n\n", [("  - indented\n    more", (), 3, 4)]),
        ("> # quoted\n> x", [("> # quoted\n> x", (), 1, 2)]),
    ],
)  # fmt: skip
def test_sections_become_chunks_at_true_lines(
    text: str, expected: list[tuple[str, tuple[str, ...], int, int]]
) -> None:
    assert tuple(Chunk(*parts) for parts in expected) == cut(text)


def test_paragraphs_are_packed_up_to_the_target() -> None:
    paragraph = "word " * 60
    found = cut("\n\n".join([paragraph] * 20))

    assert all(900 < len(chunk.text) <= TARGET for chunk in found[:-1])
    assert [1, 7] == [chunk.start_line for chunk in found[:2]]


def test_a_heading_stays_with_a_first_paragraph_that_fills_the_chunk() -> None:
    found = cut("# H\n\n" + "word " * 300 + "\n\nlast\n")

    assert "# H\n\nword" == found[0].text[:9]


@pytest.mark.parametrize("lines", [100, 2000])
def test_a_fence_stays_whole(lines: int) -> None:
    fence = "```\n" + "some line of code\n\n" * lines + "```"
    found = cut(f"# H\n{'before ' * 100}\n\n{fence}\nafter\n")

    assert 1 == sum(fence in chunk.text for chunk in found)


def test_a_fence_beyond_the_limit_is_cut_at_line_ends() -> None:
    line = "some line of code"
    text = "```\n" + (line + "\n") * (WHOLE // 10) + "```\n"
    found = cut(text)

    assert all(len(chunk.text) <= MAXIMUM for chunk in found)
    assert {line, "```"} == {part for chunk in found for part in chunk.text.split("\n")}
    assert squeezed(text) == squeezed("".join(chunk.text for chunk in found))


def test_a_table_is_cut_between_rows_only() -> None:
    row = "| " + "cell " * 100 + "| x |"
    long_row = "| " + "cell " * 1000 + "| x |"
    found = cut("| a | b |\n|---|---|\n" + "\n".join([row] * 9 + [long_row] + [row] * 9) + "\n")

    parts = [part for chunk in found for part in chunk.text.split("\n")]
    assert 1 < len(found) and [row] * 9 + [long_row] + [row] * 9 == parts[2:]


@pytest.mark.parametrize(
    ("sentence", "ends"),
    [("One sentence here. ", "."), ("これは長い文章です。", "。"), ("word ", "d"), ("x", "x"), ("龙", "龙")],
)
def test_a_long_line_is_cut_at_sentences_blanks_or_anywhere(sentence: str, ends: str) -> None:
    text = sentence * (200_000 // len(sentence))
    found = cut(text)

    assert squeezed(text) == squeezed("".join(chunk.text for chunk in found))
    assert all(len(chunk.text) <= MAXIMUM and chunk.text.endswith(ends) for chunk in found)
    assert {(1, 1)} == {(chunk.start_line, chunk.end_line) for chunk in found}


PIECES = st.sampled_from(
    ["# h\n", "## h2\n", "text text\n", "\n", "\r\n", "```\n", "- item\n", "| a |\n|-|\n", "| b |\n",
     "long " * 300, "x" * 3000, "line\n" * 400, "---\n", "===\n", "    code\n", "> ", "é🦊",
     "\x0c", "\u2028", "%%", "\r"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=15), st.sampled_from(["", "---\nk: v\n---\n"]))
def test_all_prose_is_in_exactly_one_chunk_in_order_at_true_lines(pieces: list[str], front: str) -> None:
    text = front + "".join(pieces)
    found = cut(text)

    assert squeezed(text[read(text).body_offset :]) == squeezed("".join(chunk.text for chunk in found))
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for chunk in found:
        shown = chunk.text.replace("\r\n", "\n").replace("\r", "\n")
        assert shown in "\n".join(lines[chunk.start_line - 1 : chunk.end_line])
        assert shown.count("\n") == chunk.end_line - chunk.start_line
    assert all(a.end_line <= b.start_line for a, b in pairwise(found))
