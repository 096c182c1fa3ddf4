"""The ledger: damage costs its own line, and a read takes up where the last one ended."""

import json
import math
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caveat.history.fold import apply, empty
from caveat.history.schema import tombstone
from caveat.model.errors import InputError
from caveat.model.events import Event
from caveat.vault.ledger import encode_event, parse_event, read_lines, tail
from caveat.vault.ledger_files import LedgerFile, ledger_files
from tests.history.ledgers import EVENTS, claim, edge, event, ulid

NAME = ".caveat/ledger/00c0ffee.jsonl"
ONE, TWO, THREE, FOUR = (encode_event(claim(number)) for number in range(1, 5))


def ledger(root: Path, data: bytes, name: str = NAME) -> LedgerFile:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return LedgerFile(path, name)


def ids(data: bytes) -> list[tuple[str, int]]:
    return [(entry.event.id, entry.line) for entry in read_lines(data, path=NAME)[0]]


def problems(data: bytes) -> list[tuple[str, str, int]]:
    return [(found.code, found.severity, found.line) for found in read_lines(data, path=NAME)[1]]


def line(**other: object) -> bytes:
    return json.dumps({**json.loads(ONE), **other}).encode() + b"\n"


def test_event_is_written_in_one_compact_line_with_sorted_body() -> None:
    said = claim(1, "Miete: 900 €\n租", body={"from": ["note:a.md"]})

    assert (
        '{"v":1,"id":"00000000000000000000000001","at":"2026-03-01T00:01:00Z","kind":"claim","by":"ada",'
        '"actor":"agent","body":{"from":["note:a.md"],"stated":0.9,"text":"Miete: 900 €\\n租"}}\n'
    ) == encode_event(said).decode()


@given(
    EVENTS,
    st.text(st.characters(exclude_categories=["Cs"])),
    st.floats(allow_nan=False, allow_infinity=False),
)
def test_event_survives_the_round_trip(said: Event, text: str, number: float) -> None:
    said = said._replace(body={**said.body, "text": text, "more": [number, {text: None}]})
    encoded = encode_event(said)

    assert said == parse_event(encoded) == parse_event(encoded.decode())
    assert encoded.count(b"\n") == 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters()), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["text", "stated", "from", "x"]), JSON), st.booleans())
def test_whatever_was_read_can_be_written_again(body: dict[str, object], is_escaped: bool) -> None:
    data = json.dumps({**json.loads(ONE), "body": body}, ensure_ascii=is_escaped)
    got = parse_event(data.encode("utf-8", "surrogatepass"))

    assert isinstance(got, str) or got == parse_event(encode_event(got))


@pytest.mark.parametrize("stated", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "true", "2"])
def test_confidence_that_is_no_share_is_kept_and_has_no_effect(stated: str) -> None:
    data = ONE.replace(b'"stated":0.9', f'"stated":{stated}'.encode())

    assert [(ulid(1), 1)] == ids(data)
    assert [("invalid-event", "error", 1)] == problems(data)


@pytest.mark.parametrize(
    "said",
    [
        claim(1, body={"stated": math.nan}),
        claim(1, body={"stated": math.inf}),
        claim(1, "\ud800"),
        claim(1, body={"from": {1, 2}}),
        claim(1, body={"from": json.loads("[" * 90 + "]" * 90)}),
        claim(1, id="x"),
        claim(1, at="2026-03-01"),
        claim(1, by=" "),
        claim(1, v=0),
    ],
)
def test_event_that_could_not_be_read_back_is_not_written(said: Event) -> None:
    with pytest.raises(InputError):
        encode_event(said)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "JSON"),
        (b"null", "object"),
        (b"[]", "object"),
        (b'{"v":1', "JSON"),
        (ONE.strip() + b" x", "more follows"),
        (ONE.replace(b"port", b"p\xff"), "UTF-8"),
        (ONE.replace(b"port", b"\\ud800"), "surrogate"),
        (b"[" * 200_000, "deep"),
        (b'{"v":' + b"9" * 5000 + b"}", "digits"),
        (line(body={"x": json.loads("[" * 90 + "]" * 90)}), "deep"),
        (line(v=True), "v must"),
        (line(v="1"), "v must"),
        (line(v=1.0), "v must"),
        (line(v=0), "v must"),
        (line(id=1), "id must"),
        (line(id=ulid(1).replace("0", "O")), "id must"),
        (line(id="abc"), "id must"),
        (line(at="2026-03-01T00:00:00"), "at must"),
        (line(at="2026-03-01T00:00:00+01:00"), "at must"),
        (line(at="2026-03-01 00:00:00Z"), "at must"),
        (line(at="2026-13-01T00:00:00Z"), "at must"),
        (line(at="2026-03-01T24:00:00Z"), "at must"),
        (line(at=1772323200), "at must"),
        (line(kind=""), "kind must"),
        (line(kind=None), "kind must"),
        (line(by=""), "by must"),
        (line(actor="robot"), "actor must"),
        (line(actor=["human"]), "actor must"),
        (line(body=[]), "body must"),
        (line(body=None), "body must"),
    ],
)
def test_what_is_no_event_has_a_short_reason(data: bytes, reason: str) -> None:
    got = parse_event(data)

    assert isinstance(got, str)
    assert reason in got and len(got) <= 90


@pytest.mark.parametrize(
    "at", ["2026-03-01T00:00:00Z", "2026-03-01T00:00:00.5Z", "2026-03-01T00:00:00.123456Z"]
)
def test_instants_in_utc_are_fine(at: str) -> None:
    assert isinstance(parse_event(line(at=at)), Event)


def test_surrogate_pair_is_an_ordinary_character() -> None:
    got = parse_event(ONE.replace(b"port", b"\\ud83d\\ude00"))

    assert isinstance(got, Event) and got.body["text"] == "use 😀 8080"


def test_damaged_lines_are_named_and_cost_only_themselves() -> None:
    data = ONE + TWO[:40] + b"\n" + THREE.strip() + FOUR + ONE.replace(ulid(1).encode(), ulid(5).encode())

    assert [(ulid(1), 1), (ulid(3), 3), (ulid(4), 3), (ulid(5), 4)] == ids(data)
    assert [("damaged-event", "error", 2), ("damaged-event", "warning", 3)] == problems(data)


@pytest.mark.parametrize(
    ("damaged", "left", "severity"),
    [
        (TWO[:40] + THREE, [3], "error"),
        (TWO.strip() + THREE[:40] + b"\n", [2], "error"),
        (TWO.strip() + THREE[:40] + FOUR, [2, 4], "error"),
        (TWO.strip() + b" " + THREE.strip() + FOUR, [2, 3, 4], "warning"),
        (TWO.strip() + b"," + THREE, [2, 3], "error"),
        (b"\0" * 4096 + TWO, [2], "error"),
        (b"\xff\xfe" + TWO, [2], "error"),
        (TWO.replace(b"port", b"p\xffrt").strip() + THREE, [3], "error"),
        (b"<<<<<<< HEAD\n", [], "error"),
        (b"\0" * 100 + b"\n", [], "error"),
        (b"{}\n", [], "error"),
    ],
)
def test_what_is_whole_on_a_damaged_line_is_read(damaged: bytes, left: list[int], severity: str) -> None:
    data = ONE + damaged + ONE.replace(ulid(1).encode(), ulid(9).encode())

    assert [(ulid(1), 1), *((ulid(number), 2) for number in left), (ulid(9), 3)] == ids(data)
    assert [("damaged-event", severity, 2)] == problems(data)


@pytest.mark.parametrize(
    "data", [b"\xef\xbb\xbf" + ONE + TWO, ONE.replace(b"\n", b"\r\n") + b"\r\n \n\n" + TWO]
)
def test_marks_line_ends_and_blank_lines_of_editors_are_no_damage(data: bytes) -> None:
    assert [ulid(1), ulid(2)] == [event_id for event_id, _ in ids(data)]
    assert problems(data) == []


def test_wrong_body_is_a_finding_with_its_place_and_event() -> None:
    data = (
        ONE + encode_event(claim(2, body={"stated": 7})) + encode_event(event(3, "verify", {}, actor="agent"))
    )
    entries, findings = read_lines(data, path=NAME)

    assert 3 == len(entries)
    assert [("invalid-event", f"{NAME}:2"), ("actor-not-allowed", f"{NAME}:3")] == [
        (found.code, found.place) for found in findings
    ]
    assert ulid(2) in findings[0].help and "stated" in findings[0].message


def test_unknown_events_are_kept_and_noted_once() -> None:
    strange = [event(number, "applause", {}) for number in (2, 3)] + [claim(4, v=2), claim(5, v=2)]
    data = ONE + b"".join(map(encode_event, strange))
    entries, findings = read_lines(data, path=NAME)

    assert [ulid(number) for number in range(1, 6)] == [entry.event.id for entry in entries]
    assert [("unknown-event", "note", 2), ("unknown-event", "note", 4)] == problems(data)
    assert ["2 events of kind 'applause'", "2 events of schema version 2"] == [
        found.message.split(",")[0] for found in findings
    ]


def test_findings_of_one_read_are_bounded() -> None:
    found = problems(b"x\n" * 300_000)

    assert 1001 == len(found)


@pytest.mark.parametrize(
    "data",
    [
        b'{"v":' * 400_000 + b"\n",
        b'{"v":"' * 300_000 + b"\n",
        b"{}" * 200_000 + b"\n",
        b"[" * 2_000_000 + b"\n",
        b"9" * 2_000_000 + b"\n",
        b'{"v":1,"a":[' * 160_000 + b"\n",
        b"\xff" * 2_000_000 + b"\n",
    ],
)
def test_hostile_line_is_one_finding(data: bytes) -> None:
    assert [("damaged-event", "error", 1)] == problems(data)
    assert [(ulid(1), 2)] == ids(data + ONE)


def test_tail_reads_what_is_new_with_its_line(tmp_path: Path) -> None:
    file = ledger(tmp_path, ONE + b"\n" + TWO)
    first = tail(file)
    ledger(tmp_path, ONE + b"\n" + TWO + b"damaged\n" + THREE)
    second = tail(file, offset=first.offset, prefix_hash=first.prefix_hash)
    third = tail(file, offset=second.offset, prefix_hash=second.prefix_hash)

    assert [(ulid(1), 1), (ulid(2), 3)] == [(entry.event.id, entry.line) for entry in first.entries]
    assert [(ulid(3), 5)] == [(entry.event.id, entry.line) for entry in second.entries]
    assert [f"{NAME}:4"] == [found.place for found in second.findings]
    assert (second.offset, second.prefix_hash, (), ()) == (
        third.offset, third.prefix_hash, third.entries, third.findings
    )  # fmt: skip


@pytest.mark.parametrize(
    "changed",
    [
        encode_event(tombstone(claim(1))) + TWO,
        ONE.replace(b"8080", b"8081") + TWO,
        ONE,
        b"",
        TWO + ONE,
    ],
)
def test_rewritten_file_is_read_from_its_start_and_said_so(tmp_path: Path, changed: bytes) -> None:
    file = ledger(tmp_path, ONE + TWO)
    before = tail(file)
    ledger(tmp_path, changed)
    after = tail(file, offset=before.offset, prefix_hash=before.prefix_hash)
    whole = tail(file)

    assert after.is_rewritten and not whole.is_rewritten
    assert () == after.findings
    assert (whole.entries, whole.offset, whole.prefix_hash) == (
        after.entries,
        after.offset,
        after.prefix_hash,
    )


def test_line_that_is_still_being_written_is_left_for_later(tmp_path: Path) -> None:
    file = ledger(tmp_path, ONE + TWO[:40])
    first = tail(file)
    ledger(tmp_path, ONE + TWO)
    second = tail(file, offset=first.offset, prefix_hash=first.prefix_hash)

    assert (len(ONE), 40, ()) == (first.offset, first.pending, first.findings)
    assert [(ulid(2), 2)] == [(entry.event.id, entry.line) for entry in second.entries]
    assert (0, ()) == (second.pending, second.findings)


def test_whole_event_without_its_line_end_counts_and_is_read_again(tmp_path: Path) -> None:
    file = ledger(tmp_path, ONE + TWO.strip())
    first = tail(file)
    ledger(tmp_path, ONE + TWO.strip() + THREE)
    second = tail(file, offset=first.offset, prefix_hash=first.prefix_hash)

    assert [ulid(1), ulid(2)] == [entry.event.id for entry in first.entries]
    assert len(ONE) == first.offset
    assert [(ulid(2), 2), (ulid(3), 2)] == [(entry.event.id, entry.line) for entry in second.entries]
    assert ["damaged-event"] == [found.code for found in second.findings]


PIECES = [
    ONE,
    TWO,
    THREE[:50] + b"\n",
    FOUR.strip(),
    b"\n",
    b"damaged\n",
    b"{}",
    encode_event(event(7, "applause", {})),
]


@given(st.lists(st.sampled_from(PIECES), max_size=8), st.lists(st.integers(0, 1200), max_size=4))
def test_any_split_into_reads_finds_the_same(pieces: list[bytes], cuts: list[int]) -> None:
    import tempfile

    data = b"".join(pieces)
    with tempfile.TemporaryDirectory() as folder:
        whole = tail(ledger(Path(folder), data))
        entries, findings, offset, prefix_hash = set(), set(), 0, ""
        for cut in [*sorted(cuts), len(data)]:
            read = tail(ledger(Path(folder), data[:cut]), offset=offset, prefix_hash=prefix_hash)
            entries |= {(entry.event.id, entry.line) for entry in read.entries}
            findings |= {found for found in read.findings if found.code != "unknown-event"}
            offset, prefix_hash = read.offset, read.prefix_hash

    assert {(entry.event.id, entry.line) for entry in whole.entries} == entries
    assert {found for found in whole.findings if found.code != "unknown-event"} == findings
    assert (whole.offset, whole.prefix_hash) == (offset, prefix_hash)


def test_conflict_copies_of_a_ledger_are_read_too(tmp_path: Path) -> None:
    folder = tmp_path / ".caveat" / "ledger"
    names = {
        "00c0ffee.jsonl": False,
        "00c0ffee.sync-conflict-20260710-070952-ABCDEFG.jsonl": True,
        "00c0ffee (conflicted copy 2026-07-10 070952).jsonl": True,
        "00c0ffee (1).jsonl": True,
        "00c0ffee 2.jsonl": True,
        "12345678.jsonl": False,
        "laptop-2.JSONL": False,
    }
    for name in [*names, "._00c0ffee.jsonl", "notes.md", "00c0ffee.jsonl.tmp"]:
        ledger(tmp_path, ONE, f".caveat/ledger/{name}")
    (folder / "folder.jsonl").mkdir()

    found = ledger_files(tmp_path)

    assert names == {file.path.name: file.is_copy for file in found}
    assert sorted(names) == [file.path.name for file in found]
    assert found[0].name.startswith(".caveat/ledger/")


def test_vault_without_a_ledger_has_no_ledger_files(tmp_path: Path) -> None:
    assert ledger_files(tmp_path) == ledger_files(tmp_path / "nowhere") == ()


def test_link_out_of_the_vault_is_a_finding_and_not_read(tmp_path: Path) -> None:
    outside = ledger(tmp_path / "elsewhere", ONE).path
    own = ledger(tmp_path / "vault", TWO).path
    (own.parent / "out.jsonl").symlink_to(outside)
    (own.parent / "in.jsonl").symlink_to(own)
    (own.parent / "dangling.jsonl").symlink_to(tmp_path / "nope")

    read = {file.path.name: tail(file) for file in ledger_files(tmp_path / "vault")}

    assert {"00c0ffee.jsonl", "in.jsonl", "out.jsonl"} == set(read)
    assert [((), ["unreadable-ledger"])] == [
        (got.entries, [found.code for found in got.findings])
        for name, got in read.items()
        if name == "out.jsonl"
    ]


def test_file_that_is_gone_keeps_the_place_to_take_up(tmp_path: Path) -> None:
    file = ledger(tmp_path, ONE)
    first = tail(file)
    os.remove(file.path)
    second = tail(file, offset=first.offset, prefix_hash=first.prefix_hash)

    assert (first.offset, first.prefix_hash, ()) == (second.offset, second.prefix_hash, second.entries)
    assert [("unreadable-ledger", "error", NAME)] == [
        (found.code, found.severity, found.path) for found in second.findings
    ]


def test_files_of_two_devices_fold_to_one_state_in_any_order(tmp_path: Path) -> None:
    mine = ledger(tmp_path, ONE + encode_event(edge(6, "contradicts", "note:a.md", f"claim:{ulid(1)}")))
    ledger(tmp_path, TWO + ONE + THREE, ".caveat/ledger/12345678.jsonl")
    ledger(tmp_path, mine.path.read_bytes() + FOUR, ".caveat/ledger/00c0ffee (1).jsonl")
    reads = [[entry.event for entry in tail(file).entries] for file in ledger_files(tmp_path)]
    states = []
    for some in (reads, reads[::-1]):
        states.append(empty())
        for events in some:
            apply(states[-1], events)

    assert 3 == len(reads)
    assert states[0] == states[1]
    assert 5 == len(states[0].events)
