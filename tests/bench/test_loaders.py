"""Public formats: what is read, and the one line that says why a file cannot be."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from caveat.bench.claims import load_claims
from caveat.bench.collection import Document
from caveat.bench.locomo import load_audit, load_locomo
from caveat.bench.named_files import load_named
from caveat.bench.ramdocs import load_ramdocs
from caveat.bench.sources import SETS, SOURCES, data_file, load_set
from caveat.bench.squad import load_squad
from caveat.bench.trec import load_run, load_trec
from caveat.model.errors import InputError
from tests.bench.samples import (
    AUDIT,
    CLAIM,
    DOCUMENTS,
    LOCOMO,
    QRELS,
    REFUTED,
    SQUAD,
    TOPICS,
    conflicting,
    data_folder,
    lines,
    write,
)


def trec(folder: Path, documents: str = DOCUMENTS, topics: str = TOPICS, qrels: str = QRELS):
    return load_trec(*write(folder, documents=documents, topics=topics, qrels=qrels).values())


def changed(value: Any, *path: Any, to: Any) -> Any:
    """A copy of *value* with the member at *path* replaced."""
    value = copy.deepcopy(value)
    inner = value
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = to
    return value


# TREC and Cranfield


def test_trec_documents_have_title_and_text(tmp_path: Path) -> None:
    documents = trec(tmp_path).documents

    assert [d.id for d in documents] == ["1", "2", "3"]
    assert documents[0] == Document("1", "glaze of ash . the ash is washed twice & dried .", "glaze of ash .")


def test_cranfield_qrels_count_topics_from_one_whatever_their_num_is(tmp_path: Path) -> None:
    collection = trec(tmp_path)

    assert [(q.id, q.text) for q in collection.queries] == [("1", "how is ash washed"), ("2", "hot shelves")]
    assert collection.qrels == {"1": {"1": 1, "2": 0}, "2": {"2": 3}}


def test_qrels_that_use_the_num_of_a_topic_are_read_so(tmp_path: Path) -> None:
    collection = trec(tmp_path, qrels="1 0 1 1\n7 0 2 1\n")

    assert [q.id for q in collection.queries] == ["1", "7"]


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"qrels": "1 0 1 1\n1 0 9 1\n"}, "qrels: line 2: judges document '9'"),
        ({"qrels": "1 0 1 1\n5 0 1 1\n"}, "qrels: line 2: judges query '5'"),
        ({"qrels": "1 0 1\n"}, "qrels: line 1: has 3 columns, not the 4"),
        ({"qrels": "1 0 1 1\n\n1 0 2 good\n"}, "qrels: line 3: the grade 'good' is no whole number"),
        (
            {"qrels": "1 0 1 1\n1 0 1 0\n"},
            "qrels: line 2: query '1', document '1' is judged already in line 1",
        ),
        ({"qrels": "1 0 1 0\n"}, "no query has a relevant document"),
        ({"qrels": ""}, "qrels: is empty"),
        ({"topics": ""}, "topics: is empty"),
        ({"topics": "<xml></xml>"}, "topics: holds no <top> element"),
        ({"topics": TOPICS[:150]}, "topics: line 12: is not XML, or only a part of it"),
        ({"topics": "<top><num>1</num></top>"}, "topics: <top> 1: has no <title>"),
        ({"topics": "<top><num>1</num><title> </title></top>"}, "topics: <top> 1: its <title> is blank"),
        ({"documents": DOCUMENTS[:200]}, "documents: line 8: is not XML"),
        ({"documents": "<page>x</page>"}, "documents: holds no <doc> element"),
        ({"documents": "<doc><docno>1</docno></doc>"}, "documents: <doc> 1: has no <text>"),
        ({"documents": DOCUMENTS + DOCUMENTS}, "two document entries are called '1'"),
        ({"documents": '<!DOCTYPE a [<!ENTITY b "c">]><doc>&b;</doc>'}, "documents: line 1: is not XML"),
    ],
)
def test_malformed_trec_file_is_refused(tmp_path: Path, files: dict[str, str], said: str) -> None:
    with pytest.raises(InputError) as caught:
        trec(tmp_path, **files)

    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_run_is_ordered_by_score_then_by_later_name(tmp_path: Path) -> None:
    path = write(tmp_path, run="q Q0 a 1 2.5 t\nq Q0 b 2 9 t\nq Q0 c 3 2.5 t\n")["run"]

    assert [scored.document for scored in load_run(path)["q"]] == ["b", "c", "a"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("q Q0 a 1 2.5\n", "line 1: has 5 columns, not the 6"),
        ("q Q0 a 1 x t\n", "line 1: the score 'x' is no number"),
        ("q Q0 a 1 nan t\n", "line 1: the score is not a number"),
        ("q Q0 a 1 1 t\nq Q0 a 2 1 t\n", "line 2: query 'q' ranks document 'a' twice"),
    ],
)
def test_malformed_run_is_refused(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        load_run(write(tmp_path, run=text)["run"])


# SQuAD


def test_every_paragraph_is_a_document_once(tmp_path: Path) -> None:
    files = write(tmp_path, one=SQUAD, two=changed(SQUAD, "data", 0, "paragraphs", 0, "qas", to=[]))
    two = changed(SQUAD, "data", 0, "paragraphs", 1, "qas", 0, "id", to="c")
    files["two"].write_text(json.dumps(changed(two, "data", 0, "paragraphs", 0, "qas", to=[])))

    collection = load_squad([files["one"], files["two"]])

    assert len(collection.documents) == 2
    assert collection.qrels == {"a": {"p1": 1}, "b": {"p2": 1}, "c": {"p2": 1}}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "is empty"),
        ('{"data": [{"para', "line 1, column 12: is not JSON, or only a part of it"),
        ([], "is a list, not an object"),
        ({"rows": []}, "has no 'data' (it has rows): another format?"),
        ({"data": []}, "holds no documents"),
        ({"data": "x"}, "'data' is text, not a list"),
        (
            changed(SQUAD, "data", 0, "paragraphs", 1, "qas", to=None),
            "article 1, paragraph 2: 'qas' is nothing",
        ),
        (changed(SQUAD, "data", 0, "paragraphs", 0, "context", to=" "), "paragraph 1: 'context' is blank"),
        (
            changed(SQUAD, "data", 0, "paragraphs", 0, "qas", 0, "question", to=3),
            "question 1: 'question' is a",
        ),
        (
            changed(SQUAD, "data", 0, "paragraphs", 0, "qas", 0, "id", to="b"),
            "two query entries are called 'b'",
        ),
    ],
)
def test_malformed_squad_file_is_refused(tmp_path: Path, content: Any, said: str) -> None:
    with pytest.raises(InputError) as caught:
        load_squad([write(tmp_path, file=content)["file"]])

    assert said in str(caught.value)
    assert str(tmp_path / "file") in str(caught.value)


def test_file_that_is_not_utf8_names_its_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b'{"data":\n"\xff"}')

    with pytest.raises(InputError, match="line 2: is not UTF-8"):
        load_squad([tmp_path / "file"])


def test_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="gone: cannot be read"):
        load_squad([tmp_path / "gone"])


def test_folder_in_place_of_a_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        load_squad([tmp_path])


# LoCoMo


def test_turns_are_documents_with_their_speaker(tmp_path: Path) -> None:
    (collection,) = load_locomo(write(tmp_path, file=LOCOMO)["file"], "turns")

    assert collection.documents[1] == Document("D1:2", "Tom: I went sailing in Genoa.")
    assert collection.qrels == {"q1": {"D1:1": 1}, "q2": {"D1:2": 1, "D2:1": 1}, "q3": {"D1:1": 1}}


def test_sessions_are_documents_with_their_date(tmp_path: Path) -> None:
    (collection,) = load_locomo(write(tmp_path, file=LOCOMO)["file"], "sessions")

    assert [d.id for d in collection.documents] == ["D1", "D2"]
    assert collection.documents[1].text == "2 May, 2023\n\nMia: The kiln broke yesterday."
    assert collection.qrels["q2"] == {"D1": 1, "D2": 1}


def test_evidence_that_leads_nowhere_is_counted_and_left_out(tmp_path: Path) -> None:
    (collection,) = load_locomo(write(tmp_path, file=LOCOMO)["file"], "turns")

    assert collection.remarks == (
        "1 questions without evidence in the dialogue are not asked",
        "1 ids of evidence name no turn and are left out",
    )


def test_audit_corrects_the_evidence(tmp_path: Path) -> None:
    files = write(tmp_path, file=LOCOMO, audit=AUDIT)

    (collection,) = load_locomo(files["file"], "turns", audit=files["audit"])

    assert collection.qrels["q3"] == {"D2:1": 1}
    assert collection.remarks[-1] == "the evidence of 1 of the audit's 1 questions is corrected"


def test_audit_of_other_questions_is_refused(tmp_path: Path) -> None:
    files = write(tmp_path, file=LOCOMO, audit=changed(AUDIT, 0, "question", to="Another?"))

    with pytest.raises(InputError, match="do they belong together"):
        load_locomo(files["file"], "turns", audit=files["audit"])


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ({}, "is not a list of dialogues"),
        ([], "is not a list of dialogues"),
        ([{"qa": []}], "dialogue 1: has no 'conversation'"),
        (changed(LOCOMO, 0, "qa", to=[]), "dialogue 1: holds no queries"),
        (changed(LOCOMO, 0, "conversation", to={"speaker_a": "x"}), "dialogue 1: holds no turn"),
        (
            changed(LOCOMO, 0, "conversation", "session_2", 0, "dia_id", to="D1:1"),
            "two turns are called 'D1:1'",
        ),
        (
            changed(LOCOMO, 0, "conversation", "session_2", 0, "text", to=None),
            "session_2, turn 1: 'text' is no",
        ),
        (changed(LOCOMO, 0, "qa", 0, "evidence", to="D1:1"), "question 1: 'evidence' is text, not a list"),
        (changed(LOCOMO, 0, "qa", 0, "evidence", to=[3]), "question 1: evidence 3 is no id"),
    ],
)
def test_malformed_locomo_file_is_refused(tmp_path: Path, content: Any, said: str) -> None:
    with pytest.raises(InputError) as caught:
        load_locomo(write(tmp_path, file=content)["file"], "turns")

    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ([], "is not a list of errors"),
        (changed(AUDIT, 0, "question_id", to="7"), "error 1: '7' is no question id"),
        (changed(AUDIT, 0, "correct_evidence", to=None), "error 1: 'correct_evidence' is nothing"),
    ],
)
def test_malformed_audit_is_refused(tmp_path: Path, content: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        load_audit(write(tmp_path, file=content)["file"])


# RAMDocs and claims


def test_ramdocs_tells_what_each_document_is(tmp_path: Path) -> None:
    data = load_ramdocs(write(tmp_path, file=lines(conflicting(1), conflicting(2)))["file"])

    assert [data.kinds[id_] for id_ in data.own["q2"]] == ["correct", "misinfo", "noise"]
    assert data.collection.qrels["q1"] == {"q1-1": 1, "q1-2": 0}


def test_claims_have_labelled_evidence(tmp_path: Path) -> None:
    data = load_claims(write(tmp_path, file=lines(CLAIM, REFUTED))["file"])

    assert [(c.label, c.evidence[0].label) for c in data.claims] == [("SUPPORTS",) * 2, ("REFUTES",) * 2]
    assert data.collection.qrels == {"0": {"Kiln:1": 1}, "1": {"Clay:1": 1}}


@pytest.mark.parametrize("load", [load_ramdocs, load_claims])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"),
        ("[1]\n", "line 1: is a list, not an object"),
        ('{"other": 1}\n', "line 1: has no"),
        ("\n" + lines(conflicting(1))[:90], "line 2, column .*: is not JSON, or only a part"),
    ],
)
def test_malformed_lines_are_refused(tmp_path: Path, load: Callable, text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        load(write(tmp_path, file=text)["file"])


def test_unknown_kind_of_document_is_refused(tmp_path: Path) -> None:
    text = lines(changed(conflicting(1), "documents", 1, "type", to="lie"))

    with pytest.raises(InputError, match="line 1, document 2: type cannot be 'lie'"):
        load_ramdocs(write(tmp_path, file=text)["file"])


def test_unknown_label_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="line 1: claim_label cannot be 'TRUE'"):
        load_claims(write(tmp_path, file=lines(changed(CLAIM, "claim_label", to="TRUE")))["file"])


# Named files and sets


@pytest.mark.parametrize(
    ("content", "documents"),
    [
        (json.dumps(SQUAD), 2),
        (json.dumps(SQUAD, indent=1), 2),
        (json.dumps(LOCOMO), 3),
        (lines(conflicting(1)), 3),
        (lines(CLAIM, REFUTED), 2),
    ],
)
def test_format_of_a_named_file_is_told_from_its_content(
    tmp_path: Path, content: str, documents: int
) -> None:
    (collection,) = load_named([write(tmp_path, file=content)["file"]])

    assert len(collection.documents) == documents


def test_plain_documents_go_with_queries_and_qrels(tmp_path: Path) -> None:
    files = write(
        tmp_path,
        docs=lines({"_id": "d", "text": "Ash is washed."}),
        queries=lines({"id": 1, "text": "ash"}),
        qrels="1 0 d 1\n",
    )

    (collection,) = load_named([files["docs"]], queries=files["queries"], qrels=files["qrels"])

    assert collection.qrels == {"1": {"d": 1}}


def test_plain_judgement_of_an_unknown_document_is_refused(tmp_path: Path) -> None:
    files = write(
        tmp_path,
        docs=lines({"id": "d", "text": "Ash."}),
        queries=lines({"id": 1, "text": "ash"}),
        qrels="1 0 e 1\n",
    )

    with pytest.raises(InputError, match="query '1': a judgement speaks of document 'e'"):
        load_named([files["docs"]], queries=files["queries"], qrels=files["qrels"])


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("hello\n", "is in no format that is known here"),
        ('{"rows": 1}\n', "is in no format that is known here"),
        (DOCUMENTS, "name their --queries and --qrels too"),
        ('{"data": [', "is not JSON, or only a part of it"),
    ],
)
def test_named_file_of_no_known_format_is_refused(tmp_path: Path, content: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        load_named([write(tmp_path, file=content)["file"]])


@pytest.mark.parametrize("name", SETS)
def test_every_named_set_is_read_from_a_data_folder(tmp_path: Path, name: str) -> None:
    assert load_set(name, data_folder(tmp_path))


def test_data_folder_is_named_by_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAVEAT_DATA", str(data_folder(tmp_path)))

    assert load_set("xquad-en", None)


@pytest.mark.parametrize("name", SETS)
def test_missing_data_is_one_line_that_says_where_to_get_it(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError) as caught:
        load_set(name, tmp_path)

    assert SOURCES[SETS[name].source].where in str(caught.value)
    assert "licence" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_no_data_folder_is_one_line_that_names_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CAVEAT_DATA", raising=False)

    with pytest.raises(InputError, match="set CAVEAT_DATA or give --data"):
        data_file("ramdocs/x", None)
