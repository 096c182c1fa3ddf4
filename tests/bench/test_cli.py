"""``caveat bench`` as it is typed: figures on standard output, one line when there are none."""

import json
from pathlib import Path

import pytest

from caveat.bench.conditions import load_conditions
from caveat.bench.sources import SOURCES
from caveat.cli.main import main
from tests.bench.samples import DOCUMENTS, LOCOMO, QRELS, SQUAD, TOPICS, data_folder, write
from tests.vaults import make


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """Runs words after ``caveat bench``: exit status, standard output, standard error."""
    monkeypatch.delenv("CAVEAT_DATA", raising=False)

    def run(*words: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stopped:
            main(["bench", *map(str, words)])
        out, err = capsys.readouterr()
        assert isinstance(stopped.value.code, int)
        return stopped.value.code, out, err

    return run


def test_bench_alone_lists_conditions_and_where_data_is_had(typed) -> None:
    code, out, err = typed()

    assert (code, err) == (0, "")
    assert all(c.line in out and c.about in out for c in load_conditions().values())
    assert all(source.where in out and source.licence in out for source in SOURCES.values())


def test_retrieval_prints_caveat_and_its_peers(typed, tmp_path: Path) -> None:
    code, out, _ = typed("retrieval", "--set", "cranfield", "--data", data_folder(tmp_path))

    assert code == 0
    assert "cranfield: 3 documents, 2 queries" in out
    assert [line.split()[0] for line in out.split("\n")[2:6]] == [
        "caveat",
        "unicode61",
        "trigram,",
        "trigram,",
    ]


@pytest.mark.parametrize("command", [("retrieval",), ("switch", "--seed", "7"), ("claims",)])
def test_two_runs_print_the_same_figures(typed, tmp_path: Path, command: tuple[str, ...]) -> None:
    data = data_folder(tmp_path)

    first, second = (typed(*command, "--json", "--data", data) for _ in range(2))

    assert first == second
    assert json.loads(first[1])["figures"]


def test_single_file_is_measured_by_the_same_command(typed, tmp_path: Path) -> None:
    files = write(tmp_path, **{"xquad.de.json": SQUAD, "chat.json": LOCOMO})

    assert "xquad.de: 2 documents, 2 queries" in typed("retrieval", "--corpus", files["xquad.de.json"])[1]
    found = typed("retrieval", "--corpus", files["chat.json"], "--level", "sessions")[1]
    assert "chat: 2 documents, 3 queries" in found


def test_trec_files_are_named_one_by_one(typed, tmp_path: Path) -> None:
    files = write(tmp_path, docs=DOCUMENTS, topics=TOPICS, qrels=QRELS)
    words = ("--corpus", files["docs"], "--queries", files["topics"], "--qrels", files["qrels"])

    code, out, _ = typed("retrieval", *words, "--json")

    assert code == 0
    assert json.loads(out)["figures"]["docs caveat nDCG@10"] == 1.0
    code, out, _ = typed("switch", *words, "--json")
    assert code in (0, 1)
    assert set(json.loads(out)["figures"]) >= {"docs, U(0.6, 1) off", "docs, U(0, 1) lost"}


def test_both_gates_are_measured_on_the_data_folder(typed, tmp_path: Path) -> None:
    _, out, _ = typed("switch", "--data", data_folder(tmp_path))

    assert "misinformation at rank 1" in out
    assert "ramdocs, 20% of labels wrong" in out
    assert all(f"{name}, U(0.6, 1)" in out for name in ("cranfield", "xquad-en", "xquad-ru", "xquad-zh"))


def test_switch_on_a_vault_says_what_moved(typed, tmp_path: Path) -> None:
    vault = make(tmp_path / "vault", {"a.md": "# Ash\nwashed twice\n", "b.md": "# Shelf\nhot\n"})
    queries = write(tmp_path, **{"q.yaml": [{"query": "washed", "expect": ["a.md"]}]})["q.yaml"]

    code, out, _ = typed("switch", "--vault", vault, "--queries", queries)

    assert code == 0
    assert "1 questions to 2 notes" in out
    code, out, _ = typed("switch", "--vault", vault, "--queries", queries, "--json")
    assert json.loads(out)["queries"][0]["expected"]["path"] == "a.md"


def test_run_of_another_engine_is_scored(typed, tmp_path: Path) -> None:
    files = write(tmp_path, run="1 Q0 1 1 9.5 x\n2 Q0 1 1 9.5 x\n", qrels=QRELS)

    code, out, _ = typed("score", "--run", files["run"], "--qrels", files["qrels"])

    assert (code, out) == (0, "2 queries: nDCG@10 0.500, R@10 0.500, MRR@10 0.500\n")


def test_named_conditions_are_run(typed, tmp_path: Path) -> None:
    code, out, _ = typed("run", "claims", "--data", data_folder(tmp_path))

    assert code in (0, 1)
    assert "caveat bench claims" in out
    assert "AUC" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("retrieval",), "no data folder: set CAVEAT_DATA or give --data"),
        (("retrieval", "--set", "xquad-en", "--data", "{}"), "there is no such file"),
        (("retrieval", "--set", "moon"), "no set is called 'moon'"),
        (("retrieval", "--corpus", "{}/gone.json"), "gone.json: cannot be read"),
        (("retrieval", "--corpus", "{}/half.json"), "half.json: line 1, column 9: is not JSON"),
        (("retrieval", "--corpus", "{}/other.json"), "other.json: is in no format that is known here"),
        (("switch",), "no data folder"),
        (("switch", "--ramdocs", "{}/half.json"), "half.json: line 1, column 9: is not JSON"),
        (("switch", "--vault", "{}", "--queries", "{}/empty.yaml"), "empty.yaml: is empty"),
        (("switch", "--vault", "{}/gone", "--queries", "{}/fine.yaml"), "gone"),
        (("claims", "--claims", "{}/other.json"), "other.json: line 1: has no 'evidences'"),
        (("score", "--run", "{}/empty.yaml", "--qrels", "{}/empty.yaml"), "is empty"),
        (("run", "moon"), "no condition is called 'moon'"),
    ],
)
def test_what_cannot_be_measured_is_one_line_and_exit_status_2(
    typed, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    write(
        tmp_path,
        **{
            "half.json": '{"data":',
            "other.json": {"rows": 1},
            "empty.yaml": "",
            "fine.yaml": "- {query: a, expect: b}",
        },
    )

    code, out, err = typed(*(word.replace("{}", str(tmp_path)) for word in words))

    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ("switch", "--vault", "v"),
        ("switch", "--queries", "q"),
        ("retrieval", "--set", "xquad-en", "--corpus", "x"),
        ("retrieval", "--qrels", "x"),
    ],
)
def test_options_that_do_not_go_together_are_refused(typed, words: tuple[str, ...]) -> None:
    code, out, err = typed(*words)

    assert (code, out) == (2, "")
    assert "Usage" in err
