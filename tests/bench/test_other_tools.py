"""Tools side by side: fake ones stand for the real ones; what is absent, fails, hangs or speaks otherwise says so."""

import json
import os
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from caveat.bench.cli_peers import NAMES, peers
from caveat.bench.mcp_client import McpClient
from caveat.bench.other_queries import KINDS, PER_KIND, Asked, made_queries
from caveat.bench.other_tools import OURS, QMD, Place, environment, located, tools
from caveat.bench.other_tools_report import Report, as_json, as_text, bars_of, exit_status
from caveat.bench.other_tools_run import (
    AGAIN,
    COLD,
    DISK,
    FIGURES,
    INDEX,
    TOUCHED,
    WARM,
    Measured,
    Setting,
    measure,
)
from caveat.bench.speed_figures import Figure, Machine, NotMeasured
from caveat.bench.speed_process import timed
from caveat.bench.speed_vault import LANGUAGES, notes
from caveat.model.errors import InputError

HERE = Machine(2, 0.5, "3.11.7", "3.40.1", None, "Linux x86_64")
BY_NAME = {tool.name: tool for tool in tools()}

FAKE = """\
import json, os, sys, time
home, words = os.environ["HOME"], sys.argv[1:]
if words == ["--version"]:
    print("qmd 9.8.7 (abc)")
elif words[0] == "collection":
    os.makedirs(home + "/.cache")
    open(home + "/.cache/index", "w").write("x" * 1000)
    {index}
    print("Indexed: 2 new, 0 updated, 0 unchanged, 0 removed")
elif words[0] == "update":
    print("All collections updated.")
elif words[0] == "search":
    {search}
    print(json.dumps([{{"file": "qmd://notes/" + name}} for name in ("b.md", "sub/a b.md")]))
elif words[0] == "mcp":
    {serve}
    for line in sys.stdin:
        asked = json.loads(line)
        if "id" in asked:
            print("not a message")
            print(json.dumps({{"jsonrpc": "2.0", "id": asked["id"], "result": {{}}}}), flush=True)
"""


def fake(folder: Path, *, index: str = "", search: str = "", serve: str = "") -> str:
    """The command of a qmd that finds two notes whatever is asked; what it does besides is given."""
    path = folder / "fake.py"
    path.write_text(
        FAKE.format(index=index or "pass", search=search or "pass", serve=serve or "pass"), "utf-8"
    )
    return f"'{sys.executable}' '{path}'"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    (folder / "sub").mkdir(parents=True)
    (folder / "sub" / "a b.md").write_text("# Kiln\n\nThe kiln is red, the kiln is hot.\n", "utf-8")
    (folder / "b.md").write_text("# Boat\n\nA red boat, and 炉子很热 besides.\n", "utf-8")
    return folder


def setting(vault: Path, given: dict[str, str], *, limit: float = 20) -> Setting:
    return Setting(vault, [Asked("kiln", ("sub/a b.md",)), Asked("boat", ("c.md",))], 2, 1, limit, given)


def measured(vault: Path, command: str, *, limit: float = 20) -> Measured:
    (found,) = measure([BY_NAME[QMD]], setting(vault, {QMD: command}, limit=limit))
    return found


# Queries


def test_queries_are_eight_in_each_language_and_follow_from_the_seed() -> None:
    known = list(notes(300, 1))
    found = made_queries(known, 1)

    assert [8] * len(LANGUAGES) == [sum(q.language == language for q in found) for language in LANGUAGES]
    assert {PER_KIND} == {
        sum(q.language == language and q.kind == kind for q in found)
        for language in LANGUAGES
        for kind in {query.kind for query in found if query.language == language}
    }
    assert set(KINDS) == {query.kind for query in found}
    assert found == made_queries(known, 1) != made_queries(known, 2)
    assert {query.expected[0] for query in found} <= {note.path for note in known}


def test_forms_are_in_no_expected_note_and_phrases_in_that_one_alone() -> None:
    known = list(notes(300, 1))
    texts = {note.path: note.text for note in known}

    for query in made_queries(known, 1):
        if query.kind == "forms":
            assert not set(query.text.split()) & set(texts[query.expected[0]].casefold().split())
        if query.kind == "phrase":
            assert [query.expected[0]] == [path for path, text in texts.items() if query.text in text]


def test_too_few_notes_for_the_queries_are_refused() -> None:
    with pytest.raises(InputError, match="generate more notes"):
        made_queries(list(notes(20, 1)), 1)


# Adapters


def test_the_command_knows_the_tools_by_name() -> None:
    assert list(NAMES) == [tool.name for tool in tools()]


@pytest.mark.parametrize(
    ("name", "outputs", "expected"),
    [
        (QMD, ['[{"file": "qmd://notes/work/a b.md"}, {"file": "qmd://notes/c.md"}]'], ["work/a b.md", "c.md"]),
        (QMD, ["[]"], []),
        (OURS, ['{"hits": [{"path": "a.md"}, {"path": "a.md"}]}'], ["a.md", "a.md"]),
        ("basic-memory", ['{"results": [{"file_path": "a/b.md"}]}'], ["a/b.md"]),
        ("ripgrep", ["/v/a.md\x002\n/v/b/c.md\x001\n", "/v/b/c.md\x004\n/v/a.md\x001\n/v/d.md\x009\n"], ["b/c.md", "a.md"]),
        ("ripgrep", ["/v/a.md\x002\n", ""], []),
    ],
)  # fmt: skip
def test_answer_is_read_as_paths_best_first(name: str, outputs: list[str], expected: list[str]) -> None:
    assert expected == BY_NAME[name].answer(Place(Path("/v"), Path("/h")), outputs)


@pytest.mark.parametrize(
    ("name", "output"),
    [
        (QMD, "No results found."),
        (QMD, ""),
        (QMD, '[{"path": "a.md"}]'),
        (QMD, '{"results": []}'),
        (OURS, "[]"),
        (OURS, "[" * 100_000),
        ("basic-memory", '{"results": [1]}'),
        ("basic-memory", "null"),
        ("ripgrep", "a.md:2\n"),
    ],
)
def test_answer_of_another_shape_is_no_answer_rather_than_nothing_found(name: str, output: str) -> None:
    with pytest.raises(NotMeasured):
        BY_NAME[name].answer(Place(Path("/v"), Path("/h")), [output])


def test_ripgrep_is_asked_for_each_word_once_and_for_a_phrase_without_blanks_as_one() -> None:
    def words(text: str) -> list[str]:
        commands = BY_NAME["ripgrep"].query(Place(Path("/v"), Path("/h")), text)
        return [command[command.index("--regexp") + 1] for command in commands]

    assert ["red", "kiln"] == words("red kiln, red?")
    assert ["炉子很热"] == words("炉子很热")
    assert ["?"] == words("?")


def test_environment_is_free_of_what_is_the_users_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (
        "QMD_CONFIG_DIR",
        "XDG_CACHE_HOME",
        "PYTHONPATH",
        "BASIC_MEMORY_HOME",
        "RIPGREP_CONFIG_PATH",
    ):
        monkeypatch.setenv(name, "/users/own")
    place = Place(tmp_path / "vault", tmp_path / "home")

    for tool in tools():
        found = environment(tool, ["/some/where/node"], place)
        own = {key: value for key, value in found.items() if "/users/own" in value and key != "PYTHONPATH"}
        assert {} == own
        assert os.fspath(tmp_path / "home") == found["HOME"]
    assert environment(BY_NAME[QMD], ["/some/where/node"], place)["PATH"].startswith(
        "/some/where" + os.pathsep
    )


def test_program_is_found_on_path_and_its_absence_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", os.fspath(tmp_path))
    with pytest.raises(NotMeasured, match=r"`qmd` is not on PATH; npm's package `@tobilu/qmd`"):
        located(BY_NAME[QMD])
    (tmp_path / "qmd").write_text("#!/bin/sh\n")
    (tmp_path / "qmd").chmod(0o755)

    assert [os.fspath(tmp_path / "qmd")] == located(BY_NAME[QMD])
    with pytest.raises(InputError, match="quote it"):
        located(BY_NAME[QMD], "'open")
    with pytest.raises(InputError, match="name the program"):
        located(BY_NAME[QMD], "")


# Measuring


def test_tool_that_works_has_every_figure_and_rank(vault: Path, tmp_path: Path) -> None:
    found = measured(vault, fake(tmp_path))

    assert ("9.8.7", "", (2, None)) == (found.version, found.reason, found.ranks)
    assert list(FIGURES) == [name for name, figure in found.figures.items() if figure.value is not None]
    assert 0 == found.figures[TOUCHED].value
    assert 0.001 == found.figures[DISK].value
    assert all((found.figures[name].value or 0) > 0 for name in (INDEX, AGAIN, COLD, WARM))


def test_files_that_a_tool_changes_are_counted_and_are_not_the_users(vault: Path, tmp_path: Path) -> None:
    before = (vault / "b.md").read_bytes()
    changes = "v = words[2]; open(v + '/b.md', 'a').write('x'); open(v + '/n.md', 'w'); os.remove(v + '/sub/a b.md')"
    found = measured(vault, fake(tmp_path, index=changes))

    assert 3 == found.figures[TOUCHED].value
    assert "1 of 2 changed, 1 added, 1 removed" == found.figures[TOUCHED].note
    assert before == (vault / "b.md").read_bytes()


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        ({"index": "sys.exit('no disk')"}, "ended with status 1: no disk"),
        ({"index": "print('Indexed: 1 new'); sys.exit(0)"}, "indexed 1 of 2 notes"),
        ({"index": "print('hello'); sys.exit(0)"}, "did not say that it indexed; it said: hello"),
        ({"search": "sys.exit('broken')"}, "ended with status 1: broken"),
        ({"search": "print('none'); sys.exit(0)"}, "no JSON: 'none'"),
    ],
)
def test_tool_that_fails_has_no_figure_and_says_why(
    vault: Path, tmp_path: Path, what: dict[str, str], reason: str
) -> None:
    found = measured(vault, fake(tmp_path, **what))

    assert reason in found.reason and not found.is_absent
    assert {None} == {figure.value for figure in found.figures.values()}
    assert () == found.ranks


def test_tool_that_hangs_is_ended_with_what_it_started(vault: Path, tmp_path: Path) -> None:
    child = tmp_path / "child"
    hang = f"import subprocess; p = subprocess.Popen(['sleep', '60']); open({str(child)!r}, 'w').write(str(p.pid)); p.wait()"
    begin = time.monotonic()
    found = measured(vault, fake(tmp_path, index=hang), limit=1.5)

    assert "no answer within 1.5 s" in found.reason
    assert time.monotonic() - begin < 20
    assert is_gone(int(child.read_text()))


def test_server_that_fails_costs_the_warm_figure_alone(vault: Path, tmp_path: Path) -> None:
    for serve, reason in (("sys.exit(1)", "server ended"), ("time.sleep(60)", "no answer within 1.5 s")):
        found = measured(vault, fake(tmp_path, serve=serve), limit=1.5)

        assert (2, None) == found.ranks
        assert found.figures[WARM].value is None and reason in found.figures[WARM].note


def test_absent_tool_costs_only_itself(vault: Path, tmp_path: Path) -> None:
    found = measure(
        [BY_NAME["basic-memory"], BY_NAME[QMD]],
        setting(vault, {QMD: fake(tmp_path), "basic-memory": "/no/such/program"}),
    )

    assert [True, False] == [one.is_absent for one in found]
    assert "Python's package `basic-memory`" in found[0].reason
    assert (2, None) == found[1].ranks


def test_caveat_is_measured_and_its_second_way_shares_the_index(vault: Path) -> None:
    ours, untrusting = measure([BY_NAME[OURS], BY_NAME["caveat --no-trust"]], setting(vault, {}))

    assert ("", (1, None)) == (ours.reason, ours.ranks)
    assert 0 == ours.figures[TOUCHED].value
    assert (1, None) == untrusting.ranks
    assert untrusting.figures[INDEX].value is None and "as caveat" == untrusting.figures[INDEX].note


def is_gone(pid: int) -> bool:
    """Whether the process ends within two seconds; one that is dead but not yet collected is gone."""
    for _ in range(40):
        try:
            if "Z" in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[:1]:
                return True
        except OSError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks into /proc")
def test_timed_command_that_takes_too_long_is_ended_itself(tmp_path: Path) -> None:
    told = tmp_path / "pid"
    code = f"import os, time; open({str(told)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    with pytest.raises(NotMeasured, match="within 1 s"):
        timed([sys.executable, "-c", code], dict(os.environ), tmp_path, limit=1)

    assert is_gone(int(told.read_text()))


def test_client_refuses_an_error_of_the_server(tmp_path: Path) -> None:
    code = "import json, sys\nfor l in sys.stdin: print(json.dumps({'id': json.loads(l)['id'], 'error': 'no'}), flush=True)"
    with (
        pytest.raises(NotMeasured, match="initialize was refused: no"),
        McpClient([sys.executable, "-c", code], dict(os.environ), tmp_path),
    ):
        pass
    with pytest.raises(NotMeasured, match="could not be started"):
        McpClient(["/no/such/program"], {})


# The report


def result(name: str, value: float | None, *, is_absent: bool = False) -> Measured:
    reason = "" if value is not None else "gone"
    figures = {key: Figure(key, value, unit, note=reason) for key, unit in FIGURES.items()}
    return Measured(name, "1.0", reason, is_absent, figures, (1, None) if value is not None else ())


@pytest.mark.parametrize(
    ("ours", "theirs", "is_absent", "required", "is_barred", "status"),
    [
        (1.0, 1.0, False, (), True, 0),
        (1.1, 1.0, False, (), True, 1),
        (1.1, 1.0, False, (), False, 0),
        (1.0, None, True, (), True, 2),
        (1.0, None, True, (), False, 0),
        (1.0, None, True, (QMD,), False, 2),
        (1.0, None, False, (), False, 2),
        (None, 1.0, False, (), False, 2),
    ],
)
def test_exit_status_tells_a_miss_from_what_was_not_measured(
    ours: float | None, theirs: float | None, is_absent: bool, required: tuple[str, ...], is_barred: bool, status: int
) -> None:  # fmt: skip
    found = [result(OURS, ours), result(QMD, theirs, is_absent=is_absent), result("ripgrep", 1.0)]
    bars = bars_of(found, is_barred=is_barred)

    assert status == exit_status(Report("t", [Asked("a", ("b",))], found, bars, required, HERE))


def test_caveat_alone_is_no_comparison() -> None:
    assert 2 == exit_status(Report("t", [], [result(OURS, 1.0)], [], (), HERE))


def test_text_and_document_show_what_was_not_measured_as_such() -> None:
    asked = [Asked("a", ("b",), "en", "title"), Asked("c", ("d",), "zh", "phrase")]
    found = [result(OURS, 0.5), result(QMD, None, is_absent=True)]
    report = Report("Side by side", asked, found, bars_of(found, is_barred=True), (), HERE)
    text, document = as_text(report), as_json(report)

    assert "qmd: not measured: gone" in text and "no figure" in text
    assert max(len(line) for line in text.splitlines()) <= 100
    assert {"all": 0.5, "en": 1.0, "zh": 0.0, "title": 1.0, "phrase": 0.0} == document["tools"][0][
        "at first rank"
    ]
    assert {None} == set(document["tools"][1]["figures"].values()) | set(
        document["tools"][1]["at first rank"].values()
    )
    assert 2 == document["status"]
    json.dumps(document)


# The command


def run(*words: str) -> Result:
    return CliRunner().invoke(peers, list(words))


def test_command_measures_ones_own_notes(vault: Path, tmp_path: Path) -> None:
    questions = tmp_path / "questions.yaml"
    questions.write_text("- query: kiln\n  expect: sub/a b.md\n- query: boat\n  expect: [b.md]\n", "utf-8")
    found = run(
        *("--vault", str(vault), "--queries", str(questions), "--runs", "1", "--tool", f"qmd={fake(tmp_path)}"),
        *("--without", "caveat hybrid", "--without", "ripgrep", "--without", "basic-memory", "--json"),
    )  # fmt: skip
    document = json.loads(found.output)

    assert 0 == found.exit_code
    assert [OURS, "caveat --no-trust", QMD] == [tool["name"] for tool in document["tools"]]
    assert [[1, 1], [1, 1], [2, 1]] == [tool["ranks"] for tool in document["tools"]]


@pytest.mark.parametrize(
    "words",
    [
        ("--vault", "."),
        ("--tool", "qmd"),
        ("--tool", "caveat=x"),
        ("--without", "caveat"),
        ("--notes", "10"),
    ],
)
def test_command_refuses_what_it_cannot_do(words: tuple[str, ...]) -> None:
    assert 2 == run(*words).exit_code


def test_command_refuses_an_expected_note_that_is_not_there(vault: Path, tmp_path: Path) -> None:
    questions = tmp_path / "questions.yaml"
    questions.write_text("- query: kiln\n  expect: no.md\n", "utf-8")
    found = run("--vault", str(vault), "--queries", str(questions))

    assert isinstance(found.exception, InputError) and "no.md" in str(found.exception)
