import json
from typing import Any

import pytest

from caveat.model.terms import Key, Nearby, Term, Window
from caveat.vault.glossaries.json_items import Damaged, Document
from caveat.vault.glossaries.registry import read, write


def terms_in(value: Any, form: str) -> list[Term]:
    return list(read(json.dumps(value, ensure_ascii=False).encode("utf-8"), form).terms)


def codes_in(value: Any, form: str) -> list[str]:
    return [finding.code for finding in read(json.dumps(value).encode("utf-8"), form).findings]


def pairs(terms: list[Term]) -> list[tuple[str, str, str]]:
    return [(term.headword, term.rendering, term.note) for term in terms]


def test_items_have_the_lines_that_they_stand_on() -> None:
    text = '[\n  {"a": 1},\n\n  {"a":\n 2} , 3]\n'

    assert [(2, {"a": 1}), (4, {"a": 2}), (5, 3)] == [(i.line, i.value) for i in Document(text).items()]


def test_a_name_that_is_said_twice_comes_twice() -> None:
    assert [("阿Q", "а"), ("阿Q", "б")] == [
        (i.name, i.value) for i in Document('{"阿Q": "а", "阿Q": "б"}').items()
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [("[1,\n2", 2), ("[1 2]", 1), ('{"a" 1}', 1), ("{1: 2}", 1), ("[1]\n x", 2), ("7", 1), ("", 1), ("[1,\n]", 2),
     ("[" * 200_000, 1), ("[" + "9" * 5000 + "]", 1)],
)  # fmt: skip
def test_damage_has_its_line(text: str, line: int) -> None:
    with pytest.raises(Damaged) as caught:
        list(Document(text).items())

    assert line == caught.value.line


def test_linguagacha_entries() -> None:
    entries = [
        {"src": "阿Q", "dst": "А-Кью", "info": "герой", "regex": False, "case_sensitive": True},
        {"src": "Red", "dst": "Рэд", "info": "", "regex": False, "case_sensitive": False},
        {"src": "[Sister]", "dst": "Сестра", "regex": False},
    ]
    found = terms_in(entries, "linguagacha")

    assert [("阿Q", "А-Кью", "герой"), ("Red", "Рэд", ""), ("[Sister]", "Сестра", "")] == pairs(found)
    assert [True, False, True] == [term.keys[0].is_case_sensitive for term in found]


@pytest.mark.parametrize("value", [True, "true", 1])
def test_pattern_of_linguagacha_is_refused_by_its_line(value: object) -> None:
    data = f'[\n{{"src": "a.c", "dst": "x", "regex": {json.dumps(value)}}},\n{{"src": "ab", "dst": "y"}}]'
    rows = read(data.encode(), "linguagacha")

    assert [("pattern-key", 2)] == [(finding.code, finding.line) for finding in rows.findings]
    assert ["ab"] == [term.headword for term in rows.terms]


def test_pattern_that_is_a_literal_is_one() -> None:
    assert ["阿Q"] == [
        term.headword for term in terms_in([{"src": "阿Q", "dst": "x", "regex": True}], "linguagacha")
    ]


def test_object_of_pairs_is_read_and_keeps_both_of_a_name() -> None:
    rows = read('{"阿Q": "а",\n "阿Q": "б", "x": 1}'.encode(), "linguagacha")

    assert [("阿Q", "а", 1), ("阿Q", "б", 2)] == [(t.headword, t.rendering, t.line) for t in rows.terms]
    assert ["unreadable-row"] == [finding.code for finding in rows.findings]


def test_actors_of_a_game_are_spellings_of_their_names() -> None:
    [term] = terms_in([None, {"id": 1, "name": "アルト", "nickname": "", "note": ""}], "linguagacha")

    assert ["アルト", "\\n[1]", "\\N[1]"] == [key.text for key in term.keys]
    assert "" == term.rendering


def test_ainiee_reads_the_older_name_and_refuses_patterns() -> None:
    entries = [
        {"srt": "阿Q", "dst": "А-Кью", "info": "герой"},
        {"src": "a.c", "dst": "x", "src_state": "regex"},
        {"src": "[a", "dst": "x", "src_state": "invalid"},
        {"src": "未庄", "dst": "Вэйчжуан", "src_state": "valid"},
        "x",
    ]

    assert [("阿Q", "А-Кью", "герой"), ("未庄", "Вэйчжуан", "")] == pairs(terms_in(entries, "ainiee"))
    assert ["pattern-key", "pattern-key", "unreadable-row"] == codes_in(entries, "ainiee")


def entry(**said: Any) -> dict[str, Any]:
    return {"uid": 0, "key": ["阿Q", "阿桂"], "keysecondary": [], "content": "阿Q -> А-Кью\nгерой", **said}


def test_world_info_entry_is_a_term() -> None:
    [term] = terms_in(
        {"entries": {"0": entry(sticky=3, caseSensitive=False, matchWholeWords=True)}}, "sillytavern"
    )

    assert ("阿Q", "А-Кью", "герой", 3) == (term.headword, term.rendering, term.note, term.sticky)
    assert Key("阿桂", "nick", boundary="script", is_case_sensitive=False) == term.keys[1]


@pytest.mark.parametrize(
    ("logic", "seconds", "expected"),
    [
        (0, ["刀", "剑"], Nearby(("刀", "剑"))),
        (2, ["刀", "剑"], Nearby((), ("刀", "剑"))),
        (1, ["刀"], Nearby((), ("刀",))),
        (3, ["刀"], Nearby(("刀",))),
        (1, ["刀", "剑"], None),
        (3, ["刀", "剑"], None),
    ],
)
def test_second_keys_are_judgment_words_where_a_key_can_have_them(
    logic: int, seconds: list[str], expected: Nearby | None
) -> None:
    book = {"entries": {"0": entry(keysecondary=seconds, selectiveLogic=logic, selective=True)}}
    found = terms_in(book, "sillytavern")

    assert [expected] * (expected is not None) == [term.keys[0].nearby for term in found]
    assert ["no-term"] * (expected is None) == codes_in(book, "sillytavern")


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"key": []}, "unreadable-row"),
        ({"key": ["/阿.*/i"]}, "pattern-key"),
        ({"disable": True}, "no-term"),
    ],
)
def test_world_info_entry_that_is_no_term_is_refused(said: dict[str, Any], code: str) -> None:
    assert [code] == codes_in({"entries": {"0": entry(**said)}}, "sillytavern")


def test_prose_states_no_rendering() -> None:
    [term] = terms_in({"entries": {"0": entry(content="Жил в храме -> и был бит.")}}, "sillytavern")

    assert ("阿Q", "", "Жил в храме -> и был бит.") == (term.headword, term.rendering, term.note)


@pytest.mark.parametrize("place", ["whole", "book", "card"])
def test_character_book_is_found_where_it_stands(place: str) -> None:
    one = {
        "keys": ["阿Q"],
        "content": "阿Q -> А-Кью",
        "enabled": True,
        "insertion_order": 1,
        "extensions": {},
    }
    book: dict[str, Any] = {"entries": [one, {**one, "enabled": False}]}
    value = {"whole": book, "book": {"character_book": book}, "card": {"data": {"character_book": book}}}[
        place
    ]

    assert [("阿Q", "А-Кью", "")] == pairs(terms_in(value, "character-book"))
    assert ["no-term"] == codes_in(value, "character-book")


def test_spellings_of_translatebooks_are_parted_by_bars() -> None:
    entries = [
        {"source": "Muggle|Muggles|Muggle's", "target": "магл", "category": "character", "gender": "male"}
    ]
    [term] = terms_in(entries, "translatebooks")

    assert ["Muggle", "Muggles", "Muggle's"] == [key.text for key in term.keys]
    assert ("person", "m") == (term.kind, term.gender)


def test_category_that_nobody_knows_is_told_and_not_taken() -> None:
    assert ["not-taken"] == codes_in([{"source": "ab", "target": "x", "category": "beast"}], "translatebooks")


def test_columns_of_translatebooks_stand_in_any_order() -> None:
    rows = read("gender,target,source\nf,Ван,王\n".encode(), "translatebooks-csv")

    assert [("王", "Ван", "f", 2)] == [(t.headword, t.rendering, t.gender, t.line) for t in rows.terms]


def test_wmt_has_its_proper_terms_and_no_random_ones() -> None:
    line = {"en": "a", "ru": "б", "proper": {"file": "файл"}, "random": {"file": "тропа"}, "noterm": {}}
    text = "\n".join(
        [json.dumps(line), json.dumps({**line, "proper": {"file": ["файл", "документ"]}}), "{", "{}"]
    )
    rows = read(text.encode(), "wmt25")

    assert [("file", "файл")] == [(term.headword, term.rendering) for term in rows.terms]
    assert [3, 4] == [finding.line for finding in rows.findings]


def test_term_of_a_window_is_named_as_a_loss() -> None:
    written = write([Term("", "黑衣人", "Лу Синь", window=Window(300))], "linguagacha")

    assert ("chapter windows", ("黑衣人",)) in [(loss.what, loss.headwords) for loss in written.losses]


def test_condition_is_never_dropped() -> None:
    near = Nearby(("道",))
    terms = [
        Term("", "修", "практика", keys=(Key("修", nearby=near),)),
        Term("", "清明", "Цинмин", nearby=near),
        Term("", "灵石", "камень", keys=(Key("灵石"), Key("石", nearby=near))),
    ]
    written = write(terms, "ainiee")

    assert ["灵石"] == [one["src"] for one in json.loads(written.data)]
    assert {"修", "清明", "灵石"} == {
        name for loss in written.losses if loss.is_left_out for name in loss.headwords
    }


def test_headword_of_two_windows_is_written_for_neither() -> None:
    terms = [
        Term("", "黑衣人", "Незнакомец", window=Window(0, 300)),
        Term("", "黑衣人", "Лу", window=Window(300)),
    ]

    assert [] == json.loads(write(terms, "ainiee").data)
    assert 0 == write(terms, "omegat").entries


def test_spelling_of_two_terms_is_an_entry_of_neither() -> None:
    terms = [Term("", name, name.upper(), keys=(Key(name), Key("ab"))) for name in ("abc", "abd")]

    assert ["abc", "abd"] == [one["src"] for one in json.loads(write(terms, "ainiee").data)]
