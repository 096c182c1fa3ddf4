import pytest

from caveat.model.terms import Forbidden, Key, Nearby, Term
from caveat.vault.glossaries.registry import read, write


def terms_in(text: str, form: str = "galtransl") -> list[Term]:
    return list(read(text.encode("utf-8"), form).terms)


def faults_in(text: str, form: str = "galtransl") -> list[tuple[int, str]]:
    return [(finding.line, finding.code) for finding in read(text.encode("utf-8"), form).findings]


def pairs(terms: list[Term]) -> list[tuple[str, str, str]]:
    return [(term.headword, term.rendering, term.note) for term in terms]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("阿Q\tА-Кью", ("阿Q", "А-Кью", "")),
        ("阿Q\tА-Кью\tгерой", ("阿Q", "А-Кью", "герой")),
        ("阿Q    А-Кью", ("阿Q", "А-Кью", "")),
        ("阿Q->А-Кью #герой", ("阿Q", "А-Кью", "герой")),
        ("阿Q -> А-Кью", ("阿Q", "А-Кью", "")),
        ("[Sister]\tСестра", ("[Sister]", "Сестра", "")),
        ("C#\tСи-шарп", ("C#", "Си-шарп", "")),
        ("阿Q\tА-Кью\t", ("阿Q", "А-Кью", "")),
    ],
)
def test_gpt_line_is_an_entry(line: str, expected: tuple[str, str, str]) -> None:
    assert [expected] == pairs(terms_in(line))
    assert [] == faults_in(line)


def test_slash_offers_several_renderings() -> None:
    [term] = terms_in("王胡\tВан Ху/Бородач Ван/ ")

    assert ("Ван Ху", ("Бородач Ван",)) == (term.rendering, term.aliases)


@pytest.mark.parametrize(
    "line", ["// герои", "\\\\ герои", "# герои", "", "   ", "SRC\tDST\tNOTE", "src\tdst"]
)
def test_comment_header_and_blank_line_are_no_entries(line: str) -> None:
    assert ([], []) == (terms_in(line), faults_in(line))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("//阿Q\tА-Кью", "unreadable-row"),
        ("阿Q", "unreadable-row"),
        ("\tА-Кью", "unreadable-row"),
        ("阿Q\tА-Кью\tгерой\tещё", "unreadable-row"),
        ("第.*章\tглава", "pattern-key"),
        ("a\tb->c\td", "unreadable-row"),
    ],
)
def test_line_that_is_no_entry_is_refused_by_its_number(line: str, code: str) -> None:
    assert [(2, code)] == faults_in(f"未庄\tВэйчжуан\n{line}\n")
    assert 1 == len(terms_in(f"未庄\tВэйчжуан\n{line}\n"))


@pytest.mark.parametrize(
    ("headword", "rendering"),
    [("阿Q", "А/Кью"), ("阿Q", "А->Кью"), ("阿->Q", "А"), ("a    b", "А"), ("//a", "А"), ("src", "dst")],
)
def test_name_that_would_be_cut_apart_is_left_out_and_named(headword: str, rendering: str) -> None:
    written = write([Term("", headword, rendering), Term("", "未庄", "Вэйчжуан")], "galtransl")

    assert [("未庄", "Вэйчжуан", "")] == pairs(terms_in(written.data.decode()))
    assert [(headword,)] == [loss.headwords for loss in written.losses if loss.is_left_out]


def test_row_before_translation_is_a_spelling_of_its_headword() -> None:
    [term] = terms_in("アルト様\tアルトさま", "galtransl-pre")

    assert ("アルトさま", "") == (term.headword, term.rendering)
    assert (Key("アルトさま"), Key("アルト様", "orthographic")) == term.keys


def test_conditions_before_translation_are_judgment_words() -> None:
    either, without = terms_in(
        "pre_src\t道[or]气\t修\t修炼\npost_jp\t灵[and]!片\t动\t动作\t//why\n", "galtransl-pre"
    )

    assert Nearby(("道", "气")) == either.keys[1].nearby
    assert Nearby(("灵",), ("片",)) == without.keys[1].nearby


def test_row_after_translation_forbids_a_rendering_of_its_condition() -> None:
    [term] = terms_in("pre_src\t清明\tЦин Мин\tЦинмин", "galtransl-post")

    assert ("清明", "Цинмин", (Forbidden("Цин Мин"),)) == (term.headword, term.rendering, term.forbidden)


def test_condition_as_before_is_that_of_the_row_before() -> None:
    text = "pre_src\t清明\tЦин Мин\tЦинмин\npost_src\t(同上)\tЦинь Мин\tЦинмин\n"

    assert ["清明", "清明"] == [term.headword for term in terms_in(text, "galtransl-post")]


@pytest.mark.parametrize(
    "line",
    [
        "mono\tа\tб",
        "diag\tа\tб",
        "^^а\tб",
        "1^а\tб",
        "post_dst\tа\tб\tв",
        "pre_src\t>清\tа\tб",
        "pre_src\t清<\tа\tб",
        "pre_src\t~\tа\tб",
        "pre_src\t清\tа",
        "pre_src\t清[or]!明\tа\tб",
        "а\t",
        "Цин Мин\tЦинмин",
        "pre_src\t!清\tа\tб",
        "pre_src\t清[and]明\tа\tб",
    ],
)
def test_replacement_that_no_term_can_mean_is_refused_with_the_reason(line: str) -> None:
    assert ([], [(1, "no-term")]) == (terms_in(line, "galtransl-post"), faults_in(line, "galtransl-post"))


def test_escapes_are_characters() -> None:
    [term] = terms_in("a\\x41\\\\\tb", "galtransl-pre")

    assert "aA\\" == term.keys[1].text


def test_spellings_and_forbidden_renderings_come_back() -> None:
    key = Key("修", "orthographic", Nearby(("道", "气")))
    term = Term("", "修炼", "практика", keys=(Key("修炼"), key), forbidden=(Forbidden("учёба"),))

    [before] = terms_in(write([term], "galtransl-pre").data.decode(), "galtransl-pre")
    [after] = terms_in(write([term], "galtransl-post").data.decode(), "galtransl-post")

    assert term.keys == before.keys
    assert (term.headword, term.rendering, term.forbidden) == (
        after.headword,
        after.rendering,
        after.forbidden,
    )


def test_name_table_has_the_names_that_are_filled_in() -> None:
    table = "JP_Name,CN_Name,Count\nアルト,Альт,12\nベル,,3\n"

    assert [("アルト", "Альт", "")] == pairs(terms_in(table, "galtransl-names"))
    assert [(1, "unreadable-row")] == faults_in("a,b\nアルト,Альт\n", "galtransl-names")
