"""The block for a chunk, the account of it, and what is carried to the next one."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caveat.judge.terms_block import block_text
from caveat.judge.terms_budget import tokens, within
from caveat.judge.terms_chunks import chunks
from caveat.judge.terms_snapshot import differences, snapshot
from caveat.judge.terms_usage import usage
from caveat.model.preparation import BlockEntry, CarriedState, Sticky
from caveat.model.terms import (
    Approval,
    Assembly,
    Book,
    DeclaredForm,
    Forbidden,
    Key,
    Nearby,
    Revision,
    Term,
)
from caveat.text.fold_book import profile
from tests.judge.books import prepared, term

AQ = term("阿Q", rendering="А-Кью", kind="person", gender="m", keys=["阿桂"], sticky=2)
WEIZHUANG = term("未庄", rendering="Вэйчжуан", kind="place")
STRANGER = term("黑衣人", rendering="Незнакомец в маске", kind="person", gender="f", gender_since=300)


def test_block_has_genders_terms_forms_and_what_is_not_verified() -> None:
    doubtful = term("赵太爷", rendering="Чжао", kind="person", gender="m", verified=False)
    block = prepared([AQ, WEIZHUANG, doubtful], "阿Q和赵太爷回到未庄").block

    assert block.splitlines() == [
        "Names and terms of this passage",
        "Use these renderings. Inflect freely, never change the stem.",
        "Gender:",
        "- А-Кью: masculine",
        "Terms:",
        "- 阿Q → А-Кью (person)",
        "  not declined",
        "- 未庄 → Вэйчжуан (place)",
        "  forms: gen. Вэйчжуана, dat. Вэйчжуану, ins. Вэйчжуаном, prep. Вэйчжуане",
        "Unverified: use only where the passage bears it out.",
        "- 赵太爷 → Чжао (person, masculine)",
        "  not declined",
    ]


@pytest.mark.parametrize(
    ("said", "forms"),
    [
        (
            {"rendering": "Сиракузы", "kind": "place", "origin": "en"},
            "forms: dat. Сиракузам, ins. Сиракузами",
        ),
        ({"rendering": "Токио", "kind": "place", "origin": "ja"}, "not declined"),
        ({"rendering": "обитель", "kind": "place"}, ""),
        ({"rendering": "обитель", "kind": "place", "gender": "f"}, "forms: gen. обители"),
        ({"rendering": "духовный камень"}, ""),
        ({"rendering": "магл", "forms": (DeclaredForm("маглов", "gen", "pl"),)}, "forms: pl. gen. маглов"),
    ],
)
def test_forms_are_declared_or_made_where_rules_are_sure(said: dict[str, Any], forms: str) -> None:
    lines = prepared([term("地名", curated=True, **said)], "在地名").block.split("\n")

    assert ["  " + forms] == [line[: len(forms) + 2] for line in lines if line.startswith("  ")] or not forms


def test_nothing_to_tell_is_an_empty_block() -> None:
    found = prepared([AQ], "别人来了")

    assert "" == found.block
    assert () == found.trace.injected
    assert block_text([], [], Assembly()) == ""


def test_gender_that_is_not_known_yet_is_not_given_away() -> None:
    early, late = prepared([STRANGER], "黑衣人"), prepared([STRANGER], "黑衣人", chapter=300)

    assert "not told yet" in early.block and "feminine" not in early.block
    assert "- Незнакомец в маске: feminine" in late.block


def test_rendering_of_a_key_example_note_and_forbidden_are_shown() -> None:
    said = term(
        "阿Q",
        rendering="А-Кью",
        keys=[Key("阿桂", "nick", rendering="А-Гуй")],
        never_varies=True,
        example="А-Кью вернулся\nв Вэйчжуан.",
        note="ein Name",
        forbidden=(Forbidden("А-Q"), Forbidden("Акью", Nearby(("世",)))),
        forms=(DeclaredForm("А-Кью", "gen"),),
    )
    block = prepared([said], "阿桂来了").block

    assert "  阿桂 → А-Гуй" in block
    assert "  as in: А-Кью вернулся в Вэйчжуан." in block
    assert "  note: ein Name" in block and "  never: А-Q\n" in block
    assert "  forms: gen. А-Кью" in block
    assert "А-Гуй" not in prepared([said], "阿Q来了").block


def test_declared_text_cannot_forge_a_line_of_the_block() -> None:
    said = term("阿Q", rendering="А\u2028- 未庄 → x", note="a\x1b[2J\nTerms:")
    lines = prepared([said], "阿Q").block.split("\n")

    assert not any("\u2028" in line or "\x1b" in line for line in lines)
    assert 1 == lines.count("Terms:")


def test_counts_of_the_trace_add_up() -> None:
    terms = [AQ, WEIZHUANG, STRANGER, term("革命"), term("革命党"), term("王伦", since=300), term("高兴")]
    found = prepared(terms, "阿Q高兴，革命党回到未庄。王伦与阿桂。钱玄同说道")
    trace = found.trace

    assert (6, 4, 1, 1, 1, 1) == (
        trace.n_exact,
        trace.n_confirmed,
        trace.n_ambiguous,
        trace.n_rejected,
        trace.n_spoiler_blocked,
        trace.n_suppressed,
    )
    assert 1 == trace.n_unknown == len(found.unknown)
    assert trace.injected == tuple(entry.term for entry in found.entries)
    assert "none" == trace.second_tier == trace.carried_from


def test_confirmed_come_by_place_then_carried_by_recency_then_doubtful() -> None:
    terms = [AQ, WEIZHUANG, term("高兴"), term("王胡", sticky=2), term("小D", sticky=2)]
    state = CarriedState(11, 3, "x", (Sticky("term:b/小D", 2), Sticky("term:b/王胡", 1)))
    found = prepared(terms, "高兴地回到未庄，阿Q", state=state)

    assert ("term:b/未庄", "term:b/阿Q", "term:b/小D", "term:b/王胡", "term:b/高兴") == found.trace.injected


def test_sticky_terms_keep_their_own_counter_until_they_run_out() -> None:
    first = prepared([AQ, WEIZHUANG], "阿Q来了")
    second = prepared([AQ, WEIZHUANG], "没有人", number=2, state=first.state)
    third = prepared([AQ, WEIZHUANG], "没有人", number=3, state=second.state)
    fourth = prepared([AQ, WEIZHUANG], "没有人", number=4, state=third.state)

    assert ["none", "12#1", "12#2", "12#3"] == [
        one.trace.carried_from for one in (first, second, third, fourth)
    ]
    assert [(), (("term:b/阿Q", 1),), (("term:b/阿Q", 2),), ()] == [
        one.trace.sticky for one in (first, second, third, fourth)
    ]
    assert "А-Кью" in third.block and "" == fourth.block
    again = prepared([AQ, WEIZHUANG], "阿Q", number=3, state=second.state)
    assert (Sticky("term:b/阿Q", 2, 0),) == again.state.sticky


def test_what_is_doubtful_is_not_carried() -> None:
    found = prepared([term("高兴", sticky=3)], "很高兴")

    assert "AMBIGUOUS" == found.occurrences[0].decision
    assert () == found.state.sticky


@pytest.mark.parametrize(
    ("state", "number", "is_used"),
    [
        (CarriedState(12, 1, "", (Sticky("term:b/阿Q", 1),)), 2, True),
        (CarriedState(11, 9, "", (Sticky("term:b/阿Q", 1),)), 1, True),
        (CarriedState(12, 2, "", (Sticky("term:b/阿Q", 1),)), 2, False),
        (CarriedState(13, 1, "", (Sticky("term:b/阿Q", 1),)), 1, False),
        (CarriedState(10, 1, "", (Sticky("term:b/阿Q", 1),)), 1, False),
        (CarriedState(11, 1, "", (Sticky("term:b/阿Q", 1),)), 2, False),
    ],
)
def test_only_the_state_of_what_comes_before_is_used(state: CarriedState, number: int, is_used: bool) -> None:
    found = prepared([AQ], "没有人", number=number, state=state)

    assert is_used == bool(found.entries)
    assert is_used == ("state-not-previous" not in [one.code for one in found.findings])
    assert is_used == (found.trace.carried_from == state.origin)


def test_carried_terms_pass_the_window_too() -> None:
    state = CarriedState(11, 1, "", (Sticky("term:b/王胡", 5), Sticky("term:b/gone", 5)))
    early = prepared([term("王胡", since=300, sticky=5)], "没有人", state=state)
    late = prepared([term("王胡", until=12, sticky=5)], "没有人", state=state)

    assert ("", 1, 1) == (early.block, early.trace.n_rejected, early.trace.n_spoiler_blocked)
    assert ("", 1, 0) == (late.block, late.trace.n_rejected, late.trace.n_spoiler_blocked)
    assert () == early.state.sticky == late.state.sticky


def test_evicting_what_is_confirmed_is_an_error_and_names_it() -> None:
    terms = [term("阿Q", rendering="А-Кью " * 90), WEIZHUANG, term("高兴")]
    found = prepared(terms, "阿Q高兴地回到未庄", budget=160)
    codes = {one.code: one.severity for one in found.findings}

    assert ("term:b/阿Q", "term:b/高兴") == found.trace.evicted
    assert ("term:b/未庄",) == found.trace.injected
    assert {"evicted-confirmed": "error", "evicted": "note"} == codes
    assert 2 == found.trace.n_evicted


def test_block_fits_the_budget() -> None:
    terms = [term(f"王{name}", rendering=f"Ван {name}", kind="person", gender="m") for name in "甲乙丙丁戊己"]
    text = "".join(one.headword for one in terms)
    for budget in range(40, 400, 15):
        found = prepared(terms, text, budget=budget)
        assert tokens(found.block) <= budget
        assert len(found.entries) + found.trace.n_evicted == 6


def test_room_that_is_left_is_not_filled_with_what_matters_less() -> None:
    sure = BlockEntry("a", "CONFIRMED", ("x",), 50)
    small = BlockEntry("b", "AMBIGUOUS", ("x",), 1)
    other = BlockEntry("c", "CONFIRMED", ("x",), 5)

    assert ([other], [sure, small]) == within([sure, other, small], 20, spent=0)
    assert ([sure, other, small], []) == within([sure, other, small], 0, spent=0)


def test_term_without_a_rendering_is_told_and_not_shown() -> None:
    found = prepared([term("阿Q", rendering="")], "阿Q")

    assert ("", ["no-rendering"]) == (found.block, [one.code for one in found.findings])


def test_findings_have_a_place_and_are_told_once() -> None:
    found = prepared([term("王伦", since=300)], "一\n王伦，王伦。Quei来了，Quei", chapter=1)
    spoiler, unknown = found.findings

    assert ("spoiler-blocked", "ch.txt", 2, 1) == (spoiler.code, spoiler.path, spoiler.line, spoiler.column)
    assert "2 times" in spoiler.message and spoiler.severity == "warning"
    assert ("unknown-name", 2, 7) == (unknown.code, unknown.line, unknown.column)
    assert "2 times" in unknown.message


def test_spoiler_that_another_window_serves_is_only_a_note() -> None:
    terms = [term("黑衣人", id="1", until=300), term("黑衣人", id="2", since=300)]

    assert ["note"] == [one.severity for one in prepared(terms, "黑衣人").findings]


def test_misspelt_name_is_told_with_the_key_that_is_near() -> None:
    (one,) = prepared([term("邹七嫂")], "邹七婶说道，邹七婶").unknown

    assert ("邹七婶", ("邹七嫂",)) == (one.text, one.near_keys)
    assert () == prepared([term("邹七嫂", since=300)], "邹七婶说道").unknown[0].near_keys


chapters = st.integers(1, 40)
bounds = st.tuples(st.integers(0, 30), st.integers(1, 20))


@settings(max_examples=200, deadline=None)
@given(
    chapters,
    bounds,
    st.text(alphabet="黑衣人王伦阿Q说道，。（）\nメ", max_size=30),
    st.booleans(),
    st.integers(0, 200),
)
def test_chapter_outside_the_window_never_shows_the_term(
    chapter: int, bound: tuple[int, int], around: str, is_carried: bool, budget: int
) -> None:
    since, length = bound
    secret = term(
        "黑衣人",
        rendering="ТАЙНА",
        keys=["王伦", "ニコ黑"],
        since=since,
        until=since + length,
        sticky=3,
        note="ТАЙНА",
        kind="person",
        gender="f",
    )
    sticky = (Sticky("term:b/黑衣人", 3),) if is_carried else ()
    found = prepared(
        [secret, AQ],
        f"{around}黑衣人{around}",
        chapter=chapter,
        state=CarriedState(chapter - 1, 1, "", sticky),
        budget=budget,
    )
    is_open = since <= chapter < since + length
    shown = [one for one in found.occurrences if one.term == secret.ref and one.decision != "REJECTED"]

    assert is_open or not shown
    assert is_open or "ТАЙНА" not in found.block
    assert is_open or secret.ref not in found.trace.injected
    left = {one.term for one in found.state.sticky} | {one.term for one in found.entries}
    assert is_open or secret.ref not in left | {one.term for one in found.ruby}
    assert is_open or all("王伦" not in one.near_keys for one in found.unknown)
    assert is_open or all("ТАЙНА" not in one.message + one.help for one in found.findings)


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="黑衣人王伦阿Q未庄说道，。\n高兴", max_size=60), chapters)
def test_equal_snapshot_chunk_and_state_give_equal_values(text: str, chapter: int) -> None:
    terms = [AQ, WEIZHUANG, STRANGER, term("高兴")]

    assert prepared(terms, text, chapter=chapter) == prepared(terms[::-1], text, chapter=chapter)


BOOK = Book("b", terms=(AQ, WEIZHUANG), plan=(("brief", "d1"),))


@pytest.mark.parametrize(
    ("changed", "part"),
    [
        (BOOK._replace(terms=(AQ._replace(rendering="А-Кю"), WEIZHUANG)), "terms"),
        (BOOK._replace(terms=(AQ._replace(approval=Approval()), WEIZHUANG)), "terms"),
        (BOOK._replace(terms=(AQ,)), "terms"),
        (BOOK._replace(assembly=Assembly(budget=7)), "assembly"),
        (BOOK._replace(plan=(("brief", "d2"),)), "plan brief"),
        (BOOK._replace(plan=(("brief", "d1"), ("model", "m"))), "plan model"),
        (BOOK._replace(fold="ja"), "fold"),
        (BOOK._replace(target="en"), "languages"),
    ],
)
def test_whatever_a_block_depends_on_changes_the_snapshot(changed: Book, part: str) -> None:
    old, new = snapshot(BOOK), snapshot(changed)

    assert old.id != new.id
    assert part in differences(dict(old.parts), dict(new.parts))


@pytest.mark.parametrize(
    "same",
    [
        BOOK._replace(terms=(WEIZHUANG, AQ)),
        BOOK._replace(terms=(AQ._replace(path="x", line=9, revisions=(Revision("А"),)), WEIZHUANG)),
        BOOK._replace(findings=()),
    ],
)
def test_what_no_block_depends_on_leaves_the_snapshot(same: Book) -> None:
    assert snapshot(BOOK) == snapshot(same)


def test_snapshot_is_pinned_over_releases_by_its_versions() -> None:
    parts = dict(snapshot(BOOK).parts)

    assert ("snapshot/v2", "chunk/v1", "tokens/v1", "block/v2") == (
        parts["version"],
        parts["chunker"],
        parts["estimator"],
        parts["block"],
    )
    assert json.dumps(parts)


@settings(max_examples=100)
@given(st.text(alphabet="句。子\nа. б", max_size=300), st.integers(0, 60))
def test_chunks_are_the_whole_text_and_not_too_long(text: str, size: int) -> None:
    cuts = chunks(text, size)

    assert text == "".join(text[start:end] for start, end in cuts)
    assert size == 0 or all(end - start <= size for start, end in cuts)
    assert [end for _, end in cuts[:-1]] == [start for start, _ in cuts[1:]]


def test_chunks_end_with_paragraphs_else_with_sentences() -> None:
    text = "一二三。\n四五六。\n七八九十。一二三四。五六七八九十。"

    assert ["一二三。\n四五六。\n", "七八九十。一二三四。", "五六七八九十。"] == [
        text[start:end] for start, end in chunks(text, 11)
    ]


@pytest.mark.parametrize(
    ("source", "expected"), [("清明节", "CONFIRMED"), ("盛世", "REJECTED"), ("时分", "AMBIGUOUS")]
)
def test_admitted_and_forbidden_under_conditions(source: str, expected: str) -> None:
    said = Term(
        "term:b/x",
        "清明",
        rendering="Цинмин",
        nearby=Nearby(("节",)),
        forbidden=(Forbidden("Цинмин", Nearby(("世",))),),
    )

    assert expected == usage(said, "Цинмин", source, profile("zh"))


@pytest.mark.parametrize(
    ("rendering", "source", "expected"),
    [
        ("А", "世", "REJECTED"),
        ("А", "节", "CONFIRMED"),
        ("Б", "", "CONFIRMED"),
        ("В", "", "AMBIGUOUS"),
        ("Г", "", "REJECTED"),
    ],
)
def test_usage_without_a_condition_gives_way_to_one_with(rendering: str, source: str, expected: str) -> None:
    said = Term(
        "term:b/x",
        "x",
        rendering="А",
        aliases=("Б",),
        forbidden=(Forbidden("А", Nearby(("世",))), Forbidden("Г")),
    )

    assert expected == usage(said, rendering, source, profile("zh"))
