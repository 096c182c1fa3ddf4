"""The worked example of a book shows what its page promises."""

import shutil
from pathlib import Path

import pytest

from caveat.model.preparation import Prepared
from caveat.ops.book.check import BookCheck, check_files
from caveat.ops.book.opening import OpenBook, open_book
from caveat.ops.book.prepare import prepare_file
from tests.vaults import tree_hash

EXAMPLE = Path(__file__).parents[2] / "examples" / "ah-q"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> OpenBook:
    folder = tmp_path_factory.mktemp("example") / "ah-q"
    shutil.copytree(EXAMPLE, folder)
    return open_book(folder)


def chapter(book: OpenBook, number: int) -> Prepared:
    before = tree_hash(book.folder)
    (found,) = prepare_file(
        book, book.folder / f"chapters/{number:02}.txt", chapter=number, is_traced=False
    ).chunks

    assert before == tree_hash(book.folder)
    return found


def reasons(found: Prepared, key: str) -> set[str]:
    return {one.reason for one in found.occurrences if one.key == key}


def test_files_are_sound_and_all_but_one_term_is_approved(book: OpenBook) -> None:
    assert () == book.book.findings
    assert ["土谷祠"] == [term.headword for term in book.book.terms if not term.approval.is_approved]


def test_alias_has_its_own_rendering_where_it_stands(book: OpenBook) -> None:
    first, last = chapter(book, 1).block, chapter(book, 7).block

    assert "  阿桂 → А-Гуй" in first and "почтенный Кью" not in first
    assert "  老Q → почтенный Кью" in last and "А-Гуй" not in last
    assert "  as in: А-Кью вернулся в Вэйчжуан." in first


def test_name_over_a_wrapped_line_is_found_in_full_width(book: OpenBook) -> None:
    words = [one.words for one in chapter(book, 1).occurrences if one.key == "阿Q"]

    # Five more stand in 阿Ｑｕｅｉ, which is another key.
    assert 21 == len(words)
    assert {"阿Ｑ", "阿\nＱ"} == set(words)


def test_window_keeps_a_name_from_the_model_and_tells_the_editor(book: OpenBook) -> None:
    found = chapter(book, 3)

    assert {"SPOILER"} == reasons(found, "举人")
    assert "цзюйжэнь" not in found.block
    assert ["spoiler-blocked"] == [one.code for one in found.findings if "举人" in one.message]
    assert "цзюйжэнь" in chapter(book, 7).block


def test_windows_that_follow_each_other(book: OpenBook) -> None:
    found = chapter(book, 1)

    assert {"EXACT", "SPOILER"} == reasons(found, "茂才公")
    assert "господин маоцай" in found.block and "сюцай Чжао" not in found.block


def test_homograph_is_doubtful_and_the_longer_term_goes_before_it(book: OpenBook) -> None:
    found = chapter(book, 7)

    assert {"HOMOGRAPH"} == reasons(found, "革命")
    assert {"EXACT"} == reasons(found, "革命党") == reasons(found, "秀才")
    assert {("革命", "革命党")} == {(one.key, one.by) for one in found.suppressed if one.key == "革命"}
    assert "  never: мятеж" in found.block
    assert {"UNVERIFIED"} == reasons(found, "土谷祠")


def test_names_that_nobody_entered_are_told(book: OpenBook) -> None:
    assert {"Quei", "阿富", "阿贵"} == {one.text for one in chapter(book, 1).unknown}


@pytest.mark.parametrize("number", [1, 3, 7])
def test_nothing_certain_finds_no_room(book: OpenBook, number: int) -> None:
    assert 0 == chapter(book, number).trace.n_evicted


PLANTED = {
    3: {(1, "number"), (3, "gender"), (4, "spoiler"), (5, "missing")},
    7: {
        (1, "variant"),
        (2, "gender"),
        (3, "forbidden"),
        (4, "variant"),
        (6, "untranslated"),
        (9, "wrong-form"),
        (11, "missing"),
        (12, "confusable"),
        # One fault, told from both sides: who stands there too early, and who does not.
        (14, "spoiler"),
        (14, "missing"),
    },
}
"""Line and code of every fault of ``excerpt/faulty``, as they were put in."""


def checked(book: OpenBook, number: int, translation: str) -> BookCheck:
    excerpt = book.folder / "excerpt"
    source, text = excerpt / f"zh/{number:02}.txt", excerpt / f"{translation}/{number:02}.txt"
    return check_files(book, source, text, chapter=number)


@pytest.mark.parametrize("number", PLANTED)
def test_every_planted_fault_is_found_and_nothing_else(book: OpenBook, number: int) -> None:
    done = checked(book, number, "faulty")

    assert PLANTED[number] == {(one.line, one.code) for one in done.findings if one.severity != "note"}


@pytest.mark.parametrize("number", PLANTED)
def test_good_translation_has_no_flag(book: OpenBook, number: int) -> None:
    done = checked(book, number, "ru")

    assert [] == [one.message for one in done.findings if one.severity != "note"]
    assert {"ok"} == set(done.checked.counts)


@pytest.mark.parametrize("number", PLANTED)
def test_faulty_translation_differs_in_its_faults_only(book: OpenBook, number: int) -> None:
    texts = [
        (book.folder / f"excerpt/{name}/{number:02}.txt").read_text(encoding="utf-8").splitlines()
        for name in ("ru", "faulty")
    ]
    changed = {line for line, (one, other) in enumerate(zip(*texts, strict=True), 1) if one != other}

    assert {line for line, _ in PLANTED[number]} == changed


@pytest.mark.parametrize("number", PLANTED)
def test_excerpt_is_a_part_of_its_chapter(book: OpenBook, number: int) -> None:
    chapter_text = "".join((book.folder / f"chapters/{number:02}.txt").read_text(encoding="utf-8").split())
    lines = (book.folder / f"excerpt/zh/{number:02}.txt").read_text(encoding="utf-8").splitlines()

    # A sentence may have been cut where a comma stood.
    assert [] == [line for line in lines if line.rstrip("。") not in chapter_text]


def test_page_names_every_planted_fault(book: OpenBook) -> None:
    page = (EXAMPLE / "README.md").read_text(encoding="utf-8")
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith(("| 3:", "| 7:"))]
    told = {
        (int(row[0].strip("| ").split(":")[0]), int(row[0].split(":")[1]), code)
        for row in rows
        for code in row[2].strip(" |").split(", ")
    }

    assert {(number, line, code) for number, faults in PLANTED.items() for line, code in faults} == told
