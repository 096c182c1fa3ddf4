"""The bench of a book's memory: cases, traps, gold, rankings, arms and criteria, each able to fail."""

import json
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from caveat.bench.metrics import Confusion
from caveat.bench.term_acceptance import Acceptance, Criterion, held, load_acceptance, of_arm
from caveat.bench.term_arms import ArmFigures, Delivered, load_arms, score_arm
from caveat.bench.term_cases import Case, judge, load_cases, run_cases, text_of
from caveat.bench.term_checks import account, run_checks
from caveat.bench.term_gold import (
    BOOKS,
    GoldBook,
    GoldTerm,
    extraction,
    gold_terms,
    load_book,
    measure_book,
    packaged,
)
from caveat.bench.term_names import Line, called, consistency, omitted
from caveat.bench.term_rendering import measure_post_check
from caveat.bench.term_retrieval import _recall_at, load_cards, load_queries, measure_term_retrieval
from caveat.bench.term_speed import Setting, made_chapter, made_terms, measure_term_speed
from caveat.bench.terms import CASE_FILES, certain_on, measure_arms
from caveat.cli.main import main
from caveat.model.errors import InputError
from caveat.model.terms import APPROVED, Book, Key, Term
from tests.bench.samples import write

DATA = Path(__file__).parents[1] / "data"
GOOD = {
    "id": "a",
    "check": "match",
    "lang": "zh",
    "terms": [{"headword": "阿Q"}],
    "text": "阿Ｑ回到未庄",
    "expect": [{"key": "阿Q", "disposition": ["CONFIRMED"]}],
    "suppressed": [],
    "findings": [],
}


def typed(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stopped:
        main(["bench", "terms", *map(str, words)])
    out, err = capsys.readouterr()
    assert isinstance(stopped.value.code, int)
    return stopped.value.code, out, err


def lines_of(path: Path, *rows: Any) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


def term(headword: str, rendering: str, **said: Any) -> Term:
    return Term(f"term:b/{headword}", headword, rendering, keys=(Key(headword),), approval=APPROVED, **said)


AH_Q = Book("ah-q", terms=gold_terms("ah-q"))


# Cases


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("terms_match.jsonl", 24),
        ("terms_match_second.jsonl", 502),
        ("rendering_terms.jsonl", 12),
        ("rendering_ru.jsonl", 269),
        ("rendering_ru_fourth.jsonl", 222),
        ("terms_match_third.jsonl", 464),
        ("rendering_ru_fifth.jsonl", 168),
    ],
)
def test_any_file_of_cases_is_run_and_counted(
    capsys: pytest.CaptureFixture[str], name: str, count: int
) -> None:
    code, out, err = typed(capsys, "--vectors", DATA / name)

    assert (0, "") == (code, err)
    assert out.split("\n")[-2].startswith(f"{count} of {count} (")


def test_missed_case_is_explained_and_fails_the_command(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    wrong = GOOD | {"id": "b", "expect": [{"key": "阿Q", "disposition": ["NONE"]}]}

    code, out, _ = typed(capsys, "--vectors", lines_of(tmp_path / "v.jsonl", GOOD, wrong))

    assert code == 1
    assert "MISS b (match)\n    expected 阿Q NONE\n    got      阿Q CONFIRMED\n" in out
    assert "“阿Ｑ” at 0 is CONFIRMED (EXACT)" in out
    assert out.endswith("1 of 2 (match 1 of 2)\n")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"check": "guess"}, "no check is called 'guess'"),
        ({"lang": "xx", "terms": [{"headword": ""}]}, "cannot be judged"),
        ({"terms": [{"headword": "阿Q", "since": "soon"}]}, "since"),
        ({"terms": ["阿Q"]}, "is no object"),
        ({"expect": [{"key": "阿Q"}]}, "'disposition'"),
        ({"text": None}, "'text'"),
        ({"suppressed": ["阿Q"]}, "suppressed [], not ['阿Q']"),
        ({"findings": ["confusable"]}, "findings [], not ['confusable']"),
        ({"check": "rendering"}, "'kind'"),
        ({"check": "rendering", "kind": "hero", "rendering": "А"}, "no kind is called 'hero'"),
        ({"check": "transliteration", "headword": "吕树", "rendering": "Лу Шу", "expect": "ok"}, "sounds"),
        (
            {"check": "transliteration", "headword": "吕树", "rendering": "Люй Шу", "expect": "Лу Шу"},
            "exact",
        ),
        ({"check": "key", "headword": "修", "expect": "ok"}, "key 修"),
    ],
)
def test_case_that_fails_or_cannot_be_judged_is_a_miss_with_its_reason(
    tmp_path: Path, changed: dict[str, Any], said: str
) -> None:
    report = run_cases(lines_of(tmp_path / "v.jsonl", GOOD | changed, GOOD))

    assert 1 == report.met
    assert said in text_of(report)


@pytest.mark.parametrize("text", ["", "no json\n", '{"id": "a"}\n', "[1]\n"])
def test_file_that_holds_no_cases_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    code, out, err = typed(capsys, "--vectors", write(tmp_path, v=text)["v"])

    assert (2, "") == (code, out)
    assert "v" in err


def test_refused_key_is_met_with_and_without_the_reason(tmp_path: Path) -> None:
    key = {"check": "key", "lang": "zh", "headword": "修"}
    rows = [
        key | {"id": "1", "expect": "refused"},
        key | {"id": "2", "expect": "refused: single character without judgment words"},
        key | {"id": "3", "expect": "refused: too short"},
        key | {"id": "4", "headword": "修为", "expect": "refused"},
    ]

    assert ["3", "4"] == [one.case.id for one in run_cases(lines_of(tmp_path / "v.jsonl", *rows)).misses]


def test_chapter_of_a_case_counts(tmp_path: Path) -> None:
    later = GOOD | {"terms": [{"headword": "阿Q", "since": 13}], "chapter": 13}

    assert 1 == run_cases(lines_of(tmp_path / "v.jsonl", later)).met


# The gold that comes with caveat


@pytest.mark.parametrize("name", CASE_FILES)
def test_every_case_that_comes_with_caveat_is_met(name: str) -> None:
    report = run_cases(packaged(name))

    assert not report.misses, text_of(report)


def test_gold_is_as_large_as_its_page_and_the_criteria_say() -> None:
    page = packaged("README.md").read_text(encoding="utf-8")
    traps, renderings = load_cases(packaged("traps.jsonl")), load_cases(packaged("renderings.jsonl"))
    right = sum(set(case.fields["expect"]) <= {"ok", "pronoun"} for case in renderings)
    languages = Counter(case.fields["lang"] for case in traps)

    assert f"{len(traps)} match cases" in page
    assert f"{len(renderings)} Russian renderings, {right} right and {len(renderings) - right} faulty" in page
    assert f"{len(load_queries())} passages" in page
    assert min(languages["zh"], languages["ja"]) >= 50
    assert load_acceptance().gold["traps"] == 60 <= len(traps)
    assert all(case.fields["trap"] for case in traps)
    assert len({case.id for case in traps}) == len(traps)


def test_nothing_is_stated_as_certain_on_a_trap_and_a_wrong_statement_would_be_seen() -> None:
    judged = run_cases(packaged("traps.jsonl")).judged
    certain = [one for one in judged if "CONFIRMED" in one.expected]

    assert (1.0, 0) == (certain_on(judged).precision, certain_on(judged).false_alarms)
    assert len(certain) > 20
    denied = [
        one._replace(
            case=one.case._replace(
                fields=one.case.fields
                | {
                    "expect": [said | {"disposition": ["NONE"]} for said in one.case.fields["expect"]]  # type: ignore[operator]
                }
            )
        )
        for one in certain
    ]
    assert certain_on(denied).false_alarms >= len(certain)


def test_post_check_keeps_its_bars_where_the_substring_test_does_not() -> None:
    ours, baseline = measure_post_check(packaged("renderings.jsonl"))
    bars = load_acceptance().bench

    assert ours.false_share is not None and baseline.false_share is not None
    assert ours.missed_share is not None and baseline.missed_share is not None
    assert ours.false_share <= bars["most_false_flags"] < baseline.false_share
    assert ours.missed_share <= bars["most_missed_stems"] < baseline.missed_share
    assert (ours.right, ours.stems) == (baseline.right, baseline.stems)
    assert ours.per_thousand == pytest.approx(1000 * ours.n_flags / ours.characters)


def test_post_check_counts_what_it_flags_and_misses(tmp_path: Path) -> None:
    row = {"check": "rendering", "rendering": "Вэйчжуан", "kind": "place", "origin": "zh", "occurrences": 1}
    rows = [
        row | {"id": "1", "text": "в Вэйчжуане", "expect": ["ok"]},
        row | {"id": "2", "text": "в Вэйчуане", "expect": ["ok"]},
        row | {"id": "3", "text": "в Вэйчжуане", "expect": ["variant"]},
    ]

    ours, baseline = measure_post_check(lines_of(tmp_path / "v.jsonl", *rows))

    assert (2, 1, 1, 1) == (ours.right, ours.false_flags, ours.stems, ours.missed_stems)
    assert Confusion(0, 1, 1) == ours.flags
    # The base form is a part of its own prepositional: the baseline passes that, wrongly or rightly.
    assert (1, 1) == (baseline.false_flags, baseline.missed_stems)


# Books


def book_of(text: str, *terms: GoldTerm) -> GoldBook:
    return GoldBook("b", "zh", text, (0, len(text)), terms)


def test_places_of_a_book_are_counted_as_found_missed_and_wrong() -> None:
    text = "未庄的阿Ｑ，阿……Ｑ哥。未庄。"
    village = GoldTerm(term("未庄", "Вэйчжуан"), frozenset({0}))
    man = GoldTerm(term("阿Q", "А-Кью"), frozenset({3, 6}))

    found = measure_book(book_of(text, village, man))

    assert Confusion(hits=2, false_alarms=1, misses=1) == found.shown
    assert [True] == [one.endswith("，阿……Ｑ哥。未庄。") for one in found.missed]
    assert found.wrong[0].startswith("未庄 in ")


def test_what_lies_outside_the_read_part_does_not_count() -> None:
    text = "未庄。未庄。"
    book = book_of(text, GoldTerm(term("未庄", "Вэйчжуан"), frozenset({3})))._replace(span=(3, 6))

    assert Confusion(hits=1) == measure_book(book).shown


def test_doubtful_places_are_shown_and_not_certain() -> None:
    found = measure_book(book_of("他很高兴。", GoldTerm(term("高兴", "Гао Син"), frozenset({2}))))

    assert (Confusion(hits=1), Confusion(misses=1)) == (found.shown, found.certain)


def test_names_that_nobody_entered_are_told_from_the_gold() -> None:
    person = GoldTerm(term("王小明", "Ван Сяомин", kind="person"), frozenset({0}))

    found = extraction(book_of("王小明说：“好。”王小明走了。", person))

    assert found.recall in (0.0, 1.0)
    assert found.hits + found.misses == 1


@pytest.mark.parametrize("name", BOOKS)
def test_terms_of_the_gold_are_sound(name: str) -> None:
    terms = gold_terms(name)

    assert len(terms) >= 30
    assert all(one.rendering and one.approval.is_approved for one in terms)
    assert len({one.headword for one in terms}) == len(terms)


def test_book_that_is_missing_says_where_it_can_be_had(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"there is no such file\. books: .* public domain"):
        load_book("melos", tmp_path)


def test_other_edition_of_a_book_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "books" / "ja" / "1567_ruby_4948.utf8.txt"
    path.parent.mkdir(parents=True)
    path.write_text("走れメロス\n", encoding="utf-8")

    with pytest.raises(InputError, match="another edition"):
        load_book("melos", tmp_path)


def test_bench_without_books_gives_no_figure(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CAVEAT_DATA", raising=False)

    code, out, err = typed(capsys)

    assert (2, "") == (code, out)
    assert "CAVEAT_DATA" in err


# Rankings


def test_exact_path_draws_no_trap_where_a_ranking_draws_most() -> None:
    found = measure_term_retrieval(remark="left out")
    ranked = found.ranked["character BM25"]

    assert (1.0, 0) == (found.certain.precision, found.certain.drawn)
    assert found.shown.literal.recall == 1.0
    assert found.certain.semantic.recall is not None and found.certain.semantic.recall < 0.1
    assert ranked.traps > 10
    assert ("left out",) == found.remarks
    assert ["character BM25"] == list(found.ranked)


def test_vectors_are_measured_where_there_is_an_embedder() -> None:
    pytest.importorskip("numpy")
    from caveat.models.hashed import Hashed

    found = measure_term_retrieval(Hashed())

    assert {"character BM25", "dense"} == set(found.ranked)
    assert () == found.remarks


def test_every_term_that_a_query_names_has_a_card() -> None:
    cards = load_cards()

    assert [] == [
        ref for query in load_queries() for ref in (*query.relevant, *query.traps) if ref not in cards
    ]


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([(0.9, True), (0.8, True), (0.1, False)], 1.0),
        ([(0.9, True), (0.8, False), (0.7, True)], 0.5),
        ([(0.9, False), (0.8, True)], None),
        ([(0.5, True), (0.5, False)], None),
    ],
)
def test_recall_at_a_precision_takes_equal_scores_together(
    pairs: list[tuple[float, bool]], expected: float | None
) -> None:
    assert expected == _recall_at(pairs)


# Arms


def arm(translation: str, source: str = "阿Ｑ回到未庄。", **more: Any) -> ArmFigures:
    return score_arm("x", [Delivered(1, source, translation, more.get("tokens"))], AH_Q)


def test_name_that_is_wrong_everywhere_is_consistent_and_not_correct() -> None:
    arms = {one.name: one for one in measure_arms(packaged("arms"), AH_Q)}
    figures = {name: (one.correct.value or 0.0, one.consistent.value or 0.0) for name, one in arms.items()}

    assert ["none", "correct", "random", "wrong"] == list(arms)
    assert (1.0, 1.0) == figures["correct"]
    assert figures["wrong"][0] < 0.1 and figures["wrong"][1] == 1.0
    for name in ("none", "random"):
        assert 0.3 < figures[name][0] < 0.8
        assert figures[name][1] < 0.8
    assert 0.0 == arms["correct"].flags
    assert 0.0 == arms["correct"].omitted.value == arms["wrong"].omitted.value
    assert (arms["none"].omitted.value or 0.0) > 0.0


@pytest.mark.parametrize(
    ("translation", "correct", "omission"),
    [
        ("А-Кью вернулся в Вэйчжуан.", 1.0, 0.0),
        ("А-Кью вернулся в деревню.", 0.5, 0.5),
        ("А-Кью вернулся в Уйчжан.", 0.5, 0.0),
        ("Вернулись.", 0.0, 1.0),
    ],
)
def test_omission_is_told_from_another_name(translation: str, correct: float, omission: float) -> None:
    found = arm(translation)

    assert (correct, omission) == (found.correct.value, found.omitted.value)


@pytest.mark.parametrize(
    ("translation", "value"),
    [
        ("А-Кью ушёл к Вэйчжуану.", 1.0),
        ("А-Кью ушёл к Вэйчжуана.", 0.0),
        ("А-Кью ушёл из Вэйчжуана.", 1.0),
        ("А-Кью жил в Вэйчжуаном.", 0.0),
        ("А-Кью покинул Вэйчжуан.", None),
    ],
)
def test_case_must_be_one_that_the_preposition_governs(translation: str, value: float | None) -> None:
    assert value == arm(translation).case.value


def test_verb_that_disagrees_lowers_gender_agreement() -> None:
    assert 0.5 == arm("А-Кью пришла в Вэйчжуан.").gender.value
    assert 1.0 == arm("А-Кью пришёл в Вэйчжуан.").gender.value


def test_pronoun_owes_no_name() -> None:
    assert 1 == arm("Он вернулся в Вэйчжуан.").due


def test_costs_are_for_a_thousand_chapters_and_only_when_every_chapter_told_its_tokens(
    tmp_path: Path,
) -> None:
    row = {"chapter": 1, "source": "阿Ｑ回到未庄。", "translation": "А-Кью вернулся в Вэйчжуан."}
    lines_of(tmp_path / "on.jsonl", row | {"tokens_in": 2_000, "tokens_out": 500})
    lines_of(tmp_path / "some.jsonl", row | {"tokens_in": 2_000, "tokens_out": 500}, row | {"chapter": 2})

    on, some = (score_arm(name, told, AH_Q) for name, told in load_arms(tmp_path).items())

    assert (2_000_000, 500_000) == on.tokens
    assert 2 * 3.0 + 0.5 * 15.0 == on.cost((3.0, 15.0))
    assert (None, None, None) == (some.tokens, some.cost((3.0, 15.0)), on.cost(None))


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"chapter": "one", "source": "a", "translation": "b"}, "'chapter'"),
        ({"chapter": 1, "source": "a"}, "'translation'"),
        ({"chapter": 1, "source": "a", "translation": "b", "tokens_in": 3}, "'tokens_out'"),
    ],
)
def test_arm_that_is_not_in_the_format_is_refused_by_line(
    tmp_path: Path, row: dict[str, Any], said: str
) -> None:
    lines_of(tmp_path / "on.jsonl", row)

    with pytest.raises(InputError, match=f"line 1.*{said}"):
        load_arms(tmp_path)


def test_folder_without_arms_and_arm_without_terms_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"holds no \.jsonl file"):
        load_arms(tmp_path)
    with pytest.raises(InputError, match="is no folder"):
        load_arms(tmp_path / "nowhere")
    with pytest.raises(InputError, match="name none of the terms"):
        arm("Снег.", source="下雪了。")


def test_handed_in_translations_are_held_to_the_criteria(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    book = tmp_path / "book"
    (book / "terms").mkdir(parents=True)
    (book / "out").mkdir()
    (book / "book.toml").write_text('name = "b"\n', encoding="utf-8")
    people = {"headword": "阿Q", "rendering": "А-Кью", "kind": "person", "gender": "m"}
    lines_of(
        book / "terms" / "a.jsonl", people, {"headword": "未庄", "rendering": "Вэйчжуан", "kind": "place"}
    )
    source = "阿Ｑ回到未庄。\n未庄没有阿Ｑ。"
    for name, text in (
        ("none", "Акей вернулся в деревню.\nВ Уйчжане не было А-Кию."),
        ("memory", "А-Кью вернулся в Вэйчжуан.\nВ Вэйчжуане не было А-Кью."),
    ):
        row = {"chapter": 1, "source": source, "translation": text, "tokens_in": 100, "tokens_out": 50}
        lines_of(book / "out" / f"{name}.jsonl", row)

    code, out, _ = typed(capsys, "--outputs", book / "out", "--price", 3, 15)

    assert (0, 6) == (code, out.count(" met"))
    assert "gain in correctness" in out
    # 100,000 tokens read at 3 and 50,000 written at 15 a million.
    assert "1.05" in out
    (book / "out" / "memory.jsonl").write_text(
        (book / "out" / "none.jsonl").read_text(encoding="utf-8"), encoding="utf-8"
    )
    code, out, _ = typed(capsys, "--outputs", book / "out")
    assert (1, True) == (code, "MISSED" in out)


@pytest.mark.parametrize(
    "words",
    [
        ("--speed", "--vectors", "x"),
        ("--outputs", "x", "--speed"),
        ("--book", "x"),
        ("--price", "1", "2"),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    assert 2 == typed(capsys, *words)[0]


# What a name is called


def line(text: str, *named: str, missing: int = 1) -> Line:
    return Line(text, set(named), set(), Counter(dict.fromkeys(named, missing)), ())


def test_what_a_name_is_called_is_the_word_that_goes_with_it_best() -> None:
    lines = [
        line("Утром Акей ушёл в город.", "q"),
        line("Акея видели в городе.", "q"),
        line("Потом Акею дали вина.", "q"),
        line("В городе было тихо."),
    ]

    assert {"q": "ак"} == called(lines)
    assert (3, 3) == tuple(map(int, consistency(lines)))
    assert 0 == omitted(lines, 3)


def test_names_that_change_lower_consistency_and_one_line_says_nothing() -> None:
    lines = [
        line("Акей ушёл.", "q"),
        line("Акей пришёл.", "q"),
        line("Бродяга спал.", "q"),
        line("Снег.", "s"),
    ]

    assert (2, 3) == tuple(map(int, consistency(lines)))
    assert "s" not in called(lines)


# Criteria and properties


def test_criterion_without_a_figure_is_not_met() -> None:
    assert not Criterion("x", None, 0.0, True).is_met
    assert Criterion("x", 0.05, 0.05, False).is_met and not Criterion("x", 0.051, 0.05, False).is_met
    assert Criterion("x", 0.98, 0.98, True).is_met and not Criterion("x", 0.979, 0.98, True).is_met


def test_gain_needs_the_arm_without_a_memory_and_controls_are_not_held() -> None:
    one = arm("А-Кью вернулся в Вэйчжуан.")
    wanted = load_acceptance()

    (gain,) = (found for found in of_arm(one, None, wanted) if found.name == "gain in correctness")

    assert gain.value is None and not gain.is_met
    names = ("none", "random", "wrong", "memory")
    assert ["memory"] == [held_one.name for held_one in held([one._replace(name=name) for name in names])]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (("registered:", "when:"), "does not say when"),
        (("smallest_gain: 0.10", "smallest_gain: much"), "arms.smallest_gain is no number"),
        (("smallest_gain: 0.10", "smallest_gain:"), "smallest_gain: a criterion needs a number"),
        (("smallest_gain:", "least_gain:"), "'arms' must name"),
        (("\ngold:", "\nsizes:"), "'gold' is missing"),
        (("arms:", "arms: ["), "no YAML"),
    ],
)
def test_criteria_that_cannot_be_used_are_refused(
    tmp_path: Path, changed: tuple[str, str], said: str
) -> None:
    own = Path(str(packaged("README.md"))).parents[2] / "acceptance-terms.yaml"
    path = write(tmp_path, file=own.read_text(encoding="utf-8").replace(*changed, 1))["file"]

    with pytest.raises(InputError, match=re.escape(said)):
        load_acceptance(path)


def test_criteria_say_when_they_were_registered_and_by_how_many() -> None:
    wanted: Acceptance = load_acceptance()

    assert re.fullmatch(r"\d{4}-\d\d-\d\d", wanted.registered)
    assert (1, None) == (wanted.gold["annotators"], wanted.gold["agreement"])


def test_snapshots_bytes_and_windows_hold() -> None:
    checks = run_checks(["阿Ｑ回到未庄的土谷祠。", "赵太爷和小尼姑。"])

    assert 6 == len(checks)
    assert [] == [check for check in checks if not check.is_met]


def test_account_of_other_passages_is_another() -> None:
    assert account(["阿Ｑ。"]) != account(["未庄。"])


# Speed


def test_made_up_book_and_chapter_are_the_same_for_one_seed() -> None:
    first, second = (made_terms(50, random.Random(7)) for _ in range(2))

    assert first == second and 50 == len(first)
    text = made_chapter(first, 2_000, random.Random(7))
    assert 1_500 < len(text.encode()) <= 2_000
    assert any(one.headword in text for one in first)


def test_speed_has_a_bar_only_for_the_sizes_that_it_is_for() -> None:
    figures = {one.name: one for one in measure_term_speed(Setting(terms=100, kilobytes=1, runs=2))}

    assert {"chapter matched", "chapter prepared", "forms of a name"} <= set(figures)
    assert all(one.value is not None and "by the clock best" in one.note for one in figures.values())
    assert 0.1 == figures["forms of a name"].bar
    larger = measure_term_speed(Setting(terms=50, kilobytes=11, runs=1))
    assert [None, None, 0.1] == [one.bar for one in larger][-3:]


def test_case_is_judged_alone() -> None:
    case = Case("a", "match", next(iter(load_cases(DATA / "terms_match.jsonl"))).place, GOOD)

    assert judge(case).is_met
