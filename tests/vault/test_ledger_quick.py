"""The quick way of a line that `encode_event` wrote says what the long way says."""

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from caveat.history.fold import apply, apply_judged, changes, empty
from caveat.history.schema import objection
from caveat.model.events import Event
from caveat.vault.ledger import encode_event, parse_event, read_lines
from tests.history.ledgers import EVENTS, claim

ALPHABET = '{}[]",:\\\x00\x1f\x7f 019eEZzT.-+uda\u3000é'


def long_way(line: bytes) -> bytes:
    """*line* with a blank behind its first brace, which no quick way knows."""
    return b"{ " + line.removeprefix(b"{")


@given(EVENTS, st.lists(st.tuples(st.integers(0, 400), st.sampled_from(ALPHABET), st.booleans()), max_size=3))
def test_quick_way_of_a_line_finds_what_the_long_way_finds(
    said: Event, spoilt: list[tuple[int, str, bool]]
) -> None:
    line = encode_event(said).decode()
    for place, character, is_instead in spoilt:
        at = place % len(line)
        line = line[:at] + character + line[at + is_instead :]
    data = ("{" + line.removeprefix("{")).encode()
    quick, long = parse_event(data), parse_event(long_way(data))

    assert isinstance(quick, Event) == isinstance(long, Event)
    assert isinstance(quick, str) or repr(quick) == repr(long)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"by":"ada"', '"by":" \u3000"'),
        ('"by":"ada"', '"by":"\\ud800"'),
        ('"by":"ada"', '"by":"\\u0061da"'),
        ("2026-03-01", "2026-02-30"),
        ("T00:", "T24:"),
        ('"stated":0.9', '"stated":1e999'),
        ('"stated":0.9', '"stated":NaN'),
        ('"stated":0.9', '"stated":' + "[" * 70 + "]" * 70),
        ('"stated":0.9', '"stated":"\\udc00"'),
        ('"stated":0.9', '"stated":' + "1" * 5000),
        ("}}", '},"by":"ben"}'),
        ("}}", '},"body":{}}'),
        ("}}", "}}{"),
        ("}}", "} }"),
        ("}}", "}"),
        ('{"from"', '{"from":1,"from"'),
    ],
)
def test_unusual_line_is_judged_alike_on_both_ways(old: str, new: str) -> None:
    line = encode_event(claim(1)).decode()
    assert old in line
    data = line.replace(old, new, 1).encode()
    quick, long = parse_event(data), parse_event(long_way(data))

    assert isinstance(quick, Event) == isinstance(long, Event)
    assert isinstance(quick, str) or repr(quick) == repr(long)


@given(st.lists(EVENTS, max_size=12))
@example([])
def test_what_was_judged_while_reading_folds_to_the_same_state(said: list[Event]) -> None:
    entries, findings = read_lines(b"".join(map(encode_event, said)), path="dev.jsonl")
    one, other = empty(), empty()
    touched = apply(one, said), apply_judged(other, ((entry.event, entry.changes) for entry in entries))
    expected: list[Any] = [
        (line, found.code, found.reason)
        for line, found in ((line, objection(event)) for line, event in enumerate(said, 1))
        if found is not None
    ]
    told = [(found.line, found.code, found.message) for found in findings if found.code != "unknown-event"]

    assert (one, touched[0]) == (other, touched[1])
    assert [changes(event) for event in said] == [entry.changes for entry in entries]
    assert expected == told
