"""What a book's terms may not be, and what a human has to decide of them."""

from typing import Any

import pytest

from caveat.judge.terms_checks import checked
from caveat.judge.terms_conflicts import Decided, conflicts
from caveat.model.terms import Conflict, DeclaredForm, Key, Nearby, Revision, Term
from caveat.text.fold_book import profile
from tests.judge.books import term

ZH = profile("zh")


def codes(*terms: Term, fold: str = "zh") -> list[tuple[str, str]]:
    return [(one.code, one.severity) for one in checked(terms, profile(fold)).findings]


@pytest.mark.parametrize(
    ("second", "code"),
    [
        ({}, "duplicate-term"),
        ({"headword": "盧伊裡"}, "duplicate-term"),
        ({"headword": "卢伊里", "since": 5}, "overlapping-windows"),
        ({"since": 5, "until": 9}, "overlapping-windows"),
        ({"since": 9, "until": 9}, "empty-window"),
        ({"since": 9, "until": 3}, "empty-window"),
    ],
)
def test_second_term_of_a_headword_and_sense_is_refused(second: dict[str, Any], code: str) -> None:
    first = term("盧伊里", id="1", path="a.jsonl", line=1)
    said = {"headword": "盧伊里", **second}
    other = term(said.pop("headword"), id="2", path="a.jsonl", line=2, **said)
    result = checked([first, other], ZH)

    assert (first,) == result.terms
    assert [(code, "error", "a.jsonl", 2)] == [
        (one.code, one.severity, one.path, one.line) for one in result.findings
    ]


@pytest.mark.parametrize(
    "second",
    [{"sense": "m"}, {"headword": "卢伊"}, {"since": 9}],
)
def test_another_sense_headword_or_window_is_another_term(second: dict[str, Any]) -> None:
    said = {"headword": "盧伊里", "id": "2", **second}
    terms = [term("盧伊里", id="1", until=9), term(said.pop("headword"), **said)]

    assert [] == codes(*terms)
    assert 2 == len(checked(terms, ZH).terms)


def test_id_is_given_once() -> None:
    assert [("duplicate-id", "error")] == codes(term("阿Q", id="1"), term("未庄", id="1"))


@pytest.mark.parametrize(("headword", "fold"), [("修", "zh"), ("Ｄ", "latin"), ("ﾍ", "ja"), ("가", "ko")])
def test_one_character_without_judgment_words_is_refused(headword: str, fold: str) -> None:
    said = checked([term(headword)], profile(fold))

    assert () == said.terms
    assert "single character without judgment words" in said.findings[0].message


def test_one_character_is_a_key_with_words_that_must_be_near() -> None:
    assert [] == codes(term("修", near=["灵气"]))
    assert [("single-character-key", "error")] == codes(term("修", not_near=["修好"]))


def test_refused_key_leaves_the_rest_of_its_term() -> None:
    said = checked([term("阿Q", keys=["Q", "阿桂"])], ZH)

    assert ["阿Q", "阿桂"] == [key.text for key in said.terms[0].keys]
    assert ["single-character-key"] == [one.code for one in said.findings]


def test_headword_of_one_character_may_be_found_by_longer_keys() -> None:
    said = checked([term("道", keys=["大道"])], ZH)

    assert ["大道"] == [key.text for key in said.terms[0].keys]


def test_key_that_folds_to_another_is_told() -> None:
    assert [("duplicate-key", "note")] == codes(term("阿Q", keys=["阿Ｑ"]))
    assert [] == codes(term("Ki", keys=[Key("Ki", is_case_sensitive=False)]), fold="latin")


@pytest.mark.parametrize("key", [r"阿\w+", "阿.*", "(?:阿Q)", "阿Q|阿桂", "[阿小]+Q", "^阿Q$", r"阿Q\."])
def test_pattern_is_told_and_taken_literally(key: str) -> None:
    said = checked([term("阿Q", keys=[key])], ZH)

    assert [("pattern-like-key", "warning")] == [(one.code, one.severity) for one in said.findings]
    assert key in [one.text for one in said.terms[0].keys]


@pytest.mark.parametrize(
    "key", ["[Sister]", "#hello", "C++", "Vue.js", "阿Q…", "(株)", "a|", "¿qué?", "Mr. X"]
)
def test_ordinary_punctuation_is_no_pattern(key: str) -> None:
    assert [] == codes(term("阿Q", keys=[key]))


def test_key_with_a_han_character_in_its_katakana_is_told() -> None:
    assert [("confusable-key", "warning")] == codes(term("二コラ"), fold="ja")
    assert [] == codes(term("二コラ"[1:] + "塔"), fold="ja")


@pytest.mark.parametrize(
    ("gender", "form", "is_wrong"),
    [("f", "Линь Яня", True), ("m", "Линь Яня", False), ("f", "Линь Янь", False), ("m", "Линь Янище", False)],
)
def test_form_of_the_other_gender_contradicts(gender: Any, form: str, is_wrong: bool) -> None:
    said = term(
        "林嫣", rendering="Линь Янь", kind="person", gender=gender, forms=(DeclaredForm(form, "gen"),)
    )
    result = checked([said._replace(origin="zh")], ZH)

    assert (["forms-contradict-gender"] if is_wrong else []) == [one.code for one in result.findings]
    assert is_wrong == (() == result.terms[0].forms)


def kinds(terms: list[Term], **decided: Decided) -> list[tuple[str, str, str]]:
    return [(one.kind, one.subject, one.decision) for one in conflicts(terms, ZH, decided=decided)]


def test_one_headword_with_several_renderings() -> None:
    senses = [term("下级", id="1", sense="a", rendering="А"), term("下級", id="2", sense="b", rendering="Б")]

    assert [("renderings", "下级", "")] == kinds(senses)
    assert [] == kinds([senses[0], senses[1]._replace(rendering="а")])


def test_several_headwords_with_one_rendering() -> None:
    terms = [term("吕树", rendering="Лю Шу"), term("刘树", rendering="лю  шу"), term("王胡", rendering="Ван")]

    assert [("headwords", "лю шу", "")] == kinds(terms)
    assert [] == kinds([terms[0], terms[2], term("刘树", rendering="")])


def test_one_key_of_several_terms() -> None:
    terms = [term("王胡", keys=["老王"]), term("王伦", keys=["老王"])]

    assert [("keys", "老王", "")] == kinds(terms)


def test_terms_that_never_meet_are_in_no_conflict() -> None:
    terms = [term("黑衣人", id="1", rendering="А", until=9), term("黑衣人", id="2", rendering="Б", since=9)]

    assert [] == kinds(terms)


def test_proposal_waits_under_the_id_of_its_event() -> None:
    said = term(
        "阿Q", rendering="А-Кью", revisions=(Revision("А-Кью"), Revision("А-Кю", id="E1", is_proposal=True))
    )
    (one,) = conflicts([said], ZH)

    assert Conflict("proposal", "E1", "阿Q", ("term:b/阿Q",), ("А-Кью", "А-Кю")) == one


def test_decision_holds_for_the_conflict_as_it_was() -> None:
    terms = [term("王胡", keys=["老王"]), term("王伦", keys=["老王"])]
    (one,) = conflicts(terms, ZH)
    decided = {one.id: Decided("keep", "ada")}

    assert ("keep", "ada") == conflicts(terms, ZH, decided=decided)[0][5:]
    more = [*terms, term("王五", keys=["老王"])]
    assert "" == conflicts(more, ZH, decided=decided)[0].decision
    renamed = [terms[0]._replace(rendering="x"), terms[1]]
    assert "" == conflicts(renamed, ZH, decided=decided)[0].decision


def test_nearby_words_do_not_hide_a_conflict() -> None:
    terms = [
        term("道", near=["修"], id="1", sense="a", rendering="А"),
        term("道", id="2", rendering="Б", near=["街"]),
    ]

    assert "renderings" in [one.kind for one in conflicts(terms, ZH)]
    assert Nearby(("修",)) == terms[0].keys[0].nearby
