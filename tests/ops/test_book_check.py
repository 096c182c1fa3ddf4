"""Checking a translated chapter of a book: from its files, its trace and its records."""

import json
from pathlib import Path

import pytest

from caveat.model.errors import InputError
from caveat.ops.book.check import BookCheck, check_files, check_texts
from caveat.ops.book.fields import fields_of
from caveat.ops.book.lexemes import lexemes
from caveat.ops.book.opening import open_book
from caveat.ops.book.prepare import prepare_file
from caveat.ops.book.record import verify_terms
from caveat.ops.recorded import Author
from tests.vaults import make, tree_hash

TERMS = (
    '{"headword": "阿Q", "rendering": "А-Кью", "kind": "person", "gender": "m"}\n'
    '{"headword": "未庄", "rendering": "Вэйчжуан", "kind": "place"}\n'
    '{"headword": "黑帝", "rendering": "Чёрный Император", "kind": "person", "since": 300}\n'
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CAVEAT_DEVICE", "0000000a")
    files = {
        "book.toml": 'name = "ah-q"\ntransliteration = "none"\n',
        "terms/t.jsonl": TERMS,
        "zh.txt": "阿Q回到未庄。\n他笑了。\n",
        "good.txt": "А-Кью вернулся в Вэйчжуан.\nОн засмеялся.\n",
        "bad.txt": "А-Кью вернулась в Вэйчуан.\nОн засмеялся.\n",
    }
    return make(tmp_path / "book", files)


def check(folder: Path, source: str, translation: str, chapter: int = 1) -> BookCheck:
    return check_files(open_book(folder), folder / source, folder / translation, chapter=chapter)


def told(done: BookCheck) -> list[tuple[str, str, int, int]]:
    return [(one.code, one.severity, one.line, one.column) for one in done.checked.findings]


def test_good_translation_is_clean_and_nothing_is_written(folder: Path) -> None:
    before = tree_hash(folder)

    done = check(folder, "zh.txt", "good.txt")

    assert (True, [], {"ok": 2}, "line") == (
        done.is_clean,
        told(done),
        done.checked.counts,
        done.checked.unit,
    )
    assert before == tree_hash(folder)


def test_faults_of_verified_terms_are_errors(folder: Path) -> None:
    opened = open_book(folder)
    assert [("variant", "warning", 1, 19), ("gender", "warning", 1, 1)] == told(
        check(folder, "zh.txt", "bad.txt")
    )

    verify_terms(opened, opened.book.terms, Author("ada"))

    assert [("variant", "error", 1, 19), ("gender", "error", 1, 1)] == told(
        check(folder, "zh.txt", "bad.txt")
    )


def test_what_was_told_is_read_from_the_trace(folder: Path) -> None:
    assert not check(folder, "zh.txt", "good.txt").is_traced

    prepare_file(open_book(folder), folder / "zh.txt", chapter=1)

    assert check(folder, "zh.txt", "good.txt").is_traced


def test_trace_of_another_snapshot_is_remarked(folder: Path) -> None:
    prepare_file(open_book(folder), folder / "zh.txt", chapter=1)
    changed = TERMS.replace("Вэйчжуан", "Вэйчжуань")
    (folder / "terms/t.jsonl").write_text(changed, encoding="utf-8")

    done = check(folder, "zh.txt", "good.txt")

    assert "other-snapshot" in {one.code for one in done.findings}
    assert {"variant": 1, "ok": 1} == done.checked.counts


def test_terms_that_the_model_was_not_told_are_not_asked_for(folder: Path) -> None:
    toml = folder / "book.toml"
    toml.write_text(toml.read_text(encoding="utf-8") + "[assembly]\nbudget = 1\n", encoding="utf-8")

    assert {} == check(folder, "zh.txt", "good.txt").checked.counts


def test_chunks_keep_their_places(folder: Path) -> None:
    toml = folder / "book.toml"
    toml.write_text(toml.read_text(encoding="utf-8") + "[assembly]\nchunk = 8\n", encoding="utf-8")

    source, translation = "阿Q来了。\n没有人。\n阿Q走了。", "А-Кью пришёл.\nНикого.\nА-Кюй ушёл."
    done = check_texts(open_book(folder), source, translation, chapter=1)

    assert [("ok", 0), ("variant", 2)] == [
        (one.outcome, one.rendered.stretch) for one in done.checked.verdicts
    ]


def test_records_are_compared_field_by_field(folder: Path) -> None:
    ours = [{"name": "阿Q", "message": "阿Q走了"}, {"name": "", "message": "未庄"}]
    theirs = [{"name": "Некто", "message": "А-Кью и А-Кью"}, {"name": "", "message": "Вэйчуан"}]
    for name, records in (("zh.json", ours), ("ru.json", theirs)):
        (folder / name).write_text(json.dumps(records, ensure_ascii=False, indent=1), encoding="utf-8")

    done = check(folder, "zh.json", "ru.json")

    assert "field" == done.checked.unit
    assert [("missing", 0), ("ok", 1), ("variant", 3)] == [
        (one.outcome, one.rendered.stretch) for one in done.checked.verdicts
    ]
    assert 2 == next(one.line for one in done.findings if one.code == "variant")


@pytest.mark.parametrize(
    ("source", "translation", "reason"),
    [
        ('[{"a": "一"}]', "раз", "has no records"),
        ('[{"a": "一"}]', "[]", "has 1 records"),
        ('{"a": "一"}\n{"a": "二"}', '{"a": "раз"}', "has 2 records"),
    ],
)
def test_records_that_do_not_fit_together_are_refused(source: str, translation: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        fields_of(source, translation, ("a", "b"))


@pytest.mark.parametrize("text", ["一", "[一]", "{", "[1, 2]", "", "[" * 3000])
def test_text_that_only_begins_like_records_is_running_text(text: str) -> None:
    assert fields_of(text, "раз", ("a", "b")) is None


def test_missing_file_and_binary_file_are_refused(folder: Path) -> None:
    (folder / "bin.txt").write_bytes(b"\xff\xfe\x00\xff\x00")

    with pytest.raises(InputError, match="cannot be read"):
        check(folder, "zh.txt", "none.txt")
    with pytest.raises(InputError, match=r"no text in UTF-8|cannot be read"):
        check(folder, "zh.txt", "bin.txt")


def test_spoiler_of_a_later_chapter_is_an_error(folder: Path) -> None:
    done = check_texts(open_book(folder), "他来了。", "Явился Чёрный Император.", chapter=12)

    assert [("spoiler", "error")] == [(one.code, one.severity) for one in done.checked.findings]


def test_absent_dictionary_is_remarked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caveat.ops.book.check.lexemes", lambda: None)

    done = check(folder, "zh.txt", "good.txt")

    assert ["no-dictionary"] == [one.code for one in done.findings]
    assert done.is_clean and not done.checked.has_dictionary


def test_dictionary_knows_common_words_and_no_names() -> None:
    found = lexemes()
    if found is None:
        pytest.skip("pymorphy3 is not installed")

    assert "камней" in found("камень")
    assert {} == found("шухан")
