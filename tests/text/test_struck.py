"""Struck-out stretches of a Markdown text."""

import time

import pytest

from caveat.text.struck import is_struck, struck


@pytest.mark.parametrize(
    ("text", "out"),
    [
        ("a ~~b~~ c", ["~~b~~"]),
        ("a ~~b~~ ~~c~~", ["~~b~~", "~~c~~"]),
        ("a ~~b\nc~~ d", []),
        ("a ~b~ c", []),
        ("a \\~~b~~ c", []),
        ("<del>a</del> <S class=x>b\nc</S> d", ["<del>a</del>", "<S class=x>b\nc</S>"]),
        ("<span>a</span> <strong>b</strong>", []),
        ("<s>a <del>b</del> c", ["<s>a <del>b</del>"]),
        ("a <strike>b", ["<strike>b"]),
        ("<s>~~a</s>~~", ["<s>~~a</s>"]),
    ],
)
def test_struck_stretches(text: str, out: list[str]) -> None:
    spans = struck(text)

    assert out == [text[start:end] for start, end in spans]
    inside = {place for start, end in spans for place in range(start, end)}
    assert [place in inside for place in range(len(text))] == [
        is_struck(spans, place) for place in range(len(text))
    ]


@pytest.mark.parametrize("piece", ["~~", "~~a", "<s>", "<s ", "</s>", "<s>~~</s>"])
def test_a_pathological_text_takes_little_time(piece: str) -> None:
    before = time.process_time()
    struck(piece * 100_000)

    assert time.process_time() - before < 2
