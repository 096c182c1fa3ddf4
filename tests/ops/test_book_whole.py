"""Runs over a whole book: what they write, what they take up again, and which state a chapter is given."""

import json
import os
from pathlib import Path

import pytest

from caveat.model.errors import InputError
from caveat.ops.book.chapters import book_chapters, chapter_files, chapter_number, given_pairs
from caveat.ops.book.opening import open_book
from caveat.ops.book.places import places
from caveat.ops.book.plan import plan
from caveat.ops.book.prepare import prepare_file
from caveat.ops.book.record import find_term, revise, take_back
from caveat.ops.book.whole import check_pairs, prepare_chapters
from tests.ops.books import ADA, BOT, book, verified
from tests.vaults import make, tree_hash


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CAVEAT_DEVICE", "0000000a")
    root = book(tmp_path / "book")
    monkeypatch.chdir(root)
    verified(root)
    return root


def run(folder: Path, **more: object) -> list[str]:
    opened = open_book(folder)
    done = list(prepare_chapters(opened, book_chapters(opened).chapters, **more))  # type: ignore[arg-type]
    return [one.chunks[0].trace.carried_from for one in done]


@pytest.mark.parametrize(
    ("name", "number"),
    [("012.txt", 12), ("vol2-ch007.md", 7), ("a/3/ch.txt", None), ("0.txt", None), ("9" * 30 + ".txt", None)],
)
def test_number_of_a_chapter_is_the_last_one_of_its_name(name: str, number: int | None) -> None:
    assert number == chapter_number(name)


def test_files_without_a_number_and_second_files_of_one_are_told(folder: Path) -> None:
    make(folder, {"chapters/preface.txt": "x", "chapters/2b-2.txt": "x", "chapters/.9.txt": "x"})
    files = chapter_files([folder / "chapters"])

    assert [1, 2, 3] == [one.number for one in files.chapters]
    assert ["duplicate-chapter", "no-chapter-number"] == sorted(one.code for one in files.findings)
    with pytest.raises(InputError, match="no file or folder"):
        chapter_files([folder / "gone"])


def test_chapters_take_no_state_unless_the_one_before_committed(folder: Path, tmp_path: Path) -> None:
    states = tmp_path / "states"

    assert ["none", "none", "none"] == run(folder)
    assert ["none", "none", "none"] == run(folder, states=states)
    assert not states.exists()
    assert ["none", "1#1", "2#1"] == run(folder, states=states, is_committed=True)
    (states / "2.json").unlink()
    assert ["none", "1#1", "none"] == run(folder, states=states)


def test_run_again_changes_no_byte(folder: Path, tmp_path: Path) -> None:
    out, states = tmp_path / "blocks", tmp_path / "states"
    run(folder, out=out, states=states, is_committed=True)
    first = tree_hash(tmp_path)
    times = {path: path.stat().st_mtime_ns for path in out.iterdir()}
    run(folder, out=out, states=states, is_committed=True)

    assert first == tree_hash(tmp_path)
    assert times == {path: path.stat().st_mtime_ns for path in out.iterdir()}
    assert ["0001-1.txt", "0002-1.txt", "0003-1.txt"] == sorted(path.name for path in out.iterdir())
    assert "Вэйчжуан" in (out / "0001-1.txt").read_text(encoding="utf-8")


def test_interrupted_run_leaves_the_account_of_what_it_did_and_goes_on(folder: Path) -> None:
    opened = open_book(folder)
    running = prepare_chapters(opened, book_chapters(opened).chapters)
    next(running)
    del running
    trace = folder / ".caveat/trace/0000000a.jsonl"

    assert 1 == len(trace.read_text(encoding="utf-8").splitlines())
    run(folder)
    assert 3 == len(trace.read_text(encoding="utf-8").splitlines())


def test_progress_is_told_before_each_chapter_and_at_the_end(folder: Path) -> None:
    told: list[tuple[int, int, str]] = []
    run(folder, progress=lambda *one: told.append(one))

    assert [(0, 3), (1, 3), (2, 3), (3, 3)] == [one[:2] for one in told]
    assert "" == told[-1][2]


def test_report_that_still_fits_is_taken_and_one_that_does_not_is_made_anew(
    folder: Path, tmp_path: Path
) -> None:
    out = tmp_path / "reports"

    def known() -> list[bool]:
        opened = open_book(folder)
        return [one.is_known for one in check_pairs(opened, given_pairs(opened, None, None)[0], out=out)]

    assert [False, False, False] == known()
    assert [True, True, True] == known()
    make(folder, {"translations/02.txt": "Тётушка У пришла.\nВан Ху сказал: «Ладно».\n"})
    assert [True, False, True] == known()
    make(out, {"0001.json": "{", "0003.json": json.dumps({"made_of": 1})})
    assert [False, True, False] == known()
    opened = open_book(folder)
    revise(opened, find_term(opened, "吴妈"), "матушка У", ADA)
    assert [False, False, False] == known()


def test_known_report_says_what_a_fresh_one_says(folder: Path, tmp_path: Path) -> None:
    opened = open_book(folder)
    pairs = given_pairs(opened, None, None)[0]
    first = list(check_pairs(opened, pairs, out=tmp_path / "r"))
    second = list(check_pairs(opened, pairs, out=tmp_path / "r"))

    assert first == [one._replace(is_known=False) for one in second]
    assert any("gender" in one.code for one in first[2].findings)


def test_places_of_a_term_say_what_stands_there(folder: Path) -> None:
    run(folder)
    opened = open_book(folder)
    found = places(opened, find_term(opened, "吴妈"), given_pairs(opened, None, None)[0])

    assert [(2, "ok", "Тётушка У"), (3, "gender", "Тётушка У")] == [
        (one.chapter, one.outcome, one.words) for one in found.places
    ]
    assert all(one.was_told for one in found.places)
    assert found.places[0].span.endswith("02.txt:1:1")


def test_places_of_an_old_rendering_are_found_in_any_form(folder: Path) -> None:
    opened = open_book(folder)
    pairs = given_pairs(opened, None, None)[0]
    old = places(opened, find_term(opened, "未庄"), pairs, rendering="Вэй-Чжуан").places
    now = places(opened, find_term(opened, "未庄"), pairs, rendering="Вэйчжуан").places

    assert [(3, "Вэй-Чжуане")] == [(one.chapter, one.words) for one in old if one.outcome == "ok"]
    assert [(1, "Вэйчжуан")] == [(one.chapter, one.words) for one in now if one.outcome == "ok"]
    assert () == places(opened, find_term(opened, "阿Q"), pairs, rendering="Лу Синь").places


def test_plan_names_the_chunks_that_were_told_the_old_rendering(folder: Path) -> None:
    run(folder)
    opened = open_book(folder)
    assert () == plan(opened).reruns
    revise(opened, find_term(opened, "未庄"), "Вэй-Чжуан", ADA)
    opened = open_book(folder)
    found = plan(opened)

    assert (1, 3) == found.chapters
    assert [("rendering", "Вэйчжуан", "Вэй-Чжуан")] == [
        (one.why, one.then, one.now) for one in found.reruns[0].told
    ]
    assert () == plan(opened, [find_term(opened, "吴妈")]).reruns


def test_plan_is_done_when_the_chunk_was_prepared_anew_and_comes_back_with_the_old_rendering(
    folder: Path,
) -> None:
    run(folder)
    for rendering in ("Вэй-Чжуан", "Вэйчжуан"):
        opened = open_book(folder)
        revise(opened, find_term(opened, "未庄"), rendering, ADA)
        opened = open_book(folder)
        if rendering == "Вэй-Чжуан":
            prepare_file(opened, "chapters/01.txt", chapter=1)
            assert (3,) == plan(opened).chapters
    # Chapter 1 was last told what is no longer so; chapter 3 never was.
    assert (1,) == plan(opened).chapters
    prepare_file(opened, "chapters/01.txt", chapter=1)
    assert () == plan(open_book(folder)).reruns


def test_plan_tells_what_was_taken_back(folder: Path) -> None:
    run(folder)
    opened = open_book(folder)
    take_back(opened, [find_term(opened, "吴妈")], ADA)
    found = plan(open_book(folder))

    assert [(2, "gone"), (3, "gone")] == [(one.chapter, one.told[0].why) for one in found.reruns]
    with pytest.raises(InputError, match="only a human"):
        take_back(opened, [find_term(opened, "阿Q")], BOT)


def test_proposal_makes_no_plan(folder: Path) -> None:
    run(folder)
    opened = open_book(folder)
    revise(opened, find_term(opened, "未庄"), "Вэй-Чжуан", BOT)

    assert () == plan(open_book(folder)).reruns


def test_revision_that_takes_it_to_be_called_otherwise_waits(folder: Path) -> None:
    opened = open_book(folder)
    revise(opened, find_term(opened, "未庄"), "Вэй-Чжуан", ADA, was="Вэйчжуань")

    assert "Вэйчжуан" == find_term(open_book(folder), "未庄").rendering
    assert ["proposal"] == [one.kind for one in open_book(folder).conflicts()]


def test_drafts_of_killed_runs_are_removed_and_nothing_else(folder: Path, tmp_path: Path) -> None:
    states = make(
        tmp_path / "s", {".3.json.0a1b2c.new": "", ".4.json.0a1b2c.new": "", ".mine.new": "", "n.new": ""}
    )
    for name in (".3.json.0a1b2c.new", ".mine.new", "n.new"):
        os.utime(states / name, (0, 0))
    opened = open_book(folder)
    list(prepare_chapters(opened, book_chapters(opened).chapters, states=states, is_committed=True))

    assert {".4.json.0a1b2c.new", ".mine.new", "n.new", "1.json", "2.json", "3.json"} == set(
        os.listdir(states)
    )
