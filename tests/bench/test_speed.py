"""The measurements of speed: figures that are there, bars that are judged, vaults that a seed makes; no times."""

import json
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

from caveat.bench import speed as speed_module
from caveat.bench.cli_speed import speed, trust_speed
from caveat.bench.speed import Setting, measure_speed
from caveat.bench.speed_figures import (
    Figure,
    Machine,
    NotMeasured,
    as_json,
    as_text,
    attempted,
    exit_status,
    machine,
    percentile,
    ratio,
    spread,
)
from caveat.bench.speed_floor import Floor, asked
from caveat.bench.speed_index import fill
from caveat.bench.speed_process import caveat_words, imported, indexed, surroundings, timed
from caveat.bench.speed_vault import LANGUAGES, keywords, notes, questions, write_vault
from caveat.bench.speed_warm import blanks, measure_mix, mixes
from caveat.model.errors import InputError
from caveat.model.search import Query, Term
from caveat.ops.vault import open_vault

HERE = Machine(2, 0.5, "3.11.7", "3.40.1", None, "Linux x86_64")


# Figures


@pytest.mark.parametrize(
    ("value", "bar", "verdict"),
    [
        (1.0, None, "no bar"),
        (1.0, 1.0, "met"),
        (1.1, 1.0, "missed"),
        (None, 1.0, "no figure"),
        (None, None, "no figure"),
    ],
)
def test_figure_is_judged_by_its_bar(value: float | None, bar: float | None, verdict: str) -> None:
    assert Figure("a", value, bar=bar).verdict == verdict


@pytest.mark.parametrize(
    ("figures", "status"),
    [
        ([Figure("a", 1.0), Figure("b", 1.0, bar=2.0)], 0),
        ([Figure("a", 3.0, bar=2.0)], 1),
        ([Figure("a", 3.0, bar=2.0), Figure("b", None)], 2),
        ([], 2),
    ],
)
def test_exit_status_tells_a_miss_from_no_figure(figures: list[Figure], status: int) -> None:
    assert exit_status(figures) == status


@pytest.mark.parametrize(
    "error", [NotMeasured("gone"), OSError("gone"), sqlite3.OperationalError("gone"), MemoryError("gone")]
)
def test_failed_measurement_is_no_figure_with_its_reason(error: Exception) -> None:
    def measure() -> list[Figure]:
        raise error

    found = attempted([Figure("a", None, "s", bar=1.0), Figure("b", None)], measure)

    assert found == [Figure("a", None, "s", bar=1.0, note="gone"), Figure("b", None, note="gone")]


def test_mistake_of_ours_is_not_passed_off_as_no_figure() -> None:
    with pytest.raises(ZeroDivisionError):
        attempted([Figure("a", None)], lambda: [Figure("a", 1 / 0)])


def test_spread_is_the_median_between_least_and_greatest() -> None:
    assert spread("a", [3.0, 1.0, 2.0], "s", bar=2.5) == Figure("a", 2.0, "s", 1.0, 3.0, 2.5)
    assert spread("a", [], "s").value is None


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [([5.0], 0.95, 5.0), ([2.0, 1.0], 0.5, 1.0), (range(1, 101), 0.95, 95), (range(1, 101), 0.5, 50)],
)
def test_percentile_is_a_value_that_was_measured(values, share: float, expected: float) -> None:
    assert percentile(values, share) == expected


def test_percentile_of_nothing_is_refused() -> None:
    with pytest.raises(NotMeasured):
        percentile([], 0.5)


def test_ratio_to_a_floor_of_nothing_is_no_figure() -> None:
    assert ratio("a", 1.0, 0.0).value is None
    assert ratio("a", 3.0, 2.0).value == 1.5


def test_table_shows_measured_bar_verdict_notes_and_machine() -> None:
    text = as_text(
        "Speed",
        [
            Figure("index", 1.5, "s", 1.0, 2.0, 5.0),
            Figure("help", None, "s", bar=0.1, note="no such command"),
        ],
        HERE,
    )

    assert "Linux x86_64, 2 cores, load 0.50 at the start; python 3.11.7, sqlite 3.40.1, numpy –" in text
    rows = [line.split() for line in text.split("\n")]
    assert ["index", "1.500", "s", "1.000..2.000", "≤", "5", "met"] in rows
    assert ["help", "–", "≤", "0.1", "no", "figure"] in rows
    assert "  help: no such command" in text


def test_document_holds_a_number_or_null_by_name() -> None:
    found = as_json([Figure("a", 1.0), Figure("b", None, bar=2.0)], machine())

    assert found["figures"] == {"a": 1.0, "b": None}
    assert [row["verdict"] for row in found["rows"]] == ["no bar", "no figure"]
    assert found["machine"]["cores"] >= 1
    json.dumps(found)


# The vault


def test_seed_decides_every_byte_of_the_vault(tmp_path: Path) -> None:
    for name, seed in (("one", 3), ("same", 3), ("other", 4)):
        write_vault(tmp_path / name, 12, seed)

    one, same, other = (
        {p.relative_to(root).as_posix(): p.read_bytes() for p in root.rglob("*.md")}
        for root in (tmp_path / "one", tmp_path / "same", tmp_path / "other")
    )
    assert len(one) == 12
    assert one == same
    assert one != other


def test_vault_is_of_five_languages_with_links_to_earlier_notes() -> None:
    made = list(notes(120, 1))

    assert {note.language for note in made} == set(LANGUAGES)
    assert len({note.path for note in made}) == len({note.title for note in made}) == 120
    assert 3_000 < sum(len(note.text.encode()) for note in made) / len(made) < 8_000
    number = {note.title: place for place, note in enumerate(made)}
    for place, note in enumerate(made):
        front = note.text.split("---\n")[1]
        sources = [line.strip(' -"[]') for line in front.split("\n") if line.startswith("  - ")]
        assert all(number[source] < place for source in sources)
        assert all(word.casefold() in note.text.casefold() for word in note.words)


def test_vault_is_indexed_without_a_finding(tmp_path: Path) -> None:
    write_vault(tmp_path / "vault", 30, 1)

    with open_vault(tmp_path / "vault", index=tmp_path / "index.sqlite") as vault:
        report = vault.index()

    assert (len(report.indexed), report.skipped, report.findings) == (30, (), ())


def test_seed_decides_the_queries() -> None:
    made = list(notes(20, 1))

    for make in (keywords, questions):
        assert make(made, 30, 5) == make(made, 30, 5)
        assert make(made, 30, 5) != make(made, 30, 6)
        assert len(make(made, 30, 5)) == 30


# The floor


def test_floor_takes_all_words_first_and_any_when_too_few_hold_all(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    for name, text in {"a": "kiln ash", "b": "kiln", "c": "ash", "d": "clay"}.items():
        (vault / f"{name}.md").write_text(f"# {name * 3}\n{text}\n")
    with open_vault(vault, index=tmp_path / "index.sqlite") as opened:
        opened.index()
    floor = Floor(tmp_path / "index.sqlite")

    def titles(*terms: Term) -> list[str]:
        return [title for title, _ in floor.found(asked(Query("", terms)), limit=10)]

    assert titles(Term(("kiln",)), Term(("ash",)))[0] == "aaa"
    assert sorted(titles(Term(("kiln",)), Term(("ash",)))) == ["aaa", "bbb", "ccc"]
    assert titles(Term(("cl",), is_prefix=True)) == ["ddd"]
    assert sorted(titles(Term(("clay", "ash")))) == ["aaa", "ccc", "ddd"]
    assert titles() == []
    floor.close()


# Processes


def test_process_is_timed_and_its_memory_is_its_own(tmp_path: Path) -> None:
    ballast = bytearray(200_000_000)

    found = timed(caveat_words("--version"), surroundings(tmp_path), tmp_path)

    assert found.output.startswith("caveat")
    assert found.seconds > 0
    assert 1 < found.peak < len(ballast) / 1e6


def test_process_that_fails_is_no_measurement(tmp_path: Path) -> None:
    with pytest.raises(NotMeasured, match=r"ended with status 2: .*no index yet"):
        timed(caveat_words("search", "--vault", str(tmp_path), "x"), surroundings(tmp_path), tmp_path)


def test_program_that_is_not_there_is_no_measurement(tmp_path: Path) -> None:
    with pytest.raises(NotMeasured, match="could not be started"):
        timed(["/no/such/program", "x"], surroundings(tmp_path), tmp_path)


def test_measured_command_keeps_to_its_folder_and_ignores_the_users_switch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VAULT_TIER_WEIGHTS_ENABLED", "0")

    found = surroundings(tmp_path)

    assert "VAULT_TIER_WEIGHTS_ENABLED" not in found
    assert {found["XDG_CACHE_HOME"], found["XDG_STATE_HOME"]} == {
        str(tmp_path / "cache"),
        str(tmp_path / "state"),
    }


def test_imports_are_those_beyond_pythons_own(tmp_path: Path) -> None:
    found = imported(["--version"], surroundings(tmp_path), tmp_path)

    names = {row.name for row in found}
    assert "caveat.cli.main" in names
    assert not names & {"sys", "io", "numpy"}


def test_index_run_that_does_not_say_what_it_did_is_no_measurement() -> None:
    assert indexed("2,000 notes: 1,999 indexed, 1 unchanged") == 1_999
    with pytest.raises(NotMeasured):
        indexed("")


# Everything together, tiny


@pytest.fixture(scope="module")
def tiny() -> list[Figure]:
    return measure_speed(Setting(notes=12, runs=1, queries=4))


def test_every_figure_of_a_vault_is_there(tiny: list[Figure]) -> None:
    names = [figure.name for figure in tiny]

    assert [figure.name for figure in tiny if figure.value is None] == []
    assert len(names) == len(set(names))
    assert {
        "index", "index peak memory", "index size", "unchanged pass", "one changed note",
        "one changed note, in process", "cold search, keyword", "cold search, question", "search peak memory",
        "--help", "--help imports", "search imports", "look at all files", "warm keyword p50 ÷ floor",
        "warm keyword p95 ÷ floor", "warm question p95 ÷ floor", "warm keyword trust's part p50",
    } <= set(names)  # fmt: skip


def test_bars_of_two_thousand_notes_do_not_judge_another_vault(tiny: list[Figure]) -> None:
    barred = {figure.name for figure in tiny if figure.bar is not None}

    assert not barred & {"index", "unchanged pass", "one changed note", "cold search, keyword"}
    assert {"--help", "warm keyword p50 ÷ floor", "warm question p95 ÷ floor"} <= barred


def test_index_run_that_fails_takes_down_what_builds_on_it_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def failing(*words: str, options=()) -> list[str]:
        return caveat_words(*("nonsense" if word == "index" else word for word in words), options=options)

    monkeypatch.setattr(speed_module, "caveat_words", failing)

    found = {figure.name: figure for figure in measure_speed(Setting(notes=4, runs=1, queries=2))}

    for name in ("index", "index size", "one changed note, in process", "search imports", "warm keyword p50"):
        assert found[name].value is None
        assert found[name].note
    assert found["--help"].value is not None
    assert exit_status(found.values()) == 2


def test_chunks_are_searched_warm_without_a_vault(tmp_path: Path) -> None:
    found = {f.name: f for f in measure_speed(Setting(chunks=23, queries=3))}

    assert found["chunks"].value == 23
    assert "index" not in found
    assert found["warm question p95 ÷ floor"].value is not None


def test_seed_decides_the_chunks(tmp_path: Path) -> None:
    def texts(name: str, seed: int) -> list[tuple[str, str]]:
        (tmp_path / name).mkdir()
        fill(tmp_path / name, tmp_path / f"{name}.sqlite", 17, seed)
        with sqlite3.connect(tmp_path / f"{name}.sqlite") as db:
            rows = db.execute("SELECT text, text_tokens FROM chunk ORDER BY id").fetchall()
        db.close()
        return rows

    assert len(texts("one", 1)) == 17
    assert texts("two", 1) == texts("three", 1) != texts("four", 2)


def test_index_in_which_nothing_is_found_gives_no_figure(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    fill(tmp_path / "vault", tmp_path / "index.sqlite", 5, 1)
    (mix, _) = mixes(["absolutely nowhere"], ["?"])

    with pytest.raises(NotMeasured, match="no query found anything"):
        measure_mix(tmp_path / "vault", tmp_path / "index.sqlite", mix)
    found = attempted(blanks(mix), lambda: measure_mix(tmp_path / "vault", tmp_path / "index.sqlite", mix))
    assert {figure.value for figure in found} == {None}


@pytest.mark.parametrize(
    "setting", [Setting(notes=3), Setting(runs=0), Setting(queries=0), Setting(chunks=0)]
)
def test_number_out_of_range_is_refused(setting: Setting) -> None:
    with pytest.raises(InputError):
        measure_speed(setting)


# Trust


@pytest.fixture(scope="module")
def trusted() -> list[Figure]:
    pytest.importorskip("numpy")
    from caveat.bench.trust_speed import Setting as TrustSetting
    from caveat.bench.trust_speed import measure_trust_speed

    return measure_trust_speed(TrustSetting(records=300, runs=1))


def test_every_figure_of_trust_is_there_and_the_engines_agree(trusted: list[Figure]) -> None:
    found = {figure.name: figure for figure in trusted}

    assert [name for name, figure in found.items() if figure.value is None] == []
    assert found["edges"].value == 900
    for where in ("in memory", "through an index"):
        assert found[f"engines differ {where} by at most"].verdict == "met"


def test_engines_that_differ_miss_the_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    from caveat.bench import trust_speed as module
    from caveat.trust.assess import assess

    def skewed(refs, *args, **options):
        return {
            ref: own._replace(trust=own.trust + 1e-6) for ref, own in assess(refs, *args, **options).items()
        }

    monkeypatch.setattr(module, "assess", skewed)

    found = {
        f.name: f for f in module.measure_trust_speed(module.Setting(records=100, runs=1, has_store=False))
    }

    assert found["engines differ in memory by at most"].verdict == "missed"
    assert "trust" in found["engines differ in memory by at most"].note


def test_graph_of_a_seed_is_the_same_in_arrays_and_in_records() -> None:
    numpy = pytest.importorskip("numpy")
    from caveat.bench.trust_graph import edges_of, records_of, world
    from caveat.trust.bulk import columns

    made, again, other = (world(200, seed).columns for seed in (1, 1, 2))

    assert all(
        numpy.array_equal(a, b, equal_nan=a.dtype.kind == "f")
        for a, b in zip(map(numpy.asarray, made[:21]), map(numpy.asarray, again[:21]), strict=True)
    )
    assert not numpy.array_equal(made.speaker, other.speaker)
    back = columns(records_of(made), edges_of(made))
    for name in (
        "declared",
        "step",
        "is_claim",
        "source_starts",
        "sources",
        "speaker",
        "target",
        "verified",
        "status",
    ):
        assert numpy.array_equal(
            getattr(back, name), getattr(made, name), equal_nan=name in ("declared", "verified")
        ), name
    assert all(len(set(record.sources)) == len(record.sources) for record in records_of(made))


# Commands


def test_command_prints_a_table_and_its_status() -> None:
    done = CliRunner().invoke(speed, ["--chunks", "30", "--queries", "2"])

    assert done.exit_code in (0, 1)
    assert done.output.startswith("Speed, 30 chunks, seed 1\n")
    assert "cores, load" in done.output


def test_trust_command_prints_a_document() -> None:
    pytest.importorskip("numpy")

    done = CliRunner().invoke(trust_speed, ["--records", "100", "--no-store", "--runs", "1", "--json"])

    assert done.exit_code in (0, 1)
    found = json.loads(done.output)
    assert found["figures"]["records"] == 100
    assert found["machine"]["cores"] >= 1


def test_option_out_of_range_is_refused() -> None:
    assert CliRunner().invoke(speed, ["--notes", "1"]).exit_code == 2
    assert CliRunner().invoke(trust_speed, ["--records", "1"]).exit_code == 2
